"""Texts that are written to files or returned."""

from __future__ import annotations

import os

from . import _rulegen


def written(text: str, path: str | os.PathLike[str] | None) -> str | None:
    """Write a text to a file as a whole, or return it if there is no path."""
    if path is None:
        return text
    _rulegen.write_whole(path, text)
    return None
