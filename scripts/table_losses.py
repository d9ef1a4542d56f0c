#!/usr/bin/env python3
"""Proves rules under each loss on every data set of a folder, and prints a Markdown table.

Objective, proved bound, gap, number of rules and seconds. Settings: whole files, deciles, rules of
bounded length, and of the penalties ..., 4, 2, 1, 0.5, ... a literal the last, from above, at which
the model has at most so many rules: the one that was proved, or with --by-trees the one that trees
alone find, which has fewer. A line of JSON is written per run as soon as it is known; a run that
was cut short goes on.

    cargo build --release -p rulegen-cli
    scripts/table_losses.py --time-limit 300 --results /tmp/losses.jsonl
    scripts/table_losses.py --losses rug,hinge,logistic --rules 50 --pricers auto \\
        --time-limit 300 --results /tmp/losses-50.jsonl
"""

import math
import shlex
import sys

from table_core import number, run
from tables import chosen_sets, fill, fit, parser

LOSSES = ["logistic", "hinge"]
SETTINGS = "--holdout none --bins 10 --rule-cost length --json"
LEAST_PENALTY = 2**-6
COLUMNS = ["data set", "loss", "rows", "penalty", "rules", "objective", "bound", "gap", "status", "s", "LP share", "rounds"]


def learned(args, name, entry, loss, extra):
    """Returns the figures of one run."""
    method = "--method rug --cost-scaling none" if loss == "rug" else f"--method rules --loss {loss}"
    settings = f"{SETTINGS} --max-length {args.max_length} {method} {extra}"
    line = fit(args, entry) + shlex.split(settings)
    done = run(line, 2 * args.time_limit + 60)
    if done.problem:
        raise RuntimeError(f"{name}, {loss}: {done.problem}")
    return done.printed


def solve(args, name, loss, entry):
    """The penalty, and what the exact run printed."""
    exact = f"--pricers {args.pricers}"
    search = "--pricers tree --max-depth 3" if args.by_trees else exact
    penalty = 2.0 ** math.ceil(math.log2(entry["rows"]))
    found = learned(args, name, entry, loss, f"--penalty {penalty} {search}")
    while penalty > LEAST_PENALTY:
        less = learned(args, name, entry, loss, f"--penalty {penalty / 2} {search}")
        if less["n_rules"] > args.rules:
            break
        penalty, found = penalty / 2, less
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
    flags.add_argument("--rules", type=int, default=10, help="the most rules of the model")
    flags.add_argument("--max-length", type=int, default=3, help="the most literals of a rule")
    flags.add_argument("--by-trees", action="store_true", help="choose the penalty by the rules that trees find")
    flags.add_argument("--losses", default=",".join(LOSSES), help="logistic, hinge, rug, with commas between them")
    args = flags.parse_args()
    sets = chosen_sets(args)
    runs = [[name, loss] for name in sets for loss in args.losses.split(",")]
    return fill(args, COLUMNS, runs, lambda run: solve(args, *run, sets[run[0]]), cells)


if __name__ == "__main__":
    sys.exit(main())
