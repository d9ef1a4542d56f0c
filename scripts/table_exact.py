#!/usr/bin/env python3
"""Solves RUG on every data set of a folder twice, with the proxy and with exact pricing, and prints a Markdown table.

The objective after the proxy alone, the proven optimum of the linear program (or the bound at the limit), the gap that
the proxy leaves, seconds, and the share of the linear programs in them. Settings: whole files, deciles, 0.25 a literal,
at most 4 literals. A line of JSON is written per data set as soon as it is known; a run that was cut short goes on.

    cargo build --release -p rulegen-cli --features highs
    scripts/table_exact.py --time-limit 300 --results /tmp/exact.jsonl
"""

import argparse
import json
import shlex
import sys
import tomllib
from pathlib import Path

from table_core import ROOT, number, print_row, run

SETTINGS = "--holdout none --bins 10 --rule-cost length --cost-scaling none --penalty 0.25 --max-length 4 --json"
PROXY = "--pricers tree --max-depth 4 --iterations 1000"
COLUMNS = ["data set", "rows", "proxy", "s", "optimum", "bound", "status", "proxy gap", "s", "LP share", "rounds"]


def command(args, entry, extra):
    line = [str(args.binary), "-q", "fit", str(args.data / entry["file"]), "--target", entry["target"]]
    for flag, value in (("--positive", entry.get("positive")), ("--categorical", ",".join(entry.get("categorical", [])))):
        if value:
            line += [flag, value]
    line += [*shlex.split(SETTINGS), *shlex.split(extra), "--threads", str(args.threads)]
    return line + ["--time-limit", str(args.time_limit)]


def solve(args, name, entry):
    """What both runs printed: the proxy's and the exact one's."""
    found = {"set": name, "rows": entry["rows"]}
    for way, extra in (("proxy", PROXY), ("exact", f"--pricers {args.pricers}")):
        done = run(command(args, entry, extra), 2 * args.time_limit + 60)
        if done.problem:
            raise RuntimeError(f"{name}, {way}: {done.problem}")
        kept = ("lp_objective", "lower_bound", "status", "iterations", "columns", "seconds")
        found[way] = {key: done.printed[key] for key in kept}
    return found


def cells(found):
    """One row of the table, in the order of COLUMNS."""
    proxy, exact = found["proxy"], found["exact"]
    optimum, bound = exact["lp_objective"], exact["lower_bound"]
    seconds = exact["seconds"]["total"]
    # Against the bound, so that the gap is proved whether or not the optimum is.
    gap = None if bound is None else (proxy["lp_objective"] - bound) / proxy["lp_objective"]
    return [
        found["set"],
        str(found["rows"]),
        number(proxy["lp_objective"], 4),
        number(proxy["seconds"]["total"], 2),
        number(optimum, 4),
        number(bound, 4),
        exact["status"],
        "-" if gap is None else f"{'' if exact['status'] == 'optimal' else '<= '}{100 * gap:.1f}%",
        number(seconds, 2),
        f"{100 * exact['seconds']['lp'] / max(seconds, 1e-9):.0f}%",
        str(exact["iterations"]),
    ]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", help="data sets, with commas between them")
    parser.add_argument("--pricers", default="greedy,branch-and-bound", help="the exact run's")
    parser.add_argument("--time-limit", type=float, default=300, help="seconds for one run")
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--binary", type=Path, default=ROOT / "target" / "release" / "rulegen")
    parser.add_argument("--data", type=Path, default=ROOT.parent / "shared" / "data", help="folder of datasets.toml")
    parser.add_argument("--results", type=Path, help="file of JSON lines to go on from")
    args = parser.parse_args()

    sets = tomllib.loads((args.data / "datasets.toml").read_text(encoding="utf-8"))
    names = args.only.split(",") if args.only else sorted(sets, key=lambda name: sets[name]["rows"])
    known = {}
    if args.results and args.results.exists():
        known = {found["set"]: found for found in map(json.loads, args.results.read_text().splitlines())}
    print_row(COLUMNS)
    print_row(["---"] + ["---:"] * (len(COLUMNS) - 1))
    failed = False
    for name in names:
        try:
            found = known.get(name) or solve(args, name, sets[name])
        except RuntimeError as error:
            print(error, file=sys.stderr)
            failed = True
            continue
        if name not in known and args.results:
            with open(args.results, "a", encoding="utf-8") as file:
                file.write(json.dumps(found) + "\n")
        print_row(cells(found))
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
