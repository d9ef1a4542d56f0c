"""The conditions of the rules of a fitted model."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import numpy as np

from ._fitted import Fitted
from ._table import table

if TYPE_CHECKING:
    import pandas as pd


class Conditions(Fitted):
    """The conditions of the rules as tables."""

    @property
    def rules_(self) -> pd.DataFrame:
        """The rules, largest weight first.

        Columns: ``rule``, its number in the model from 1, by which ``edit`` takes it;
        ``conditions`` in words; ``class`` that the rule votes for; ``weight`` of its vote,
        relative to the largest; ``coverage``, the training rows that meet it, by weight;
        ``precision``, the share of them that are of its class; ``length``, its number of
        conditions; ``folds``, the share of the folds of the cross-validation whose model has the
        rule or one that covers nearly the same rows, NaN without a cross-validation. With
        ``cnf=True`` a rule is a negated clause: rows that meet one are not of the positive class.
        """
        rules = self._rules()
        return table({"rule": np.arange(1, len(rules["weight"]) + 1), **rules})

    @property
    def literals_(self) -> pd.DataFrame:
        """The conditions of the rules, one per line.

        Columns: ``rule``, its number in ``rules_``; ``column``; ``operator``: ``<=``, ``>``, ``=``,
        ``!=``, ``missing`` or ``present``; ``value``, a number, a date such as ``2024-12-31``
        or a category, None for the last two.
        """
        rules = json.loads(self._fitted()._model.to_json())["rules"]
        return table(
            {
                "rule": np.array([k for k, rule in enumerate(rules, 1) for _ in rule["if"]], dtype=np.int64),
                "column": [condition["column"] for rule in rules for condition in rule["if"]],
                "operator": [condition["is"] for rule in rules for condition in rule["if"]],
                "value": np.array([condition.get("value") for rule in rules for condition in rule["if"]], dtype=object),
            }
        )

    @property
    def feature_importances_(self) -> np.ndarray:
        """The share of each column in the rules' weight, in the order of the columns of ``X``.

        The weight of a rule is divided evenly among the columns that it uses. The sum is 1, or 0
        without rules.
        """
        rules = json.loads(self._fitted()._model.to_json())["rules"]
        total = dict.fromkeys(self._column_names(), 0.0)
        for rule, weight in zip(rules, self._rules()["weight"], strict=True):
            columns = {condition["column"] for condition in rule["if"]}
            for column in columns & total.keys():
                total[column] += weight / len(columns)
        shares = np.array(list(total.values()))
        return shares / shares.sum() if shares.sum() > 0 else shares

    def _rules(self) -> dict[str, np.ndarray]:
        """Return the columns of ``rules_`` beside the numbers."""
        rules = self._fitted()._model.rules()
        numbers = {name: np.array([rule[name] for rule in rules], float) for name in ("weight", "coverage", "correct")}
        coverage = numbers["coverage"]
        return {
            "conditions": np.array([rule["conditions"] for rule in rules], object),
            "class": self._classes_of(np.array([rule["class"] for rule in rules], np.int64)),
            "weight": numbers["weight"],
            "coverage": coverage,
            "precision": np.divide(numbers["correct"], coverage, np.full(len(rules), np.nan), where=coverage > 0),
            "length": np.array([rule["length"] for rule in rules], np.int64),
            "folds": np.array([rule["folds"] for rule in rules], float),
        }
