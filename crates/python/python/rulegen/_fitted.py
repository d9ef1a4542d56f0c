"""A fitted model with its labels, between rows and predictions."""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np
from sklearn.exceptions import NotFittedError
from sklearn.utils.validation import check_is_fitted

from . import _frame, _rulegen
from ._certificate import Certificate
from ._inputs import Inputs

if TYPE_CHECKING:
    from typing_extensions import Self


def fitted(estimator: Any) -> Any:
    """Return a fitted estimator of this package, and refuse everything else."""
    if not isinstance(estimator, Fitted):
        raise TypeError(f"a fitted estimator of rulegen is needed, not {estimator!r}")
    return estimator._fitted()


class Fitted(Inputs):
    """Converts rows and labels for a fitted model, and its answers to labels."""

    classes_: np.ndarray
    certificate_: Certificate
    _front: dict[str, Any] | None
    #: The labels in the order of the model, if it was read from a file.
    _model_labels: np.ndarray

    def __sklearn_is_fitted__(self) -> bool:
        return hasattr(self, "_model")

    def _fitted(self) -> Self:
        if not hasattr(self, "_model"):
            check_is_fitted(self)
            raise NotFittedError(f"This {type(self).__name__} instance is not fitted yet.")
        return self

    def _with_model(self, model: _rulegen.Model, front: dict[str, Any] | None = None) -> Self:
        """Return a copy with another model, and without what is about the rows of the fit."""
        other = copy(self)
        other._model, other._front = model, front
        other.certificate_ = replace(self.certificate_, **model.certificate)
        other.__dict__.pop("fairness_", None)
        return other

    def _model_on(self, X: Any) -> tuple[_rulegen.Frame, np.ndarray]:
        """Return the columns that the model uses, and its predictions as indices of its classes."""
        self._fitted()
        X = self._validated(X, reset=False)
        frame = self._frame_of(X, self._model.used)
        return frame, self._model.predict(frame)

    def _frame_of(self, X: Any, only: Sequence[str]) -> _rulegen.Frame:
        """Convert columns of validated rows to a frame, and refuse other kinds than in training."""
        if not only:  # Nothing is looked at, but there are rows.
            return _rulegen.Frame.from_columns([], X.shape[0])
        names = self._names(X)
        numeric = dict(self._model.features)
        frame = _frame.read(X, names, [name for name in only if not numeric[name]], only)
        self._model.check_kinds(frame)
        return frame

    def _label_indices(self, y: Any) -> np.ndarray:
        """Convert labels to indices of the model's classes."""
        y = self._labels_in(y, self._model.target_cuts, self._model.classes)
        if not np.isin(y, self.classes_).all():
            raise ValueError("y holds labels that are not in classes_")
        return self._order()[np.searchsorted(self.classes_, y)].astype(np.uint32)

    def _votes(self, X: Any) -> tuple[np.ndarray, np.ndarray]:
        """Return summed weights by row and class, and the predicted places in ``classes_``."""
        frame, answers = self._model_on(X)
        order = self._order()
        place = np.empty(len(order), np.int64)
        place[order] = np.arange(len(order))
        return self._model.votes(frame)[:, order], place[answers]

    def _order(self) -> np.ndarray:
        """Return the model's index of each class in ``classes_``."""
        if hasattr(self, "_model_labels"):
            return np.argsort(self._model_labels, kind="stable")
        names = self._model.classes
        return np.array([names.index(_frame.text(label)) for label in self.classes_])

    def _classes_of(self, indices: np.ndarray) -> np.ndarray:
        """Convert indices of the model's classes to labels."""
        order = self._order()
        labels = np.empty(len(order), self.classes_.dtype)
        labels[order] = self.classes_
        return labels[indices]
