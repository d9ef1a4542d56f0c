"""Rules from rows that lie in the memory of many machines, over Dask.

``RuleClassifier`` here is the one of ``rulegen``, for Dask frames and arrays: ``pip install "rulegen[dask]"``, and
import ``rulegen.dask``. Workers need the package too.
"""

from __future__ import annotations

import inspect
import threading
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from copy import copy
from dataclasses import dataclass, field, replace
from functools import wraps
from typing import TYPE_CHECKING, Any

import dask
import dask.array as da
import dask.dataframe as dd
import distributed
import numpy as np
import pandas as pd
from distributed.comm import CommClosedError
from distributed.scheduler import KilledWorker
from joblib import effective_n_jobs
from sklearn.base import BaseEstimator
from sklearn.utils import check_consistent_length
from sklearn.utils.validation import _check_sample_weight, validate_data

from . import _frame, _rulegen, _rules
from ._inputs import distinct
from ._notes import warn
from ._progress import progress

if TYPE_CHECKING:
    from typing_extensions import Self

__all__ = ["RuleClassifier"]

#: How often a question is asked whose answers were lost, where Dask itself does not ask again.
TRIES = 3

#: Bytes from which on a request is no part of a task.
LARGE = 1 << 16

#: What Dask raises where a task or a connection is lost.
LOST = (distributed.CancelledError, KilledWorker, CommClosedError)


