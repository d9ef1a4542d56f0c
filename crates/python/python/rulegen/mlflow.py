"""An MLflow flavour: models are logged as their files, which are text, and not as pickles.

>>> import tempfile
>>> import rulegen.mlflow
>>> from rulegen import RuleClassifier
>>> from sklearn.datasets import load_iris
>>> X, y = load_iris(return_X_y=True, as_frame=True)
>>> folder = tempfile.mkdtemp() + "/model"
>>> rulegen.mlflow.save_model(RuleClassifier(size=3).fit(X, y), folder)
>>> rulegen.mlflow.load_model(folder).predict(X[:2])
array([0, 0])

It needs the package ``mlflow`` or ``mlflow-skinny``. ``log_model`` logs to the active run, and
``mlflow.pyfunc.load_model`` reads what this writes: its ``predict`` returns labels. With an
``input_example`` it returns probabilities for ``params={"method": "predict_proba"}``.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import numpy as np
from mlflow import pyfunc
from mlflow.models import Model, infer_signature
from mlflow.models.utils import _save_example
from mlflow.tracking.artifact_utils import _download_artifact_from_uri

import rulegen

from ._base import Estimator

__all__ = ["load_model", "log_model", "save_model"]

#: The name of the flavour, and of the module that reads it.
FLAVOUR, MODULE = "rulegen", __name__
#: The file of the model, beside MLflow's.
FILE = "model.json"
#: The estimators by the method in a model file.
ESTIMATORS = {
    of._method: of for of in (rulegen.RuleClassifier, rulegen.RugClassifier, rulegen.BooleanRuleClassifier)
}


def save_model(
    rulegen_model: Estimator, path: str | os.PathLike[str], mlflow_model: Model | None = None, **settings: Any
) -> None:
    """Write a fitted estimator to a new folder as an MLflow model.

    Parameters
    ----------
    rulegen_model : RuleClassifier, RugClassifier or BooleanRuleClassifier
        A fitted estimator.
    path : str or path
        The folder.
    mlflow_model : mlflow.models.Model, optional
        The description to add the flavour to.
    **settings
        ``signature``, ``input_example`` and ``metadata`` of ``mlflow.models.Model``. The signature
        is that of the example by default.
    """
    folder = Path(path)
    if folder.exists() and any(folder.iterdir()):
        raise ValueError(f"{folder} exists, and is not empty")
    folder.mkdir(parents=True, exist_ok=True)
    rulegen_model.to_json(folder / FILE)
    described = Model() if mlflow_model is None else mlflow_model
    if (example := settings.pop("input_example", None)) is not None:
        _save_example(described, example, str(folder))
        if settings.get("signature") is None:
            labels = rulegen_model.predict(example)
            settings["signature"] = infer_signature(example, labels, params={"method": "predict"})
    for name, value in settings.items():
        setattr(described, name, value)
    pyfunc.add_to_model(described, loader_module=MODULE, data=FILE)
    described.add_flavor(FLAVOUR, rulegen_version=rulegen.__version__, data=FILE)
    described.save(str(folder / "MLmodel"))
    (folder / "requirements.txt").write_text(f"rulegen=={rulegen.__version__}\n", encoding="utf-8")


def log_model(rulegen_model: Estimator, name: str, **settings: Any) -> Any:
    """Log a fitted estimator to the active run, or to a new one.

    Parameters
    ----------
    rulegen_model : RuleClassifier, RugClassifier or BooleanRuleClassifier
        A fitted estimator.
    name : str
        The name of the model.
    **settings
        Arguments of ``mlflow.models.Model.log``, such as ``signature`` and
        ``registered_model_name``.

    Returns
    -------
    mlflow.models.model.ModelInfo
    """
    import rulegen.mlflow as flavour

    return Model.log(artifact_path=None, name=name, flavor=flavour, rulegen_model=rulegen_model, **settings)


def load_model(model_uri: str, dst_path: str | None = None) -> Estimator:
    """Read an estimator that was saved or logged.

    Parameters
    ----------
    model_uri : str
        A folder, or an address of MLflow, such as ``"models:/name/1"`` or ``"runs:/id/model"``.
    dst_path : str, optional
        Where to put the files of an address.

    Returns
    -------
    estimator
    """
    return _read(_download_artifact_from_uri(artifact_uri=model_uri, output_path=dst_path))


def _read(path: str) -> Estimator:
    """Read an estimator from the file of a model, or the folder of it."""
    file = Path(path) / FILE if Path(path).is_dir() else Path(path)
    method = rulegen._rulegen.Model.from_json(file.read_text(encoding="utf-8")).method
    return ESTIMATORS[method].from_json(file)


def _load_pyfunc(path: str) -> _Predictor:
    """Return what ``mlflow.pyfunc`` predicts with."""
    return _Predictor(_read(path))


class _Predictor:
    """The interface of ``mlflow.pyfunc``."""

    def __init__(self, model: Estimator) -> None:
        self.model = model

    def predict(self, X: Any, params: dict[str, Any] | None = None) -> np.ndarray:
        method = (params or {}).get("method", "predict")
        if method not in ("predict", "predict_proba"):
            raise ValueError(f"method must be predict or predict_proba, not {method!r}")
        return getattr(self.model, method)(X)
