"""Questions to partitions and shards, asked again when a worker is lost."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import dask.sizeof
import distributed
import numpy as np
from dask.dataframe.dispatch import concat
from distributed.comm import CommClosedError
from distributed.scheduler import KilledWorker
from scipy import sparse

from .. import _rulegen
from .._inputs import check_ranges, distinct
from . import tasks
from .layout import Layout

#: Tries of a question whose answers are lost, where Dask itself does not repeat it.
TRIES = 3

#: Requests of more bytes are sent to workers once, and are no part of tasks.
LARGE = 1 << 16

#: Requests after which shards are located anew, since those of a lost worker are elsewhere. It
#: takes some milliseconds.
REGROUP = 50


class _NotSentError(Exception):
    """A worker was lost while a request went to it."""


#: Exceptions for a lost task or connection.
LOST = (distributed.CancelledError, KilledWorker, CommClosedError, _NotSentError)

#: Exceptions of Dask if a worker is lost while data are sent to it: a KeyError if the scheduler has
#: already forgotten the worker. They are not in ``LOST``, because tasks raise them for other
#: reasons too, such as an unreadable file.
NOT_SENT = (OSError, TimeoutError, asyncio.TimeoutError, KeyError)


class Workers:
    """Asks the partitions, on behalf of the compiled module."""

    def __init__(self, client: Any, pieces: Sequence[tuple[Any, Any, Any]], layout: Layout) -> None:
        self.client = client
        self.layout = layout
        # One graph, so that what pieces have in common is made once.
        flat = [piece for pieces_of in pieces for piece in pieces_of if piece is not None]
        futures = iter(client.compute(flat))
        self.rows = [tuple(None if piece is None else next(futures) for piece in of) for of in pieces]
        self.shards: list[Any] = []
        #: The number of rows that have a weight, their own and that of their class.
        self.counted = 0
        #: Messages on columns that are likely of another type.
        self.doubts: list[str] = []
        self._weights = np.empty(0)
        self.traffic = {"requests": 0, "bytes_out": 0, "bytes_in": 0}
        self._counting = threading.Lock()
        self._grouped: list[tuple[str, list[Any]]] = []
        self._regroup = 0

    def survey(self, class_weight: Any) -> np.ndarray:
        """Find the labels and the columns of words, and drop partitions without weight.

        Return the labels in the order of the model's classes: ascending.
        """
        seen: list[tasks.Seen] = self._asked(lambda: self._of_rows(tasks.survey))
        counts = [len(of.labels) > 0 for of in seen]
        counted = [of for of, counts in zip(seen, counts, strict=True) if counts]
        self.rows = [rows for rows, counts in zip(self.rows, counts, strict=True) if counts]
        if not any(of.rows for of in seen):
            raise ValueError("Found array with 0 sample(s) while a minimum of 1 is required.")
        labels = [of.labels for of in counted]
        classes = distinct(np.concatenate(labels))[0] if labels else np.empty(0)
        ranges = _rulegen.range_names(self.layout.cuts)
        check_ranges(ranges, classes)
        if len(classes) < 2:
            only = f"only one class: {classes[0]}" if len(classes) else "no class"
            raise ValueError(f"Rules need at least two classes to tell apart, and the data hold {only}")
        known = self.layout.words
        found = [name for name in self.layout.names if name in known or any(name in of.words for of in seen)]
        for name in found:
            doubts = [of.words[name] for of in seen if name in of.words]
            if name not in known and doubts and all(doubts):
                self.doubts.append(f"in a partition, {doubts[0]}")
        factors = None
        if isinstance(class_weight, dict):
            if unknown := [label for label in class_weight if label not in classes]:
                raise ValueError(f"class_weight: {unknown[0]!r} is not a class of the data")
            factors = np.array([float(class_weight.get(label, 1.0)) for label in classes.tolist()])
        rows, weights = np.zeros(len(classes), np.int64), np.zeros(len(classes))
        for of in counted:
            places = np.searchsorted(classes, of.labels)
            np.add.at(rows, places, of.counted)
            np.add.at(weights, places, of.weights)
        if factors is not None:
            if (factors < 0).any():
                raise ValueError("class_weight: weights must not be negative")
            weights *= factors
        if ranges:  # They ascend, and their names need not.
            order = np.searchsorted(classes, ranges)
            classes, rows, weights = classes[order], rows[order], weights[order]
            factors = None if factors is None else factors[order]
        self.counted = int(rows.sum() if factors is None else rows[factors > 0].sum())
        self._weights = weights
        self.layout = replace(self.layout, words=tuple(found), classes=classes, factors=factors)
        return classes

    @property
    def class_rows(self) -> list[int]:
        """The total weight of the rows of each class, as whole numbers."""
        if not self._weights.sum() <= 2**53:
            raise ValueError(f"rows weigh {self._weights.sum():g} in all: more than can be counted exactly")
        return [int(of) for of in self._weights]

    def fetch(self) -> tuple[Any, Any, np.ndarray | None]:
        """Fetch rows that have a weight, with labels and weights, in the order of partitions."""
        pieces = self._asked(lambda: self._of_rows(tasks.read))
        with self._counting:
            self.traffic["bytes_in"] += sum(dask.sizeof.sizeof(of) for piece in pieces for of in piece)
        rows, labels, weights = zip(*pieces, strict=True)
        return together(rows), together(labels), None if weights[0] is None else np.concatenate(weights)

    def summaries(self, question: bytes) -> list[bytes]:
        """Return each partition's answer to a question about its contents."""
        return self._asked(lambda: self._of_rows(tasks.summary, self.class_rows, question))

    def code(self, coding: bytes) -> None:
        """Make a shard of each partition, and release the original rows."""
        self.shards = self._of_rows(tasks.code, coding)
        self._asked(lambda: self.client.map(tasks.is_there, self.shards, pure=False))
        self.rows = []

    def answers(self, request: bytes) -> list[bytes]:
        """Return the answers of the shards, summed for each thread of a worker.

        Several threads may call this at once.
        """
        # Kept until all have answered: the scheduler may learn that it is unneeded before it learns
        # of the tasks.
        held: list[Any] = []

        def ask() -> list[Any]:
            sent = self._sent(request)
            if sent is not request:
                held.append(sent)
            return [self._submit(address, shards, sent) for address, shards in self._groups()]

        try:
            answers = self._asked(ask)
        finally:
            _let_go(held)
        with self._counting:
            self.traffic["requests"] += 1
            self.traffic["bytes_out"] += len(request)
            self.traffic["bytes_in"] += sum(map(len, answers))
        return answers

    def _submit(self, address: str, shards: list[Any], request: Any) -> Any:
        where = {"workers": [address], "allow_other_workers": True} if address else {}
        return self.client.submit(tasks.answer, shards, request, pure=False, **where)

    def _groups(self) -> list[tuple[str, list[Any]]]:
        """Group shards by the worker that has them, with a group for each of its threads."""
        with self._counting:
            if self.traffic["requests"] >= self._regroup:
                self._regroup = self.traffic["requests"] + REGROUP
                holders, threads = self.client.who_has(self.shards), self.client.nthreads()
                held: dict[str, list[Any]] = {}
                for shard in self.shards:
                    held.setdefault(min(holders.get(shard.key, ()), default=""), []).append(shard)
                of_threads = ((address, of, threads.get(address, 1)) for address, of in held.items())
                parts = ((address, of[at::parts]) for address, of, parts in of_threads for at in range(parts))
                self._grouped = [(address, shards) for address, shards in parts if shards]
            return self._grouped

    def release(self) -> None:
        """Release everything that the cluster keeps for this fit."""
        _let_go(self._held())
        self.rows, self.shards, self._grouped = [], [], []

    def _sent(self, request: bytes) -> Any:
        """Return a request as an argument of tasks. Large ones are sent to the workers once."""
        if len(request) <= LARGE:
            return request
        try:
            return self.client.scatter(request, hash=False)
        except NOT_SENT as error:
            raise _NotSentError(str(error)) from error

    def _of_rows(self, task: Callable[..., Any], *arguments: Any) -> list[Any]:
        """Submit a task for every partition, and return the futures."""
        return [self.client.submit(task, *rows, self.layout, *arguments, pure=False) for rows in self.rows]

    def _asked(self, ask: Callable[[], list[Any]]) -> list[Any]:
        """Return the results of futures, in order.

        Dask itself recomputes most results of a lost worker.
        """
        for left in reversed(range(TRIES)):
            asked: list[Any] = []
            try:
                asked = ask()
                return self.client.gather(asked)
            except Exception as error:
                if self.client.status not in ("running", "connecting"):
                    raise RuntimeError("the Dask scheduler is gone, and the fit with it") from error
                if not isinstance(error, LOST):
                    raise
                if not left:
                    raise RuntimeError(f"Dask lost what it was asked {TRIES} times: {error}") from error
                self._regroup = 0
                broken = [future for future in self._held() if future.status == "error"]
                if broken:
                    self.client.retry(broken)
            finally:
                _let_go(asked)
        raise AssertionError("the last try returns or raises")

    def _held(self) -> list[Any]:
        return [*self.shards, *(piece for rows in self.rows for piece in rows if piece is not None)]


def together(pieces: Sequence[Any]) -> Any:
    """Concatenate frames, series, arrays or sparse matrices."""
    if sparse.issparse(pieces[0]):
        return sparse.vstack(pieces, format="csc")
    # Dask's knows categories that only some partitions have.
    return np.concatenate(pieces) if isinstance(pieces[0], np.ndarray) else concat(list(pieces))


def _let_go(futures: list[Any]) -> None:
    """Release futures, which the traceback of an error would keep otherwise."""
    for future in futures:
        future.release()
