"""The parts of column generation, each on its own."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from joblib import effective_n_jobs
from sklearn.base import clone
from sklearn.utils import check_array, check_consistent_length

from . import _frame, _rulegen
from ._base import Estimator
from ._columns import all_there
from ._inputs import model_text
from ._notes import warn
from ._rulegen import Rule
from ._table import table

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True)
class RestrictedLp:
    """The solution of a restricted linear program.

    Attributes
    ----------
    objective : float
        As ``certificate_.objective``.
    optimal : bool
        True if it is the optimum over these rules. False if a limit was reached, or where
        rounding hides the last steps of a loss that is nearly flat.
    rules : pandas.DataFrame
        The rules, each once: conditions, class, weight, length.
    duals : array of shape (n_rows,)
        The dual value of each row: the value of one more vote for its own class.
    """

    objective: float
    optimal: bool
    rules: pd.DataFrame
    duals: np.ndarray


@dataclass(frozen=True)
class BestRules:
    """The result of a branch and bound.

    Attributes
    ----------
    rules : list of Rule
        The best first.
    gains : array of shape (n_rules,)
        Their gains.
    bound : float
        No rule gains more.
    proved : bool
        True if no other rule gains more than these; else a limit was reached.
    nodes : int
        Search nodes.
    """

    rules: list[Rule]
    gains: np.ndarray
    bound: float
    proved: bool
    nodes: int

    def to_frame(self) -> pd.DataFrame:
        """Write the rules as a frame: conditions, gain, length."""
        columns = {"conditions": [str(rule) for rule in self.rules], "gain": self.gains}
        return table(columns | {"length": [len(rule) for rule in self.rules]})


def restricted_lp(
    estimator: Estimator, X: Any, y: Any, rules: Any, sample_weight: Any = None, sensitive_features: Any = None
) -> RestrictedLp:
    """Weigh given rules: solve the restricted linear program to optimality.

    Parameters
    ----------
    estimator : RugClassifier or RuleClassifier
        The loss, the costs of rules, and how columns become conditions; it is not changed. With the
        logistic loss the restricted problem is convex, and not linear.
    X, y, sample_weight, sensitive_features
        As in ``fit``.
    rules : RuleSet, estimator, path, or sequence of pairs of a Rule and a label
        The rules with the classes that they vote for.

    Returns
    -------
    RestrictedLp
    """
    estimator = clone(estimator)
    task, classes = estimator._task(X, y, sample_weight, sensitive_features)
    found = _rulegen.restricted_lp(task, effective_n_jobs(estimator.n_jobs), _given(rules))
    columns = {"conditions": [str(rule) for rule in found["rules"]], "class": classes[found["classes"]]}
    columns |= {"weight": found["weights"], "length": [len(rule) for rule in found["rules"]]}
    duals = found["duals"]
    if sample_weight is not None:  # Rows of weight 0 are none.
        counted = np.asarray(sample_weight, dtype=float) > 0
        duals = np.zeros(len(counted))
        duals[counted] = found["duals"]
    for note in found["notes"]:
        warn(note)
    return RestrictedLp(found["objective"], found["optimal"], table(columns), duals)


def _given(rules: Any) -> str | list[tuple[Rule, str]]:
    """Convert rules for the compiled module."""
    if not isinstance(rules, list | tuple):
        return model_text(rules)
    for pair in rules:
        if not (isinstance(pair, tuple) and len(pair) == 2 and isinstance(pair[0], Rule)):
            raise TypeError(f"rules: {pair!r} is no pair of a Rule and a label")
    return [(rule, _frame.text(label)) for rule, label in rules]


def branch_and_bound(
    X: Any, gains: Any, *, fixed: float = 0.0, per_literal: float = 0.0, max_length: int | None = None,
    min_cover: int = 0, above: float = 0.0, most: int = 1, bins: int | None = None,
    categorical_features: Iterable[str | int] = (), time_limit: float | None = None, n_jobs: int | None = None,
) -> BestRules:  # fmt: skip
    """Find the rules of largest gain, with proof: the exact pricer on its own.

    The gain of a rule is ``gains[covered].sum() - fixed - per_literal * len(rule)``.

    Parameters
    ----------
    X : array, frame or sparse matrix of shape (n_rows, n_features)
        As in ``fit``.
    gains : array of shape (n_rows,)
        The gain of covering each row, of any sign.
    fixed, per_literal : float, default=0.0
        The cost of any rule, and of each of its conditions; at least 0.
    max_length : int or None, default=None
        The most conditions of a rule.
    min_cover : int, default=0
        The fewest rows that a rule covers.
    above : float, default=0.0
        Only rules with a gain above this are wanted.
    most : int, default=1
        The most rules. A single one is found much faster; of rules that cover the same rows only
        the first counts.
    bins : int or None, default=None
        Cut points of numeric columns, as the parameter of estimators.
    categorical_features : sequence of str or int, default=()
        Columns of codes, by name or position.
    time_limit : float or None, default=None
        End after this many seconds with what was found.
    n_jobs : int or None, default=None
        Threads, as in joblib.

    Returns
    -------
    BestRules

    Examples
    --------
    >>> import numpy as np
    >>> from rulegen import branch_and_bound
    >>> best = branch_and_bound(np.array([[1.0], [2.0], [3.0]]), [-1.0, 2.0, 3.0], per_literal=0.5)
    >>> print(best.rules[0], best.gains, best.proved)
    x0 >= 2 [4.5] True
    """
    if not _frame.is_frame(X):
        X = check_array(X, accept_sparse="csc", dtype=None, ensure_all_finite="allow-nan")
    gains = np.ascontiguousarray(gains, dtype=np.float64)
    check_consistent_length(X, gains)
    names = _frame.column_names(X) if _frame.is_frame(X) else _frame.default_names(X.shape[1])
    frame = _frame.read(X, names, all_there("categorical_features", categorical_features, names))
    found = _rulegen.branch_and_bound(
        frame, gains, (fixed, per_literal), max_length, min_cover, above, most, bins,
        time_limit, effective_n_jobs(n_jobs),
    )  # fmt: skip
    return BestRules(found["rules"], np.array(found["gains"]), found["bound"], found["proved"], found["nodes"])
