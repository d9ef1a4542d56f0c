"""Proofs of models, checked by the script that shares no code with the package."""

import importlib.util
import json
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from rulegen import BooleanRuleClassifier, RugClassifier, RuleClassifier
from sklearn.base import clone
from sklearn.datasets import load_wine

SCRIPT = Path(__file__).parents[3] / "scripts" / "check_proof.py"


@pytest.fixture(scope="module")
def checker():
    spec = importlib.util.spec_from_file_location("check_proof", SCRIPT)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def data(rows=178):
    X, y = load_wine(return_X_y=True, as_frame=True)
    X = X[["alcohol", "flavanoids", "proline"]].assign(town=np.where(np.arange(178) % 3 == 0, "Rome", "Oslo"))
    X.loc[::10, "alcohol"] = np.nan
    return X[:rows], y.rename("cultivar")[:rows]


@pytest.mark.parametrize(
    "estimator",
    [
        RuleClassifier(max_length=2),
        RuleClassifier(loss="hinge", size="given", penalty=5.0, max_length=2, bins=10),
        RugClassifier(penalty=3.0, max_length=2, bins=10),
        BooleanRuleClassifier(complexity=8, max_length=2),
    ],
)
def test_a_proof_is_about_the_model_and_its_rows(estimator, checker, tmp_path):
    X, y = data(rows=130)
    estimator.fit(X, y)
    assert estimator.to_proof(tmp_path / "proof", X, y) is None
    proof, rows = (tmp_path / "proof").read_text(encoding="utf-8"), X.assign(cultivar=y).to_csv(index=False)
    lines = checker.check(proof, rows)
    assert any(line.startswith("verified: no model of these rules") for line in lines)
    with pytest.raises(checker.Refused, match="labels of the data are others"):
        checker.check(proof, X.assign(cultivar=y[::-1].to_numpy()).to_csv(index=False))


def test_weights_are_a_column(checker, tmp_path):
    X, y = data()
    weights = 1.0 + np.arange(len(y)) % 3
    model = RuleClassifier(size=3).fit(X, y, sample_weight=weights)
    model.to_proof(tmp_path / "proof", X, y, sample_weight=weights)
    rows = X.assign(cultivar=y, sample_weight=weights).to_csv(index=False)
    assert checker.check((tmp_path / "proof").read_text(encoding="utf-8"), rows)


@pytest.mark.parametrize("named", [True, False])
@pytest.mark.parametrize("model", [RugClassifier(penalty=3.0, max_length=2), RuleClassifier(loss="hinge", penalty=5.0)])
def test_fair_models_have_proofs_about_their_groups(model, named, checker, tmp_path):
    X, y = data()
    weights = np.where(np.arange(len(y)) % 7 == 0, 0.0, 1.0)
    groups = "town" if named else X["town"].to_numpy()
    model = clone(model).set_params(constraint="dmc", epsilon=0.01, bins=10)
    model.fit(X, y, sample_weight=weights, sensitive_features=groups)
    model.to_proof(tmp_path / "proof", X, y, sample_weight=weights, sensitive_features=groups)
    rows = X.assign(cultivar=y, sample_weight=weights, group=X["town"])[weights > 0]
    proof = (tmp_path / "proof").read_text(encoding="utf-8")
    assert checker.check(proof, rows.to_csv(index=False))
    assert json.loads(proof)["data"]["groups"][0]["name"] == ("town" if named else "group")
    with pytest.raises(checker.Refused, match=r"data\.groups"):
        checker.check(proof, rows.assign(town="Oslo", group="Oslo").to_csv(index=False))


def test_rows_that_make_another_model_are_refused(tmp_path):
    X, y = data()
    model = RuleClassifier(size=3).fit(X, y)
    with pytest.raises(ValueError, match="another model"):
        model.to_proof(tmp_path / "proof", X[:100], y[:100])
    with pytest.raises(ValueError, match="no proof can be written: 'day' is a column of dates"):
        dated = X.assign(day=pd.date_range("2024-01-01", periods=len(X)))
        RuleClassifier(size=3).fit(dated, y).to_proof(tmp_path / "proof", dated, y)
    assert not (tmp_path / "proof").exists()
