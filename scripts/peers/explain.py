#!/usr/bin/env python3
"""Two test rows of a split, explained twice: by SHAP values of LightGBM, and by the rules of ours
that cover them.

    rulegen experiment SPEC.toml -o DIR --splits-only
    $(scripts/peers/setup.sh) scripts/peers/explain.py DIR SET [--fit 'FLAGS OF rulegen fit']

Prints Markdown. The rows are the first test rows of two different classes.
"""

import argparse
import json
import shlex
import subprocess
import sys
import tempfile
import warnings
from pathlib import Path

import numpy as np

import data

ROOT = Path(__file__).resolve().parent.parent.parent
MOST = 6


def holds(condition, row):
    """True if a row of the file meets a condition, given as `rules --format json` prints it."""
    cell, kind, value = row[condition["column"]], condition["is"], condition.get("value")
    absent = cell is None or cell != cell or cell == "missing"
    if kind in ("missing", "present"):
        return absent == (kind == "missing")
    if absent:
        return False
    if kind in ("<=", ">"):
        return (float(cell) <= value) == (kind == "<=")
    return (str(cell) == str(value)) == (kind == "=")


def rules_of(args, entry, holdout):
    with tempfile.TemporaryDirectory() as scratch:
        model = Path(scratch) / "model.json"
        line = [args.binary, "-q", "fit", entry["file"], "--target", entry["target"], "--holdout", holdout, "-o", model]
        for flag, value in (("--positive", entry["positive"]), ("--categorical", ",".join(entry["categorical"]))):
            line += [flag, value] if value else []
        subprocess.run([*line, *shlex.split(args.fit)], check=True, stdout=subprocess.DEVNULL)
        printed = subprocess.run([args.binary, "rules", model, "--format", "json"], check=True, capture_output=True, text=True)
    return json.loads(printed.stdout)


def main():
    flags = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    flags.add_argument("folder", type=Path)
    flags.add_argument("set")
    flags.add_argument("--split", type=int, default=0)
    flags.add_argument("--binary", type=Path, default=ROOT / "target" / "release" / "rulegen")
    flags.add_argument("--fit", default="--penalty 10 --max-depth 3")
    args = flags.parse_args()
    warnings.filterwarnings("ignore")
    import shap
    from lightgbm import LGBMClassifier

    sets = data.manifest(args.folder)["sets"]
    if args.set not in sets:
        flags.error(f"not in the experiment: {args.set}")
    entry = sets[args.set]
    split = data.load(args.folder, entry, args.set, args.split)
    forest = LGBMClassifier(random_state=0, n_jobs=1, verbose=-1).fit(split.train, split.y_train)
    values = np.asarray(shap.TreeExplainer(forest).shap_values(split.test))
    rules = rules_of(args, entry, args.folder / "splits" / f"{args.set}.{args.split}.test")["rules"]
    rows = [int(np.flatnonzero(split.y_test == k)[0]) for k in np.unique(split.y_test)[:2]]
    # data.load keeps the rows in the order of the file.
    for at in rows:
        row = split.frame_test.iloc[at].to_dict()
        said = entry["classes"][int(forest.predict(split.test[[at]])[0])]
        print(f"\n### Test row {at} of {args.set}, of class {entry['classes'][split.y_test[at]]}\n")
        # With several classes there are values for each class; those of the predicted class count.
        of_row = values[at] if values.ndim == 2 else values[at][:, entry["classes"].index(said)]
        about = entry["classes"][1] if values.ndim == 2 else said
        print(f"LightGBM says {said}; the {MOST} largest SHAP values, in log odds of {about}, of {len(split.columns)}:\n")
        for column in np.argsort(-np.abs(of_row))[:MOST]:
            print(f"* {split.columns[column]} = {split.test[at, column]:g}: {of_row[column]:+.3f}")
        cover = [rule for rule in rules if all(holds(condition, row) for condition in rule["if"])]
        print(f"\nOur rules that cover it, {len(cover)} of {len(rules)}:\n")
        for rule in sorted(cover, key=lambda rule: -rule["weight"]):
            print(f"* if {' and '.join(rule['words'])} then {rule['then']} (weight {rule['weight']:.3f})")
    return 0


if __name__ == "__main__":
    sys.exit(main())
