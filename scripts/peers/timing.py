#!/usr/bin/env python3
"""Seconds to fit, ours against ruleopt's RUGClassifier at equal settings, one thread each, in turns
on the same rows.

Penalty 1, depth 5, 15 rounds, cost by length; the published test rows of each set are held out.
Reading the file is left out on both sides: `fit --json` says the seconds of the fit alone. The runs
of the two alternate, so that what else the machine does falls on both; the median of each counts.

    cargo build --release -p rulegen-cli
    $(scripts/peers/setup.sh) scripts/peers/timing.py --results timing.csv
"""

import argparse
import csv
import json
import os
import statistics
import subprocess
import sys
import tempfile
import tomllib
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
SETS = ["banknote", "bank_mkt", "magic", "adult", "skinnonskin"]
COLUMNS = ["set", "repeat", "program", "seconds", "accuracy", "n_rules", "peak_megabytes"]

SPEC = """title = "timing"
[data]
catalogue = {catalogue}
sets = {sets}
[splits]
kind = "rows"
folder = {folder}
[[methods]]
name = "RUG"
method = "rug"
"""


def run(command):
    """Runs a process. Returns its output and its peak memory in megabytes."""
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as complaints:
        environment = {**os.environ, "RAYON_NUM_THREADS": "1"}
        process = subprocess.Popen(command, stdout=out, stderr=complaints, env=environment)
        _, status, used = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        out.seek(0)
        complaints.seek(0)
        if process.returncode:
            sys.exit(f"{' '.join(map(str, command))}: {complaints.read().decode(errors='replace').strip()}")
        return json.loads(out.read()), used.ru_maxrss / 1024


def ours(args, name, entry, _):
    line = [args.binary, "-q", "fit", args.data / entry["file"], "--target", entry["target"], "--json", "--threads", "1"]
    line += ["--method", "rug", "--penalty", "1", "--max-depth", "5", "--iterations", "15", "--rule-cost", "length", "--lp", args.lp]
    line += ["--holdout", args.data / "splits" / f"{name}.test"]
    for flag, value in (("--positive", entry.get("positive")), ("--categorical", ",".join(entry.get("categorical", [])))):
        line += [flag, value] if value else []
    done, peak = run(line)
    return done["seconds"]["total"], done["holdout"]["accuracy"], done["n_rules"], peak


def ruleopt(args, name, _, folder):
    done, peak = run([sys.executable, "-B", HERE / "one_fit.py", folder, name, "0", "ruleopt RUG at penalty 1"])
    return done["fit_seconds"], done["accuracy"], done["n_rules"], peak


def main():
    flags = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    flags.add_argument("--binary", type=Path, default=ROOT / "target" / "release" / "rulegen")
    flags.add_argument("--data", type=Path, default=ROOT.parent / "shared" / "data", help="folder of datasets.toml")
    flags.add_argument("--sets", default=",".join(SETS))
    flags.add_argument("--repeats", type=int, default=5)
    flags.add_argument("--lp", default="auto")
    flags.add_argument("--results", type=Path, required=True, help="CSV file to go on from")
    args = flags.parse_args()
    args.data = args.data.resolve()
    catalogue = tomllib.loads((args.data / "datasets.toml").read_text(encoding="utf-8"))
    names = args.sets.split(",")
    if unknown := [name for name in names if name not in catalogue]:
        flags.error(f"not in datasets.toml: {', '.join(unknown)}")
    rows = []
    if args.results.exists():
        with open(args.results, newline="", encoding="utf-8") as file:
            rows = [row for row in csv.DictReader(file) if row["peak_megabytes"]]
    else:
        args.results.write_text(",".join(COLUMNS) + "\n", encoding="utf-8")
    with tempfile.TemporaryDirectory() as scratch:
        quoted = {"catalogue": str(args.data / "datasets.toml"), "sets": names, "folder": str(args.data / "splits")}
        spec = Path(scratch) / "timing.toml"
        spec.write_text(SPEC.format(**{key: json.dumps(value) for key, value in quoted.items()}), encoding="utf-8")
        folder = Path(scratch) / "splits"
        subprocess.run([args.binary, "experiment", spec, "-o", folder, "--splits-only"], check=True, stdout=sys.stderr)
        for name in names:
            for repeat in range(args.repeats):
                for program in (ours, ruleopt) if repeat % 2 == 0 else (ruleopt, ours):
                    key = (name, str(repeat), program.__name__)
                    if any((row["set"], row["repeat"], row["program"]) == key for row in rows):
                        continue
                    cells = dict(zip(COLUMNS, (*key, *map(str, program(args, name, catalogue[name], folder)))))
                    rows.append(cells)
                    with open(args.results, "a", newline="", encoding="utf-8") as file:
                        csv.DictWriter(file, COLUMNS, lineterminator="\n").writerow(cells)
    print("| data set | rows | runs each | ours, s | ruleopt, s | ratio | ours: accuracy, rules | ruleopt: accuracy, rules | peak MB: ours, ruleopt |")
    print("|---|---:|---:|---:|---:|---:|---:|---:|---:|")
    for name in names:
        def median(program, column):
            return statistics.median(float(row[column]) for row in rows if (row["set"], row["program"]) == (name, program))

        seconds = [median(program, "seconds") for program in ("ours", "ruleopt")]
        quality = [f"{median(p, 'accuracy'):.4f}, {median(p, 'n_rules'):.0f}" for p in ("ours", "ruleopt")]
        peak = ", ".join(f"{median(p, 'peak_megabytes'):.0f}" for p in ("ours", "ruleopt"))
        cells = [name, str(catalogue[name]["rows"]), str(args.repeats), *(f"{s:.3f}" for s in seconds),
                 f"{seconds[1] / seconds[0]:.1f}", *quality, peak]
        print(f"| {' | '.join(cells)} |")
    return 0


if __name__ == "__main__":
    sys.exit(main())
