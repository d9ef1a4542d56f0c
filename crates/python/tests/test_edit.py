"""Edits of fitted models."""

import html
import warnings

import numpy as np
import pytest
from rulegen import BooleanRuleClassifier, RugClassifier, RuleClassifier


@pytest.fixture(scope="module")
def fitted(fixture_frame):
    X, y = fixture_frame("wdbc", "diagnosis")
    return RuleClassifier(size=4, max_length=2).fit(X, y), X, y


def test_a_rule_less_costs_more(fitted):
    model, X, y = fitted
    rules = model.rules_["conditions"].tolist()
    less = model.without(3, X, y)
    assert sorted(less.rules_["conditions"]) == sorted(rules[:2] + rules[3:])
    assert model.rules_["conditions"].tolist() == rules, "the model stays as it is"
    assert less.certificate_.objective > model.certificate_.objective
    assert less.certificate_.status == "edited"
    assert less.predict(X).shape == y.shape
    assert list(less.classes_) == list(model.classes_)
    assert [len(model.without(numbers, X, y).rules_) for numbers in ([], [1, 2], np.array([4]))] == [4, 2, 3]
    with pytest.raises(AttributeError, match="size is given"):
        _ = less.path_


def test_a_rule_more_has_its_weight(fitted):
    model, X, y = fitted
    more = model.with_rule("if texture_mean > 25 then +1", X, y)
    (added,) = (row for _, row in more.rules_.iterrows() if row["conditions"] == "texture_mean > 25")
    assert added["weight"] == 1.0 and added["class"] == "M"
    assert "Rules added by hand: if texture_mean > 25 then +1." in html.unescape(more.to_markdown()).replace("\\", "")
    again = more.edit(X, y, drop=[1], lock=2)
    weights = dict(zip(again.rules_["conditions"], again.rules_["weight"], strict=True))
    assert weights["texture_mean > 25"] == 1.0
    assert weights[more.rules_["conditions"][1]] == more.rules_["weight"][1]


def test_a_model_from_a_file_is_edited_too(fitted):
    model, X, y = fitted
    read = RuleClassifier.from_json(model.to_json())
    assert read.without(1, X, y).to_json() == model.without(1, X, y).to_json()


def test_mistakes_are_value_errors(fitted):
    model, X, y = fitted
    with pytest.raises(ValueError, match="there is no rule 5: the model has 4 rules"):
        model.without(5, X, y)
    with pytest.raises(ValueError, match="there is no column 'aera'"):
        model.with_rule("if aera > 3 then M", X, y)
    with pytest.raises(ValueError, match="rule 1 cannot be dropped and locked"):
        model.edit(X, y, drop=1, lock=[1])
    with pytest.raises(TypeError):
        model.without(1.5, X, y)
    rug = RugClassifier().fit(X, y)
    with warnings.catch_warnings():
        # Others may get no weight without it.
        warnings.simplefilter("ignore")
        assert len(rug.without(1, X, y).rules_) < len(rug.rules_)
    with pytest.raises(ValueError, match="locked where weights are log-odds"):
        rug.edit(X, y, lock=1)
    assert not hasattr(BooleanRuleClassifier, "edit")
