#!/usr/bin/env python3
"""A soak test: data sets x random settings of `rulegen fit`. Every answer is checked by code that
shares nothing with the program.

    scripts/soak.py RULEGEN [--data FOLDER] [--runs N] [--minutes M] [--seed S] [--time-limit T]

RULEGEN       the program
--data        a folder with a datasets.toml [default: ../shared/data if there, or the fixtures]
--runs        random settings for each set [default: 10]
--minutes     ends after this time; the order is such that every set has its turn [default: none]
--time-limit  what `fit` is given, in seconds [default: 1]

Data come as they are, or with numbers times 1e-12 to 1e12, with weights of up to twelve orders of
magnitude, or with rows that are nearly equal. A run must end in time with exit code 0, 1 or 2 and,
where it is not 0, one line that says why. Of a model it is checked that its bound is not above its
objective, that it is called optimal only where they meet, and that `rulegen predict` and `fit
--json` say what an evaluation of the rules in Python says. Failures are listed with the command,
and their data are kept. At the end 'N passed, N failed'; exits 1 if any failed.
"""

import argparse
import csv
import json
import math
import random
import re
import shlex
import subprocess
import sys
import tempfile
import time
import tomllib
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
MISSING = {"", "na", "n/a", "nan", "null", "?"}
# Rows of a run, and seconds that a fit may take beside its limit: reading, and a busy machine.
ROWS = 1200
PATIENCE = 60

COMMON = {
    "--max-length": [1, 2, 3, 5],
    "--min-cover": [1, 2, 10, 100],
    "--bins": [2, 3, 10, 50],
    "--gap": [0, 0.01, 0.5],
    "--tolerance": [0, 1e-3, 0.5],
    "--smoothing": [0, 0.5, 0.9],
    "--iterations": [0, 1, 3, 20],
    "--columns-per-round": [1, 5, 50],
    "--lp-strategy": ["interior", "warm-start", "dual-simplex"],
    "--class-weight": ["rows", "balanced"],
    "--seed": [0, 7],
    "--stage-policy": ["all", "until-columns", "until-at-least-5"],
    "--min-category": [1, 5],
    "--pricing-time-limit": [0.01, 0.2],
    "--pricers": ["tree", "greedy", "branch-and-bound", "greedy,branch-and-bound", "tree,greedy,branch-and-bound"],
    "--max-rules": [1, 3, 8],
    "--max-conditions": [1, 5, 20],
}
WEIGHTED = {
    "--rule-cost": ["length", "unit", "merged", "gini", "coverage"],
    "--max-depth": [1, 2, 4],
    "--criterion": ["gini", "entropy"],
    "--min-leaf": [1, 5],
    "--min-gain": [0, 0.01],
    "--all-nodes": [None],
    "--weight-threshold": [0, 0.05, 0.5],
    "--penalty": [1e-6, 0.01, 0.5, 1, 20, 1e6],
}
METHODS = {
    "rug": WEIGHTED | {"--cost-scaling": ["published", "none"], "--fallback": ["class", "first-tree"]},
    "rules": WEIGHTED
    | {
        "--size": ["auto", "best", 1, 3, 10, "given"],
        "--path": ["forward", "penalty"],
        "--folds": [2, 5],
        "--divisions": [1, 3],
        "--choose-by": ["accuracy", "auc", "log-loss", "f1"],
        "--ridge": [0, 0.1, 3],
        "--loss": ["logistic", "hinge"],
    },
    "boolean": {
        "--complexity": [0, 2, 5, 15, 40],
        "--complexity-price": [0, 0.1, 5],
        "--cnf": [None],
        "--fp-weight": [1, 0.01, 100],
        "--fn-weight": [1, 0.01, 100],
        "--enumerate": [0, 100],
        "--size": ["auto", "best", 2],
        "--complexities": ["2", "3,9", "40,4"],
    },
}


class Fault(Exception):
    """A fault of a run."""


