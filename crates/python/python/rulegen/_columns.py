"""Columns that arguments name or give by position, as scikit-learn counts: from 0."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from numbers import Integral
from typing import Any

import numpy as np

from . import _frame


def named(argument: str, column: Any, names: Sequence[str]) -> str:
    """Return the name of a column that is given by name or by position."""
    if not isinstance(column, Integral) or isinstance(column, bool):
        return _frame.text(column)
    place = int(column)
    if not -len(names) <= place < len(names):
        raise ValueError(f"{argument}: there is no column {place}: positions go from 0 to {len(names) - 1}")
    return names[place]


def all_named(argument: str, given: Any, names: Sequence[str]) -> list[str]:
    """Return the names of columns given by names, by positions, or by True or False for each."""
    if given is None:
        return []
    if isinstance(given, str | Integral):
        given = [given]
    if not isinstance(given, Iterable):
        raise TypeError(f"{argument} must be names or positions of columns, not {given!r}")
    given = list(given)
    if given and all(isinstance(mark, bool | np.bool_) for mark in given):
        if len(given) != len(names):
            raise ValueError(f"{argument} has {len(given)} marks, and X has {len(names)} columns")
        given = np.flatnonzero(given).tolist()
    return [named(argument, column, names) for column in given]


def all_there(argument: str, given: Any, names: Sequence[str]) -> list[str]:
    """Return the names of columns as ``all_named`` does, and refuse those that there are not."""
    found = all_named(argument, given, names)
    if unknown := [name for name in found if name not in names]:
        raise ValueError(f"{argument}: there is no column {unknown[0]!r}")
    return found
