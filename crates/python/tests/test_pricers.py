"""Pricers written in Python: as stages of a fit, in a comparison, and their mistakes."""

import io

import numpy as np
import pandas as pd
import pytest
import rulegen
from rulegen import BooleanRuleClassifier, Pricer, PricingOutcome, RugClassifier, RuleClassifier, compare
from sklearn.base import clone


class Triples(Pricer):
    """Asks all rules of up to three conditions, by a product of matrices.

    Its bound holds where rules may not be longer.
    """

    def price(self, problem):
        covers = problem.covers.astype(float)
        first, second = np.triu_indices(len(covers))
        third = np.arange(len(covers))
        lengths = 1 + (first != second)[:, None] + ((third != first[:, None]) & (third != second[:, None]))
        gains = (covers[first] * covers[second] * problem.gains) @ covers.T
        gains -= problem.fixed + problem.per_literal * lengths
        gains[lengths > (problem.max_length or 3)] = -np.inf
        best = np.argsort(-gains, axis=None)[:50]
        pair, last = np.unravel_index(best, gains.shape)
        rules = [problem.rule(literals) for literals in zip(first[pair], second[pair], last, strict=True)]
        longest = problem.max_length is not None and problem.max_length <= 3
        return PricingOutcome(rules, bound=gains.max() if longest else None)


@pytest.fixture
def tictactoe(fixture_frame):
    return fixture_frame("tictactoe", "class")


# A time that no strategy needs, however busy the machine.
RUG = RugClassifier(max_length=3, cost_scaling="none", time_limit=600.0)


def test_a_pricer_reaches_the_optimum_on_tictactoe(tictactoe):
    rug = RugClassifier(time_limit=600.0)
    table = compare(rug, *tictactoe, ["branch-and-bound", Triples(), ["tree", Triples()]])
    table = table.set_index("strategy")
    assert list(table.index) == ["branch-and-bound", "Triples", "tree+Triples"]
    assert table["status"].tolist() == ["optimal", "no_column", "no_column"]
    np.testing.assert_allclose(table["lp_objective"], table["lp_lower_bound"].iloc[0], rtol=1e-6)
    # It says nothing of longer rules, and so proves nothing.
    assert table["lp_lower_bound"].notna().tolist() == [True, False, False]
    assert (table["accuracy"] == 1.0).all() and (table["n_rules"] > 50).all()


def test_bounds_prove_the_optimum(tictactoe):
    table = compare(RUG, *tictactoe, ["branch-and-bound", Triples()])
    assert table["status"].tolist() == ["optimal", "optimal"] and (table["gap_to_optimum"] == 0).all()
    np.testing.assert_allclose(table["lp_objective"], table["lp_objective"][0], rtol=1e-6)
    proving = Triples()
    proving.exact = True
    model = RugClassifier(pricers=proving, max_length=3).fit(*tictactoe)
    # Without a limit on rounds, as with a pricer that is built in.
    assert model.certificate_.status == "optimal" and model.certificate_.iterations > 15
    capped = RugClassifier(pricers=Triples(), max_length=3, terms="published").fit(*tictactoe)
    assert (capped.certificate_.status, capped.certificate_.iterations) == ("iteration_limit", 15)


def test_the_comparison_is_that_of_the_command_line(cli, tictactoe):
    from conftest import ROOT

    flags = ["--method", "rug", "--max-length", 2, "--cost-scaling", "none", "--holdout", "none", "--format", "csv"]
    pricers = ["tree", "tree+branch-and-bound"]
    path = ROOT / "fixtures" / "tictactoe.csv"
    told = cli("compare", path, "--target", "class", *flags, "--quiet", "--pricers", ",".join(pricers))
    theirs = pd.read_csv(io.StringIO(told))
    ours = compare(clone(RUG).set_params(max_length=2, time_limit=None), *tictactoe, pricers)
    # The wheel may be a development build.
    other = [*(name for name in theirs if name.endswith("_seconds")), "set", "version"]
    pd.testing.assert_frame_equal(ours.drop(columns=other), theirs.drop(columns=other))


def test_a_comparison_measures_rows_held_out_and_groups(tictactoe):
    X, y = tictactoe
    learn, test = np.arange(len(X)) % 3 > 0, np.arange(len(X)) % 3 == 0
    held_out = compare(RUG, X[learn], y[learn], ["tree"], held_out=(X[test], y[test]))
    same = clone(RUG).set_params(pricers="tree", max_iter=2**63, tol=0.1, lp_strategy="dual-simplex")
    assert held_out["accuracy"][0] == pytest.approx(same.fit(X[learn], y[learn]).score(X[test], y[test]))
    assert held_out["scores_of"][0] == "held-out rows"
    with pytest.raises(ValueError, match="held_out has labels that are not among those of y"):
        compare(RUG, X[learn], y[learn], ["tree"], held_out=(X[test], y[test] + "?"))
    short = clone(RUG).set_params(max_iter=2, time_limit=30.0)
    grouped = compare(short, X, y, ["tree"], sensitive_features=X["top_left"])
    assert grouped[["dmc", "odm", "eop", "equalized_odds"]].notna().all(axis=None)
    assert (grouped["iterations"][0], grouped["max_iterations"][0], grouped["time_limit"][0]) == (2, 2, 30)


