"""Edits of a fitted model: rules left out, added and locked."""

from __future__ import annotations

from collections.abc import Iterable
from copy import copy
from operator import index
from typing import TYPE_CHECKING, Any

from joblib import effective_n_jobs

from . import _rulegen
from ._base import Estimator
from ._notes import warn

if TYPE_CHECKING:
    from typing_extensions import Self


class EditableEstimator(Estimator):
    """The base of estimators whose rules have weights; not to be used itself."""

    def edit(
        self, X: Any, y: Any, *, drop: int | Iterable[int] = (), add: str | Iterable[str] = (),
        lock: int | Iterable[int] = (), sample_weight: Any = None,
    ) -> Self:  # fmt: skip
        """Return a copy with other rules, whose weights are fitted again, without learning rules.

        The weights are those that minimise the loss with which the model was learned, over these
        rows. ``certificate_`` has the objective, and the best proved bound over all rules if the
        model had one. This estimator stays as it is.

        Parameters
        ----------
        X, y, sample_weight
            As in ``fit``: the rows to fit the weights to. Give those of ``fit`` to compare the
            objectives of the two models.
        drop : int or sequence of int
            Rules to leave out, by their numbers in ``rules_``, from 1.
        add : str or sequence of str
            Rules such as ``"if age > 60 and job = cook then yes"``. With two classes ``+`` and
            ``-`` stand for the positive class and the other. A weight is locked: ``"if age > 60
            then +1"``, ``"if age > 60 then yes with weight 1"``.
        lock : int or sequence of int
            Rules whose weight stays, by number; only with the logistic loss.

        Returns
        -------
        estimator
            A fitted copy with the edited model. It has no ``path_`` and no ``fairness_``.
        """
        self._fitted()
        other = copy(self)
        task, classes = other._task(self._validated(X, reset=False), y, sample_weight, None)
        other._apart = self._apart
        numbers = [[index(number) for number in _several(given)] for given in (drop, lock)]
        model, without_weight, notes = _rulegen.edit(
            task, effective_n_jobs(self.n_jobs), self._model, numbers[0], list(_several(add)), numbers[1]
        )
        for note in notes:
            warn(note)
        for rule in without_weight:
            warn(f"no weight, and so left out: {rule}")
        other.classes_ = classes
        return other._with_model(model)

    def without(self, rules: int | Iterable[int], X: Any, y: Any, sample_weight: Any = None) -> Self:
        """Return a copy without some rules, whose other weights are fitted again.

        Parameters
        ----------
        rules : int or sequence of int
            The numbers of the rules, from 1, as in ``edit``.
        X, y, sample_weight
            As in ``fit``.

        Returns
        -------
        estimator
            As that of ``edit``.
        """
        return self.edit(X, y, drop=rules, sample_weight=sample_weight)

    def with_rule(self, rule: str, X: Any, y: Any, sample_weight: Any = None) -> Self:
        """Return a copy with one more rule, whose other weights are fitted again.

        Parameters
        ----------
        rule : str
            The rule, such as ``"if age > 60 then +1"``, as in ``edit``.
        X, y, sample_weight
            As in ``fit``.

        Returns
        -------
        estimator
            As that of ``edit``.
        """
        return self.edit(X, y, add=rule, sample_weight=sample_weight)


def _several(given: Any) -> Iterable[Any]:
    """Return one thing, or several, as several."""
    return given if isinstance(given, Iterable) and not isinstance(given, str) else [given]
