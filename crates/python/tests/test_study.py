"""Reports, counterfactuals and differences between models, as the command line has them."""

import json
import warnings

import numpy as np
import pandas as pd
import pytest
from rulegen import BooleanRuleClassifier, Diff, RugClassifier, RuleClassifier, diff


@pytest.fixture
def wdbc(fixture_frame):
    return fixture_frame("wdbc", "diagnosis")


def test_the_report_is_that_of_the_command_line(wdbc, cli, tmp_path):
    X, y = wdbc
    model = RugClassifier(max_depth=2).fit(X, y)
    model.to_json(tmp_path / "model.json")
    X.assign(diagnosis=y).to_csv(tmp_path / "wdbc.csv", index=False)
    model.trace_.to_csv(tmp_path / "trace.csv", index=False)
    held_out = np.arange(0, len(X), 5)
    (tmp_path / "rows.txt").write_text("".join(f"{row}\n" for row in held_out))
    files = [tmp_path / "model.json", tmp_path / "wdbc.csv"]
    options = ["--holdout", tmp_path / "rows.txt", "--trace", tmp_path / "trace.csv", "-o", tmp_path / "report.html"]
    cli("report", *files, *options)
    names = {"model_name": "model.json", "data_name": "wdbc.csv"}
    model.report(X, y, tmp_path / "ours.html", held_out=held_out, **names)
    page = model.report(X, y, held_out=held_out, **names)
    assert page == (tmp_path / "report.html").read_text(encoding="utf-8")
    assert page == (tmp_path / "ours.html").read_text(encoding="utf-8")
    assert page == model.report(X, y, held_out=np.isin(np.arange(len(X)), held_out), **names)


def test_reports_of_sizes_groups_and_files(wdbc):
    X, y = wdbc
    model = RuleClassifier(cv=3).fit(X, y)
    page = model.report(X, y, sensitive_features=(X.iloc[:, 0] > 13).rename("large"), samples=50)
    assert all(f'href="#{part}"' in page for part in ("overview", "groups", "search", "sizes"))
    # A file has no other sizes.
    page = type(model).from_json(model.to_json()).report(X, y)
    assert 'href="#overview"' in page
    assert not any(f'href="#{part}"' in page for part in ("groups", "sizes"))
    with pytest.raises(ValueError, match="labels that are not in classes_"):
        model.report(X, ["?"] * len(X))
    with pytest.raises(ValueError, match="row 569 is held out, but there are 569 rows"):
        model.report(X, y, held_out=[len(X)])
    with pytest.raises(ValueError, match="there are 10 labels for 569 rows"):
        model.report(X, y[:10])


def test_reports_of_boolean_rules_of_several_sizes(fixture_frame):
    X, y = fixture_frame("monks1", "class")
    page = BooleanRuleClassifier().fit(X, y).report(X, y)
    assert 'href="#sizes"' in page


def test_held_out_rows_are_rows(wdbc):
    X, y = wdbc
    model = RugClassifier(max_depth=1, max_iter=1).fit(X, y)
    for held_out, message in [
        ([0, 5, 0], "row 0 is held out twice"),
        (np.arange(10) < 5, "held_out has 10 marks, and there are 569 rows"),
        ([-1], "positions of rows from 0"),
        ([0.5], "positions of rows from 0"),
    ]:
        with pytest.raises(ValueError, match=message):
            model.report(X, y, held_out=held_out)
    with pytest.raises(ValueError, match="samples must be at least 0"):
        model.report(X, y, samples=-1)


def test_what_counterfactuals_are_asked_for():
    X = pd.DataFrame({"a": np.arange(40) // 2, "same": 1.0, "sex": ["m", "f"] * 20})
    for y, to, wrong in [
        (np.where(X["a"] > 9, "yes", "no"), "yes", "yesterday"),
        ((X["a"] > 9).astype(int), 1, "1"),
        ((X["a"] > 9).astype(int), np.int64(1), 1.7),
        (X["a"] > 9, True, 1),
    ]:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            model = RugClassifier().fit(X, y, sensitive_features="sex")
        # A column that was constant, or no feature, may be fixed too.
        found = model.counterfactuals(X.iloc[[0]], fixed=["same", "sex"], to=to)
        assert found["prediction"].tolist() == [to] and found["column"].tolist() == ["a"]
        with pytest.raises(ValueError, match="is not one of the classes"):
            model.counterfactuals(X.iloc[[0]], to=wrong)
    with pytest.raises(ValueError, match="most must be at least 1"):
        model.counterfactuals(X.iloc[[0]], most=0)


@pytest.mark.parametrize("estimator", [RugClassifier(max_depth=2), BooleanRuleClassifier(complexity=6)])
def test_counterfactuals_change_the_prediction(estimator, mixed):
    X, y = mixed
    X = X[["age", "colour", "size"]].fillna({"age": 40.0, "colour": "red"})
    model = estimator.fit(X, y)
    rows = X.iloc[:12]
    found = model.counterfactuals(rows)
    assert set(found["row"]) == set(range(12)) and set(found["proof"]) <= {"nearest", "impossible"}
    before = model.predict(rows)
    for (row, _), change in found.dropna(subset="change").groupby(["row", "change"]):
        other = rows.iloc[[row]].astype(object)
        for _, cell in change.iterrows():
            assert other[cell["column"]].iloc[0] == cell["from"]
            other[cell["column"]] = [cell["to"]]
        after = model.predict(other.astype({"age": float}))[0]
        assert after != before[row] and (change["prediction"] == after).all()
    fixed = model.counterfactuals(rows, fixed=["age", "colour", "size"])
    assert (fixed["proof"] == "impossible").all() and fixed["change"].isna().all()
    to = model.counterfactuals(rows, to="yes")
    assert (to["proof"][to["row"].map(lambda row: before[row] == "yes")] == "nothing_to_change").all()
    with pytest.raises(ValueError, match="colors"):
        model.counterfactuals(rows, fixed="colors")


def test_diff_is_that_of_the_command_line(wdbc, cli, tmp_path):
    X, y = wdbc
    models = [RugClassifier(max_depth=2, penalty=penalty).fit(X, y) for penalty in (0.5, 2.0)]
    files = [tmp_path / "before.json", tmp_path / "after.json"]
    for model, file in zip(models, files, strict=True):
        model.to_json(file)
    X.to_csv(tmp_path / "rows.csv", index=False)
    expected = json.loads(cli("diff", *files, tmp_path / "rows.csv", "--json"))
    differ = diff(*models, X)
    assert isinstance(differ, Diff) and differ
    counts = {"went": "went", "came": "came", "changed": "weight"}
    for theirs, ours in counts.items():
        rules = differ.rules[differ.rules["change"] == ours]
        assert [" and ".join(rule["conditions"]) for rule in expected[theirs]] == rules["conditions"].tolist()
    assert differ.same == expected["same"]
    assert differ.disagree == expected["predictions"]["differ"]
    assert differ.predictions["rows"].sum() == len(X)
    assert list(differ.predictions.columns) == ["before", "after", "rows"]
    same = diff(models[0], models[0])
    assert not same and same.same == len(models[0].rules_) and same.predictions is None and same.disagree is None
    assert pd.isna(differ.rules["weight_after"][differ.rules["change"] == "went"]).all()
