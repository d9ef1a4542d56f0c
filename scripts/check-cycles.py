#!/usr/bin/env python3
"""Checks that the source files of a crate do not import each other in a cycle.

Imports are read from `use` items and from paths in the code that begin with `crate`, `super`,
`self` or a module of the file. A parent that declares a module or exports its items (`pub use
child::Item`) does not import it unless it uses the name itself. An item that a parent has from a
sibling is imported from the sibling. Code under `#[cfg(test)]` is passed over.

With `--folders` it also checks that no folder both imports another and is imported by it. A folder
is a module with submodules: its own file and all below it. Imports between a folder and a folder
inside it do not count.

The check sees imports, not calls: a method that a type has in another file needs none.

    scripts/check-cycles.py               # all crates
    scripts/check-cycles.py lp boxed      # two of them
    scripts/check-cycles.py --folders     # folders too
"""

import argparse
import re
import sys
from collections import deque
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent

# Comments and literals, which hold no imports. Strings may hold braces and slashes.
NOISE = re.compile(
    r"""//[^\n]* | /\*.*?\*/ | b?r(?P<hashes>\#*)".*?"(?P=hashes) | b?"(?:\\.|[^"\\])*" | b?'(?:\\[^']+|[^\\'\n])'""", re.X | re.S
)
SCOPE = re.compile(r"\bpub\(in [^)]*\)")
TEST = re.compile(r"#\[cfg\(test\)\]\s*(?:#\[[^\]]*\]\s*)*")
VISIBLE = r"(?P<public>pub(?:\([^)]*\))?\s+)?"
MODULE = re.compile(rf"\b{VISIBLE}mod\s+(?P<name>\w+)\s*;")
USE = re.compile(rf"(?<![\w.]){VISIBLE}use\s+(?P<tree>[^;]+);")
PATH = re.compile(r"(?<![\w:$])\w+(?:::\w+)+")
ITEM = r"\b(?:struct|enum|union|trait|type|fn|const|static|mod|macro_rules!)\s+{}\b"


@dataclass
class Import:
    """One name of a `use` item: the path that it stands for, and the name that it gets here."""

    path: list[str]
    name: str
    public: bool


@dataclass
class Module:
    """A source file."""

    file: Path
    path: tuple[str, ...]
    code: str
    children: list[str] = field(default_factory=list)
    imports: list[Import] = field(default_factory=list)

    def defines(self, name):
        return re.search(ITEM.format(re.escape(name)), self.code) is not None


def without_tests(code):
    """Returns the code without the items that are compiled for tests alone."""
    while found := TEST.search(code):
        end, depth = found.end(), 0
        while end < len(code):
            depth += {"{": 1, "}": -1}.get(code[end], 0)
            end += 1
            if depth == 0 and code[end - 1] in ";}":
                break
        code = code[: found.start()] + code[end:]
    return code


def branches(tree):
    """Yields the comma-separated parts of a list of imports."""
    depth, part = 0, ""
    for letter in tree:
        depth += {"{": 1, "}": -1}.get(letter, 0)
        if letter == "," and depth == 0:
            yield part
            part = ""
        else:
            part += letter
    yield part


def leaves(tree, before=()):
    """Yields all paths of a tree of imports, with the names that they get."""
    tree = tree.strip()
    if not tree:
        return
    head, brace, rest = tree.partition("{")
    if brace:
        before = [*before, *(part.strip() for part in head.split("::") if part.strip())]
        for branch in branches(rest.rstrip().removesuffix("}")):
            yield from leaves(branch, before)
        return
    path, _, alias = tree.partition(" as ")
    path = [*before, *(part.strip() for part in path.split("::") if part.strip())]
    if len(path) > 1 and path[-1] == "self":
        path.pop()
    yield path, alias.strip() or path[-1]


def read(file, path, modules):
    """Adds a file to `modules` and, from its declarations, the files below it."""
    code = without_tests(SCOPE.sub("pub", NOISE.sub(" ", file.read_text(encoding="utf-8"))))
    module = Module(file, path, code)
    modules[path] = module
    folder = file.parent if file.name in ("lib.rs", "main.rs", "mod.rs") else file.parent / file.stem
    for found in MODULE.finditer(code):
        name = found["name"]
        places = [folder / f"{name}.rs", folder / name / "mod.rs"]
        if place := next((place for place in places if place.is_file()), None):
            module.children.append(name)
            read(place, (*path, name), modules)
    for found in USE.finditer(code):
        module.imports += [Import(leaf, name, found["public"] is not None) for leaf, name in leaves(found["tree"])]
    module.code = MODULE.sub(" ", USE.sub(" ", code))


