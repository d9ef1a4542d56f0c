"""Column generation round by round."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from joblib import effective_n_jobs
from sklearn.base import clone

from . import _rulegen
from ._base import Estimator
from ._notes import warn


@dataclass(frozen=True)
class Round:
    """A round of column generation.

    Attributes
    ----------
    iteration : int
        Its number, from 1.
    pricer : str
        The pricer whose rules were taken, or the last one asked.
    objective : float
        The objective of the restricted problem, over the rules found before the round.
    lower_bound : float or None
        The best bound proved so far, over all rules.
    columns, added : int
        Rules before the round, and rules added in it.
    best_gain : float or None
        The largest gain found.
    proved : bool
        True if it is proved that no rule gains more.
    tolerance : float
        The tolerance of the restricted problem's solution; 0 for an optimal vertex.
    nodes : int
        Search nodes of the pricers.
    lp_seconds, pricing_seconds, elapsed_seconds : float
        In the restricted problem, in the pricers, and since the run began.
    classes : array of shape (n_problems,)
        The class that each pricing problem wants rules for.
    duals : array of shape (n_problems, n_samples)
        The value of covering a sample in each problem. For RUG it is the dual value of the sample
        if it belongs to the class, and at most 0 if not. Rows that no rule can distinguish are
        merged into one sample.
    """

    iteration: int
    pricer: str
    objective: float
    lower_bound: float | None
    columns: int
    added: int
    best_gain: float | None
    proved: bool
    tolerance: float
    nodes: int
    lp_seconds: float
    pricing_seconds: float
    elapsed_seconds: float
    classes: np.ndarray
    duals: np.ndarray


class Solving(Iterator[Round]):
    """The rounds of a fit, as an iterator; ``solve`` creates it."""

    def __init__(self, estimator: Estimator, run: _rulegen.Solving, classes: np.ndarray) -> None:
        self._estimator = estimator
        self._run = run
        self._classes = classes

    def __next__(self) -> Round:
        told = self._run.round()
        if told is None:
            raise StopIteration
        for note in told.pop("notes"):
            warn(note)
        return Round(classes=self._classes[told.pop("tags")], **told)

    def fitted(self) -> Estimator:
        """End the run at this point.

        Returns
        -------
        estimator
            A fitted copy with the best model so far, whose ``certificate_.status`` is
            ``interrupted`` if rounds were left.
        """
        self._estimator._keep(self._run.outcome(), self._classes)
        return self._estimator


def solve(estimator: Estimator, X: Any, y: Any, sample_weight: Any = None, sensitive_features: Any = None) -> Solving:
    """Fit round by round.

    The run pauses between rounds. Leave the loop to stop it; ``fitted()`` returns the estimator
    with the rules found so far. A time limit includes the time between rounds.

    Parameters
    ----------
    estimator : RugClassifier, RuleClassifier or BooleanRuleClassifier
        The estimator to fit; it is not changed.
    X, y, sample_weight, sensitive_features
        As in ``fit``.

    Returns
    -------
    Solving
        An iterator over ``Round``.

    Examples
    --------
    >>> from sklearn.datasets import load_iris
    >>> from rulegen import RugClassifier, solve
    >>> solving = solve(RugClassifier(max_depth=2), *load_iris(return_X_y=True))
    >>> objectives = []
    >>> for round in solving:
    ...     objectives.append(round.objective)
    ...     if round.iteration == 2:
    ...         break
    >>> objectives[1] < objectives[0]
    True
    >>> solving.fitted().certificate_.status
    'interrupted'
    """
    estimator = clone(estimator)
    task, classes = estimator._task(X, y, sample_weight, sensitive_features)
    return Solving(estimator, _rulegen.Solving(task, effective_n_jobs(estimator.n_jobs)), classes)
