"""Whoever asks the partitions."""

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

from .._inputs import distinct
from .._notes import warn
from . import tasks
from .layout import Layout

#: How often a question is asked whose answers were lost, where Dask itself does not ask again.
TRIES = 3

#: Bytes from which on a request is no part of a task.
LARGE = 1 << 16

#: After so many requests the workers that have the shards are asked for anew: one that was lost has been made up for
#: elsewhere. It takes some milliseconds.
REGROUP = 50


class _NotSentError(Exception):
    """A worker was lost while a request went to it."""


#: What is raised where a task or a connection is lost.
LOST = (distributed.CancelledError, KilledWorker, CommClosedError, _NotSentError)

#: What Dask raises if a worker is lost to which data go; a KeyError if the scheduler has forgotten it meanwhile. Not
#: in ``LOST``, as tasks may raise them for reasons of their own, such as a file that cannot be read.
NOT_SENT = (OSError, TimeoutError, asyncio.TimeoutError, KeyError)


class Workers:
    """Asks the partitions; what the compiled half speaks to."""

    def __init__(self, client: Any, pieces: Sequence[tuple[Any, Any, Any]], layout: Layout) -> None:
        self.client = client
        self.layout = layout
        # One graph, so that what pieces have in common is made once.
        flat = [piece for pieces_of in pieces for piece in pieces_of if piece is not None]
        futures = iter(client.compute(flat))
        self.rows = [tuple(None if piece is None else next(futures) for piece in of) for of in pieces]
        self.shards: list[Any] = []
        #: How many rows have a weight, by themselves and by their class.
        self.counted = 0
        self._weights = np.empty(0)
        self.traffic = {"requests": 0, "bytes_out": 0, "bytes_in": 0}
        self._counting = threading.Lock()
        self._grouped: list[tuple[str, list[Any]]] = []
        self._regroup = 0

    def survey(self, class_weight: Any) -> np.ndarray:
        """Find the labels, and which columns hold words; partitions without rows that count are left out."""
        seen: list[tasks.Seen] = self._asked(lambda: self._of_rows(tasks.survey))
        counts = [len(of.labels) > 0 for of in seen]
        counted = [of for of, counts in zip(seen, counts, strict=True) if counts]
        self.rows = [rows for rows, counts in zip(self.rows, counts, strict=True) if counts]
        if not any(of.rows for of in seen):
            raise ValueError("Found array with 0 sample(s) while a minimum of 1 is required.")
        labels = [of.labels for of in counted]
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
        rows, weights = np.zeros(len(classes), np.int64), np.zeros(len(classes))
        for of in counted:
            places = np.searchsorted(classes, of.labels)
            np.add.at(rows, places, of.counted)
            np.add.at(weights, places, of.weights)
        if factors is not None:
            if (factors < 0).any():
                raise ValueError("class_weight: weights must not be negative")
            weights *= factors
        self.counted = int(rows.sum() if factors is None else rows[factors > 0].sum())
        self._weights = weights
        self.layout = replace(self.layout, words=tuple(found), classes=classes, factors=factors)
        return classes

    @property
    def class_rows(self) -> list[int]:
        """For how many rows those of each class count."""
        if not self._weights.sum() <= 2**53:
            raise ValueError(f"rows weigh {self._weights.sum():g} in all: more than can be counted exactly")
        return [int(of) for of in self._weights]

    def fetch(self) -> tuple[Any, Any, np.ndarray | None]:
        """Fetch the rows that have a weight, their labels and weights, in the order of the partitions."""
        pieces = self._asked(lambda: self._of_rows(tasks.read))
        with self._counting:
            self.traffic["bytes_in"] += sum(dask.sizeof.sizeof(of) for piece in pieces for of in piece)
        rows, labels, weights = zip(*pieces, strict=True)
        return together(rows), together(labels), None if weights[0] is None else np.concatenate(weights)

    def summaries(self, question: bytes) -> list[bytes]:
        """What is in each partition, as far as it is asked."""
        return self._asked(lambda: self._of_rows(tasks.summary, self.class_rows, question))

    def code(self, coding: bytes) -> None:
        """Make a shard of each partition; from then on the rows as they were may go."""
        self.shards = self._of_rows(tasks.code, coding)
        self._asked(lambda: self.client.map(tasks.is_there, self.shards, pure=False))
        self.rows = []

    def answers(self, request: bytes) -> list[bytes]:
        """What the shards answer: those for a thread of a worker together. Several threads may call it at once."""
        # Held until all have answered: the scheduler may hear that it is no longer needed before it hears of the tasks.
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
        """Shards by the worker that has them, in as many groups as it has threads. Lost ones come to be elsewhere."""
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
        """Let go of what the cluster holds."""
        _let_go(self._held())
        self.rows, self.shards, self._grouped = [], [], []

    def _sent(self, request: bytes) -> Any:
        """A request as an argument of tasks: large ones go to the workers once, and not with each task."""
        if len(request) <= LARGE:
            return request
        try:
            return self.client.scatter(request, hash=False)
        except NOT_SENT as error:
            raise _NotSentError(str(error)) from error

    def _of_rows(self, task: Callable[..., Any], *arguments: Any) -> list[Any]:
        """Futures of a task for every partition."""
        return [self.client.submit(task, *rows, self.layout, *arguments, pure=False) for rows in self.rows]

    def _asked(self, ask: Callable[[], list[Any]]) -> list[Any]:
        """The results of futures, in their order. What a lost worker had Dask makes again by itself, up to a point."""
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
    """Frames, series, arrays or sparse matrices one after the other."""
    if sparse.issparse(pieces[0]):
        return sparse.vstack(pieces, format="csc")
    # Dask's knows categories that only some partitions have.
    return np.concatenate(pieces) if isinstance(pieces[0], np.ndarray) else concat(list(pieces))


def _let_go(futures: list[Any]) -> None:
    """Free what futures are of. The client keeps an error, whose traceback keeps futures: they would stay with it."""
    for future in futures:
        future.release()
