"""The base of all estimators: scikit-learn's conventions around the compiled module."""

from __future__ import annotations

import json
import os
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, overload

import numpy as np
from joblib import effective_n_jobs
from sklearn.base import ClassifierMixin, clone
from sklearn.metrics import accuracy_score

from . import _rulegen
from ._certificate import Certificate
from ._conditions import Conditions
from ._display import html
from ._exports import Exports
from ._files import written
from ._frame import is_default_name, row_labels
from ._inputs import label_type, labels_of, model_text
from ._notes import RulegenWarning, warn_of_fit
from ._points import Points
from ._progress import progress
from ._table import table

if TYPE_CHECKING:
    import pandas as pd
    from typing_extensions import Self

__all__ = ["Estimator", "RulegenWarning"]

_rulegen.log_to_python()


class Estimator(ClassifierMixin, Exports, Points, Conditions):
    """The base of all estimators; not to be used itself."""

    def fit(
        self, X: Any, y: Any, sample_weight: Any = None, sensitive_features: Any = None, groups: Any = None
    ) -> Self:
        """Learn rules.

        The interpreter's lock is released during the fit. Ctrl-C raises ``KeyboardInterrupt``; the
        estimator then has the best model so far, with ``certificate_.status == "interrupted"``.

        Notes, for instance about columns left out, are issued as one ``RulegenWarning``, a line
        each; ``logging`` has them under ``rulegen``.

        Parameters
        ----------
        X : array, frame or sparse matrix of shape (n_samples, n_features)
            A NumPy array, pandas or polars frame, Arrow table, or SciPy sparse matrix. Columns of
            words, categories and booleans are used as they are; NaN and None are missing. Infinity
            is refused.
        y : array of shape (n_samples,)
            Labels: numbers or words, none missing, at least two classes. With ``target_cut``,
            numbers, from which it makes classes; ``classes_`` are their names.
        sample_weight : array of shape (n_samples,), optional
            The weight of each row, at least 0. A row of weight 2 counts as two rows, and one of
            weight 0 is ignored.
        sensitive_features : array of shape (n_samples,) or (n_samples, k), or frame, optional
            The group of each row (with several columns, every combination), or the names of columns
            of the frame ``X``, which are then not features. With ``constraint``, errors are kept
            similar between groups; without it, ``fairness_`` compares the groups.
        groups : array of shape (n_samples,) or name of a column, optional
            The patient, customer or day of each row, none missing: the folds that choose a size
            hold out all rows of one or none, unless ``cv`` is a splitter, which gets them. A column
            of the frame ``X`` is then not a feature.

        Returns
        -------
        self
        """
        self._fit(X, y, sample_weight, sensitive_features, None, groups)
        return self

    def fit_path(
        self, X: Any, y: Any, values: Sequence[float], over: str = "complexity", sample_weight: Any = None,
        sensitive_features: Any = None,
    ) -> list[Self]:  # fmt: skip
        """Learn one model for each of several bounds, sharing the rules found and the time limit.

        Parameters
        ----------
        X, y, sample_weight, sensitive_features
            As in ``fit``.
        values : sequence of float
            Complexities (numbers of rules and conditions together) or epsilons.
        over : {"complexity", "epsilon"}
            Which parameter the values are for. ``RugClassifier`` has only epsilon.

        Returns
        -------
        list of estimators
            Fitted copies with the parameter set, in the order of ``values``.
        """
        if over not in self.get_params() or over not in ("complexity", "epsilon"):
            known = [name for name in ("complexity", "epsilon") if name in self.get_params()]
            raise ValueError(
                f"{type(self).__name__} has a path over {' and '.join(known)}, not over {over!r}; where the size is "
                f"chosen, path_ has the models of all sizes"
            )
        values = [float(value) for value in values]
        copies = [type(self)(**{**self.get_params(deep=False), over: value}) for value in values]
        if not copies:
            return []
        first = copies[0]
        outcomes = first._fit(X, y, sample_weight, sensitive_features, (over, values))
        copies = copies[: len(outcomes)]
        for copy, outcome in zip(copies[1:], outcomes[1:], strict=True):
            for name in (name for name in vars(first) if name.endswith("_")):
                setattr(copy, name, getattr(first, name))
            copy._keep(outcome, first.classes_)
            if sensitive_features is not None:
                copy.fairness_ = copy.fairness(X, y, sensitive_features)
        return copies

    def _fit(
        self, X: Any, y: Any, sample_weight: Any, sensitive: Any, path: tuple[str, list[float]] | None,
        groups: Any = None,
    ) -> list[_rulegen.Outcome]:  # fmt: skip
        notes: list[str] = []
        task, classes = self._task(X, y, sample_weight, sensitive, groups, notes.append)
        with progress(self.verbose, self.max_iter) as each:
            outcomes = _rulegen.fit(task, effective_n_jobs(self.n_jobs), path, each)
        self._take(outcomes, classes)
        if sensitive is not None:
            self.fairness_ = self.fairness(X, y, sensitive)
        warn_of_fit([*notes, *outcomes[0].notes], self._model)
        return outcomes

    def _take(self, outcomes: list[_rulegen.Outcome], classes: np.ndarray) -> None:
        """Keep the first outcome, and raise ``KeyboardInterrupt`` after an interrupt."""
        self._keep(outcomes[0], classes)
        if any(outcome.model.certificate["status"] == "interrupted" for outcome in outcomes):
            raise KeyboardInterrupt("the estimator has the best model so far")

    def _keep(self, outcome: _rulegen.Outcome, classes: np.ndarray) -> None:
        """Set the fitted attributes from an outcome; ``classes`` are its labels, ascending."""
        self._take_model(outcome.model, classes, outcome.run)
        self._front = outcome.front
        self._rounds = {name: [of.get(name) for of in outcome.rounds] for name in _rulegen.TRACE_COLUMNS}
        self.n_iter_ = max(1, self.certificate_.iterations)

    def _take_model(self, model: _rulegen.Model, classes: np.ndarray, run: dict[str, Any] | None = None) -> None:
        """Set the attributes that a model has, without those of its fit."""
        self.classes_ = classes
        self._model = model
        self._front = None
        self.certificate_ = Certificate.of(model.certificate, run)

    def predict(self, X: Any) -> np.ndarray:
        """Predict the class of every row.

        Parameters
        ----------
        X : as in ``fit``, of shape (n_samples, n_features)

        Returns
        -------
        array of shape (n_samples,)
            The class with the most weight among the rules that a row meets, the first of those that
            tie; the fallback if it meets none. With a ``threshold``, the positive class where its
            probability is at least that, otherwise the other one.
        """
        return self._classes_of(self._model_on(X)[1])

    def predict_proba(self, X: Any) -> np.ndarray:
        """Return the probability of each class, or its share of the votes for a row.

        Models with the logistic loss give probabilities. The votes of all others are not
        calibrated: a share of 0.8 does not claim that 8 of 10 such rows belong to the class. If a
        row meets no rule, the predicted class has the whole share; with Boolean rules for two
        classes this is so for every row.

        Parameters
        ----------
        X : as in ``fit``, of shape (n_samples, n_features)

        Returns
        -------
        array of shape (n_samples, n_classes)
            From 0 to 1, summing to 1, in the order of ``classes_``.
        """
        frame, _ = self._model_on(X)
        return self._model.probabilities(frame)[:, self._order()]

    def predict_log_proba(self, X: Any) -> np.ndarray:
        """Return the logarithms of what ``predict_proba`` returns.

        Parameters
        ----------
        X : as in ``fit``, of shape (n_samples, n_features)

        Returns
        -------
        array of shape (n_samples, n_classes)
            At most 0; minus infinity where a share is 0.
        """
        with np.errstate(divide="ignore"):
            return np.log(self.predict_proba(X))

    def decision_function(self, X: Any) -> np.ndarray:
        """Return how clearly the votes favour a class.

        Parameters
        ----------
        X : as in ``fit``, of shape (n_samples, n_features)

        Returns
        -------
        array of shape (n_samples,) or (n_samples, n_classes)
            For two classes, the log-odds of the second with the logistic loss; with another loss
            its share of the votes less the first's, from -1 to 1. It is above 0 where the second
            class is predicted, unless a ``threshold`` decides. For more classes, the log-odds of
            each, up to a constant of the row, with the logistic loss (their softmax is
            ``predict_proba``); with another loss its share of the votes.
        """
        if len(self._fitted().classes_) > 2:
            return self._votes(X)[0] if self._model.has_probabilities else self.predict_proba(X)
        votes, predicted = self._votes(X)
        if self._model.has_probabilities:
            return votes[:, 1] - votes[:, 0]
        total = votes.sum(axis=1)
        margin = (votes[:, 1] - votes[:, 0]) / np.where(total > 0, total, 1.0)
        return np.where(total > 0, margin, 2.0 * predicted - 1.0)

    def score(self, X: Any, y: Any, sample_weight: Any = None) -> float:
        """Return the accuracy.

        Parameters
        ----------
        X, y, sample_weight
            As in ``fit``. With ``target_cut``, ``y`` is numbers, or names of classes.

        Returns
        -------
        float
        """
        labels = self._labels_in(y, self._fitted()._model.target_cuts, self._model.classes)
        return accuracy_score(labels, self.predict(X), sample_weight=sample_weight)

    def explain(self, X: Any) -> pd.DataFrame:
        """Name the rules behind each prediction.

        Parameters
        ----------
        X : as in ``fit``, of shape (n_samples, n_features)

        Returns
        -------
        pandas.DataFrame
            One line for each row of ``X`` and rule that it meets: ``row`` (its label in the index
            of a pandas frame if each is there once, else its number from 0), ``predicted``,
            ``rule`` (its number in ``rules_``), ``conditions``, ``class`` and ``vote`` (its
            weight). Before them, a line ``start`` has the intercept of each class that has one, so
            that the votes for a class add up to those that decide; with a threshold, a line
            ``threshold`` takes from the votes of the positive class as much as they must be ahead
            of the other's. A row that meets no rule has a line with a vote of 0 for the predicted
            class. These lines have no number.
        """
        frame, answers = self._model_on(X)
        covered, predicted = self._model.covered(frame), self._classes_of(answers)
        cuts = np.zeros(len(self.classes_))
        if self._model.cut is not None:
            of, ahead = self._model.cut
            cuts[np.flatnonzero(self._order() == of)] = -ahead
        n, starts = len(answers), np.flatnonzero(np.concatenate([self.intercept_, cuts]))
        words = np.array(["start", "threshold", "no rule applies"], object)
        rules, classes = self._rules(), self.classes_
        conditions = np.concatenate([rules["conditions"], words.repeat(len(classes))])
        of_class = np.concatenate([rules["class"], classes, classes, classes])
        votes = np.concatenate([rules["weight"], self.intercept_, cuts, np.zeros(len(classes))])
        # Each line is a row and a place in these lines; the first column orders those of a row.
        of_rules = [np.stack([np.full(len(rows), 1), rows, np.full(len(rows), at)]) for at, rows in enumerate(covered)]
        alone = np.setdiff1d(np.arange(n), np.concatenate([np.zeros(0, np.int64), *covered]))
        k, fallback = len(covered), np.searchsorted(self.classes_, predicted[alone])
        of_starts = [np.stack([np.full(n, 0), np.arange(n), np.full(n, k + at)]) for at in starts]
        of_none = np.stack([np.full(len(alone), 1), alone, k + 2 * len(self.classes_) + fallback])
        rank, rows, line = np.concatenate([*of_rules, *of_starts, of_none], axis=1).astype(np.int64)
        order = np.lexsort((line, rank, rows))
        rows, line = rows[order], line[order]
        return table(
            {
                "row": row_labels(X)[rows],
                "predicted": predicted[rows],
                "rule": np.ma.MaskedArray(line + 1, line >= k),
                "conditions": conditions[line],
                "class": of_class[line],
                "vote": votes[line],
            }
        )

    def covers(self, X: Any) -> np.ndarray:
        """Tell which rows meet which rules.

        Parameters
        ----------
        X : as in ``fit``, of shape (n_samples, n_features)

        Returns
        -------
        array of bool of shape (n_samples, n_rules)
            A column for each line of ``rules_``.
        """
        frame, answers = self._model_on(X)
        covered = self._model.covered(frame)
        marks = np.zeros((len(answers), len(covered)), dtype=bool)
        for at, rows in enumerate(covered):
            marks[rows, at] = True
        return marks

    def fairness(self, X: Any, y: Any, sensitive_features: Any) -> dict[str, Any]:
        """Compare groups.

        Parameters
        ----------
        X, y, sensitive_features
            As in ``fit``.

        Returns
        -------
        dict
            ``dmc``, ``odm``, ``eop``, ``equalized_odds``: 1 minus the largest gap between two
            groups, so that 1 is fair, and ``dmc`` minus the sum of two gaps; None if there is
            nothing to compare. ``groups``: counts, rates and 95 % Wilson intervals by group. Every
            row counts once.
        """
        _, answers = self._model_on(X)
        labels = self._label_indices(y)
        groups = self._groups(X, sensitive_features)
        model = self._model
        return json.loads(_rulegen.fairness_report(model.classes, answers, labels, groups, model.positive))

    @property
    def trace_(self) -> pd.DataFrame:
        """The rounds of column generation, one line each, with the columns of ``fit --trace``."""
        if not hasattr(self, "_rounds"):
            self._fitted()
            raise AttributeError("this model was read from a file, which has no rounds")
        return table(self._rounds)

    @property
    def intercept_(self) -> np.ndarray:
        """The votes of each class before any rule, in the order of ``classes_``.

        With the logistic loss they are log-odds.
        """
        return np.array(self._fitted()._model.intercepts)[self._order()]

    @property
    def fallback_(self) -> Any:
        """The class where no rule applies.

        With ``fallback="first-tree"`` it is the class where that tree has no answer either.
        """
        return self._classes_of(np.array([self._fitted()._model.fallback[0]]))[0]

    @overload
    def to_json(self) -> str: ...

    @overload
    def to_json(self, path: str | os.PathLike[str]) -> None: ...

    def to_json(self, path: str | os.PathLike[str] | None = None) -> str | None:
        """Write the model file to ``path``, or return its text if there is none."""
        model = self._fitted()._model
        kind = label_type(model.classes, self.classes_)
        return written((model if kind is None else model.with_label_type(kind)).to_json(), path)

    def to_proof(
        self, path: str | os.PathLike[str], X: Any, y: Any, sample_weight: Any = None,
        sensitive_features: Any = None, groups: Any = None,
    ) -> None:  # fmt: skip
        """Write a proof of the model to ``path`` that others can check from the data alone.

        ``rulegen-check PROOF DATA`` and the script ``check_proof.py`` check it (docs/proof.md).
        They read the rows of a weight above 0 as CSV, such as
        ``X.assign(y=y).to_csv(data, index=False)`` writes them, with the labels in a column of the
        name of ``y``, weights in a column ``sample_weight``, and the groups that fairness is about
        in columns of the names of ``sensitive_features`` (``group``, or ``group1`` and so on, where
        they have none).

        The model is learned once more, from the rows that it was learned from: ``X``, ``y`` and the
        others are those of ``fit``. Fair rule sets, rules that must be in, and columns of dates
        have no proof.

        Raises
        ------
        ValueError
            If these rows make another model, or nothing is proved.
        """
        self._fitted()
        task, _ = clone(self)._task(X, y, sample_weight, sensitive_features, groups, lambda _: None)
        weights = None if sample_weight is None else "sample_weight"
        model, proof = _rulegen.prove(task, effective_n_jobs(self.n_jobs), weights)
        if model.certificate["status"] == "interrupted":
            raise KeyboardInterrupt("no proof was written")
        again, known = (json.loads(of.to_json()) for of in (model, self._model))
        if any(again.get(part) != known.get(part) for part in ("rules", "intercepts")):
            raise ValueError("these rows make another model than this one")
        if proof is None:
            raise ValueError("nothing is proved of this model")
        written(proof, path)

    @classmethod
    def from_json(cls, source: str | os.PathLike[str], classes: Sequence[Any] | None = None) -> Self:
        """Read a model file, of this package or of the command line, from a path or as text.

        The estimator can predict at once. Its parameters are the defaults but for ``threshold``,
        because a file records settings only for information. ``feature_names_in_`` and
        ``n_features_in_`` are those of the columns that the model knows, without those that were
        left out in training. Frames may have more columns than the model needs. Arrays work only
        for models of columns without names (x0, x1, ...; from x1 on the command line), which know
        the order of the columns.

        Parameters
        ----------
        source : str or path
            A path, or the text of a model file.
        classes : sequence, optional
            The labels in the model's order. By default those of the estimator that wrote the file;
            for files of the command line booleans or integers if all are written so, else text.
        """
        model = _rulegen.Model.from_json(model_text(source))
        if model.method != cls._method:
            raise ValueError(
                f"this is a model of the method '{model.method}', and {cls.__name__} is for '{cls._method}'"
            )
        labels = labels_of(model.classes, model.label_type) if classes is None else np.asarray(classes)
        if len(labels) != len(model.classes):
            raise ValueError(f"the model has {len(model.classes)} classes, and {len(labels)} are given")
        self = cls()
        if "threshold" in self.get_params():
            self.threshold = model.threshold
        self._take_model(model, np.unique(labels))
        self._model_labels = labels
        self._by_name = True
        names = [name for name, _ in model.features]
        self.n_features_in_ = len(names)
        if not all(is_default_name(name) for name in names):
            self.feature_names_in_ = np.array(names, dtype=object)
        return self

    def __getstate__(self) -> dict[str, Any]:
        """Hold models as their files: plain data, which is safe to read."""
        state = dict(super().__getstate__())
        if "_model" in state:
            state["_model"] = state["_model"].to_json()
        if "certificate_" in state:
            state["certificate_"] = vars(state["certificate_"])
        if state.get("_front") is not None:
            state["_front"] = state["_front"] | {"models": [model.to_json() for model in state["_front"]["models"]]}
        return state

    def __setstate__(self, state: dict[str, Any]) -> None:
        read, state = _rulegen.Model.from_json, dict(state)
        if "_model" in state:
            state["_model"] = read(state["_model"])
        if "certificate_" in state:
            state["certificate_"] = Certificate(**state["certificate_"])
        if state.get("_front") is not None:
            state["_front"] = state["_front"] | {"models": [read(text) for text in state["_front"]["models"]]}
        super().__setstate__(state)

    def _html_repr(self) -> str:
        if not hasattr(self, "_model"):
            return super()._html_repr()
        return html(self)
