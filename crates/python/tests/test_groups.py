"""Rows that folds keep together."""

import numpy as np
import pandas as pd
import pytest
from rulegen import RuleClassifier

WARDS = np.arange(480) % 8


def visits() -> tuple[pd.DataFrame, np.ndarray]:
    """Return patients of eight wards. The class is that of the ward, and says nothing of others."""
    X = pd.DataFrame({"ward": [f"w{ward}" for ward in WARDS], "age": np.arange(480) * 37 % 61})
    return X, np.isin(WARDS, [0, 3, 5, 6]).astype(int)


def on_folds(model: RuleClassifier) -> float:
    return max(model.path_["accuracy"])


def test_folds_hold_out_whole_groups():
    X, y = visits()
    parted = RuleClassifier().fit(X, y)
    whole = RuleClassifier().fit(X, y, groups=WARDS)
    assert on_folds(parted) > 0.99 and on_folds(whole) < 0.75
    assert '"split_by"' in whole.to_json() and '"split_by"' not in parted.to_json()
    weights = np.where(WARDS == 7, 0.0, 1.0)
    assert on_folds(RuleClassifier().fit(X, y, weights, groups=WARDS)) < 0.75


def test_a_column_of_groups_is_no_feature():
    X, y = visits()
    X["sign"] = X["ward"]
    model = RuleClassifier().fit(X, y, groups="ward")
    assert [name for name, _ in model._model.features] == ["age", "sign"]
    assert "keep rows of one ward together" in model.to_markdown()
    assert on_folds(model) < 0.75 and len(model.predict(X)) == 480


def test_bad_groups():
    X, y = visits()
    for groups, says in [
        ("room", "groups: there is no column 'room'"),
        (WARDS[:7], "groups has 7 rows, and X has 480"),
        (np.zeros(480), "it has the same value in every row"),
        (np.where(WARDS == 3, np.nan, WARDS), "is missing, and rows are split by it"),
        (np.column_stack([WARDS, WARDS]), "groups must be one column, not 2"),
    ]:
        with pytest.raises(ValueError, match=says):
            RuleClassifier().fit(X, y, groups=groups)
