"""Rows that lie in the memory of Dask's workers: the model of them is that of rows at hand."""

import json
import os
import pickle
import signal
import threading

import numpy as np
import pandas as pd
import pytest
import rulegen
from rulegen import RugClassifier, RuleClassifier, RulegenWarning
from scipy import sparse
from sklearn.base import clone

distributed = pytest.importorskip("distributed")
dask = pytest.importorskip("dask")
da = pytest.importorskip("dask.array")
dd = pytest.importorskip("dask.dataframe")

from rulegen import dask as rulegen_dask  # noqa: E402
from rulegen._cluster import workers  # noqa: E402
from rulegen._cluster.workers import Workers  # noqa: E402

#: A fit in which folds decide nothing.
PLAIN = {"size": 6, "max_length": 1, "ridge": 3, "pricers": "greedy"}
#: A choice of the size that takes little time.
SMALL = {"max_rules": 4, "max_length": 2, "cv": 2, "pricers": "greedy"}
#: Rows stay with the workers.
STAY = {"rows_at_hand": 1}


def cluster(processes, limit=0):
    return distributed.LocalCluster(
        n_workers=processes, threads_per_worker=1, processes=True, dashboard_address=":0", memory_limit=limit
    )


@pytest.fixture(scope="module")
def client():
    # A LocalCluster looks for lost workers once more after this time, and gives up those that are
    # just then lost anew.
    patience = dask.config.set({"distributed.deploy.lost-worker-timeout": "1 hour"})
    with patience, cluster(2) as two, distributed.Client(two) as client:
        yield client


@pytest.fixture(scope="module")
def rows():
    """900 rows of words, numbers of few values, categories and booleans, with missing cells."""
    draw = np.random.default_rng(3)
    n = 900
    age = draw.integers(18, 60, n).astype(float)
    colour = draw.choice(["red", "green", "blue", "7"], n).astype(object)
    size = pd.Categorical(draw.choice(["S", "M", "L"], n), categories=["S", "M", "L", "XL"])
    flag = draw.random(n) < 0.5
    y = np.where((age > 40) & (colour == "red") | flag & (size == "L"), "yes", np.where(age < 25, "no", "maybe"))
    y = np.where(draw.random(n) < 0.1, draw.choice(["yes", "no", "maybe"], n), y)
    age[draw.random(n) < 0.05] = np.nan
    colour[draw.random(n) < 0.05] = None
    colour[:400] = None  # Whole partitions do not say that these are words.
    few = draw.integers(0, 9, n) / 4
    frame = pd.DataFrame({"age": age, "colour": colour, "size": size, "flag": flag, "few": few})
    return frame, pd.Series(y, name="answer")


def kill(pids):
    for pid in pids:
        os.kill(pid, signal.SIGKILL)


def wait_for_others(client, killed):
    """Wait until the cluster has two workers again, none of which was killed."""
    for _ in range(600):
        pids = set(client.run(os.getpid, on_error="ignore").values())
        if len(pids) == 2 and not pids & set(killed):
            return
        threading.Event().wait(0.05)
    raise AssertionError(f"the workers are {pids} after {killed} were killed")


def wait_until_free(client):
    """Wait until the cluster has forgotten all tasks and data."""
    for _ in range(100):
        if not client.cluster.scheduler.tasks and not any(client.has_what().values()):
            return
        threading.Event().wait(0.05)
    raise AssertionError(f"the cluster still has {client.cluster.scheduler.tasks} and {client.has_what()}")


def spread(X, y, partitions):
    return dd.from_pandas(X, npartitions=partitions, sort=False), dd.from_pandas(y, npartitions=partitions, sort=False)


def rules_of(model):
    """The model file without what rules say of folds, which are of merged rows over shards."""
    model = json.loads(model.to_json())
    for rule in model["rules"]:
        rule.pop("folds", None)
    return model


def in_pieces(pieces):
    """These partitions, as they are."""
    return dd.from_map(lambda piece: piece, pieces, meta=pieces[0][:0])


@pytest.fixture(scope="module")
def plain(rows):
    return RuleClassifier(**PLAIN).fit(*rows)


@pytest.fixture(scope="module")
def small(client, rows):
    """The model of three partitions."""
    return rulegen_dask.RuleClassifier(**SMALL, **STAY).fit(*spread(*rows, 3))


