"""Groups."""

import numpy as np
import pandas as pd
import polars as pl
import pytest
from rulegen import BooleanRuleClassifier, RugClassifier, RuleClassifier


@pytest.fixture(scope="module")
def biased():
    """800 rows of two groups whose labels one column tells well, and the other group's badly."""
    draw = np.random.default_rng(3)
    n = 800
    group = draw.choice(["F", "M"], n, p=[0.4, 0.6])
    x = draw.integers(0, 8, n)
    z = draw.integers(0, 8, n)
    y = np.where(group == "M", x > 3, (z > 4) | (draw.random(n) < 0.15)).astype(int)
    return pd.DataFrame({"x": x, "z": z}), y, pd.Series(group, name="sex")


@pytest.mark.parametrize("constraint", ["dmc", "odm", "eop"])
def test_constraints_of_weighted_rules(biased, constraint):
    X, y, group = biased
    settings = {"max_depth": 2, "penalty": 2.0}
    plain = RugClassifier(**settings).fit(X, y, sensitive_features=group)
    fair = RugClassifier(constraint=constraint, epsilon=0.02, **settings).fit(X, y, sensitive_features=group)
    assert fair.certificate_.objective > plain.certificate_.objective
    # The bound is on errors of the linear program; here predictions follow them.
    assert fair.fairness_[constraint] > plain.fairness_[constraint]
    assert [g["name"] for g in fair.fairness_["groups"]] == ["sex=F", "sex=M"]


@pytest.mark.parametrize("constraint", ["equal-opportunity", "equalized-odds"])
def test_constraints_of_boolean_rules(biased, constraint):
    X, y, group = biased
    score = "eop" if constraint == "equal-opportunity" else "equalized_odds"
    plain = BooleanRuleClassifier(complexity=4).fit(X, y, sensitive_features=group)
    fair = BooleanRuleClassifier(complexity=4, constraint=constraint, epsilon=0.05, time_limit=20)
    fair.fit(X, y, sensitive_features=group)
    assert fair.certificate_.objective >= plain.certificate_.objective
    assert fair.fairness_["eop"] >= 0.95 > plain.fairness_["eop"]
    assert fair.fairness_[score] >= plain.fairness_[score]


def test_scores_are_those_of_their_definitions(biased):
    X, y, group = biased
    model = RugClassifier(max_depth=2).fit(X, y)
    wrong, sex = model.predict(X) != y, group.to_numpy()
    gap = abs(wrong[sex == "F"].mean() - wrong[sex == "M"].mean())
    misses = abs(wrong[(sex == "F") & (y == 1)].mean() - wrong[(sex == "M") & (y == 1)].mean())
    forms = [group, sex, sex.tolist(), sex.reshape(-1, 1), group.to_frame(), pl.DataFrame({"sex": sex})]
    for form in forms:
        found = model.fairness(X, y, form)
        assert found["odm"] == pytest.approx(1 - gap) and found["eop"] == pytest.approx(1 - misses)
    both = model.fairness(X, y, pd.DataFrame({"sex": sex, "high": X["z"] > 3}))
    assert both["groups"][0]["name"] == "sex=F, high=false" and len(both["groups"]) == 4


def test_path_of_epsilons(biased):
    X, y, group = biased
    model = RugClassifier(max_depth=2, constraint="odm")
    path = model.fit_path(X, y, [0.01, 0.1, 1.0], over="epsilon", sensitive_features=group)
    objectives = [fitted.certificate_.objective for fitted in path]
    assert [fitted.epsilon for fitted in path] == [0.01, 0.1, 1.0]
    assert objectives == sorted(objectives, reverse=True) and objectives[0] > objectives[-1]
    assert path[0].fairness_["odm"] > path[2].fairness_["odm"]


def test_what_is_asked_wrongly(biased):
    X, y, group = biased
    with pytest.raises(ValueError, match="needs sensitive_features"):
        RugClassifier(constraint="odm").fit(X, y)
    with pytest.raises(ValueError, match="constraint must be one of dmc, odm, eop"):
        RugClassifier(constraint="equalized-odds").fit(X, y, sensitive_features=group)
    with pytest.raises(ValueError, match="two groups"):
        RugClassifier(constraint="odm").fit(X, y, sensitive_features=["same"] * len(y))
    with pytest.raises(ValueError, match="has 3 rows"):
        RugClassifier().fit(X, y, sensitive_features=["a", "b", "c"])
    with pytest.raises(ValueError, match="needs cut points"):
        RugClassifier().fit(X, y, sensitive_features=np.arange(len(y)))


def test_fairlearn_reduces_differences_of_rules_with_probabilities(biased):
    metrics = pytest.importorskip("fairlearn.metrics")
    reductions = pytest.importorskip("fairlearn.reductions")
    X, y, group = biased
    plain = RuleClassifier(size=4).fit(X, y)
    constraint = reductions.EqualizedOdds(difference_bound=0.05)
    fair = reductions.ExponentiatedGradient(RuleClassifier(size=4), constraint, max_iter=10)
    fair.fit(X, y, sensitive_features=group)

    def difference(predicted):
        return metrics.equalized_odds_difference(y, predicted, sensitive_features=group)

    # Groups are not asked for at predict: each predictor is a model of rules over X alone.
    assert difference(fair.predict(X, random_state=0)) < 0.5 * difference(plain.predict(X))
    assert all(len(predictor.rules_) <= 4 for predictor in fair.predictors_)


def test_fairlearn_chooses_thresholds_of_probabilities(biased):
    metrics = pytest.importorskip("fairlearn.metrics")
    postprocessing = pytest.importorskip("fairlearn.postprocessing")
    X, y, group = biased
    plain = RuleClassifier(size=4).fit(X, y)
    fair = postprocessing.ThresholdOptimizer(
        estimator=plain, constraints="equalized_odds", prefit=True, predict_method="predict_proba"
    )
    fair.fit(X, y, sensitive_features=group)

    def difference(predicted):
        return metrics.equalized_odds_difference(y, predicted, sensitive_features=group)

    predicted = fair.predict(X, sensitive_features=group, random_state=0)
    assert difference(predicted) < 0.5 * difference(plain.predict(X))


def test_the_refusal_of_fair_probabilities_names_fairlearn(biased):
    X, y, group = biased
    with pytest.raises(ValueError, match="by fairlearn over a RuleClassifier"):
        RuleClassifier(constraint="odm").fit(X, y, sensitive_features=group)
