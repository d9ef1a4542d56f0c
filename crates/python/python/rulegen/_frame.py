"""Conversion of data to frames of the compiled module."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from typing import Any

import narwhals as nw
import numpy as np
from narwhals.dependencies import is_pandas_dataframe as is_pandas
from narwhals.dependencies import is_pandas_series
from scipy import sparse

from . import _pandas
from ._cells import Cells, aligned, of_array, text
from ._notes import Doubt
from ._rulegen import Frame


def is_arrow(data: Any) -> bool:
    """Return True for a table that is read through Arrow's interface, such as one of polars."""
    offers = hasattr(data, "__arrow_c_stream__") or hasattr(data, "__arrow_c_array__")
    return offers and not is_pandas(data) and len(getattr(data, "shape", ())) == 2


def is_frame(data: Any) -> bool:
    """Return True for a table whose columns have types of their own."""
    return is_pandas(data) or is_arrow(data)


def eager(data: Any, argument: str) -> Any:
    """Return frames of other packages, such as modin's, as those of pandas; the rest as it is.

    Frames of pandas and with Arrow's interface are read as they are. Lazy ones are refused.
    """
    if is_frame(data):
        return data
    frame = nw.from_native(data, pass_through=True)
    if isinstance(frame, nw.LazyFrame) or hasattr(data, "dask"):
        call = next((f"call .{name}()" for name in ("collect", "compute") if hasattr(data, name)), "collect it")
        raise TypeError(f"{argument} is a lazy {type(data).__name__}, without rows so far: {call} first")
    return frame.to_pandas() if isinstance(frame, nw.DataFrame) else data


def with_types(data: Any) -> Any:
    """Return lists of numbers and words as an array in which these are objects; the rest as it is.

    NumPy makes text of the numbers.
    """
    if not isinstance(data, list | tuple) or np.array(data).dtype.kind not in "US":
        return data
    return np.array(data, dtype=object)


def without(data: Any, names: Collection[str]) -> Any:
    """Return a frame without some columns, which need not be there; other data as they are."""
    left_out = [name for name in column_names(data) if name in names] if names and is_frame(data) else []
    if not left_out:
        return data
    if is_pandas(data):
        return data.loc[:, [text(name) not in names for name in data.columns]]
    frame = nw.from_native(data, eager_only=True, pass_through=True)
    return frame.drop(left_out).to_native() if isinstance(frame, nw.DataFrame) else data.drop_columns(left_out)


def column_names(frame: Any) -> list[str]:
    """Return the names of a frame's columns as text."""
    names = getattr(frame, "column_names", None)  # Arrow's; its columns are what they hold.
    return [text(name) for name in (frame.columns if names is None else names)]


def default_names(n: int) -> list[str]:
    """Return names for unnamed columns, as scikit-learn has them: x0, x1, ..."""
    return [f"x{i}" for i in range(n)]


def is_default_name(name: str) -> bool:
    """Return True for the name of a column without one, such as x0."""
    return name[:1] == "x" and name[1:].isdecimal()


def row_labels(data: Any) -> np.ndarray:
    """Return the labels of rows: a pandas index that has none twice, else numbers from 0."""
    if is_pandas(data) and data.index.is_unique:
        return data.index.to_flat_index().to_numpy()
    return np.arange(data.shape[0] if hasattr(data, "shape") else len(data))


def rows_of(data: Any, places: np.ndarray) -> Any:
    """Return some rows as data of the same kind."""
    frame = nw.from_native(data, eager_only=True, pass_through=True)
    if isinstance(frame, nw.DataFrame):
        return frame[places].to_native()
    return data.take(places) if is_arrow(data) else data[places]


def names_by_model(known: Sequence[str], used: Sequence[str], n: int) -> list[str]:
    """Return the names of the columns of an array for a model file that has names of columns.

    Models of arrays count columns from ``x0``, and those of the command line from ``x1``.
    """
    for name in used:
        if not is_default_name(name):
            raise ValueError(f"the model knows columns by name, such as {name!r}: give a frame, not an array")
    from_one = [f"x{i}" for i in range(1, n + 1)]
    fitting = [names for names in (default_names(n), from_one) if set(known) <= set(names)]
    if len(fitting) == 1 or not used:
        return fitting[0] if fitting else default_names(n)
    if not fitting:
        raise ValueError(f"the model knows columns such as {max(used, key=len)!r}, and X has {n} columns")
    raise ValueError(
        f"the model's columns, such as {used[0]!r}, may be counted from x0, as in Python, or from x1, as on the "
        f"command line: give a frame with these names, not an array"
    )


