"""Scorecards, whole points and reasons: what they say is what the model predicts."""

import sqlite3
from contextlib import closing

import numpy as np
import pandas as pd
import pytest
from rulegen import BooleanRuleClassifier, RugClassifier, RuleClassifier
from sklearn.datasets import load_breast_cancer, load_iris


@pytest.fixture(scope="module")
def cancer():
    X, y = load_breast_cancer(return_X_y=True, as_frame=True)
    return X, y, RuleClassifier(size=6, max_length=2, random_state=0).fit(X, y)


def sums(model, X):
    """The points of each row, from what is lost against the best steps."""
    reasons = model.reasons(X, n=100)
    card = model.card()
    best = card.groupby("column", dropna=True)["points"].max().sum()
    alone = card[card["column"].isna()]["points"]
    best += alone.iloc[0] + alone.iloc[1:].clip(lower=0).sum()
    return best - reasons.groupby("row")["lost"].sum().reindex(range(len(X)), fill_value=0).to_numpy()


@pytest.mark.parametrize("per_doubling", [None, 5])
def test_points_decide(cancer, per_doubling):
    X, y, model = cancer
    whole = model.to_points(per_doubling, X, y)
    points = sums(whole, X)
    assert (points == np.round(points)).all()
    n = whole._model.points_per_doubling
    assert per_doubling in (None, n)
    assert (whole.predict(X) == (points > 0)).all()
    np.testing.assert_allclose(whole.predict_proba(X)[:, 1], 1 / (1 + 2 ** (-points / n)), rtol=0, atol=1e-5)
    # The exact model stays as it was, and the rounded one is hardly worse.
    assert model._model.points_per_doubling is None
    assert whole.score(X, y) > model.score(X, y) - 0.02
    np.testing.assert_allclose(sums(model, X), model.decision_function(X), rtol=0, atol=1e-9)


def test_a_rounded_model_says_so(cancer):
    X, y, model = cancer
    whole = model.to_points(10)
    assert whole.certificate_.status == "rounded" and model.certificate_.status == "size"
    assert whole.certificate_.objective == model.certificate_.objective
    again = RuleClassifier.from_json(whole.to_json())
    assert (again.predict_proba(X) == whole.predict_proba(X)).all()
    assert "10 points more double the odds" in whole._repr_html_()
    with pytest.raises(ValueError, match="X and y go together"):
        model.to_points(X=X)
    for scale in (-1, 0, 1001):
        with pytest.raises(ValueError, match="from 1 to 1000"):
            model.to_points(scale)
    with pytest.raises(ValueError, match="not log-odds"):
        RugClassifier(max_depth=1).fit(X, y).to_points()


def test_sql_has_the_reasons(cancer):
    X, y, model = cancer
    model = model.to_points(20, X, y)
    with closing(sqlite3.connect(":memory:")) as connection:
        X.to_sql("rows", connection, index=False)
        found = pd.read_sql_query(model.to_sql("rows", reasons=3).rstrip().rstrip(";"), connection)
    reasons = model.reasons(X, n=3)
    for rank in (1, 2, 3):
        of_rank = reasons[reasons["reason"] == rank].set_index("row")["words"].reindex(range(len(X)))
        assert found[f"reason_{rank}"].fillna("").tolist() == of_rank.fillna("").tolist()
    assert "useReasonCodes" in model.to_pmml_scorecard()


def test_three_classes_have_points_for_each():
    X, y = load_iris(return_X_y=True, as_frame=True)
    model = RuleClassifier(size=5, random_state=0).fit(X, y).to_points(10, X, y)
    card = model.card()
    assert list(card.columns) == ["column", "step", "rows", "points 0", "points 1", "points 2"]
    assert (card.iloc[:, 3:] == card.iloc[:, 3:].round()).all(axis=None)
    with pytest.raises(ValueError, match="more than two classes"):
        model.reasons(X)
    assert set(model.reasons(X, against=1)["reason"]) <= {1, 2, 3, 4}
    with pytest.raises(ValueError, match="Boolean rules have no points"):
        BooleanRuleClassifier(complexity=4).fit(X, y == 0).card()
