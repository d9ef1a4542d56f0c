#!/usr/bin/env python3
"""Fills the tables and figures of docs/exact.md from the CSV files of its comparisons.

The page shows two commands: `--part exact` is the comparison at a penalty, and `--part sizes` that
of models of every size. `--run` runs the command of the part on the data sets of a catalogue first,
and goes on where an earlier run was cut short. The CSV files are kept beside the other
measurements, and the plots beside the other figures. Between the comments

    <!-- table NAME -->
    <!-- end -->

of the page everything is written anew. `--check` only compares.

    scripts/exact_page.py --run ../shared/data/datasets.toml --folder /tmp/exact
    scripts/exact_page.py --folder /tmp/exact      # of results that are there
    scripts/exact_page.py --part sizes --run ../shared/data/datasets.toml --folder /tmp/exact-sizes
    scripts/exact_page.py --check                  # the page against the CSV files
"""

import argparse
import csv
import re
import shlex
import shutil
import statistics
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs/exact.md"
TABLE = ROOT / "docs/measurements/exact.csv"
SIZES = ROOT / "docs/measurements/exact-sizes.csv"
# The numbers of rules that the page shows.
SHOWN = [1, 2, 3, 5, 7, 10, 15, 20, 30]
FIGURES = {"convergence-seconds.svg": "exact-convergence.svg", "profile.svg": "exact-profile.svg"}
COMMAND = re.compile(r"^    (rulegen compare --sets .*(?:\n        .*)*)$", re.MULTILINE)


def markdown(heading, lines):
    """Formats a table, the first column to the left and the others to the right."""
    rows = [heading, ["---"] + ["---:"] * (len(heading) - 1), *lines]
    return "".join(f"| {' | '.join(row)} |\n" for row in rows).replace("| --- |", "|---|").replace(" ---: |", "---:|")


def number(text):
    """Returns a number of the CSV file, or None for an empty cell."""
    return float(text) if text else None


def percent(share):
    """Formats a share with two digits."""
    if share is None:
        return "-"
    return "0" if share == 0 else f"{100 * share:.2g}%" if share < 0.0995 else f"{100 * share:.0f}%"


def seconds(x):
    """Formats seconds."""
    return f"{x:.2f}" if x < 10 else f"{x:.0f}"


def of(fits, key):
    """Returns the known numbers of a column."""
    return [x for x in (number(fit[key]) for fit in fits) if x is not None]


def mean(values):
    """Returns the mean, or None of no value."""
    return statistics.fmean(values) if values else None


def by_strategy(fits):
    """Returns the table of strategies over all sets."""
    heading = ["pricers", "at the optimum", "within 1%", "median gap", "calls with the best rule", "gain found", "seconds in pricing", "in the LP", "sets stopped"]  # fmt: skip
    solved = [fit for fit in fits if fit["optimum_is_proved"] == "true"]
    lines = []
    for name in dict.fromkeys(fit["strategy"] for fit in fits):
        own = [fit for fit in fits if fit["strategy"] == name]
        gaps = of([fit for fit in solved if fit["strategy"] == name], "gap_to_optimum")
        lines.append([
            name,
            f"{sum(gap == 0 for gap in gaps)} of {len(gaps)}",
            f"{sum(gap <= 0.01 for gap in gaps)} of {len(gaps)}",
            percent(statistics.median(gaps)),
            percent(mean(of(own, "best_rule_share"))),
            percent(mean(of(own, "best_gain_share"))),
            seconds(sum(of(own, "pricing_seconds"))),
            seconds(sum(of(own, "lp_seconds"))),
            str(sum(fit["status"] == "time_limit" for fit in own)),
        ])  # fmt: skip
    return markdown(heading, lines)


def by_set(fits, proved):
    """Returns the table of sets: of those whose optimum is proved, or of the others."""
    names = list(dict.fromkeys(fit["strategy"] for fit in fits))
    kind = "optimum" if proved else "least objective"
    heading = ["", "rows", kind, "bound"][: 3 if proved else 4] + [f"gap of {name}" for name in names]
    lines = []
    for name in dict.fromkeys(fit["set"] for fit in fits):
        own = {fit["strategy"]: fit for fit in fits if fit["set"] == name}
        first = next(iter(own.values()))
        if (first["optimum_is_proved"] == "true") != proved:
            continue
        least = min(of(own.values(), "lp_objective"))
        line = [name, f"{int(first['rows']):,}", f"{least:,.2f}"]
        if not proved:
            line.append(f"{number(first['best_bound']):,.2f}" if first["best_bound"] else "none")
        for strategy in names:
            fit = own.get(strategy)
            objective = number(fit["lp_objective"]) if fit else None
            share = None if objective is None else (objective - least) / objective
            # Below the tolerance of a proof there is no gap.
            share = 0 if share is not None and share <= 1e-6 else share
            line.append(percent(share) + (" (stopped)" if proved and fit and fit["status"] == "time_limit" else ""))
        lines.append(line)
    return markdown(heading, lines)


