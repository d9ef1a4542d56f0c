"""Names of columns and types of labels: those that models keep, share, or do not ask for."""

import copy
import json
import pickle

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
from rulegen import BooleanRuleClassifier, RugClassifier, RuleClassifier, RuleFeatures, RulegenWarning
from sklearn.base import clone

DRAW = np.random.default_rng(5)
FRAME = pd.DataFrame(
    {"age": DRAW.integers(18, 80, 300), "income": DRAW.normal(size=300), "sex": DRAW.choice(["f", "m"], 300)}
)
OLD = (FRAME["age"] > 50).to_numpy()


@pytest.mark.parametrize("estimator", [RuleClassifier(size=1), RugClassifier(), BooleanRuleClassifier(complexity=2)])
def test_a_target_named_like_a_feature(estimator, tmp_path):
    with pytest.warns(RulegenWarning, match="y has the name of the column 'age' of X, a feature"):
        model = estimator.fit(FRAME, FRAME["age"] > 50)
    for read in (pickle.loads(pickle.dumps(model)), copy.deepcopy(model), type(model).from_json(model.to_json())):
        assert (read.predict(FRAME) == model.predict(FRAME)).all()
    assert json.loads(model.to_json())["target"] == "target"


@pytest.mark.parametrize("make", [pd.DataFrame, pl.DataFrame, pa.Table.from_pandas])
@pytest.mark.parametrize("argument", ["sensitive_features", "groups"])
def test_columns_that_rows_are_grouped_by_are_not_asked_for(make, argument):
    rows, without = make(FRAME), make(FRAME.drop(columns="sex"))
    model = RuleClassifier(size=2, ridge=1).fit(rows, OLD, **{argument: "sex"})
    assert model.n_features_in_ == 2
    assert list(getattr(model, "feature_names_in_", ["age", "income"])) == ["age", "income"]
    assert (model.predict(without) == model.predict(rows)).all()
    assert (model.predict(without) == RuleClassifier(size=2, ridge=1).fit(without, OLD).predict(without)).all()
    edited = model.edit(rows, OLD, drop=1)
    assert (edited.predict(rows) == edited.predict(without)).all()
    assert len(model.fairness(rows, OLD, "sex")["groups"]) == 2
    again = clone(model).fit(rows, OLD)
    assert again.n_features_in_ == 3


def test_columns_count_by_position_after_a_fit_to_an_array():
    numbers = FRAME[["age", "income"]]
    model = RuleClassifier(size=2).fit(numbers.to_numpy(), OLD)
    with pytest.warns(UserWarning, match="X has feature names, but RuleClassifier was fitted without"):
        found = model.predict(numbers)
    assert (found == model.predict(numbers.to_numpy())).all()


@pytest.mark.parametrize(
    "labels",
    [
        np.array(["0", "1"]),
        np.array(["false", "true"]),
        np.array(["2023", "2024"], dtype=object),
        np.array([0.0, 1.0]),
        np.array([0.5, 1.0]) * 2,
        np.array(["2024-01-01", "2024-06-01"], dtype="datetime64[D]"),
        np.array([False, True]),
        np.array([3, 7]),
        np.array(["no", "yes"]),
    ],
)
def test_labels_keep_their_type(labels, tmp_path):
    y = labels[OLD.astype(int)]
    model = RuleClassifier(size=2).fit(FRAME, y)
    read = RuleClassifier.from_json(model.to_json())
    assert read.classes_.tolist() == model.classes_.tolist()
    assert read.classes_.dtype.kind == {"O": "U"}.get(model.classes_.dtype.kind, model.classes_.dtype.kind)
    assert (read.predict(FRAME) == model.predict(FRAME)).all() and read.score(FRAME, y) == model.score(FRAME, y)


def test_the_positive_label_may_be_any_that_equals_it():
    model = RuleClassifier(size=1, pos_label=1).fit(FRAME, OLD)
    assert model.to_json() == RuleClassifier(size=1, pos_label=True).fit(FRAME, OLD).to_json()
    assert json.loads(RuleClassifier(size=1, pos_label=1.0).fit(FRAME, OLD * 1).to_json())["positive"] == "1"
    words = RuleClassifier(size=1, pos_label=1).fit(FRAME, np.where(OLD, "1", "0"))
    assert json.loads(words.to_json())["positive"] == "1"
    with pytest.raises(ValueError, match="'2' is not a class"):
        RuleClassifier(pos_label=2).fit(FRAME, OLD)


def test_a_folder_that_is_not_there_is_named(tmp_path):
    with pytest.raises(FileNotFoundError, match=r"cannot write .*nowhere/m\.json: "):
        RuleClassifier(size=1).fit(FRAME, OLD).to_json(tmp_path / "nowhere" / "m.json")


