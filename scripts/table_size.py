#!/usr/bin/env python3
"""Markdown tables of what peers/small.py measured: quality at k rules, and what `--size auto` and
best choose.

    scripts/table_size.py peers.csv ours.csv auto.csv [--shared] [--ours rulegen]

At k rules: means over sets, the distance of ours from each program, and every set. Cells are
accuracy / AUC. A number in brackets is that of sets, where a program has fewer than the others;
--shared takes only the folds that all programs of the table have. Of sizes that were chosen: every
set beside our tuned RUG and ruleopt's as docs/RESULTS.md has them, on other splits.
"""

import argparse
import csv
import sys
from collections import defaultdict
from pathlib import Path
from statistics import fmean

from table_core import ROOT, print_row

TABLES = {
    "two times five folds": ["liver", "heart", "diabetes", "transfusion", "wdbc", "ionosphere", "ilpd", "phoneme"],
    "one time five folds, at most 6,000 rows": ["adult", "bank_mkt", "magic", "mammography", "tictactoe",
                                                "banknote", "oilspill"],
}
SEVERAL = ["ecoli", "glass", "seeds", "wine"]
GOAL, STEP = "greedy logistic", 0.01
MEASURES = ["accuracy", "auc", "rules", "conditions", "seconds"]


def read(files):
    """Rows with a result: (method, size, set) to what each fold measured."""
    cells = defaultdict(dict)
    for file in files:
        with open(file, newline="", encoding="utf-8") as text:
            for row in csv.DictReader(text):
                if row["accuracy"]:
                    measured = {name: float(row[name]) for name in MEASURES if row[name]}
                    cells[row["method"], row["k"], row["set"]][row["fold"]] = measured
    return cells


def shared(cells, methods):
    """The folds that every method has, by size and set."""
    kept = {}
    for (method, k, name), folds in cells.items():
        common = set.intersection(*(set(cells.get((other, k, name), {})) for other in methods))
        if common:
            kept[method, k, name] = {fold: folds[fold] for fold in common}
    return kept


def mean(folds, measure):
    values = [row[measure] for row in folds.values() if measure in row]
    return fmean(values) if values else None


def over_sets(cells, method, k, names, measure):
    """The mean over sets of the means over folds, and the number of sets; none without one."""
    means = [mean(cells[method, k, name], measure) for name in names if (method, k, name) in cells]
    means = [value for value in means if value is not None]
    return (fmean(means), len(means)) if means else (None, 0)


def words(value, digits=3):
    text = "-" if value is None else f"{value:.{digits}f}"
    return text.replace("0.", ".", 1) if digits == 3 and text.startswith(("0.", "-0.")) else text


def table(titles, rows):
    print_row(titles)
    print_row(["---"] + ["---:"] * (len(titles) - 1))
    for row in rows:
        print_row(row)


def means_table(cells, methods, sizes, names):
    def cell(method, k):
        (accuracy, n), (auc, _), (rules, _) = (over_sets(cells, method, k, names, measure) for measure in MEASURES[:3])
        if not n:
            return "-"
        most = max(over_sets(cells, other, k, names, "accuracy")[1] for other in methods)
        return f"{words(accuracy)} / {words(auc)}, {rules:.1f}" + (f" [{n}]" if n < most else "")

    def goal(k):
        accuracy, auc = (over_sets(cells, GOAL, k, names, measure)[0] for measure in ("accuracy", "auc"))
        return "-" if accuracy is None else f"{words(accuracy + STEP)} / {words(auc + STEP)}"

    rows = [[method, *(cell(method, k) for k in sizes)] for method in methods]
    table(["accuracy / AUC, rules", *(f"k = {k}" for k in sizes)], rows)
    if GOAL in methods:
        print_row([f"*{GOAL} and a point*", *map(goal, sizes)])


def distances_table(cells, ours, methods, sizes, names):
    """Points by which ours is ahead on the sets that both have, and on how many sets it is ahead
    and behind.
    """
    def cell(method, k):
        both = [name for name in names if (method, k, name) in cells and (ours, k, name) in cells]
        if not both:
            return "-"
        parts = []
        for measure in ("accuracy", "auc"):
            ahead = [mean(cells[ours, k, name], measure) - mean(cells[method, k, name], measure) for name in both]
            won, lost = sum(d > 1e-9 for d in ahead), sum(d < -1e-9 for d in ahead)
            parts.append(f"{100 * fmean(ahead):+.1f} ({won}:{lost})")
        return " / ".join(parts)

    rows = [[method, *(cell(method, k) for k in sizes)] for method in methods if method != ours]
    table([f"{ours} ahead by, points", *(f"k = {k}" for k in sizes)], rows)


