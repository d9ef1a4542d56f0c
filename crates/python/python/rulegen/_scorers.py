"""The measures that choose a size: the library's, scikit-learn's scorers, and callables."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from sklearn.metrics import get_scorer, get_scorer_names

from . import _frame, _rulegen

#: The names of scikit-learn's scorers that are measures of the library.
SAME = {
    "balanced_accuracy": "balanced-accuracy",
    "roc_auc": "auc",
    "roc_auc_ovr_weighted": "auc",
    "neg_log_loss": "log-loss",
}
#: The names of the library's measures.
MEASURES = ("accuracy", "balanced-accuracy", "auc", "log-loss", "f1")

#: The columns of ``path_`` beside those of measures.
COLUMNS = ("rules", "conditions", "max_length", "penalty", "certificate", "chosen")

#: A function of an estimator, rows and labels.
Scorer = Callable[[Any, Any, np.ndarray], Any]


def measures_of(choose_by: Any) -> tuple[list[str], list[tuple[str, Scorer]]]:
    """Return the library's names of measures, and the scorers with their names."""
    if choose_by is None:
        return [], []
    given = choose_by
    if isinstance(given, str):
        given = [word.strip() for word in given.replace("+", ",").split(",")]
    given = [given] if callable(given) else given
    if not isinstance(given, Sequence | np.ndarray) or not all(isinstance(of, str) or callable(of) for of in given):
        raise TypeError(
            f"choose_by must be text, a scorer, such as one of make_scorer, or a list of these, or None, "
            f"not {choose_by!r}"
        )
    known, names = set(get_scorer_names()) - set(MEASURES) - set(SAME), []
    scorers: list[tuple[str, Scorer]] = []
    for of in given:
        if isinstance(of, str) and of not in known:
            if of not in MEASURES and of not in SAME:
                raise ValueError(
                    f"choose_by: {of!r} is neither a scorer of scikit-learn nor one of {', '.join(MEASURES)}"
                )
            names.append(SAME.get(of, of))
        else:
            scorers.append((of, get_scorer(of)) if isinstance(of, str) else (_name_of(of), of))
    all_names = [name.replace("-", "_") for name in (*names, *(name for name, _ in scorers))]
    if twice := [name for place, name in enumerate(all_names) if name in all_names[:place]]:
        raise ValueError(f"choose_by has two measures of the name {twice[0]!r}: give one of them another __name__")
    if taken := [name for name in all_names if name in COLUMNS or name.endswith("_se")]:
        raise ValueError(f"choose_by: path_ has other columns named {taken[0]!r}: give the measure another __name__")
    return names, scorers


def _name_of(scorer: Any) -> str:
    """Return the name of a callable. Scorers of scikit-learn have that of their metric."""
    metric = getattr(scorer, "_score_func", scorer)
    return getattr(metric, "__name__", type(metric).__name__)


def over_rows(
    name: str, scorer: Scorer, X: Any, y: np.ndarray, places: np.ndarray, fitted: Callable[[_rulegen.Model], Any]
) -> Callable[[_rulegen.Model, np.ndarray], float]:
    """Return the score of a model on some of the rows; ``places`` are those of the task."""

    def score(model: _rulegen.Model, rows: np.ndarray) -> float:
        held_out = places[rows]
        found = scorer(fitted(model), _frame.rows_of(X, held_out), y[held_out])
        try:
            return float(found)
        except (TypeError, ValueError):
            raise TypeError(f"choose_by: {name} returned {found!r}, which is no number") from None

    return score