def test_a_type_of_labels_that_is_none_is_ignored():
    file = json.loads(RuleClassifier(size=2).fit(FRAME, OLD.astype(int)).to_json())
    file["settings"]["label_type"] = "S99999999999"
    assert RuleClassifier.from_json(json.dumps(file)).classes_.tolist() == [0, 1]


def test_a_threshold_is_read_and_explained():
    noisy = OLD ^ (np.arange(300) % 5 == 0)
    model = RuleClassifier(size=2, threshold=0.1).fit(FRAME, noisy)
    assert RuleClassifier.from_json(model.to_json()).threshold == 0.1
    lines = model.explain(FRAME)
    towards = lines["vote"].where(lines["class"].astype(bool), -lines["vote"]).groupby(lines["row"]).sum()
    assert ((towards >= 0).to_numpy() == model.predict(FRAME)).all()
    assert lines["conditions"].value_counts()["threshold"] == 300
    plain = model.with_threshold(None)
    assert (plain.predict(FRAME) != model.predict(FRAME)).any()
    assert "threshold" not in set(plain.explain(FRAME)["conditions"])


def test_rules_have_the_numbers_that_edits_take():
    noisy = OLD ^ (np.arange(300) % 5 == 0)
    model = RuleClassifier(size=3, max_length=2).fit(FRAME, noisy)
    rules = model.rules_
    assert rules["rule"].tolist() == list(range(1, len(rules) + 1)) and len(rules) >= 2
    lines = model.explain(FRAME)
    met = lines[lines["rule"].notna()]
    assert (rules.set_index("rule")["conditions"].loc[met["rule"].astype(int)].to_numpy() == met["conditions"]).all()
    assert set(model.literals_["rule"]) == set(rules["rule"])
    left = model.without(rules["rule"][1], FRAME, noisy).rules_["conditions"].tolist()
    assert rules["conditions"][1] not in left and rules["conditions"][0] in left


def test_clauses_are_shown_as_the_rules_that_exclude_rows():
    both = OLD & (FRAME["sex"] == "f").to_numpy()
    model = BooleanRuleClassifier(complexity=4, cnf=True).fit(FRAME, both)
    marks, columns = model.covers(FRAME), RuleFeatures(model).fit(FRAME, both)
    assert (model.predict(FRAME) == ~marks.any(axis=1)).all()
    assert columns.get_feature_names_out().tolist() == model.rules_["conditions"].tolist()
    for mark, conditions in zip(marks.T, model.rules_["conditions"], strict=True):
        asked = conditions.replace("sex = m", "sex == 'm'").replace("sex != f", "sex != 'f'")
        assert (FRAME.eval(asked).to_numpy() == mark).all()
    assert set(model.rules_["class"]) == {False}
    assert not model.explain(FRAME[both])["rule"].notna().any()


def test_rows_of_lists_are_numbers_and_words():
    rows = FRAME.to_numpy().tolist()
    assert RuleClassifier(size=1).fit(rows, OLD).rules_["conditions"].tolist() == ["x0 <= 50"]


def test_an_index_that_repeats_is_not_used():
    model = RuleClassifier(size=1).fit(FRAME, OLD)
    repeated = pd.concat([FRAME[:3], FRAME[:3]])
    assert model.explain(repeated)["row"].unique().tolist() == list(range(6))
    assert model.explain(FRAME[3:6])["row"].unique().tolist() == [3, 4, 5]


def test_required_rules_without_weight_are_named_and_take_no_place():
    with pytest.warns(RulegenWarning, match="had to be in but have no points beside the others: if age > 70"):
        model = RuleClassifier(size=1, must_have="if age > 70 then False").fit(FRAME, OLD.astype(str))
    assert model.rules_["conditions"].tolist() == ["age <= 50"]


def test_fits_that_end_early_or_without_rules_say_so():
    coin = np.arange(300) % 2
    with pytest.warns(RulegenWarning, match="The model has no rule: every row gets the same answer"):
        RuleClassifier(size="auto", min_cover=290).fit(FRAME, coin)
    with pytest.warns(RulegenWarning, match="the time limit ended the search"):
        RuleClassifier(time_limit=1e-6).fit(FRAME, OLD)


def test_times_of_day_are_left_out_with_a_word():
    hours = pd.DataFrame({"at": pd.date_range("2024-01-01", periods=300, freq="h"), "age": FRAME["age"]})
    for rows in (hours, hours[["at"]].to_numpy()):
        with pytest.warns(RulegenWarning, match="holds times of day, which are left out: rules are about its dates"):
            RuleClassifier(size=1).fit(rows, OLD)
    RuleClassifier(size=1).fit(hours.assign(at=hours["at"].dt.normalize()), OLD)
