"""Every parameter of the library is an argument, with the same default."""

import inspect

import pytest
from rulegen import BooleanRuleClassifier, RugClassifier, RuleClassifier, _rulegen

ESTIMATORS = [RugClassifier, RuleClassifier, BooleanRuleClassifier]
# Defaults that Python says in its own way.
OWN = {"class_weight": None, "epsilon": 0.0}
# Arguments of scikit-learn and joblib, and about columns.
ELSEWHERE = {"categorical_features", "feature_names", "n_jobs", "target_cut", "verbose"}


def defaults(estimator):
    return {parameter["name"]: parameter["default"] for parameter in _rulegen.parameters(estimator._method)}


@pytest.mark.parametrize("estimator", ESTIMATORS)
def test_every_parameter_is_an_argument_with_the_same_default(estimator):
    arguments = {name: p.default for name, p in inspect.signature(estimator).parameters.items()}
    table = defaults(estimator)
    for name, default in table.items():
        # A list that is empty by default would be one list for all.
        assert arguments[name] == OWN.get(name, None if default == [] else default), name
    assert set(arguments) - set(table) == ELSEWHERE


@pytest.mark.parametrize("estimator", ESTIMATORS)
def test_the_compiled_half_gets_its_defaults(estimator):
    settings = estimator()._settings()
    for name, default in defaults(estimator).items():
        assert settings[name] == (0.0 if name == "epsilon" else default), name
