"""Targets that are numbers: cut into classes, as by ``--target-cut``."""

import json

import numpy as np
import pandas as pd
import pytest
from rulegen import BooleanRuleClassifier, RugClassifier, RuleClassifier, RulegenWarning, compare
from sklearn.base import clone
from sklearn.model_selection import KFold, cross_val_score

CLASSES = ["< 100000", "100000 to 200000", ">= 200000"]
ESTIMATORS = [
    (RuleClassifier, {"size": 4}, ["--size", 4]),
    (RugClassifier, {"max_depth": 2}, ["--max-depth", 2]),
    (BooleanRuleClassifier, {"complexity": 6}, ["--complexity", 6]),
]


@pytest.fixture(scope="module")
def flats():
    """Return 700 flats, whose price is about 1000 times their size."""
    draw = np.random.default_rng(11)
    size = draw.integers(30, 300, 700)
    frame = pd.DataFrame({"size": size, "rooms": draw.integers(1, 6, 700)})
    return frame, pd.Series((size * 1000 * draw.uniform(0.9, 1.1, 700)).round(), name="price")


@pytest.mark.parametrize(("estimator", "settings", "flags"), ESTIMATORS)
def test_models_are_those_of_the_command_line(estimator, settings, flags, flats, cli, tmp_path):
    X, y = flats
    model = estimator(target_cut=[100_000, 200_000], **settings).fit(X, y)
    X.assign(price=y).to_csv(tmp_path / "flats.csv", index=False)
    fit = ["fit", tmp_path / "flats.csv", "--target", "price", "--target-cut", "100000,200000", "--holdout", "none"]
    cli(*fit, "--method", model._method, *flags, "-o", tmp_path / "m.json", "--threads", 1, "--quiet")
    ours, theirs = json.loads(model.to_json()), json.loads((tmp_path / "m.json").read_text())
    assert ours["classes"] == theirs["classes"] == CLASSES
    assert ours["rules"] == theirs["rules"] and ours["settings"]["target_cut"] == theirs["settings"]["target_cut"]
    assert list(model.classes_) == sorted(CLASSES)
    true = np.select([y < 100_000, y < 200_000], CLASSES[:2], CLASSES[2])
    assert model.score(X, y) == model.score(X, true) == (model.predict(X) == true).mean() > 0.8
    read = estimator.from_json(tmp_path / "m.json")
    assert (read.predict(X) == model.predict(X)).all() and read.score(X, y) == model.score(X, y)


def test_numbers_are_labels_wherever_labels_are_given(flats, tmp_path):
    X, y = flats
    model = RuleClassifier(size=3, target_cut=[150_000], class_weight={">= 150000": 2.0}).fit(X, y)
    model.report(X, y, tmp_path / "report.html")
    assert model.to_points(20, X, y).score(X, y) > 0.8
    assert model.fairness(X, y, X["rooms"] > 3)["odm"] > 0.8
    scores = cross_val_score(clone(model), X, y, cv=KFold(3))
    assert len(scores) == 3 and scores.min() > 0.8
    table = compare(RugClassifier(target_cut=[150_000]), X, y, ["tree"], held_out=(X[:50], y[:50]))
    assert table["accuracy"][0] > 0.8


def test_numbers_that_are_not_cut(flats):
    X, y = flats
    refused = r"the target \"price\" is a number: it has \d+ values.*: target_cut=\[1\d+\.0, 2\d+\.0\]"
    with pytest.raises(ValueError, match=refused):
        RuleClassifier().fit(X, y.astype(int))
    with pytest.raises(ValueError, match=r"Unknown label type.*target_cut=\[A, B\] cuts a number into classes"):
        RuleClassifier().fit(X, y + 0.5)
    with pytest.warns(RulegenWarning, match=r"the target floors has 25 classes that are numbers.*target_cut=\["):
        RugClassifier(max_iter=1, max_depth=1).fit(X, pd.Series(np.arange(700) % 25, name="floors"))


@pytest.mark.parametrize(
    ("cuts", "error", "says"),
    [
        ([2.0, 1.0], ValueError, "the cut points of column \"price\" must ascend, but 1 follows 2"),
        ([-5.0], ValueError, "target_cut: no row is in the class < -5"),
        (["a"], TypeError, "target_cut must be a list of numbers, such as"),
        (10.0, TypeError, "target_cut must be a list of numbers, such as"),
    ],
)
def test_errors(cuts, error, says, flats):
    with pytest.raises(error, match=says):
        RuleClassifier(target_cut=cuts).fit(*flats)


def test_words_have_no_cut_points(flats):
    X, _ = flats
    y = pd.Series(np.where(X["size"] > 100, "a", "b"), name="price")
    with pytest.raises(ValueError, match="column \"price\" has no cut points: it holds words, such as"):
        RuleClassifier(target_cut=[1.0]).fit(X, y)