class RuleClassifier(_rules.RuleClassifier):
    """Learns a few weighted rules for any number of classes from rows that are spread over a Dask cluster.

    Rows stay with the workers. They send counts, and the client chooses rules from these. The model is the same with
    any number of partitions, workers and threads, as long as a numeric column has no more different values than a
    summary holds. If a worker dies, Dask makes its rows again from what they came from, and the model is still the
    same.

    Without cross-validation the model is that of ``rulegen.RuleClassifier``. Its folds are drawn otherwise: equal rows
    are in the same fold.

    The size is always chosen or given as a number. Not available: ``penalty`` without ``size``, ``loss="hinge"``,
    ``path="penalty"``, ``class_weight="balanced"``, ``forbid``, ``monotone``, ``together``, ``cuts="trees"``, ``pool``,
    ``constraint``, and pricers other than greedy.

    Parameters
    ----------
    size : {"auto", "best"}, int or None, default=None
        How many rules, as in ``rulegen.RuleClassifier``.
    client : distributed.Client or None, default=None
        Who speaks to the cluster. None: the client that was made last. It is not copied by ``clone`` and not pickled.
    **parameters
        All others of ``rulegen.RuleClassifier``. ``n_jobs`` is how many folds the client works on at once.

    Attributes
    ----------
    classes_ : array of shape (n_classes,)
        The labels, ascending.
    traffic_ : dict
        What the fit asked: ``requests``, ``bytes_out`` that each partition was sent, ``bytes_in`` of all answers.
    rules_, intercepts_, certificate_, trace_, path_, n_features_in_, feature_names_in_
        As in ``rulegen.RuleClassifier``.
    """

    def __init__(self, size: str | int | None = None, *, client: Any = None, **parameters: Any) -> None:
        super().__init__(size, **parameters)
        self.client = client

    def fit(self, X: Any, y: Any, sample_weight: Any = None, sensitive_features: Any = None) -> Self:
        """Learn rules from all partitions.

        Ctrl-C ends the run with the best model so far, as in ``rulegen.RuleClassifier``.

        Parameters
        ----------
        X : dask DataFrame or dask array of shape (n_samples, n_features)
            Nothing is persisted after the fit. By default Dask makes text of columns of objects: columns of numbers
            should have a type of numbers.
        y : dask Series, dask array of shape (n_samples,), or str
            Labels, in partitions of the same rows; or the name of a column of ``X``, which is then no feature.
        sample_weight : dask Series, dask array of shape (n_samples,), or str, optional
            How many rows a row counts for: a whole number, at least 0. A row of weight 0 is ignored.
        sensitive_features : None
            Not available here.

        Returns
        -------
        self
        """
        return super().fit(X, y, sample_weight, sensitive_features)

    def predict(self, X: Any) -> Any:
        """Predict the class of every row.

        Parameters
        ----------
        X : dask DataFrame or dask array, or as in ``rulegen.RuleClassifier``

        Returns
        -------
        dask Series, dask array, or array of shape (n_samples,)
            A Series for a dask DataFrame. Dask's are lazy: ``compute`` has the labels.
        """
        return self._lazily("predict", X) if dask.is_dask_collection(X) else super().predict(X)

    def predict_proba(self, X: Any) -> Any:
        """Give the probability of each class.

        Parameters
        ----------
        X : dask DataFrame or dask array, or as in ``rulegen.RuleClassifier``

        Returns
        -------
        dask DataFrame, dask array, or array of shape (n_samples, n_classes)
            For a dask DataFrame, one with a column for each class. Dask's are lazy.
        """
        return self._lazily("predict_proba", X) if dask.is_dask_collection(X) else super().predict_proba(X)

    def decision_function(self, X: Any) -> Any:
        """Say how far the votes are for a class.

        Parameters
        ----------
        X : dask DataFrame or dask array, or as in ``rulegen.RuleClassifier``

        Returns
        -------
        dask Series or DataFrame, dask array, or array of shape (n_samples,) or (n_samples, n_classes)
            As in ``rulegen.RuleClassifier``. Dask's are lazy.
        """
        return self._lazily("decision_function", X) if dask.is_dask_collection(X) else super().decision_function(X)

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
        layout, pieces = _Layout.of(X, y, sample_weight)
        model = dask.delayed(self._predictor())
        found = [dask.delayed(_right)(model, *piece, layout) for piece in pieces]
        if self.client is None:
            shares = dask.compute(*found)
        else:
            shares = self._client().gather(self._client().compute(found))
        right, rows = np.sum(np.array(shares, dtype=np.float64), axis=0)
        if rows == 0:
            raise ValueError("there are no rows to score")
        return float(right / rows)

    def _fit(
        self, X: Any, y: Any, sample_weight: Any, sensitive: Any, path: tuple[str, list[float]] | None
    ) -> list[_rulegen.Outcome]:
        if sensitive is not None or self.constraint is not None:
            raise ValueError("sensitive_features and constraint must be absent where rows lie in shards")
        if path is not None:
            raise ValueError("there are no paths where rows lie in shards")
        if not dask.is_dask_collection(X):
            raise TypeError(
                f"X must be a dask DataFrame or array, not {type(X).__name__}: "
                f"rulegen.RuleClassifier takes rows in memory"
            )
        client = self._client()
        layout, pieces = _Layout.of(X, y, sample_weight)
        layout = self._prepared(layout)
        settings = self._settings()
        settings["keep"] = self._columns("keep", layout.features)
        _check(settings)
        workers = _Workers(client, pieces, layout)
        classes = workers.survey(self.class_weight)
        names = [_frame.text(label) for label in classes]
        if len(set(names)) < len(names):
            raise ValueError("two labels are written alike")
        target = y.name if isinstance(y, dd.Series) else y  # An array's name is none of its labels.
        target = target if isinstance(target, str) else "target"
        with progress(self.verbose, self.iterations) as each:
            outcome = _rulegen.fit_shards(settings, workers, target, names, effective_n_jobs(self.n_jobs), each)
        self._take([outcome], classes)
        self.traffic_ = workers.traffic
        for note in outcome.notes:
            warn(note)
        return [outcome]

    def _prepared(self, layout: _Layout) -> _Layout:
        """Take over the names of the columns, as of rows in memory; and say which hold codes."""
        features = layout.features
        if isinstance(features, pd.DataFrame) and features.columns.has_duplicates:
            raise ValueError(f"two columns have the name {features.columns[features.columns.duplicated()][0]!r}")
        if features.shape[1] == 0:
            raise ValueError("Found array with 0 feature(s) while a minimum of 1 is required.")
        validate_data(self, features, reset=True, skip_check_array=True)
        self._names_in: list[str] = []
        self._names_in = names = self._names(features)
        return replace(layout, names=tuple(names), words=tuple(self._columns("categorical", features)))

    def _settings(self) -> dict[str, Any]:
        settings = super()._settings()
        settings.pop("client")
        return settings

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
        """What predicts, without what only a fit has."""
        light = copy(self._fitted())
        light.client = None
        light._front = None
        light.__dict__.pop("trace_", None)
        return light

    def _lazily(self, method: str, X: Any) -> Any:
        model = self._predictor()
        if isinstance(X, dd.DataFrame):
            return X.map_partitions(_of_frame, model, method, meta=_of_frame(X._meta, model, method))
        if not isinstance(X, da.Array) or X.ndim != 2:
            raise TypeError(f"X must be a dask DataFrame or an array of two dimensions, not {type(X).__name__}")
        meta = _empty(model, method)
        X = _whole_rows(X)
        if meta.ndim == 1:
            return X.map_blocks(_of_array, model, method, drop_axis=1, dtype=meta.dtype, meta=meta)
        chunks = (X.chunks[0], (meta.shape[1],))
        return X.map_blocks(_of_array, model, method, chunks=chunks, dtype=meta.dtype, meta=meta)

    def __sklearn_clone__(self) -> Self:
        bare = copy(self)
        bare.client = None
        fresh = BaseEstimator.__sklearn_clone__(bare)
        fresh.client = self.client
        return fresh

    def __getstate__(self) -> dict[str, Any]:
        return {**super().__getstate__(), "client": None}


