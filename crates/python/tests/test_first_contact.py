"""Stumbling blocks of newcomers: wrong arguments, columns by position, scikit-learn's habits."""

import inspect
import re
import warnings

import narwhals as nw
import numpy as np
import pandas as pd
import polars as pl
import pytest
from rulegen import BooleanRuleClassifier, RugClassifier, RuleClassifier, RuleFeatures, RulegenWarning
from scipy import sparse
from scipy.special import softmax
from sklearn import config_context
from sklearn.datasets import load_iris
from sklearn.ensemble import RandomForestClassifier
from sklearn.frozen import FrozenEstimator
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import GridSearchCV, GroupKFold, cross_val_score, cross_validate
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

X, Y = load_iris(return_X_y=True)
TWO = Y > 1
ESTIMATORS = [RugClassifier, RuleClassifier, BooleanRuleClassifier]


@pytest.mark.parametrize(
    ("parameters", "error", "message"),
    [
        ({"size": 2.5}, ValueError, "size must be one of auto, best, given, a number .* not '2.5'"),
        ({"class_weight": "balancd"}, ValueError, "class_weight must be 'balanced', a dict .* not 'balancd'"),
        ({"random_state": -1}, ValueError, "random_state must be at least 0, not -1"),
        ({"random_state": "a"}, ValueError, "random_state must be a whole number, .* not 'a'"),
        ({"categorical_features": [99]}, ValueError, "categorical_features: there is no column 99: positions go from"),
        ({"categorical_features": [True]}, ValueError, "categorical_features has 1 marks, and X has 4 columns"),
        ({"keep": 9}, ValueError, "keep: there is no column 9"),
        ({"keep": 2.5}, TypeError, "keep must be names or positions of columns, not 2.5"),
        ({"forbid": [7]}, ValueError, "forbid: there is no column 7"),
        ({"monotonic_cst": {7: 1}}, ValueError, "monotonic_cst: there is no column 7"),
        ({"interaction_cst": [[0, 7]]}, ValueError, "interaction_cst: there is no column 7"),
        ({"constraint": "x"}, ValueError, "constraint must be one of dmc, odm, .* not 'x'"),
        ({"cv": 10_000}, ValueError, "cv must be at most the number of rows, which is 150, not 10000"),
        ({"cv": "ten"}, TypeError, "cv must be a whole number, a splitter, or pairs of rows, not 'ten'"),
        ({"penalty": "much"}, TypeError, "penalty must be a number, or None, not 'much'"),
        ({"max_length": -3}, ValueError, "max_length must be at least 1, not -3"),
        ({"min_cover": 0}, ValueError, "min_cover must be at least 1, not 0"),
        ({"cv": 1}, ValueError, "cv must be at least 2, not 1"),
        ({"bins": 500}, ValueError, "bins must be from 2 to 255, not 500"),
        ({"gap": 2}, ValueError, "gap must be below 1, not 2"),
        ({"verbose": "x"}, ValueError, "verbose must be a whole number .* not 'x'"),
        ({"n_jobs": "all"}, TypeError, "n_jobs must be a whole number, .* not 'all'"),
        ({"choose_by": 3}, TypeError, "choose_by must be text, a scorer, .* not 3"),
        ({"choose_by": "acc"}, ValueError, "choose_by: 'acc' is neither a scorer of scikit-learn nor one of accuracy"),
        ({"must_have": "hello"}, ValueError, "must_have: 'hello' is neither a rule, such as 'if age > 60"),
        ({"loss": 3}, TypeError, "loss must be one of logistic, hinge, not 3"),
        ({"all_nodes": 1}, TypeError, "all_nodes must be True or False, not 1"),
        ({"lp": 3}, TypeError, "lp must be text, such as 'auto', not 3"),
        ({"error_costs": 3}, ValueError, r"error_costs must be a pair of numbers, such as \(5, 1\), not 3"),
        ({"pool": 3}, TypeError, "rules of a model are needed, .* not 3"),
        ({"feature_names": ["a"]}, ValueError, "feature_names has 1 names, and X has 4 columns"),
        ({"feature_names": list("abca")}, ValueError, "feature_names has a name twice"),
        ({"feature_names": "abcd"}, TypeError, "feature_names must be a list of names"),
    ],
)
def test_a_wrong_argument_is_named_with_its_value(parameters, error, message):
    with pytest.raises(error, match=message):
        RuleClassifier(**parameters).fit(X, TWO)


