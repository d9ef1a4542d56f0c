"""Reports, counterfactuals, and differences between models."""

from __future__ import annotations

import csv
import io
import json
import os
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

from . import _frame, _rulegen
from ._files import written
from ._fitted import Fitted, fitted
from ._table import table_of_lines

if TYPE_CHECKING:
    import pandas as pd

#: The fields of a certificate that a model file holds.
CERTIFICATE = ("status", "objective", "lp_objective", "lower_bound")


def _positions(held_out: Any, rows: int) -> list[int]:
    """Convert held-out rows to positions; they may be given as True and False for each row."""
    held_out = np.asarray(held_out)
    if held_out.dtype == bool:
        if held_out.shape != (rows,):
            raise ValueError(f"held_out has {held_out.size} marks, and there are {rows} rows")
        return np.flatnonzero(held_out).tolist()
    if held_out.dtype.kind not in "iu" or held_out.ndim != 1 or (held_out < 0).any():
        raise ValueError("held_out: positions of rows from 0, or True or False for each row, are needed")
    return held_out.tolist()


class Studies(Fitted):
    """The command line's ``report`` and ``explain`` for a fitted model."""

    def report(
        self, X: Any, y: Any, path: str | os.PathLike[str] | None = None, held_out: Any = None,
        sensitive_features: Any = None, model_name: str = "model", data_name: str = "data", samples: int = 10_000,
        seed: int = 0,
    ) -> str | None:  # fmt: skip
        """Write the report to ``path``, one HTML page that needs no network.

        It shows the rules with their figures, errors, calibration, overlap, the course of the run,
        and the rows themselves for inspection.

        Parameters
        ----------
        X, y, sensitive_features
            Rows to measure on, as in ``fit``; groups are compared.
        path : str or path, optional
            Where to write the page; without it the page is returned.
        held_out : array, optional
            Which rows the model was not fitted to: True or False for each, or their positions.
            Rules, errors, calibration and fairness are measured on these.
        model_name, data_name : str
            The names of the model and of the data on the page.
        samples : int
            The most rows put in the page.
        seed : int
            The seed for choosing these rows.

        Returns
        -------
        str or None
            The page, if there is no path.
        """
        if isinstance(X, str | os.PathLike):
            raise TypeError(f"the path comes after the rows and labels: report(X, y, {os.fspath(X)!r})")
        model = self._fitted()._model
        for name, value in (("samples", samples), ("seed", seed)):
            if value < 0:
                raise ValueError(f"{name} must be at least 0, not {value}")
        groups = None if sensitive_features is None else self._groups(X, sensitive_features)
        X = self._validated(X, reset=False)
        held_out = None if held_out is None else _positions(held_out, X.shape[0])
        page = _rulegen.report(
            model,
            self._frame_of(X, _rulegen.report_columns(model)),
            self._label_indices(y),
            (model_name, data_name),
            held_out,
            groups,
            self._trace_csv(),
            self._front_json(),
            samples,
            seed,
        )
        return written(page, path)

    def counterfactuals(
        self, X: Any, fixed: Iterable[str] = (), to: Any = None, allow_missing: bool = False, most: int = 3,
        work: int = 2_000_000,
    ) -> pd.DataFrame:  # fmt: skip
        """Find the nearest changes to each row that change its prediction.

        A change is nearer than another if it changes fewer columns or, if they change equally many,
        if it changes the truth of fewer conditions of the model.

        Parameters
        ----------
        X : as in ``fit``, of shape (n_samples, n_features)
            The rows; there is one search per row, so pass few.
        fixed : iterable of str
            Columns that cannot change, such as age.
        to : label, optional
            The desired class; by default any other than the present one.
        allow_missing : bool
            True if a cell may become missing.
        most : int
            The most changes for each row.
        work : int
            The most steps of the search for a row; each looks at all rules once.

        Returns
        -------
        pandas.DataFrame
            One line for each column that a change changes: ``row`` (as in ``explain``), ``change``
            (from 1, the nearest first), ``prediction`` after it, ``conditions`` of the model whose
            truth changes, ``column``, ``from``, ``to`` (a value that does it), ``words`` (with all
            values that do), and ``proof``: ``nearest``; ``fewest_columns``, if not all changes of
            as few columns were examined; ``impossible``; ``at_least k``, if no change of fewer than
            k columns works and the search ended there; ``nothing_to_change``. A row without a
            change has one line.
        """
        model = self._fitted()._model
        X = self._validated(X, reset=False)
        labels, frame = _frame.row_labels(X), self._frame_of(X, model.used)
        wanted = None if to is None else self._index_of(to)
        fixed = [fixed] if isinstance(fixed, str) else list(fixed)
        columns, known = self._column_names(), {name for name, _ in model.features}
        if unknown := [name for name in fixed if name not in (*columns, *known, *self._apart)]:
            raise ValueError(f"fixed: there is no column {unknown[0]!r}")
        # Columns that the model does not know stay as they are.
        fixed = [name for name in fixed if name in known]
        for name, value in (("most", most), ("work", work)):
            if value < 1:
                raise ValueError(f"{name} must be at least 1, not {value}")
        names = model.classes
        lines: list[tuple[Any, ...]] = []
        for row in range(X.shape[0]):
            found = json.loads(_rulegen.counterfactuals(model, frame, row, fixed, wanted, allow_missing, most, work))
            proof = found["proof"]
            proof = proof if isinstance(proof, str) else f"at_least {proof['at_least']}"
            for number, change in enumerate(found["changes"], 1):
                after = self._classes_of(np.array([names.index(change["prediction"])]))[0]
                for column in change["columns"]:
                    cells = (column["column"], column["from"], column["example"], column["words"])
                    lines.append((labels[row], number, after, change["conditions"], *cells, proof))
            if not found["changes"]:
                lines.append((labels[row], *(None,) * 7, proof))
        header = ["row", "change", "prediction", "conditions", "column", "from", "to", "words", "proof"]
        return table_of_lines(lines, header, {"change": int, "conditions": int})

    def _trace_csv(self) -> str | None:
        """The rounds of the fit, as ``--trace`` writes them."""
        rounds = getattr(self, "_rounds", {})
        if not any(rounds.values()):
            return None
        text = io.StringIO()
        writer = csv.writer(text, lineterminator="\n")
        writer.writerows([rounds, *zip(*rounds.values(), strict=True)])
        return text.getvalue()

    def _front_json(self) -> str | None:
        """The models of other sizes, as ``--front`` writes them."""
        front = getattr(self, "_front", None)
        if front is None:
            return None
        models = [json.loads(model.to_json()) for model in front["models"]]
        rows = [{**row, "model": model} for row, model in zip(front["rows"], models, strict=True)]
        for row in rows:
            if "certificate" in row:  # Its gap follows from the rest.
                row["certificate"] = {name: row["certificate"][name] for name in CERTIFICATE}
        about = {f"front_{name}": front[name] for name in ("measures", "folds", "divisions", "choice")}
        return json.dumps({"front": rows, **about})

    def _index_of(self, label: Any) -> int:
        """The model's index of a class."""
        classes = self.classes_.tolist()
        # True is 1 in Python, and no class of a model of 0 and 1.
        found = [place for place, known in enumerate(classes) if known == label and type(known) is type(label)]
        if not found and isinstance(label, np.generic):
            return self._index_of(label.item())
        if not found:
            raise ValueError(f"to: {label!r} is not one of the classes {classes}")
        return int(self._order()[found[0]])


