"""The restricted linear program and the branch and bound by themselves."""

import itertools
import re

import numpy as np
import pandas as pd
import pytest
from rulegen import BooleanRuleClassifier, RugClassifier, RuleClassifier, RuleSet, branch_and_bound, restricted_lp
from scipy.optimize import linprog

LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]


@pytest.fixture
def tictactoe(fixture_frame):
    return fixture_frame("tictactoe", "class")


def lines(X):
    """The rules of the game: a line of crosses wins."""
    rules = [tuple((X.columns[place], "=", "x") for place in line) for line in LINES]
    return RuleSet(tuple((rule, "positive") for rule in rules), ("negative", "positive"))


def reference(covers, classes, y, costs, weights):
    """RUG's linear program by SciPy: the objective."""
    votes = np.where(classes[:, None] == y.to_numpy(), 1.0, -1.0) * covers
    rows = np.hstack([-votes.T, -np.eye(len(y))])
    return linprog(np.append(costs, weights), A_ub=rows, b_ub=-np.ones(len(y))).fun


@pytest.mark.parametrize("weighted", [False, True])
def test_the_restricted_lp_is_that_of_scipy(tictactoe, weighted):
    X, y = tictactoe
    weights = np.arange(len(y)) % 3 * 1.0 if weighted else np.ones(len(y))
    estimator = RugClassifier(penalty=2.0, cost_scaling="none")
    solved = restricted_lp(estimator, X, y, lines(X), sample_weight=weights if weighted else None)
    assert solved.optimal and solved.rules["class"].tolist() == ["positive"] * 8
    assert solved.rules["length"].tolist() == [3] * 8 and (solved.rules["weight"] >= 0).all()
    covers = np.array([(X.iloc[:, list(line)] == "x").all(axis=1) for line in LINES])
    objective = reference(covers, solved.rules["class"].to_numpy(), y, np.full(8, 6.0), weights)
    assert solved.objective == pytest.approx(objective, rel=1e-6)
    # Duals are those of the rows: they are dual feasible, and prove the objective.
    assert solved.duals.shape == y.shape and (solved.duals >= -1e-9).all() and (solved.duals <= weights + 1e-9).all()
    paid = covers @ np.where(y == "positive", solved.duals, -solved.duals)
    assert (paid <= 6.0 + 1e-6).all() and solved.duals.sum() == pytest.approx(objective, rel=1e-6)


def test_rules_of_any_kind_can_be_weighed(tictactoe):
    X, y = tictactoe
    estimator = RugClassifier(pricers="tree", penalty=2.0)
    model = estimator.fit(X, y)
    again = restricted_lp(estimator, X, y, model)
    assert again.objective == pytest.approx(model.certificate_.lp_objective, rel=1e-6)
    assert set(again.rules["conditions"]) == set(model.rules_["conditions"])
    best = branch_and_bound(X, np.where(y == "positive", 1.0, -1.0), per_literal=2.0, most=5)
    pairs = [(rule, "positive") for rule in best.rules]
    ours = restricted_lp(estimator, X, y, pairs)
    assert ours.rules["conditions"].tolist() == best.to_frame()["conditions"].tolist()
    assert restricted_lp(estimator, X, y, pairs + pairs).objective == pytest.approx(ours.objective)
    for loss in ("hinge", "logistic"):
        other = restricted_lp(RuleClassifier(penalty=2.0, loss=loss), X, y, lines(X))
        assert other.optimal and other.rules["weight"].max() > 0 and (np.abs(other.duals) <= 1 + 1e-9).all()