def sets(folder):
    """Name, file, target, columns of codes."""
    if (folder / "datasets.toml").exists():
        with open(folder / "datasets.toml", "rb") as file:
            for name, entry in tomllib.load(file).items():
                if (folder / entry["file"]).exists():
                    yield name, folder / entry["file"], entry["target"], entry.get("categorical", [])
    else:
        targets = {
            "awkward": "answer",
            "iris": "species",
            "monks1": "class",
            "monks2": "class",
            "tictactoe": "class",
            "wdbc": "diagnosis",
            "wine": "cultivar",
        }
        for name, target in targets.items():
            yield name, ROOT / "fixtures" / f"{name}.csv", target, []


def is_number(text):
    try:
        return math.isfinite(float(text))
    except ValueError:
        return False


def disturbed(kind, header, rows, target, codes, draw):
    """The rows in another form, and flags for them."""
    numeric = [
        j
        for j, name in enumerate(header)
        if name != target
        and name not in codes
        and all(row[j].strip().lower() in MISSING or is_number(row[j]) for row in rows)
    ]

    def each(change):
        return [
            [change(row[j]) if j in numeric and is_number(row[j]) else row[j] for j in range(len(row))] for row in rows
        ]

    if kind == "scaled":
        factor = 10.0 ** draw.randint(-12, 12)
        return header, each(lambda cell: repr(float(cell) * factor)), []
    if kind == "near":
        # Neighbours in the last bits: twins that differ by one or two units in the last place.
        twins = each(lambda cell: repr(math.nextafter(float(cell), draw.choice([-math.inf, math.inf]))))
        mixed = [row for pair in zip(rows, twins) for row in pair]
        return header, mixed[:ROWS], []
    if kind == "weights":
        orders = draw.choice([2, 6, 9, 12])
        weigh = [repr(10.0 ** draw.uniform(-orders / 2, orders / 2)) for _ in rows]
        return [*header, "the weight"], [[*row, w] for row, w in zip(rows, weigh)], ["--weights", "the weight"]
    return header, rows, []


def settings(draw):
    method = draw.choice(list(METHODS))
    table = COMMON | METHODS[method]
    flags = ["--method", method]
    for name in draw.sample(sorted(table), draw.randint(0, 5)):
        value = draw.choice(table[name])
        flags += [name] if value is None else [name, str(value)]
    return flags


def run(command, seconds):
    try:
        return subprocess.run(command, capture_output=True, timeout=seconds, text=True)
    except subprocess.TimeoutExpired as late:
        raise Fault(f"no end within {seconds:.0f} s") from late


def check(command, folder, data, target, rows, header, limit):
    """Runs one fit and checks its answer; the exit code, and what was said where it is not 0."""
    model = folder / "model.json"
    model.unlink(missing_ok=True)
    done = run([*command, "-o", str(model), "--json"], limit + PATIENCE)
    if "panicked" in done.stderr or done.returncode not in (0, 1, 2):
        raise Fault(f"exit code {done.returncode}: {done.stderr.strip()[-400:]}")
    said = done.stderr.strip()
    if done.returncode != 0:
        if not said or "\n" in said:
            raise Fault(f"exit code {done.returncode} with {said!r}")
        if model.exists():
            raise Fault(f"exit code {done.returncode}, and a model was written")
        return done.returncode, said
    file, figures = json.loads(model.read_text()), json.loads(done.stdout)
    check_certificate(file["certificate"])
    predicted = run([command[0], "predict", str(model), str(data)], PATIENCE)
    if predicted.returncode != 0:
        raise Fault(f"predict: {predicted.stderr}")
    told = [row["prediction"] for row in csv.DictReader(predicted.stdout.splitlines())]
    expected = [evaluate(file, dict(zip(header, row))) for row in rows]
    if told != expected:
        at = next(i for i, pair in enumerate(zip(told, expected)) if pair[0] != pair[1])
        raise Fault(f"row {at} is predicted {told[at]!r}, by its rules {expected[at]!r}")
    at = header.index(target)
    right = sum(guess == row[at].strip() for guess, row in zip(expected, rows)) / len(rows)
    if abs(figures["train"]["accuracy"] - right) > 1e-9:
        raise Fault(f"training accuracy {figures['train']['accuracy']}, by its rules {right}")
    return 0, file["certificate"]["status"]


