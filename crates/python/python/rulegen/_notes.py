"""Notes on a fit as warnings of one category."""

from __future__ import annotations

import logging
import sys
import warnings
from types import FrameType

# Notes are issued as warnings, so an unconfigured log must not print them too.
logging.getLogger("rulegen").addHandler(logging.NullHandler())

#: Callers that fit many times, to which the model of one interrupted fit is of no use.
REPEATERS = ("calibration", "ensemble", "feature_selection", "model_selection", "multiclass", "multioutput")


class RulegenWarning(UserWarning):
    """A note on a fit, about columns left out, text that should be numbers, or an interrupt."""


def warn(note: str) -> None:
    """Warn, with the line outside of this package as the origin."""
    level, frame = 1, sys._getframe()
    while frame.f_back is not None and _is_of(frame, [__package__]):
        level, frame = level + 1, frame.f_back
    warnings.warn(note, RulegenWarning, stacklevel=level)


def is_one_of_many() -> bool:
    """Return True if a search, a cross-validation or an ensemble called this fit."""
    many = [f"sklearn.{name}" for name in REPEATERS]
    frame: FrameType | None = sys._getframe()
    while frame is not None:
        if _is_of(frame, many):
            return True
        frame = frame.f_back
    return False


def _is_of(frame: FrameType, packages: list[str]) -> bool:
    name = frame.f_globals.get("__name__", "")
    return any(name == package or name.startswith(f"{package}.") for package in packages)
