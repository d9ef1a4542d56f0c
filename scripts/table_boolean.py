#!/usr/bin/env python3
"""Learns Boolean rules on every data set of two classes in a folder, and prints a Markdown table of
losses and proofs.

For each bound on the complexity: the loss of the rule set, the proved bound, the gap between them,
the value of the linear program and whether it is proved, seconds, and the pricers that the size of
the data chose. Settings: whole files, deciles. A line of JSON is written per run as soon as it is
known; a table that was cut short goes on.

    cargo build --release -p rulegen-cli --features highs
    scripts/table_boolean.py --time-limit 300 --results /tmp/boolean.jsonl
    scripts/table_boolean.py --max-length 3 --time-limit 60 --results /tmp/boolean-3.jsonl
"""

import json
import sys
import tempfile
from pathlib import Path

from table_core import number, run
from tables import chosen_sets, fill, fit, parser

SETTINGS = ["--method", "boolean", "--holdout", "none", "--bins", "10", "--json"]
COLUMNS = ["data set", "rows", "C", "loss", "bound", "gap", "LP", "LP proved", "s", "rules", "columns", "pricers"]

# The value of a linear program is proved if it is above its bound by no more than this, relative to
# its size: as in the driver.
PROVED = 1e-5


def solve(args, name, entry, complexity):
    """Returns the figures of a run, with the pricers that its model file names."""
    with tempfile.TemporaryDirectory() as scratch:
        model = Path(scratch) / "model.json"
        length = ["--max-length", str(args.max_length)] if args.max_length else []
        line = fit(args, entry) + [*SETTINGS, *length, "--complexity", complexity, "--output", str(model)]
        done = run(line, 2 * args.time_limit + 60)
        if done.problem:
            raise RuntimeError(f"{name}, C = {complexity}: {done.problem}")
        pricers = json.loads(model.read_text(encoding="utf-8"))["settings"]["pricers"]
    kept = ("objective", "lp_objective", "lp_lower_bound", "lower_bound", "gap", "status", "columns", "n_rules", "seconds")
    found = {key: done.printed.get(key) for key in kept}
    return {"rows": entry["rows"], "pricers": pricers, **found}


def cells(found):
    """One row of the table, in the order of COLUMNS."""
    gap, value = found["gap"], found["lp_objective"]
    bound = found["lower_bound"] if found["lp_lower_bound"] is None else found["lp_lower_bound"]
    proved = bound is not None and value - bound <= PROVED * max(abs(value), 1)
    return [
        found["run"][0],
        str(found["rows"]),
        found["run"][1],
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
    flags = parser(__doc__)
    flags.add_argument("--max-length", type=int, help="the most literals of a rule, if there is a limit")
    flags.add_argument("--complexities", default="5,15,30", help="bounds on the complexity")
    args = flags.parse_args()
    sets = chosen_sets(args, lambda entry: entry["classes"] == 2)
    runs = [[name, complexity] for name in sets for complexity in args.complexities.split(",")]
    return fill(args, COLUMNS, runs, lambda run: solve(args, run[0], sets[run[0]], run[1]), cells)


if __name__ == "__main__":
    sys.exit(main())