def absolute(module, path):
    """Returns the path from the root of the crate, or None if it leads out of the crate."""
    first, *rest = path
    if first == "crate":
        return tuple(rest)
    if first in ("super", "self"):
        base = module.path
        while path and path[0] in ("super", "self"):
            if path[0] == "super":
                base = base[:-1]
            path = path[1:]
        return (*base, *path)
    return (*module.path, *path) if first in module.children else None


def origin(modules, path, seen=()):
    """Returns the module that defines the item at a path."""
    depth = max(depth for depth in range(len(path) + 1) if path[:depth] in modules)
    at, rest = modules[path[:depth]], path[depth:]
    if not rest or rest[0] == "*" or path in seen:
        return at
    seen = (*seen, path)
    for found in at.imports:
        if found.name == rest[0] and (target := absolute(at, found.path)) is not None:
            return origin(modules, (*target, *rest[1:]), seen)
    if not at.defines(rest[0]):
        for found in at.imports:
            if found.name == "*" and (target := absolute(at, found.path[:-1])) is not None:
                source = origin(modules, (*target, *rest), seen)
                if source.defines(rest[0]):
                    return source
    return at


def named(name, code):
    """True if a file uses a name that it exports. Items that `*` exports may be used."""
    return name == "*" or re.search(rf"\b{re.escape(name)}\b", code) is not None


def imported(modules, module):
    """Returns the files that a file imports from."""
    paths = [found.path for found in module.imports if not found.public or named(found.name, module.code)]
    paths += [found.split("::") for found in PATH.findall(module.code)]
    targets = (absolute(module, path) for path in paths)
    sources = {origin(modules, target).path for target in targets if target is not None}
    return sorted(sources - {module.path})


def shortest_cycle(edges, start):
    """Returns the shortest way from a file back to it, or None."""
    before, queue = {}, deque([start])
    while queue:
        at = queue.popleft()
        for to in edges[at]:
            if to == start:
                way = [start, at]
                while way[-1] != start:
                    way.append(before[way[-1]])
                return way[::-1] if at != start else [start, start]
            if to not in before:
                before[to] = at
                queue.append(to)
    return None


def cycles(edges):
    """Yields a shortest cycle through every file that is in one, each cycle once."""
    seen = set()
    for start in sorted(edges):
        if cycle := shortest_cycle(edges, start):
            if frozenset(cycle) not in seen:
                seen.add(frozenset(cycle))
                yield cycle


def mutual_folders(modules, edges):
    """Yields pairs of folders that import each other, with the imports in both directions.

    An import between files counts for the two folders, side by side in one parent, that the files
    are in: `a/b/c.rs -> a/d/e.rs` is an import of the folder `a/b` from the folder `a/d`.
    """
    between = {}
    for path, targets in edges.items():
        for target in targets:
            shared = 0
            while path[: shared + 1] == target[: shared + 1] and shared < min(len(path), len(target)):
                shared += 1
            pair = path[: shared + 1], target[: shared + 1]
            if all(len(side) > shared and modules[side].children for side in pair):
                between.setdefault(pair, []).append((path, target))
    for a, b in sorted(between):
        if a < b and (b, a) in between:
            yield a, b, between[a, b], between[b, a]


def main():
    flags = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    flags.add_argument("--folders", action="store_true", help="check folders too")
    flags.add_argument("crates", nargs="*")
    args = flags.parse_args()
    wanted = args.crates
    crates = sorted(path.parent for path in ROOT.glob("crates/*/Cargo.toml") if not wanted or path.parent.name in wanted)
    if unknown := set(wanted) - {crate.name for crate in crates}:
        sys.exit(f"no such crate: {', '.join(sorted(unknown))}")
    files, found, pairs = set(), 0, 0
    for crate in crates:
        for root in [crate / "src" / name for name in ("lib.rs", "main.rs")]:
            if not root.is_file():
                continue
            modules = {}
            read(root, (), modules)
            files.update(module.file for module in modules.values())
            edges = {path: imported(modules, module) for path, module in modules.items()}
            name = {path: str(module.file.relative_to(crate / "src")) for path, module in modules.items()}
            for cycle in cycles(edges):
                found += 1
                print(f"{crate.name}: " + " -> ".join(name[path] for path in cycle))
            for a, b, there, back in mutual_folders(modules, edges) if args.folders else []:
                pairs += 1
                print(f"{crate.name}: {'/'.join(a)} and {'/'.join(b)} import each other:")
                for path, target in there + back:
                    print(f"    {name[path]} -> {name[target]}")
    and_pairs = f", {pairs} pairs of folders that import each other" if args.folders else ""
    print(f"{len(crates)} crates, {len(files)} files, {found} cycles{and_pairs}")
    return 1 if found or pairs or not files else 0


if __name__ == "__main__":
    sys.exit(main())
