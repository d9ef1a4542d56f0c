#!/usr/bin/env python3
"""Puts the reports of several experiments together into one page, with their plots.

    scripts/experiments/run.sh --out results
    scripts/experiments/results_page.py --results results --page docs/RESULTS.md

Takes every folder of --results that has a report.md, in the order of the specifications' names. The
page says which experiments are not finished. --note is what it says first. With --keep, sections
that this run does not have stay.
"""

import argparse
import csv
import json
import re
import shutil
import sys
from pathlib import Path

HEAD = """# Results

Made by `scripts/experiments/results_page.py`: do not edit. [experiments.md](experiments.md) says how to run it \
again and what the figures mean."""
TITLES = ["experiment", "data sets", "splits with results", "rows"]


def section(folder, figures, page):
    """A report with its headings one level lower and its plots beside the page."""
    text = (folder / "report.md").read_text(encoding="utf-8")
    text = re.sub(r"^#", "##", text, flags=re.MULTILINE)
    for plot in re.findall(r"\]\(([^)/]+\.svg)\)", text):
        figures.mkdir(parents=True, exist_ok=True)
        name = f"{folder.name}-{plot}"
        shutil.copyfile(folder / plot, figures / name)
        text = text.replace(f"]({plot})", f"]({(figures / name).relative_to(page.parent)})")
    return text.strip()


def how_far(folder):
    """Returns the numbers of rows, sets and splits in words."""
    with open(folder / "results.csv", newline="", encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    sets = json.loads((folder / "manifest.json").read_text(encoding="utf-8"))["sets"]
    known = {row["set"] for row in rows}
    splits = {(row["set"], row["split"]) for row in rows}
    wanted = sum(entry["splits"] for entry in sets.values())
    return [folder.name, f"{len(known)} of {len(sets)}", f"{len(splits)} of {wanted}", str(len(rows))]


def heading(text):
    """The first line of a section."""
    return text.split("\n", 1)[0]


def read_page(page):
    """Parses a page made by this script: note, state of each experiment, later sections by heading.
    """
    text = page.read_text(encoding="utf-8")
    before, table, after = text.partition(f"| {' | '.join(TITLES)} |\n")
    if not table:
        sys.exit(f"{page} has no table of experiments: was it made by this script?")
    lines, *sections = re.split(r"^(?=## )", after, flags=re.MULTILINE)
    cells = [line.strip("| ").split(" | ") for line in lines.strip().splitlines()[1:]]
    note = before.removeprefix(HEAD).strip()
    return note, {line[0]: line for line in cells}, {heading(text): text.strip() for text in sections}


def main():
    flags = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    flags.add_argument("--results", type=Path, default=Path("results"))
    flags.add_argument("--page", type=Path, default=Path("docs/RESULTS.md"))
    flags.add_argument("--note", help="a file of Markdown that comes first")
    flags.add_argument("--table", action="append", default=[], type=Path, metavar="FILE",
                       help="a section from a file of Markdown, its heading in the first line: what a script table_*.py "
                       "or peers/timing.py printed; may be given again")
    flags.add_argument("--keep", action="store_true",
                       help="leave the sections of the page whose results or tables are not given as they are")
    args = flags.parse_args()
    folders = sorted(path.parent for path in args.results.glob("*/report.md"))
    if not folders and not args.keep:
        flags.error(f"no report in {args.results}")
    note, far, sections = read_page(args.page) if args.keep else ("", {}, {})
    if args.note:
        note = Path(args.note).read_text(encoding="utf-8").strip()
    new = [table.read_text(encoding="utf-8").strip() for table in args.table]
    new += [section(folder, args.page.parent / "figures", args.page) for folder in folders]
    far |= {folder.name: how_far(folder) for folder in folders}
    sections |= {heading(text): text for text in new}
    lines = [TITLES, ["---", "---:", "---:", "---:"], *(far[name] for name in sorted(far))]
    parts = [HEAD, *filter(None, [note]), "\n".join(f"| {' | '.join(line)} |" for line in lines), *sections.values()]
    args.page.write_text("\n\n".join(parts) + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