def _signature() -> inspect.Signature:
    """All parameters by name, as scikit-learn wants to see them."""
    shared = inspect.signature(_rules.RuleClassifier.__init__)
    own = inspect.signature(RuleClassifier.__init__).parameters["client"]
    return shared.replace(parameters=[*shared.parameters.values(), own])


setattr(RuleClassifier.__init__, "__signature__", _signature())  # noqa: B010 - a function has no such attribute for mypy


@dataclass(frozen=True)
class _Layout:
    """How the pieces of a partition are to be read."""

    #: No rows, with the columns of the features.
    features: Any
    #: The columns of ``X`` that are labels and weights, where they are.
    target: str | None = None
    weight: str | None = None
    names: tuple[str, ...] = ()
    #: Columns of words, whatever a single partition has in them.
    words: tuple[str, ...] = ()
    classes: np.ndarray | None = None
    #: What weights are multiplied by, by class.
    factors: np.ndarray | None = None

    @classmethod
    def of(cls, X: Any, y: Any, sample_weight: Any) -> tuple[_Layout, list[tuple[Any, Any, Any]]]:
        """Return the layout and the pieces of every partition: of rows, labels and weights, which may be None."""
        if y is None:
            raise ValueError("This RuleClassifier estimator requires y to be passed, but the target y is None.")
        if not isinstance(X, dd.DataFrame | da.Array) or X.ndim != 2:
            raise TypeError(f"X must be a dask DataFrame or an array of two dimensions, not {type(X).__name__}")
        named = {"y": y, "sample_weight": sample_weight}
        columns = {what: name for what, name in named.items() if isinstance(name, str)}
        for what, name in columns.items():
            if not isinstance(X, dd.DataFrame) or name not in X.columns:
                raise ValueError(f"{what}: there is no column {name!r} in X")
        if isinstance(X, dd.DataFrame):
            features: Any = X._meta.drop(columns=list(columns.values()))
        else:
            X, features = _whole_rows(X), np.empty((0, X.shape[1]), X.dtype)
        rows = _delayed(X)
        beside = [None if what in columns else _pieces(what, named[what], X, len(rows)) for what in named]
        pieces = [(row, *(None if of is None else of[place] for of in beside)) for place, row in enumerate(rows)]
        return cls(features, columns.get("y"), columns.get("sample_weight")), pieces

    def read(self, x: Any, y: Any, weights: Any) -> tuple[Any, Any, np.ndarray | None]:
        """Rows, labels and weights of a partition, checked."""
        if self.weight is not None:
            weights = x[self.weight]
        if self.target is not None:
            y = x[self.target]
        beside = [name for name in (self.target, self.weight) if name is not None]
        x = x.drop(columns=beside) if beside else x
        check_consistent_length(x, y)
        if weights is not None and x.shape[0] > 0:
            weights = _check_sample_weight(weights, x, dtype=np.float64)
            if (weights < 0).any():
                raise ValueError("Negative values in data passed to `sample_weight`")
        return x, y, weights

    def partition(self, x: Any, y: Any, weights: Any) -> _rulegen.Partition:
        """The rows of a partition that count, as the compiled half takes them."""
        checks = _rules.RuleClassifier()
        x, y, weights = self.read(x, y, weights)
        x, y = checks._validated(x, reset=True), checks._labels(y)
        if weights is not None and not weights.all():
            counted = weights > 0
            x, y, weights = x[counted], y[counted], weights[counted]
        labels = pd.Index(self.classes).get_indexer(y).astype(np.int32)
        if (labels < 0).any():
            raise ValueError("a partition has other labels than when it was first read")
        if self.factors is not None:
            weights = self.factors[labels] * (1.0 if weights is None else weights)
        weights = None if weights is None else _frame.aligned(weights)
        return _rulegen.Partition(_frame.read(x, self.names, self.words), labels, weights)


