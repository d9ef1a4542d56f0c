#!/usr/bin/env python3
"""Counts lines of code in the `src` folder of each crate, without tests, comments and blank lines.

Tests are items under `#[cfg(test)]` and the files of modules declared so. Conformance suites and
what else a feature adds are code. A line counts if anything is left of it once comments are
removed; a string of many lines counts whole. A second column has the lines of tests that are left
out, a third all lines of the files.

    scripts/count-code.py               # all crates
    scripts/count-code.py rulegen lp    # two of them
"""

import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent

COMMENT_OR_TEXT = re.compile(
    r"""(?P<comment>//[^\n]*|/\*.*?\*/)
      | b?r(?P<hashes>\#*)".*?"(?P=hashes) | b?"(?:\\.|[^"\\])*" | b?'(?:\\[^']+|[^\\'\n])'""",
    re.X | re.S,
)
TEST = re.compile(r"#!?\[cfg\(test\)\]\s*(?:#\[[^\]]*\]\s*)*")
MODULE = re.compile(r"mod\s+(\w+)\s*;")
# Stands for a string of one line, so that braces in strings are not counted.
TEXT = "`"


def blanked(code):
    """Returns the code without comments, with literals replaced by backquotes on as many lines."""
    keep = lambda found: "\n" * found[0].count("\n") if found["comment"] else TEXT + f"\n{TEXT}" * found[0].count("\n")
    return COMMENT_OR_TEXT.sub(keep, code)


def split_tests(code):
    """Returns the code without test items, the test items, and the modules declared for tests."""
    tests, modules = "", []
    while found := TEST.search(code):
        if code[found.start() : found.start() + 2] == "#!":
            return code[: found.start()], tests + code[found.start() :], modules
        end, depth = found.end(), 0
        while end < len(code):
            depth += {"{": 1, "}": -1}.get(code[end], 0)
            end += 1
            if depth == 0 and code[end - 1] in ";}":
                break
        if declared := MODULE.search(code, found.end(), end):
            modules.append(declared[1])
        tests += code[found.start() : end]
        code = code[: found.start()] + code[end:]
    return code, tests, modules


def lines(code):
    """Counts the lines that are not blank."""
    return sum(1 for line in code.splitlines() if line.strip())


def count(folder):
    """Returns the lines of code, of tests, and all lines of the Rust files below a folder."""
    files = sorted(folder.rglob("*.rs"))
    code, tests, all_lines, for_tests = {}, 0, 0, set()
    for file in files:
        text = file.read_text(encoding="utf-8")
        all_lines += text.count("\n")
        kept, tested, modules = split_tests(blanked(text))
        code[file] = lines(kept)
        tests += lines(tested)
        beside = file.parent if file.name in ("lib.rs", "main.rs", "mod.rs") else file.parent / file.stem
        for_tests.update(path for name in modules for path in (beside / f"{name}.rs", beside / name))
    for file in files:
        if any(file == path or file.is_relative_to(path) for path in for_tests):
            tests += code.pop(file)
    return sum(code.values()), tests, all_lines


def main():
    wanted = sys.argv[1:]
    folders = [path.parent for path in sorted(ROOT.glob("crates/*/src")) if not wanted or path.parent.name in wanted]
    if unknown := set(wanted) - {folder.name for folder in folders}:
        sys.exit(f"no such crate: {', '.join(sorted(unknown))}")
    print(f"{'crate':<10} {'code':>7} {'tests':>7} {'all lines':>10}")
    rows = [(folder.name, *count(folder / "src")) for folder in folders]
    total = lambda rows: [sum(column) for column in list(zip(*rows))[1:]]
    library = [row for row in rows if row[0] != "python"]
    for name, *figures in [*rows, ("all", *total(rows)), ("not python", *total(library))]:
        print(f"{name:<10} {figures[0]:>7,} {figures[1]:>7,} {figures[2]:>10,}")


if __name__ == "__main__":
    sys.exit(main())
