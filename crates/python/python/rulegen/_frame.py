"""Conversion of data to frames of the compiled module."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from datetime import date
from decimal import Decimal
from typing import Any

import narwhals as nw
import numpy as np
import pandas as pd
from scipy import sparse

from ._notes import Doubt
from ._rulegen import Frame

#: The least share and number of a column's distinct words that are numbers for the column to be
#: reported as such.
MOSTLY, LEAST_NUMBERS = 0.9, 20


def is_arrow(data: Any) -> bool:
    """Return True for a table that is read through Arrow's interface, such as one of polars."""
    offers = hasattr(data, "__arrow_c_stream__") or hasattr(data, "__arrow_c_array__")
    return offers and not isinstance(data, pd.DataFrame) and len(getattr(data, "shape", ())) == 2


def is_frame(data: Any) -> bool:
    """Return True for a table whose columns have types of their own."""
    return isinstance(data, pd.DataFrame) or is_arrow(data)


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
    """Return the labels of the rows: those of the index of a pandas frame, else numbers from 0."""
    if isinstance(data, pd.DataFrame):
        return data.index.to_flat_index().to_numpy()
    return np.arange(data.shape[0] if hasattr(data, "shape") else len(data))


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


def text(value: Any) -> str:
    """Write a value as the command line would read it: 1 and 1.0 are ``1``, True is ``true``."""
    if isinstance(value, bool | np.bool_):
        return "true" if value else "false"
    if isinstance(value, float | np.floating):
        value += 0.0  # Minus zero is zero.
        return np.format_float_positional(value, trim="-") if np.isfinite(value) else str(value)
    return str(value)


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
    if isinstance(data, pd.DataFrame):
        columns = {name: data.iloc[:, place] for place, name in enumerate(names)}
    elif sparse.issparse(data):
        return _read_sparse(data, names, categorical, only)
    elif data.dtype.kind in "OUSM":
        dtype = None if data.dtype.kind == "M" else object
        columns = {name: pd.Series(data[:, place], dtype=dtype) for place, name in enumerate(names)}
    else:
        numbers = data.astype(np.float64, copy=False)
        columns = {name: numbers[:, place] for place, name in enumerate(names)}
    wanted = columns if only is None else [name for name in only if name in columns]
    return Frame.from_columns([(n, _cells(n, columns[n], n in categorical, doubt)) for n in wanted], data.shape[0])


def categories(data: Any) -> list[str]:
    """Return the names of columns that pandas has as categories."""
    if not isinstance(data, pd.DataFrame):
        return []
    return [text(name) for name, dtype in data.dtypes.items() if isinstance(dtype, pd.CategoricalDtype)]


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
        return _words(pd.Series(dense))

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
    if isinstance(given, pd.Series):
        frame = given.to_frame(given.name if isinstance(given.name, str) else "group")
    elif isinstance(given, pd.DataFrame):
        frame = given
    else:
        values = np.asarray(given)
        values = values.reshape(-1, 1) if values.ndim < 2 else values
        names = ["group"] if values.shape[1] == 1 else [f"group{i}" for i in range(1, values.shape[1] + 1)]
        frame = pd.DataFrame({name: values[:, place] for place, name in enumerate(names)})
    if len(frame) != rows:
        raise ValueError(f"{argument} has {len(frame)} rows, and X has {rows}")
    return read(frame, [str(name) for name in frame.columns])


def read_labels(name: str, y: np.ndarray) -> Frame:
    """Read labels that are to be cut: one column of numbers, or of words, which are refused."""
    cells = pd.Series(y, dtype=object) if y.dtype.kind in "OU" else y.astype(np.float64)
    return Frame.from_columns([(name, _cells(name, cells, False, None))], len(y))


def cells(data: Any, names: Sequence[str], given: Any) -> Any:
    """Return cells that are given by the name of a column of a frame, or as they are."""
    if not isinstance(given, str):
        return given
    return data.iloc[:, names.index(given)] if isinstance(data, pd.DataFrame) else np.asarray(data[given])


def aligned(values: np.ndarray) -> np.ndarray:
    """Align numbers in memory; those in messages of other processes may be unaligned."""
    return np.require(values, requirements="A")


Cells = np.ndarray | tuple[np.ndarray, np.ndarray] | tuple[np.ndarray, list[str]] | tuple[str, np.ndarray]

#: The first of January 1970, counted from the first of January of the year 1, which is 1.
EPOCH = date(1970, 1, 1).toordinal()


