#!/usr/bin/env python3
"""Measures the exact pricers' time to proof on real pricing problems and prints a Markdown table.

For every data set, length limit and round, `time_to_proof` makes the pricing problems of a run of
RUG, one per class, and each exact pricer solves each of them, in a process of its own, one process
at a time. Every result is a line of a file at once: an interrupted or too short run goes on where
it ended when it is started again with the same file. Branch and bound solves all problems first;
then the solvers take turns, stage by stage, on the problem of each round in which a rule gains
most, then on those of the other classes.

Seconds are the processor's (--clock wall: the clock's), which a busy machine does not change much.
Where there is no proof within the limit, they say how long it was tried. Pricers that proved their
gain must agree on it.

    cargo build --release -p rulegen-bench --features highs,cbc --bin time_to_proof
    scripts/table_pricers.py --results time_to_proof.jsonl --problems problems
"""

import argparse
import json
import math
import os
import subprocess
import sys
import time
import tomllib
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SETS = ["tictactoe", "transfusion", "heart", "liver", "banknote", "wine"]
OURS = "branch-and-bound"
SOLVERS = {"bilp-highs": "HiGHS", "bilp-cbc": "CBC"}
STAGES = ["early", "middle", "late"]

# Proved gains may differ by this much.
AGREED = 1e-6

# Seconds beyond its limits after which a process is given up: it reads data and looks at clocks now
# and then.
PATIENCE = 60


@dataclass(frozen=True)
class Problem:
    """One pricing problem."""

    stage: str
    length: str
    set: str
    label: int

    def __str__(self):
        return f"{self.set}, length {self.length}, {self.stage}, class {self.label}"


class Results:
    """The lines of a file of results, the most telling one for each problem and pricer."""

    def __init__(self, path):
        self.path = path
        self.best = {}
        if path.exists():
            for line in path.read_text(encoding="utf-8").splitlines():
                self._take(json.loads(line))

    def _take(self, result):
        length = "none" if result["length"] is None else str(result["length"])
        key = (Problem(result["stage"], length, result["set"], result["class"]), result["pricer"])
        known = self.best.get(key)
        if known is None or telling(result) > telling(known):
            self.best[key] = result

    def add(self, result):
        """Takes a result in, and writes it down at once."""
        self._take(result)
        with open(self.path, "a", encoding="utf-8") as lines:
            lines.write(json.dumps(result) + "\n")

    def get(self, problem, pricer):
        return self.best.get((problem, pricer))

    def done(self, problem, pricer, time_limit):
        """True if another run within the limit would bring nothing new."""
        result = self.get(problem, pricer)
        return result is not None and (result["proved"] or result["time_limit"] >= time_limit)


def telling(result):
    """A proof is worth more than none, and a long try more than a short one."""
    return result["proved"], result["time_limit"]


def gain(result):
    """The gain that a result proves; no rule above the threshold counts as none, as does no rule at
    all.
    """
    return 0.0 if result["gain"] is None else max(result["gain"], 0.0)


def seconds(result, clock):
    cpu = result["cpu_seconds"]
    return result["seconds"] if clock == "wall" or cpu is None else cpu


def measure(args, problem, pricer):
    """The line that one process prints; `None`, with a word on stderr, where it prints none."""
    line = [str(args.binary), "--data", str(args.data), "--set", problem.set, "--length", problem.length]
    line += ["--stage", problem.stage, "--class", str(problem.label), "--pricer", pricer]
    line += ["--time-limit", f"{args.time_limit:g}", "--run-limit", f"{args.run_limit:g}"]
    line += ["--problems", str(args.problems)]
    print(f"{time.strftime('%H:%M:%S')} {problem}: {pricer}", file=sys.stderr, flush=True)
    patience = args.time_limit + args.run_limit + PATIENCE
    try:
        done = subprocess.run(line, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=patience)
    except subprocess.TimeoutExpired:
        print(f"{problem}: {pricer} did not end within {patience:g} s", file=sys.stderr)
        return None
    # A solver that was left alone when its time was over may go down with the process: what is
    # printed counts.
    printed = done.stdout.strip()
    if not printed:
        print(f"{problem}: {pricer}: exit code {done.returncode}: {done.stderr.strip()}", file=sys.stderr)
        return None
    return json.loads(printed)


