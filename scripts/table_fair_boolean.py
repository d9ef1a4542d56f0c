#!/usr/bin/env python3
"""Fair Boolean rules on adult, compas and default beside FairCG's published results, at epsilon
0.025.

Equality of opportunity and Hamming equalized odds, on the published split: accuracy and scores on
the test rows, complexity, and the gap of the errors in training to what is proved. A line of JSON
is written per run as soon as it is known; a table that was cut short goes on.

    cargo build --release -p rulegen-cli --features highs
    scripts/table_fair_boolean.py --results /tmp/fair_boolean.jsonl
"""

import sys

from table_core import number, run
from tables import chosen_sets, fill, fit, parser, published_fair

# The bound on the complexity: the published one where it is below 15. That of adult is 85 or 90,
# its rules have 18 or 12.
COMPLEXITIES = {"adult": "15", "compas": "5", "default": "10"}
CRITERIA = {"equal-opportunity": "EqOfOp", "equalized-odds": "HammingEqOdd"}
COLUMNS = ["data set", "criterion", "published: accuracy, EOP score, complexity, s", "C", "accuracy", "EOP score",
           "equalized odds score", "complexity", "errors in training", "bound", "gap", "s"]


def solve(args, name, entry, criterion):
    line = fit(args, {"name": name, **entry}) + ["--method", "boolean", "--complexity", COMPLEXITIES[name], "--json"]
    line += ["--group", entry["sensitive"], "--fairness", criterion, "--epsilon", "0.025"]
    line += ["--holdout", str(args.data / "splits" / f"{name}.test")]
    done = run(line, 2 * args.time_limit + 60)
    if done.problem:
        raise RuntimeError(f"{name}, {criterion}: {done.problem}")
    return {key: done.printed[key] for key in ("objective", "lower_bound", "gap", "complexity", "holdout", "seconds")}


def published(args, name, criterion):
    row = published_fair(args, name, "FairCG", CRITERIA[criterion])
    if row is None:
        return "-"
    complexity = float(row["n_rules"]) * (1 + float(row["avg_rule_length"]))
    return ", ".join((row["accuracy"], row["eop"], f"{complexity:.0f}", f"{float(row['fit_seconds']):.0f}"))


def cells(args, row):
    (name, criterion), held_out = row["run"], row["holdout"]
    scores = held_out["fairness"]
    return [
        name, criterion, published(args, name, criterion), COMPLEXITIES[name], number(held_out["accuracy"], 4),
        number(scores["eop"], 4), number(scores["equalized_odds"], 4), number(row["complexity"], 0),
        number(row["objective"], 0), number(row["lower_bound"], 0), "-" if row["gap"] is None else f"{100 * row['gap']:.1f}%",
        number(row["seconds"]["total"], 1),
    ]


def main():
    args = parser(__doc__, threads=1).parse_args()
    sets = chosen_sets(args, lambda entry: entry["name"] in COMPLEXITIES)
    runs = [[name, criterion] for name in sets for criterion in CRITERIA]
    return fill(args, COLUMNS, runs, lambda run: solve(args, run[0], sets[run[0]], run[1]), lambda row: cells(args, row))


if __name__ == "__main__":
    sys.exit(main())