def _cells(name: str, values: np.ndarray | pd.Series, categorical: bool, doubt: Callable[[str], None] | None) -> Cells:
    """Convert the cells of one column, without a copy if they are aligned float64."""
    if isinstance(values, np.ndarray):
        values = aligned(np.asarray(values, dtype=np.float64))
        return _words(pd.Series(values)) if categorical else values
    dtype = values.dtype
    if isinstance(dtype, pd.CategoricalDtype):
        return values.cat.codes.to_numpy(np.int32), [text(word) for word in dtype.categories]
    if pd.api.types.is_bool_dtype(dtype):
        return _words(values)
    if pd.api.types.is_complex_dtype(dtype):
        raise ValueError(f"Complex data not supported: column '{name}'")
    if pd.api.types.is_numeric_dtype(dtype):
        return _words(values) if categorical else aligned(values.to_numpy(np.float64, na_value=np.nan))
    if pd.api.types.is_datetime64_any_dtype(dtype) or dtype.type is date:
        return _dates(values, categorical)
    if pd.api.types.is_object_dtype(dtype) or pd.api.types.is_string_dtype(dtype):
        if (objects := pd.api.types.infer_dtype(values)) in ("date", "datetime", "datetime64"):
            return _dates(pd.to_datetime(values) if objects == "datetime64" else values, categorical)
        return _words(values) if categorical else _words_or_numbers(name, values, doubt)
    hint = "make it numbers, words or categories"
    if pd.api.types.is_timedelta64_dtype(dtype):
        hint = "make it a number, such as column.dt.days"
    raise TypeError(f"column '{name}' is of type {dtype}, which is not supported: {hint}")


def _dates(values: pd.Series, categorical: bool) -> Cells:
    """Convert dates to days since 1970. Of moments in a time zone it is the date there."""
    if pd.api.types.is_datetime64_any_dtype(values.dtype) and values.dtype.type is not date:
        of_day = values.dt.tz_localize(None).to_numpy("datetime64[D]")
        days = np.where(np.isnat(of_day), np.nan, of_day.astype(np.int64).astype(np.float64))
    else:
        codes, moments = pd.factorize(values)
        days = np.append([float(moment.toordinal() - EPOCH) for moment in moments], np.nan)[codes]
    if not categorical:
        return "dates", days
    return _words(pd.Series(days).map(lambda day: str(date.fromordinal(int(day) + EPOCH)), na_action="ignore"))


def _factorized(values: pd.Series) -> tuple[np.ndarray, Any]:
    try:
        codes, words = pd.factorize(values)
    except TypeError:  # cells that cannot be hashed
        codes, words = pd.factorize(values.map(str, na_action="ignore"))
    return codes.astype(np.int32), words


def _words(values: pd.Series) -> Cells:
    codes, words = _factorized(values)
    return _distinct(codes, [text(word) for word in words])


def _words_or_numbers(name: str, values: pd.Series, doubt: Callable[[str], None] | None) -> Cells:
    """Convert objects to numbers if all are numbers, else to words.

    Booleans and the numbers 0 and 1 together are booleans.
    """
    codes, words = _factorized(values)
    number = (int, float, np.integer, np.floating, Decimal)
    boolean = [isinstance(word, bool | np.bool_) for word in words]
    if not any(boolean) and all(isinstance(word, number) for word in words):
        return np.append(np.asarray(words, dtype=np.float64), np.nan)[codes]
    # pandas takes 1 for True, whichever of them comes first.
    if any(boolean) and all(isinstance(word, (*number, np.bool_)) and word in (0, 1) for word in words):
        return _distinct(codes, [text(bool(word)) for word in words])
    written = 0
    if doubt is not None:
        written = int(pd.to_numeric(pd.Series(words, dtype=object), errors="coerce").notna().sum())
    if doubt is not None and written >= max(LEAST_NUMBERS, MOSTLY * len(words)):
        advice = "make it numbers with pandas.to_numeric(column, errors='coerce')"
        doubt(Doubt(name, "holds words that are mostly numbers", advice))
    return _distinct(codes, [text(word) for word in words])


def _distinct(codes: np.ndarray, words: list[str]) -> Cells:
    """Merge words that are written alike, such as 1 and '1'."""
    place = {word: code for code, word in enumerate(dict.fromkeys(words))}
    if len(place) == len(words):
        return codes, words
    new = np.array([*(place[word] for word in words), -1], dtype=np.int32)
    return new[codes], list(place)
