"""A column of booleans means the same in every form, in training and later."""

import csv
import importlib.util
import json

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
from rulegen import BooleanRuleClassifier, RugClassifier, RuleClassifier, rules_from_ensemble
from sklearn.tree import DecisionTreeClassifier

ESTIMATORS = [RugClassifier(max_depth=2), RuleClassifier(size=3), BooleanRuleClassifier(complexity=6)]


@pytest.fixture(scope="module")
def rows():
    """400 rows of which two booleans decide the class, but for a few; one has missing cells."""
    draw = np.random.default_rng(11)
    member, paid = draw.random(400) < 0.5, draw.random(400) < 0.5
    age = draw.integers(18, 80, 400).astype(float)
    y = np.where(np.where(draw.random(400) < 0.04, ~(member & ~paid), member & ~paid), "leaves", "stays")
    frame = pd.DataFrame({"member": member, "paid": pd.array(paid, dtype="boolean"), "age": age})
    frame.loc[draw.random(400) < 0.05, "paid"] = pd.NA
    return frame, y


def written(column, false, true):
    """The booleans of a nullable column as other cells; None stays."""
    return [None if cell is pd.NA else true if cell else false for cell in column.astype("boolean")]


def forms(frame):
    """Return the rows with their booleans in every form."""
    cells = {"pandas words": ("False", "True"), "words": ("false", "true"), "objects": (False, True)}
    words = {
        name: frame.assign(**{c: written(frame[c], *of) for c in ("member", "paid")}) for name, of in cells.items()
    }
    numbers = frame.assign(**{c: frame[c].astype("Float64").astype(float) for c in ("member", "paid")})
    nullable = frame.astype({"member": "boolean"})
    return {
        "booleans": frame,
        **words,
        "floats": numbers,
        "nullable whole numbers": nullable.astype({"member": "Int64", "paid": "Int64"}),
        "nullable": nullable,
        "strings": words["pandas words"].astype({"member": "string", "paid": "string"}),
        "categories": words["words"].astype({"member": "category", "paid": "category"}),
        "polars": pl.from_pandas(nullable),
        "polars numbers": pl.from_pandas(numbers),
        "arrow": pa.Table.from_pandas(nullable, preserve_index=False),
        "arrow words": pa.Table.from_pandas(words["pandas words"], preserve_index=False),
    }


FORMS = [
    "booleans",
    "pandas words",
    "words",
    "objects",
    "floats",
    "nullable whole numbers",
    "nullable",
    "strings",
    "categories",
    "polars",
    "polars numbers",
    "arrow",
    "arrow words",
]


@pytest.mark.parametrize("learned", FORMS)
@pytest.mark.parametrize("estimator", ESTIMATORS, ids=lambda e: type(e).__name__)
def test_every_form_has_the_predictions_of_the_one_learned_from(rows, estimator, learned):
    frame, y = rows
    all_forms = forms(frame)
    model = type(estimator)(**estimator.get_params()).fit(all_forms[learned], y)
    predicted, probabilities = model.predict(all_forms[learned]), model.predict_proba(all_forms[learned])
    assert (predicted == y).mean() > 0.93
    explained = model.explain(all_forms[learned])
    for name in FORMS:
        assert (model.predict(all_forms[name]) == predicted).all(), name
        assert (model.predict_proba(all_forms[name]) == probabilities).all(), name
        assert model.score(all_forms[name], y) == (predicted == y).mean(), name
        assert model.explain(all_forms[name]).equals(explained), name


def test_all_forms_have_the_same_model_but_for_what_true_is_called(rows):
    """Whatever is booleans is a column of false and true; numbers stay numbers."""
    frame, y = rows
    known = {}
    for name, form in forms(frame).items():
        model = RuleClassifier(size=3).fit(form, y)
        by_name = {feature["name"]: feature for feature in json.loads(model.to_json())["features"]}
        known[name] = by_name["member"].get("categories", by_name["member"].get("cuts"))
        assert (model.predict(frame) == RuleClassifier(size=3).fit(frame, y).predict(frame)).all(), name
    booleans = ("booleans", "words", "objects", "nullable", "categories", "polars", "arrow")
    assert all(known[name] == ["false", "true"] for name in booleans)
    assert all(known[name] == ["False", "True"] for name in ("pandas words", "strings", "arrow words"))
    assert all(known[name] == [0.0] for name in ("floats", "nullable whole numbers", "polars numbers"))


def test_arrays_without_names(rows):
    frame, y = rows
    flags = frame[["member"]].assign(paid=frame["paid"].fillna(False).astype(bool)).to_numpy()
    words, objects = flags.astype(str).astype(object), flags.astype(object)
    mixed = objects.copy()
    mixed[::3] = mixed[::3].astype(int)
    arrays = [flags, flags.astype(int), flags.astype(float), words, objects, mixed]
    for learned in arrays:
        model = RuleClassifier(size=3).fit(learned, y)
        predicted = model.predict(learned)
        assert (predicted == y).mean() > 0.9
        for other in arrays:
            assert (model.predict(other) == predicted).all(), (learned[:3], other[:3])


