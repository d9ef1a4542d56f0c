"""Thresholds: every prediction obeys, and probabilities do not change."""

import numpy as np
import onnxruntime
import pytest
from rulegen import BooleanRuleClassifier, RugClassifier, RuleClassifier
from sklearn.base import clone
from sklearn.datasets import load_breast_cancer, load_iris


@pytest.fixture(scope="module")
def cancer():
    X, y = load_breast_cancer(return_X_y=True, as_frame=True)
    return X, y, RuleClassifier(size=6, max_length=2).fit(X, y)


@pytest.mark.parametrize("positive", [0, 1])
def test_a_threshold_decides(cancer, positive):
    X, y, _ = cancer
    plain = RuleClassifier(size=6, max_length=2, pos_label=positive).fit(X, y)
    model = RuleClassifier(size=6, max_length=2, pos_label=positive, threshold=0.9).fit(X, y)
    assert (model.rules_ == plain.rules_).all(axis=None)
    np.testing.assert_array_equal(model.predict_proba(X), plain.predict_proba(X))
    predicted = model.predict(X)
    assert ((predicted == positive) == (model.predict_proba(X)[:, positive] >= 0.9)).all()
    assert (predicted != plain.predict(X)).any()
    costs = RuleClassifier(size=6, max_length=2, pos_label=positive, error_costs=(1, 9)).fit(X, y)
    assert (costs.predict(X) == predicted).all()
    again = RuleClassifier.from_json(model.to_json())
    assert (again.predict(X) == predicted).all()
    assert (clone(model).fit(X, y).predict(X) == predicted).all()


def test_a_fitted_model_gets_another_threshold(cancer):
    X, y, _ = cancer
    model = RuleClassifier(max_length=1, max_rules=4).fit(X, y)
    lower = model.with_threshold(0.05)
    assert ((lower.predict(X) == 1) == (model.predict_proba(X)[:, 1] >= 0.05)).all()
    assert lower.threshold == 0.05 and model.threshold is None
    assert lower.at(2)._model.threshold == 0.05
    assert (lower.with_threshold(None).predict(X) == model.predict(X)).all()
    assert lower.to_points(5)._model.threshold == 0.05
    assert "at least 5%" in " ".join(lower._model.how)


def test_onnx_obeys(cancer):
    X, _, model = cancer
    for threshold in (0.02, 0.5, 0.97):
        graph = model.with_threshold(threshold)
        session = onnxruntime.InferenceSession(graph.to_onnx().SerializeToString())
        columns = {wanted.name: X[[wanted.name]].to_numpy(float) for wanted in session.get_inputs()}
        label, probabilities = session.run(None, columns)
        assert (label == graph.predict(X)).all()
        np.testing.assert_allclose(probabilities, model.predict_proba(X), rtol=0, atol=1e-12)


def test_refusals(cancer):
    X, y, model = cancer
    for bad in (0.0, 1.0, np.nan):
        with pytest.raises(ValueError, match="above 0 and below 1"):
            model.with_threshold(bad)
    with pytest.raises(ValueError, match="threshold must be above 0 and below 1, not 2"):
        RuleClassifier(threshold=2).fit(X, y)
    with pytest.raises(ValueError, match="error_costs must be MISSED,FALSE"):
        RuleClassifier(error_costs=(0, 1)).fit(X, y)
    with pytest.raises(ValueError, match="for two classes, and there are 3"):
        RuleClassifier(threshold=0.2).fit(*load_iris(return_X_y=True))
    with pytest.raises(ValueError, match="Learn with the logistic loss"):
        RugClassifier().fit(X, y).with_threshold(0.2)
    with pytest.raises(ValueError, match="Boolean rules have no probabilities"):
        BooleanRuleClassifier(complexity=3).fit(X, y).with_threshold(0.2)
