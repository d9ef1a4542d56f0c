"""Notes on a fit as warnings of one category."""

from __future__ import annotations

import logging
import sys
import warnings
from collections.abc import Iterable
from types import FrameType

from ._rulegen import Model

# Notes are issued as warnings, so an unconfigured log must not print them too.
logging.getLogger("rulegen").addHandler(logging.NullHandler())

class RulegenWarning(UserWarning):
    """A note on a fit, such as columns left out or text that should be numbers."""


class Doubt(str):
    """A note on a column of text that may be something else.

    Its words are the same in every fit, so that Python shows them once.
    """

    _of: tuple[str, str, str]

    def __new__(cls, column: str, reason: str, advice: str) -> Doubt:
        """Compose the note of the reason of the doubt and the way to make the column what it is."""
        note = super().__new__(
            cls,
            f"column '{column}' {reason}, and is taken for categories: {advice}, or say that it has categories with "
            f"categorical_features=['{column}']",
        )
        note._of = (column, reason, advice)
        return note

    def __reduce__(self) -> tuple[type[Doubt], tuple[str, str, str]]:
        return Doubt, self._of

    @property
    def column(self) -> str:
        """The name of the column."""
        return self._of[0]

    @property
    def of_column_left_out(self) -> str:
        """The note for a column that is no feature, which other notes say."""
        column, reason, advice = self._of
        return f"column '{column}' {reason}: {advice}"


def warn(note: str) -> None:
    """Warn, with the line outside of this package as the origin."""
    level, frame = 1, sys._getframe()
    while frame.f_back is not None and _is_of(frame, [__package__]):
        level, frame = level + 1, frame.f_back
    warnings.warn(str(note), RulegenWarning, stacklevel=level)


def warn_of_fit(notes: Iterable[str], model: Model) -> None:
    """Warn once of all notes on a fit and of shortfalls of the model, a line each."""
    features = [name for name, _ in model.features]
    lines = [
        note.of_column_left_out if isinstance(note, Doubt) and note.column not in features else str(note)
        for note in notes
    ]
    if model.certificate["status"] == "time_limit":
        lines.append("the time limit ended the search: this is the best model so far")
    lines += model.shortfalls
    if lines:
        warn("\n".join(lines))


def _is_of(frame: FrameType, packages: list[str]) -> bool:
    name = frame.f_globals.get("__name__", "")
    return any(name == package or name.startswith(f"{package}.") for package in packages)
