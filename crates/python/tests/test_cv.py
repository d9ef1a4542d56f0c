"""The folds and the measures that choose a size, in the forms of scikit-learn."""

import json
import pickle

import numpy as np
import polars
import pyarrow
import pytest
from rulegen import BooleanRuleClassifier, RuleClassifier, RulegenWarning, compare
from scipy import sparse
from sklearn.base import clone
from sklearn.datasets import load_breast_cancer
from sklearn.metrics import (
    accuracy_score,
    balanced_accuracy_score,
    f1_score,
    log_loss,
    make_scorer,
    recall_score,
    roc_auc_score,
)
from sklearn.model_selection import (
    GridSearchCV,
    GroupKFold,
    KFold,
    LeaveOneGroupOut,
    ShuffleSplit,
    StratifiedKFold,
)


@pytest.fixture(scope="module")
def data():
    X, y = load_breast_cancer(return_X_y=True, as_frame=True)
    return X.iloc[:300, :6], y[:300]


def scores(model):
    return model.path_.drop(columns="chosen").to_numpy(float)


def test_splitters_and_their_splits_are_the_same_folds(data):
    X, y = data
    splitter = StratifiedKFold(4, shuffle=True, random_state=1)
    one = RuleClassifier(cv=splitter, max_rules=4).fit(X, y)
    other = RuleClassifier(cv=list(splitter.split(X, y)), max_rules=4).fit(X, y)
    masks = [(~np.isin(np.arange(300), test), np.isin(np.arange(300), test)) for _, test in splitter.split(X, y)]
    third = RuleClassifier(cv=masks, max_rules=4).fit(X, y)
    assert np.array_equal(scores(one), scores(other), equal_nan=True)
    assert np.array_equal(scores(one), scores(third), equal_nan=True)
    assert not np.array_equal(scores(one), scores(RuleClassifier(cv=4, max_rules=4).fit(X, y)), equal_nan=True)


@pytest.mark.parametrize("estimator", [RuleClassifier, BooleanRuleClassifier])
def test_scores_of_the_path_are_those_of_fits_on_the_folds(estimator, data):
    X, y = data
    splitter = KFold(3, shuffle=True, random_state=0)
    model = estimator(cv=splitter).fit(X, y)
    if estimator is BooleanRuleClassifier:
        assert model.path_["accuracy"].between(0.5, 1.0).all()
        return
    # Each fold has the rules that a fit of this size finds greedily on its rows.
    folds = [
        estimator(size=1, pricers="greedy").fit(X.iloc[train], y.iloc[train]).score(X.iloc[test], y.iloc[test])
        for train, test in splitter.split(X, y)
    ]
    of_one = model.path_.set_index("rules").loc[1]
    assert of_one["accuracy"] == pytest.approx(np.mean(folds), abs=0.02)


def test_splitters_get_the_groups(data):
    X, y = data
    groups = np.arange(300) // 30
    grouped = RuleClassifier(cv=GroupKFold(5), max_rules=3).fit(X, y, groups=groups)
    by_name = RuleClassifier(cv=GroupKFold(5), max_rules=3).fit(X.assign(patient=groups), y, groups="patient")
    assert np.array_equal(scores(grouped), scores(by_name), equal_nan=True)
    assert "patient" not in by_name.to_json().split('"settings"')[0]
    assert grouped._front["folds"] == 5
    assert RuleClassifier(cv=LeaveOneGroupOut(), max_rules=2).fit(X, y, groups=groups)._front["folds"] == 10
    with pytest.raises(ValueError, match="groups"):
        RuleClassifier(cv=GroupKFold(5)).fit(X, y)


def test_rows_without_weight_are_in_no_fold(data):
    X, y = data
    splitter = ShuffleSplit(4, test_size=0.3, random_state=3)
    weights = (np.arange(300) % 3 > 0).astype(float)
    model = RuleClassifier(cv=splitter, max_rules=3).fit(X, y, sample_weight=weights)
    kept = weights > 0
    place = np.cumsum(kept) - 1
    splits = [(place[train[kept[train]]], place[test[kept[test]]]) for train, test in splitter.split(X)]
    alone = RuleClassifier(cv=splits, max_rules=3).fit(X[kept], y[kept])
    assert np.array_equal(scores(model), scores(alone), equal_nan=True)


@pytest.mark.parametrize(
    ("cv", "error", "says"),
    [
        (1, ValueError, "cv must be at least 2, not 1"),
        (2.5, TypeError, "cv must be a whole number, a splitter, or pairs of rows, not 2.5"),
        ("five", TypeError, "cv must be a whole number, a splitter, or pairs of rows, not 'five'"),
        ([([0, 1], [2])], ValueError, "cv must make at least 2 folds, not 1"),
        ([([0, 1], []), ([2], [3])], ValueError, r"fold 0 \(from 0\) has no rows to learn from, or none to hold out"),
    ],
)
def test_what_makes_no_folds_is_refused(cv, error, says, data):
    with pytest.raises(error, match=says):
        RuleClassifier(cv=cv).fit(*data)


