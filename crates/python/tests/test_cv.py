"""The folds and the measures that choose a size, in the forms of scikit-learn."""

import numpy as np
import pytest
from rulegen import BooleanRuleClassifier, RuleClassifier, compare
from sklearn.datasets import load_breast_cancer
from sklearn.metrics import accuracy_score, balanced_accuracy_score, f1_score, log_loss, roc_auc_score
from sklearn.model_selection import GroupKFold, KFold, LeaveOneGroupOut, ShuffleSplit, StratifiedKFold


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
        RuleClassifier(choose_by="neg_brier_score").fit(*data)


def test_compare_makes_the_folds_itself(data):
    with pytest.raises(TypeError, match="cv must be their number, not KFold"):
        compare(RuleClassifier(cv=KFold(3)), *data, ["greedy"])