def test_rules_that_cannot_be_weighed(tictactoe):
    X, y = tictactoe
    estimator = RugClassifier()
    with pytest.raises(ValueError, match=r"the rule '.*height.*' is about columns, values or classes"):
        restricted_lp(estimator, X, y, RuleSet((((("height", "<=", 3.0),), "positive"),), ("negative", "positive")))
    with pytest.raises(ValueError, match="Boolean rules have no weights"):
        restricted_lp(BooleanRuleClassifier(), X, y, lines(X))
    rule = branch_and_bound(X, np.ones(len(y))).rules[0]
    with pytest.raises(ValueError, match="a class that the data do not have"):
        restricted_lp(estimator, X, y, [(rule, "perhaps")])
    with pytest.raises(TypeError, match=r"rules: <Rule .*> is no pair of a Rule and a label"):
        restricted_lp(estimator, X, y, [rule])
    other = branch_and_bound(np.array([[1.0], [3.0]]), [1.0, -1.0]).rules[0]
    with pytest.raises(ValueError, match="of several data sets"):
        restricted_lp(estimator, X, y, [(rule, "positive"), (other, "negative")])
    with pytest.raises(ValueError, match="is about columns, values or classes"):
        restricted_lp(estimator, X, y, [(other, "positive")])


def test_branch_and_bound_finds_what_enumeration_finds():
    draw = np.random.default_rng(5)
    X = pd.DataFrame(draw.integers(0, 3, (60, 4)), columns=list("abcd")).astype(float)
    gains = draw.normal(size=60)
    tests = [(c, cut, sign) for c in X.columns for cut in (0.5, 1.5) for sign in (1, -1)]
    masks = [sign * X[c].to_numpy() > sign * cut for c, cut, sign in tests]
    best = {}
    for n in (1, 2, 3):
        for chosen in itertools.combinations(range(len(tests)), n):
            cover = np.logical_and.reduce([masks[i] for i in chosen])
            gain = gains[cover].sum() - 0.3 - 0.1 * n
            if cover.sum() >= 4:
                key = cover.tobytes()
                best[key] = max(gain, best.get(key, -np.inf))
    expected = sorted((gain for gain in best.values() if gain > 0), reverse=True)
    settings = {"fixed": 0.3, "per_literal": 0.1, "max_length": 3, "min_cover": 4}
    one = branch_and_bound(X, gains, **settings)
    assert one.proved and one.gains[0] == pytest.approx(expected[0]) == pytest.approx(one.bound)
    several = branch_and_bound(X, gains, most=10, **settings)
    assert several.proved and several.nodes > 0
    np.testing.assert_allclose(several.gains, expected[:10])
    frame = several.to_frame()
    assert frame["length"].tolist() == [len(rule) for rule in several.rules]
    for conditions, gain, length in frame.itertuples(index=False):
        # A condition on whole numbers may be `a = 2`.
        cover = X.eval(re.sub(r"(?<![<>])=", "==", conditions))
        assert gains[cover].sum() - 0.3 - 0.1 * length == pytest.approx(gain)
    none = branch_and_bound(X, gains, above=expected[0] + 1.0, **settings)
    assert none.proved and not none.rules and none.bound <= expected[0] + 1.0


def test_branch_and_bound_ends_in_time():
    draw = np.random.default_rng(0)
    X, gains = draw.random((3000, 30)), draw.normal(size=3000)
    found = branch_and_bound(X, gains, time_limit=0.5, bins=20)
    assert not found.proved and found.bound > found.gains[0] > 0


@pytest.mark.parametrize(
    ("gains", "settings", "message"),
    [
        ([1.0], {}, "inconsistent numbers of samples"),
        ([1.0, np.nan], {}, "gain of a sample"),
        ([1.0, 2.0], {"fixed": -1.0}, "fixed cost"),
        ([1.0, 2.0], {"max_length": 0}, "maximum length"),
        ([1.0, 2.0], {"bins": 1}, "bins must be from 2 to 255, not 1"),
        ([1.0, 2.0], {"most": 0}, "most"),
        ([1.0, 2.0], {"time_limit": -1.0}, "time_limit"),
    ],
)
def test_what_branch_and_bound_refuses(gains, settings, message):
    with pytest.raises(ValueError, match=message):
        branch_and_bound(np.array([[1.0], [3.0]]), gains, **settings)