def problems_of(args, stage, classes):
    """The problems of a stage, in the order of lengths and sets."""
    rounds = [(length, name) for length in args.lengths for name in args.only]
    return [Problem(stage, length, name, label) for length, name in rounds for label in range(classes[name])]


def ranked(problems, results):
    """The problem of largest gain of each round, then the second of each, and so on."""
    rounds = {}
    for problem in problems:
        rounds.setdefault((problem.length, problem.set), []).append(problem)

    def known(problem):
        result = results.get(problem, OURS)
        return (-gain(result) if result else 0.0, problem.label)

    order = [sorted(members, key=known) for members in rounds.values()]
    return [members[rank] for rank in range(max(map(len, order))) for members in order if rank < len(members)]


def measure_all(args, classes, results):
    """Fills in what is missing; whether there was time for all."""
    end = time.monotonic() + 60 * args.budget
    problems = {stage: problems_of(args, stage, classes) for stage in args.stages}

    def work():
        yield from ((problem, OURS) for stage in args.stages for problem in problems[stage])
        # Ranked when our results are there.
        for stage in args.stages:
            yield from ((problem, solver) for problem in ranked(problems[stage], results) for solver in args.solvers)

    for problem, pricer in work():
        if results.done(problem, pricer, args.time_limit):
            continue
        if time.monotonic() >= end:
            return False
        result = measure(args, problem, pricer)
        if result is not None:
            results.add(result)
    return True


def disagreements(results, problems):
    """The problems on which two pricers prove different gains."""
    for problem in problems:
        found = [results.get(problem, pricer) for pricer in (OURS, *SOLVERS)]
        proved = {result["pricer"]: gain(result) for result in found if result and result["proved"]}
        if proved and max(proved.values()) - min(proved.values()) > AGREED:
            yield f"{problem}: {proved}"


def time_cell(result, clock):
    if result is None:
        return "-"
    return f"{'' if result['proved'] else '>'}{seconds(result, clock):.3g}"


def row(problem, results, clock):
    ours = results.get(problem, OURS)
    solvers = [results.get(problem, solver) for solver in SOLVERS]
    of_run = ours or next(filter(None, solvers))
    limited = " (time limit)" if of_run["run"] == "time_limit" else ""
    return [
        problem.set,
        problem.length,
        problem.stage,
        str(problem.label),
        f"{of_run['round']} of {of_run['rounds']}{limited}",
        "-" if ours is None else "none" if ours["gain"] is None else f"{ours['gain']:.6f}",
        "-" if ours is None else str(ours["nodes"]),
        *(time_cell(result, clock) for result in (ours, *solvers)),
    ]


def mean_of_ratios(results, problems, solver, clock):
    """The geometric mean of the solver's seconds over ours, with what stands behind it, as a
    sentence.
    """
    ratios, unproved, ours_unproved = [], 0, 0
    for problem in problems:
        ours, other = results.get(problem, OURS), results.get(problem, solver)
        if ours and other:
            ratios.append(seconds(other, clock) / seconds(ours, clock))
            unproved += not other["proved"]
            ours_unproved += not ours["proved"]
    if not ratios:
        return None
    mean = math.exp(sum(map(math.log, ratios)) / len(ratios))
    sign = "> " if unproved and not ours_unproved else ""
    without = f"{unproved} of them without a proof of {SOLVERS[solver]}"
    ours = f", {ours_unproved} without ours" if ours_unproved else ""
    return f"{sign}{mean:.3g} over {len(ratios)} problems, {without}{ours}"


