#!/usr/bin/env python3
"""Uses the installed package `rulegen` from Python, and its executable.

    check.py FIXTURES

Run by check-wheel.sh. Prints a line for each check, at the end 'N passed, N failed'; exits 1 if any
failed.
"""

import csv
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

FIXTURES = Path(sys.argv[1])
FIT = ["rulegen", "fit", str(FIXTURES / "tictactoe.csv"), "--target", "class", "--positive", "positive", "--method"]


def called(*words: str, **how) -> subprocess.CompletedProcess:
    """Run a command and return its output."""
    return subprocess.run(words, capture_output=True, text=True, timeout=300, check=False, **how)


def fit_from_python() -> None:
    """The estimators learn, without pandas too."""
    code = (
        "from rulegen import RuleClassifier; from sklearn.datasets import load_iris\n"
        "X, y = load_iris(return_X_y=True)\n"
        "print(RuleClassifier(penalty=0.1).fit(X, y).score(X, y))"
    )
    done = called(sys.executable, "-c", code)
    assert done.returncode == 0, done.stderr
    assert float(done.stdout) > 0.9, done.stdout


def versions_agree() -> None:
    """The package and the executable have one version."""
    done = called(sys.executable, "-c", "import rulegen; print(rulegen.__version__)")
    assert f"rulegen {done.stdout.strip()}" == called("rulegen", "--version").stdout.strip()


def the_executable_needs_no_frames() -> None:
    """The executable begins without pandas and scikit-learn, which take a second to load."""
    code = "import sys; from rulegen import _command; print('pandas' in sys.modules or 'sklearn' in sys.modules)"
    assert called(sys.executable, "-c", code).stdout.strip() == "False"


def fit_on_the_command_line() -> None:
    """A fit prints its model and writes it; the model predicts."""
    with tempfile.TemporaryDirectory() as folder:
        model = str(Path(folder) / "model.json")
        done = called(*FIT, "boolean", "-o", model)
        assert done.returncode == 0, done.stderr
        assert "model written to" in done.stdout
        done = called("rulegen", "evaluate", model, str(FIXTURES / "tictactoe.csv"), "--json")
        assert done.returncode == 0 and '"accuracy": 1.0' in done.stdout, done


def errors_are_one_line() -> None:
    """Bad input exits 2 with one line, and no traceback."""
    done = called("rulegen", "fit", "nowhere.csv", "--target", "class")
    assert done.returncode == 2 and done.stderr.count("\n") == 1 and "Traceback" not in done.stderr, done


def a_closed_pipe_is_no_error() -> None:
    """A reader that goes away ends nothing with an error."""
    run = subprocess.Popen([*FIT, "rules"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    run.stdout.close()
    assert run.wait(timeout=300) == 0 and "Traceback" not in run.stderr.read()


def ctrl_c_takes_the_best_model() -> None:
    """Ctrl-C ends a search with the best model so far, and exit code 130."""
    draw = random.Random(0)
    with tempfile.TemporaryDirectory() as folder:
        data = Path(folder) / "hard.csv"
        with data.open("w", newline="") as file:
            rows = ([*(draw.random() for _ in range(20)), draw.choice("ab")] for _ in range(4000))
            csv.writer(file).writerows([[*(f"x{i}" for i in range(20)), "y"], *rows])
        words = ["rulegen", "fit", str(data), "--target", "y", "--method", "rug", "--pricers", "tree,branch-and-bound"]
        words += ["--penalty", "0.5", "--cost-scaling", "none", "--bins", "10", "--holdout", "none"]
        run = subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        time.sleep(3)
        run.send_signal(signal.SIGINT)
        printed, told = run.communicate(timeout=300)
        assert run.returncode == 130 and "best model so far" in told and "interrupted after" in printed, (printed, told)


def ctrl_c_ends_what_keeps_nothing() -> None:
    """Ctrl-C ends a command that keeps nothing at once, by the signal, with no traceback."""
    with tempfile.TemporaryDirectory() as folder:
        # It waits for somebody to write.
        pipe = str(Path(folder) / "pipe")
        os.mkfifo(pipe)
        run = subprocess.Popen(["rulegen", "rules", pipe], stderr=subprocess.PIPE, text=True)
        time.sleep(2)
        run.send_signal(signal.SIGINT)
        _, told = run.communicate(timeout=60)
    assert run.returncode == -signal.SIGINT and not told, (run.returncode, told)


CHECKS = [
    fit_from_python,
    versions_agree,
    the_executable_needs_no_frames,
    fit_on_the_command_line,
    errors_are_one_line,
    a_closed_pipe_is_no_error,
]
if os.name == "posix":
    CHECKS += [ctrl_c_takes_the_best_model, ctrl_c_ends_what_keeps_nothing]


def main() -> int:
    """Run all checks."""
    failed = 0
    if shutil.which("cargo"):
        print("note: Rust is on the path")
    for check in CHECKS:
        try:
            check()
            print(f"ok     {check.__doc__}")
        except Exception as error:
            failed += 1
            print(f"FAILED {check.__doc__}\n       {error!r}")
    print(f"{len(CHECKS) - failed} passed, {failed} failed")
    return int(failed > 0)


if __name__ == "__main__":
    sys.exit(main())
