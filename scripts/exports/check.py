"""Checks that exported models predict what `rulegen predict` does: see scripts/check-exports.sh."""

import argparse
import csv
import io
import json
import math
import re
import shutil
import subprocess
import sys
import tempfile
import traceback
from pathlib import Path

from card import Scorecard
from engines import ENGINES, REAL_ENGINES
from models import by_hand, fitted, real
from random_models import drawn

# A compiler takes longer than all others together: it sees one of so many random models.
EVERY = {"Rust": 4}

# The engine that differs from another one for dates alone.
MOMENTS = "SQL in DuckDB, moments"

# Control characters, as JSON writes them.
CONTROL = re.compile(r"\\u00[01]")

# Words that `rulegen` reads as a missing number, besides a blank cell.
MISSING = {"na", "n/a", "nan", "null", "?"}


# `explain` says one row at a time.
MOST_EXPLAINED = 60

# SQL has up to 450 reasons, and a rule can be several.
MOST_RULES_EXPLAINED = 100


class Refused(Exception):
    """A name holds a character that the language cannot write."""


class Inapplicable(Exception):
    """The model has no such export."""


class Case:
    """A model, the rows of its data, and what `rulegen predict` says of them."""

    def __init__(self, rulegen, model, data):
        self.rulegen, self.model = rulegen, model
        self.text = Path(model).read_text(encoding="utf-8")
        file = json.loads(self.text)
        self.target, self.classes = file["target"], file["classes"]
        rules = file["rules"] + file["default"].get("rules", [])
        self.used = {condition["column"] for rule in rules for condition in rule["if"]}
        kinds = {feature["name"]: feature["kind"] for feature in file["features"]}
        # Every column of the model: readers of exports may be given more than the rules use.
        self.columns = kinds
        self.rows = [{name: cell(row[name], kind) for name, kind in kinds.items()} for row in read(data)]
        rows = list(csv.DictReader(io.StringIO(self.run("predict", model, data, "--probabilities", "--quiet", "--delimiter", ","))))
        self.expected = [row["prediction"] for row in rows]
        named = [f"probability {name}" for name in self.classes]
        # Only log-odds give probabilities, shares of votes do not. Exports of models with a rule of
        # weight 0 give none.
        gives = named[0] in rows[0] and all(rule["weight"] > 0 for rule in file["rules"])
        self.probabilities = [[float(row[name]) for name in named] for row in rows] if gives else None
        self.folder = Path(tempfile.mkdtemp(dir=model.parent))
        self.data = data
        self.whole = "points_per_doubling" in file
        self.reasons = self.explained() if len(file["rules"]) < MOST_RULES_EXPLAINED else None
        self.points_per_doubling = file.get("points_per_doubling")
        self.positive = file["positive"]

    def add_card(self):
        """Reads the scorecard, and takes the reasons of all rows from it. Those of the first rows
        must be the ones that `explain` gives.
        """
        self.card = Scorecard(self.exported("card-csv"), self.columns)
        self.unit = math.log(2) / self.points_per_doubling if self.whole else 1.0
        if self.reasons is None:
            return
        reasons = [self.card.reasons(row, self.positive) for row in self.rows]
        for number, (said, found) in enumerate(zip(self.reasons, reasons)):
            assert [words for words, _ in said] == [words for words, _ in found], (number, said, found)
            assert all(abs(a - b) < 1e-12 for (_, a), (_, b) in zip(said, found)), (number, said, found)
        self.reasons = reasons

    def explained(self):
        """All reasons of the first rows, each as its words and the points lost. None if the model
        has none.
        """
        found = []
        for row in range(min(len(self.rows), MOST_EXPLAINED)):
            flags = ["--row", row, "--reasons", "1000", "--json", "--work", "1", "--quiet", "--delimiter", ","]
            said = json.loads(self.run("explain", self.model, self.data, *flags))
            if said["reasons_against"] is None:
                return None
            found.append([(reason["words"], reason["lost"]) for reason in said["reasons"]])
        return found

    def run(self, *arguments):
        command = [self.rulegen, *map(str, arguments)]
        return subprocess.run(command, check=True, stdout=subprocess.PIPE).stdout.decode()

    def exported(self, language, *flags):
        command = [self.rulegen, "rules", str(self.model), "--format", language, *flags]
        done = subprocess.run(command, capture_output=True)
        said = done.stderr.decode()
        if done.returncode == 2 and "no scorecard can be written" in said:
            raise Inapplicable
        # XML has no control characters.
        if done.returncode == 2 and language.startswith("pmml") and CONTROL.search(self.text):
            assert said.count("\n") == 1 and "cannot be written in PMML" in said, said
            raise Refused
        assert done.returncode == 0, said
        return done.stdout.decode()


def read(path):
    with open(path, newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file))


def cell(text, kind):
    text = text.strip(" \t")
    if text == "" or (kind == "numeric" and text.lower() in MISSING):
        return None
    return float(text) if kind == "numeric" else text


def main(rulegen, count, seed, kept, sets):
    """All models, so many random ones, or those of real sets in this folder, in all engines."""
    passed = failed = refused = 0
    with tempfile.TemporaryDirectory() as folder:
        folder = Path(folder)
        if sets:
            models = real(rulegen, folder, sets)
        else:
            models = drawn(folder, count, seed) if count else [*fitted(rulegen, folder), *by_hand(folder)]
        for number, (name, model, data) in enumerate(models):
            case = Case(rulegen, model, data)
            assert len(case.rows) == len(case.expected) > 0, name
            if not count:
                print(f"{name}: {len(case.rows)} rows, {len(set(case.expected))} classes predicted")
            if sets:
                case.add_card()
            for engine, predict in (REAL_ENGINES if sets else ENGINES).items():
                if count and number % EVERY.get(engine, 1):
                    continue
                if engine == MOMENTS and "dates" not in case.columns.values():
                    continue
                try:
                    predicted = predict(case)
                except Refused:
                    refused += 1
                    continue
                except Inapplicable:
                    continue
                except Exception:
                    traceback.print_exc()
                    predicted = []
                differ = [i for i, (a, b) in enumerate(zip(predicted, case.expected)) if a != b]
                good = len(predicted) == len(case.expected) and not differ
                passed, failed = passed + good, failed + (not good)
                shown = ", ".join(f"row {i}: {predicted[i]!r} for {case.expected[i]!r}" for i in differ[:3])
                if not good or not count:
                    model_name = f", {name}" if count else ""
                    differs = f": {len(differ)} rows differ: {shown}" if differ else ""
                    print(f"  {'ok    ' if good else 'FAILED'} {engine}{model_name}{differs}", flush=True)
                if not good and kept:
                    kept.mkdir(parents=True, exist_ok=True)
                    shutil.copy(model, kept / model.name)
                    shutil.copy(data, kept / data.name)
    if refused:
        print(f"{refused} refused: names with characters that XML does not have")
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("rulegen", type=Path)
    parser.add_argument("--random", type=int, default=0)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--keep", type=Path)
    parser.add_argument("--real", type=Path)
    arguments = parser.parse_args()
    status = main(str(arguments.rulegen.resolve()), arguments.random, arguments.seed, arguments.keep, arguments.real)
    sys.stdout.flush()
    sys.exit(status)
