#!/usr/bin/env python3
"""Fits every data set of a folder in four ways. `keep` stores a hash of each model and the seconds
that the fit took; `compare` compares with what was stored: a refactoring must change no model.

The ways are the default method with its choice of size, RUG with its defaults, RUG with exact
pricing (deciles, at most 4 conditions), and Boolean rules of complexity 15. All end by themselves,
not by the clock, so a model depends on data, settings and seed alone. A fit that takes more CPU
seconds than `--patience` is ended and stored as "not finished"; comparisons leave it out.

    scripts/check-models.py --binary OLD/rulegen keep hashes.json
    scripts/check-models.py --binary target/release/rulegen compare hashes.json
    scripts/check-models.py --ways rules --only adult,magic compare hashes.json
"""

import argparse
import hashlib
import json
import resource
import signal
import subprocess
import sys
import tempfile
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
NO_CLOCK = ["--time-limit", "1000000"]
DECILES = ["--bins", "10", "--cost-scaling", "none", "--penalty", "0.25", "--max-length", "4"]
WAYS = {
    # Folds are drawn with the seed. There is no time limit by default, and no round counts seconds.
    "rules": ["--method", "rules", "--seed", "0"],
    "rug": ["--method", "rug"],
    "exact": ["--method", "rug", *DECILES, "--pricers", "tree,branch-and-bound", "--iterations", "60"],
    "boolean": ["--method", "boolean", "--complexity", "15", "--max-length", "3", "--iterations", "40", "--enumerate", "500"]
    + ["--pricing-time-limit", "1000000", "--pricers", "greedy,branch-and-bound", *NO_CLOCK],
}


def command(args, entry, way, output):
    """Returns the command that fits a data set in one of the ways."""
    line = [str(args.binary), "-q", "fit", str(args.data / entry["file"]), "--target", entry["target"], "--holdout", "none"]
    for flag, value in (("--positive", entry.get("positive")), ("--categorical", ",".join(entry.get("categorical", [])))):
        if value:
            line += [flag, value]
    return [*line, *WAYS[way], "--lp", args.lp, "--threads", "1", "-o", str(output), "--json"]


def limit(seconds):
    """Ends this process after some seconds of CPU time, which other processes do not use up."""
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 1))


def fit(args, entry, way):
    """Fits a data set and returns the hash of the model, objective, bound and CPU seconds."""
    with tempfile.TemporaryDirectory() as folder:
        output = Path(folder) / "model.json"
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        line = command(args, entry, way, output)
        done = subprocess.run(line, capture_output=True, text=True, preexec_fn=lambda: limit(args.patience))
        if done.returncode in (-signal.SIGXCPU, -signal.SIGKILL):
            return {"hash": "not finished"}
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        if done.returncode:
            return {"hash": f"failed: {done.stderr.strip()}"}
        model = json.loads(output.read_text(encoding="utf-8"))
        printed = json.loads(done.stdout)
        seconds = after.ru_utime - before.ru_utime
        digest = hashlib.sha256(json.dumps(model, sort_keys=True).encode()).hexdigest()
        kept = {key: printed.get(key) for key in ("objective", "lp_objective", "lower_bound", "status", "n_rules")}
        return {"hash": digest, "seconds": round(seconds, 3), **kept}


def close(a, b):
    """True if two numbers agree to nine digits."""
    return a == b or (a is not None and b is not None and abs(a - b) <= 1e-9 * max(1.0, abs(a)))


def main():
    flags = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    flags.add_argument("--binary", type=Path, default=ROOT / "target" / "release" / "rulegen")
    flags.add_argument("--data", type=Path, default=ROOT.parent / "shared" / "data", help="folder of datasets.toml")
    flags.add_argument("--only", help="data sets, with commas between them")
    flags.add_argument("--ways", default=",".join(WAYS))
    flags.add_argument("--lp", default="auto")
    flags.add_argument("--patience", type=int, default=60, help="CPU seconds for one fit")
    flags.add_argument("what", choices=["keep", "compare"])
    flags.add_argument("hashes", type=Path)
    args = flags.parse_args()
    if not (args.data / "datasets.toml").exists():
        sys.exit(f"skipped: no {args.data / 'datasets.toml'}")
    sets = tomllib.loads((args.data / "datasets.toml").read_text(encoding="utf-8"))
    known = json.loads(args.hashes.read_text(encoding="utf-8")) if args.hashes.exists() else {}
    changed, seconds = [], {"before": 0.0, "after": 0.0}
    for name in args.only.split(",") if args.only else sorted(sets, key=lambda name: sets[name]["rows"]):
        for way in args.ways.split(","):
            key = f"{name} {way}"
            if args.what == "keep" and key in known:
                continue
            before = known.get(key)
            if args.what == "compare" and (before is None or "seconds" not in before):
                continue
            found = fit(args, sets[name], way)
            if args.what == "keep":
                known[key] = found
                args.hashes.write_text(json.dumps(known, indent=1), encoding="utf-8")
                print(key, found, flush=True)
                continue
            seconds["before"] += before["seconds"]
            seconds["after"] += found.get("seconds", 0.0)
            same = found["hash"] == before["hash"]
            agree = all(close(before.get(number), found.get(number)) for number in ("objective", "lp_objective", "lower_bound"))
            says = "same" if same else f"DIFFERS, objectives {'agree' if agree else 'differ'}: {before} -> {found}"
            print(f"{key}: {before['seconds']:.2f} s -> {found.get('seconds', 0.0):.2f} s, {says}", flush=True)
            changed += [] if same else [key]
    if args.what == "compare":
        print(f"{seconds['before']:.1f} s -> {seconds['after']:.1f} s; {len(changed)} models differ: {', '.join(changed) or 'none'}")
        sys.exit(1 if changed else 0)


if __name__ == "__main__":
    main()