@pytest.mark.parametrize(
    "estimator",
    [RuleClassifier(max_length=1), RuleClassifier(loss="hinge", max_length=1), BooleanRuleClassifier(complexity=32)],
)
def test_every_method_is_compared(tictactoe, estimator):
    table = compare(estimator, *tictactoe, "greedy,greedy+branch-and-bound")
    assert table["strategy"].tolist() == ["greedy", "greedy+branch-and-bound"] and table["lp_lower_bound"].notna()[1]
    assert table["lp_objective"][0] >= table["lp_objective"][1] - 1e-6
    sizes = table.attrs.get("sizes")
    assert (sizes is not None) == isinstance(estimator, RuleClassifier)
    if sizes is not None:
        assert set(sizes["strategy"]) == set(table["strategy"]) and (sizes["excess_loss"] >= 0).all()


def test_what_a_problem_says(tictactoe):
    X, y = tictactoe
    seen = []

    class Looking(Pricer):
        def price(self, problem):
            seen.append(problem)
            return []

    RugClassifier(pricers=[Looking(), "tree"], max_iter=1, max_length=4, min_cover=3).fit(X, y, y.map(len) - 7.0)
    assert [problem.tag for problem in seen] == [0, 1] and seen[0].classes == ["negative", "positive"]
    for problem in seen:
        arrays = [problem.gains, problem.labels, problem.weights, problem.counts, problem.covers]
        assert all(len(array) == len(X) for array in arrays[:4])
        assert problem.covers.shape == (len(problem.literals), len(X)) and problem.covers.dtype == bool
        assert set(problem.weights) == {1.0} and set(problem.counts) == {1}
        for array in arrays:
            with pytest.raises(ValueError, match="read-only"):
                array[0] = 0
        # Its own class gains, the other loses.
        assert (problem.gains[problem.labels == problem.tag] >= 0).all()
        assert (problem.gains[problem.labels != problem.tag] <= 0).all()
        assert (problem.max_length, problem.min_cover, problem.stopped) == (4, 3, False)
        assert problem.incumbent == problem.threshold > 0
        assert problem.cost(2) == problem.fixed + 2 * problem.per_literal > 0
        place = problem.literals.index("top_left = x")
        rule = problem.rule([place, place, problem.literals.index("top_left != o")])
        assert (str(rule), len(rule), rule.conditions) == ("top_left = x", 1, ["top_left = x"])
        assert rule == problem.rule(np.array([place])) and hash(rule) == hash(problem.rule([place]))
        assert (problem.cover(rule) == problem.covers[place]).all()
        assert problem.covers[place].sum() == (X["top_left"] == "x").sum()
        assert problem.gain(rule) == pytest.approx(problem.gains[problem.covers[place]].sum() - problem.cost(1))
    # All problems of a run share these arrays.
    assert seen[0].covers is seen[1].covers and seen[0].gains is seen[0].gains
    with pytest.raises(IndexError, match="there is no literal 999: there are"):
        seen[0].rule([999])
    with pytest.raises(ValueError, match="at least one literal"):
        seen[0].rule([])


def test_the_incumbent_is_what_earlier_stages_found(tictactoe):
    known = []

    class Second(Pricer):
        def price(self, problem):
            known.append((problem.incumbent, problem.threshold))
            return []

    model = RugClassifier(pricers=["greedy", Second()], stage_policy="all", max_iter=1, penalty=5.0).fit(*tictactoe)
    assert max(best for best, _ in known) == pytest.approx(model.trace_["best_gain"][0])
    assert all(best > threshold for best, threshold in known)


def test_other_methods_take_them_too(tictactoe):
    X, y = tictactoe
    boolean = BooleanRuleClassifier(complexity=32, pos_label="positive", pricers=Triples()).fit(X, y)
    assert set(boolean.trace_["pricer"]) == {"Triples"} and len(boolean.rules_) == 8
    folds = {"cv": 2, "divisions": 1}
    sized = RuleClassifier(size=4, pricers=[Triples()], min_cover=1, max_length=3, n_jobs=2, **folds).fit(X, y)
    assert 1 <= len(sized.rules_) <= 4 and sized.score(X, y) > 0.7


