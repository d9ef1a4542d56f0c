"""Validation of rows, labels, weights and parameters, as scikit-learn does it."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from copy import copy
from itertools import combinations
from numbers import Integral
from os import PathLike
from pathlib import Path
from typing import Any

import numpy as np
from sklearn.base import BaseEstimator
from sklearn.utils import check_array, check_consistent_length, check_random_state, column_or_1d
from sklearn.utils.multiclass import check_classification_targets
from sklearn.utils.validation import _check_sample_weight, validate_data

from . import _frame, _rulegen
from ._cells import factorized, first_missing
from ._checks import check_cv, check_parameters
from ._columns import all_named, all_there, named
from ._cv import splits_of
from ._ensemble import is_ensemble, rules_from_ensemble
from ._notes import warn
from ._pricer import stages
from ._scorers import measures_of, over_rows

#: Stands for ``max_depth=None``: no tree is this deep.
DEEPEST = 1_000_000


class Inputs(BaseEstimator):
    """Validates the inputs of an estimator, and converts them for the compiled module."""

    _method: str
    _model: _rulegen.Model
    #: The columns of frames that are no features: those that rows were grouped by in the fit.
    _apart: Sequence[str] = ()

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.sparse = True
        tags.input_tags.allow_nan = True
        tags.input_tags.string = True
        tags.input_tags.categorical = True
        return tags

    def _validated(self, X: Any, reset: bool) -> Any:
        """Validate X as scikit-learn does, and return an array, a sparse matrix or a frame."""
        X = _frame.without(_frame.eager(_frame.with_types(X), "X"), self._apart)
        by_name = getattr(self, "_by_name", False) and not reset
        if not _frame.is_frame(X):
            forms = {"accept_sparse": "csc", "dtype": None, "ensure_all_finite": "allow-nan"}
            return check_array(X, **forms) if by_name else validate_data(self, X, reset=reset, **forms)
        if by_name:
            return X
        if _frame.is_pandas(X) and X.columns.has_duplicates:
            raise ValueError(f"two columns have the name {X.columns[X.columns.duplicated()][0]!r}")
        X = validate_data(self, X, reset=reset, skip_check_array=True)
        for size, what in zip(X.shape, ("sample", "feature"), strict=True):
            if size == 0:
                raise ValueError(f"Found array with 0 {what}(s) (shape={X.shape}) while a minimum of 1 is required.")
        return X

    def _labels(self, y: Any, classes: bool = True) -> np.ndarray:
        """Validate labels: ``classes``, or numbers to cut."""
        if y is None:
            raise ValueError(f"This {type(self).__name__} estimator requires y to be passed, but the target y is None.")
        objects = np.asarray(y)
        if objects.dtype.kind == "S" or (objects.size and isinstance(objects.flat[0], bytes)):
            raise ValueError(f"y holds bytes, such as {objects.flat[0]!r}: decode them to text")
        if objects.dtype.kind == "O" and (row := first_missing(objects.ravel())) is not None:
            raise ValueError(f"y has missing labels, the first in row {row} (from 0): leave such rows out")
        y = check_array(y, ensure_2d=False, dtype=None, input_name="y", ensure_min_samples=0)
        y = column_or_1d(y, warn=True)
        # The check below sorts all labels. Words are always classes and need none.
        if not classes or y.dtype.kind in "US":
            return y
        text = np.array([isinstance(label, str) for label in y] if y.dtype.kind == "O" else [False], bool)
        if not text.all():
            if text.any():
                raise ValueError(f"y has text such as {y[text][0]!r} and others such as {y[~text][0]!r}: make all text")
            try:
                check_classification_targets(y)
            except ValueError as error:
                raise ValueError(f"{error} target_cut=[A, B] cuts a number into classes.") from None
        return y

    def _labels_in(self, y: Any, cuts: list[float], classes: Sequence[str]) -> np.ndarray:
        """Validate labels, and name the classes of numbers that are to be cut. Names may stay."""
        if not cuts:
            return self._labels(y)
        y = self._labels(y, classes=False)
        if set(distinct(y)[0].tolist()) <= set(classes):
            return y
        return np.array(classes)[_rulegen.cut_labels(_frame.read_labels("y", y), cuts, classes)]

    def _names(self, X: Any) -> list[str]:
        """Return the names of the columns: those of the fit or of the frame, else x0, x1, ..."""
        if getattr(self, "_by_name", False):
            return self._names_by_model(X)
        # Explainers set the names to None to give arrays.
        if getattr(self, "feature_names_in_", None) is not None:
            return list(self.feature_names_in_)
        known = getattr(self, "_names_in", None)
        if _frame.is_frame(X):
            names = _frame.column_names(X)
            # As in scikit-learn, columns count by position after a fit to columns without names.
            return known if known and not set(known) <= set(names) else names
        return known or self._names_of_array(X.shape[1])

    def _names_of_array(self, n: int) -> list[str]:
        """Return the names of the columns of an array: ``feature_names``, else x0, x1, ..."""
        if self.feature_names is None:
            return _frame.default_names(n)
        names = list(self.feature_names)
        if len(names) != n:
            raise ValueError(f"feature_names has {len(names)} names, and X has {n} columns")
        if len(set(names)) < n:
            raise ValueError("feature_names has a name twice")
        return names

    def _column_names(self) -> list[str]:
        """Return the names of the columns of the fit, or those that a model from a file knows."""
        return getattr(self, "_names_in", None) or [name for name, _ in self._model.features]

    def _groups(self, X: Any, given: Any, argument: str = "sensitive_features") -> _rulegen.Frame:
        """Return the groups of the rows, which columns of the frame ``X`` may be."""
        X = _frame.eager(X, "X")
        if named := _grouping(X, given, argument):
            return _frame.read(X, _frame.column_names(X), only=named)
        return _frame.read_groups(given, X.shape[0] if hasattr(X, "shape") else len(X), argument)

    def _names_by_model(self, X: Any) -> list[str]:
        """Return the names of the columns of ``X`` for a model that was read from a file."""
        if _frame.is_frame(X):
            return _frame.column_names(X)
        return _frame.names_by_model([name for name, _ in self._model.features], self._model.used, X.shape[1])

    def _task(
        self, X: Any, y: Any, sample_weight: Any, sensitive: Any, together: Any = None,
        tell: Callable[[str], None] = warn,
    ) -> tuple[_rulegen.Task, np.ndarray]:  # fmt: skip
        """Return the validated task, and the labels of the rows that have a weight.

        ``tell`` is called with notes on the data.
        """
        target = y.name if isinstance(getattr(y, "name", None), str) else "target"
        check_parameters(self.get_params(deep=False), self._method)
        for of_file in ("_by_name", "_model_labels"):
            self.__dict__.pop(of_file, None)
        data = _frame.eager(X, "X")
        self._apart = [*_grouping(data, sensitive), *_grouping(data, together, "groups")]
        X = self._validated(data, reset=True)
        self._names_in: list[str] = []
        self._names_in = names = self._names(X)
        if _frame.is_frame(X) and self.feature_names is not None and list(self.feature_names) != names:
            raise ValueError(f"feature_names are for arrays: X has names of its own, such as {names[0]!r}")
        y, cuts = self._labels(y, classes=self.target_cut is None), cuts_of(self.target_cut)
        check_consistent_length(X, y)
        numbers = _frame.read_labels(target, y) if cuts else None
        if numbers is not None:
            ranges = _rulegen.range_names(cuts)
            y = np.array(ranges)[_rulegen.cut_labels(numbers, cuts, ranges)]
            check_ranges(ranges, distinct(y)[0])
        if isinstance(sample_weight, str):
            raise TypeError(f"sample_weight must be a number for each row, such as X[{sample_weight!r}], not text")
        weights = None if sample_weight is None else _check_sample_weight(sample_weight, X, dtype=np.float64)
        if weights is not None and (weights < 0).any():
            raise ValueError("Negative values in data passed to `sample_weight`")
        counted = np.ones(len(y), bool) if weights is None else weights > 0
        rows = int(counted.sum())
        if self.min_cover is not None and self.min_cover > max(rows, 0 if weights is None else weights.sum()):
            tell(f"min_cover={self.min_cover} is more than the {rows} rows, so no rule can be found")
        settings = self._settings(names)
        target = self._target(target, names, tell)
        groups = None if sensitive is None else self._groups(data, sensitive)
        if groups is None and settings["constraint"] is not None:
            raise ValueError(f"constraint={settings['constraint']!r} needs sensitive_features in fit")
        blocks = None if together is None else self._groups(data, together, "groups")
        splits = None
        if "cv" in self.get_params(deep=False):
            check_cv(self.cv, type(self)().cv, rows)
            splits = splits_of(self.cv, X, y, _frame.cells(data, together), counted)
        classes, inverse = distinct(y)
        present = np.unique(inverse[counted])
        if len(present) < 2:
            only = f"only one class: {classes[present[0]]}" if len(present) else "no class"
            raise ValueError(f"Rules need at least two classes to tell apart, and the data hold {only}")
        # 1 is True here, as in scikit-learn.
        if (equal := next((label for label in classes.tolist() if label == self.pos_label), None)) is not None:
            settings["pos_label"] = _frame.text(equal)
        weights = self._with_class_weight(weights, classes, inverse)
        words = [_frame.text(label) for label in classes]
        if len(set(words)) < len(words):
            raise ValueError("two labels are written alike")
        labels = _rulegen.Frame.from_columns([(target, (inverse.astype(np.int32), words))], len(y))
        categorical = all_there("categorical_features", self.categorical_features, names)
        frame = _frame.read(X, names, categorical, doubt=tell)
        _frame.read_dates(frame, [*categorical, *_frame.categories(X)], tell)
        rest = {
            "target": target,
            "labels": labels if numbers is None else numbers,
            "cuts": cuts,
            "weights": None if weights is None else _frame.aligned(weights),
            "sensitive": groups,
            # Given folds decide alone which rows stay together.
            "blocks": blocks if splits is None else None,
            "splits": splits,
            "scorers": self._scorers(X, y, np.flatnonzero(counted), classes[present]),
        }
        task = _rulegen.Task(self._method, settings, frame, rest)
        if task.note is not None:
            tell(task.note)
        return task, classes[present]

    def _target(self, name: str, features: Sequence[str], tell: Callable[[str], None]) -> str:
        """Return the name of the target, which is that of no feature."""
        if name in features:
            tell(f"y has the name of the column {name!r} of X, a feature: if it holds the labels, leave it out of X")
            name = "target"
        while name in features:
            name += "_"
        return name

    def _held_out(self, X: Any, y: Any, task: _rulegen.Task) -> tuple[_rulegen.Frame, np.ndarray, list[str]]:
        """Return rows to measure on and their labels with words, after a task was made."""
        X = self._validated(X, reset=False)
        names = self._names(X)
        frame = _frame.read(X, names, all_there("categorical_features", self.categorical_features, names))
        labels, inverse = distinct(self._labels_in(y, cuts_of(self.target_cut), task.classes))
        return frame, inverse.astype(np.int64), [_frame.text(label) for label in labels]

    def _scorers(self, X: Any, y: np.ndarray, places: np.ndarray, classes: np.ndarray) -> list[tuple[str, Any]]:
        """Return the measures of ``choose_by`` that are callables, over rows of the task."""

        def fitted(model: _rulegen.Model) -> Any:
            other = copy(self)
            other._take_model(model, classes)
            return other

        scorers = measures_of(self.get_params(deep=False).get("choose_by"))[1]
        return [(name, over_rows(name, scorer, X, y, places, fitted)) for name, scorer in scorers]

    def _with_class_weight(
        self, weights: np.ndarray | None, classes: np.ndarray, inverse: np.ndarray
    ) -> np.ndarray | None:
        if not isinstance(self.class_weight, dict):
            return weights
        if unknown := [label for label in self.class_weight if label not in classes]:
            raise ValueError(f"class_weight: {unknown[0]!r} is not a class of the data")
        factors = np.array([float(self.class_weight.get(label, 1.0)) for label in classes.tolist()])
        return factors[inverse] * (1.0 if weights is None else weights)

    def _settings(self, names: Sequence[str] = ()) -> dict[str, Any]:
        """Convert the parameters for the compiled module, given the names of the columns."""
        settings = self.get_params(deep=False)
        for name in ("categorical_features", "target_cut", "feature_names", "verbose", "n_jobs"):
            settings.pop(name)
        settings["pricers"] = stages(settings["pricers"])
        if settings.get("choose_by") is not None:
            names, scorers = measures_of(settings["choose_by"])
            # The task has the scorers. With them no measure of the library is the default.
            settings["choose_by"] = None if scorers and not names else names
        if not isinstance(settings.get("cv", 0), Integral):
            settings.pop("cv")  # The task has the folds.
        if settings.get("size") is not None:
            settings["size"] = str(settings["size"])
        if settings["pool"] is not None:
            settings["pool"] = model_text(settings["pool"])
        if settings["must_have"] is not None:
            settings["must_have"] = _required(settings["must_have"])
        if not isinstance(settings.get("error_costs"), str | None):
            settings["error_costs"] = ",".join(str(float(cost)) for cost in settings["error_costs"])
        start = settings["start"]
        if start not in (None, "none", "tree"):
            if isinstance(start, str) and not start.lstrip().startswith("{") and not Path(start).exists():
                raise ValueError(f"start must be 'none', 'tree', a model or the path of a model file, not {start!r}")
            settings["start"] = model_text(start)
        if settings["class_weight"] is None or isinstance(settings["class_weight"], dict):
            settings["class_weight"] = "rows"
        if settings["pos_label"] is not None:
            settings["pos_label"] = _frame.text(settings["pos_label"])
        if settings.get("max_depth", 1) is None:
            settings["max_depth"] = DEEPEST
        if "forbid" in settings:
            settings["forbid"] = all_named("forbid", settings["forbid"], names)
        settings["keep"] = all_there("keep", settings["keep"], names)
        settings["monotonic_cst"] = _trends(settings["monotonic_cst"], names)
        settings["interaction_cst"] = _together(settings["interaction_cst"], names)
        seed = self.random_state
        if not isinstance(seed, int | np.integer):
            try:
                seed = check_random_state(seed).randint(2**31 - 1)
            except ValueError as error:
                raise ValueError(f"random_state must be a whole number, a RandomState or None, not {seed!r}") from error
        settings["random_state"] = int(seed)
        return settings


def _grouping(data: Any, given: Any, argument: str = "sensitive_features") -> list[str]:
    """Return the columns of a frame that groups are given by. There are none if they are cells."""
    named = [given] if isinstance(given, str) else given
    names = _frame.column_names(data) if _frame.is_frame(data) else []
    if isinstance(named, list | tuple) and 0 < len(named) <= len(names) and all(name in names for name in named):
        return list(named)
    if isinstance(given, str):
        raise ValueError(f"{argument}: there is no column {given!r}")
    return []


def _trends(monotonic_cst: Any, names: Sequence[str]) -> list[str]:
    """Write columns and signs as on the command line: ``income:+``."""
    if monotonic_cst is None:
        return []
    if not isinstance(monotonic_cst, Mapping):
        marks = None if isinstance(monotonic_cst, str) else list(monotonic_cst)
        if marks is None or not all(isinstance(mark, Integral) for mark in marks):
            raise ValueError(
                f"monotonic_cst: a dict of columns and signs is needed, such as {{'income': '+'}}, or 1, 0 or -1 for "
                f"each column, not {monotonic_cst!r}"
            )
        if len(marks) != len(names):
            raise ValueError(f"monotonic_cst has {len(marks)} marks, and X has {len(names)} columns")
        monotonic_cst = dict(enumerate(marks))
    signs = {1: "+", -1: "-"}
    for column, sign in monotonic_cst.items():
        if sign not in (1, 0, -1, "+", "-"):
            raise ValueError(f"monotonic_cst: the sign of {column!r} must be '+', '-', 1, 0 or -1, not {sign!r}")
    trends = {named("monotonic_cst", column, names): sign for column, sign in monotonic_cst.items()}
    return [f"{column}:{signs.get(sign, sign)}" for column, sign in trends.items() if sign != 0]


def _together(interaction_cst: Any, names: Sequence[str]) -> list[str]:
    """Write groups of columns as on the command line: JSON lists."""
    if interaction_cst is None:
        return []
    sizes = {"no_interactions": 1, "pairwise": 2}
    if isinstance(interaction_cst, str) and interaction_cst in sizes:
        groups: list[Any] = list(combinations(names, min(sizes[interaction_cst], len(names))))
    else:
        groups = [interaction_cst] if isinstance(interaction_cst, str) else list(interaction_cst)
    if not all(isinstance(group, Iterable) and not isinstance(group, str) for group in groups):
        raise ValueError(
            f"interaction_cst: pairwise, no_interactions or a list of lists of columns is needed, such as "
            f"[['age', 'income'], ['debt']], not {interaction_cst!r}"
        )
    return [json.dumps(all_named("interaction_cst", group, names)) for group in groups]


def _required(rules: Any) -> list[str]:
    """Return rules in words as they are, and models as the texts of their files."""
    several = list(rules) if isinstance(rules, list | tuple) else [rules]
    texts = []
    for rule in several:
        is_text = isinstance(rule, str)
        if is_text and not _is_rule(rule) and not rule.lstrip().startswith("{") and not Path(rule).exists():
            raise ValueError(
                f"must_have: {rule!r} is neither a rule, such as 'if age > 60 then yes', nor the path of a model file"
            )
        texts.append(rule if is_text and _is_rule(rule) else model_text(rule))
    return texts


def _is_rule(text: str) -> bool:
    """Tell a rule in words from a model file and from a path."""
    has_test = any(test in text for test in "<>=") or " is " in text or text.startswith("if ")
    return has_test and not text.lstrip().startswith("{") and not Path(text).exists()


def cuts_of(target_cut: Any) -> list[float]:
    """Return cut points of a target as numbers. None are given where labels are classes."""
    return [] if target_cut is None else [float(cut) for cut in target_cut]


def check_ranges(ranges: Sequence[str], classes: np.ndarray) -> None:
    """Check that each range of numbers between cut points is a class of some row."""
    if empty := [name for name in ranges if name not in classes]:
        raise ValueError(f"target_cut: no row is in the class {empty[0]}")


def distinct(labels: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Do what ``np.unique`` does with the inverse, of words by hashing: sorting them is slow."""
    if labels.dtype.kind not in "OUS":
        return np.unique(labels, return_inverse=True)
    codes, words = factorized(labels.tolist())
    found = np.array(words, labels.dtype)
    order = np.argsort(found, kind="stable")
    return found[order], np.argsort(order)[codes]


