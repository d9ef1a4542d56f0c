#!/usr/bin/env python3
"""Prints the table of docs/exact.md: the gaps to the optimum that trees and greedy search leave.

Runs `rulegen compare` with trees, greedy search and branch and bound on equal terms: whole files,
deciles, a cost of 0.25 per condition, at most 4 conditions, trees of depth 4. Writes a line of
JSON for each data set as soon as it is known; a run that was cut short goes on from there.

    scripts/table_gaps.py --only heart,wdbc --results /tmp/gaps.jsonl
"""

import shlex
import sys

from table_core import number, run
from tables import chosen_sets, fill, fit, parser

PAGE = "heart,wdbc,transfusion,diabetes,tictactoe,compas,phoneme,nursery,skinnonskin"
PRICERS = ["tree", "greedy", "branch-and-bound"]
SETTINGS = "--method rug --holdout none --bins 10 --rule-cost length --cost-scaling none --penalty 0.25 --max-length 4"
COLUMNS = ["", "rows", "trees", "greedy", "optimum", "gap of the trees", "gap of greedy", "seconds", "share of the LP"]


def solve(args, name, entry):
    """Returns the objectives of the three pricers, with bound, status and seconds."""
    line = fit(args, entry) + shlex.split(SETTINGS)
    line[line.index("fit")] = "compare"
    done = run([*line, "--max-depth", "4", "--pricers", ",".join(PRICERS), "--json"], 3 * args.time_limit + 60)
    if done.problem:
        raise RuntimeError(f"{name}: {done.problem}")
    found = done.printed["pricers"]
    kept = ("lp_objective", "lower_bound", "status", "seconds")
    return {"rows": entry["rows"]} | {pricer: {key: found[pricer][key] for key in kept} for pricer in PRICERS}


def gap(found, pricer):
    """Formats the gap between an objective and the proved bound, relative to the objective."""
    objective, bound = found[pricer]["lp_objective"], found["branch-and-bound"]["lower_bound"]
    if bound is None:
        return "-"
    share = max(0.0, objective - bound) / objective
    proved = "" if found["branch-and-bound"]["status"] == "optimal" else "<= "
    # Three decimals of small gaps; below the tolerance of a proof there is none.
    return proved + ("0" if share < 1e-6 else f"{100 * share:.2g}%")


def cells(found):
    """Returns one row of the table, in the order of COLUMNS."""
    proof, mark = found["branch-and-bound"], {"time_limit": " (stopped)"}
    seconds = proof["seconds"]["total"]
    trees, greedy = (number(found[name]["lp_objective"], 2) + mark.get(found[name]["status"], "") for name in PRICERS[:2])
    share = f"{100 * proof['seconds']['lp'] / max(seconds, 1e-9):.0f}%"
    figures = [trees, greedy, number(proof["lp_objective"], 2), gap(found, "tree"), gap(found, "greedy")]
    return [found["run"][0], f"{found['rows']:,}", *figures, number(seconds, 1), share]


def main():
    flags = parser(__doc__)
    flags.set_defaults(only=PAGE)
    args = flags.parse_args()
    sets = chosen_sets(args)
    return fill(args, COLUMNS, [[name] for name in sets], lambda run: solve(args, run[0], sets[run[0]]), cells)


if __name__ == "__main__":
    sys.exit(main())
