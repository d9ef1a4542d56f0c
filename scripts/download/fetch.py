"""Fetches data sets from their homes, checks them, and turns them into CSV files with a
datasets.toml (see download.sh).
"""

import argparse
import csv
import hashlib
import http.client
import io
import json
import shutil
import sys
import tomllib
import urllib.error
import urllib.request
import zipfile
from pathlib import Path

HERE = Path(__file__).resolve().parent


class Problem(Exception):
    """Why a set could not be had."""


def fetch(url, path, timeout):
    """Downloads to a neighbour first, so that a file that is there is whole."""
    partial = path.with_suffix(".partial")
    try:
        with urllib.request.urlopen(url, timeout=timeout) as answer, open(partial, "wb") as file:
            shutil.copyfileobj(answer, file)
            missing = answer.length
    except (urllib.error.URLError, http.client.HTTPException, OSError) as error:
        raise Problem(f"{url}: {str(error) or repr(error)}") from error
    # The bytes that the server announced and did not send; None if it announced no length.
    if missing:
        raise Problem(f"{url}: {missing} bytes are missing at the end")
    partial.rename(path)


def checked(path, expected):
    """The checksum of a file; a wrong one is refused."""
    with open(path, "rb") as file:
        found = hashlib.file_digest(file, "sha256").hexdigest()
    if expected and found != expected:
        raise Problem(f"the checksum is {found}, not {expected}")
    return found


def text_of(path, source):
    """The text of the file, or of the members of the archive."""
    try:
        if "member" not in source:
            return path.read_text(encoding="utf-8-sig")
        members = source["member"] if isinstance(source["member"], list) else [source["member"]]
        with zipfile.ZipFile(path) as archive:
            return "".join(archive.read(member).decode("utf-8-sig").rstrip("\n") + "\n" for member in members)
    except (zipfile.BadZipFile, KeyError, UnicodeDecodeError) as error:
        raise Problem(f"{path.name}: {error}") from error


def rows_of(text, source):
    """The header and the rows, the target last."""
    lines = [line for line in text.splitlines() if line.strip()]
    if source.get("delimiter") == "space":
        rows = [line.split() for line in lines]
    else:
        rows = [[cell.strip() for cell in row] for row in csv.reader(io.StringIO("\n".join(lines)), delimiter=source.get("delimiter", ","))]
    header = source.get("header") or rows.pop(0)
    rows = rows[source.get("skip", 0):]
    wrong = next((at for at, row in enumerate(rows) if len(row) != len(header)), None)
    if wrong is not None:
        raise Problem(f"row {wrong + 1} has {len(rows[wrong])} cells, not {len(header)}")
    unknown = [name for name in (source["target"], *source.get("categorical", []), *source.get("drop", [])) if name not in header]
    if unknown:
        raise Problem(f"no column {', '.join(unknown)}")
    kept = [name for name in header if name != source["target"] and name not in source.get("drop", [])]
    order = [header.index(name) for name in (*kept, source["target"])]
    missing, rename = source.get("missing"), source.get("rename", {})
    rows = [["" if row[at] == missing else row[at] for at in order] for row in rows]
    return [header[at] for at in order], [[*row[:-1], rename.get(row[-1], row[-1])] for row in rows]


def convert(name, archive, source, folder):
    """Writes a set's CSV file, and returns its entry of datasets.toml."""
    header, rows = rows_of(text_of(archive, source), source)
    classes = sorted({row[-1] for row in rows})
    if source.get("positive") and source["positive"] not in classes:
        raise Problem(f"no row of the class {source['positive']}")
    path = folder / f"{name}.csv"
    with open(path.with_suffix(".partial"), "w", newline="", encoding="utf-8") as file:
        csv.writer(file, lineterminator="\n").writerows([header, *rows])
    path.with_suffix(".partial").rename(path)
    entry = {"file": path.name, "rows": len(rows), "features": len(header) - 1, "classes": len(classes), "target": source["target"]}
    return entry | {key: source[key] for key in ("positive", "categorical") if key in source}


def main():
    flags = argparse.ArgumentParser(prog="download.sh", description=__doc__)
    flags.add_argument("names", nargs="*", help="data sets [default: all]")
    flags.add_argument("--to", type=Path, default=Path("data"), help="folder of the CSV files and datasets.toml [default: data]")
    flags.add_argument("--sources", type=Path, default=HERE / "sources.toml", help="the table of sources")
    flags.add_argument("--timeout", type=float, default=60, help="seconds without an answer")
    args = flags.parse_args()
    sources = tomllib.loads(args.sources.read_text(encoding="utf-8"))
    if unknown := [name for name in args.names if name not in sources]:
        flags.error(f"not in {args.sources}: {', '.join(unknown)}")
    raw = args.to / "raw"
    raw.mkdir(parents=True, exist_ok=True)
    catalogue = args.to / "datasets.toml"
    entries = tomllib.loads(catalogue.read_text(encoding="utf-8")) if catalogue.exists() else {}
    failed = False
    for name in args.names or sources:
        source, archive = sources[name], raw / f"{name}.raw"
        try:
            if not archive.exists():
                fetch(source["url"], archive, args.timeout)
            found = checked(archive, source["sha256"])
            entries[name] = convert(name, archive, source, args.to)
        except Problem as problem:
            # Put aside, so that the next try fetches it again.
            if archive.exists():
                archive.rename(archive.with_suffix(".refused"))
            print(f"{name}: {problem}", file=sys.stderr)
            failed = True
            continue
        sure = "as expected" if source["sha256"] else "not known before: look at the data, then put it into the table"
        print(f"{name}: {entries[name]['rows']} rows, sha256 {found} ({sure})")
    # Strings and lists of strings are written alike in JSON and TOML.
    lines = [f"[{name}]\n" + "".join(f"{key} = {json.dumps(value)}\n" for key, value in entries[name].items()) for name in sorted(entries)]
    catalogue.write_text("\n".join(lines), encoding="utf-8")
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
