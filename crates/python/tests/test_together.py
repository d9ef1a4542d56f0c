"""Columns that rules may combine."""

import numpy as np
import pandas as pd
import pytest
from rulegen import BooleanRuleClassifier, Pricer, RugClassifier, RuleClassifier

GROUPS = [["age", "debt, total"], ["age", "rate"]]


@pytest.fixture(scope="module")
def table():
    random = np.random.default_rng(5)
    X = pd.DataFrame({name: random.integers(0, 5, 400) for name in ["age", "debt, total", "rate"]})
    X["home"] = random.choice(["own", "rent", "free"], 400)
    likely = np.where((X["rate"] > 2) & (X["debt, total"] < 3) | (X["home"] == "own") & (X["age"] > 2), 0.9, 0.2)
    return X, np.where(random.random(400) < likely, "good", "bad")


def groups_of(model) -> list[set[str]]:
    """The columns of each rule."""
    return [set(columns) for _, columns in model.literals_.groupby("rule")["column"]]


def is_apart(model) -> bool:
    groups = [set(group) for group in GROUPS] + [{"home"}]
    return all(any(columns <= group for group in groups) for columns in groups_of(model))


@pytest.mark.parametrize("estimator", [RuleClassifier, RugClassifier, BooleanRuleClassifier])
def test_rules_keep_to_groups(estimator, table):
    X, y = table
    extra = {"complexity": 12} if estimator is BooleanRuleClassifier else {}
    model = estimator(interaction_cst=GROUPS, **extra).fit(X, y)
    assert is_apart(model)
    assert len(groups_of(model)) > 0
    assert not is_apart(estimator(**extra).fit(X, y)), "the data test nothing"


class Pairs(Pricer):
    """Every rule of two literals that it is given."""

    def price(self, problem):
        first, second = np.triu_indices(len(problem.covers), k=1)
        gains = (problem.covers[first] & problem.covers[second]) @ problem.gains - problem.cost(2)
        best = np.argsort(-gains)[:20]
        return [problem.rule([first[at], second[at]]) for at in best if gains[at] > problem.threshold]


def test_a_pricer_of_your_own_sees_a_group_at_a_time(table):
    X, y = table
    model = RugClassifier(pricers=[Pairs()], interaction_cst=GROUPS).fit(X, y)
    assert is_apart(model)
    assert max(map(len, groups_of(model))) == 2


def test_names_of_columns_that_are_no_words():
    random = np.random.default_rng(6)
    X = random.integers(0, 4, (200, 3))
    y = (X[:, 0] > 1) & (X[:, 1] > 1) | (X[:, 2] > 2)
    model = RuleClassifier(interaction_cst=[[f"x{at}"] for at in range(3)]).fit(X, y)
    assert [len(columns) for columns in groups_of(model)] == [1] * len(model.rules_)
    assert max(map(len, groups_of(RuleClassifier().fit(X, y)))) > 1, "the data test nothing"
    named = RuleClassifier(interaction_cst="no_interactions").fit(X, y)
    assert named.rules_.equals(model.rules_)
    pairs = RuleClassifier(interaction_cst="pairwise").fit(X, y)
    assert pairs.rules_.equals(RuleClassifier(interaction_cst=[(0, 1), (0, 2), (1, 2)]).fit(X, y).rules_)


def test_wrong_groups_are_refused(table):
    X, y = table
    for wrong in ["age", ["age", "rate"], [None], np.array(["age", "rate"])]:
        with pytest.raises(ValueError, match="a list of lists of columns is needed"):
            RuleClassifier(interaction_cst=wrong).fit(X, y)
    with pytest.raises(ValueError, match="there is no column 'nobody' to go together with others"):
        RuleClassifier(interaction_cst=[["age", "nobody"]]).fit(X, y)
