"""Partitions of rows, labels and weights, and how they are read."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import dask.array as da
import dask.dataframe as dd
import numpy as np
import pandas as pd
from scipy import sparse
from sklearn.utils import check_consistent_length
from sklearn.utils.validation import _check_sample_weight

from .. import _frame, _rulegen, _rules


@dataclass(frozen=True)
class Layout:
    """Describes how the pieces of a partition are read."""

    #: No rows, with the columns of the features.
    features: Any
    #: The columns of ``X`` that are labels and weights, where they are.
    target: str | None = None
    weight: str | None = None
    names: tuple[str, ...] = ()
    #: Columns of words, whatever a single partition has in them.
    words: tuple[str, ...] = ()
    #: The cut points of labels that are numbers, if these are cut into classes.
    cuts: tuple[float, ...] = ()
    classes: np.ndarray | None = None
    #: Factors of the weights of rows, by class.
    factors: np.ndarray | None = None

    @classmethod
    def of(cls, X: Any, y: Any, sample_weight: Any) -> tuple[Layout, list[tuple[Any, Any, Any]]]:
        """Return the layout, and the pieces of rows, labels and weights of every partition."""
        if not isinstance(X, dd.DataFrame | da.Array) or X.ndim != 2:
            raise TypeError(f"X must be a dask DataFrame or an array of two dimensions, not {type(X).__name__}")
        named = {"y": y, "sample_weight": sample_weight}
        columns = {what: name for what, name in named.items() if isinstance(name, str)}
        for what, name in columns.items():
            if not isinstance(X, dd.DataFrame) or name not in X.columns:
                raise ValueError(f"{what}: there is no column {name!r} in X")
        if isinstance(X, dd.DataFrame):
            features: Any = X._meta.drop(columns=list(columns.values()))
        else:
            X, features = whole_rows(X), np.empty((0, X.shape[1]), X.dtype)
        rows = _delayed(X)
        beside = [None if what in columns else _pieces(what, named[what], X, len(rows)) for what in named]
        pieces = [(row, *(None if of is None else of[place] for of in beside)) for place, row in enumerate(rows)]
        return cls(features, columns.get("y"), columns.get("sample_weight")), pieces

    def read(self, x: Any, y: Any, weights: Any) -> tuple[Any, Any, np.ndarray | None]:
        """Return rows, labels and weights of a partition, validated."""
        if self.weight is not None:
            weights = x[self.weight]
        if self.target is not None:
            y = x[self.target]
        beside = [name for name in (self.target, self.weight) if name is not None]
        x = x.drop(columns=beside) if beside else x
        check_consistent_length(x, y, weights)
        if weights is not None and (weights := np.asarray(weights)).any():  # In a partition all may be 0.
            weights = _check_sample_weight(weights, x, dtype=np.float64)
            if (weights < 0).any():
                raise ValueError("Negative values in data passed to `sample_weight`")
        return x, y, weights

    def labels(self, y: Any) -> np.ndarray:
        """Validate the labels of a partition, and name the ranges of numbers that are cut."""
        return _rules.RuleClassifier()._labels_in(y, list(self.cuts), _rulegen.range_names(self.cuts))

    @staticmethod
    def counted(x: Any, y: Any, weights: Any) -> tuple[Any, Any, np.ndarray | None]:
        """Drop rows of weight 0."""
        if weights is None or x.shape[0] == 0 or weights.all():
            return x, y, weights
        of_some = weights > 0
        x = x.tocsr() if sparse.issparse(x) else x
        return x[of_some], y[of_some], weights[of_some]

    def partition(self, x: Any, y: Any, weights: Any) -> _rulegen.Partition:
        """Convert the rows of a partition that have a weight for the compiled module."""
        x, y, weights = self.read(x, y, weights)
        x, y = _rules.RuleClassifier()._validated(x, reset=True), self.labels(y)
        x, y, weights = self.counted(x, y, weights)
        labels = pd.Index(self.classes).get_indexer(y).astype(np.int32)
        if (labels < 0).any():
            raise ValueError("a partition has other labels than when it was first read")
        if self.factors is not None:
            weights = self.factors[labels] * (1.0 if weights is None else weights)
        weights = None if weights is None else _frame.aligned(weights)
        return _rulegen.Partition(_frame.read(x, self.names, self.words), labels, weights)


def whole_rows(X: Any) -> Any:
    """Rechunk an array into blocks of whole rows."""
    return X.rechunk({1: -1}) if X.numblocks[1] > 1 else X


def _pieces(what: str, data: Any, X: Any, partitions: int) -> list[Any] | None:
    """Return the partitions of labels or weights that belong to those of ``X``."""
    if data is None:
        return None
    if isinstance(data, dd.DataFrame) and len(data.columns) == 1:
        data = data[data.columns[0]]
    if isinstance(data, da.Array) and data.ndim == 2 and data.shape[1] == 1:
        data = data[:, 0]
    if not isinstance(data, dd.Series | da.Array) or data.ndim != 1:
        raise TypeError(
            f"{what} must be a dask Series, a dask array of one dimension or the name of a column, "
            f"not {type(data).__name__}"
        )
    if isinstance(data, da.Array) and isinstance(X, da.Array) and not np.isnan([*data.shape, X.shape[0]]).any():
        if data.shape[0] != X.shape[0]:
            raise ValueError(f"{what} has {data.shape[0]} rows, and X has {X.shape[0]}")
        data = data.rechunk((X.chunks[0],))
    if data.npartitions != partitions:
        raise ValueError(
            f"{what} has {data.npartitions} partitions, and X has {partitions}: they must be of the same rows"
        )
    divisions = [of.divisions for of in (data, X) if isinstance(of, dd.Series | dd.DataFrame) and of.known_divisions]
    if len(divisions) == 2 and divisions[0] != divisions[1]:
        raise ValueError(f"{what} and X have different divisions: their partitions must be of the same rows")
    return _delayed(data)


def _delayed(data: Any) -> list[Any]:
    """Return the partitions, with a graph that is not optimised: that may make them fewer."""
    pieces = data.to_delayed(optimize_graph=False)
    return list(pieces.ravel()) if isinstance(data, da.Array) else pieces
