"""A bar over the rounds of column generation."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

Each = Callable[[int, float, "float | None", int], None]


@contextmanager
def progress(verbose: int | bool, rounds: int | None) -> Iterator[Each | None]:
    """A function to call after every round, or None if nothing is to be shown.

    ``tqdm.auto`` draws it, in a terminal and in a notebook; without tqdm a line is rewritten on
    standard error.
    """
    if not verbose:
        yield None
        return
    try:
        from tqdm.auto import tqdm
    except ImportError:
        yield _line
        print(file=sys.stderr)
        return
    with tqdm(total=rounds, unit="round", desc="rulegen") as bar:

        def each(iteration: int, objective: float, bound: float | None, columns: int) -> None:
            bar.set_postfix_str(_said(objective, bound, columns), refresh=False)
            bar.update(1)

        yield each


def _line(iteration: int, objective: float, bound: float | None, columns: int) -> None:
    print(f"\rround {iteration}: {_said(objective, bound, columns)}", end="", file=sys.stderr, flush=True)


def _said(objective: float, bound: float | None, columns: int) -> str:
    proved = "" if bound is None else f", bound {bound:.4f}"
    return f"objective {objective:.4f}{proved}, {columns} rules tried"
