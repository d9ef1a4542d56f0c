#!/usr/bin/env python3
"""Learns Boolean rules on every data set of two classes in a folder, and prints a Markdown table of losses and proofs.

For each bound on the complexity: the loss of the rule set, the proved bound, the gap between them, the value of the
linear program and whether it is proved, seconds, and the pricers that the size of the data chose. Settings: whole
files, deciles. A line of JSON is written per run as soon as it is known; a table that was cut short goes on.

    cargo build --release -p rulegen-cli --features highs
    scripts/table_boolean.py --limit 300 --results /tmp/boolean.jsonl
"""

import argparse
import json
import sys
import tempfile
import tomllib
from pathlib import Path

from table_core import ROOT, number, print_row, run

SETTINGS = ["--method", "boolean", "--holdout", "none", "--bins", "10", "--json"]
COLUMNS = ["data set", "rows", "C", "loss", "bound", "gap", "LP", "LP proved", "s", "rules", "columns", "pricers"]

# What the LP's value may be above its bound to be proved, relative to its size: as in the driver.
PROVED = 1e-5


def command(args, entry, complexity, model):
    line = [str(args.binary), "-q", "fit", str(args.data / entry["file"]), "--target", entry["target"]]
    for flag, value in (("--positive", entry.get("positive")), ("--categorical", ",".join(entry.get("categorical", [])))):
        if value:
            line += [flag, value]
    line += [*SETTINGS, "--complexity", complexity, "--threads", str(args.threads), "--time-limit", str(args.limit)]
    return line + ["--output", str(model)]


def solve(args, name, entry, complexity):
    """What the run printed, and what its model file says of the settings."""
    with tempfile.TemporaryDirectory() as scratch:
        model = Path(scratch) / "model.json"
        done = run(command(args, entry, complexity, model), 2 * args.limit + 60)
        if done.problem:
            raise RuntimeError(f"{name}, C = {complexity}: {done.problem}")
        pricers = json.loads(model.read_text(encoding="utf-8"))["settings"]["pricers"]
    kept = ("objective", "lp_objective", "lp_lower_bound", "lower_bound", "gap", "status", "columns", "n_rules", "seconds")
    found = {key: done.printed.get(key) for key in kept}
    return {"set": name, "rows": entry["rows"], "complexity": complexity, "pricers": pricers, **found}


def cells(found):
    """One row of the table, in the order of COLUMNS."""
    gap, value = found["gap"], found["lp_objective"]
    bound = found["lower_bound"] if found["lp_lower_bound"] is None else found["lp_lower_bound"]
    proved = bound is not None and value - bound <= PROVED * max(abs(value), 1)
    return [
        found["set"],
        str(found["rows"]),
        found["complexity"],
        number(found["objective"], 0),
        number(found["lower_bound"], 0),
        "-" if gap is None else f"{100 * gap:.1f}%",
        number(value, 3),
        "yes" if proved else "no",
        number(found["seconds"]["total"], 1),
        str(found["n_rules"]),
        str(found["columns"]),
        ", ".join(found["pricers"]),
    ]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sets", help="data sets, with commas between them")
    parser.add_argument("--complexities", default="5,15,30", help="bounds on the complexity")
    parser.add_argument("--limit", type=float, default=300, help="seconds for one run")
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--binary", type=Path, default=ROOT / "target" / "release" / "rulegen")
    parser.add_argument("--data", type=Path, default=ROOT.parent / "shared" / "data", help="folder of datasets.toml")
    parser.add_argument("--results", type=Path, help="file of JSON lines to go on from")
    args = parser.parse_args()

    sets = tomllib.loads((args.data / "datasets.toml").read_text(encoding="utf-8"))
    binary = {name: entry for name, entry in sets.items() if entry["classes"] == 2}
    names = args.sets.split(",") if args.sets else sorted(binary, key=lambda name: binary[name]["rows"])
    unknown = [name for name in names if name not in binary]
    if unknown:
        parser.error(f"not in datasets.toml, or not of two classes: {', '.join(unknown)}")
    known = {}
    if args.results and args.results.exists():
        lines = args.results.read_text(encoding="utf-8").splitlines()
        known = {(found["set"], found["complexity"]): found for found in map(json.loads, lines)}
    print_row(COLUMNS)
    print_row(["---"] + ["---:"] * (len(COLUMNS) - 2) + ["---"])
    failed = False
    for name in names:
        for complexity in args.complexities.split(","):
            try:
                found = known.get((name, complexity)) or solve(args, name, binary[name], complexity)
            except RuntimeError as error:
                print(error, file=sys.stderr)
                failed = True
                continue
            if (name, complexity) not in known and args.results:
                with open(args.results, "a", encoding="utf-8") as file:
                    file.write(json.dumps(found) + "\n")
            print_row(cells(found))
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
