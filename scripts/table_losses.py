#!/usr/bin/env python3
"""Proves rules under the logistic loss and the margin hinge on every data set of a folder, and
prints a Markdown table.

Objective, proved bound, gap, number of rules and seconds. Settings: whole files, deciles, at most 3
literals, and the smallest penalty of 0.25, 0.5, 1, 2, 4, ... a literal at which the model has at
most 10 rules: the one that was proved, or with --by-trees the one that trees alone find, which has
fewer. A line of JSON is written per run as soon as it is known; a run that was cut short goes on.

    cargo build --release -p rulegen-cli
    scripts/table_losses.py --time-limit 300 --results /tmp/losses.jsonl
"""

import shlex
import sys

from table_core import number, run
from tables import chosen_sets, fill, fit, parser

LOSSES = ["logistic", "hinge"]
SETTINGS = "--holdout none --bins 10 --rule-cost length --max-length 3 --json"
MOST_RULES = 10
COLUMNS = ["data set", "loss", "rows", "penalty", "rules", "objective", "bound", "gap", "status", "s", "LP share", "rounds"]


def learned(args, name, entry, loss, extra):
    """Returns the figures of one run."""
    line = fit(args, entry) + shlex.split(SETTINGS) + ["--method", "rules", "--loss", loss] + shlex.split(extra)
    done = run(line, 2 * args.time_limit + 60)
    if done.problem:
        raise RuntimeError(f"{name}, {loss}: {done.problem}")
    return done.printed


def solve(args, name, loss, entry):
    """The penalty, and what the exact run printed."""
    exact = f"--pricers {args.pricers}"
    search = "--pricers tree --max-depth 3" if args.by_trees else exact
    penalty = 0.25
    while (found := learned(args, name, entry, loss, f"--penalty {penalty} {search}"))["n_rules"] > MOST_RULES:
        penalty *= 2
    if args.by_trees:
        found = learned(args, name, entry, loss, f"--penalty {penalty} {exact}")
    kept = ("objective", "lower_bound", "gap", "status", "iterations", "columns", "n_rules", "seconds")
    return {"rows": entry["rows"], "penalty": penalty, **{key: found[key] for key in kept}}


def cells(found):
    """One row of the table, in the order of COLUMNS."""
    seconds = found["seconds"]["total"]
    return [
        *found["run"],
        str(found["rows"]),
        number(found["penalty"], 2),
        str(found["n_rules"]),
        number(found["objective"], 4),
        number(found["lower_bound"], 4),
        "-" if found["gap"] is None else f"{100 * found['gap']:.4f}%",
        found["status"],
        number(seconds, 2),
        f"{100 * found['seconds']['lp'] / max(seconds, 1e-9):.0f}%",
        str(found["iterations"]),
    ]


def main():
    flags = parser(__doc__)
    flags.add_argument("--pricers", default="greedy,branch-and-bound", help="the exact run's")
    flags.add_argument("--by-trees", action="store_true", help="choose the penalty by the rules that trees find")
    flags.add_argument("--losses", default=",".join(LOSSES), help="with commas between them")
    args = flags.parse_args()
    sets = chosen_sets(args)
    runs = [[name, loss] for name in sets for loss in args.losses.split(",")]
    return fill(args, COLUMNS, runs, lambda run: solve(args, *run, sets[run[0]]), cells)


if __name__ == "__main__":
    sys.exit(main())