@pytest.mark.parametrize(
    ("labels", "message"),
    [
        (["a", None, "b"], r"y has missing labels, the first in row 1 \(from 0\)"),
        (pd.Series(["a", "b", pd.NA], dtype="string"), r"y has missing labels, the first in row 2 \(from 0\)"),
        (pl.Series(["a", None, "b"]), r"y has missing labels, the first in row 1 \(from 0\)"),
        (np.array([1, "a", 1], dtype=object), "y has text such as 'a' and others such as 1: make all text"),
        (np.array([1.5, 2.5, 3.7]), r"target_cut=\[A, B\] cuts a number into classes"),
    ],
)
@pytest.mark.parametrize("estimator", ESTIMATORS)
def test_labels_that_are_no_classes_are_named(estimator, labels, message):
    with pytest.raises(ValueError, match=message):
        estimator().fit(X[:3], labels)


def test_a_column_of_weights_is_not_named_but_given():
    frame = pd.DataFrame(X, columns=list("abcd"))
    with pytest.raises(TypeError, match=r"sample_weight must be a number for each row, such as X\['a'\], not text"):
        RuleClassifier().fit(frame, Y, sample_weight="a")


def test_decimal_commas_and_months_are_said_to_be_what_they_are():
    draw = np.random.default_rng(0)
    commas = pd.DataFrame({"price": [f"{x:.2f}".replace(".", ",") for x in draw.integers(0, 60, 150) / 4]})
    with pytest.warns(RulegenWarning, match="'price' holds words that are mostly numbers with decimal commas"):
        RuleClassifier(size=1).fit(commas, Y)
    months = pd.DataFrame({"month": pd.period_range("2020-01", periods=150, freq="M")})
    with pytest.raises(TypeError, match=r"period.*make it dates with column.dt.to_timestamp\(\)"):
        RuleClassifier().fit(months, Y)


def test_a_path_that_an_estimator_has_not_names_the_one_it_has():
    with pytest.raises(ValueError, match=r"has a path over epsilon, not over 'complexity'; .* path_ has"):
        RuleClassifier().fit_path(X, Y, [1, 2])


class Foreign:
    """A frame of another package, which narwhals knows."""

    def __init__(self, frame):
        self.frame, self.shape = nw.from_native(frame)._compliant_frame, frame.shape

    def __narwhals_dataframe__(self):
        return self.frame


def test_frames_that_narwhals_knows_are_read():
    frame = pd.DataFrame(X, columns=list("abcd"))
    model = RuleClassifier(size=3).fit(Foreign(frame), TWO)
    assert model.to_json() == RuleClassifier(size=3).fit(frame, TWO).to_json()
    assert (model.predict(Foreign(frame)) == model.predict(frame)).all()
    grouped = RuleClassifier(size=3).fit(X, TWO, groups=Foreign(pd.DataFrame({"day": np.arange(150) % 10})))
    assert "day" in grouped.to_markdown()


def test_lazy_frames_are_to_be_collected():
    with pytest.raises(TypeError, match=r"LazyFrame.* call \.collect\(\) first"):
        RuleClassifier().fit(pl.DataFrame(X).lazy(), TWO)


@pytest.mark.parametrize("estimator", [RugClassifier(), RuleClassifier(), BooleanRuleClassifier(complexity=3)])
def test_a_cover_of_more_rows_than_there_are_is_warned_of(estimator):
    with pytest.warns(RulegenWarning, match="min_cover=10000 is more than the 150 rows, so no rule can be found"):
        model = estimator.set_params(min_cover=10_000).fit(X, TWO)
    assert len(model.rules_) == 0


def test_few_rows_have_the_usual_folds():
    few = [0, 60, 120]
    with pytest.warns(RulegenWarning, match="The model has no rule"):
        RuleClassifier().fit(X[few], Y[few])
    with pytest.raises(ValueError, match="cv must be at most"):
        RuleClassifier(cv=6).fit(X[few], Y[few])


def test_an_ensemble_is_a_pool():
    forest = RandomForestClassifier(5, max_depth=2, random_state=0).fit(X, Y)
    model = RugClassifier(pricers="pool", pool=forest).fit(X, Y)
    assert len(model.rules_) > 0


