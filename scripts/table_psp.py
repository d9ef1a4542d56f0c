#!/usr/bin/env python3
"""Prints what one call of each pricer costs and finds: proxies against exact pricing.

Reads what `cargo bench -p rulegen-bench --bench psp` wrote into target/psp and target/criterion. A
line is a loss, a stage of the fit that made the problems, and a pricer; the left half is of the
data sets of at most 5,000 rows, the right half of the larger ones. Times are geometric means of
medians, in milliseconds; calls of more than 50 ms were timed once. "Gain" is the mean share of the
largest gain that exists, "best" the share of problems whose best rule was found, "proved" the share
with a bound that says so. Problems at which no pricer proved the largest gain do not count.

    scripts/table_psp.py [--all] [--plot psp.svg]
"""

import argparse
import json
import math
import os
import statistics
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
TARGET = Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target"))
#: Sets of more rows are large.
LARGE = 5000
#: The relative difference of gains that are the same.
SAME = 1e-6
STAGES = ["early", "middle", "late"]
HEADING = ["loss, stage", "pricer"] + 2 * ["sets", "ms", "gain", "best", "proved"]


def medians():
    """Returns criterion's medians in seconds by id."""
    found = {}
    for file in (TARGET / "criterion").glob("psp/**/new/benchmark.json"):
        estimates = json.loads(file.with_name("estimates.json").read_text())
        found[json.loads(file.read_text())["full_id"]] = estimates["median"]["point_estimate"] * 1e-9
    return found


def answers():
    """Returns the answers, each with its time and its share of the largest gain."""
    lines = [json.loads(line) for line in (TARGET / "psp/answers.jsonl").read_text().splitlines()]
    times = medians()
    best = {}
    for line in lines:
        problem = (line["loss"], line["set"], line["stage"])
        if line["proved"]:
            best[problem] = max(best.get(problem, 0.0), line["gain"] or 0.0)
    for line in lines:
        line["seconds"] = times.get(line["id"], line["seconds"])
        most = best.get((line["loss"], line["set"], line["stage"]), 0.0)
        line["share"] = min(1.0, (line["gain"] or 0.0) / most) if most > 0 else None
    return [line for line in lines if line["share"] is not None]


def summary(lines):
    """Returns the figures of one half of a line."""
    if not lines:
        return ["-"] * 5
    shares = [line["share"] for line in lines]
    times = math.exp(statistics.fmean(math.log(1000 * line["seconds"]) for line in lines))
    rate = lambda count: f"{100 * count / len(lines):.0f}%"  # noqa: E731
    return [
        str(len(lines)),
        f"{times:.3g}",
        f"{100 * statistics.fmean(shares):.0f}%",
        rate(sum(share >= 1 - SAME for share in shares)),
        rate(sum(line["proved"] for line in lines)),
    ]


def key(line):
    """Orders lines as the bench asked."""
    return line["loss"], STAGES.index(line["stage"]), line["pricer"]


def markdown(heading, lines):
    """Formats a table."""
    rows = [heading, ["---"] * 2 + ["---:"] * (len(heading) - 2), *lines]
    return "\n".join("| " + " | ".join(row) + " |" for row in rows)


def table(lines):
    """Returns the table of losses, stages and pricers."""
    rows = []
    for loss, stage, pricer in dict.fromkeys((line["loss"], line["stage"], line["pricer"]) for line in lines):
        own = [line for line in lines if (line["loss"], line["stage"], line["pricer"]) == (loss, stage, pricer)]
        halves = [[line for line in own if (line["rows"] > LARGE) == large] for large in (False, True)]
        rows.append([f"{loss}, {stage}", pricer, *summary(halves[0]), *summary(halves[1])])
    return markdown(HEADING, rows)


def every(lines):
    """Returns a table of all problems."""
    rows = [
        [line["id"].removeprefix("psp/"), f"{1000 * line['seconds']:.3g}", f"{100 * line['share']:.1f}%", f"{line['bound'] or math.nan:.4g}"]
        for line in lines
    ]  # fmt: skip
    return markdown(["problem, pricer, rows x columns", "ms", "gain", "bound"], rows)


def plot(lines, file):
    """Draws time against the share of the largest gain, a panel for each loss."""
    try:
        import matplotlib.pyplot as plt  # noqa: PLC0415
    except ImportError:
        sys.exit("the plot needs matplotlib: pip install matplotlib")

    colours, marks = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00"], "o^sxD"
    losses, pricers = (list(dict.fromkeys(line[of] for line in lines)) for of in ("loss", "pricer"))
    figure, axes = plt.subplots(1, len(losses), figsize=(3.2 * len(losses), 3.2), sharey=True, squeeze=False)
    for axis, loss in zip(axes[0], losses):
        for pricer, colour, mark in zip(pricers, colours, marks):
            own = [line for line in lines if (line["loss"], line["pricer"]) == (loss, pricer)]
            points = [(1000 * line["seconds"], 100 * line["share"]) for line in own]
            axis.scatter(*zip(*points), s=22, c=colour, marker=mark, alpha=0.75, label=pricer)
        axis.set(xscale="log", title=loss, xlabel="milliseconds for one call", ylim=(-4, 104))
        axis.grid(color="#dde3e8")
        axis.set_axisbelow(True)
    axes[0][0].set_ylabel("share of the largest gain, %")
    figure.legend(*axes[0][0].get_legend_handles_labels(), loc="upper center", ncols=len(pricers), frameon=False)
    figure.tight_layout(rect=(0, 0, 1, 0.91))
    figure.savefig(file)


def main():
    flags = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    flags.add_argument("--all", action="store_true", help="a line for each problem and pricer")
    flags.add_argument("--plot", metavar="FILE", help="draw a plot too: SVG, PDF or PNG")
    args = flags.parse_args()
    if not (TARGET / "psp/answers.jsonl").exists():
        sys.exit("no answers yet: cargo bench -p rulegen-bench --bench psp")
    lines = sorted(answers(), key=key)
    print(every(lines) if args.all else table(lines))
    if args.plot:
        plot(lines, args.plot)


if __name__ == "__main__":
    main()
