"""Notes of a fit as warnings of one category."""

from __future__ import annotations

import logging
import sys
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

LOGGER = logging.getLogger("rulegen")
# Where nobody listens to the log, notes are warnings, and not printed besides.
LOGGER.addHandler(logging.NullHandler())

#: Callers that fit many times: a model of one interrupted fit is of no use to them.
REPEATERS = ("calibration", "ensemble", "feature_selection", "model_selection", "multiclass", "multioutput")


class RulegenWarning(UserWarning):
    """A note on a fit that its result does not show: columns left out, text that should be numbers, an interrupt."""


class _Collector(logging.Handler):
    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.notes: dict[str, None] = {}

    def emit(self, record: logging.LogRecord) -> None:
        self.notes[record.getMessage()] = None


@contextmanager
def notes_as_warnings() -> Iterator[None]:
    """What is logged meanwhile is warned of at the end, each note once; listeners of the log hear it all the same."""
    collector = _Collector()
    LOGGER.addHandler(collector)
    try:
        yield
    finally:
        LOGGER.removeHandler(collector)
    for note in collector.notes:
        warn(note)


def warn(note: str) -> None:
    """Warn, as of the line that is not of this package."""
    level, frame = 1, sys._getframe()
    ours = (__package__, contextmanager.__module__)
    while frame.f_back is not None and frame.f_globals.get("__name__", "").startswith(ours):
        level, frame = level + 1, frame.f_back
    warnings.warn(note, RulegenWarning, stacklevel=level)


def is_one_of_many() -> bool:
    """Whether a cross-validation, a search or an ensemble of scikit-learn asked for this fit."""
    many = tuple(f"sklearn.{name}" for name in REPEATERS)
    frame: FrameType | None = sys._getframe()
    while frame is not None:
        if frame.f_globals.get("__name__", "").startswith(many):
            return True
        frame = frame.f_back
    return False
