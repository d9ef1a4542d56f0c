"""Runs: the interpreter's lock, Ctrl-C, limits, and the command line's way to the same rules."""

import io
import json
import os
import signal
import subprocess
import sys
import textwrap
import threading
import time

import numpy as np
import pandas as pd
import pytest
from rulegen import BooleanRuleClassifier, RugClassifier, RuleClassifier
from sklearn.datasets import load_iris

HARD = textwrap.dedent(
    """
    import os, signal, sys, threading, time
    import numpy as np
    from rulegen import RugClassifier
    draw = np.random.default_rng(0)
    X, y = draw.random((4000, 20)), draw.random(4000) < 0.5
    model = RugClassifier(pricers="tree,branch-and-bound", penalty=0.5, cost_scaling="none", bins=10)
    def interrupt():
        for _ in range(int(sys.argv[1])):
            time.sleep(1.5)
            os.kill(os.getpid(), signal.SIGINT)
    threading.Thread(target=interrupt, daemon=True).start()
    try:
        model.fit(X, y)
    except KeyboardInterrupt as interrupt:
        print(model.certificate_.status, len(model.rules_), interrupt)
    """
)


def test_ctrl_c_is_raised_and_the_best_model_stays():
    start = time.monotonic()
    done = subprocess.run([sys.executable, "-c", HARD, "1"], capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode == 0, done.stderr
    status, rules, told = done.stdout.split(maxsplit=2)
    assert status == "interrupted" and int(rules) > 0
    assert "best model so far" in told
    assert time.monotonic() - start < 200


@pytest.mark.filterwarnings("ignore:the time limit ended the search")
def test_other_threads_run_meanwhile():
    draw = np.random.default_rng(0)
    X, y = draw.random((3000, 20)), draw.random(3000) < 0.5
    ticks, done = [], threading.Event()

    def tick():
        while not done.is_set():
            ticks.append(time.monotonic())
            time.sleep(0.01)

    thread = threading.Thread(target=tick)
    thread.start()
    began = time.monotonic()
    model = RugClassifier(pricers="tree,branch-and-bound", time_limit=2.0, bins=10).fit(X, y)
    ended = time.monotonic()
    done.set()
    thread.join()
    assert model.certificate_.status == "time_limit"
    during = [t for t in ticks if began < t < ended]
    assert len(during) > 20
    # Held for the whole run, the lock would let no tick through but at its ends.
    assert max(np.diff([began, *during, ended])) < 0.5 * (ended - began)


def test_an_exception_of_a_signal_handler_is_raised():
    def alarm(*_):
        raise TimeoutError("enough")

    draw = np.random.default_rng(0)
    X, y = draw.random((3000, 20)), draw.random(3000) < 0.5
    before = signal.signal(signal.SIGALRM, alarm)
    signal.alarm(1)
    try:
        with pytest.raises(TimeoutError, match="enough"):
            RugClassifier(pricers="tree,branch-and-bound", bins=10, penalty=0.5).fit(X, y)
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)


def same_rules(python, text):
    """That a model file and an estimator are the same but for the settings of the run's speed."""
    ours, theirs = json.loads(python.to_json()), json.loads(text)
    for model in (ours, theirs):
        del model["target"]
    assert ours == theirs


@pytest.mark.parametrize(
    ("data", "target", "flags", "settings"),
    [
        ("wdbc", "diagnosis", ["--penalty", 10, "--max-depth", 3], {"penalty": 10.0, "max_depth": 3}),
        (
            "wine",
            "cultivar",
            ["--pricers", "sampled", "--seed", 5, "--iterations", 6],
            {"pricers": "sampled", "random_state": 5, "max_iter": 6},
        ),
        (
            "iris",
            "species",
            ["--fallback", "first-tree", "--rule-cost", "gini"],
            {"fallback": "first-tree", "rule_cost": "gini"},
        ),
        (
            "awkward",
            None,
            ["--class-weight", "balanced", "--all-nodes"],
            {"class_weight": "balanced", "all_nodes": True},
        ),
    ],
)
def test_the_command_line_learns_the_same(cli, tmp_path, data, target, flags, settings):
    from conftest import ROOT

    path = ROOT / "fixtures" / f"{data}.csv"
    frame = pd.read_csv(path, keep_default_na=True)
    target = target or frame.columns[-1]
    model = RugClassifier(**settings).fit(frame.drop(columns=target), frame[target])
    out = tmp_path / "model.json"
    cli("fit", path, "--target", target, "--method", "rug", "--holdout", "none", "-o", out, *flags)
    same_rules(model, out.read_text())
    read = RugClassifier.from_json(out)
    assert (read.predict(frame) == model.predict(frame.drop(columns=target))).all()
    # The other way round: its predictions from our file.
    model.to_json(out)
    predicted = pd.read_csv(io.StringIO(cli("predict", out, path)), dtype=str).iloc[:, 0]
    assert predicted.tolist() == [str(label) for label in model.predict(frame.drop(columns=target))]


