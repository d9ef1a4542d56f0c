"""Checks of parameters before a fit, whose errors name the parameter and its value."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from numbers import Integral, Real
from typing import Any

import numpy as np

from . import _rulegen

#: The types of a parameter of each kind in the library's table, with words for them. Kinds that
#: are not here take several forms in Python, or any text.
KINDS: dict[str, tuple[tuple[type, ...], str]] = {
    "number": ((Real,), "a number"),
    "seconds": ((Real,), "a number of seconds"),
    "count": ((Integral,), "a whole number"),
    "flag": ((bool, np.bool_), "True or False"),
}

#: Parameters that take other forms in Python than their kinds say.
OTHER_FORMS = {"class_weight", "random_state", "error_costs", "cv", "choose_by"}
#: Parameters of words that take numbers too.
ANYTHING = {"size", "pos_label"}


def check_parameters(parameters: Mapping[str, Any], method: str) -> None:
    """Raise ``TypeError`` or ``ValueError`` for the first parameter that has no possible value.

    The compiled module checks ranges and names of choices; this checks what has no form there.
    """
    for known in _rulegen.parameters(method):
        if known["name"] in parameters and known["name"] not in OTHER_FORMS:
            _check(known, parameters[known["name"]])
    gap = parameters["gap"]
    if gap >= 1:
        raise ValueError(f"gap must be below 1, not {gap!r}: it is relative, so 0.01 is one percent")
    weight = parameters["class_weight"]
    if not (weight is None or isinstance(weight, Mapping) or (isinstance(weight, str) and weight == "balanced")):
        raise ValueError(f"class_weight must be 'balanced', a dict of labels and factors, or None, not {weight!r}")
    for label, factor in weight.items() if isinstance(weight, Mapping) else ():
        if not (_is_a(factor, (Real,)) and 0 <= factor < np.inf):
            raise ValueError(f"class_weight: the factor of {label!r} must be a number of at least 0, not {factor!r}")
    seed = parameters["random_state"]
    if isinstance(seed, Integral) and seed < 0:
        raise ValueError(f"random_state must be at least 0, not {seed}")
    costs = parameters.get("error_costs")
    if not (costs is None or isinstance(costs, str) or _are_numbers(costs, 2)):
        raise ValueError(f"error_costs must be a pair of numbers, such as (5, 1), not {costs!r}")
    jobs = parameters["n_jobs"]
    if not (jobs is None or _is_a(jobs, (Integral,))):
        raise TypeError(f"n_jobs must be a whole number, such as -1 for all threads, or None, not {jobs!r}")
    verbose = parameters["verbose"]
    if not isinstance(verbose, Integral) or verbose < 0:
        raise ValueError(f"verbose must be a whole number of at least 0, True or False, not {verbose!r}")
    cuts = parameters["target_cut"]
    if not (cuts is None or (_is_list(cuts) and len(cuts) > 0 and _are_numbers(cuts, len(cuts)))):
        raise TypeError(f"target_cut must be a list of numbers, such as [10, 20], or None, not {cuts!r}")
    names = parameters["feature_names"]
    if not (names is None or (_is_list(names) and all(isinstance(name, str) for name in names))):
        raise TypeError(f"feature_names must be a list of names, one for each column, or None, not {names!r}")


def check_cv(cv: Any, usual: int, rows: int) -> None:
    """Refuse what makes no folds, and more folds than rows.

    Few rows have the ``usual`` number of folds too.
    """
    splits = hasattr(cv, "split") or isinstance(cv, Iterable)
    if splits and not isinstance(cv, str):
        return
    if not _is_a(cv, (Integral,)):
        raise TypeError(f"cv must be a whole number, a splitter, or pairs of rows, not {cv!r}")
    _check_count("cv", int(cv), ["at least 2"])
    if int(cv) > max(rows, usual):
        raise ValueError(f"cv must be at most the number of rows, which is {rows}, not {cv}")


def _check(known: dict[str, Any], value: Any) -> None:
    name, kind = known["name"], known["kind"]
    if value is None and (known["default"] is None or name == "max_depth"):
        return
    if kind in KINDS:
        types, words = KINDS[kind]
        if not _is_a(value, types):
            raise TypeError(f"{name} must be {words}{_or_none(known)}, not {value!r}")
        if kind == "count":
            _check_count(name, value, known["ranges"] or ["at least 0"])
    elif kind == "choice" and not isinstance(value, str):
        choices = ", ".join(word for word, _ in known["choices"])
        raise TypeError(f"{name} must be one of {choices}{_or_none(known)}, not {value!r}")
    elif name == "constraint" and all(value != word for word, _ in known["choices"]):
        raise ValueError(f"constraint must be one of {', '.join(w for w, _ in known['choices'])}, not {value!r}")
    elif kind == "word" and name not in ANYTHING and not isinstance(value, str):
        raise TypeError(f"{name} must be text, such as {known['default']!r}, not {value!r}")
    elif kind == "words" and name != "pricers" and not _are_words(value):
        raise TypeError(f"{name} must be text, or a list of texts{_or_none(known)}, not {value!r}")


def _check_count(name: str, value: int, ranges: list[str]) -> None:
    """Refuse a whole number outside of the ranges of the table, as far as they are in its words."""
    for words in ranges:
        found = re.fullmatch(r"at least (\d+)|from (\d+) to (\d+)", words)
        if found is None:
            continue
        least, most = int(found[1] or found[2]), int(found[3]) if found[3] else None
        if value < least or (most is not None and value > most):
            raise ValueError(f"{name} must be {words}, not {value}")


def _is_a(value: Any, types: tuple[type, ...]) -> bool:
    """Return True for a value of these types. True and False are no numbers here."""
    return isinstance(value, types) and (bool in types or not isinstance(value, bool | np.bool_))


def _is_list(value: Any) -> bool:
    lists = isinstance(value, Sequence | np.ndarray | set | frozenset) or hasattr(value, "to_numpy")
    return lists and not isinstance(value, str)


def _are_words(value: Any) -> bool:
    return isinstance(value, str) or (_is_list(value) and all(isinstance(word, str) for word in value))


def _are_numbers(value: Any, n: int) -> bool:
    return _is_list(value) and len(value) == n and all(_is_a(number, (Real,)) for number in value)


def _or_none(known: dict[str, Any]) -> str:
    return ", or None" if known["default"] is None or known["name"] == "max_depth" else ""