@pytest.mark.parametrize("partitions", [1, 3, 7])
def test_it_is_the_model_of_rows_at_hand(client, rows, plain, partitions):
    model = rulegen_dask.RuleClassifier(**PLAIN, **STAY).fit(*spread(*rows, partitions))
    assert rules_of(model) == rules_of(plain)
    assert model.classes_.tolist() == plain.classes_.tolist() and model.classes_.dtype == plain.classes_.dtype
    assert model.feature_names_in_.tolist() == plain.feature_names_in_.tolist() and model.n_features_in_ == 5
    assert model.rules_.drop(columns="folds").equals(plain.rules_.drop(columns="folds"))
    assert model.certificate_.status == plain.certificate_.status
    assert type(clone(model)) is rulegen_dask.RuleClassifier


@pytest.mark.parametrize(
    ("estimator", "own", "rows_at_hand"),
    [
        ("RuleClassifier", PLAIN, 1),
        ("RuleClassifier", PLAIN, 1_000_000),
        ("RugClassifier", {"max_length": 1}, 1_000_000),
    ],
)
def test_a_target_of_numbers_is_cut(client, rows, estimator, own, rows_at_hand):
    X, _ = rows
    price = (X["age"].fillna(30.0) / 3 + 10 * X["flag"]).rename("price")  # 7.0 to 29.7
    settings = {**own, "target_cut": [9.5, 20], "class_weight": {"< 9.5": 2}}
    at_hand = getattr(rulegen, estimator)(**settings).fit(X, price)
    model = getattr(rulegen_dask, estimator)(**settings, rows_at_hand=rows_at_hand).fit(*spread(X, price, 3))
    assert json.loads(model.to_json())["classes"] == ["< 9.5", "9.5 to 20", ">= 20"]
    assert json.loads(model.to_json())["settings"]["target_cut"] == [9.5, 20.0]
    assert rules_of(model) == rules_of(at_hand) and model.classes_.tolist() == at_hand.classes_.tolist()
    assert model.score(*spread(X, price, 2)) == at_hand.score(X, price) > 0.6
    with pytest.raises(ValueError, match="target_cut: no row is in the class >= 100"):
        clone(model).set_params(target_cut=[20, 100], class_weight=None).fit(*spread(X, price, 2))


@pytest.mark.parametrize(
    "parameters",
    [
        {},
        {"size": "best", "loss": "hinge", "max_rules": 3, "divisions": 2},
        {"monotonic_cst": {"age": "+"}, "pos_label": "yes", "divisions": 1},
    ],
)
@pytest.mark.parametrize("partitions", [1, 4])
def test_few_rows_are_fetched_and_have_the_model_of_rows_at_hand(client, rows, parameters, partitions):
    """Folds and all."""
    X, y = rows
    y = y.where(y == "yes", "no") if "monotonic_cst" in parameters else y
    local = RuleClassifier(**parameters).fit(X, y)
    model = rulegen_dask.RuleClassifier(**parameters).fit(*spread(X, y, partitions))
    assert rules_of(model) == rules_of(local) and model.path_.equals(local.path_)
    assert model.classes_.tolist() == local.classes_.tolist() and model.n_features_in_ == 5
    assert model.traffic_["requests"] == 0 and model.traffic_["bytes_in"] > 900 * 8
    wait_until_free(client)


def test_fetched_rows_may_have_labels_and_weights_in_columns(client, rows):
    X, y = rows
    weights = pd.Series(np.arange(len(y)) % 3 / 2, index=y.index, name="weight")
    local = RuleClassifier(**SMALL).fit(X, y, weights)
    whole = dd.from_pandas(pd.concat([X, y, weights], axis=1), npartitions=3)
    model = rulegen_dask.RuleClassifier(**SMALL).fit(whole, "answer", "weight")
    assert rules_of(model) == rules_of(local)
    blocks, labels = da.from_array(X[["few", "flag"]].to_numpy(float), chunks=(300, 1)), da.from_array(y.to_numpy(str))
    model.fit(blocks, labels)
    assert rules_of(model) == rules_of(RuleClassifier(**SMALL).fit(blocks.compute(), labels.compute()))


