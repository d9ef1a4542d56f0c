"""Models of other sizes."""

import pickle
import sys

import matplotlib as mpl
import numpy as np
import pytest
from rulegen import BooleanRuleClassifier, RuleClassifier, plot_front
from sklearn.base import clone
from sklearn.exceptions import NotFittedError
from sklearn.model_selection import GridSearchCV

mpl.use("Agg")


@pytest.fixture(scope="module")
def fitted(fixture_frame):
    X, y = fixture_frame("wdbc", "diagnosis")
    return RuleClassifier(n_jobs=2).fit(X, y), X, y


def test_the_path_holds_the_model_taken(fitted):
    model, _, _ = fitted
    rules = [row["rules"] for row in model.path_]
    assert rules == sorted(rules) and rules[0] == 0 and len(rules) > 5
    (chosen,) = (row for row in model.path_ if row["chosen"])
    assert chosen["rules"] == len(model.rules_)
    assert chosen["conditions"] == model.rules_["length"].sum()
    assert chosen["max_length"] >= model.rules_["length"].max()
    assert chosen["penalty"] > 0
    scores = [row["accuracy"] for row in model.path_]
    assert scores[0] < chosen["accuracy"] <= max(scores) <= 1
    assert all(row["accuracy_se"] > 0 and row["auc_se"] >= 0 for row in model.path_[1:])
    assert model.certificate_.status == "size"
    model.path_[0]["rules"] = -1
    assert model.path_[0]["rules"] == 0


def test_every_size_is_a_fitted_estimator(fitted):
    model, X, y = fitted
    for row in model.path_:
        small = model.at(row["rules"])
        assert len(small.rules_) == row["rules"]
        assert small.size == row["rules"]
        assert np.allclose(small.predict_proba(X).sum(axis=1), 1.0)
        assert set(small.predict(X)) <= set(model.classes_)
    assert (model.at(0).predict(X) == "B").all()
    assert model.at(len(model.rules_)).to_json() == model.to_json()
    most = max(row["rules"] for row in model.path_)
    assert len(model.at(1000).rules_) == most
    # From a small model to a large one, and to a model file.
    assert model.at(2).at(1000).to_json() == model.at(1000).to_json()
    assert len(RuleClassifier.from_json(model.at(2).to_json()).rules_) == 2
    assert model.at(2).certificate_.objective > model.at(5).certificate_.objective
    assert model.size is None and model.certificate_.objective < model.at(2).certificate_.objective
    # Learned again, a model has the size that was taken.
    assert len(clone(model.at(2)).fit(X, y).rules_) == 2


def test_sizes_that_there_are_not(fitted):
    model, X, y = fitted
    with pytest.raises(TypeError):
        model.at(2.5)
    with pytest.raises(ValueError, match="no model of at most -1 rules: the smallest has 0"):
        model.at(-1)
    six = RuleClassifier(size=6).fit(X, y)
    with pytest.raises(ValueError, match="no model of at most 3 rules: the smallest has 6"):
        six.at(3)


def test_without_a_path(fitted):
    model, X, y = fitted
    at_penalty = RuleClassifier(penalty=5.0, iterations=2).fit(X, y)
    read = RuleClassifier.from_json(model.to_json())
    for other, message in [(at_penalty, "no path of sizes"), (read, "read from a file")]:
        assert not hasattr(other, "path_")
        for ask in (lambda m: m.path_, lambda m: m.at(3), lambda m: m.plot_front()):
            with pytest.raises(AttributeError, match=message):
                ask(other)
    for ask in (lambda m: m.path_, lambda m: m.at(3), lambda m: m.plot_front()):
        with pytest.raises(NotFittedError):
            ask(RuleClassifier())
    # The new fit replaces what was learned before.
    assert not hasattr(clone(model).fit(X, y).set_params(size="given", iterations=1).fit(X, y), "path_")


def test_pickles_keep_the_path(fitted):
    model, X, _ = fitted
    again = pickle.loads(pickle.dumps(model))
    assert again.path_ == model.path_
    assert again.at(3).rules_.equals(model.at(3).rules_)
    assert (again.at(3).predict_proba(X) == model.at(3).predict_proba(X)).all()
    assert not hasattr(clone(model), "_front")


