#!/usr/bin/env python3
"""The ways through the linear programs of a run: every data set by each LP strategy, as a Markdown
table.

`--way exact` is the proof of RUG over all rules of at most 4 literals on deciles, `rug` RUG with
its defaults, and `boolean` the proof of Boolean rules of complexity 15 and at most 3 literals. A
cell holds the CPU seconds of the run, and the gap where the time limit ended it ('no bound' where
none was found). A line of JSON is written per run as soon as it is known; a table that was cut
short goes on.

    scripts/table_lp.py --way exact --time-limit 60 --results /tmp/lp.jsonl
"""

import resource
import sys

from table_core import run
from tables import chosen_sets, fill, fit, parser

STRATEGIES = ["interior", "dual-simplex", "warm-start"]
DECILES = ["--bins", "10", "--cost-scaling", "none", "--penalty", "0.25", "--max-length", "4"]
WAYS = {
    "exact": ["--method", "rug", *DECILES, "--pricers", "tree,branch-and-bound"],
    "rug": ["--method", "rug"],
    "boolean": ["--method", "boolean", "--complexity", "15", "--max-length", "3", "--pricers", "greedy,branch-and-bound"],
}

# Objectives that are nearer than this, relative to their size, are the same: optima are proved to
# 1e-6.
SAME = 1e-5


def solve(args, entry, name, way, strategy):
    """Returns the end of the run, and the CPU seconds of its process."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    line = fit(args, entry) + [*WAYS[way], "--lp-strategy", strategy, "--holdout", "none", "--json"]
    done = run(line, 2 * args.time_limit + 60)
    if done.problem:
        raise RuntimeError(f"{name} {way} {strategy}: {done.problem}")
    kept = ("objective", "lower_bound", "gap", "status", "n_rules")
    seconds = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before
    return {"cpu": round(seconds, 2), **{key: done.printed.get(key) for key in kept}}


def cell(found):
    """CPU seconds, with the gap of a run that its time limit ended."""
    if found["status"] != "time_limit":
        return f"{found['cpu']:.2f}"
    percent = 100 * (found["gap"] or 0)
    gap = "no bound" if found["gap"] is None else f"{percent:.0f}%" if percent >= 10 else f"{percent:.2g}%"
    return f"{found['cpu']:.2f} ({gap})"


def cells(row, seen):
    """One row of the table: a cell for each strategy, and the objectives where they differ."""
    found = [row[strategy] for strategy in STRATEGIES]
    ended = [one["objective"] for one in found if one["status"] != "time_limit"]
    same = not ended or max(ended) - min(ended) <= SAME * max(1.0, abs(min(ended)))
    seen.append(found)
    return [row["run"][0], *(cell(one) for one in found), "same" if same else ", ".join(f"{x:.6g}" for x in ended)]


def main():
    flags = parser(__doc__, threads=1)
    flags.set_defaults(time_limit=60)
    flags.add_argument("--way", choices=list(WAYS), default="exact")
    args = flags.parse_args()
    sets = chosen_sets(args, lambda entry: args.way != "boolean" or entry["classes"] == 2)

    def row(key):
        name, way = key
        return {strategy: solve(args, sets[name], name, way, strategy) for strategy in STRATEGIES}

    seen = []
    failed = fill(args, ["data set", *STRATEGIES, "objectives"], [[name, args.way] for name in sets], row, lambda r: cells(r, seen))
    totals = (sum(found[i]["cpu"] for found in seen) for i in range(len(STRATEGIES)))
    print("| **sum** | " + " | ".join(f"{total:.1f}" for total in totals) + " | |")
    return failed


if __name__ == "__main__":
    sys.exit(main())
