"""What the rules of a fitted model ask."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import pandas as pd

from . import _rulegen


class Conditions:
    """The conditions of the rules as tables."""

    _model: _rulegen.Model

    @property
    def literals_(self) -> pd.DataFrame:
        """The conditions of the rules, one per line.

        Columns: ``rule``, its line in ``rules_``; ``column``; ``operator``: ``<=``, ``>``, ``=``, ``!=``, ``missing``
        or ``present``; ``value``, a number or a category, None for the last two. With ``cnf=True`` a clause fails
        where all of its lines hold.
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
        """The share of the rules' weight that belongs to each column, in the order of the columns of ``X``.

        The weight of a rule is divided evenly among the columns that it uses. The sum is 1, or 0 without rules.
        """
        asked = self.literals_[["rule", "column"]].drop_duplicates()
        weights = self.rules_["weight"].to_numpy()[asked["rule"]] / asked.groupby("rule")["column"].transform("size")
        total = weights.groupby(asked["column"]).sum().reindex(self._column_names(), fill_value=0.0).to_numpy(float)
        return total / total.sum() if total.sum() > 0 else total

    @property
    def rules_(self) -> pd.DataFrame:
        raise NotImplementedError

    def _fitted(self) -> Any:
        raise NotImplementedError

    def _column_names(self) -> list[str]:
        raise NotImplementedError