def test_an_exception_ends_the_fit(tictactoe):
    class Broken(Pricer):
        def price(self, problem):
            raise LookupError("no idea")

    for model in (RugClassifier, RuleClassifier, BooleanRuleClassifier):
        with pytest.raises(LookupError, match="no idea") as raised:
            model(pricers=[Broken()]).fit(*tictactoe)
        assert raised.traceback[-1].name == "price"
    with pytest.raises(LookupError):
        compare(RUG, *tictactoe, ["tree", Broken()])


def returning(answer):
    class Wrong(Pricer):
        def price(self, problem):
            return answer(problem)

    return Wrong()


def crosses(problem):
    """A line of three crosses."""
    return problem.rule([problem.literals.index(f"top_{place} = x") for place in ("left", "middle", "right")])


def literals_of(problem):
    return [problem.rule([literal]) for literal in range(len(problem.literals))]


foreign = []


@pytest.mark.parametrize(
    ("answer", "error", "message"),
    [
        (lambda p: None, TypeError, "the pricer 'Wrong' returned None, which is no list of rules"),
        (lambda p: 3, TypeError, "the pricer 'Wrong' returned 3, which is no list of rules"),
        (lambda p: [[0, 1]], TypeError, r"the pricer 'Wrong' returned \[0, 1\], which is no rule"),
        (lambda p: "tree", TypeError, "the pricer 'Wrong' returned 't', which is no rule"),
        (lambda p: [crosses(p)], ValueError, "a rule of 3 conditions, and it may have 2"),
        (lambda p: foreign, ValueError, "the pricer 'Wrong' returned 'x0 <= 2', a rule of other data"),
        (lambda p: [p.rule([0, 3])], ValueError, "a rule that covers 0 rows, and it has to cover 5"),
        (lambda p: PricingOutcome([], bound=np.nan), ValueError, "a bound that is no number"),
        (lambda p: PricingOutcome([], bound="high"), ValueError, "could not convert"),
        (lambda p: PricingOutcome(literals_of(p), bound=0.0), RuntimeError, "'Wrong' is refused: a rule gains"),
    ],
)
def test_wrong_answers_are_refused(tictactoe, answer, error, message):
    foreign[:] = rulegen.branch_and_bound(np.array([[1.0], [3.0]]), [1.0, -1.0]).rules
    model = RugClassifier(pricers=[returning(answer)], max_length=2, min_cover=5)
    with pytest.raises(error, match=message):
        model.fit(*tictactoe)


def test_gains_are_computed_here(tictactoe):
    """Rules that gain nothing are left out, and rules that are there twice count once."""
    X, y = tictactoe
    model = RugClassifier(pricers=[returning(lambda p: literals_of(p) * 2)], penalty=5.0).fit(X, y)
    stumps = RugClassifier(pricers="branch-and-bound", max_length=1, penalty=5.0).fit(X, y)
    assert 0 < model.trace_["added"][0] < 2 * 54
    assert model.certificate_.status == "no_column"
    assert model.certificate_.lp_objective == pytest.approx(stumps.certificate_.lp_objective)


@pytest.mark.parametrize(
    ("pricers", "error", "message"),
    [
        ([3], TypeError, "pricers: 3 is neither the name of a pricer nor a Pricer"),
        ([Triples], TypeError, "is neither the name of a pricer nor a Pricer"),
        ([Triples(), Triples()], ValueError, "one that is not taken, not 'Triples'"),
        (["tree", "oracle"], ValueError, "one of auto, pool, tree"),
    ],
)
def test_what_stages_may_be(tictactoe, pricers, error, message):
    with pytest.raises(error, match=message):
        RugClassifier(pricers=pricers).fit(*tictactoe)
    with pytest.raises(error, match=message):
        compare(RUG, *tictactoe, [pricers])


@pytest.mark.parametrize(
    ("pricers", "message"),
    [
        (["tree", Triples(), Triples()], "the strategy 'Triples' is there twice"),
        (["tree", []], "a strategy needs at least one pricer"),
    ],
)
def test_strategies_that_cannot_be_compared(tictactoe, pricers, message):
    with pytest.raises(ValueError, match=message):
        compare(RUG, *tictactoe, pricers)


def test_names():
    class Mine(Pricer):
        name = "my-own"

        def price(self, problem):
            return []

    other = Mine()
    other.name = "another"
    assert (Triples().name, Mine().name, other.name) == ("Triples", "my-own", "another")
    assert clone(RugClassifier(pricers=[other, "tree"])).pricers[0].name == "another"
    with pytest.raises(TypeError, match="abstract"):
        Pricer()
