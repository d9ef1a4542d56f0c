"""Boolean rules end by work, not by the clock."""

import math

import numpy as np
import pandas as pd
import pytest
from rulegen import BooleanRuleClassifier, RulegenWarning


@pytest.fixture(scope="module")
def noise():
    """Return columns of noise, and labels that no rule set of a few rules explains."""
    draw = np.random.default_rng(5)
    X = pd.DataFrame(draw.normal(size=(250, 8)), columns=list("abcdefgh"))
    return X, np.where(X["a"] * X["b"] + draw.normal(size=250) > 0.3, "yes", "no")


@pytest.mark.parametrize("settings", [{}, {"complexity": 12}])
def test_fits_are_the_same_at_any_load_and_say_that_a_limit_ended_them(settings, noise):
    with pytest.warns(RulegenWarning, match="limits of work ended the search .* `time_limit` lets it go on"):
        first = BooleanRuleClassifier(complexity=12).fit(*noise)
    assert first.certificate_.status == "iteration_limit"
    fits = []
    for n_jobs in (1, 2, None):
        model = BooleanRuleClassifier(n_jobs=n_jobs, **settings)
        with pytest.warns(RulegenWarning) if settings else np.errstate():
            fits.append(model.fit(*noise).to_json())
    assert fits[0] == fits[1] == fits[2]


def test_the_clock_ends_a_fit_only_if_it_is_asked_to(noise):
    X, y = noise
    with pytest.warns(RulegenWarning, match="the time limit ended the search"):
        clocked = BooleanRuleClassifier(complexity=12, time_limit=0.5).fit(X, y)
    assert clocked.certificate_.status == "time_limit"
    for limit in (math.inf, 1e300):
        assert BooleanRuleClassifier(complexity=2, time_limit=limit).fit(X, y).certificate_.status == "optimal"
    with pytest.raises(ValueError, match="time_limit must be positive"):
        BooleanRuleClassifier(time_limit=math.nan).fit(X, y)