@pytest.mark.parametrize("form", [np.asarray, sparse.csr_array])
def test_columns_of_arrays_count_from_0_as_in_scikit_learn(form):
    model = RuleClassifier(size=2).fit(form(X), TWO)
    assert set(model.literals_["column"]) <= {"x2", "x3"}
    named = RuleClassifier(size=2, feature_names=list("abcd")).fit(form(X), TWO)
    assert set(named.literals_["column"]) <= {"c", "d"}
    assert not hasattr(named, "feature_names_in_")
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert (named.predict(form(X)) == model.predict(form(X))).all()
        assert cross_val_score(RuleClassifier(size=2, feature_names=list("abcd")), form(X), TWO, cv=3).mean() > 0.8


def test_frames_have_names_of_their_own():
    frame = pd.DataFrame(X, columns=list("abcd"))
    assert RuleClassifier(size=1, feature_names=list("abcd")).fit(frame, TWO).classes_.tolist() == [False, True]
    with pytest.raises(ValueError, match="feature_names are for arrays: X has names of its own, such as 'a'"):
        RuleClassifier(feature_names=list("efgh")).fit(frame, TWO)


@pytest.mark.parametrize("estimator", [RugClassifier(), RuleClassifier(size=3)])
@pytest.mark.parametrize("frame", [False, True])
def test_columns_are_named_or_counted(estimator, frame):
    names = ["a", "b", "c", "d"] if frame else ["x0", "x1", "x2", "x3"]
    data = pd.DataFrame(X, columns=names) if frame else X
    pairs = [
        ({"categorical_features": 0}, {"categorical_features": names[0]}),
        ({"categorical_features": [True, False, False, False]}, {"categorical_features": [names[0]]}),
        ({"keep": [1, -1]}, {"keep": [names[1], names[-1]]}),
        ({"monotonic_cst": {2: "+", np.int64(3): 1}}, {"monotonic_cst": {names[2]: 1, names[3]: "+"}}),
        ({"interaction_cst": [[0, 1], [2]]}, {"interaction_cst": [names[:2], [names[2]]]}),
        ({"forbid": [2, f"{names[3]} <="]}, {"forbid": [names[2], f"{names[3]} <="]}),
    ]
    for by_place, by_name in pairs:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", RulegenWarning)
            models = [type(estimator)(**{**estimator.get_params(), **of}).fit(data, TWO) for of in (by_place, by_name)]
        assert models[0].to_json() == models[1].to_json(), by_place


def test_models_of_files_know_where_columns_are_counted_from():
    """Read by position only where the names leave no doubt."""
    model = RuleClassifier(size=2).fit(X, TWO)
    again = RuleClassifier.from_json(model.to_json())
    assert (again.predict(X) == model.predict(X)).all()
    from_one = model.to_json()
    for place in (3, 2, 1, 0):
        from_one = from_one.replace(f'"x{place}"', f'"x{place + 1}"')
    assert (RuleClassifier.from_json(from_one).predict(X) == model.predict(X)).all()
    # A constant column is no feature, so the names could start at either.
    middle = np.column_stack([np.ones(len(X)), X[:, 2:], np.ones(len(X))])
    with pytest.warns(RulegenWarning, match="constant"):
        unsure = RuleClassifier(size=2).fit(middle, TWO)
    assert unsure.score(middle, TWO) > 0.9
    with pytest.raises(ValueError, match="may be counted from x0, as in Python, or from x1"):
        RuleClassifier.from_json(unsure.to_json()).predict(middle)


@pytest.mark.parametrize("estimator", [RugClassifier(), RuleClassifier(size=4), BooleanRuleClassifier(complexity=3)])
def test_logarithms_of_probabilities(estimator):
    model = estimator.fit(X, Y)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert np.allclose(np.exp(model.predict_log_proba(X)), model.predict_proba(X))


def test_decisions_between_several_classes_are_log_odds():
    model = RuleClassifier(size=4).fit(X, Y)
    odds = model.decision_function(X)
    assert odds.shape == (150, 3)
    assert np.allclose(softmax(odds, axis=1), model.predict_proba(X))
    assert (model.classes_[odds.argmax(axis=1)] == model.predict(X)).all()
    assert np.allclose(RugClassifier().fit(X, Y).decision_function(X).sum(axis=1), 1)


