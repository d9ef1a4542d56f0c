"""Scorecards, whole points, thresholds, and the reasons that cost most points."""

from __future__ import annotations

from operator import index
from typing import TYPE_CHECKING, Any

from . import _rulegen
from ._frame import row_labels
from ._study import Studies
from ._table import table_of_lines

if TYPE_CHECKING:
    import pandas as pd
    from typing_extensions import Self


class Points(Studies):
    """The scorecard of a fitted model."""

    def card(self) -> pd.DataFrame:
        """Return the model as a scorecard: rules on one column are steps of that column.

        The points of a row are those of the start, of one step of each column, and of each
        combination that it meets.

        Returns
        -------
        pandas.DataFrame
            A line for the start, each step and each combination: ``column`` (None but for steps),
            ``step`` in words, ``rows`` of training (NaN if they do not follow from those of the
            rules), and ``points``; with more than two classes, ``points NAME`` for each.
        """
        model = self._fitted()._model
        lines = _rulegen.card(model)
        if lines is None:
            raise ValueError("Boolean rules have no points, so there is no scorecard of them")
        names = ["points"] if model.towards is not None else [f"points {name}" for name in model.classes]
        cells = [(column, step, rows, *points) for column, step, points, rows in lines]
        return table_of_lines(cells, ["column", "step", "rows", *names], {"rows": float})

    def to_points(self, per_doubling: int | None = None, X: Any = None, y: Any = None) -> Self:
        """Round the weights to whole points, some of which double the odds.

        Parameters
        ----------
        per_doubling : int, optional
            The points that double the odds, from 1 to 1000. By default the fewest of 1, 2, 5, 10,
            20, 50 and 100 by which plain rounding changes the loss on ``X`` and ``y`` by at most 1%
            or 0.001; without these 20.
        X, y : as in ``fit``, optional
            Rows, best those of training: a search rounds each weight up or down so that their loss
            is small. Without them, weights are rounded to the nearest whole number.

        Returns
        -------
        estimator
            A fitted copy. Rules without a point are left out. Its ``certificate_`` has the status
            ``rounded``, and is that of the exact weights.
        """
        self._fitted()
        if (X is None) != (y is None):
            raise ValueError("X and y go together")
        frame = labels = None
        if X is not None:
            X = self._validated(X, reset=False)
            frame, labels = self._frame_of(X, self._model.used), self._label_indices(y)
            if len(labels) != X.shape[0]:
                raise ValueError(f"X has {X.shape[0]} rows, and y has {len(labels)} labels")
        scale = None if per_doubling is None else index(per_doubling)
        if scale is not None and not 0 <= scale < 2**32:
            raise ValueError(f"per_doubling must be from 1 to 1000, not {scale}")
        return self._with_model(_rulegen.to_points(self._model, scale, frame, labels))

    def with_threshold(self, p: float | None) -> Self:
        """Return a copy that predicts the positive class from another probability on.

        Rules, votes and probabilities are the same. The model must have probabilities of two
        classes: that is, the logistic loss.

        Parameters
        ----------
        p : float or None
            The smallest probability of the positive class at which it is predicted, above 0 and
            below 1; ``missed`` and ``false_alarm`` costs of errors make it ``false_alarm / (missed
            + false_alarm)``. None: the likelier class is predicted.

        Returns
        -------
        estimator
            A fitted copy, whose other sizes (``at``) have the threshold too. It has no
            ``fairness_``: call ``fairness``.
        """
        threshold = None if p is None else float(p)
        front = getattr(self._fitted(), "_front", None)
        if front is not None:
            front = {**front, "models": [model.with_threshold(threshold) for model in front["models"]]}
        other = self._with_model(self._model.with_threshold(threshold), front)
        # Estimators of other methods have no such parameters.
        known = {"threshold": threshold, "error_costs": None}
        return other.set_params(**{name: of for name, of in known.items() if name in self.get_params(deep=False)})

    def reasons(self, X: Any, n: int = 4, against: Any = None) -> pd.DataFrame:
        """Find what costs each row most points, against the best step of each column.

        Parameters
        ----------
        X : as in ``fit``, of shape (n_samples, n_features)
            The rows.
        n : int
            The most reasons for each row.
        against : label, optional
            The class whose points are lost: by default, with two classes, the one that points speak
            for. Needed with more classes.

        Returns
        -------
        pandas.DataFrame
            A line for each reason: ``row`` (as in ``explain``), ``reason`` (from 1, the one that
            costs most first), ``of`` (the column, or the conditions of a combination), ``words``
            (the step of the row), its ``points``, those of the ``best`` step, and the difference
            ``lost``. Rows that lose nothing have no line.
        """
        model = self._fitted()._model
        if n < 1:
            raise ValueError(f"n must be at least 1, not {n}")
        X = self._validated(X, reset=False)
        rows, frame = row_labels(X), self._frame_of(X, model.used)
        found = _rulegen.reasons(model, frame, None if against is None else self._index_of(against), index(n))
        lines = [(rows[row], rank, *of) for row, reasons in enumerate(found) for rank, of in enumerate(reasons, 1)]
        return table_of_lines(lines, ["row", "reason", "of", "words", "points", "best", "lost"])