@dataclass(frozen=True)
class _Seen:
    """What a partition has, as far as it matters to how the others are read."""

    rows: int
    #: Whether any row counts.
    counts: bool = False
    labels: np.ndarray | None = None
    #: For how many rows those of each label count.
    weights: np.ndarray | None = None
    #: Columns of words, and what makes them likely to be something else.
    words: Mapping[str, str | None] = field(default_factory=dict)


class _Workers:
    """Asks the partitions; what the compiled half speaks to."""

    def __init__(self, client: Any, pieces: Sequence[tuple[Any, Any, Any]], layout: _Layout) -> None:
        self.client = client
        self.layout = layout
        # One graph, so that what pieces have in common is made once.
        flat = [piece for pieces_of in pieces for piece in pieces_of if piece is not None]
        futures = iter(client.compute(flat))
        self.rows = [tuple(None if piece is None else next(futures) for piece in of) for of in pieces]
        self.shards: list[Any] = []
        #: For how many rows those of each class count.
        self.class_rows: list[int] = []
        self.traffic = {"requests": 0, "bytes_out": 0, "bytes_in": 0}
        self._counting = threading.Lock()

    def survey(self, class_weight: Any) -> np.ndarray:
        """Find the labels, and which columns hold words; partitions without rows that count are left out."""
        seen: list[_Seen] = self._asked(lambda: self._of_rows(_survey))
        counted = [of for of in seen if of.counts]
        self.rows = [rows for rows, of in zip(self.rows, seen, strict=True) if of.counts]
        if not any(of.rows for of in seen):
            raise ValueError("Found array with 0 sample(s) while a minimum of 1 is required.")
        labels = [of.labels for of in counted if of.labels is not None]
        classes = distinct(np.concatenate(labels))[0] if labels else np.empty(0)
        if len(classes) < 2:
            only = f"only one class: {classes[0]}" if len(classes) else "no class"
            raise ValueError(f"Rules need at least two classes to tell apart, and the data hold {only}")
        known = self.layout.words
        found = [name for name in self.layout.names if name in known or any(name in of.words for of in seen)]
        for name in found:
            doubts = [of.words[name] for of in seen if name in of.words]
            if name not in known and doubts and all(doubts):
                warn(f"in a partition, {doubts[0]}")
        factors = None
        if isinstance(class_weight, dict):
            if unknown := [label for label in class_weight if label not in classes]:
                raise ValueError(f"class_weight: {unknown[0]!r} is not a class of the data")
            factors = np.array([float(class_weight.get(label, 1.0)) for label in classes.tolist()])
        rows = np.zeros(len(classes))
        for of in counted:
            if of.labels is not None and of.weights is not None:
                np.add.at(rows, np.searchsorted(classes, of.labels), of.weights)
        if factors is not None:
            if (factors < 0).any():
                raise ValueError("class_weight: weights must not be negative")
            rows *= factors
        if not rows.sum() <= 2**53:
            raise ValueError(f"rows weigh {rows.sum():g} in all: more than can be counted exactly")
        self.layout = replace(self.layout, words=tuple(found), classes=classes, factors=factors)
        self.class_rows = [int(of) for of in rows]
        return classes

    def summaries(self) -> list[bytes]:
        """What is in each partition."""
        return self._asked(lambda: self._of_rows(_summary, self.class_rows))

    def code(self, coding: bytes) -> None:
        """Make a shard of each partition; from then on the rows as they were may go."""
        self.shards = self._of_rows(_code, coding)
        self._asked(lambda: self.client.map(_is_there, self.shards, pure=False))
        self.rows = []

    def answers(self, request: bytes) -> list[bytes]:
        """What each shard answers. May be called from several threads at once."""

        def ask() -> list[Any]:
            # Large requests go to the workers once, and not with every task through the scheduler.
            sent = self.client.scatter(request, hash=False) if len(request) > LARGE else request
            return [self.client.submit(_answer, shard, sent, pure=False) for shard in self.shards]

        answers = self._asked(ask)
        with self._counting:
            self.traffic["requests"] += 1
            self.traffic["bytes_out"] += len(request)
            self.traffic["bytes_in"] += sum(map(len, answers))
        return answers

    def _of_rows(self, task: Callable[..., Any], *arguments: Any) -> list[Any]:
        """Futures of a task for every partition."""
        return [self.client.submit(task, *rows, self.layout, *arguments, pure=False) for rows in self.rows]

    def _asked(self, ask: Callable[[], list[Any]]) -> list[Any]:
        """The results of futures, in their order. What a lost worker had Dask makes again by itself, up to a point."""
        for left in reversed(range(TRIES)):
            try:
                return self.client.gather(ask())
            except Exception as error:
                if self.client.status not in ("running", "connecting"):
                    raise RuntimeError("the Dask scheduler is gone, and the fit with it") from error
                if not isinstance(error, LOST):
                    raise
                if not left:
                    raise RuntimeError(f"Dask lost what it was asked {TRIES} times: {error}") from error
                broken = [future for future in self._held() if future.status == "error"]
                if broken:
                    self.client.retry(broken)
        raise AssertionError("the last try returns or raises")

    def _held(self) -> list[Any]:
        return [*self.shards, *(piece for rows in self.rows for piece in rows if piece is not None)]


