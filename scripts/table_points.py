#!/usr/bin/env python3
"""A Markdown table of what whole points cost: held-out accuracy, AUC and log loss of default models
and of the same models with whole points.

    scripts/table_points.py [--only SETS] [--splits N] [--points N,N,...] [--models FOLDER]

Each split holds out a fifth of the rows of a set, drawn by its number. A model is learned from the
others, and `rulegen points` rounds it on these. Differences are points less exact: accuracy and AUC
in hundredths, log loss as it is. `auto` lets the command choose how many points double the odds;
`plain 20` rounds to the nearest without data. With --models, models that are there are used again.
"""

import json
import random
import subprocess
import sys
import tempfile
from pathlib import Path
from statistics import fmean

from table_core import print_row
from tables import chosen_sets, fit, parser


def held_out(folder, name, rows, split):
    """The file of the held-out rows of a split."""
    path = folder / f"{name}-{split}.test"
    chosen = random.Random(f"{name} {split}").sample(range(rows), rows // 5)
    path.write_text("\n".join(map(str, sorted(chosen))) + "\n", encoding="utf-8")
    return path


def learned(args, folder, name, entry, split, test):
    model = folder / f"{name}-{split}.json"
    if not model.exists():
        subprocess.run([*fit(args, entry), "--holdout", test, "-o", model], check=True, stdout=subprocess.DEVNULL)
    return model


def rounded(args, entry, model, test, scale):
    """The held-out measures of the exact and the rounded model, and the scale."""
    flags = [] if scale == "auto" else ["--points", scale.removeprefix("plain ")]
    line = [args.binary, "-q", "points", model, args.data / entry["file"], "--holdout", test, "--json", *flags]
    if scale.startswith("plain "):
        plain = model.with_suffix(".plain")
        subprocess.run([args.binary, "-q", "points", model, *flags, "-o", plain], check=True, stdout=subprocess.DEVNULL)
        line = [args.binary, "-q", "points", plain, args.data / entry["file"], "--holdout", test, "--json", *flags]
    found = json.loads(subprocess.run([str(part) for part in line], check=True, stdout=subprocess.PIPE).stdout)
    measures = {of: found["holdout"][of] for of in ("exact", "points")}
    return measures, found["points_per_doubling"], found["n_rules"]


def value(measures, name):
    found = measures[name]
    return found["value"] if isinstance(found, dict) else found


def main():
    flags = parser(__doc__)
    flags.add_argument("--splits", type=int, default=3)
    flags.add_argument("--points", default="auto,1,2,5,10,20,plain 5,plain 20")
    flags.add_argument("--models", type=Path)
    args = flags.parse_args()
    scales = args.points.split(",")
    names = ["accuracy", "auc", "log_loss"]
    print_row(["set", "rules", "exact", *(f"{scale}: accuracy, AUC, log loss" for scale in scales)])
    print_row(["---"] + ["---:"] * (len(scales) + 2))
    means = {scale: [] for scale in scales}
    with tempfile.TemporaryDirectory() as temporary:
        folder = args.models or Path(temporary)
        folder.mkdir(parents=True, exist_ok=True)
        for name, entry in chosen_sets(args).items():
            exact, rules, cells = [], [], []
            differences = {scale: [] for scale in scales}
            chosen = []
            for split in range(args.splits):
                test = held_out(folder, name, entry["rows"], split)
                model = learned(args, folder, name, entry, split, test)
                for scale in scales:
                    measures, number, left = rounded(args, entry, model, test, scale)
                    if scale.startswith("plain "):
                        measures["exact"] = before
                    before = measures["exact"]
                    differences[scale].append([value(measures["points"], key) - value(before, key) for key in names])
                    if scale == "auto":
                        chosen.append(number)
                exact.append(before["accuracy"])
                rules.append(len(json.loads(model.read_text(encoding="utf-8"))["rules"]))
            for scale in scales:
                mean = [fmean(column) for column in zip(*differences[scale])]
                means[scale].append(mean)
                of = f" (N {', '.join(map(str, chosen))})" if scale == "auto" else ""
                cells.append(f"{100 * mean[0]:+.2f} {100 * mean[1]:+.2f} {mean[2]:+.4f}{of}")
            print_row([name, f"{fmean(rules):.1f}", f"{100 * fmean(exact):.2f}", *cells])
            sys.stdout.flush()
    cells = [[fmean(column) for column in zip(*means[scale])] for scale in scales]
    print_row(["mean", "", "", *(f"{100 * a:+.2f} {100 * b:+.2f} {c:+.4f}" for a, b, c in cells)])


if __name__ == "__main__":
    main()
