"""Predictions for the rows of Dask frames and arrays, made where the rows are."""

from __future__ import annotations

from typing import Any

import dask.array as da
import dask.dataframe as dd
import numpy as np
import pandas as pd

from .._base import Estimator
from .layout import Layout, whole_rows
from .tasks import careful


def lazily(model: Estimator, method: str, X: Any) -> Any:
    """Return the lazy result of a method for the rows of a Dask frame or array."""
    if isinstance(X, dd.DataFrame):
        return X.map_partitions(_of_frame, model, method, meta=_of_frame(X._meta, model, method))
    if not isinstance(X, da.Array) or X.ndim != 2:
        raise TypeError(f"X must be a dask DataFrame or an array of two dimensions, not {type(X).__name__}")
    meta = _empty(model, method)
    X = whole_rows(X)
    if meta.ndim == 1:
        return X.map_blocks(_of_array, model, method, drop_axis=1, dtype=meta.dtype, meta=meta)
    chunks = (X.chunks[0], (meta.shape[1],))
    return X.map_blocks(_of_array, model, method, chunks=chunks, dtype=meta.dtype, meta=meta)


@careful
def counted_right(model: Estimator, x: Any, y: Any, weights: Any, layout: Layout) -> tuple[float, float]:
    """Return the weight of the correctly predicted rows, and that of all rows."""
    x, y, weights = layout.read(x, y, weights)
    if x.shape[0] == 0:
        return 0.0, 0.0
    right = model.predict(x) == model._labels_in(y, model._model.target_cuts, model._model.classes)
    return (float(right.sum()), float(len(right))) if weights is None else (float(weights[right].sum()), weights.sum())


def _empty(model: Estimator, method: str) -> np.ndarray:
    """Return the result of a method for no rows."""
    classes = len(model.classes_)
    if method == "predict":
        return model.classes_[:0]
    return np.empty(0) if method == "decision_function" and classes == 2 else np.empty((0, classes))


def _of_array(x: Any, model: Estimator, method: str) -> np.ndarray:
    """Return the result of a method for rows in memory, of which there may be none."""
    return getattr(model, method)(x) if x.shape[0] else _empty(model, method)


def _of_frame(x: pd.DataFrame, model: Estimator, method: str) -> pd.Series | pd.DataFrame:
    """Return the result of a method with the index of the rows."""
    values = _of_array(x, model, method)
    if values.ndim == 2:
        return pd.DataFrame(values, index=x.index, columns=model.classes_)
    return pd.Series(values, index=x.index, dtype=object if values.dtype.kind in "OUS" else values.dtype)