def test_the_command_line_chooses_the_same_size(cli, tmp_path):
    from conftest import ROOT

    path = ROOT / "fixtures" / "iris.csv"
    frame = pd.read_csv(path)
    model = RuleClassifier().fit(frame.drop(columns="species"), frame["species"])
    out = tmp_path / "model.json"
    said = json.loads(cli("fit", path, "--target", "species", "--holdout", "none", "--json", "-o", out))
    same_rules(model, out.read_text())
    (chosen,) = (row for row in said["front"] if row["chosen"])
    (ours,) = model.path_[model.path_["chosen"]].to_dict("records")
    assert [score["mean"] for score in chosen["scores"]] == [ours["accuracy"], ours["auc"]]
    assert [row["rules"] for row in said["front"]] == model.path_["rules"].tolist()


@pytest.mark.filterwarnings("ignore:limits of work ended")
def test_the_command_line_learns_the_same_boolean_rules(cli, tmp_path):
    from conftest import ROOT

    path = ROOT / "fixtures" / "tictactoe.csv"
    frame = pd.read_csv(path)
    model = BooleanRuleClassifier(complexity=20).fit(frame.drop(columns="class"), frame["class"])
    out = tmp_path / "model.json"
    cli("fit", path, "--target", "class", "--method", "boolean", "--complexity", 20, "--holdout", "none", "-o", out)
    same_rules(model, out.read_text())


def test_the_command_line_learns_the_same_of_adult(cli, adult, tmp_path):
    frame = pd.read_csv(adult)
    target = frame.columns[-1]
    model = RugClassifier().fit(frame.drop(columns=target), frame[target])
    out = tmp_path / "model.json"
    cli("fit", adult, "--target", target, "--method", "rug", "--holdout", "none", "-o", out)
    same_rules(model, out.read_text())


def test_a_large_frame_fits_in_four_gigabytes():
    """A million rows of 10 columns of numbers and 10 of words, in a process of its own."""
    program = textwrap.dedent(
        """
        import resource
        import numpy as np, pandas as pd
        from rulegen import RugClassifier
        draw, n = np.random.default_rng(0), 1_000_000
        columns = {f"n{i}": draw.normal(size=n) for i in range(10)}
        words = np.array([f"word{i}" for i in range(50)])
        columns |= {f"w{i}": words[draw.integers(0, 50, n)] for i in range(10)}
        frame = pd.DataFrame(columns)
        y = (frame["n0"] > 0.3) & (frame["w0"] < "word3") | (frame["n1"] > 1.5)
        model = RugClassifier(max_iter=3, max_depth=4).fit(frame, y)
        print(model.score(frame, y), resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 2**20)
        """
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=900, check=False)
    assert done.returncode == 0, done.stderr
    accuracy, gibibytes = map(float, done.stdout.split())
    print(f"a million rows: {gibibytes:.2f} GiB")
    assert accuracy > 0.9 and gibibytes < 4.0


def test_nothing_is_left_behind_in_a_fork():
    """A fit before and after a fork: no pool of threads is kept from one to the next."""
    X = np.arange(40.0).reshape(-1, 1) + 0.5
    RugClassifier(n_jobs=2).fit(X, X[:, 0] > 20)
    child = os.fork()
    if child == 0:
        ok = RugClassifier(n_jobs=2).fit(X, X[:, 0] > 20).score(X, X[:, 0] > 20) == 1.0
        os._exit(0 if ok else 1)
    assert os.waitpid(child, 0)[1] == 0


def test_model_files_are_written_whole(tmp_path):
    X, y = load_iris(return_X_y=True, as_frame=True)
    model = RuleClassifier(size=2).fit(X, y)
    path, link = tmp_path / "model.json", tmp_path / "link.json"
    path.write_text("old")
    path.chmod(0o640)
    link.symlink_to(path)
    model.to_json(link)
    assert link.is_symlink() and path.read_text() == model.to_json()
    assert path.stat().st_mode & 0o777 == 0o640
    with pytest.raises(OSError):
        model.to_json(tmp_path / "absent" / "model.json")
    assert sorted(entry.name for entry in tmp_path.iterdir()) == ["link.json", "model.json"]