class _Accepted(Exception):
    """Parameters are as they should be."""


class _Nobody:
    """Workers that are asked for the parameters' sake."""

    def summaries(self) -> list[bytes]:
        raise _Accepted

    def code(self, coding: bytes) -> None:
        raise _Accepted

    def answers(self, request: bytes) -> list[bytes]:
        raise _Accepted


def _check(settings: dict[str, Any]) -> None:
    """Refuse parameters before any row is read: that may take long."""
    with suppress(_Accepted):
        _rulegen.fit_shards({**settings, "positive": None}, _Nobody(), "target", ["0", "1"], 1, None)


def _whole_rows(X: Any) -> Any:
    """An array in blocks of whole rows."""
    return X.rechunk({1: -1}) if X.numblocks[1] > 1 else X


def _pieces(what: str, data: Any, X: Any, partitions: int) -> list[Any] | None:
    """What lies beside the partitions of ``X``."""
    if data is None:
        return None
    if isinstance(data, dd.DataFrame) and len(data.columns) == 1:
        data = data[data.columns[0]]
    if isinstance(data, da.Array) and data.ndim == 2 and data.shape[1] == 1:
        data = data[:, 0]
    if not isinstance(data, dd.Series | da.Array) or data.ndim != 1:
        raise TypeError(
            f"{what} must be a dask Series, a dask array of one dimension or the name of a column, "
            f"not {type(data).__name__}"
        )
    if isinstance(data, da.Array) and isinstance(X, da.Array) and not np.isnan([*data.shape, X.shape[0]]).any():
        if data.shape[0] != X.shape[0]:
            raise ValueError(f"{what} has {data.shape[0]} rows, and X has {X.shape[0]}")
        data = data.rechunk((X.chunks[0],))
    if data.npartitions != partitions:
        raise ValueError(
            f"{what} has {data.npartitions} partitions, and X has {partitions}: they must be of the same rows"
        )
    divisions = [of.divisions for of in (data, X) if isinstance(of, dd.Series | dd.DataFrame) and of.known_divisions]
    if len(divisions) == 2 and divisions[0] != divisions[1]:
        raise ValueError(f"{what} and X have different divisions: their partitions must be of the same rows")
    return _delayed(data)


