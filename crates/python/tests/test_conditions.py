"""Conditions as tables, importances, names of columns."""

import numpy as np
import pandas as pd
import pytest
from rulegen import BooleanRuleClassifier, RugClassifier, RuleClassifier, RulegenWarning
from sklearn.base import clone
from sklearn.datasets import load_wine

OPERATORS = {"<=": "le", ">": "gt", "=": "eq", "!=": "ne"}


@pytest.mark.filterwarnings("ignore:limits of work ended")
@pytest.mark.parametrize(
    "estimator", [RuleClassifier(cv=3), RugClassifier(max_depth=3), BooleanRuleClassifier(complexity=6)]
)
def test_literals_say_which_rows_a_rule_covers(estimator, fixture_frame):
    X, y = fixture_frame("wdbc", "diagnosis")
    model = clone(estimator).fit(X, y)
    literals = model.literals_
    assert list(literals.columns) == ["rule", "column", "operator", "value"]
    assert (literals.groupby("rule").size() == model.rules_.set_index("rule")["length"]).all()
    for rule, line in model.rules_.set_index("rule").iterrows():
        met = np.ones(len(X), bool)
        for condition in literals[literals["rule"] == rule].itertuples():
            met &= getattr(X[condition.column], OPERATORS[condition.operator])(condition.value).to_numpy()
        assert met.sum() == line["coverage"]


def test_importances_share_out_the_weight(fixture_frame):
    X, y = fixture_frame("wdbc", "diagnosis")
    model = RuleClassifier(cv=3).fit(X, y)
    expected = dict.fromkeys(X.columns, 0.0)
    literals = model.literals_
    for rule, weight in model.rules_.set_index("rule")["weight"].items():
        columns = set(literals["column"][literals["rule"] == rule])
        for column in columns:
            expected[column] += weight / len(columns) / model.rules_["weight"].sum()
    assert model.feature_importances_ == pytest.approx(np.array(list(expected.values())))
    assert model.feature_importances_.sum() == pytest.approx(1)
    assert type(model).from_json(model.to_json()).feature_importances_.sum() == pytest.approx(1)
    with pytest.warns(RulegenWarning, match="The model has no rule"):
        none = RugClassifier(penalty=1e6).fit(X, y)
    assert len(none.literals_) == 0 and (none.feature_importances_ == np.zeros(X.shape[1])).all()


def test_numbers_that_name_columns_stay():
    X, y = load_wine(return_X_y=True)
    frame = pd.DataFrame(X, columns=range(10, 23))
    model = RuleClassifier(cv=3).fit(frame, y)
    assert set(model.literals_["column"]) <= {str(name) for name in frame.columns}
    assert (model.predict(X) == model.predict(frame)).all()
    assert set(model.fit(X, y).literals_["column"]) <= {f"x{k}" for k in range(13)}


def test_groups_are_taken_from_columns():
    draw = np.random.default_rng(0)
    X = pd.DataFrame({"x": draw.random(300), "sex": draw.choice(["f", "m"], 300), "old": draw.random(300) < 0.3})
    y = (X["x"] > 0.5) ^ (X["sex"] == "f")
    model = RuleClassifier().fit(X, y, sensitive_features="sex")
    assert "sex" not in set(model.literals_["column"])
    assert model.fairness_ == model.fairness(X, y, X["sex"])
    assert len(model.feature_importances_) == model.n_features_in_ == 2
    with pytest.warns(RulegenWarning, match="The model has no rule"):  # Without the groups there is nothing to learn.
        both = RuleClassifier().fit(X, y, sensitive_features=["sex", "old"])
    assert both.literals_.empty and len(both.fairness_["groups"]) == 4
    with pytest.raises(ValueError, match="sensitive_features: there is no column 'gender'"):
        RuleClassifier().fit(X, y, sensitive_features="gender")


def test_times_come_with_a_hint():
    X = pd.DataFrame({"day": pd.date_range("2020-01-01", periods=40)})
    with pytest.raises(TypeError, match=r"timedelta64.*make it a number, such as column\.dt\.days"):
        RuleClassifier().fit(X - pd.Timestamp("2020-01-01"), np.arange(40) % 2)
