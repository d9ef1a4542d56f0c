"""Models of other sizes."""

import pickle
import sys

import matplotlib as mpl
import numpy as np
import pandas as pd
import pytest
from rulegen import BooleanRuleClassifier, RuleClassifier, plot_front
from sklearn.base import clone
from sklearn.exceptions import NotFittedError
from sklearn.model_selection import GridSearchCV

mpl.use("Agg")


@pytest.fixture(scope="module")
def fitted(fixture_frame):
    X, y = fixture_frame("wdbc", "diagnosis")
    return RuleClassifier(n_jobs=2, divisions=1).fit(X, y), X, y


def test_the_path_holds_the_model_taken(fitted):
    model, _, _ = fitted
    rules = model.path_["rules"].tolist()
    assert rules == sorted(rules) and rules[0] == 0 and len(rules) > 5
    ((_, chosen),) = model.path_[model.path_["chosen"]].iterrows()
    assert chosen["rules"] == len(model.rules_)
    assert chosen["conditions"] == model.rules_["length"].sum()
    assert chosen["max_length"] >= model.rules_["length"].max()
    assert chosen["penalty"] > 0
    scores = model.path_["accuracy"]
    assert scores[0] < chosen["accuracy"] <= max(scores) <= 1
    assert (model.path_["accuracy_se"][1:] > 0).all() and (model.path_["auc_se"][1:] >= 0).all()
    assert model.certificate_.status == "size"
    path = model.path_
    path.loc[0, "rules"] = -1
    assert model.path_["rules"][0] == 0


def test_every_size_is_a_fitted_estimator(fitted):
    model, X, y = fitted
    for rules in model.path_["rules"]:
        small = model.at(rules)
        assert len(small.rules_) == rules
        assert small.size == rules
        assert np.allclose(small.predict_proba(X).sum(axis=1), 1.0)
        assert set(small.predict(X)) <= set(model.classes_)
    assert (model.at(0).predict(X) == "B").all()
    assert model.at(len(model.rules_)).to_json() == model.to_json()
    most = max(model.path_["rules"])
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
    at_penalty = RuleClassifier(penalty=5.0, max_iter=2).fit(X, y)
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
    given = clone(model).fit(X, y).set_params(size="given", divisions=None, max_iter=1)
    assert not hasattr(given.fit(X, y), "path_")


def test_pickles_keep_the_path(fitted):
    model, X, _ = fitted
    again = pickle.loads(pickle.dumps(model))
    assert again.path_.equals(model.path_)
    assert again.at(3).rules_.equals(model.at(3).rules_)
    assert (again.at(3).predict_proba(X) == model.at(3).predict_proba(X)).all()
    assert not hasattr(clone(model), "_front")


def test_sizes_are_words_or_numbers(fixture_frame):
    X, y = fixture_frame("iris", "species")
    best = RuleClassifier(size="best").fit(X, y)
    scores = (best.path_["accuracy"] + best.path_["auc"]).groupby(best.path_["chosen"]).max()
    assert scores[True] >= scores[False] - 1e-12
    assert len(RuleClassifier(size=np.int64(3), choose_by="accuracy").fit(X, y).rules_) <= 3
    assert RuleClassifier("4", max_rules=2, choose_by=["log-loss"]).fit(X, y).path_["rules"].max() <= 2
    assert RuleClassifier(max_conditions=3).fit(X, y).path_["conditions"].max() <= 3
    search = GridSearchCV(RuleClassifier(), {"size": [1, 4]}, cv=3).fit(X, y)
    assert search.best_params_ == {"size": 4}
    for size in ("few", 0, -1, True):
        with pytest.raises(ValueError, match="size must be one of auto, best, given"):
            RuleClassifier(size=size).fit(X, y)
    with pytest.raises(ValueError, match="choose_by: 'recal' is neither a scorer"):
        RuleClassifier(choose_by="recal").fit(X, y)


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
    assert line.get_xdata().tolist() == model.path_["rules"].tolist()
    assert line.get_ydata().tolist() == model.path_["accuracy"].tolist()
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
    model = RuleClassifier(path="penalty", pricers=["greedy", "branch-and-bound"], max_length=1, divisions=1).fit(X, y)
    path = model.path_
    assert path["rules"][0] == 0 and pd.isna(path["certificate"][0])
    assert len(path) > 1 and all(0 <= proved["gap"] < 1e-6 for proved in path["certificate"][1:])
    assert (path["penalty"][1:] < path["penalty"][0]).all()
    assert "certificate" not in fitted[0].path_
    with pytest.raises(ValueError, match="path must be"):
        RuleClassifier(path="lasso").fit(X, y)


def test_drawing_needs_matplotlib(fitted, monkeypatch):
    monkeypatch.setitem(sys.modules, "matplotlib.pyplot", None)
    with pytest.raises(ImportError, match=r"pip install 'rulegen\[plots\]'"):
        fitted[0].plot_front()


def test_boolean_rule_sets_have_sizes(fixture_frame):
    X, y = fixture_frame("monks1", "class")
    model = BooleanRuleClassifier(n_jobs=2).fit(X, y)
    ((_, chosen),) = model.path_[model.path_["chosen"]].iterrows()
    assert (len(model.rules_), model.rules_["length"].sum()) == (chosen["rules"], chosen["conditions"])
    assert len(model.at(1).rules_) <= 1
    assert model.plot_front().get_lines()[0].get_xdata().tolist() == model.path_["rules"].tolist()
    assert not hasattr(BooleanRuleClassifier(complexity=4).fit(X, y), "path_")
    assert len(BooleanRuleClassifier(size=2).fit(X, y).rules_) <= 2


def test_complexities_among_which_a_size_is_chosen(fixture_frame):
    X, y = fixture_frame("monks1", "class")
    model = BooleanRuleClassifier(complexities=[11, 2.0, np.int64(5)], cv=3).fit(X, y)
    assert (model.path_["rules"] + model.path_["conditions"]).le([2, 5, 11]).all()
    assert model.path_["chosen"].tolist() == [False, False, True] and model.score(X, y) == 1.0
    with pytest.raises(TypeError, match="complexities: "):
        BooleanRuleClassifier(complexities=[2, "many"]).fit(X, y)
    with pytest.raises(ValueError, match="the size must be chosen where complexities are listed, not given"):
        BooleanRuleClassifier(complexities=[2], complexity=3).fit(X, y)
