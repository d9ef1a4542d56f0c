"""Pricing strategies side by side."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

import pandas as pd
from sklearn.base import clone

from . import _rulegen
from ._base import Estimator
from ._pricer import Pricer, named, stages

#: The time limit of each strategy in seconds, unless the estimator has one.
SECONDS = 60.0

Strategy = str | Pricer | Sequence[str | Pricer]


def compare(
    estimator: Estimator, X: Any, y: Any, pricers: str | Sequence[Strategy], *,
    held_out: tuple[Any, Any] | None = None, sample_weight: Any = None, sensitive_features: Any = None,
) -> pd.DataFrame:  # fmt: skip
    """Compare pricing strategies on equal terms.

    As on the command line, all have 60 s, the terms ``converged`` and the same first columns,
    unless the estimator sets other values. The columns ``each_...`` say them.

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
        A line for each strategy: seconds, quality, objective, bound, gap, status, rounds. There
        are fewer lines if it was interrupted.
    """
    rows: list[dict[str, Any]] = []
    for strategy in _strategies(pricers):
        fresh = clone(estimator).set_params(**_terms(estimator))
        fresh.set_params(pricers=strategy, verbose=0)
        outcome = fresh._fit(X, y, sample_weight, sensitive_features, None)[0]
        measured, labels = (X, y) if held_out is None else held_out
        row = json.loads(outcome.compared(named(strategy), fresh._model_on(measured)[0], fresh._label_indices(labels)))
        if sensitive_features is not None:
            row |= {name: fresh.fairness_[name] for name in ("dmc", "odm", "eop", "equalized_odds")}
        rows.append(row | {f"each_{name}": term for name, term in sorted((json.loads(outcome.terms) or {}).items())})
        if fresh.certificate_.status == "interrupted":
            break
    return pd.DataFrame(rows)


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
