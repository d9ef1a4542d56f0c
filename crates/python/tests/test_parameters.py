"""Every parameter of the library is an argument, with the same default."""

import inspect

import pytest
from rulegen import BooleanRuleClassifier, RugClassifier, RuleClassifier, _rulegen

# What Python says in its own way: what it is called there, and what its default is.
OWN = {"seed": ("random_state", 0), "class_weight": ("class_weight", None), "epsilon": ("epsilon", 0.0)}
# What scikit-learn and joblib ask for, and what is said of columns.
ELSEWHERE = {"categorical", "random_state", "n_jobs", "verbose"}


@pytest.mark.parametrize("estimator", [RugClassifier, RuleClassifier, BooleanRuleClassifier])
def test_every_parameter_is_an_argument_with_the_same_default(estimator):
    arguments = {name: p.default for name, p in inspect.signature(estimator).parameters.items()}
    known = set()
    for name, default in _rulegen.parameter_defaults(estimator._method).items():
        argument, expected = OWN.get(name, (name, default))
        # A list that is empty by default would be one list for all.
        assert arguments[argument] == (None if expected == [] else expected), name
        known.add(argument)
    assert set(arguments) - known <= ELSEWHERE


@pytest.mark.parametrize("estimator", [RugClassifier, RuleClassifier, BooleanRuleClassifier])
def test_the_compiled_half_gets_its_defaults(estimator):
    settings = estimator()._settings()
    for name, default in _rulegen.parameter_defaults(estimator._method).items():
        assert settings[name] == (0.0 if name == "epsilon" else default), name
