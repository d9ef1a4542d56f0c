"""Rules of ensembles."""

import json
import re

import numpy as np
import pandas as pd
import pytest
from lightgbm import LGBMClassifier
from rulegen import BooleanRuleClassifier, RugClassifier, RuleSet, rules_from_ensemble
from sklearn.base import clone
from sklearn.datasets import load_breast_cancer, load_wine
from sklearn.ensemble import (
    AdaBoostClassifier,
    BaggingClassifier,
    ExtraTreesClassifier,
    GradientBoostingClassifier,
    HistGradientBoostingClassifier,
    RandomForestClassifier,
)
from sklearn.linear_model import LogisticRegression
from sklearn.tree import DecisionTreeClassifier
from xgboost import XGBClassifier

QUIET = {"n_estimators": 10, "random_state": 0}
ENSEMBLES = [
    DecisionTreeClassifier(max_depth=4, random_state=0),
    RandomForestClassifier(max_depth=4, **QUIET),
    ExtraTreesClassifier(max_depth=4, **QUIET),
    BaggingClassifier(DecisionTreeClassifier(max_depth=4), max_features=0.5, **QUIET),
    AdaBoostClassifier(DecisionTreeClassifier(max_depth=2), **QUIET),
    GradientBoostingClassifier(max_depth=3, **QUIET),
    HistGradientBoostingClassifier(max_depth=3, max_iter=5, random_state=0),
    LGBMClassifier(max_depth=3, verbose=-1, **QUIET),
    XGBClassifier(max_depth=3, **QUIET),
]


def met(conditions, frame):
    rows = np.ones(len(frame), bool)
    for column, operator, value in conditions:
        cells = frame[column].to_numpy()
        rows &= cells <= value if operator == "<=" else cells > value
    return rows


@pytest.mark.parametrize("ensemble", ENSEMBLES, ids=lambda e: type(e).__name__)
@pytest.mark.parametrize("load", [load_wine, load_breast_cancer])
def test_ensembles_as_the_only_pool(ensemble, load):
    X, y = load(return_X_y=True, as_frame=True)
    X.columns = [re.sub(r"\W", "_", name) for name in X.columns]
    ensemble = clone(ensemble).fit(X, y)
    rules = rules_from_ensemble(ensemble)
    assert len(rules) > 3 and set(rules.classes) == {str(k) for k in range(y.nunique())}
    model = RugClassifier(pricers="pool", pool=rules, penalty=0.1).fit(X, y)
    assert model.score(X, y) > 0.9
    # Every rule chosen is one of the pool, with its class.
    pool = [(met(conditions, X), label) for conditions, label in rules.rules]
    for conditions, label in zip(model.rules_["conditions"], model.rules_["class"], strict=True):
        rows = np.ones(len(X), bool)
        for condition in conditions.split(" and "):
            rows &= X.eval(condition).to_numpy()
        assert any(str(label) == of and (rows == covered).all() for covered, of in pool)


def test_leaves_partition_the_rows_as_the_tree_does():
    X, y = load_wine(return_X_y=True, as_frame=True)
    tree = DecisionTreeClassifier(max_depth=5, random_state=0).fit(X.to_numpy(), y)
    frame = pd.DataFrame(X.to_numpy(), columns=[f"x{i}" for i in range(13)])
    predicted = np.full(len(X), -1)
    for conditions, label in rules_from_ensemble(tree).rules:
        rows = met(conditions, frame)
        assert (predicted[rows] == -1).all()
        predicted[rows] = int(label)
    assert (predicted == tree.predict(X.to_numpy())).all()


def test_xgboost_leaves_at_ties():
    # Cells equal to a threshold go to the right in XGBoost.
    x = np.repeat(np.arange(5, dtype=float), 20)
    booster = XGBClassifier(n_estimators=1, max_depth=1, tree_method="exact").fit(
        x.reshape(-1, 1), (x >= 2).astype(int)
    )
    frame = pd.DataFrame({"x0": x})
    rules = rules_from_ensemble(booster).rules
    assert sorted((met(c, frame).sum(), label) for c, label in rules) == [(40, "0"), (60, "1")]


def test_a_pool_to_begin_with():
    X, y = load_breast_cancer(return_X_y=True)
    pool = rules_from_ensemble(RandomForestClassifier(n_estimators=20, max_depth=3, random_state=0).fit(X, y))
    alone = RugClassifier(pricers="pool", pool=pool, max_iter=50).fit(X, y)
    more = RugClassifier(pricers="pool,tree", pool=pool, max_iter=50).fit(X, y)
    assert more.certificate_.objective < alone.certificate_.objective
    assert set(more.trace_["pricer"]) == {"pool", "tree"}
    boolean = BooleanRuleClassifier(pricers=["pool"], pool=pool, complexity=8).fit(X, y)
    assert boolean.score(X, y) > 0.9


def test_pool_of_another_model_and_of_a_file(tmp_path):
    X, y = load_wine(return_X_y=True)
    first = RugClassifier(max_depth=2).fit(X, y)
    path = tmp_path / "pool.json"
    first.to_json(path)
    by_model = RugClassifier(pricers="pool", pool=first).fit(X, y)
    by_file = RugClassifier(pricers="pool", pool=path).fit(X, y)
    assert by_model.rules_.equals(by_file.rules_)
    assert set(by_model.rules_["conditions"]) <= set(first.rules_["conditions"])


def test_words_in_a_rule_set(mixed):
    frame, y = mixed
    rules = RuleSet(
        (((("colour", "=", "red"), ("age", ">", 50.25)), "yes"), ((("age", "<=", 50.25),), "no")), ("no", "yes")
    )
    model = RugClassifier(pricers="pool", pool=rules).fit(frame, y)
    assert set(model.rules_["conditions"]) == {"age > 50.25 and colour = red", "age <= 50.25"}


def test_what_is_no_ensemble_of_trees():
    X, y = load_wine(return_X_y=True)
    with pytest.raises(TypeError, match="LogisticRegression"):
        rules_from_ensemble(BaggingClassifier(LogisticRegression(max_iter=10), n_estimators=2).fit(X > 1, y))
    with pytest.raises(TypeError, match="dict is not a classifier"):
        rules_from_ensemble({})
    with pytest.raises(ValueError, match="2 names are given"):
        rules_from_ensemble(DecisionTreeClassifier().fit(X, y), ["a", "b"])


def test_a_rule_set_that_is_none_is_refused():
    def text(conditions, label="a"):
        return RuleSet(((conditions, label),), ("a", "b")).to_json()

    again = json.loads(text((("x", ">", 2.5), ("x", "<=", 7.0), ("word", "!=", "é"))))
    assert again["rules"][0]["if"] == [
        {"column": "x", "is": "<=", "value": 7.0},
        {"column": "x", "is": ">", "value": 2.5},
        {"column": "word", "is": "!=", "value": "é"},
    ]
    assert again["features"][0]["cuts"] == [2.5, 7.0] and again["default"] == {"otherwise": "a"}
    with pytest.raises(ValueError, match="'x' is compared with numbers and with words"):
        text((("x", ">", 2.5), ("x", "=", "word")))
    with pytest.raises(ValueError, match="'x' has no condition '>=' with such a value"):
        text((("x", ">=", 2.5),))
    with pytest.raises(ValueError, match="a class that is not among the classes"):
        text((("x", ">", 2.5),), "c")