def check_certificate(certificate):
    objective, bound = certificate["objective"], certificate["lower_bound"]
    if not all(x is None or math.isfinite(x) for x in (objective, bound, certificate["lp_objective"])):
        raise Fault(f"a number that is none: {certificate}")
    if bound is not None and bound > objective + 1e-6 * max(1, abs(objective)):
        raise Fault(f"the bound is above the objective: {certificate}")
    if certificate["status"] == "optimal" and (bound is None or objective - bound > 2e-6 * max(abs(objective), 1e-6)):
        raise Fault(f"optimal, but the bound does not meet the objective: {certificate}")


def evaluate(model, row):
    """The class of a row, by the rules of a model file."""
    kinds = {feature["name"]: feature["kind"] for feature in model["features"]}
    classes = model["classes"]
    votes = list(model.get("intercepts") or [0.0] * len(classes))
    met = False
    for rule in model["rules"]:
        if all(holds(condition, row, kinds) for condition in rule["if"]):
            met = True
            votes[classes.index(rule["then"])] += rule["weight"]
    if met or any(vote > 0 for vote in votes):
        return classes[votes.index(max(votes))]
    for rule in model["default"].get("rules", []):
        if all(holds(condition, row, kinds) for condition in rule["if"]):
            return rule["then"]
    return model["default"]["otherwise"]


def holds(condition, row, kinds):
    text = row[condition["column"]].strip(" \t")
    numeric = kinds[condition["column"]] == "numeric"
    missing = text.lower() in MISSING if numeric else text == ""
    question, value = condition["is"], condition.get("value")
    if question in ("missing", "present"):
        return missing == (question == "missing")
    if missing:
        return False
    if numeric:
        return float(text) <= value if question == "<=" else float(text) > value
    return (text == value) == (question == "=")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("rulegen")
    parser.add_argument("--data", type=Path, default=ROOT.parent / "shared" / "data")
    parser.add_argument("--runs", type=int, default=10)
    parser.add_argument("--minutes", type=float, default=math.inf)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--time-limit", type=float, default=1)
    arguments = parser.parse_args()
    deadline = time.monotonic() + 60 * arguments.minutes
    counts, failures, said = Counter(), [], Counter()
    kept = Path(tempfile.mkdtemp(prefix="soak-"))
    known = list(sets(arguments.data))
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch)
        for turn in range(arguments.runs):
            for name, path, target, codes in known:
                if time.monotonic() > deadline:
                    break
                draw = random.Random(f"{arguments.seed} {turn} {name}")
                kind = draw.choice(["plain", "scaled", "near", "weights"])
                with open(path, newline="", encoding="utf-8") as file:
                    header, *rows = csv.reader(file)
                rows = draw.sample(rows, min(len(rows), ROWS))
                header, rows, flags = disturbed(kind, header, rows, target, codes, draw)
                data = folder / "data.csv"
                with open(data, "w", newline="", encoding="utf-8") as file:
                    csv.writer(file).writerows([header, *rows])
                command = [
                    arguments.rulegen,
                    "fit",
                    str(data),
                    "--target",
                    target,
                    "--holdout",
                    "none",
                    "--quiet",
                    "--time-limit",
                    str(arguments.time_limit),
                    *flags,
                    *settings(draw),
                ]
                if codes:
                    command += ["--categorical", ",".join(codes)]
                try:
                    code, what = check(command, folder, data, target, rows, header, arguments.time_limit)
                    counts[code] += 1
                    what = re.sub(r"\d[\d.e+-]*", "N", what.replace(str(data), "DATA"))
                    said[f"{code}: {what}" if code else what] += 1
                except Fault as fault:
                    number = len(failures)
                    (kept / f"{number}.csv").write_bytes(data.read_bytes())
                    shown = shlex.join(command).replace(str(data), str(kept / f"{number}.csv"))
                    failures.append(shown)
                    print(f"FAILED {name}, {kind}: {fault}\n  {shown}", flush=True)
    for what, number in said.most_common(25):
        print(f"{number:6} {what}")
    codes = ", ".join(f"{number} with exit code {code}" for code, number in sorted(counts.items()))
    print(f"{len(known)} data sets; {codes}")
    print(f"{sum(counts.values())} passed, {len(failures)} failed")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
