"""Columns along which models only rise or fall."""

import numpy as np
import pandas as pd
import pytest
from rulegen import BooleanRuleClassifier, RugClassifier, RuleClassifier


@pytest.fixture(scope="module")
def table():
    random = np.random.default_rng(3)
    X = pd.DataFrame({"income": random.integers(0, 9, 300), "debt": random.integers(0, 9, 300)})
    likely = np.where((X["income"] > 2) == (X["debt"] < 5), 0.8, 0.3)
    return X, np.where(random.random(300) < likely, "good", "bad")


def steps(model, X: pd.DataFrame, column: str) -> np.ndarray:
    """Return the changes of the second class's probability along the values of a column."""
    grid = [model.predict_proba(X.assign(**{column: value}))[:, 1] for value in range(9)]
    return np.diff(np.column_stack(grid), axis=1)


@pytest.mark.parametrize("estimator", [RuleClassifier, RugClassifier, BooleanRuleClassifier])
def test_signs_say_which_way(estimator, table):
    X, y = table
    extra = {"pos_label": "good"} | ({"complexity": 8} if estimator is BooleanRuleClassifier else {})
    model = estimator(monotonic_cst={"income": "+", "debt": -1}, **extra).fit(X, y)
    assert (steps(model, X, "income") >= -1e-12).all()
    assert (steps(model, X, "debt") <= 1e-12).all()
    marks = [{"income": 1, "debt": -1}.get(column, 0) for column in X]
    assert estimator(monotonic_cst=marks, **extra).fit(X, y).rules_.equals(model.rules_)
    free = estimator(**extra).fit(X, y)
    assert (steps(free, X, "income") < -1e-12).any(), "the data test nothing"


def test_wrong_signs_are_refused(table):
    X, y = table
    with pytest.raises(ValueError, match="a dict of columns and signs is needed"):
        RuleClassifier(monotonic_cst=["income"]).fit(X, y)
    with pytest.raises(ValueError, match=f"monotonic_cst has 1 marks, and X has {X.shape[1]} columns"):
        RuleClassifier(monotonic_cst=[1]).fit(X, y)
    with pytest.raises(ValueError, match=r"the sign of 'income' must be .* not 'up'"):
        RuleClassifier(monotonic_cst={"income": "up"}).fit(X, y)
    with pytest.raises(ValueError, match="there is no column 'nobody' to be monotone in"):
        RuleClassifier(monotonic_cst={"nobody": "+"}).fit(X, y)