def test_how_many_rows_there_are_says_whether_they_are_fetched(client, rows):
    """Not what they weigh."""
    X, y = rows
    frame, labels = spread(X, y, 3)
    some = rulegen_dask.RuleClassifier(**SMALL, rows_at_hand=600)

    def weighing(numbers):
        weights = pd.Series(numbers, index=y.index, dtype=float)
        model = some.fit(frame, labels, dd.from_pandas(weights, npartitions=3, sort=False))
        fetched = model.traffic_["requests"] == 0
        assert not fetched or rules_of(model) == rules_of(RuleClassifier(**SMALL).fit(X, y, weights))
        return fetched

    two_of_three = np.arange(len(y)) % 3 > 0
    assert weighing(two_of_three) and weighing(two_of_three * 1e6) and weighing(two_of_three / 7)
    # One of the partitions has no row that counts.
    assert weighing(np.arange(len(y)) < 580)
    assert not weighing(np.ones(len(y)))
    # Nor rows of classes that weigh nothing, and more than doubles count exactly.
    some.set_params(class_weight={"maybe": 0})
    model, local = some.fit(frame, labels), RuleClassifier(**SMALL, class_weight={"maybe": 0}).fit(X, y)
    assert rules_of(model.traffic_["requests"] == 0 and model) == rules_of(local)
    some.set_params(class_weight=None)
    assert weighing(two_of_three * 1e14)
    with pytest.raises(ValueError, match=r"not 0\.001"):
        weighing(np.full(len(y), 0.001))


@pytest.mark.filterwarnings("ignore:The model has no rule")
def test_fetched_rows_come_in_many_kinds(client, rows):
    """Categories that only some partitions have, sparse blocks, labels in a frame of one column."""
    X, y = rows
    X = pd.DataFrame({"colour": X["colour"].astype("category"), "few": X["few"]})
    pieces = [X[:450].copy(), X[450:].copy()]
    for piece in pieces:
        piece["colour"] = piece["colour"].cat.remove_unused_categories()
    labels = in_pieces([y[:450], y[450:]])
    model = rulegen_dask.RuleClassifier(**SMALL)
    assert rules_of(model.fit(in_pieces(pieces), labels)) == rules_of(RuleClassifier(**SMALL).fit(X, y))
    stayed = rulegen_dask.RuleClassifier(**PLAIN, **STAY)
    assert rules_of(stayed.fit(in_pieces(pieces), labels)) == rules_of(RuleClassifier(**PLAIN).fit(X, y))

    matrix = sparse.csr_matrix(pd.get_dummies(rows[0]["few"]).to_numpy(float))
    weights = np.arange(len(y)) % 4
    local = RuleClassifier(**SMALL).fit(matrix, y.to_numpy(str), weights)
    blocks = da.concatenate(
        [da.from_delayed(dask.delayed(part), part.shape, float) for part in (matrix[:400], matrix[400:].tocoo())]
    )
    labelled = da.from_array(y.to_numpy(str), chunks=((400, 500),)), da.from_array(weights, chunks=((400, 500),))
    assert rules_of(model.fit(blocks, *labelled)) == rules_of(local)

    # A frame has no name of its own.
    framed = labels.to_frame()
    assert rules_of(model.fit(in_pieces(pieces), framed)) == rules_of(RuleClassifier(**SMALL).fit(X, y.to_frame()))
    local = RuleClassifier(**PLAIN).fit(X, y.to_frame())
    assert rules_of(stayed.fit(in_pieces(pieces), framed)) == rules_of(local)


def test_merged_rows_at_hand_do_not_depend_on_partitions(client, rows):
    X, y = rows
    few = X[["few", "size"]]
    some = {**SMALL, "rows_at_hand": 300}
    models = [rulegen_dask.RuleClassifier(**some).fit(*spread(few, y, partitions)) for partitions in (1, 4)]
    assert models[0].to_json() == models[1].to_json() and models[0].path_.equals(models[1].path_)
    # They were asked how many they are, and fetched.
    assert models[0].traffic_["requests"] == 2
    assert models[0].path_["accuracy"].notna().all()


@pytest.mark.parametrize("partitions", [1, 2])
def test_many_numbers_have_the_cut_points_of_rows_at_hand(client, partitions):
    """With more numbers than a summary keeps, partitions are asked to look closer."""
    draw = np.random.default_rng(5)
    X = pd.DataFrame({"skewed": draw.lognormal(size=9000), "even": draw.random(9000)})
    y = pd.Series(np.where((X["skewed"] > 3) | (draw.random(9000) < 0.02), "rare", "usual"))
    model = rulegen_dask.RuleClassifier(**PLAIN, **STAY).fit(*spread(X, y, partitions))
    assert rules_of(model) == rules_of(RuleClassifier(**PLAIN).fit(X, y))


