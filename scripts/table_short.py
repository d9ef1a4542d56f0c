#!/usr/bin/env python3
"""Exact pricing of rules of three and four conditions: cubes and branch and bound, in turns,
against an earlier branch and bound and greedy search. Prints a Markdown table.

The problems are the late ones of a run of RUG on each set (deciles, 20 a condition), one for each
of two classes; `time_to_proof` makes them and keeps them. Each pricer is asked on one thread, in a
process of its own. Numbers are CPU seconds for one problem, the mean of both classes, each the
median of the runs. A `>` says that not all were proved in time.

    cargo build --release -p rulegen-bench --bin time_to_proof
    scripts/table_short.py --before OLD/time_to_proof --results short.jsonl --problems problems
"""

import argparse
import json
import statistics
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SETS = ["heloc", "default", "adult", "bank_mkt", "magic"]
CLASSES = 2


def arguments():
    flags = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    flags.add_argument("--only", default=",".join(SETS), help="data sets, with commas between them")
    flags.add_argument("--lengths", default="3,4", help="the most conditions of a rule")
    flags.add_argument("--runs", type=int, default=3)
    flags.add_argument("--time-limit", type=float, default=60, help="CPU or wall seconds for one problem")
    flags.add_argument("--run-limit", type=float, default=20, help="seconds for the run that makes the problems")
    flags.add_argument("--binary", type=Path, default=ROOT / "target" / "release" / "time_to_proof")
    flags.add_argument("--before", type=Path, help="time_to_proof of an earlier commit, for its branch and bound")
    flags.add_argument("--data", type=Path, default=ROOT.parent / "shared" / "data")
    flags.add_argument("--problems", type=Path, default=ROOT / "target" / "short", help="folder of the problems")
    flags.add_argument("--results", type=Path, required=True, help="file of JSON lines to go on from")
    return flags.parse_args()


def pricers(args):
    """The columns of the table: a name, the program, and its pricer."""
    before = [("before", args.before, "branch-and-bound")] if args.before else []
    ours = [(name, args.binary, name) for name in ["branch-and-bound", "cube", "greedy"]]
    return before + ours


def measure(args, name, length, binary, pricer):
    line = [str(binary), "--data", str(args.data), "--set", name, "--length", length, "--penalty", "20"]
    line += ["--pricer", pricer, "--problems", str(args.problems)]
    line += ["--time-limit", f"{args.time_limit:g}", "--run-limit", f"{args.run_limit:g}"]
    done = subprocess.run(line, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=True)
    return [json.loads(result) for result in done.stdout.splitlines()]


def main():
    args = arguments()
    known = [json.loads(line) for line in args.results.read_text().splitlines()] if args.results.exists() else []
    done = {(r["run"], r["name"], r["length"], r["column"]): r["results"] for r in known}
    columns = pricers(args)
    rows = [(name, length) for length in args.lengths.split(",") for name in args.only.split(",")]
    for run in range(args.runs):
        for name, length in rows:
            for column, binary, pricer in columns:
                key = (run, name, length, column)
                stopped = any(not r["proved"] for r in done.get((0, name, length, column), [])) and column != "greedy"
                if key in done or stopped:
                    continue
                print(*key, file=sys.stderr, flush=True)
                done[key] = measure(args, name, length, binary, pricer)
                entry = {"run": run, "name": name, "length": length, "column": column, "results": done[key]}
                with open(args.results, "a", encoding="utf-8") as lines:
                    lines.write(json.dumps(entry) + "\n")

    def cell(name, length, column):
        """CPU seconds, and true if all were proved."""
        runs = [done[key] for run in range(args.runs) if (key := (run, name, length, column)) in done]
        of_class = [statistics.median(results[k]["cpu_seconds"] for results in runs) for k in range(CLASSES)]
        return sum(of_class) / CLASSES, all(r["proved"] for results in runs for r in results)

    first = columns[0][0]
    print("| set | length | " + " | ".join(column for column, _, _ in columns) + f" | {first} / cube | {first} / branch-and-bound |")
    print("|---|---:|" + "---:|" * (len(columns) + 2))
    faster = {}
    for name, length in rows:
        cells = {column: cell(name, length, column) for column, _, _ in columns}
        mark = {c: "" if proved or c == "greedy" else ">" for c, (_, proved) in cells.items()}
        shown = [f"{mark[c]}{seconds:.3g}" for c, (seconds, _) in cells.items()]
        for column in ["cube", "branch-and-bound"]:
            times = cells[first][0] / cells[column][0]
            faster.setdefault((length, column), []).append(times)
            shown.append(f"{mark[first]}{times:.1f}")
        print(f"| {name} | {length} | " + " | ".join(shown) + " |")
    for (length, column), times in faster.items():
        print(f"\nlength {length}: {column} {statistics.geometric_mean(times):.1f} times as fast as {first}, geometric mean")


if __name__ == "__main__":
    main()