def print_table(args, results):
    """The table of what was measured, and the means below it."""
    measured = {problem for problem, _ in results.best if problem.set in args.only}
    measured = [p for p in measured if p.stage in args.stages and p.length in args.lengths]

    def place(p):
        return args.only.index(p.set), args.lengths.index(p.length), STAGES.index(p.stage), p.label

    measured.sort(key=place)
    header = ["data set", "length", "stage", "class", "round", "best gain", "nodes", "branch and bound"]
    header += [f"{name} integer program" for name in SOLVERS.values()]
    print("| " + " | ".join(header) + " |")
    print("|---|---|---|---|---|" + "---:|" * (len(header) - 5))
    for problem in measured:
        print("| " + " | ".join(row(problem, results, args.clock)) + " |")

    print(f"\nSeconds ({args.clock}) to proof; > without proof within {args.time_limit:g} s of the clock.")
    print("Best gain: none where it is proved that no rule improves. Geometric mean of ratios of seconds:\n")
    groups = {"all": measured}
    groups |= {f"length {length}": [p for p in measured if p.length == length] for length in args.lengths}
    groups |= {stage: [p for p in measured if p.stage == stage] for stage in args.stages}
    for solver, name in SOLVERS.items():
        for group, problems in groups.items():
            mean = mean_of_ratios(results, problems, solver, args.clock)
            if mean:
                print(f"* {name} / branch and bound, {group}: {mean}")
    return measured


def parse():
    def words(text):
        return [word for word in text.split(",") if word]

    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", type=words, default=SETS, help="data sets, with commas between them")
    parser.add_argument("--stages", type=words, default=["late", "middle"], help="rounds, of early, middle and late")
    parser.add_argument("--lengths", type=words, default=["5", "none"], help="length limits")
    parser.add_argument("--solvers", type=words, default=list(SOLVERS), help="of bilp-highs and bilp-cbc")
    parser.add_argument("--time-limit", type=float, default=300, help="seconds for one problem")
    parser.add_argument("--run-limit", type=float, default=300, help="seconds for a run that makes problems")
    parser.add_argument("--budget", type=float, default=math.inf, help="minutes after which no process is started")
    parser.add_argument("--clock", choices=["cpu", "wall"], default="cpu", help="which seconds the table shows")
    parser.add_argument("--results", type=Path, default=Path("time_to_proof.jsonl"), help="file to append results to")
    parser.add_argument("--problems", type=Path, default=Path("problems"), help="folder where problems are kept")
    parser.add_argument("--data", type=Path, default=ROOT.parent / "shared" / "data", help="folder of datasets.toml")
    parser.add_argument("--binary", type=Path, default=ROOT / "target" / "release" / "time_to_proof")
    args = parser.parse_args()

    for given, known in [(args.only, SETS), (args.stages, STAGES), (args.solvers, list(SOLVERS))]:
        unknown = [word for word in given if word not in known]
        if unknown:
            parser.error(f"{', '.join(unknown)}: not of {', '.join(known)}")
    if args.budget > 0 and not os.access(args.binary, os.X_OK):
        build = "cargo build --release -p rulegen-bench --features highs,cbc --bin time_to_proof"
        parser.error(f"no program at {args.binary}: {build}")
    try:
        sets = tomllib.loads((args.data / "datasets.toml").read_text(encoding="utf-8"))
    except FileNotFoundError as error:
        parser.error(f"no data here: {error.filename}")
    return args, {name: sets[name]["classes"] for name in args.only}


def main():
    args, classes = parse()
    results = Results(args.results)
    whole = measure_all(args, classes, results)
    measured = print_table(args, results)
    if not whole:
        print("\nNot all problems were measured: the budget was used up. The same command goes on with the rest.")
    disagreed = list(disagreements(results, measured))
    for problem in disagreed:
        print(f"proved gains differ: {problem}", file=sys.stderr)
    return 1 if disagreed else 0


if __name__ == "__main__":
    sys.exit(main())
