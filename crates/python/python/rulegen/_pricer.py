"""Pricers written in Python."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import isnan
from typing import Any

from ._rulegen import PricingProblem, Rule


@dataclass(frozen=True)
class PricingOutcome:
    """The rules and the bound that a pricer returns.

    Attributes
    ----------
    rules : iterable of Rule
        Rules of large gain.
    bound : float or None
        A number that provably no rule's gain exceeds. With a bound the result can be proved
        optimal; a wrong bound leads to wrong proofs.
    """

    rules: Iterable[Rule]
    bound: float | None = None


class Pricer(ABC):
    """A pricer written in Python: a stage of ``pricers`` alongside the built-in ones.

    Implement ``price``. The library computes the gains of rules and leaves out rules that do not
    gain, so a pricer cannot claim too much. An exception that it raises ends the fit. If the size
    is chosen by cross-validation, a pricer is called from several threads.

    Attributes
    ----------
    name : str
        The name of the pricer in ``trace_``; the name of the class, unless you set it.
    exact : bool
        True if it proves bounds. Then rounds have no limit, as with the built-in exact pricers.
        False unless you set it.

    Examples
    --------
    >>> import numpy as np
    >>> from sklearn.datasets import load_iris
    >>> from rulegen import Pricer, RugClassifier
    >>> class Stumps(Pricer):
    ...     def price(self, problem):
    ...         gains = problem.covers @ problem.gains - problem.cost(1)
    ...         gaining = np.flatnonzero(gains > problem.threshold)
    ...         return [problem.rule([literal]) for literal in gaining]
    >>> X, y = load_iris(return_X_y=True)
    >>> model = RugClassifier(pricers=[Stumps(), "tree"]).fit(X, y)
    >>> bool((model.trace_["pricer"] == "Stumps").any())
    True
    """

    name: str = "Pricer"
    exact: bool = False

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        if "name" not in vars(cls):
            cls.name = cls.__name__

    @abstractmethod
    def price(self, problem: PricingProblem) -> Iterable[Rule] | PricingOutcome:
        """Find rules of large gain.

        Parameters
        ----------
        problem : PricingProblem
            The problem to solve: one for each class, round and group of columns that may be
            combined.

        Returns
        -------
        iterable of Rule, or PricingOutcome
            Rules made by ``problem.rule``; an outcome if a bound is proved too.
        """

    def _answer(self, problem: PricingProblem) -> tuple[list[Rule], float | None]:
        """Call ``price`` and validate its result."""
        outcome = self.price(problem)
        if not isinstance(outcome, PricingOutcome):
            outcome = PricingOutcome(outcome)
        if not isinstance(outcome.rules, Iterable):
            raise TypeError(f"the pricer {self.name!r} returned {outcome.rules!r}, which is no list of rules")
        rules = list(outcome.rules)
        if strange := [rule for rule in rules if not isinstance(rule, Rule)]:
            raise TypeError(f"the pricer {self.name!r} returned {strange[0]!r}, which is no rule")
        bound = None if outcome.bound is None else float(outcome.bound)
        if bound is not None and isnan(bound):
            raise ValueError(f"the pricer {self.name!r} returned a bound that is no number")
        return rules, bound


def stages(given: str | Pricer | Sequence[str | Pricer] | None) -> list[str | Pricer] | None:
    """Convert a value of the parameter ``pricers`` to a list of stages."""
    if given is None:
        return None
    if isinstance(given, str):
        return list(given.replace("+", ",").split(","))
    stages: list[str | Pricer] = [given] if isinstance(given, Pricer) else list(given)
    if strange := [stage for stage in stages if not isinstance(stage, str | Pricer)]:
        raise TypeError(f"pricers: {strange[0]!r} is neither the name of a pricer nor a Pricer")
    return stages


def named(stages: Sequence[str | Pricer]) -> str:
    """Write stages as on the command line."""
    return "+".join(stage if isinstance(stage, str) else stage.name for stage in stages)