def read(
    data: Any, names: Sequence[str], categorical: Iterable[str] = (), only: Iterable[str] | None = None,
    doubt: Callable[[str], None] | None = None,
) -> Frame:  # fmt: skip
    """Read a frame, an array or a sparse matrix of shape (rows, columns).

    ``names`` are those of the columns. ``doubt`` is called for each column that is likely of
    another type.
    """
    categorical, only = list(categorical), None if only is None else list(only)
    if is_arrow(data):
        return Frame.from_arrow(data, categorical, only)
    if sparse.issparse(data):
        return _read_sparse(data, names, categorical, only)
    columns = data.iloc if is_pandas(data) else data
    cells, place = _pandas.of_series if is_pandas(data) else of_array, {name: at for at, name in enumerate(names)}
    wanted = names if only is None else [name for name in only if name in place]
    read = [(name, cells(name, columns[:, place[name]], name in categorical, doubt)) for name in wanted]
    return Frame.from_columns(read, data.shape[0])


def categories(data: Any) -> list[str]:
    """Return the names of columns that pandas has as categories."""
    return _pandas.categories(data) if is_pandas(data) else []


def read_dates(frame: Frame, categorical: Sequence[str], doubt: Callable[[str], None]) -> None:
    """Make columns of words dates where each word is one, unless they are ``categorical``."""
    for name, _ in frame.read_dates(categorical):
        doubt(
            Doubt(
                name,
                "holds dates that leave open which part is the day and which the month",
                "make it dates with pandas.to_datetime(column, format=...)",
            )
        )


def doubt_dates(frame: Frame, name: str, doubt: Callable[[str], None]) -> None:
    """Call ``doubt`` if the only column of a frame, of words, holds nothing but dates."""
    if frame.read_dates([]) or frame.columns != [(name, False)]:
        doubt(
            f"column '{name}' holds dates as text, and is taken for categories: make it dates with "
            f"dask.dataframe.to_datetime(column), or categorical_features=['{name}'] keeps it as it is"
        )


def _read_sparse(data: Any, names: Sequence[str], categorical: list[str], only: list[str] | None) -> Frame:
    """Read a sparse matrix; only columns of categories become dense."""
    if data.shape[0] > np.iinfo(np.int32).max:
        raise ValueError(f"a sparse matrix may have at most {np.iinfo(np.int32).max} rows, not {data.shape[0]}")
    matrix = data.tocsc()
    if not matrix.has_canonical_format:
        matrix = matrix.copy()
        matrix.sum_duplicates()
    rows = aligned(matrix.indices.astype(np.int32, copy=False))
    numbers = aligned(matrix.data.astype(np.float64, copy=False))

    def cells(name: str, start: int, end: int) -> Cells:
        if name not in categorical:
            return rows[start:end], numbers[start:end]
        dense = np.zeros(matrix.shape[0])
        dense[rows[start:end]] = numbers[start:end]
        return of_array(name, dense, True, None)

    place = {name: place for place, name in enumerate(names)}
    wanted = names if only is None else [name for name in only if name in place]
    bounds = matrix.indptr
    columns = [(name, cells(name, bounds[place[name]], bounds[place[name] + 1])) for name in wanted]
    return Frame.from_columns(columns, matrix.shape[0])


def read_groups(given: Any, rows: int, argument: str) -> Frame:
    """Read the columns that rows are grouped by: a frame, a series, an array or a list."""
    given = eager(given, argument)
    if is_arrow(given):
        return Frame.from_arrow(given, [], None)
    if is_pandas_series(given):
        given = given.to_frame(given.name if isinstance(given.name, str) else "group")
    if is_pandas(given):
        names = [str(name) for name in given.columns]
    else:
        given = np.asarray(given)
        given = given.reshape(-1, 1) if given.ndim < 2 else given
        given = given.astype(object) if given.dtype.kind == "b" else given  # Booleans name groups.
        names = ["group"] if given.shape[1] == 1 else [f"group{i}" for i in range(1, given.shape[1] + 1)]
    if len(given) != rows:
        raise ValueError(f"{argument} has {len(given)} rows, and X has {rows}")
    return read(given, names)


def read_labels(name: str, y: np.ndarray) -> Frame:
    """Read labels that are to be cut: one column of numbers, or of words, which are refused."""
    return Frame.from_columns([(name, of_array(name, y, False, None))], len(y))


def cells(data: Any, given: Any) -> Any:
    """Return cells that are given by the name of a column of a frame, or as they are."""
    if not isinstance(given, str):
        return given
    return data.iloc[:, column_names(data).index(given)] if is_pandas(data) else np.asarray(data[given])
