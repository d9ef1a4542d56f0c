"""Shared code of the tables of long runs: flags, and rows that are stored as soon as they are
known.
"""

import argparse
import csv
import json
import sys
import tomllib
from pathlib import Path

from table_core import ROOT, print_row


def parser(description, threads=2):
    """The flags that every table has."""
    flags = argparse.ArgumentParser(description=description, formatter_class=argparse.RawDescriptionHelpFormatter)
    flags.add_argument("--only", help="data sets, with commas between them")
    flags.add_argument("--time-limit", type=float, default=300, help="seconds for one run")
    flags.add_argument("--threads", type=int, default=threads)
    flags.add_argument("--binary", type=Path, default=ROOT / "target" / "release" / "rulegen")
    flags.add_argument("--data", type=Path, default=ROOT.parent / "shared" / "data", help="folder of datasets.toml")
    flags.add_argument("--results", type=Path, help="file of JSON lines to go on from")
    reference = ROOT.parent / "shared" / "reference"
    flags.add_argument("--reference", type=Path, default=reference, help="folder of the published tables")
    return flags


def published_fair(args, name, run, metric):
    """The published row of a fair run (FairRUG, FairCG) by this metric, if there is one."""
    with open(args.reference / "rug_published_runs.csv", newline="", encoding="utf-8") as text:
        asked = {"dataset": name, "run": run, "fairness_metric": metric}
        return next((row for row in csv.DictReader(text) if asked.items() <= row.items()), None)


def chosen_sets(args, wanted=lambda entry: True):
    """The entries of datasets.toml that are asked for: those named, else all that are wanted, small
    ones first.
    """
    sets = tomllib.loads((args.data / "datasets.toml").read_text(encoding="utf-8"))
    serving = {name: entry for name, entry in sets.items() if wanted({"name": name, **entry})}
    names = args.only.split(",") if args.only else sorted(serving, key=lambda name: serving[name]["rows"])
    unknown = [name for name in names if name not in serving]
    if unknown:
        sys.exit(f"no set of this table: {', '.join(unknown)}")
    return {name: serving[name] for name in names}


def fit(args, entry):
    """The command that learns from a data set, without settings."""
    line = [str(args.binary), "-q", "fit", str(args.data / entry["file"]), "--target", entry["target"]]
    for flag, value in (("--positive", entry.get("positive")), ("--categorical", ",".join(entry.get("categorical", [])))):
        if value:
            line += [flag, value]
    return line + ["--threads", str(args.threads), "--time-limit", str(args.time_limit)]


def fill(args, columns, runs, solve, cells):
    """Prints a table with a row for each of `runs`, from the results file where it has one.
    `solve(run)` is its row as an object, `cells(row)` as words. What fails is said on stderr; the
    exit code.
    """
    known = {}
    if args.results and args.results.exists():
        lines = args.results.read_text(encoding="utf-8").splitlines()
        known = {json.dumps(row["run"]): row for row in map(json.loads, lines)}
    print_row(columns)
    print_row(["---"] + ["---:"] * (len(columns) - 1))
    failed = False
    for run in runs:
        row = known.get(json.dumps(run))
        if row is None:
            try:
                row = {"run": run, **solve(run)}
            except RuntimeError as error:
                print(error, file=sys.stderr)
                failed = True
                continue
            if args.results:
                with open(args.results, "a", encoding="utf-8") as file:
                    file.write(json.dumps(row) + "\n")
        print_row(cells(row))
    return int(failed)
