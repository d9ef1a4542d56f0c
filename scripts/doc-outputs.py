#!/usr/bin/env python3
"""Makes the outputs that the pages show: runs their commands and compares, or writes.

A comment before a block of text says that a command prints it:

    <!-- output -->                                 the last command shown above
    <!-- output of: rulegen fit adult.csv ... -->   a command that the page does not show
    <!-- output from "Rules for" -->                from the first line that begins so
    <!-- output from "Rules" until "[0-9]+ rules" -->   up to the line that begins so
    <!-- output, 3 lines -->                        the first lines, and no more

The texts are regular expressions. Commands shown are indented by four columns, begin with
`rulegen`, `rulegen-check`, `cargo run --release --` or `cargo run --release -p rulegen-check --`,
and go on after a backslash. The checker is the one beside the program. The commands of a page run
in turn in one new folder, which has links to `fixtures` and to the files of `--data`; a model that
one command writes is there for the next. A command whose data are missing is skipped with a
message. Times and versions are not compared.

    scripts/doc-outputs.py --check             # README.md and docs/*.md; exits 1 if any differs
    scripts/doc-outputs.py --check README.md   # one page
    scripts/doc-outputs.py --write             # rewrites the lines that differ
    scripts/doc-outputs.py --write --times     # times too
"""

import argparse
import difflib
import os
import re
import shlex
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
MARK = re.compile(
    r'<!-- output(?: of: (?P<command>.*?))?(?: from "(?P<first>.*?)")?(?: until "(?P<end>.*?)")?(?:, (?P<lines>\d+) lines)? -->'
)
COMMAND = re.compile(
    r"(?:cargo run (?:--quiet )?--release (?:-p (?P<package>rulegen-check) )?-- |(?P<program>rulegen(?:-check)?) )"
    r"(?P<arguments>.*)"
)
TIMED = ("seconds", "LP", "pricing")


@dataclass
class Block:
    """A block of text, from the line after its fence, and what prints it."""

    start: int
    end: int
    mark: re.Match
    arguments: list[str]

    def part(self, printed):
        """Returns the lines of an output that the block shows."""
        lines = [line.rstrip() for line in printed.splitlines()]
        if first := self.mark["first"]:
            lines = lines[next((at for at, line in enumerate(lines) if re.match(first, line)), len(lines)) :]
        if end := self.mark["end"]:
            lines = lines[: next((at for at, line in enumerate(lines) if re.match(end, line)), len(lines))]
        if count := self.mark["lines"]:
            lines = lines[: int(count)]
        while lines and not lines[-1]:
            lines.pop()
        while lines and not lines[0]:
            lines.pop(0)
        return lines


def arguments(command):
    """Returns the program and its arguments in a command, or None for other commands."""
    found = COMMAND.fullmatch(command.strip())
    if not found:
        return None
    return [found["package"] or found["program"] or "rulegen", *shlex.split(found["arguments"], comments=True)]


def blocks(page, lines):
    """Yields the marked blocks of a page, each with its command."""
    shown, at = None, 0
    while at < len(lines):
        line = lines[at]
        if line.startswith("    "):
            while line.endswith("\\"):
                at += 1
                line = line[:-1] + lines[at]
            shown = arguments(line) or shown
        elif mark := MARK.fullmatch(line.strip()):
            fence = next(later for later in range(at + 1, len(lines)) if lines[later].strip())
            if not lines[fence].startswith("```"):
                sys.exit(f"{page}:{at + 1}: no block follows")
            end = lines.index("```", fence + 1)
            command = arguments(mark["command"]) if mark["command"] else shown
            if command is None:
                sys.exit(f"{page}:{at + 1}: no command of rulegen prints this block")
            yield Block(fence + 1, end, mark, command)
            at = end
        elif "<!-- output" in line:
            sys.exit(f"{page}:{at + 1}: cannot read {line}")
        at += 1


