"""Docstrings: their examples run, and every parameter is described."""

import doctest
import inspect
import os
import re
import subprocess

import pytest
import rulegen
from rulegen import _boolean, _exports, _features, _parts, _pricer, _rug, _rulegen, _rules, _solve

ESTIMATORS = [rulegen.RugClassifier, rulegen.RuleClassifier, rulegen.BooleanRuleClassifier]


@pytest.mark.parametrize("module", [_rug, _rules, _boolean, _exports, _features, _pricer, _solve, _parts])
def test_examples(module):
    done = doctest.testmod(module)
    assert done.attempted > 2 and not done.failed


@pytest.mark.parametrize("estimator", ESTIMATORS)
def test_parameters_are_described_with_their_defaults(estimator):
    text = inspect.getdoc(estimator).split("Attributes\n")[0]
    described = {}
    for names, default in re.findall(r"^(\w+(?:, \w+)*) : .*default=(.+)$", text, re.MULTILINE):
        described |= dict.fromkeys(names.split(", "), default)
    for name, parameter in inspect.signature(estimator).parameters.items():
        assert eval(described.pop(name)) == parameter.default, name
    assert not described


@pytest.mark.parametrize("name", rulegen.__all__)
def test_everything_public_is_documented(name):
    thing = getattr(rulegen, name)
    assert thing.__doc__
    if inspect.isclass(thing):
        for member, value in inspect.getmembers(thing):
            ours = str(getattr(value, "__module__", "")).startswith("rulegen")
            if ours and callable(value) and not member.startswith("_"):
                assert value.__doc__, f"{name}.{member}"


def test_parameters_have_the_names_of_the_flags():
    """Every flag about learning is a parameter, under its name."""
    binary = os.environ.get("RULEGEN_CLI")
    if not binary:
        pytest.skip("RULEGEN_CLI does not name the command line's binary")
    told = subprocess.run([binary, "fit", "--help"], capture_output=True, text=True, check=True).stdout
    flags = {flag.replace("-", "_") for flag in re.findall(r"^\s+(?:-\w, )?--([a-z-]+)", told, re.MULTILINE)}
    table = [parameter for e in ESTIMATORS for parameter in _rulegen.parameters(e._method)]
    renamed = {parameter["flag"].replace("-", "_"): parameter["name"] for parameter in table}
    renamed |= {"threads": "n_jobs", "categorical": "categorical_features"}
    # Flags about files and the terminal, and arguments of `fit` and `fit_path`.
    elsewhere = {"target", "method", "output", "holdout", "delimiter", "no_header", "missing", "numeric", "ignore"}
    elsewhere |= {
        "weights",
        "proof",
        "group",
        "group_cuts",
        "group_as_feature",
        "epsilon_path",
        "split_by",
        "split_after",
    }
    elsewhere |= {"trace", "json", "quiet", "help", "memory_limit", "decimal", "thousands"}
    known = {name for e in ESTIMATORS for name in e().get_params()}
    assert {renamed.get(flag, flag) for flag in flags - elsewhere} == known - {"verbose", "feature_names"}
