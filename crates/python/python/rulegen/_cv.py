"""The folds that choose a size, in the forms of scikit-learn."""

from __future__ import annotations

from numbers import Integral
from typing import Any

import numpy as np
from sklearn.model_selection import check_cv

Split = tuple[list[int], list[int]]


def splits_of(cv: Any, X: Any, y: np.ndarray, groups: Any, counted: np.ndarray) -> list[Split] | None:
    """Return the rows that each fold learns from and holds out; None if ``cv`` is their number.

    They are places among the rows that are ``counted``.
    """
    if isinstance(cv, Integral):
        return None
    place = np.cumsum(counted) - 1

    def of(rows: Any) -> list[int]:
        rows = np.arange(len(counted))[rows]  # Splits may be masks.
        return place[rows[counted[rows]]].tolist()

    splits = [(of(train), of(test)) for train, test in check_cv(cv, y, classifier=True).split(X, y, groups)]
    if len(splits) < 2:
        raise ValueError(f"cv must make at least 2 folds, not {len(splits)}")
    return splits
