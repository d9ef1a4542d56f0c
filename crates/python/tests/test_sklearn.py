"""Scikit-learn's conventions for classifiers."""

import pickle
import warnings

import numpy as np
import pytest
from rulegen import BooleanRuleClassifier, RugClassifier, RuleClassifier, RuleFeatures, RulegenWarning
from sklearn.base import clone
from sklearn.datasets import load_iris, load_wine
from sklearn.exceptions import NotFittedError
from sklearn.model_selection import GridSearchCV, cross_val_score
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.utils.estimator_checks import check_estimator

ALL = [RugClassifier, RuleClassifier, BooleanRuleClassifier]
# The checks have a hundred small data sets, some of pure noise, which nobody need prove the best
# rules of.
QUICK = {RugClassifier: {}, RuleClassifier: {}, BooleanRuleClassifier: {"time_limit": 2.0}}
GIVEN = {RugClassifier: {}, RuleClassifier: {"size": "given"}, BooleanRuleClassifier: {"size": "given"}}
# Folds are drawn over rows, whatever they weigh, as in scikit-learn's own estimators that
# cross-validate.
FOLDS = {
    "check_sample_weight_equivalence_on_dense_data": "folds are over rows",
    "check_sample_weight_equivalence_on_sparse_data": "folds are over rows",
}
# A class that weighs ten million times the others must be said of 87% of the rows. Of rule sets
# that are equally right by weight the smallest is taken, and that says it of 84%; at a given
# complexity it is said of all.
EQUALLY_RIGHT = {**FOLDS, "check_class_weight_classifiers": "the smallest of rule sets that are equally right"}


@pytest.mark.parametrize(
    ("estimator", "exempt"),
    [
        (RugClassifier(), {}),
        (RuleClassifier(divisions=1), FOLDS),
        (RuleClassifier(size="given"), {}),
        (BooleanRuleClassifier(), EQUALLY_RIGHT),
        (BooleanRuleClassifier(time_limit=2.0, size="given"), {}),
        (RuleFeatures(RuleClassifier(size="given")), {}),
    ],
)
def test_check_estimator(estimator, exempt):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        results = check_estimator(estimator, on_fail=None, expected_failed_checks=exempt)
    fine = ("passed", "skipped", "xfail")
    failed = {r["check_name"]: repr(r["exception"]) for r in results if r["status"] not in fine}
    skipped = {r["check_name"]: str(r["exception"]) for r in results if r["status"] == "skipped"}
    assert not failed
    # scikit-learn skips what needs another package or a switch of its own; nothing is skipped for
    # our sake.
    assert all("array API" in why or "SCIPY_ARRAY_API" in why for why in skipped.values()), skipped
    assert sum(r["status"] == "passed" for r in results) > 45


@pytest.mark.parametrize("estimator", ALL)
def test_defaults_pass_their_own_check(estimator):
    X, y = load_iris(return_X_y=True)
    assert estimator().fit(X[:100], y[:100]).score(X[:100], y[:100]) == 1.0


def test_pipeline_grid_search_and_cross_validation():
    X, y = load_wine(return_X_y=True)
    pipeline = make_pipeline(StandardScaler(), RugClassifier(max_depth=2))
    search = GridSearchCV(pipeline, {"rugclassifier__penalty": [0.1, 1.0]}, cv=3).fit(X, y)
    assert search.best_score_ > 0.85
    assert cross_val_score(RugClassifier(), X, y, cv=3).mean() > 0.85


def test_numpy_parameters_are_taken():
    X, y = load_iris(return_X_y=True)
    plain = RugClassifier(max_depth=2, penalty=0.5).fit(X, y)
    typed = RugClassifier(max_depth=np.int64(2), penalty=np.float32(0.5), random_state=np.int64(0)).fit(X, y)
    assert plain.rules_.equals(typed.rules_)


