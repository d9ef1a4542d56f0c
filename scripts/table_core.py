#!/usr/bin/env python3
"""Runs `rulegen fit` on every data set of a folder and prints a Markdown table of quality, size and
cost.

The folder holds datasets.toml (file, target, positive label and categorical columns of each set),
the CSV files and splits/NAME.test, the rows held out. The settings are the RUG paper's: penalty 1,
depth 5, 15 iterations, cost by length. Each run is a process of its own; seconds (wall) and peak
memory are the operating system's, all else is what `fit --json` says.

    cargo build --release -p rulegen-cli --features highs
    scripts/table_core.py --only adult,magic --lp highs
"""

import argparse
import csv
import json
import os
import resource
import shlex
import signal
import subprocess
import sys
import tempfile
import time
import tomllib
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SETTINGS = ["--method", "rug", "--penalty", "1", "--max-depth", "5", "--iterations", "15", "--rule-cost", "length"]

# ruleopt 1.2.1 (the papers' authors' package) with the same settings and split, one thread:
# held-out accuracy, rules and, where it was timed, seconds to fit.
RULEOPT = {
    "banknote": "0.996, 35",
    "diabetes": "0.688, 127",
    "magic": "0.852, 240, 5.3 s",
    "adult": "0.861, 214, 8.5 s",
    "mushroom": "1.000, 13",
    "wine": "1.000, 12",
    "ecoli": "0.809, 41",
}

COLUMNS = [
    "data set",
    "rows",
    "classes",
    "accuracy",
    "F1",
    "rules",
    "rule length",
    "s wall",
    "s total",
    "s lp",
    "s pricing",
    "peak MB",
    "ruleopt",
    "ruleopt, 5 seeds",
]


@dataclass
class Run:
    """The end of a process: the object it printed (empty after a failure), seconds and memory."""

    printed: dict
    problem: str
    seconds: float
    peak_mb: str


def command(args, name, entry, model):
    line = [str(args.binary), "fit", str(args.data / entry["file"]), "--target", entry["target"], *SETTINGS]
    if "positive" in entry:
        line += ["--positive", entry["positive"]]
    if "categorical" in entry:
        line += ["--categorical", ",".join(entry["categorical"])]
    line += ["--holdout", str(args.data / "splits" / f"{name}.test")]
    line += ["--threads", str(args.threads), "--json", "-o", str(model)]
    if args.lp:
        line += ["--lp", args.lp]
    return line + shlex.split(args.extra)


def peak(usage):
    """Megabytes. A process inherits the peak of the one that started it, so less than ours cannot
    be told.
    """
    own = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    unit = 1e6 if sys.platform == "darwin" else 1e3
    sign = "< " if usage.ru_maxrss <= own else ""
    return f"{sign}{usage.ru_maxrss / unit:.0f}"


def run(line, timeout):
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        began = time.perf_counter()
        process = subprocess.Popen(line, stdin=subprocess.DEVNULL, stdout=out, stderr=err)
        # Not Popen.kill: it would wait for the child itself, and wait4 alone tells what the child
        # used.
        signal.signal(signal.SIGALRM, lambda *_: os.kill(process.pid, signal.SIGKILL))
        signal.setitimer(signal.ITIMER_REAL, timeout)
        _, status, usage = os.wait4(process.pid, 0)
        signal.setitimer(signal.ITIMER_REAL, 0)
        seconds = time.perf_counter() - began
        process.returncode = os.waitstatus_to_exitcode(status)
        out.seek(0)
        err.seek(0)
        text, log = out.read().decode(), err.read().decode(errors="replace")

    printed, problem = {}, ""
    if process.returncode != 0:
        said = log.strip().splitlines()[-1:] or ["nothing on stderr"]
        problem = f"over {timeout:g} s" if seconds >= timeout else f"exit code {process.returncode}: {said[0]}"
    else:
        try:
            printed = json.loads(text)
        except json.JSONDecodeError as error:
            problem = f"no JSON on stdout: {error}"
    return Run(printed, problem, seconds, peak(usage))


def number(value, digits):
    return "-" if value is None else f"{value:.{digits}f}"


def cells(name, entry, done, seeds):
    """One row of the table, in the order of COLUMNS."""
    holdout, seconds = done.printed.get("holdout") or {}, done.printed.get("seconds") or {}
    return [
        name,
        str(entry["rows"]),
        str(entry["classes"]),
        "failed" if done.problem else number(holdout.get("accuracy"), 3),
        number(holdout.get("f1" if entry["classes"] == 2 else "weighted_f1"), 3),
        number(done.printed.get("n_rules"), 0),
        number(done.printed.get("avg_rule_length"), 2),
        f"{done.seconds:.2f}",
        *(number(seconds.get(part), 2) for part in ("total", "lp", "pricing")),
        done.peak_mb,
        RULEOPT.get(name, ""),
        seeds.get(name, ""),
    ]


def over_seeds(path):
    """ruleopt's least and greatest held-out accuracy over its seeds, by data set; nothing without
    the file.
    """
    if not path.exists():
        return {}
    with open(path, newline="", encoding="utf-8") as text:
        return {
            row["dataset"]: f"{float(row['accuracy_min_pct']) / 100:.3f} to {float(row['accuracy_max_pct']) / 100:.3f}"
            for row in csv.DictReader(text)
        }


def print_row(row):
    print("| " + " | ".join(row) + " |", flush=True)


def parse():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    shared = ROOT.parent / "shared"
    parser.add_argument("--only", help="data sets, with commas between them")
    parser.add_argument("--lp", help="LP backend, passed on")
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--binary", type=Path, default=ROOT / "target" / "release" / "rulegen")
    parser.add_argument("--extra", default="", help="further flags of fit, as one word")
    parser.add_argument("--data", type=Path, default=shared / "data", help="folder of datasets.toml")
    parser.add_argument("--seeds", type=Path, default=shared / "reference" / "ruleopt_over_seeds.csv")
    parser.add_argument("--timeout", type=float, default=600, help="seconds for one data set")
    args = parser.parse_args()

    if not os.access(args.binary, os.X_OK):
        parser.error(f"no program at {args.binary}: cargo build --release -p rulegen-cli --features highs")
    try:
        sets = tomllib.loads((args.data / "datasets.toml").read_text(encoding="utf-8"))
    except FileNotFoundError as error:
        parser.error(f"no data here: {error.filename}")
    if args.only:
        unknown = [name for name in args.only.split(",") if name not in sets]
        if unknown:
            parser.error(f"not in datasets.toml: {', '.join(unknown)}")
        sets = {name: sets[name] for name in args.only.split(",")}
    return args, sets


def main():
    args, sets = parse()
    seeds = over_seeds(args.seeds)
    problems = []
    print_row(COLUMNS)
    print_row(["---"] + ["---:"] * (len(COLUMNS) - 1))
    with tempfile.TemporaryDirectory() as scratch:
        for name, entry in sets.items():
            done = run(command(args, name, entry, Path(scratch) / f"{name}.json"), args.timeout)
            if done.problem:
                problems.append(f"{name}: {done.problem}")
            print_row(cells(name, entry, done, seeds))

    print("\nAccuracy and F1 on the rows held out; F1 is that of the positive class, weighted over classes where there")
    print("are more than two. ruleopt: held-out accuracy, rules, seconds at these settings, and its accuracy over seeds.")
    for problem in problems:
        print(problem, file=sys.stderr)
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