def sets_table(cells, methods, k, names):
    def cell(method, name):
        folds = cells.get((method, k, name))
        return f"{words(mean(folds, 'accuracy'))}/{words(mean(folds, 'auc'))}" if folds else "-"

    present = [method for method in methods if any((method, k, name) in cells for name in names)]
    table([f"k = {k}", *present], [[name, *(cell(method, name) for method in present)] for name in names])


def seconds_table(cells, methods, names):
    """Seconds of all sizes together: some programs find all of them at once."""
    def cell(method, name):
        ks = [k for one, k, of in cells if (one, of) == (method, name)]
        return f"{sum(mean(cells[method, k, name], 'seconds') for k in ks):.2f}" if ks else "-"

    table(["seconds, all k", *methods], [[name, *(cell(method, name) for method in methods)] for name in names])


def earlier(page):
    """Accuracy and rules of our tuned RUG and ruleopt's: set to column to figures, from the page of
    results.
    """
    found, section, measure, titles = defaultdict(dict), "", "", []
    for line in page.read_text(encoding="utf-8").splitlines():
        if line.startswith("## "):
            section, measure = line[3:], ""
        elif line.startswith("### "):
            measure, titles = line[4:], []
        elif line.startswith("| ") and section.startswith(("RUG, Table 2", "RUG, Tables 1")):
            row = [cell.strip() for cell in line.strip("|").split("|")]
            titles = titles or row
            if row is not titles and measure in ("Accuracy, %", "Rules"):
                for title, cell in zip(titles, row, strict=True):
                    if title in ("RUG", "ruleopt RUG") and cell != "-":
                        found[row[0]][title, measure] = float(cell.split()[0])
    return found


def chosen_table(cells, method, known):
    """Returns the table of the choices of auto and best on each set beside the tuned models."""
    def one(name, size):
        folds = cells.get((method, size, name), {})
        a, u, r, c, s = (mean(folds, measure) for measure in MEASURES)
        return [None if a is None else 100 * a, u, r, None if c is None else c / max(r, 1), s]

    def before(name):
        return [known.get(name, {}).get((title, measure)) for title in ("RUG", "ruleopt RUG")
                for measure in ("Accuracy, %", "Rules")]

    names = list(dict.fromkeys(name for one_, k, name in cells if one_ == method and k in ("auto", "best")))
    rows = {name: [*one(name, "auto"), *one(name, "best"), *before(name)] for name in names}
    digits = [2, 3, 1, 1, 2] * 2 + [2, 1] * 2
    each = ["{}, %", "{}: AUC", "rules", "conditions a rule", "s"]
    titles = [title.format(size) for size in ("auto", "best") for title in each]
    titles += ["tuned RUG, %", "rules", "ruleopt, %", "rules"]
    tuned = [name for name in names if None not in rows[name][-4:]]
    groups = {"mean of the {} of RESULTS.md": tuned,
              "mean of its {} with two classes": [name for name in tuned if name not in SEVERAL],
              "mean of all {}": names}
    table([method, *titles], [[name, *map(words, rows[name], digits)] for name in names])
    for title, group in groups.items():
        columns = [[rows[name][at] for name in group] for at in range(len(digits))]
        means = [fmean(column) if column and None not in column else None for column in columns]
        print_row([title.format(len(group)), *map(words, means, digits)])


def main():
    flags = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    flags.add_argument("results", nargs="+", type=Path)
    flags.add_argument("--methods", help="with commas between them [default: all]")
    flags.add_argument("--ours", default="rulegen", help="the label whose distance from the others is printed")
    flags.add_argument("--shared", action="store_true", help="only folds that all programs have")
    flags.add_argument("--page", type=Path, default=ROOT / "docs" / "RESULTS.md")
    args = flags.parse_args()
    cells = read(args.results)
    fixed = {key: folds for key, folds in cells.items() if key[1].isdigit()}
    methods = args.methods.split(",") if args.methods else list(dict.fromkeys(method for method, _, _ in fixed))
    sizes = sorted({k for _, k, _ in fixed}, key=int)
    if args.shared:
        fixed = shared({key: folds for key, folds in fixed.items() if key[0] in methods}, methods)
    for title, names in {**TABLES, "all sets": sum(TABLES.values(), [])}.items():
        names = [name for name in names if any(of == name for _, _, of in fixed)]
        if not names:
            continue
        print(f"\n## Few rules: {title} ({', '.join(names) if title in TABLES else len(names)})\n")
        means_table(fixed, methods, sizes, names)
        if args.ours in methods:
            print()
            distances_table(fixed, args.ours, methods, sizes, names)
        if title in TABLES:
            for k in sizes:
                print()
                sets_table(fixed, methods, k, names)
            print()
            seconds_table(fixed, methods, names)
    for method in dict.fromkeys(method for method, k, _ in cells if k in ("auto", "best")):
        print("\n## Sizes that were chosen: ten splits, a fifth held out\n")
        chosen_table(cells, method, earlier(args.page))
    return 0


if __name__ == "__main__":
    sys.exit(main())
