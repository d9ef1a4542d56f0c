"""Certificates: the proved quality of a model."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from ._table import table

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True)
class Certificate:
    """The proved quality of a model on its training rows, and the effort of the run.

    Attributes
    ----------
    status : str
        ``optimal``: proved that no other rule (Boolean: no other rule set) is better. ``gap``:
        ended at the requested gap, or at one that could not be closed. ``no_column``: nothing
        better was found, and nothing was proved. ``size``: rules were chosen one by one, as many as
        cross-validation or ``size`` determined. ``edited``: rules were left out or added by hand.
        ``rounded``: the weights were rounded to whole points later; what is said here is about the
        exact ones. ``iteration_limit``, ``time_limit``, ``interrupted``: ended before that.
    objective : float
        The objective of the returned rules: training errors, of the linear program or counted, plus
        their cost.
    lower_bound : float or None
        Proved: no set of the rules that ``over`` names has a smaller objective. None where nothing
        was proved.
    gap : float or None
        ``(objective - lower_bound) / objective``.
    lp_objective : float
        The objective of the last linear program over the rules found.
    over : str
        The rules that ``lower_bound`` is about: ``all rules of at most 3 conditions, with
        intercepts within 30 of the first``. Longer rules may be better.
    scopes : list of (int, float)
        Proved bounds over shorter rules: the most conditions of a rule, and the bound.
    iterations, columns, nodes : int
        Rounds of column generation, rules tried, search nodes. 0 for a model read from a file.
    seconds : dict
        ``total``: in the library's own fit (for a path, of all its models); ``lp``, ``pricing``,
        ``mip``: in linear programs, pricing and integer programs. Empty for a model read from a
        file.
    dropped : tuple of str
        Notes on columns that could not be used.
    """

    status: str
    objective: float
    lower_bound: float | None
    gap: float | None
    lp_objective: float
    over: str = ""
    scopes: list[tuple[int, float]] = field(default_factory=list)
    iterations: int = 0
    columns: int = 0
    nodes: int = 0
    seconds: dict[str, float] = field(default_factory=dict)
    dropped: tuple[str, ...] = ()

    @classmethod
    def of(cls, certificate: dict[str, Any], run: dict[str, Any] | None) -> Certificate:
        """Combine the certificate in a model file with the run, if there was one."""
        if run is None:
            return cls(**certificate)
        seconds = {name: run[f"seconds_{name}"] for name in ("total", "lp", "pricing", "mip")}
        counts = {name: run[name] for name in ("iterations", "columns", "nodes")}
        return cls(**certificate, **counts, seconds=seconds, dropped=tuple(run["dropped"]))

    def to_frame(self) -> pd.DataFrame:
        """Write it as a frame of one line, with a column for each of ``seconds``."""
        fields = {name: value for name, value in vars(self).items() if name not in ("scopes", "seconds", "dropped")}
        seconds = {f"{name}_seconds": value for name, value in self.seconds.items()}
        return table({name: [cell] for name, cell in (fields | seconds | {"dropped": len(self.dropped)}).items()})

    def __str__(self) -> str:
        over = f" over {self.over}" if self.over else ""
        known = self.lower_bound is not None
        bound = f"proved to be at least {self.lower_bound:.6f}{over}" if known else "no bound was proved"
        if self.scopes and not known:
            most = self.scopes[-1][0]
            bound += f" but over rules of at most {most} condition{'' if most == 1 else 's'}"
        gap = "" if self.gap is None else f" (gap {100 * self.gap:.4f}%)"
        return f"{self.status}: objective {self.objective:.6f}; {bound}{gap}"