def compared(lines):
    """Returns lines without times, versions and widths of columns."""
    result, timed = [], []
    for line in lines:
        cells = re.split(r" {2,}", line.strip())
        if all(name in cells for name in TIMED):
            timed = [cells.index(name) for name in TIMED]
        elif len(cells) <= max(timed, default=0):
            timed = []
        else:
            cells = ["#" if at in timed else cell for at, cell in enumerate(cells)]
        text = "  ".join(cells)
        text = re.sub(r"\b\d+\.\d+ s\b", "# s", text)
        result.append(re.sub(r"\b\d+\.\d+\.\d+\b", "#", text))
    return result


def merged(old, new):
    """Returns the new lines, but the old ones where times alone differ."""
    result = []
    matcher = difflib.SequenceMatcher(None, compared(old), compared(new), autojunk=False)
    for kind, first, last, start, end in matcher.get_opcodes():
        result += old[first:last] if kind == "equal" else new[start:end]
    return result


def run(binary, words, folder):
    """Runs a command and returns its output and messages, or None if its data are missing."""
    program, *words = words
    files = [word for word in words if word.endswith((".csv", ".parquet")) and not word.startswith("-")]
    if any(not (folder / file).exists() for file in files):
        return None
    line = [binary if program == "rulegen" else binary.parent / program, *words]
    done = subprocess.run(
        line, cwd=folder, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    )
    if done.returncode:
        raise RuntimeError(f"exit code {done.returncode}: {done.stdout}")
    return done.stdout


def check_page(args, page):
    """Compares the blocks of a page, and with `--write` rewrites it. Counts good and bad ones."""
    lines = page.read_text(encoding="utf-8").split("\n")
    name, good, bad = os.path.relpath(page, ROOT), 0, 0
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch)
        (folder / "fixtures").symlink_to(ROOT / "fixtures")
        for file in sorted(args.data.glob("*.csv")) if args.data.is_dir() else []:
            (folder / file.name).symlink_to(file)
        outputs, moved = {}, 0
        for block in list(blocks(name, lines)):
            key = shlex.join(block.arguments)
            try:
                if key not in outputs:
                    outputs[key] = run(args.binary, block.arguments, folder)
            except RuntimeError as error:
                print(f"FAILED {name}:{block.start}: {key}: {error}")
                bad += 1
                continue
            if outputs[key] is None:
                print(f"skipped {name}:{block.start}: no data for {key}")
                continue
            made, start, end = block.part(outputs[key]), block.start + moved, block.end + moved
            if made and compared(made) == compared(lines[start:end]) and not args.times:
                print(f"ok     {name}:{block.start}: {key}")
                good += 1
                continue
            if args.write and made:
                print(f"written {name}:{block.start}: {key}")
                written = made if args.times else merged(lines[start:end], made)
                lines[start:end] = written
                moved += len(written) - (end - start)
                good += 1
                continue
            print(f"FAILED {name}:{block.start}: {key} prints something else:")
            print("\n".join(difflib.unified_diff(compared(lines[start:end]), compared(made), "page", "printed", lineterm="")))
            bad += 1
    if args.write:
        page.write_text("\n".join(lines), encoding="utf-8")
    return good, bad


def main():
    flags = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    target = Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target"))
    binary = Path(os.environ.get("RULEGEN", target / "release" / "rulegen"))
    flags.add_argument("--binary", type=Path, default=binary)
    flags.add_argument("--data", type=Path, default=ROOT.parent / "shared" / "data", help="folder of further data")
    what = flags.add_mutually_exclusive_group(required=True)
    what.add_argument("--check", action="store_true", help="compare; exits 1 if a block differs")
    what.add_argument("--write", action="store_true", help="rewrite the blocks that differ")
    flags.add_argument("--times", action="store_true", help="with --write: rewrite times too")
    flags.add_argument("pages", nargs="*", type=Path)
    args = flags.parse_args()
    args.binary = args.binary.resolve()
    if not args.binary.exists():
        sys.exit(f"{args.binary} is not there: cargo build --release")
    pages = [page.resolve() for page in args.pages] or [ROOT / "README.md", *sorted(ROOT.glob("docs/*.md"))]
    results = [check_page(args, page) for page in pages]
    good, bad = (sum(numbers) for numbers in zip(*results))
    print(f"{good} passed, {bad} failed")
    return 1 if bad or not good else 0


if __name__ == "__main__":
    sys.exit(main())