def test_nothing_is_left_on_the_cluster(client, small):
    wait_until_free(client)


def test_partitions_and_threads_do_not_matter(client, rows, small):
    model = rulegen_dask.RuleClassifier(**SMALL, **STAY, n_jobs=3, client=client).fit(*spread(*rows, 5))
    assert rules_of(model) == rules_of(small) and model.path_.equals(small.path_)
    assert len(model.rules_) > 1 and len(model.at(1).rules_) == 1


def test_the_number_of_workers_does_not_matter(client, rows, small):
    with cluster(1) as one, distributed.Client(one, set_as_default=False) as other:
        model = rulegen_dask.RuleClassifier(**SMALL, **STAY, client=other).fit(*spread(*rows, 2))
    assert rules_of(model) == rules_of(small)


def test_a_worker_that_dies_is_made_up_for(client, rows, small, monkeypatch):
    asked, killed = [], list(client.run(os.getpid).values())[:1]
    ask = Workers.answers

    def answers(self, request):
        asked.append(request)
        if len(asked) == 5:
            kill(killed)
        return ask(self, request)

    monkeypatch.setattr(Workers, "answers", answers)
    model = rulegen_dask.RuleClassifier(**SMALL, **STAY).fit(*spread(*rows, 4))
    assert len(asked) > 5
    wait_for_others(client, killed)
    assert rules_of(model) == rules_of(small)


@pytest.mark.parametrize("before", [True, False])
def test_workers_that_die_with_a_large_request_are_made_up_for(client, rows, small, monkeypatch, before):
    """All workers are lost just before a request goes to one of them, or just after."""
    monkeypatch.setattr(workers, "LARGE", 0)
    pids, scatter, sent = list(client.run(os.getpid).values()), client.scatter, []

    def scattered(*arguments, **named):
        sent.append(arguments)
        if before and len(sent) == 5:
            kill(pids)
        future = scatter(*arguments, **named)
        if not before and len(sent) == 5:
            kill(pids)
        return future

    monkeypatch.setattr(client, "scatter", scattered)
    model = rulegen_dask.RuleClassifier(**SMALL, **STAY).fit(*spread(*rows, 4))
    assert len(sent) > model.traffic_["requests"] > 5
    wait_for_others(client, pids)
    assert rules_of(model) == rules_of(small)
    wait_until_free(client)


def test_nothing_is_left_of_a_question(client, rows, monkeypatch):
    """The scheduler knows as many tasks after hundreds of requests as after a few."""
    monkeypatch.setattr(workers, "LARGE", 0)
    tasks, known, ask = client.cluster.scheduler.tasks, [], Workers.answers
    partitions = 3

    def answers(self, request):
        known.append(len(tasks))
        return ask(self, request)

    monkeypatch.setattr(Workers, "answers", answers)
    model = rulegen_dask.RuleClassifier(**{**SMALL, **STAY, "max_rules": 8}).fit(*spread(*rows, partitions))
    assert len(known) == model.traffic_["requests"] > 100
    # Tasks of the shards, and of some questions that are being released.
    assert max(known[50:]) <= max(known[:50]) + 5 * (partitions + 1)
    wait_until_free(client)


def test_traffic_is_what_dask_counts(client, rows):
    def counted():
        return np.array(list(client.run(lambda dask_worker: dask_worker.transfer_outgoing_bytes_total).values()))

    before, partitions = counted(), 4
    model = rulegen_dask.RuleClassifier(**{**SMALL, **STAY, "cv": 5}).fit(*spread(*rows, partitions))
    sent, traffic = (counted() - before).sum(), model.traffic_
    # Beside answers: 200 bytes around each, and what partitions say before they are coded.
    assert traffic["bytes_in"] < sent < traffic["bytes_in"] + 2 * 200 * traffic["requests"] + 20_000 * partitions
    # Histograms as docs/scale.md has them, of 3 classes and rules of up to 2 conditions: no answer
    # here is larger.
    codes = sum(len(column.unique()) + 2 for _, column in rows[0].items())
    assert traffic["bytes_in"] < 2 * traffic["requests"] * 25 * 3 * (5 * 2 - 4) * codes


