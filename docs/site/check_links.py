#!/usr/bin/env python3
"""Names the links of a built site that lead nowhere: to a file that is not there, or to a place that its page has not.

Links within the site only. Pages below FOLDER/rustdoc are rustdoc's: links to them count, those in them do not.

    check_links.py FOLDER
"""

import sys
from functools import cache
from pathlib import Path
from urllib.parse import unquote, urldefrag, urlsplit

from bs4 import BeautifulSoup


@cache
def page(path: Path) -> BeautifulSoup:
    """A page, read once."""
    return BeautifulSoup(path.read_text(encoding="utf-8"), "html.parser")


@cache
def places(path: Path) -> set[str]:
    """What a fragment may name."""
    return {"", "top"} | {tag.get("id") or tag.get("name") for tag in page(path).find_all(True)}


def fault(source: Path, link: str) -> str | None:
    """What is wrong with a link."""
    if urlsplit(link).scheme or link.startswith("//"):
        return None
    address, fragment = urldefrag(link)
    target = (source.parent / unquote(urlsplit(address).path)).resolve() if address else source
    if not target.is_file():
        return "no such file"
    if target.suffix == ".html" and unquote(fragment) not in places(target):
        return "no such place"
    return None


def main(folder: Path) -> int:
    """Check all pages."""
    pages = [path for path in sorted(folder.rglob("*.html")) if path.relative_to(folder).parts[0] != "rustdoc"]
    links = [(path, tag[name]) for path in pages for name in ("href", "src") for tag in page(path).select(f"[{name}]")]
    faults = [(path, link, why) for path, link in sorted(set(links)) if (why := fault(path, link))]
    for path, link, why in faults:
        print(f"{path.relative_to(folder)}: {link}: {why}", file=sys.stderr)
    print(f"{len(pages)} pages, {len(links)} links, {len(faults)} of them dead")
    return 1 if faults or not links else 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]).resolve()))