@pytest.mark.parametrize(
    ("scorer", "ours", "measure"),
    [
        ("accuracy", "accuracy", lambda y, p: accuracy_score(y, p > 0.5)),
        ("balanced_accuracy", "balanced_accuracy", lambda y, p: balanced_accuracy_score(y, p > 0.5)),
        ("roc_auc", "auc", roc_auc_score),
        ("roc_auc_ovr_weighted", "auc", roc_auc_score),
        ("neg_log_loss", "log_loss", log_loss),
        ("f1", "f1", lambda y, p: f1_score(y, p > 0.5)),
    ],
)
def test_scorers_of_scikit_learn(scorer, ours, measure, data):
    X, y = data
    splits = list(StratifiedKFold(2, shuffle=True, random_state=0).split(X, y))
    model = RuleClassifier(cv=splits, choose_by=scorer, max_rules=1, max_length=1).fit(X, y)
    assert {column for column in model.path_ if column.endswith("_se")} == {f"{ours}_se"}
    # Without rules the shares of the classes decide.
    none = [measure(y.iloc[test], np.full(len(test), y.iloc[train].mean())) for train, test in splits]
    assert model.path_[ours][0] == pytest.approx(np.mean(none), abs=1e-3)


def test_several_scorers(data):
    model = RuleClassifier(choose_by=["roc_auc", "neg_log_loss"], max_rules=2).fit(*data)
    assert {"auc", "log_loss"} < set(model.path_.columns)
    with pytest.raises(ValueError, match="accuracy, balanced-accuracy, auc, log-loss, f1"):
        RuleClassifier(choose_by="brier").fit(*data)
    assert {"auc", "log_loss"} < set(RuleClassifier(choose_by="roc_auc, neg_log_loss", max_rules=1).fit(*data).path_)


def test_a_scorer_has_not_the_name_of_another_column(data):
    def rules(estimator, X, y):
        return 0.5

    with pytest.raises(ValueError, match="path_ has other columns named 'rules'"):
        RuleClassifier(choose_by=rules).fit(*data)


def missed_and_false(estimator, X, y):
    """Return what errors cost less, where a missed benign tumour costs five false alarms."""
    predicted = estimator.predict(X)
    return -(5 * ((y == 1) & (predicted == 0)).mean() + ((y == 0) & (predicted == 1)).mean())


def test_scores_of_callables_are_those_of_measures(data):
    X, y = data
    measures = ["accuracy", "balanced-accuracy", "log-loss"]
    scorers = [
        make_scorer(accuracy_score),
        make_scorer(balanced_accuracy_score),
        make_scorer(log_loss, response_method="predict_proba", greater_is_better=False),
    ]
    settings = {"max_rules": 6, "cv": 3, "divisions": 2, "random_state": 4}
    theirs = RuleClassifier(choose_by=scorers, **settings).fit(X, y).path_
    ours = RuleClassifier(choose_by=measures, **settings).fit(X, y).path_
    assert {"accuracy_score", "balanced_accuracy_score", "log_loss"} < set(theirs)
    for name in ("accuracy", "balanced_accuracy"):
        assert np.allclose(theirs[f"{name}_score"], ours[name], atol=1e-12)
        assert np.allclose(theirs[f"{name}_score_se"], ours[f"{name}_se"], atol=1e-12)
    # The weights of a model are solved to a vertex, those that score steps not as far.
    assert np.allclose(theirs["log_loss"], -ours["log_loss"], atol=1e-3)


def test_any_scorer_of_scikit_learn_by_name(data):
    X, y = data
    by_name = RuleClassifier(choose_by=["recall", "accuracy"], max_rules=4, divisions=1).fit(X, y)
    assert {"accuracy", "recall"} < set(by_name.path_)
    by_call = RuleClassifier(choose_by=["accuracy", make_scorer(recall_score)], max_rules=4, divisions=1).fit(X, y)
    assert np.array_equal(by_name.path_["recall"], by_call.path_["recall_score"])
    assert by_name.to_json() != by_call.to_json() and json.loads(by_call.to_json())["settings"]["choose_by"] == [
        "accuracy",
        "recall_score",
    ]


def test_a_callable_decides_the_size(data):
    X, y = data

    def few(estimator, X, y):
        return -len(estimator.rules_) / 10

    def many(estimator, X, y):
        return len(estimator.rules_) / 10

    with pytest.warns(RulegenWarning, match="The model has no rule"):
        assert len(RuleClassifier(choose_by=few, max_rules=5, divisions=1).fit(X, y).rules_) == 0
    model = RuleClassifier(choose_by=many, max_rules=5, divisions=1).fit(X, y)
    assert len(model.rules_) == 5
    assert model.path_["many"].tolist() == pytest.approx(model.path_["rules"] / 10, abs=0.1)
    chosen = RuleClassifier(choose_by=missed_and_false, max_rules=8, divisions=1).fit(X, y)
    assert len(chosen.rules_) > 0 and (chosen.path_["missed_and_false"] <= 0).all()