def test_a_shard_can_move(client, rows, plain, monkeypatch):
    """Workers that retire hand on what they have."""
    code = Workers.code

    def moved(self, coding):
        code(self, coding)
        self.shards = client.map(lambda shard: pickle.loads(pickle.dumps(shard)), self.shards)
        client.replicate(self.shards)

    monkeypatch.setattr(Workers, "code", moved)
    assert rules_of(rulegen_dask.RuleClassifier(**PLAIN, **STAY).fit(*spread(*rows, 3))) == rules_of(plain)


def test_predictions_are_those_of_rows_at_hand(client, rows, plain):
    X, y = rows
    frame, labels = spread(X, y, 4)
    model = rulegen_dask.RuleClassifier(**PLAIN, **STAY).fit(frame, labels)
    predicted = model.predict(frame)
    assert isinstance(predicted, dd.Series)
    assert predicted.compute().tolist() == plain.predict(X).tolist()
    assert predicted.compute().index.equals(X.index)
    chances = model.predict_proba(frame).compute()
    assert (chances.to_numpy() == plain.predict_proba(X)).all() and list(chances.columns) == list(model.classes_)
    assert (model.decision_function(frame).compute().to_numpy() == plain.decision_function(X)).all()
    assert model.score(frame, labels) == plain.score(X, y) == model.score(X, y)
    assert model.predict(X).tolist() == plain.predict(X).tolist()
    # Empty partitions.
    some = frame[frame["few"] > 1]
    assert model.predict(some).compute().tolist() == plain.predict(X[X["few"] > 1]).tolist()
    none = dd.concat([frame, frame[frame["few"] > 9]])
    assert len(model.predict(none).compute()) == len(X)
    with pytest.raises(TypeError, match="rows in memory"):
        model.explain(frame)
    again = pickle.loads(pickle.dumps(model.set_params(client=client)))
    assert again.client is None and again.to_json() == model.to_json()
    assert clone(model).client is client


@pytest.mark.parametrize("partitions", [1, 4])
@pytest.mark.parametrize(
    ("local", "parameters"),
    [
        (RugClassifier, {"penalty": 0.5}),
        (RugClassifier, {"penalty": 2, "pricers": ["tree", "branch-and-bound"], "max_length": 2, "bins": 5}),
        (RugClassifier, {"forbid": ["age"], "class_weight": "balanced"}),
        (RuleClassifier, {"penalty": 3.0}),
        (RuleClassifier, {"penalty": 3.0, "loss": "hinge"}),
    ],
)
def test_rules_at_a_penalty_are_those_of_rows_at_hand(client, rows, local, parameters, partitions):
    expected = local(**parameters).fit(*rows)
    model = getattr(rulegen_dask, local.__name__)(**parameters).fit(*spread(*rows, partitions))
    assert rules_of(model) == rules_of(expected)
    assert model.certificate_.status == expected.certificate_.status
    assert model.certificate_.lower_bound == expected.certificate_.lower_bound
    assert model.predict(spread(*rows, 2)[0]).compute().tolist() == expected.predict(rows[0]).tolist()


@pytest.mark.filterwarnings("ignore:.*clusters of rows apart")
def test_more_rows_than_may_be_at_hand_are_sampled(client, rows):
    X, y = rows
    parameters = {"penalty": 5, "max_depth": 2, "rows_at_hand": 400}
    models = [rulegen_dask.RugClassifier(**parameters).fit(*spread(X, y, partitions)) for partitions in (2, 5)]
    assert models[0].to_json() == models[1].to_json()
    assert json.loads(models[0].to_json())["settings"]["sampled_rows"] == 400
    assert models[0].certificate_.lower_bound is None
    local = RugClassifier(penalty=5, max_depth=2).fit(X, y)
    assert models[0].certificate_.objective < 1.1 * local.certificate_.objective
    assert models[0].get_params()["rows_at_hand"] == 400 and clone(models[0]).rows_at_hand == 400


