"""Models in other languages predict what they predict here."""

import numpy as np
import onnxruntime
import pandas as pd
import pytest
from rulegen import BooleanRuleClassifier, RugClassifier, RuleClassifier
from sklearn.datasets import load_iris, load_wine


def run(model, X: pd.DataFrame) -> tuple[np.ndarray, np.ndarray]:
    """Labels and probabilities of the graph."""
    session = onnxruntime.InferenceSession(model.to_onnx().SerializeToString())

    def column(wanted) -> np.ndarray:
        cells = X[[wanted.name]]
        return cells.to_numpy(float) if "double" in wanted.type else cells.fillna("").to_numpy(object)

    label, probabilities = session.run(None, {wanted.name: column(wanted) for wanted in session.get_inputs()})
    return label, probabilities


def assert_agrees(model, X: pd.DataFrame) -> None:
    label, probabilities = run(model, X)
    assert (label == model.predict(X)).all()
    assert label.dtype.kind == model.classes_.dtype.kind or label.dtype == object
    assert np.allclose(probabilities, model.predict_proba(X), rtol=0, atol=1e-12)


MODELS = [
    RuleClassifier(cv=3),
    RuleClassifier(loss="hinge", penalty=0.1),
    RugClassifier(penalty=0.1, fallback="first-tree", max_depth=2),
    RugClassifier(penalty=1),
]


@pytest.mark.parametrize("model", MODELS, ids=str)
@pytest.mark.parametrize("load", [load_iris, load_wine])
def test_numbers_in_onnx(model, load):
    X, y = load(return_X_y=True, as_frame=True)
    X = X.mask(np.random.default_rng(0).random(X.shape) < 0.1)
    assert_agrees(model.fit(X, y), X)
    assert_agrees(model.fit(X, y.astype(str) + " kind"), X)


RULE_SETS = [BooleanRuleClassifier(complexity=9, max_length=3), BooleanRuleClassifier(cnf=True, complexity=9)]


@pytest.mark.filterwarnings("ignore:limits of work ended")
@pytest.mark.parametrize("model", [*MODELS, *RULE_SETS], ids=str)
def test_words_in_onnx(model, fixture_frame):
    X, y = fixture_frame("tictactoe", "class")
    random = np.random.default_rng(1)
    X = X.mask(random.random(X.shape) < 0.2).assign(size=random.normal(size=len(X)).round(1))
    model.fit(X, y)
    assert_agrees(model, X)
    # Categories that were not seen, and rows with nothing known.
    assert_agrees(model, X.assign(**{X.columns[4]: "never"}))
    assert_agrees(model, X.assign(**{column: None for column in X.columns if column != "size"}, size=np.nan))


@pytest.mark.filterwarnings("ignore:The model has no rule")
def test_a_model_without_rules_in_onnx():
    X = pd.DataFrame({"a": [1.0, 2, 3, 4] * 10})
    model = RuleClassifier().fit(X, [0, 0, 0, 1] * 9 + [0] * 4)
    model = model if not len(model.rules_) else RugClassifier(penalty=1e6).fit(X, [0, 1, 1, 1] * 10)
    assert len(model.rules_) == 0
    assert_agrees(model, X)


def test_exports_are_those_of_the_command_line(cli, tmp_path, fixture_frame):
    X, y = fixture_frame("monks1", "class")
    model = RuleClassifier(cv=2).fit(X, y)
    path = tmp_path / "model.json"
    model.to_json(path)
    for language in ("markdown", "pmml", "python", "rust"):
        assert getattr(model, f"to_{language}")() == cli("rules", path, "--format", language)