def test_booleans_among_whole_numbers_of_objects_are_booleans(rows):
    frame, y = rows
    mixed = frame["member"].astype(object).where(np.arange(400) % 3 > 0, frame["member"].astype(int))
    model = RuleClassifier(size=3).fit(frame.assign(member=mixed), y)
    assert model.to_json() == RuleClassifier(size=3).fit(frame, y).to_json()


@pytest.mark.parametrize("learned", ["booleans", "pandas words", "floats"])
def test_reports_and_changes_are_of_the_form_learned_from(rows, learned):
    frame, y = rows
    all_forms = forms(frame)
    model = RuleClassifier(size=3).fit(all_forms[learned], y)
    page = model.report(all_forms[learned], y)
    changes = model.counterfactuals(all_forms[learned].head(5))
    for name in ("booleans", "pandas words", "floats", "nullable"):
        assert model.report(all_forms[name], y) == page, name
        again = model.counterfactuals(all_forms[name].head(5))
        assert again.drop(columns=["from", "to", "words"]).equals(changes.drop(columns=["from", "to", "words"])), name


def test_the_command_line_reads_what_pandas_writes(rows, cli, tmp_path):
    frame, y = rows
    model, data = tmp_path / "model.json", tmp_path / "rows.csv"
    frame.assign(y=y).to_csv(data, index=False)
    assert "True" in data.read_text()
    numbers = forms(frame)["floats"]
    numbers.assign(y=y).to_csv(tmp_path / "numbers.csv", index=False)
    for learned in (frame, numbers):
        fitted = RuleClassifier(size=3).fit(learned, pd.Series(y, name="y"))
        fitted.to_json(model)
        for file in (data, tmp_path / "numbers.csv"):
            predicted = [line["prediction"] for line in csv.DictReader(cli("predict", model, file).splitlines())]
            assert predicted == fitted.predict(learned).tolist()
            assert json.loads(cli("evaluate", model, file, "--json"))["accuracy"] == fitted.score(learned, y)
            assert "Row 3:" in cli("explain", model, file, "--row", "3")
    # And back: a model of the command line on booleans in memory.
    cli("fit", data, "--target", "y", "--size", "3", "--holdout", "none", "-o", model)
    theirs = RuleClassifier.from_json(model)
    predicted = [line["prediction"] for line in csv.DictReader(cli("predict", model, data).splitlines())]
    for form in forms(frame).values():
        assert theirs.predict(form).tolist() == predicted


@pytest.mark.parametrize(
    ("learned", "came", "message"),
    [
        ([True, False], ["yes", "no"], "column 'flag' is boolean in the model but holds words in the data, such as"),
        ([True, False], [True, "maybe"], "is boolean in the model but holds words in the data, such as 'maybe'"),
        ([True, False], [1, 2], "is boolean in the model but holds numbers in the data, such as '2'"),
        (["True", "False"], [0.5, 1.0], "is boolean in the model but holds numbers in the data, such as '0.5'"),
        ([1, 0], ["True", "maybe"], "is numeric in the model but holds words in the data, such as 'maybe'"),
        ([40, 50], [True, False], "is numeric in the model but holds booleans in the data, such as 'true'"),
        (["yes", "no"], [True, False], "is categorical in the model but holds booleans in the data, such as 'true'"),
    ],
)
def test_what_has_no_meaning_is_refused(learned, came, message):
    X = pd.DataFrame({"flag": learned * 40})
    model = RugClassifier().fit(X, ["a", "b"] * 40)
    assert len(model.rules_) > 0
    for answer in (model.predict, model.predict_proba, model.explain, model.counterfactuals):
        with pytest.raises(ValueError, match=message):
            answer(pd.DataFrame({"flag": came}))
    with pytest.raises(ValueError, match=message):
        model.report(pd.DataFrame({"flag": came}), ["a", "b"])


def test_the_python_export_reads_every_form(rows, tmp_path):
    frame, y = rows
    model = RuleClassifier(size=3).fit(frame, y)
    path = tmp_path / "exported.py"
    path.write_text(model.to_python())
    spec = importlib.util.spec_from_file_location("exported", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    predicted = model.predict(frame).tolist()
    for name in ("booleans", "pandas words", "words", "floats", "objects"):
        lines = forms(frame)[name].astype(object).replace({pd.NA: None}).to_dict("records")
        assert [module.predict(line) for line in lines] == predicted, name


def test_ensembles_on_booleans_are_rules_on_numbers(rows):
    """A tree compares booleans with a half, and its rules can be weighed on columns of numbers."""
    frame, y = rows
    numbers = frame[["member", "age"]].astype(float)
    rules = rules_from_ensemble(DecisionTreeClassifier(max_depth=2).fit(frame[["member", "age"]], y))
    model = RugClassifier(pricers="pool", pool=rules).fit(numbers, y)
    assert (model.predict(frame[["member", "age"]]) == model.predict(numbers)).all()