def test_labels_and_weights_may_be_columns(client, rows, plain):
    X, y = rows
    weights = pd.Series(np.arange(len(y)) % 3, index=y.index, name="weight")
    local = RuleClassifier(**PLAIN).fit(X, y, weights)
    frame, labels = spread(X, y, 3)
    model = rulegen_dask.RuleClassifier(**PLAIN, **STAY)
    assert rules_of(model.fit(frame, labels, dd.from_pandas(weights, npartitions=3, sort=False))) == rules_of(local)
    whole = dd.from_pandas(pd.concat([X, y, weights], axis=1), npartitions=3)
    assert rules_of(model.fit(whole, "answer", "weight")) == rules_of(local)
    assert model.score(whole, "answer", "weight") == pytest.approx(local.score(X, y, weights))
    halves = dd.from_pandas(weights / 2, npartitions=3)
    with pytest.raises(ValueError, match=r"not 0\.5"):
        model.fit(frame, labels, halves)


def test_arrays(client):
    draw = np.random.default_rng(5)
    X = draw.integers(0, 12, (400, 4)).astype(float)
    y = np.where(X[:, 0] + X[:, 1] > 12, 1, 0)
    X[draw.random(X.shape) < 0.05] = np.nan
    local = RuleClassifier(**PLAIN).fit(X, y)
    blocks, labels = da.from_array(X, chunks=(90, 2)), da.from_array(y, chunks=170)
    model = rulegen_dask.RuleClassifier(**PLAIN, **STAY).fit(blocks, labels)
    assert rules_of(model) == rules_of(local)
    assert (model.predict(blocks).compute() == local.predict(X)).all()
    assert (model.predict_proba(blocks).compute() == local.predict_proba(X)).all()
    assert (model.decision_function(blocks).compute() == local.decision_function(X)).all()
    assert model.score(blocks, labels) == local.score(X, y)
    # Blocks of unknown lengths.
    frame = dd.from_pandas(pd.DataFrame(X).assign(y=y), npartitions=3)
    model.fit(frame[[0, 1, 2, 3]].to_dask_array(), frame["y"].to_dask_array())
    assert rules_of(model) == rules_of(local)


def test_what_cannot_be_is_said(client, rows, monkeypatch):
    X, y = rows
    frame, labels = spread(X, y, 3)
    model = rulegen_dask.RuleClassifier(**PLAIN, **STAY)
    with pytest.raises(ValueError, match="logistic where rows lie in shards"):
        rulegen_dask.RuleClassifier(loss="hinge", size=3, **STAY).fit(frame, labels)
    with pytest.raises(ValueError, match="absent where rows lie in shards"):
        rulegen_dask.RugClassifier(constraint="dmc").fit(frame, labels)
    with pytest.raises(ValueError, match="has 2 partitions, and X has 3"):
        model.fit(frame, dd.from_pandas(y, npartitions=2))
    with pytest.raises(ValueError, match="different divisions"):
        model.fit(frame, dd.from_pandas(y, npartitions=6).partitions[:3])
    with pytest.raises(ValueError, match="inconsistent numbers of samples"):
        model.fit(frame, in_pieces([y[:300], y[300:599], y[599:]]))
    wait_until_free(client)
    with pytest.raises(ValueError, match="only one class: same"):
        model.fit(frame, dd.from_pandas(pd.Series("same", index=y.index), npartitions=3, sort=False))
    with pytest.raises(TypeError, match="rows in memory"):
        model.fit(X, y)
    with pytest.raises(TypeError, match="y must be a dask Series"):
        model.fit(frame, y)
    with pytest.raises(ValueError, match="there is no column 'none'"):
        model.fit(frame, "none")
    with pytest.raises(ValueError, match="keep: there is no column 'none'"):
        model.set_params(keep=["none"]).fit(frame, labels)
    with pytest.raises(TypeError, match="unexpected keyword"):
        rulegen_dask.RuleClassifier(none=1)

    def nobody():
        raise ValueError("No global client found")

    monkeypatch.setattr(distributed, "get_client", nobody)
    with pytest.raises(ValueError, match="there is no client"):
        rulegen_dask.RuleClassifier().fit(frame, labels)


def test_what_is_raised_while_workers_are_asked_is_raised(client, rows, monkeypatch):
    for raised in (KeyboardInterrupt("enough"), ZeroDivisionError("here")):

        def answers(self, request, raised=raised):
            raise raised

        monkeypatch.setattr(Workers, "answers", answers)
        with pytest.raises(type(raised), match=str(raised)):
            rulegen_dask.RuleClassifier(**PLAIN, **STAY).fit(*spread(*rows, 2))
        wait_until_free(client)