@pytest.mark.parametrize("labels", [Y, TWO])
@pytest.mark.filterwarnings("ignore:X does not have valid feature names")
def test_explanations_add_up_and_have_the_index_of_the_frame(labels):
    frame = pd.DataFrame(X, columns=list("abcd"), index=[f"flower {k}" for k in range(150)])
    model = RuleClassifier(size=4).fit(frame, labels)
    assert model.intercept_.any()
    explained = model.explain(frame)
    assert explained["row"].unique().tolist() == frame.index.tolist()
    votes = explained.pivot_table(index="row", columns="class", values="vote", aggfunc="sum", fill_value=0.0)
    votes = votes.reindex(index=frame.index, columns=model.classes_, fill_value=0.0).to_numpy()
    assert np.allclose(softmax(votes, axis=1), model.predict_proba(frame))
    assert explained["conditions"].iloc[0] == "start" and pd.isna(explained["rule"].iloc[0])
    few = frame.iloc[[149, 3]]
    assert model.explain(few)["row"].unique().tolist() == ["flower 149", "flower 3"]
    assert model.counterfactuals(few)["row"].unique().tolist() == ["flower 149", "flower 3"]
    if len(model.classes_) == 2:
        assert set(model.reasons(few)["row"]) <= {"flower 149", "flower 3"}
    assert model.explain(X)["row"].unique().tolist() == list(range(150))
    several = frame.set_axis(pd.MultiIndex.from_product([range(15), range(10)]))
    assert model.explain(several)["row"].iloc[-1] == (14, 9)


def test_model_files_have_the_names_and_types_of_columns_and_labels():
    frame = pd.DataFrame(X, columns=list("abcd"))
    for labels in (Y, TWO, Y.astype(str) + "th"):
        model = RuleClassifier(size=3).fit(frame, labels)
        again = RuleClassifier.from_json(model.to_json())
        assert again.feature_names_in_.tolist() == list("abcd") and again.n_features_in_ == 4
        assert again.classes_.dtype.kind == model.classes_.dtype.kind
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            assert (again.predict(frame[["d", "c", "b", "a"]]) == model.predict(frame)).all()
        # Fitted anew, nothing of the file stays.
        assert (again.fit(X, Y + 5).predict(X) == RuleClassifier().fit(X, Y + 5).predict(X)).all()
        assert not hasattr(again, "feature_names_in_")
    again = RuleClassifier.from_json(RuleClassifier(size=3).fit(X, Y).to_json())
    assert again.n_features_in_ == 4 and not hasattr(again, "feature_names_in_")


def test_what_is_written_to_a_file_is_not_returned(tmp_path):
    model = RuleClassifier(size=2).fit(X, TWO)
    assert model.to_json(tmp_path / "model.json") is None
    assert (tmp_path / "model.json").read_text(encoding="utf-8") == model.to_json()
    assert model.report(X, TWO, tmp_path / "report.html") is None
    assert (tmp_path / "report.html").read_text(encoding="utf-8") == model.report(X, TWO)
    with pytest.raises(TypeError, match=r"the path comes after .* report\(X, y, 'report.html'\)"):
        model.report("report.html", X, TWO)


def test_rules_are_columns():
    frame = pd.DataFrame(X, columns=list("abcd"))
    features = RuleFeatures(RuleClassifier(size=4)).set_output(transform="pandas").fit(frame, Y)
    table = features.transform(frame)
    rules = features.classifier_.rules_
    assert table.columns.tolist() == rules["conditions"].tolist()
    assert table.sum().tolist() == rules["coverage"].tolist()
    assert (features.classifier_.covers(frame) == table.to_numpy(bool)).all()
    pipeline = make_pipeline(RuleFeatures(), LogisticRegression())
    search = GridSearchCV(pipeline, {"rulefeatures__classifier": [RuleClassifier(size=4)]}, cv=3).fit(frame, Y)
    assert search.best_score_ > 0.9
    kept = RuleFeatures(FrozenEstimator(features.classifier_)).fit(frame, Y)
    assert kept.get_feature_names_out().tolist() == table.columns.tolist()