def model_text(source: Any) -> str:
    """Return the text of a model file, given that, a path, an estimator or a ``RuleSet``.

    Ensembles of trees are taken as ``rules_from_ensemble`` takes them.
    """
    if is_ensemble(source):
        source = rules_from_ensemble(source)
    if not (hasattr(source, "to_json") or isinstance(source, str | PathLike)):
        raise TypeError(f"rules of a model are needed, such as its path, an estimator or a RuleSet, not {source!r}")
    if hasattr(source, "to_json"):
        return source.to_json()
    if isinstance(source, str) and source.lstrip().startswith("{"):
        return source
    return Path(source).read_text(encoding="utf-8")


def label_type(names: Sequence[str], labels: np.ndarray) -> str | None:
    """Return the type of labels if it cannot be seen from how they are written: as ``names``."""
    kind = labels.dtype.kind
    if kind in "iub" or (kind == "O" and not all(isinstance(label, str) for label in labels)):
        return None
    kinds = {"U": "str", "O": "str", "f": "float"}
    return None if kind in "UO" and labels_of(names).dtype.kind == "U" else kinds.get(kind, str(labels.dtype))


def labels_of(names: Iterable[str], kind: str | None = None) -> np.ndarray:
    """Return labels of a type for the classes of a model file.

    Without a type they are booleans or integers if all are written so, else text.
    """
    names = list(names)
    if kind in ("str", "float") or (kind is not None and kind.startswith("datetime64[")):
        return np.array(names).astype(kind)
    if set(names) <= {"false", "true"}:
        return np.array([name == "true" for name in names])
    try:
        numbers = [int(name) for name in names]
    except ValueError:
        return np.array(names)
    return np.array(numbers) if [str(number) for number in numbers] == names else np.array(names)