def test_a_scheduler_that_is_gone_is_said(rows, monkeypatch):
    ask = Workers.answers
    asked = []
    with cluster(1) as one, distributed.Client(one, set_as_default=False) as client:

        def answers(self, request):
            asked.append(request)
            if len(asked) == 3:
                one.close()
            return ask(self, request)

        monkeypatch.setattr(Workers, "answers", answers)
        with pytest.raises(RuntimeError, match="scheduler is gone"):
            rulegen_dask.RuleClassifier(**PLAIN, **STAY, client=client).fit(*spread(*rows, 2))


def test_codes_and_words_are_read_alike_everywhere(client):
    """Columns of objects are numbers only where all partitions say so."""
    n = 120
    y = pd.Series(["a", "b"] * (n // 2))
    X = pd.DataFrame(
        {
            "mixed": pd.Series([1, 2] * (n // 4) + ["x", "y"] * (n // 4), dtype=object),
            "numbers": pd.Series([1, 2, 3] * (n // 3), dtype=object),
            "code": [3, 4, 5, 6] * (n // 4),
        }
    )
    local = RuleClassifier(**PLAIN, categorical_features=["code"], min_cover=1).fit(X, y)
    with dask.config.set({"dataframe.convert-string": False}):  # Else Dask makes words of all objects.
        frame, labels = (in_pieces([of[:50], of[50:50], of[50:]]) for of in (X, y))
        over_dask = rulegen_dask.RuleClassifier(**PLAIN, **STAY, categorical_features=["code"], min_cover=1)
        model = over_dask.fit(frame, labels)
    assert rules_of(model) == rules_of(local)


def test_the_parameters_are_those_of_the_other():
    own = {"client": None, "rows_at_hand": 1_000_000}
    assert rulegen_dask.RuleClassifier().get_params() == {**RuleClassifier().get_params(), **own}
    assert rulegen_dask.RugClassifier().get_params() == {**RugClassifier().get_params(), **own}
    assert rulegen_dask.RugClassifier(2.5).penalty == 2.5


def test_the_limit_of_memory_holds():
    """A worker of which half is free before the fit is not started anew."""
    limit, n, partitions = 700 << 20, 50_000, 16

    def made(seed):
        draw = np.random.default_rng(seed)
        frame = pd.DataFrame(draw.integers(0, 50, (n, 20)).astype(float)).rename(columns="c{}".format)
        return frame.assign(y=np.where((frame.c0 > 30) & (frame.c1 < 20), "yes", "no"))

    with cluster(1, limit) as one, distributed.Client(one, set_as_default=False) as client:
        pids = client.run(os.getpid)
        frame = dd.from_map(made, range(partitions), meta=made(0)[:0])
        model = rulegen_dask.RuleClassifier(size=1, max_length=2, **STAY, client=client).fit(frame, "y")
        assert client.run(os.getpid) == pids
    assert len(model.rules_) == 1


def test_dates_are_those_of_rows_at_hand(client):
    draw = np.random.default_rng(5)
    joined = pd.Series(pd.date_range("2019-01-31", periods=48, freq="ME")[draw.integers(0, 48, 900)])
    X = pd.DataFrame({"joined": joined.mask(draw.random(900) < 0.05), "visits": draw.integers(0, 9, 900)})
    y = pd.Series((X["joined"] >= pd.Timestamp("2021-07-01")) ^ (draw.random(900) < 0.1), name="y").astype(int)
    given = {"size": 3, "max_length": 2, "cv": 2}
    model = RuleClassifier(**given, divisions=1, pricers="greedy").fit(X, y)
    assert any("joined >= 20" in rule for rule in model.rules_["conditions"])
    over_shards = rulegen_dask.RuleClassifier(**given, **STAY).fit(*spread(X, y, 3))
    assert list(over_shards.rules_["conditions"]) == list(model.rules_["conditions"])
    assert (over_shards.predict(spread(X, y, 2)[0]).compute() == model.predict(X)).all()
    text = X.assign(joined=X["joined"].dt.strftime("%Y-%m-%d"))
    with pytest.warns(RulegenWarning, match="column 'joined' holds dates as text"):
        rulegen_dask.RuleClassifier(**PLAIN, **STAY).fit(*spread(text, y, 3))
