"""The conditions of the rules of a fitted model."""

from __future__ import annotations

import json

import numpy as np
import pandas as pd

from ._fitted import Fitted


class Conditions(Fitted):
    """The conditions of the rules as tables."""

    @property
    def rules_(self) -> pd.DataFrame:
        """The rules, largest weight first.

        Columns: ``conditions`` in words; ``class`` that the rule votes for; ``weight`` of its vote,
        relative to the largest; ``coverage``, the training rows that meet it, by weight;
        ``precision``, the share of them that are of its class; ``length``, its number of
        conditions; ``folds``, the share of the folds of the cross-validation whose model has the
        rule or one that covers nearly the same rows, NaN without a cross-validation. With
        ``cnf=True`` a line is a clause, and what stands beside it is about the rows that fail it.
        """
        columns = ["conditions", "class", "weight", "coverage", "correct", "length", "folds"]
        rules = pd.DataFrame(self._fitted()._model.rules(), columns=columns)
        precision = rules["correct"] / rules["coverage"].where(rules["coverage"] > 0)
        rules["class"] = self._classes_of(rules["class"].to_numpy(np.int64))
        rules["precision"] = precision.astype(float)
        rules["folds"] = rules["folds"].astype(float)
        return rules[["conditions", "class", "weight", "coverage", "precision", "length", "folds"]]

    @property
    def literals_(self) -> pd.DataFrame:
        """The conditions of the rules, one per line.

        Columns: ``rule``, its line in ``rules_``; ``column``; ``operator``: ``<=``, ``>``, ``=``,
        ``!=``, ``missing`` or ``present``; ``value``, a number, a date such as ``2024-12-31``
        or a category, None for the last two. With ``cnf=True`` a clause fails where all of its
        lines hold.
        """
        rules = json.loads(self._fitted()._model.to_json())["rules"]
        lines = [
            (place, condition["column"], condition["is"], condition.get("value"))
            for place, rule in enumerate(rules)
            for condition in rule["if"]
        ]
        return pd.DataFrame(lines, columns=["rule", "column", "operator", "value"])

    @property
    def feature_importances_(self) -> np.ndarray:
        """The share of each column in the rules' weight, in the order of the columns of ``X``.

        The weight of a rule is divided evenly among the columns that it uses. The sum is 1, or 0
        without rules.
        """
        asked = self.literals_[["rule", "column"]].drop_duplicates()
        weights = self.rules_["weight"].to_numpy()[asked["rule"]] / asked.groupby("rule")["column"].transform("size")
        total = weights.groupby(asked["column"]).sum().reindex(self._column_names(), fill_value=0.0).to_numpy(float)
        return total / total.sum() if total.sum() > 0 else total