@pytest.mark.parametrize(("container", "kind"), [("pandas", pd.DataFrame), ("polars", pl.DataFrame)])
@pytest.mark.parametrize("make", [pd.DataFrame, pl.DataFrame])
def test_rules_are_columns_of_the_frame_asked_for(container, kind, make):
    rows = make({name: X[:, at] for at, name in enumerate("abcd")})
    features = RuleFeatures(RuleClassifier(size=3)).fit(rows, Y)
    marks = features.transform(rows)
    assert isinstance(marks, np.ndarray)
    table = features.set_output(transform=container).transform(rows)
    assert isinstance(table, kind) and list(table.columns) == features.get_feature_names_out().tolist()
    assert (table.to_numpy() == marks).all()
    assert isinstance(features.set_output(transform="default").transform(rows), np.ndarray)
    with config_context(transform_output=container):
        pipeline = make_pipeline(StandardScaler(), RuleFeatures(RuleClassifier(size=2)), LogisticRegression())
        pipeline.fit(rows, Y)
        assert isinstance(pipeline[:-1].transform(rows), kind)
        assert list(pipeline[-1].feature_names_in_) == pipeline[:-1].get_feature_names_out().tolist()
        # The rules of a classifier behind a transformer name the columns that this makes.
        behind = make_pipeline(StandardScaler(), RuleClassifier(size=2)).fit(rows, Y)
        assert behind[-1].feature_names_in_.tolist() == pipeline[0].get_feature_names_out().tolist()


def test_weights_are_routed_to_the_transformer_of_rules():
    weights, days = np.where(Y == 0, 0.0, 1.0), np.arange(150) % 10
    with config_context(enable_metadata_routing=True):
        features = RuleFeatures(RuleClassifier(size=3)).set_fit_request(sample_weight=True, groups=True)
        plain = LogisticRegression().set_fit_request(sample_weight=False).set_score_request(sample_weight=True)
        pipeline = make_pipeline(features, plain)
        pipeline.fit(X, Y, sample_weight=weights, groups=days)
        scores = cross_validate(pipeline, X, Y, params={"sample_weight": weights}, cv=3, error_score="raise")
    assert pipeline[0].classifier_.classes_.tolist() == [1, 2]
    assert len(scores["test_score"]) == 3


def test_weights_and_groups_are_routed():
    days = np.arange(150) % 10
    with config_context(enable_metadata_routing=True):
        model = RuleClassifier(size=3).set_fit_request(groups=True, sample_weight=True)
        model.set_score_request(sample_weight=True)
        search = GridSearchCV(model, {"size": [2, 3]}, cv=GroupKFold(3), error_score="raise")
        search.fit(X, Y, groups=days, sample_weight=np.ones(150))
        pipeline = make_pipeline(StandardScaler(), model).fit(X, Y, groups=days)
    assert search.best_estimator_._model.to_json() == RuleClassifier(size=3).fit(X, Y, groups=days).to_json()
    assert pipeline[-1].score(StandardScaler().fit_transform(X), Y) > 0.9


def test_the_repr_has_what_differs_from_the_defaults():
    assert repr(RuleClassifier(size=3, cv=5)) == "RuleClassifier(size=3)"


@pytest.mark.parametrize("estimator", ESTIMATORS)
def test_help_begins_with_what_matters_first(estimator):
    first, others = inspect.getdoc(estimator).split("Other Parameters\n")
    assert len(re.findall(r"^\w+ : .*default=", first, re.MULTILINE)) == 8
    assert len(re.findall(r"^\w+ : .*default=", others, re.MULTILINE)) > 20


@pytest.mark.parametrize("labels", [Y, TWO])
@pytest.mark.filterwarnings("ignore:X does not have valid feature names")
def test_shap_explains_frames_and_arrays(labels):
    shap = pytest.importorskip("shap")
    frame = pd.DataFrame(X, columns=list("abcd"))
    for data in (frame, X):
        model = RuleClassifier(size=3, divisions=1).fit(data, labels)
        expected = model.predict_proba(data)
        values = shap.KernelExplainer(model.predict_proba, data[:20]).shap_values(data[:3], silent=True)
        assert values.shape == (3, 4, len(model.classes_))
        assert np.allclose(values.sum(axis=1) + expected[:20].mean(axis=0), expected[:3], atol=1e-6)
        for explainer in (shap.Explainer, shap.PermutationExplainer, shap.ExactExplainer):
            found = explainer(model.predict_proba, data[:20])(data[:3])
            assert np.allclose(found.values.sum(axis=1) + found.base_values, expected[:3], atol=1e-6)
        assert np.array_equal(model.predict_proba(data), expected)
