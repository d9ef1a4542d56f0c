"""Tables that are returned: frames of pandas or, where it is absent, of polars or PyArrow."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from importlib import import_module
from typing import Any

import numpy as np

from ._frame import text


def table(columns: Mapping[str, Any]) -> Any:
    """Return a frame of columns: arrays, masked arrays of whole numbers, or lists.

    None is a missing cell, and so is a masked one.
    """
    for package, make in MAKERS.items():
        try:
            module = import_module(package)
        except ModuleNotFoundError:
            continue
        return make(module, columns)
    raise ModuleNotFoundError(
        "tables are frames of pandas, polars or PyArrow, and none of these is installed: pip install 'rulegen[pandas]'"
    )


def table_of_lines(
    lines: Iterable[Sequence[Any]], names: Sequence[str], types: Mapping[str, type] | None = None
) -> Any:
    """Return a frame of lines with a cell for each of the names.

    ``types`` are those of columns whose cells may be missing: ``int``, or ``float`` for NaN.
    """
    types = types or {}
    cells: list[Sequence[Any]] = list(zip(*lines, strict=True)) or [() for _ in names]
    return table({name: typed(column, types.get(name)) for name, column in zip(names, cells, strict=True)})


def typed(cells: Sequence[Any], kind: type | None) -> Any:
    """Return cells that may be None as an array of numbers; as a list without a type."""
    if kind is None:
        return list(cells)
    if kind is float:
        return np.array([np.nan if cell is None else cell for cell in cells], dtype=float)
    missing = [cell is None for cell in cells]
    numbers = np.array([0 if cell is None else cell for cell in cells], dtype=np.int64)
    return np.ma.MaskedArray(numbers, missing)


def _of_pandas(pandas: Any, columns: Mapping[str, Any]) -> Any:
    def made(cells: Any) -> Any:
        if isinstance(cells, np.ma.MaskedArray):
            return pandas.arrays.IntegerArray(np.ma.getdata(cells), np.ma.getmaskarray(cells))
        return cells

    return pandas.DataFrame({name: made(cells) for name, cells in columns.items()})


def _of_polars(polars: Any, columns: Mapping[str, Any]) -> Any:
    return polars.DataFrame({name: _plain(cells) for name, cells in columns.items()}, strict=False)


def _of_pyarrow(pyarrow: Any, columns: Mapping[str, Any]) -> Any:
    return pyarrow.table({name: _plain(cells) for name, cells in columns.items()})


def _plain(cells: Any) -> Any:
    """Return cells as numbers in an array, or as objects of one type: of several, as text."""
    if not isinstance(cells, np.ma.MaskedArray) and isinstance(cells, np.ndarray) and cells.dtype.kind in "iufb":
        return cells
    cells = cells.tolist() if isinstance(cells, np.ndarray) else list(cells)
    words = [isinstance(cell, str) for cell in cells if cell is not None]
    if any(words) and not all(words):
        return [None if cell is None else text(cell) for cell in cells]
    return cells


#: The packages of frames in the order in which they are taken, and the functions that make one.
MAKERS: dict[str, Callable[[Any, Mapping[str, Any]], Any]] = {
    "pandas": _of_pandas,
    "polars": _of_polars,
    "pyarrow": _of_pyarrow,
}
