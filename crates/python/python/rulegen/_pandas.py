"""Columns of pandas. The package is imported only where one is given."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from typing import TYPE_CHECKING, Any

import numpy as np

from ._cells import Cells, aligned, of_moments, of_objects, of_words, text

if TYPE_CHECKING:
    import pandas as pd


def of_series(name: str, values: pd.Series, categorical: bool, doubt: Callable[[str], None] | None) -> Cells:
    """Convert the cells of a column, without a copy if they are aligned float64."""
    import pandas as pd

    dtype = values.dtype
    if isinstance(dtype, pd.CategoricalDtype):
        return values.cat.codes.to_numpy(np.int32), [text(word) for word in dtype.categories]
    if pd.api.types.is_bool_dtype(dtype):
        return of_words(*_factorized(values))
    if pd.api.types.is_complex_dtype(dtype):
        raise ValueError(f"Complex data not supported: column '{name}'")
    if pd.api.types.is_numeric_dtype(dtype):
        if categorical:
            return of_words(*_factorized(values))
        return aligned(values.to_numpy(np.float64, na_value=np.nan))
    if pd.api.types.is_datetime64_any_dtype(dtype) and dtype.type is not date:
        # The date of a moment in a time zone is the one there.
        return of_moments(name, values.dt.tz_localize(None).to_numpy("datetime64[us]"), categorical, doubt)
    if pd.api.types.is_object_dtype(dtype) or pd.api.types.is_string_dtype(dtype) or dtype.type is date:
        return of_objects(name, *_factorized(values), categorical, doubt)
    hint = "make it numbers, words or categories"
    if pd.api.types.is_timedelta64_dtype(dtype):
        hint = "make it a number, such as column.dt.days"
    if isinstance(dtype, pd.PeriodDtype):
        hint = "make it dates with column.dt.to_timestamp()"
    raise TypeError(f"column '{name}' is of type {dtype}, which is not supported: {hint}")


def categories(frame: pd.DataFrame) -> list[str]:
    """Return the names of columns of categories."""
    import pandas as pd

    return [text(name) for name, dtype in frame.dtypes.items() if isinstance(dtype, pd.CategoricalDtype)]


def _factorized(values: pd.Series) -> tuple[np.ndarray, Any]:
    """Return the places of cells among the different ones, -1 if missing, and these."""
    import pandas as pd

    try:
        codes, words = pd.factorize(values)
    except TypeError:  # cells that cannot be hashed
        codes, words = pd.factorize(values.map(str, na_action="ignore"))
    return codes.astype(np.int32), words
