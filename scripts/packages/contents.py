#!/usr/bin/env python3
"""Looks into the packages of a folder: whether each `.crate` holds what crates.io and docs.rs need,
and nothing large.

    contents.py FOLDER

Prints a line for each package, and what it lacks; exits 1 if any lacks something.
"""

import sys
import tarfile
import tomllib
from pathlib import Path

# Bytes of a packed crate, and of one file in it. The largest crate has 200 kB of packed sources,
# and no source has 30 kB; a data set or a build output is above one of the two.
MOST_PACKED = 300_000
MOST_FILE = 50_000
NEEDED = ("README.md", "LICENSE-MIT", "LICENSE-APACHE", "Cargo.toml", "Cargo.lock", "src/lib.rs")
SHOWN = ("description", "license", "repository", "authors", "keywords", "categories", "rust-version", "readme")


def faults(path: Path) -> list[str]:
    """Returns the faults of a package."""
    with tarfile.open(path) as package:
        members = {member.name.split("/", 1)[1]: member for member in package}
        found = [f"no {name}" for name in NEEDED if name not in members]
        found += [f"{name} is no file" for name, member in members.items() if not member.isfile()]
        found += [f"{name} has {member.size} bytes" for name, member in members.items() if large(name, member)]
        found += ["no example"] * (not any(name.startswith("examples/") for name in members))
        manifest = tomllib.loads(package.extractfile(members["Cargo.toml"]).read().decode())
    found += [f"no {key} in the manifest" for key in SHOWN if not manifest["package"].get(key)]
    found += [f"{name} has no version" for name, wanted in dependencies(manifest) if "version" not in wanted]
    if path.stat().st_size > MOST_PACKED:
        found.append(f"packed it has {path.stat().st_size} bytes")
    return found


def large(name: str, member: tarfile.TarInfo) -> bool:
    """True if a file is too large. The lock file may be: it lists all dependencies."""
    return member.size > MOST_FILE and name != "Cargo.lock"


def dependencies(manifest: dict) -> list[tuple[str, dict]]:
    """The dependencies of all kinds and targets."""
    tables = [manifest, *manifest.get("target", {}).values()]
    kinds = ("dependencies", "dev-dependencies", "build-dependencies")
    return [entry for table in tables for kind in kinds for entry in table.get(kind, {}).items()]


def main() -> int:
    """Check all packages of the folder."""
    packages = sorted(Path(sys.argv[1]).glob("*.crate"))
    wrong = not packages
    for path in packages:
        lacking = faults(path)
        wrong |= bool(lacking)
        print(f"       {path.stem:28} {path.stat().st_size / 1000:6.0f} kB  {'; '.join(lacking)}".rstrip())
    return int(wrong)


if __name__ == "__main__":
    sys.exit(main())
