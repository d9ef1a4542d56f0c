"""The cells of a column in the forms that the compiled module reads."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from datetime import date
from decimal import Decimal
from math import isnan
from typing import Any

import numpy as np

from ._notes import Doubt

Cells = np.ndarray | tuple[np.ndarray, np.ndarray] | tuple[np.ndarray, list[str]] | tuple[str, np.ndarray]

#: The first of January 1970, counted from the first of January of the year 1, which is 1.
EPOCH = date(1970, 1, 1).toordinal()

#: The least share and number of a column's distinct words that are numbers for the column to be
#: reported as such.
MOSTLY, LEAST_NUMBERS = 0.9, 20

NUMBERS = (int, float, np.integer, np.floating, Decimal)


def text(value: Any) -> str:
    """Write a value as the command line would read it: 1 and 1.0 are ``1``, True is ``true``."""
    if isinstance(value, bool | np.bool_):
        return "true" if value else "false"
    if isinstance(value, float | np.floating):
        value += 0.0  # Minus zero is zero.
        return np.format_float_positional(value, trim="-") if np.isfinite(value) else str(value)
    return str(value)


def aligned(values: np.ndarray) -> np.ndarray:
    """Align numbers in memory; those in messages of other processes may be unaligned."""
    return np.require(values, requirements="A")


def of_array(name: str, values: np.ndarray, categorical: bool, doubt: Callable[[str], None] | None) -> Cells:
    """Convert the cells of a column of an array, without a copy if they are aligned float64."""
    if values.dtype.kind in "OUS":
        return of_objects(name, *factorized(values.tolist()), categorical, doubt)
    if values.dtype.kind == "M":
        return of_moments(name, values, categorical, doubt)
    numbers = aligned(np.asarray(values, dtype=np.float64))
    return of_words(*factorized(None if isnan(x) else x for x in numbers.tolist())) if categorical else numbers


def of_objects(
    name: str, codes: np.ndarray, words: Sequence[Any], categorical: bool, doubt: Callable[[str], None] | None
) -> Cells:
    """Convert objects: to dates or numbers if all are some, else to words.

    ``words`` are the different objects, and ``codes`` their places in the column, -1 for a missing
    cell. Booleans and the numbers 0 and 1 together are booleans.
    """
    if len(words) and all(isinstance(word, date | np.datetime64) for word in words):
        days = [float(days_of(w)) if isinstance(w, np.datetime64) else float(w.toordinal() - EPOCH) for w in words]
        return of_days(np.append(days, np.nan)[codes], categorical)
    if categorical:
        return of_words(codes, words)
    boolean = [isinstance(word, bool | np.bool_) for word in words]
    if not any(boolean) and all(isinstance(word, NUMBERS) for word in words):
        return np.append(np.asarray(words, dtype=np.float64), np.nan)[codes]
    # 1 is taken for True, whichever of them comes first.
    if any(boolean) and all(isinstance(word, (*NUMBERS, np.bool_)) and word in (0, 1) for word in words):
        return _distinct(codes, [text(bool(word)) for word in words])
    if doubt is not None and _mostly(words, _is_number):
        advice = "make it numbers with pandas.to_numeric(column, errors='coerce')"
        doubt(Doubt(name, "holds words that are mostly numbers", advice))
    elif doubt is not None and _mostly(words, _has_comma):
        advice = "make it numbers, such as [float(cell.replace(',', '.')) for cell in column]"
        doubt(Doubt(name, "holds words that are mostly numbers with decimal commas", advice))
    return of_words(codes, words)


def of_words(codes: np.ndarray, words: Iterable[Any]) -> Cells:
    """Convert cells to categories, whatever they are."""
    return _distinct(codes, [text(word) for word in words])


def of_moments(name: str, moments: np.ndarray, categorical: bool, doubt: Callable[[str], None] | None) -> Cells:
    """Convert moments to their dates."""
    if doubt is not None and not categorical:
        days = moments.astype("datetime64[D]")
        if (moments != days)[~np.isnat(days)].any():
            doubt(f"column '{name}' holds times of day, which are left out: rules are about its dates")
    return of_days(days_of(moments), categorical)


def of_days(days: np.ndarray, categorical: bool) -> Cells:
    """Convert days since 1970 to dates, or to their text as categories."""
    if not categorical:
        return "dates", days
    return of_words(*factorized(None if isnan(day) else date.fromordinal(int(day) + EPOCH) for day in days.tolist()))


def days_of(moments: Any) -> np.ndarray:
    """Return the days since 1970 of ``datetime64``, NaN for none."""
    days = np.asarray(moments).astype("datetime64[D]")
    return np.where(np.isnat(days), np.nan, days.astype(np.int64).astype(np.float64))


def factorized(cells: Iterable[Any]) -> tuple[np.ndarray, list[Any]]:
    """Return the place of each cell among the different ones, -1 if it is missing, and these.

    They are in the order in which they come. Cells that cannot be hashed are taken as text.
    """
    cells = list(cells)
    place: dict[Any, int] = {}
    try:
        codes = np.array([place.setdefault(cell, len(place)) for cell in cells], dtype=np.int64)
    except TypeError:
        return factorized([cell if _is_missing(cell) else str(cell) for cell in cells])
    there = np.array([not _is_missing(cell) for cell in place], dtype=bool)
    new = np.where(there, np.cumsum(there) - 1, -1).astype(np.int32)
    return new[codes], [cell for cell, is_there in zip(place, there, strict=True) if is_there]


def first_missing(objects: Iterable[Any]) -> int | None:
    """Return the place of the first missing object, if there is one."""
    return next((at for at, cell in enumerate(objects) if _is_missing(cell)), None)


def _is_missing(cell: Any) -> bool:
    try:
        return cell is None or bool(cell != cell)
    except TypeError:  # pandas.NA is neither equal nor not.
        return True
    except ValueError:  # arrays
        return False


def _mostly(words: Sequence[Any], test: Callable[[Any], bool]) -> bool:
    return sum(map(test, words)) >= max(LEAST_NUMBERS, MOSTLY * len(words))


def _has_comma(word: Any) -> bool:
    return isinstance(word, str) and _is_number(word.replace(",", ".", 1))


def _is_number(word: Any) -> bool:
    try:
        return not isnan(float(word))
    except (TypeError, ValueError):
        return False


def _distinct(codes: np.ndarray, words: list[str]) -> Cells:
    """Merge words that are written alike, such as 1 and '1'."""
    place = {word: code for code, word in enumerate(dict.fromkeys(words))}
    if len(place) == len(words):
        return codes, words
    new = np.array([*(place[word] for word in words), -1], dtype=np.int32)
    return new[codes], list(place)
