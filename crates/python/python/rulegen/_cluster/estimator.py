"""An estimator whose training rows lie in the memory of many machines."""

from __future__ import annotations

import inspect
from collections.abc import Sequence
from copy import copy
from dataclasses import replace
from functools import wraps
from numbers import Integral
from typing import TYPE_CHECKING, Any, TypeVar

import dask
import dask.dataframe as dd
import distributed
import numpy as np
import pandas as pd
from joblib import effective_n_jobs
from sklearn.base import BaseEstimator
from sklearn.utils.validation import validate_data

from .. import _frame, _rulegen
from .._base import Estimator
from .._checks import check_parameters
from .._columns import all_there
from .._inputs import cuts_of
from .._notes import warn, warn_of_fit
from .._progress import progress
from .._scorers import measures_of
from .layout import Layout
from .predictions import counted_right, lazily
from .workers import Workers

if TYPE_CHECKING:
    from typing_extensions import Self

#: The parameters that only estimators over Dask have.
OWN = ("client", "rows_at_hand")

AnyOverDask = TypeVar("AnyOverDask", bound="type[OverDask]")


class OverDask(Estimator):
    """The first base of estimators over Dask, before the class for rows in memory."""

    def __init__(
        self,
        *arguments: Any,
        client: Any = None,
        rows_at_hand: int = 1_000_000,
        **parameters: Any,
    ) -> None:
        super().__init__(*arguments, **parameters)
        self.client = client
        self.rows_at_hand = rows_at_hand

    def fit(
        self, X: Any, y: Any, sample_weight: Any = None, sensitive_features: Any = None, groups: Any = None
    ) -> Self:
        """Learn rules from all partitions.

        Ctrl-C raises ``KeyboardInterrupt``, and the estimator has the best model so far, as for
        rows in memory.

        Parameters
        ----------
        X : dask DataFrame or dask array of shape (n_samples, n_features)
            Nothing is persisted after the fit. By default Dask makes text of columns of objects:
            columns of numbers should have a type of numbers.
        y : dask Series, dask array of shape (n_samples,), or str
            Labels, in partitions of the same rows; or the name of a column of ``X``, which is then
            no feature.
        sample_weight : dask Series, dask array of shape (n_samples,), or str, optional
            The weight of each row, at least 0. It must be a whole number unless rows are fetched. A
            row of weight 0 is ignored.
        sensitive_features, groups : None
            Not available here.

        Returns
        -------
        self
        """
        return super().fit(X, y, sample_weight, sensitive_features, groups)

    def predict(self, X: Any) -> Any:
        """Predict the class of every row.

        Parameters
        ----------
        X : dask DataFrame or dask array, or rows in memory

        Returns
        -------
        dask Series, dask array, or array of shape (n_samples,)
            A Series for a dask DataFrame. Dask's are lazy: ``compute`` has the labels.
        """
        if dask.is_dask_collection(X):
            return lazily(self._predictor(), "predict", X)
        return super().predict(X)

    def predict_proba(self, X: Any) -> Any:
        """Give the probability of each class.

        Parameters
        ----------
        X : dask DataFrame or dask array, or rows in memory

        Returns
        -------
        dask DataFrame, dask array, or array of shape (n_samples, n_classes)
            For a dask DataFrame, one with a column for each class. Dask's are lazy.
        """
        if dask.is_dask_collection(X):
            return lazily(self._predictor(), "predict_proba", X)
        return super().predict_proba(X)

    def decision_function(self, X: Any) -> Any:
        """Return how clearly the votes favour a class.

        Parameters
        ----------
        X : dask DataFrame or dask array, or rows in memory

        Returns
        -------
        dask Series, DataFrame or array, or array of shape (n_samples,) or (n_samples, n_classes)
            A Series for a dask DataFrame and two classes. Dask's are lazy.
        """
        if dask.is_dask_collection(X):
            return lazily(self._predictor(), "decision_function", X)
        return super().decision_function(X)

    def score(self, X: Any, y: Any, sample_weight: Any = None) -> float:
        """Give the accuracy, computed where the rows are.

        Parameters
        ----------
        X, y, sample_weight
            As in ``fit``; or all in memory.

        Returns
        -------
        float
        """
        if not dask.is_dask_collection(X):
            return super().score(X, y, sample_weight)
        layout, pieces = self._partitions(X, y, sample_weight)
        model = dask.delayed(self._predictor())
        found = [dask.delayed(counted_right)(model, *piece, layout) for piece in pieces]
        if self.client is None:
            shares = dask.compute(*found)
        else:
            shares = self._client().gather(self._client().compute(found))
        right, rows = np.sum(np.array(shares, dtype=np.float64), axis=0)
        if rows == 0:
            raise ValueError("there are no rows to score")
        return float(right / rows)

    def _fit(
        self,
        X: Any,
        y: Any,
        sample_weight: Any,
        sensitive: Any,
        path: tuple[str, list[float]] | None,
        groups: Any = None,
    ) -> list[_rulegen.Outcome]:
        if sensitive is not None or self.constraint is not None:
            raise ValueError("sensitive_features and constraint must be absent where rows lie in shards")
        if groups is not None:
            raise ValueError("groups must be absent where rows lie in shards")
        if not isinstance(getattr(self, "cv", 0), Integral):
            raise ValueError("cv must be a number where rows lie in shards")
        if measures_of(getattr(self, "choose_by", None))[1]:
            raise ValueError("choose_by must be names of the library's measures where rows lie in shards")
        if path is not None:
            raise ValueError("there are no paths where rows lie in shards")
        if not dask.is_dask_collection(X):
            raise TypeError(
                f"X must be a dask DataFrame or array, not {type(X).__name__}: "
                f"rulegen.{type(self).__name__} takes rows in memory"
            )
        client = self._client()
        layout, pieces = self._partitions(X, y, sample_weight)
        layout = self._prepared(layout)
        check_parameters(self.get_params(deep=False), self._method)
        layout = replace(layout, cuts=tuple(cuts_of(self.target_cut)))
        settings = {**self._settings(layout.names), "target_cut": layout.cuts}
        # Before any row is read, as that may take long.
        _rulegen.check_over_shards(self._method, settings, self.rows_at_hand, self._may_fetch_rows())
        target = y.name if isinstance(y, dd.Series) else y  # An array's name is none of its labels.
        target = target if isinstance(target, str) else "target"
        workers = Workers(client, pieces, layout)
        try:
            classes = workers.survey(self.class_weight)
            if self._may_fetch_rows() and workers.counted <= self.rows_at_hand:
                X, y, sample_weight = workers.fetch()
                workers.release()
                y = y.rename(target) if isinstance(y, pd.Series) else y
                outcomes = super()._fit(X, y, sample_weight, None, None)
                self.traffic_ = workers.traffic
                return outcomes
            for doubt in workers.doubts:
                warn(doubt)
            names = [_frame.text(label) for label in classes]
            if len(set(names)) < len(names):
                raise ValueError("two labels are written alike")
            with progress(self.verbose, self.max_iter) as each:
                outcome = _rulegen.fit_shards(
                    self._method,
                    settings,
                    workers,
                    target,
                    names,
                    effective_n_jobs(self.n_jobs),
                    each,
                    self.rows_at_hand,
                )
        finally:
            workers.release()
        self._take([outcome], np.sort(classes))
        self.traffic_ = workers.traffic
        warn_of_fit(outcome.notes, self._model)
        return [outcome]

    def _may_fetch_rows(self) -> bool:
        """Return True if few rows are fetched as they are, because merged rows do not suffice."""
        return False

    def _partitions(self, X: Any, y: Any, sample_weight: Any) -> tuple[Layout, list[tuple[Any, Any, Any]]]:
        if y is None:
            self._labels(y)  # It says that they are missing.
        return Layout.of(X, y, sample_weight)

    def _prepared(self, layout: Layout) -> Layout:
        """Set the names of the columns, and mark columns of codes in the layout."""
        features = layout.features
        if isinstance(features, pd.DataFrame) and features.columns.has_duplicates:
            raise ValueError(f"two columns have the name {features.columns[features.columns.duplicated()][0]!r}")
        if features.shape[1] == 0:
            raise ValueError("Found array with 0 feature(s) while a minimum of 1 is required.")
        validate_data(self, features, reset=True, skip_check_array=True)
        self._names_in: list[str] = []
        self._names_in = names = self._names(features)
        words = all_there("categorical_features", self.categorical_features, names)
        return replace(layout, names=tuple(names), words=tuple(words))

    def _settings(self, names: Sequence[str] = ()) -> dict[str, Any]:
        return {name: value for name, value in super()._settings(names).items() if name not in OWN}

    def _validated(self, X: Any, reset: bool) -> Any:
        if dask.is_dask_collection(X):
            raise TypeError("this needs rows in memory: give X.compute(), or a part of it")
        return super()._validated(X, reset)

    def _client(self) -> Any:
        client = self.client
        if client is None:
            try:
                client = distributed.get_client()
            except ValueError as error:
                raise ValueError(
                    "there is no client of a Dask cluster: make one, such as distributed.Client(), or give client=..."
                ) from error
        if client.asynchronous:
            raise ValueError("the client is asynchronous: give one made without asynchronous=True")
        return client

    def _predictor(self) -> Self:
        """Return a copy that predicts, without the client and the records of the fit."""
        light = copy(self._fitted())
        light.client = None
        light._front = None
        light.__dict__.pop("_rounds", None)
        return light

    def __sklearn_clone__(self) -> Self:
        bare = copy(self)
        bare.client = None
        fresh = BaseEstimator.__sklearn_clone__(bare)
        fresh.client = self.client
        return fresh

    def __getstate__(self) -> dict[str, Any]:
        return {**super().__getstate__(), "client": None}


def with_all_parameters(estimator: AnyOverDask) -> AnyOverDask:
    """Give the class a signature with all parameters, as scikit-learn wants it.

    They are those of the second base, the class for rows in memory, and those of ``OverDask``.
    """
    of_rows: Any = estimator.__bases__[1]
    shared = inspect.signature(of_rows.__init__)
    own = inspect.signature(OverDask.__init__).parameters
    signature = shared.replace(parameters=[*shared.parameters.values(), *(own[name] for name in OWN)])

    @wraps(of_rows.__init__)
    def init(self: Any, *arguments: Any, **parameters: Any) -> None:
        OverDask.__init__(self, *arguments, **parameters)

    setattr(init, "__signature__", signature)  # noqa: B010 - a function has no such attribute for mypy
    setattr(estimator, "__init__", init)  # noqa: B010 - so that each class has a signature of its own
    return estimator
