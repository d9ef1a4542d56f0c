#!/usr/bin/env python3
"""Solves RUG on every data set of a folder twice, with the proxy and with exact pricing, and prints
a Markdown table.

The objective after the proxy alone, the proven optimum of the linear program (or the bound at the
limit), the gap that the proxy leaves, seconds, and the share of the linear programs in them.
Settings: whole files, deciles, 0.25 a literal, at most 4 literals. A line of JSON is written per
data set as soon as it is known; a run that was cut short goes on.

    cargo build --release -p rulegen-cli --features highs
    scripts/table_exact.py --time-limit 300 --results /tmp/exact.jsonl
"""

import shlex
import sys

from table_core import number, run
from tables import chosen_sets, fill, fit, parser

SETTINGS = "--method rug --holdout none --bins 10 --rule-cost length --cost-scaling none --penalty 0.25 --max-length 4 --json"
PROXY = "--pricers tree --max-depth 4 --iterations 1000"
COLUMNS = ["data set", "rows", "proxy", "s", "optimum", "bound", "status", "proxy gap", "s", "LP share", "rounds"]


def solve(args, name, entry):
    """Returns the figures of both runs, with the proxy and with exact pricing."""
    found = {"rows": entry["rows"]}
    for way, extra in (("proxy", PROXY), ("exact", f"--pricers {args.pricers}")):
        line = fit(args, entry) + shlex.split(SETTINGS) + shlex.split(extra)
        done = run(line, 2 * args.time_limit + 60)
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
        found["run"][0],
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
    flags = parser(__doc__)
    flags.add_argument("--pricers", default="greedy,branch-and-bound", help="the exact run's")
    args = flags.parse_args()
    sets = chosen_sets(args)
    return fill(args, COLUMNS, [[name] for name in sets], lambda run: solve(args, run[0], sets[run[0]]), cells)


if __name__ == "__main__":
    sys.exit(main())