def terms(fits):
    """Returns what the figures depend on, in words."""
    first = fits[0]
    machines = " and ".join(dict.fromkeys(fit["machine"] for fit in fits))
    limit = f"{number(first['time_limit']):g} s for each fit"
    return (
        f"{len({fit['set'] for fit in fits})} data sets, {first['scores_of'].replace(' rows', '')} rows alone, {first['bins']} bins, "
        f"{first['penalty']} a condition, at most {first['max_length']} conditions, {limit}, tolerance "
        f"{first['tolerance']}, LP strategy {first['lp_strategy']}, smoothing {first['smoothing']}; version {first['version']}; {machines}.\n"
    )


def by_size(models):
    """Returns the table of strategies by number of rules, over the splits on which all have it."""
    names = list(dict.fromkeys(model["strategy"] for model in models))
    heading = ["rules", "pricers", "splits", "more loss", "least loss on", "accuracy", "AUC", "own rules"]
    lines = []
    for size in SHOWN:
        of_size = [model for model in models if int(model["rules"]) == size]
        problems = {(model["set"], model["seed"]) for model in of_size}
        common = {p for p in problems if sum((model["set"], model["seed"]) == p for model in of_size) == len(names)}
        for name in names if common else []:
            own = [model for model in of_size if model["strategy"] == name and (model["set"], model["seed"]) in common]
            scores = [mean(of(own, key)) for key in ("accuracy", "auc")]
            lines.append([
                str(size),
                name,
                str(len(common)),
                f"{100 * mean(of(own, 'excess_loss')):.2f}%",
                str(sum(excess == 0 for excess in of(own, "excess_loss"))),
                *("-" if score is None else f"{score:.4f}" for score in scores),
                f"{mean(of(own, 'own_rules')):.1f}",
            ])  # fmt: skip
    return markdown(heading, lines)


def size_terms(models):
    """Returns what the table of sizes depends on, in words."""
    stopped = {(m["set"], m["seed"], m["strategy"]) for m in models if m["path_status"] != "size"}
    seconds_of = {(m["set"], m["seed"], m["strategy"]): number(m["path_seconds"]) for m in models}
    by_name = {}
    for (_, _, name), time in seconds_of.items():
        by_name[name] = by_name.get(name, 0.0) + time
    times = ", ".join(f"{name} {seconds(time)} s" for name, time in by_name.items())
    ended = f"; a limit ended {len(stopped)} paths" if stopped else ""
    splits = len({m["seed"] for m in models})
    return f"{len({m['set'] for m in models})} data sets, {splits} splits of each; all paths together took {times}{ended}.\n"


def tables(fits, models):
    """Returns all parts of the page by name."""
    parts = {
        "terms": terms(fits),
        "strategies": by_strategy(fits),
        "proved": by_set(fits, True),
        "open": by_set(fits, False),
    }
    return parts | ({"sizes-terms": size_terms(models), "sizes": by_size(models)} if models else {})


def filled(page, parts):
    """Returns the page with its parts written anew."""
    for name, text in parts.items():
        mark = re.compile(rf"(<!-- table {name} -->\n\n?).*?(\n?<!-- end -->)", re.DOTALL)
        if not mark.search(page):
            sys.exit(f"{PAGE}: no <!-- table {name} -->")
        page = mark.sub(lambda found, text=text: f"<!-- table {name} -->\n\n{text}\n<!-- end -->", page)
    return page


def keep_sizes(path):
    """Keeps the models of every size, without their rules in words, which are long."""
    with path.open() as source, SIZES.open("w") as file:
        models = csv.DictReader(source)
        names = [name for name in models.fieldnames if name != "own_rule_texts"]
        writer = csv.DictWriter(file, names, extrasaction="ignore", lineterminator="\n")
        writer.writeheader()
        writer.writerows(models)


def run(args):
    """Runs the command of a part of the page into the folder."""
    commands = COMMAND.findall(PAGE.read_text())
    command = shlex.split(commands[args.part == "sizes"].replace("\\\n", " "))
    command[0] = args.rulegen
    command[command.index("--sets") + 1] = args.run
    command[command.index("-o") + 1] = args.folder
    subprocess.run([*command, "--quiet"], check=True, stdout=subprocess.DEVNULL)


def main():
    flags = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    flags.add_argument("--part", choices=["exact", "sizes"], default="exact", help="the comparison")
    flags.add_argument("--run", metavar="CATALOGUE", help="run the command of the page on these data sets")
    flags.add_argument("--folder", metavar="DIR", help="the folder of results")
    flags.add_argument("--rulegen", default=str(ROOT / "target/release/rulegen"), help="the binary")
    flags.add_argument("--check", action="store_true", help="compare the page with its CSV file, and write nothing")
    args = flags.parse_args()
    if args.run:
        if not args.folder:
            flags.error("--run needs --folder")
        run(args)
    if args.folder and not args.check:
        if args.part == "sizes":
            keep_sizes(Path(args.folder) / "sizes.csv")
        else:
            shutil.copy(Path(args.folder) / "comparison.csv", TABLE)
            for source, figure in FIGURES.items():
                shutil.copy(Path(args.folder) / source, ROOT / "docs/figures" / figure)
    rows = {path: list(csv.DictReader(path.open())) if path.exists() else [] for path in (TABLE, SIZES)}
    page = filled(PAGE.read_text(), tables(rows[TABLE], rows[SIZES]))
    if args.check:
        return page != PAGE.read_text() and f"{PAGE} is not what its CSV files say: run scripts/exact_page.py"
    PAGE.write_text(page)
    return 0


if __name__ == "__main__":
    sys.exit(main())
