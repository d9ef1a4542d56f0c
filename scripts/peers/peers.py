#!/usr/bin/env python3
"""Other programs on the splits of an experiment, one thread each; results beside ours.

    rulegen experiment SPEC.toml -o DIR [--splits-only]
    $(scripts/peers/setup.sh) scripts/peers/peers.py DIR
    rulegen experiment SPEC.toml -o DIR --report-only

Writes DIR/peers/results.csv and timing.csv in the form of ours, a row as soon as it is known; a run
that was cut short goes on. Each fit is a process of its own: peak memory is the process's,
libraries and data among it. Seconds are those of the fit: reading and coding of categories left
out. Sets are taken split by split, small ones first.
"""

import argparse
import json
import os
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import data
from methods import METHODS, TWO_CLASSES
from store import Store

KEY = ["set", "method", "split", "setting"]
RESULTS = KEY + ["settings", "choice_score", "n_train", "n_test", "accuracy", "f1", "weighted_f1", "auc", "log_loss", "n_rules",
                 "avg_rule_length", "rules_per_sample", "rule_length_per_sample", "complexity", "status", "note"]
TIMING = KEY + ["fit_seconds", "choice_seconds", "peak_megabytes"]
CHILD = Path(__file__).resolve().parent / "one_fit.py"


def child(folder, name, at, method, limit):
    """Runs a fit. Returns its output or why there is none, and its peak memory in megabytes."""
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as complaints:
        command = [sys.executable, "-B", str(CHILD), str(folder), name, str(at), method]
        process = subprocess.Popen(command, stdout=out, stderr=complaints, start_new_session=True)
        deadline, usage, late = time.monotonic() + limit, None, False
        while usage is None:
            pid, status, used = os.wait4(process.pid, os.WNOHANG)
            if pid:
                usage, process.returncode = used, os.waitstatus_to_exitcode(status)
            elif not late and time.monotonic() > deadline:
                late = True
                os.killpg(process.pid, signal.SIGKILL)
            else:
                time.sleep(0.02)
        out.seek(0)
        complaints.seek(0)
        printed, said = out.read().decode(), complaints.read().decode(errors="replace").strip().splitlines()
    if late:
        row = {"status": "failed", "note": f"no result after {limit:g} s"}
    elif process.returncode:
        row = {"status": "failed", "note": " ".join((said or ["ended by a signal"])[-1].split())[:200]}
    else:
        row = json.loads(printed)
    return {**row, "peak_megabytes": usage.ru_maxrss / 1024}


def main():
    flags = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    flags.add_argument("folder", type=Path)
    flags.add_argument("--methods", help=f"with commas between them [default: all of {', '.join(METHODS)}]")
    flags.add_argument("--sets", help="with commas between them [default: all]")
    flags.add_argument("--splits", type=int, help="only so many splits of each set")
    flags.add_argument("--time-limit", type=float, default=300, help="seconds for one fit with its choice of settings")
    flags.add_argument("--budget", type=float, help="seconds after which nothing is begun")
    args = flags.parse_args()
    try:
        sets = data.manifest(args.folder)["sets"]
    except FileNotFoundError as error:
        flags.error(f"no experiment here: {error.filename}")
    methods = args.methods.split(",") if args.methods else list(METHODS)
    if unknown := [name for name in methods if name not in METHODS]:
        flags.error(f"no such method: {', '.join(unknown)}")
    if args.sets and (unknown := set(args.sets.split(",")) - set(sets)):
        flags.error(f"not in the experiment: {', '.join(sorted(unknown))}")
    if args.sets:
        sets = {name: sets[name] for name in args.sets.split(",")}

    (args.folder / "peers").mkdir(exist_ok=True)
    results, timing = (Store(args.folder / "peers" / name, columns, KEY)
                       for name, columns in (("results.csv", RESULTS), ("timing.csv", TIMING)))
    cells = [(name, at, method) for name, entry in sets.items()
             for at in range(min(entry["splits"], args.splits or entry["splits"]))
             for method in methods if len(entry["classes"]) == 2 or method not in TWO_CLASSES]
    cells.sort(key=lambda cell: sets[cell[0]]["rows"] * (cell[1] + 1))
    start, left = time.monotonic(), 0
    for name, at, method in cells:
        key = {"set": name, "method": method, "split": at, "setting": 0}
        if results.has(key):
            continue
        if args.budget and time.monotonic() - start > args.budget:
            left += 1
            continue
        row = {**key, **child(args.folder, name, at, method, args.time_limit)}
        if not timing.has(key):
            timing.append(row)
        results.append(row)
        said = row.get("note") or f"accuracy {row['accuracy']:.4f}, {row['fit_seconds']:.2f} s"
        print(f"{method} on {name}, split {at}: {said}", file=sys.stderr)
    print(f"{len(cells) - left} of {len(cells)} cells done" + ("; the same command goes on" if left else ""))
    return 0


if __name__ == "__main__":
    sys.exit(main())
