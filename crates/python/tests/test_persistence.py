"""Fitted estimators as files: skops and MLflow, over model files."""

import importlib
import warnings

import numpy as np
import pytest
from rulegen import BooleanRuleClassifier, RugClassifier, RuleClassifier
from sklearn.datasets import load_iris
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

MODELS = [RuleClassifier(size=3), RuleClassifier(max_rules=3), RugClassifier(max_depth=2), BooleanRuleClassifier(4)]


@pytest.fixture(scope="module")
def iris():
    return load_iris(return_X_y=True, as_frame=True)


@pytest.mark.parametrize("estimator", MODELS)
def test_skops(estimator, iris, tmp_path):
    skops = pytest.importorskip("skops.io")
    X, y = iris
    model = estimator.fit(X, y)
    skops.dump(model, tmp_path / "m.skops")
    trusted = [f"{type(model).__module__}.{type(model).__name__}"]
    assert skops.get_untrusted_types(file=tmp_path / "m.skops") == trusted
    read = skops.load(tmp_path / "m.skops", trusted=trusted)
    assert read.to_json() == model.to_json() and read.get_params() == model.get_params()
    assert np.array_equal(read.predict_proba(X), model.predict_proba(X))
    assert read.trace_.equals(model.trace_) and read.certificate_ == model.certificate_
    if hasattr(model, "path_"):
        assert read.path_.equals(model.path_) and read.at(3).to_json() == model.at(3).to_json()


def test_skops_of_pipelines(iris, tmp_path):
    skops = pytest.importorskip("skops.io")
    X, y = iris
    model = make_pipeline(StandardScaler(), RuleClassifier(size=3)).fit(X, y)
    skops.dump(model, tmp_path / "m.skops")
    read = skops.load(tmp_path / "m.skops", trusted=skops.get_untrusted_types(file=tmp_path / "m.skops"))
    assert np.array_equal(read.predict(X), model.predict(X))


@pytest.fixture
def flavour(tmp_path, monkeypatch):
    mlflow = pytest.importorskip("mlflow")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        monkeypatch.setenv("MLFLOW_ALLOW_FILE_STORE", "true")
        mlflow.set_tracking_uri(f"file://{tmp_path / 'runs'}")
        mlflow.set_experiment("rules")
        yield importlib.import_module("rulegen.mlflow")


@pytest.mark.parametrize("estimator", MODELS)
def test_mlflow(estimator, iris, flavour, tmp_path):
    import mlflow

    X, y = iris
    model = estimator.fit(X, y)
    flavour.save_model(model, tmp_path / "m", metadata={"of": "iris"})
    read = flavour.load_model(str(tmp_path / "m"))
    assert type(read) is type(model) and read.to_json() == model.to_json()
    as_function = mlflow.pyfunc.load_model(str(tmp_path / "m"))
    assert np.array_equal(as_function.predict(X), model.predict(X)) and as_function.metadata.metadata == {"of": "iris"}
    predictor = flavour._load_pyfunc(str(tmp_path / "m"))
    assert np.array_equal(predictor.predict(X, {"method": "predict_proba"}), model.predict_proba(X))
    with pytest.raises(ValueError, match="method must be predict or predict_proba, not 'fit'"):
        predictor.predict(X, {"method": "fit"})
    with pytest.raises(ValueError, match="exists, and is not empty"):
        flavour.save_model(model, tmp_path / "m")


def test_mlflow_runs(iris, flavour):
    import mlflow

    X, y = iris
    model = RuleClassifier(size=3).fit(X, y)
    with mlflow.start_run():
        logged = flavour.log_model(model, "rules", input_example=X[:2])
    assert flavour.load_model(logged.model_uri).to_json() == model.to_json()
    predictor = mlflow.pyfunc.load_model(logged.model_uri)
    assert np.array_equal(predictor.predict(X), model.predict(X))
    shares = predictor.predict(X, params={"method": "predict_proba"})
    assert np.array_equal(shares, model.predict_proba(X))