@dataclass(frozen=True)
class Diff:
    """The differences between two models.

    Attributes
    ----------
    rules : pandas.DataFrame
        The rules that differ: ``change`` (``went``: only in the first; ``came``: only in the
        second; ``weight``: in both with different weights), ``conditions``, ``class``,
        ``weight_before``, ``weight_after``.
    same : int
        The number of rules that are the same in both, including the weight.
    other : dict
        Further differences as pairs of before and after: ``target``, ``loss``, ``before_any_rule``,
        ``default`` (if no rule applies), and ``first_tree_differs``.
    predictions : pandas.DataFrame or None
        The number of ``rows`` of each class ``before``, by the first model, and ``after``, by the
        second, as text, if rows were given.
    disagree : int or None
        The number of rows on which the models disagree, if rows were given.
    """

    rules: pd.DataFrame
    same: int
    other: dict[str, Any] = field(default_factory=dict)
    predictions: pd.DataFrame | None = None
    disagree: int | None = None

    def __bool__(self) -> bool:
        """Return True if anything differs."""
        return bool(len(self.rules) or self.other)


def diff(before: Any, after: Any, X: Any = None) -> Diff:
    """Compare two fitted models, as ``rulegen diff`` does.

    Rules are the same if they have the same conditions on raw values and vote for a class of the
    same name; weights are the same if they differ by no more than the accuracy of linear programs.

    Parameters
    ----------
    before, after : fitted estimators
    X : as in ``fit``, of shape (n_samples, n_features), optional
        Rows to compare predictions on.

    Examples
    --------
    >>> from sklearn.datasets import load_iris
    >>> from rulegen import RugClassifier, diff
    >>> X, y = load_iris(return_X_y=True)
    >>> differ = diff(RugClassifier(max_depth=1).fit(X, y), RugClassifier(max_depth=2).fit(X, y), X)
    >>> sorted(set(differ.rules["change"]))
    ['came', 'went']
    """
    found = json.loads(_rulegen.diff(fitted(before)._model, fitted(after)._model))["rules"]

    def line(change: str, rule: dict[str, Any], was: float | None, now: float | None) -> tuple[Any, ...]:
        return change, " and ".join(rule["conditions"]), rule["class"], was, now

    lines = [line("went", rule, rule["weight"], None) for rule in found["went"]]
    lines += [line("came", rule, None, rule["weight"]) for rule in found["came"]]
    lines += [line("weight", rule, rule["weight_before"], rule["weight"]) for rule in found["changed"]]
    header = ["change", "conditions", "class", "weight_before", "weight_after"]
    rules = table_of_lines(lines, header, {"weight_before": float, "weight_after": float})
    pairs = ("target", "loss", "before_any_rule", "default")
    other: dict[str, Any] = {name: tuple(found[name]) for name in pairs if found[name] is not None}
    if found["first_tree_differs"]:
        other["first_tree_differs"] = True
    if X is None:
        return Diff(rules, found["same"], other)
    classes = [[_frame.text(label) for label in model.predict(X)] for model in (before, after)]
    counts = Counter(zip(*classes, strict=True))
    pairs_of_classes = [(*pair, rows) for pair, rows in sorted(counts.items())]
    disagree = sum(rows for was, now, rows in pairs_of_classes if was != now)
    return Diff(rules, found["same"], other, table_of_lines(pairs_of_classes, ["before", "after", "rows"]), disagree)