@pytest.mark.parametrize("estimator", ALL)
def test_pickle_and_clone(estimator):
    X, y = load_iris(return_X_y=True, as_frame=True)
    model = estimator(**QUICK[estimator]).fit(X, y)
    copy = pickle.loads(pickle.dumps(model))
    assert copy.rules_.equals(model.rules_)
    assert (copy.predict_proba(X) == model.predict_proba(X)).all()
    with pytest.raises(NotFittedError):
        clone(model).predict(X)


def test_string_labels_and_their_order():
    X, y = load_iris(return_X_y=True)
    names = np.array(["10", "9", "100"])[y]
    model = RugClassifier().fit(X, names)
    assert list(model.classes_) == ["10", "100", "9"]
    # The model orders classes as numbers, the estimator as scikit-learn does.
    assert model._model.classes == ["9", "10", "100"]
    assert (model.predict(X) == names).mean() > 0.97
    shares = model.predict_proba(X)
    assert (model.classes_[shares.argmax(axis=1)] == model.predict(X)).all()
    assert np.allclose(shares.sum(axis=1), 1.0)


def test_logistic_rules_give_probabilities():
    X, y = load_iris(return_X_y=True)
    names = np.array(["10", "9", "100"])[y]
    model = RuleClassifier(penalty=5.0).fit(X, names)
    probabilities = model.predict_proba(X)
    assert np.allclose(probabilities.sum(axis=1), 1.0)
    # The optimality conditions of free intercepts: the mean probability of a class is its share of
    # the rows.
    assert np.allclose(probabilities.mean(axis=0), 1 / 3, atol=1e-6)
    assert (model.classes_[probabilities.argmax(axis=1)] == model.predict(X)).mean() > 0.99

    few, two = X[50:], y[50:]
    model = RuleClassifier(penalty=5.0).fit(few, two)
    odds = model.decision_function(few)
    with pytest.warns(RulegenWarning, match="The model has no rule"):
        alone = RuleClassifier(penalty=1e6).fit(few[:80], two[:80])
    assert alone.rules_.empty
    # 50 and 30 rows, and no rule: the odds are those of the classes.
    assert alone.intercept_ == pytest.approx([np.log(50 / 30), 0.0])
    assert "The start is" in alone._html_repr()
    assert np.allclose(model.predict_proba(few)[:, 1], 1 / (1 + np.exp(-odds)))
    assert ((odds > 0) == (model.predict(few) == 2)).all()


def test_booleans_and_floats_are_labels():
    X, y = load_iris(return_X_y=True)
    for labels in (y > 0, (y > 0) * 2.0, y.astype(np.float32)):
        model = RugClassifier().fit(X, labels)
        assert model.predict(X).dtype == labels.dtype
        assert model.score(X, labels) > 0.95


@pytest.mark.parametrize("estimator", ALL)
def test_weights_are_numbers_of_rows(estimator):
    X, y = load_iris(return_X_y=True)
    weights = np.random.default_rng(1).integers(0, 4, len(y))
    model = estimator(**QUICK[estimator] | GIVEN[estimator])
    weighted = clone(model).fit(X, y, sample_weight=weights)
    repeated = clone(model).fit(X.repeat(weights, axis=0), y.repeat(weights))
    assert weighted.rules_.equals(repeated.rules_)
    assert weighted.certificate_.objective == pytest.approx(repeated.certificate_.objective)


def test_a_path_is_the_same_of_weighted_and_repeated_rows():
    X, y = load_iris(return_X_y=True)
    weights = np.random.default_rng(1).integers(0, 4, len(y))
    # Folds are drawn over rows, and choose the ridge unless it is given.
    settings = {"size": 3, "max_length": 1, "ridge": 3}
    weighted = RuleClassifier(**settings).fit(X, y, sample_weight=weights)
    repeated = RuleClassifier(**settings).fit(X.repeat(weights, axis=0), y.repeat(weights))
    assert weighted.rules_.drop(columns="folds").equals(repeated.rules_.drop(columns="folds"))
    assert weighted.certificate_.objective == pytest.approx(repeated.certificate_.objective)