def test_callables_get_held_out_rows_of_the_users_kind(data):
    X, y = data
    seen = {}

    def score(estimator, rows, labels):
        seen.setdefault(type(rows), []).append((rows.shape[0], len(labels)))
        assert set(estimator.classes_) == {"no", "yes"} and set(labels) <= {"no", "yes"}
        assert estimator.predict_proba(rows).shape == (len(labels), 2)
        return estimator.score(rows, labels)

    words = np.array(["no", "yes"])[y]
    splits = list(StratifiedKFold(3).split(X, words))
    settings = {"choose_by": score, "cv": splits, "max_rules": 3, "max_length": 2}
    arrow = pyarrow.Table.from_pandas(X)
    for rows in (X, X.to_numpy(), sparse.csr_matrix(X.to_numpy()), polars.from_pandas(X), arrow, arrow.to_batches()[0]):
        seen.clear()
        model = RuleClassifier(**settings).fit(rows, words)
        ((kind, sizes),) = seen.items()
        assert set(sizes) == {(100, 100)}
        assert kind is (sparse.csc_matrix if sparse.issparse(rows) else type(rows))
        assert model.path_["score"].between(0.5, 1).all()
    # Rows of weight 0 are in no fold.
    seen.clear()
    weights = (np.arange(300) < 200).astype(float)
    RuleClassifier(**{**settings, "cv": 4}).fit(X, words, sample_weight=weights)
    assert {size for of in seen.values() for size, _ in of} == {50}


def test_callables_with_any_number_of_threads_and_with_groups(data):
    X, y = data
    settings = {"choose_by": missed_and_false, "max_rules": 4}
    one, two = (RuleClassifier(n_jobs=n, **settings).fit(X, y) for n in (1, 2))
    assert scores(one) == pytest.approx(scores(two), abs=0, nan_ok=True)
    groups = np.arange(300) // 30
    grouped = RuleClassifier(cv=GroupKFold(5), **settings).fit(X.assign(patient=groups), y, groups="patient")
    assert "missed_and_false" in grouped.path_


def test_callables_and_ranges_of_a_target(data):
    X, _ = data

    def score(estimator, rows, labels):
        assert set(labels) <= {"< 15", ">= 15"}
        return estimator.score(rows, labels)

    model = RuleClassifier(choose_by=score, target_cut=[15], max_rules=3).fit(
        X.drop(columns="mean radius"), X["mean radius"]
    )
    assert model.path_["score"].max() > 0.9


def test_what_callables_raise_is_raised(data):
    class Strange(Exception):
        pass

    def raising(estimator, X, y):
        raise Strange("no score")

    with pytest.raises(Strange, match="no score"):
        RuleClassifier(choose_by=raising).fit(*data)
    with pytest.raises(TypeError, match="choose_by: <lambda> returned 'x', which is no number"):
        RuleClassifier(choose_by=lambda estimator, X, y: "x").fit(*data)
    with pytest.raises(ValueError, match="'<lambda>' cannot score a model: a score must be a finite number, not NaN"):
        RuleClassifier(choose_by=lambda estimator, X, y: float("nan")).fit(*data)
    with pytest.raises(ValueError, match="two measures of the name 'missed_and_false'"):
        RuleClassifier(choose_by=[missed_and_false, missed_and_false]).fit(*data)
    with pytest.raises(TypeError, match="choose_by must be names of its measures"):
        compare(RuleClassifier(choose_by=missed_and_false), *data, ["greedy"])
    one_class = [(np.flatnonzero(data[1] == 0), np.arange(10)), (np.arange(150), np.arange(150, 300))]
    with pytest.raises(ValueError, match="a fold has rows of one class only"):
        RuleClassifier(choose_by=missed_and_false, cv=one_class).fit(*data)


def test_estimators_with_callables_are_cloned_searched_and_pickled(data):
    X, y = data
    model = RuleClassifier(choose_by=missed_and_false, max_rules=2, divisions=5)
    assert clone(model).choose_by is missed_and_false
    search = GridSearchCV(model, {"max_length": [1, 2]}, cv=2).fit(X, y)
    assert pickle.loads(pickle.dumps(search.best_estimator_)).score(X, y) == search.best_estimator_.score(X, y)


def test_compare_makes_the_folds_itself(data):
    with pytest.raises(TypeError, match="cv must be their number, not KFold"):
        compare(RuleClassifier(cv=KFold(3)), *data, ["greedy"])