def _delayed(data: Any) -> list[Any]:
    """The partitions as they are: optimised by itself, a frame of few columns may be read in fewer."""
    pieces = data.to_delayed(optimize_graph=False)
    return list(pieces.ravel()) if isinstance(data, da.Array) else pieces


def _task(work: Callable[..., Any]) -> Callable[..., Any]:
    """Make a panic of the compiled half an error: no worker of Dask survives what is not an ``Exception``."""

    @wraps(work)
    def careful(*arguments: Any, **named: Any) -> Any:
        try:
            return work(*arguments, **named)
        except (Exception, KeyboardInterrupt, SystemExit):
            raise
        except BaseException as panic:
            raise RuntimeError(f"a worker failed: {panic}") from None

    return careful


@_task
def _survey(x: Any, y: Any, weights: Any, layout: _Layout) -> _Seen:
    x, y, weights = layout.read(x, y, weights)
    if x.shape[0] == 0:
        return _Seen(0)
    checks = _rules.RuleClassifier()
    x, y = checks._validated(x, reset=True), checks._labels(y)
    names = layout.names
    if isinstance(x, pd.DataFrame):
        if _frame.column_names(x) != list(names):
            raise ValueError(f"a partition of X has the columns {_frame.column_names(x)}, and X has {list(names)}")
        kinds = [pd.api.types.is_numeric_dtype(of) and not pd.api.types.is_bool_dtype(of) for of in x.dtypes]
        mixed = [name for name, numbers in zip(names, kinds, strict=True) if not numbers]
    else:
        mixed = list(names) if x.dtype.kind in "OUS" else []
    words: dict[str, str | None] = {}
    for name in mixed:
        doubts: list[str] = []
        ((_, numbers),) = _frame.read(x, names, layout.words, [name], doubts.append).columns
        if not numbers:
            words[name] = doubts[0] if doubts else None
    counted = slice(None) if weights is None else weights > 0
    labels, codes = distinct(y[counted])
    of_labels = np.bincount(codes, None if weights is None else weights[counted], len(labels))
    return _Seen(x.shape[0], bool(len(codes)), labels, of_labels, words)


@_task
def _summary(x: Any, y: Any, weights: Any, layout: _Layout, class_rows: list[int]) -> bytes:
    return layout.partition(x, y, weights).summary(class_rows)


@_task
def _code(x: Any, y: Any, weights: Any, layout: _Layout, coding: bytes) -> _rulegen.Shard:
    return layout.partition(x, y, weights).code(coding)


def _is_there(shard: _rulegen.Shard) -> bool:
    return True


@_task
def _answer(shard: _rulegen.Shard, request: bytes) -> bytes:
    return shard.answer(request)


@_task
def _right(model: RuleClassifier, x: Any, y: Any, weights: Any, layout: _Layout) -> tuple[float, float]:
    """The weight of the rows that are predicted right, and of all."""
    x, y, weights = layout.read(x, y, weights)
    if x.shape[0] == 0:
        return 0.0, 0.0
    right = model.predict(x) == model._labels(y)
    return (float(right.sum()), float(len(right))) if weights is None else (float(weights[right].sum()), weights.sum())


def _empty(model: RuleClassifier, method: str) -> np.ndarray:
    """What a method returns for no rows."""
    classes = len(model.classes_)
    if method == "predict":
        return model.classes_[:0]
    return np.empty(0) if method == "decision_function" and classes == 2 else np.empty((0, classes))


def _of_array(x: Any, model: RuleClassifier, method: str) -> np.ndarray:
    return getattr(model, method)(x) if x.shape[0] else _empty(model, method)


def _of_frame(x: pd.DataFrame, model: RuleClassifier, method: str) -> pd.Series | pd.DataFrame:
    values = _of_array(x, model, method)
    if values.ndim == 2:
        return pd.DataFrame(values, index=x.index, columns=model.classes_)
    return pd.Series(values, index=x.index, dtype=object if values.dtype.kind in "OUS" else values.dtype)