def test_sizes_are_words_or_numbers(fixture_frame):
    X, y = fixture_frame("iris", "species")
    best = RuleClassifier(size="best").fit(X, y)
    scores = {row["chosen"]: row["accuracy"] + row["auc"] for row in best.path_}
    assert scores[True] >= scores[False] - 1e-12
    assert len(RuleClassifier(size=np.int64(3), choose_by="accuracy").fit(X, y).rules_) <= 3
    assert RuleClassifier("4", max_rules=2, choose_by=["log-loss"]).fit(X, y).path_[-1]["rules"] <= 2
    assert RuleClassifier(max_conditions=3).fit(X, y).path_[-1]["conditions"] <= 3
    search = GridSearchCV(RuleClassifier(), {"size": [1, 4]}, cv=3).fit(X, y)
    assert search.best_params_ == {"size": 4}
    for size in ("few", 0, -1, True):
        with pytest.raises(ValueError, match="size must be one of auto, best, given"):
            RuleClassifier(size=size).fit(X, y)
    with pytest.raises(ValueError, match="choose_by must be"):
        RuleClassifier(choose_by="recall").fit(X, y)


def test_groups_are_compared_anew(fitted):
    model, X, y = fitted
    groups = (X["radius_mean"] > 14).astype(str)
    model = clone(model).fit(X, y, sensitive_features=groups)
    assert model.fairness_ == model.fairness(X, y, groups)
    assert not hasattr(model.at(1), "fairness_")


def test_the_front_is_drawn(fitted, tmp_path):
    model, X, y = fitted
    ax = model.plot_front()
    line, chosen = ax.get_lines()[0], ax.get_lines()[-1]
    assert line.get_xdata().tolist() == [row["rules"] for row in model.path_]
    assert line.get_ydata().tolist() == [row["accuracy"] for row in model.path_]
    assert chosen.get_xdata().tolist() == [len(model.rules_)]
    assert ax.get_ylabel() == "cross-validated accuracy"
    assert plot_front(model, ax) is ax
    ax.figure.savefig(tmp_path / "front.png")
    likely = RuleClassifier(choose_by="log-loss", max_rules=3).fit(X, y)
    ax = likely.plot_front()
    assert ax.get_ylabel() == "cross-validated log-loss"
    assert min(ax.get_lines()[0].get_ydata()) > 0


def test_the_path_of_penalties_is_proved(fitted):
    _, X, y = fitted
    model = RuleClassifier(path="penalty", pricers=["greedy", "branch-and-bound"], max_length=1).fit(X, y)
    first, *steps = model.path_
    assert first["rules"] == 0 and "certificate" not in first
    assert steps and all(0 <= row["certificate"]["gap"] < 1e-6 for row in steps)
    assert all(row["penalty"] < first["penalty"] for row in steps)
    assert all("certificate" not in row for row in fitted[0].path_)
    with pytest.raises(ValueError, match="path must be"):
        RuleClassifier(path="lasso").fit(X, y)


def test_drawing_needs_matplotlib(fitted, monkeypatch):
    monkeypatch.setitem(sys.modules, "matplotlib.pyplot", None)
    with pytest.raises(ImportError, match=r"pip install 'rulegen\[plots\]'"):
        fitted[0].plot_front()


def test_boolean_rule_sets_have_sizes(fixture_frame):
    X, y = fixture_frame("monks1", "class")
    model = BooleanRuleClassifier(n_jobs=2).fit(X, y)
    (chosen,) = (row for row in model.path_ if row["chosen"])
    assert (len(model.rules_), model.rules_["length"].sum()) == (chosen["rules"], chosen["conditions"])
    assert len(model.at(1).rules_) <= 1
    assert model.plot_front().get_lines()[0].get_xdata().tolist() == [row["rules"] for row in model.path_]
    assert not hasattr(BooleanRuleClassifier(complexity=4).fit(X, y), "path_")
    assert len(BooleanRuleClassifier(size=2).fit(X, y).rules_) <= 2
