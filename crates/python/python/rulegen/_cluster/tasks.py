"""Tasks on a partition. Workers need this module, because Dask finds these functions by name."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import wraps
from typing import Any

import numpy as np
import pandas as pd

from .. import _frame, _rulegen, _rules
from .._inputs import distinct
from .layout import Layout


@dataclass(frozen=True)
class Seen:
    """The contents of a partition that decide how all partitions are read."""

    rows: int
    #: The distinct labels of the rows that have a weight.
    labels: np.ndarray = field(default_factory=lambda: np.empty(0))
    #: The numbers and the total weights of these rows, by label.
    counted: np.ndarray = field(default_factory=lambda: np.empty(0, np.int64))
    weights: np.ndarray = field(default_factory=lambda: np.empty(0))
    #: Columns of words, and what makes them likely to be something else.
    words: Mapping[str, str | None] = field(default_factory=dict)


def careful(work: Callable[..., Any]) -> Callable[..., Any]:
    """Turn a panic of the compiled module into an ``Exception``, which a worker survives."""

    @wraps(work)
    def wrapped(*arguments: Any, **named: Any) -> Any:
        try:
            return work(*arguments, **named)
        except (Exception, KeyboardInterrupt, SystemExit):
            raise
        except BaseException as panic:
            raise RuntimeError(f"a worker failed: {panic}") from None

    return wrapped


@careful
def survey(x: Any, y: Any, weights: Any, layout: Layout) -> Seen:
    """Summarise a partition."""
    x, y, weights = layout.read(x, y, weights)
    if x.shape[0] == 0:
        return Seen(0)
    x, y = _rules.RuleClassifier()._validated(x, reset=True), layout.labels(y)
    names = layout.names
    if isinstance(x, pd.DataFrame):
        if _frame.column_names(x) != list(names):
            raise ValueError(f"a partition of X has the columns {_frame.column_names(x)}, and X has {list(names)}")
        kinds = [pd.api.types.is_numeric_dtype(of) and not pd.api.types.is_bool_dtype(of) for of in x.dtypes]
        mixed = [name for name, numbers in zip(names, kinds, strict=True) if not numbers]
    else:
        mixed = list(names) if x.dtype.kind in "OUS" else []
    words: dict[str, str | None] = {}
    for name in mixed:
        doubts: list[str] = []
        frame = _frame.read(x, names, layout.words, [name], doubts.append)
        ((_, numbers),) = frame.columns
        if not numbers and name not in (*layout.words, *_frame.categories(x)):
            _frame.doubt_dates(frame, name, doubts.append)
        if not numbers:
            words[name] = doubts[0] if doubts else None
    counted = slice(None) if weights is None else weights > 0
    labels, codes = distinct(y[counted])
    rows = np.bincount(codes, minlength=len(labels))
    of_labels = rows if weights is None else np.bincount(codes, weights[counted], len(labels))
    return Seen(x.shape[0], labels, rows, of_labels, words)


@careful
def read(x: Any, y: Any, weights: Any, layout: Layout) -> tuple[Any, Any, np.ndarray | None]:
    """Return rows, labels and weights of a partition, without those of weight 0."""
    return layout.counted(*layout.read(x, y, weights))


@careful
def summary(x: Any, y: Any, weights: Any, layout: Layout, class_rows: list[int], question: bytes) -> bytes:
    """Answer the coordinator's question about a partition before rows are coded."""
    return layout.partition(x, y, weights).summary(class_rows, question)


@careful
def code(x: Any, y: Any, weights: Any, layout: Layout, coding: bytes) -> _rulegen.Shard:
    """Code the rows of a partition."""
    return layout.partition(x, y, weights).code(coding)


def is_there(shard: _rulegen.Shard) -> bool:
    """Return True once the shard exists."""
    return True


@careful
def answer(shards: list[_rulegen.Shard], request: bytes) -> bytes:
    """Return the sum of the answers of some shards."""
    return _rulegen.answer(shards, request)
