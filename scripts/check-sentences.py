#!/usr/bin/env python3
"""Checks comment lines: none begins with a word that hides who does what, none is wider than 100
columns.

Comment lines are `//`, `///` and `//!` in Rust, `#` in Python and shell, and docstrings. Refused
first words are What, How, Whether, Of, For how many, Those and The same: a comment begins with a
verb or with a noun. Code between fences has no first word. Lines with a URL and lines of Markdown
tables may be wider. Comments behind code on one line are not looked at.

    scripts/check-sentences.py                     # prints what it finds; exits 1 if there is any
    scripts/check-sentences.py crates/lp scripts   # only below these folders
    scripts/check-sentences.py --count             # figures of each crate; exits 0
"""

import argparse
import ast
import io
import re
import sys
import tokenize
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
FOLDERS = ["crates/*/src", "crates/*/tests", "crates/*/examples", "crates/python/python", "benches", "scripts", ".ci"]
WIDTH = 100
FIRST = re.compile(r"(What|How|Whether|Of|For how many|Those|The same)\b")
RUST = re.compile(r"\s*//[/!]?(?P<text>.*)")
SHELL = re.compile(r"\s*#(?!!)(?P<text>.*)")
FENCE = ("```", "~~~")


def sources(below):
    """Yields the files to check, in order."""
    found = set()
    for folder in (path for pattern in FOLDERS for path in ROOT.glob(pattern)):
        for file in folder.rglob("*"):
            hidden = any(part in (".venv", "target", "__pycache__") for part in file.parts)
            known = file.suffix in (".rs", ".py", ".pyi", ".sh") or file == ROOT / ".ci" / "run"
            if known and not hidden and (not below or any(file.is_relative_to(folder) for folder in below)):
                found.add(file)
    return sorted(found)


def matching(pattern, text):
    """Yields number and text of the lines that are comments by a pattern."""
    for number, line in enumerate(text.splitlines(), 1):
        if found := pattern.fullmatch(line):
            yield number, found["text"]


def python_comments(text):
    """Yields number and text of comment lines and of lines of docstrings."""
    lines = text.splitlines()
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        number, column = token.start
        if token.type == tokenize.COMMENT and not lines[number - 1][:column].strip() and not token.string.startswith("#!"):
            yield number, token.string.removeprefix("#")
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str):
            first = re.compile(r"\s*[rRuU]*(\"\"\"|'''|\"|')")
            yield node.lineno, first.sub("", lines[node.lineno - 1], count=1)
            for number in range(node.lineno + 1, node.end_lineno + 1):
                yield number, lines[number - 1]


def comments(file, text):
    """Returns number and text of all comment lines of a file, in order."""
    if file.suffix == ".rs":
        return list(matching(RUST, text))
    return sorted(python_comments(text) if file.suffix in (".py", ".pyi") else matching(SHELL, text))


def findings(file):
    """Yields line number and kind of each fault of a file."""
    text = file.read_text(encoding="utf-8")
    lines = text.splitlines()
    fenced, previous = False, 0
    for number, comment in comments(file, text):
        comment = comment.strip()
        # A fence ends with its comment at the latest.
        fenced = fenced and number == previous + 1
        previous = number
        if comment.startswith(FENCE):
            fenced = not fenced
        elif not fenced and (found := FIRST.match(comment)):
            yield number, found[1]
        if len(lines[number - 1]) > WIDTH and "://" not in comment and not comment.startswith("|"):
            yield number, "wide"


def crate(file):
    """Returns the crate or the folder of the top that a file is in."""
    parts = file.relative_to(ROOT).parts
    return parts[1] if parts[0] == "crates" else parts[0]


def main():
    flags = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    flags.add_argument("--count", action="store_true", help="print figures of each crate instead of lines")
    flags.add_argument("folders", nargs="*", type=Path)
    args = flags.parse_args()
    files = sources([folder.resolve() for folder in args.folders])
    found = [(file, number, kind) for file in files for number, kind in findings(file)]
    if args.count:
        kinds = ["wide", "What", "How", "Whether", "Of", "For how many", "Those", "The same"]
        counts = Counter((crate(file), kind) for file, _, kind in found)
        print(" ".join(["crate     ", *(f"{kind:>12}" for kind in kinds), f"{'all':>8}"]))
        for name in [*sorted({crate(file) for file in files}), "all"]:
            row = [sum(n for (of, is_), n in counts.items() if name in (of, "all") and is_ == kind) for kind in kinds]
            print(" ".join([f"{name:<10}", *(f"{n:>12}" for n in row), f"{sum(row):>8}"]))
        return 0
    for file, number, kind in found:
        says = f"wider than {WIDTH} columns" if kind == "wide" else f"begins with '{kind}'"
        print(f"{file.relative_to(ROOT)}:{number}: {says}")
    print(f"{len(files)} files, {len(found)} comment lines to rewrite")
    return 1 if found or not files else 0


if __name__ == "__main__":
    sys.exit(main())
