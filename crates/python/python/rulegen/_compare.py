"""Pricing strategies side by side."""

from __future__ import annotations

import io
from collections.abc import Sequence
from numbers import Integral
from typing import TYPE_CHECKING, Any

from joblib import effective_n_jobs
from sklearn.base import clone

from . import _rulegen
from ._base import Estimator
from ._pricer import Pricer, named, stages
from ._scorers import measures_of

if TYPE_CHECKING:
    import pandas as pd

#: The time limit of each strategy in seconds, unless the estimator has one.
SECONDS = 60.0

Strategy = str | Pricer | Sequence[str | Pricer]


def compare(
    estimator: Estimator, X: Any, y: Any, pricers: str | Sequence[Strategy], *,
    held_out: tuple[Any, Any] | None = None, sample_weight: Any = None, sensitive_features: Any = None,
) -> pd.DataFrame:  # fmt: skip
    """Compare pricing strategies on equal terms. Needs pandas.

    It is the comparison of the command line: all have 60 s, the terms ``converged`` and the same
    first columns, unless the estimator sets other values. Columns of the table say them.

    Parameters
    ----------
    estimator : RugClassifier, RuleClassifier or BooleanRuleClassifier
        The estimator to fit; it is not changed.
    X, y, sample_weight, sensitive_features
        As in ``fit``.
    pricers : sequence, or str
        The strategies: each one stage (the name of a pricer, or a ``Pricer``), several in words
        (``"tree+branch-and-bound"``), or a sequence of stages. In a single string they are
        separated by commas.
    held_out : pair of X and y, optional
        Rows to measure quality on. By default the training rows.

    Returns
    -------
    pandas.DataFrame
        The table that the command line writes as ``comparison.csv``: a line for each strategy, with
        its objective, bound and gap to the best bound of all, rounds, seconds, scores, settings and
        terms. ``attrs["sizes"]`` is the table of the models of every size, of ``RuleClassifier``
        alone.
    """
    try:
        import pandas as pd
    except ModuleNotFoundError as error:
        raise ModuleNotFoundError("compare needs pandas: pip install 'rulegen[pandas]'") from error
    if not isinstance(getattr(estimator, "cv", 0), Integral):
        raise TypeError(f"compare makes the folds itself: cv must be their number, not {estimator.cv!r}")
    if measures_of(getattr(estimator, "choose_by", None))[1]:
        raise TypeError("compare scores strategies as the command line does: choose_by must be names of its measures")
    fits: list[_rulegen.Strategy] = []
    for strategy in _strategies(pricers):
        fresh = clone(estimator).set_params(**_terms(estimator))
        fresh.set_params(pricers=strategy, verbose=0)
        task = fresh._task(X, y, sample_weight, sensitive_features)[0]
        rows = None if held_out is None else fresh._held_out(*held_out, task)
        fits.append(_rulegen.run_strategy(named(strategy), task, rows, effective_n_jobs(estimator.n_jobs)))
        if fits[-1].interrupted:
            raise KeyboardInterrupt
    text, sizes = _rulegen.compared(fits)
    table = pd.read_csv(io.StringIO(text))
    if sizes is not None:
        table.attrs["sizes"] = pd.read_csv(io.StringIO(sizes))
    return table


def _strategies(pricers: str | Sequence[Strategy]) -> list[list[str | Pricer]]:
    """Return the stages of each strategy, all validated before the first fit."""
    strategies = [stages(s) or [] for s in (pricers.split(",") if isinstance(pricers, str) else pricers)]
    names = [named(strategy) for strategy in strategies]
    if "" in names:
        raise ValueError("a strategy needs at least one pricer")
    if twice := [name for place, name in enumerate(names) if name in names[:place]]:
        raise ValueError(f"the strategy {twice[0]!r} is there twice")
    return strategies


def _terms(estimator: Estimator) -> dict[str, Any]:
    """Return the equal terms, without those that the estimator sets itself."""
    usual = type(estimator)()
    terms = {"time_limit": SECONDS, **_rulegen.equal_terms(estimator._method)}
    return {name: value for name, value in terms.items() if getattr(estimator, name) == getattr(usual, name)}