def test_class_weight():
    X, y = load_iris(return_X_y=True)
    X, y = X[50:, :1], y[50:]
    plain = RugClassifier(max_depth=2).fit(X, y)
    leaning = RugClassifier(max_depth=2, class_weight={2: 50.0}).fit(X, y)
    assert (leaning.predict(X) == 2).sum() > (plain.predict(X) == 2).sum()
    by_hand = RugClassifier(max_depth=2).fit(X, y, sample_weight=np.where(y == 2, 50.0, 1.0))
    assert leaning.rules_.equals(by_hand.rules_)
    few = np.r_[:50, 50:60]
    balanced = RugClassifier(max_depth=2, class_weight="balanced").fit(X[few], y[few])
    weights = np.where(y[few] == 2, 60 / 20, 60 / 100)
    assert balanced.rules_.equals(RugClassifier(max_depth=2).fit(X[few], y[few], sample_weight=weights).rules_)
    with pytest.raises(ValueError, match="class_weight: 7 is not a class"):
        RugClassifier(class_weight={7: 1.0}).fit(X, y)


@pytest.mark.parametrize("estimator", ALL)
def test_threads_do_not_matter(estimator):
    X, y = load_wine(return_X_y=True)
    one = estimator(n_jobs=1, max_length=2).fit(X, y == 0)
    two = estimator(n_jobs=2, max_length=2).fit(X, y == 0)
    assert one.to_json() == two.to_json()


@pytest.mark.parametrize(
    ("parameters", "message"),
    [
        ({"penalty": -1}, "the penalty must be positive and finite, not -1"),
        ({"penalty": float("nan")}, "the penalty must be positive"),
        ({"rule_cost": "weight"}, "rule_cost must be one of length, unit"),
        ({"max_depth": -1}, "max_depth must be at least 1, not -1"),
        ({"pricers": "oracle"}, "one of auto, pool, tree"),
        ({"pricers": "pool"}, "the pool must be given"),
        ({"time_limit": -2.0}, "time_limit must be positive seconds"),
        ({"lp": "clp"}, "clp"),
        ({"pos_label": 9}, "'9' is not a class"),
        ({"constraint": "dmc"}, "needs sensitive_features"),
        ({"categorical_features": ["a"]}, "there is no column 'a'"),
        ({"columns_per_round": 0}, "columns_per_round must be at least 1"),
    ],
)
def test_bad_parameters_are_named(parameters, message):
    X, y = load_iris(return_X_y=True)
    with pytest.raises(ValueError, match=message):
        RugClassifier(**parameters).fit(X, y)
    if "constraint" not in parameters:
        with pytest.raises(ValueError, match=message):
            RuleClassifier(**parameters).fit(X, y)
    with pytest.raises(TypeError, match="max_depth"):
        RugClassifier(max_depth="deep").fit(X, y)


def test_the_logistic_loss_knows_no_constraint():
    X, y = load_iris(return_X_y=True)
    with pytest.raises(ValueError, match="rules are fair with the loss hinge"):
        RuleClassifier(constraint="dmc").fit(X, y, sensitive_features=y % 2)


def test_bad_labels_are_refused():
    X, y = load_iris(return_X_y=True)
    with pytest.raises(ValueError, match="at least two classes"):
        RugClassifier().fit(X[:50], y[:50])
    with pytest.raises(ValueError, match="at least two classes"):
        RugClassifier().fit(X, y, sample_weight=(y == 0).astype(float))
    with pytest.raises(ValueError, match="inconsistent numbers of samples"):
        RugClassifier().fit(X, y[:-1])
    with pytest.raises(ValueError, match="Negative values"):
        RugClassifier().fit(X, y, sample_weight=-np.ones(len(y)))
