"""Notes on a fit as warnings of one category."""

from __future__ import annotations

import logging
import sys
import warnings
from types import FrameType

# Notes are issued as warnings, so an unconfigured log must not print them too.
logging.getLogger("rulegen").addHandler(logging.NullHandler())

class RulegenWarning(UserWarning):
    """A note on a fit, such as columns left out or text that should be numbers."""


def warn(note: str) -> None:
    """Warn, with the line outside of this package as the origin."""
    level, frame = 1, sys._getframe()
    while frame.f_back is not None and _is_of(frame, [__package__]):
        level, frame = level + 1, frame.f_back
    warnings.warn(note, RulegenWarning, stacklevel=level)


def _is_of(frame: FrameType, packages: list[str]) -> bool:
    name = frame.f_globals.get("__name__", "")
    return any(name == package or name.startswith(f"{package}.") for package in packages)
