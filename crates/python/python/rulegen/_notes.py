"""Notes on a fit as warnings of one category."""

from __future__ import annotations

import logging
import sys
import warnings
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from types import FrameType

# Notes are issued as warnings, so an unconfigured log must not print them too.
logging.getLogger("rulegen").addHandler(logging.NullHandler())

class RulegenWarning(UserWarning):
    """A note on a fit, such as columns left out or text that should be numbers."""


@dataclass(frozen=True)
class Doubt:
    """A doubt about a column of text that may be something else.

    Its words are the same in every fit, so that Python shows them once.
    """

    column: str
    #: The reason of the doubt, and the way to make the column what it may be.
    reason: str
    advice: str

    def __str__(self) -> str:
        return (
            f"column '{self.column}' {self.reason}, and is taken for categories: {self.advice}, or say that it has "
            f"categories with categorical=['{self.column}']"
        )

    def of_column_left_out(self) -> str:
        """Return the words for a column that is no feature, which other notes say."""
        return f"column '{self.column}' {self.reason}: {self.advice}"


def warn(note: object) -> None:
    """Warn, with the line outside of this package as the origin."""
    level, frame = 1, sys._getframe()
    while frame.f_back is not None and _is_of(frame, [__package__]):
        level, frame = level + 1, frame.f_back
    warnings.warn(str(note), RulegenWarning, stacklevel=level)


def warn_of_fit(notes: Iterable[str | Doubt], features: Collection[str]) -> None:
    """Warn once of all notes on a fit, a line each, whose model has these features."""
    lines = [
        note.of_column_left_out() if isinstance(note, Doubt) and note.column not in features else str(note)
        for note in notes
    ]
    if lines:
        warn("\n".join(lines))


def _is_of(frame: FrameType, packages: list[str]) -> bool:
    name = frame.f_globals.get("__name__", "")
    return any(name == package or name.startswith(f"{package}.") for package in packages)
