"""Columns that name rows, rare categories and least covers."""

import json
from datetime import date, timedelta
from decimal import Decimal

import numpy as np
import pandas as pd
import pytest
from rulegen import BooleanRuleClassifier, RugClassifier, RuleClassifier, RulegenWarning
from sklearn.datasets import load_breast_cancer, load_digits, load_iris, load_wine

NAMES = {"name", "id", "row", "visit", "amount", "ticket"}
ESTIMATORS = [RugClassifier(), RuleClassifier(), BooleanRuleClassifier(complexity=5, max_length=2)]


@pytest.fixture
def customers():
    """300 rows of real features, and of columns that name rows."""
    draw = np.random.default_rng(3)
    n = 300
    age = draw.integers(18, 78, n)
    colour = draw.choice(["red", "green", "blue"], n)
    villages = [f"village {k}" for k in draw.integers(0, 12, n)]
    city = np.where(draw.random(n) < 0.05, villages, draw.choice(list("abcd"), n))
    frame = pd.DataFrame(
        {
            "name": [f"Person {k}" for k in range(n)],
            "id": [f"C-{10_273 + 3 * k}" for k in range(n)],
            "row": draw.permutation(n) + 1,
            "visit": [f"on {date(1990, 1, 1) + timedelta(int(days))}" for days in draw.integers(0, 9000, n)],
            "amount": [str(Decimal(int(cents)) / 100) + " EUR" for cents in draw.integers(0, 500_000, n)],
            "ticket": [f"A/5 {k}" for k in draw.integers(0, 900, n)],
            "age": age,
            "income": draw.normal(3e4, 1e4, n),
            "colour": colour,
            "city": city,
        }
    )
    return frame, (age > 40) & (colour != "red") ^ (draw.random(n) < 0.1)


def features(model):
    return {feature["name"] for feature in json.loads(model.to_json())["features"]}


@pytest.mark.filterwarnings("ignore::rulegen.RulegenWarning")
@pytest.mark.parametrize("estimator", ESTIMATORS)
def test_columns_that_name_rows_are_left_out(estimator, customers, caplog):
    X, y = customers
    with pytest.warns(RulegenWarning, match="name rows") as warned:
        model = estimator.fit(X, y)
    assert not features(model) & NAMES
    assert sum("name rows" in str(warning.message) for warning in warned) == 1
    assert sum("name rows" in record.getMessage() for record in caplog.records) == 1
    assert all(any(f"'{name}'" in line for line in model.certificate_.dropped) for name in NAMES)


@pytest.mark.filterwarnings("ignore::rulegen.RulegenWarning")
@pytest.mark.parametrize("estimator", ESTIMATORS)
def test_columns_are_kept_by_name_and_by_position(estimator, customers):
    X, y = customers
    model = type(estimator)(**{**estimator.get_params(), "keep": ["ticket", 2]}).fit(X, y)
    assert features(model) & NAMES == {"ticket", "row"}
    with pytest.raises(ValueError, match="keep: there is no column 'nobody'"):
        type(estimator)(keep=["nobody"]).fit(X, y)


def test_nothing_but_names():
    X = pd.DataFrame({"id": [f"C-{k}" for k in range(40)]})
    with pytest.raises(ValueError, match=r"no column can serve as a feature; column that names rows: 'id'"):
        RugClassifier().fit(X, np.arange(40) % 2)


@pytest.mark.filterwarnings("ignore::rulegen.RulegenWarning")
@pytest.mark.parametrize("load", [load_iris, load_wine, load_breast_cancer, load_digits])
def test_measurements_stay(load):
    X, y = load(return_X_y=True, as_frame=True)
    model = RugClassifier(max_iter=1).fit(X, y)
    assert not any("names rows" in line for line in model.certificate_.dropped)


@pytest.mark.filterwarnings("ignore::rulegen.RulegenWarning")
def test_rare_categories_and_small_rules(customers):
    X, y = customers
    model = RuleClassifier(min_category=10, min_cover=20).fit(X, y)
    city = next(f for f in json.loads(model.to_json())["features"] if f["name"] == "city")
    assert city["categories"] == ["a", "b", "c", "d"]
    assert (model.rules_["coverage"] >= 20).all()
    again = RuleClassifier.from_json(model.to_json(), classes=model.classes_)
    assert (again.predict(X) == model.predict(X)).all()
