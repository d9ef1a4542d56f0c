"""Column generation round by round, and frames of what a fit did."""

import gc
import itertools
import os
import subprocess
import sys
import textwrap
import time

import numpy as np
import pandas as pd
import polars as pl
import pytest
from rulegen import BooleanRuleClassifier, Pricer, RugClassifier, RuleClassifier, solve

RUG = RugClassifier(pricers="tree+branch-and-bound", max_length=3, cost_scaling="none")


@pytest.fixture
def tictactoe(fixture_frame):
    return fixture_frame("tictactoe", "class")


def test_rounds_are_those_of_fit(tictactoe):
    solving = solve(RUG, *tictactoe)
    rounds = list(solving)
    whole, ours = RugClassifier(**RUG.get_params()).fit(*tictactoe), solving.fitted()
    untimed = [name for name in whole.trace_.columns if not name.endswith("_seconds")]
    pd.testing.assert_frame_equal(ours.trace_[untimed], whole.trace_[untimed])
    pd.testing.assert_frame_equal(ours.rules_, whole.rules_)
    assert (ours.certificate_.status, ours.certificate_.objective) == ("optimal", whole.certificate_.objective)
    assert [r.objective for r in rounds] == whole.trace_["objective"].tolist()
    assert [r.iteration for r in rounds] == list(range(1, len(rounds) + 1))
    assert all(later.columns == r.columns + r.added for r, later in itertools.pairwise(rounds))
    assert rounds[-1].lower_bound == pytest.approx(rounds[-1].objective)
    assert not hasattr(RUG, "classes_") and next(solving, None) is None


def test_duals_price_the_rules(tictactoe):
    X, y = tictactoe
    for round in solve(RUG, X, y):
        assert round.classes.tolist() == ["negative", "positive"] and round.duals.shape == (2, len(X))
        # With two classes, one gains what the other loses, and no row's dual is above its weight.
        np.testing.assert_allclose(round.duals[0], -round.duals[1])
        assert np.abs(round.duals).max() <= 1 + 1e-9
    # At the optimum the duals add up to the objective.
    assert np.abs(round.duals[0]).sum() == pytest.approx(round.objective, rel=1e-5)


def test_leaving_the_loop_ends_the_run(tictactoe):
    solving = solve(RUG, *tictactoe)
    for round in solving:
        if round.iteration == 3:
            break
    time.sleep(0.3)
    model = solving.fitted()
    # It rested meanwhile.
    assert model.certificate_.status == "interrupted" and len(model.trace_) == 3
    assert len(model.rules_) > 0 and model.score(*tictactoe) > 0.6
    assert solving.fitted() is model and next(solving, None) is None


def test_an_abandoned_run_leaves_no_thread(tictactoe):
    def threads():
        return len(os.listdir("/proc/self/task"))

    before = threads()
    solving = solve(RUG, *tictactoe)
    next(solving)
    assert threads() > before
    del solving
    gc.collect()
    end = time.monotonic() + 20
    while threads() > before and time.monotonic() < end:
        time.sleep(0.05)
    assert threads() <= before


@pytest.mark.parametrize(
    "estimator",
    [RuleClassifier(penalty=5.0), RuleClassifier(size=3, max_length=2), BooleanRuleClassifier(complexity=32)],
)
def test_other_methods(tictactoe, estimator):
    solving = solve(estimator, *tictactoe)
    rounds = list(solving)
    assert rounds and all(r.duals.shape == (len(r.classes), len(tictactoe[0])) for r in rounds)
    same = solving.fitted()
    pd.testing.assert_frame_equal(same.rules_, type(estimator)(**estimator.get_params()).fit(*tictactoe).rules_)


def test_errors_come_with_the_round(tictactoe):
    class Late(Pricer):
        calls = 0

        def price(self, problem):
            self.calls += 1
            if self.calls > 2:
                raise LookupError("enough")
            return [problem.rule([literal]) for literal in range(len(problem.literals))]

    solving = solve(RugClassifier(pricers=[Late()]), *tictactoe)
    next(solving)
    with pytest.raises(LookupError, match="enough"):
        next(solving)
    with pytest.raises(RuntimeError, match="the run has failed"):
        solving.fitted()
    with pytest.raises(ValueError, match="the penalty must be"):
        solve(RugClassifier(penalty=-1.0), *tictactoe)


def test_ctrl_c_between_rounds():
    program = textwrap.dedent(
        """
        import os, signal, threading, time
        import numpy as np
        from rulegen import RugClassifier, solve
        draw = np.random.default_rng(0)
        X, y = draw.random((3000, 20)), draw.random(3000) < 0.5
        solving = solve(RugClassifier(pricers="branch-and-bound", bins=10, penalty=0.5, cost_scaling="none"), X, y)
        threading.Timer(1.5, lambda: os.kill(os.getpid(), signal.SIGINT)).start()
        try:
            for round in solving:
                pass
        except KeyboardInterrupt:
            print(solving.fitted().certificate_.status)
        """
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=120, check=False)
    assert (done.returncode, done.stdout) == (0, "interrupted\n"), done.stderr


def test_what_a_fit_did_as_frames(tictactoe, cli, tmp_path):
    from conftest import ROOT

    X, y = tictactoe
    model = RugClassifier(pricers="tree").fit(X, y)
    path = tmp_path / "trace.csv"
    data = ROOT / "fixtures" / "tictactoe.csv"
    flags = ["--target", "class", "--method", "rug", "--pricers", "tree", "--holdout", "none", "--quiet"]
    cli("fit", data, *flags, "--trace", path)
    theirs = pd.read_csv(path)
    assert model.trace_.columns.tolist() == theirs.columns.tolist()
    np.testing.assert_allclose(model.trace_["objective"], theirs["objective"])
    certificate = model.certificate_.to_frame()
    assert certificate.shape[0] == 1 and certificate["objective"][0] == model.certificate_.objective
    assert certificate["total_seconds"][0] >= certificate["lp_seconds"][0] >= 0
    for frame in (model.trace_, model.rules_, certificate):
        assert pl.from_pandas(frame).shape == frame.shape
