"""The attributes and the output of a fitted estimator."""

import json
import sqlite3
import subprocess
import sys
from contextlib import closing

import matplotlib as mpl
import numpy as np
import pandas as pd
import pytest
from rulegen import (
    BooleanRuleClassifier,
    Certificate,
    RugClassifier,
    RuleClassifier,
    RulegenWarning,
    plot_calibration,
    plot_confusion,
    plot_convergence,
    plot_pareto,
    plot_rules,
)

mpl.use("Agg")


def holds(conditions: str, frame: pd.DataFrame) -> np.ndarray:
    """Rows of a frame of numbers that meet conditions as they are written."""
    met = np.ones(len(frame), bool)
    for condition in conditions.split(" and "):
        met &= frame.eval(condition.replace(" = ", " == ")).to_numpy()
    return met


def test_rules_are_what_they_say(fixture_frame):
    X, y = fixture_frame("wdbc", "diagnosis")
    model = RugClassifier(max_depth=3, max_iter=5, penalty=10).fit(X, y)
    rules = model.rules_
    columns = ["rule", "conditions", "class", "weight", "coverage", "precision", "length", "folds"]
    assert list(rules.columns) == columns and rules["rule"].tolist() == list(range(1, len(rules) + 1))
    assert rules["weight"].is_monotonic_decreasing and rules["weight"].iloc[0] == pytest.approx(1, abs=1e-5)
    votes = {"B": np.zeros(len(X)), "M": np.zeros(len(X))}
    for rule in rules.itertuples():
        met = holds(rule.conditions, X)
        assert met.sum() == rule.coverage
        assert (y[met] == rule[3]).mean() == pytest.approx(rule.precision)
        assert rule.conditions.count("=") + rule.conditions.count(">") + rule.conditions.count("<") >= rule.length
        votes[rule[3]] += met * rule.weight
    total = votes["B"] + votes["M"]
    covered = total > 0
    shares = model.predict_proba(X)
    assert np.allclose(shares[covered, 1], (votes["M"] / np.where(covered, total, 1))[covered])
    predicted = np.where(votes["M"] > votes["B"], "M", "B")
    assert (model.predict(X)[covered] == predicted[covered]).all()
    assert (model.predict(X)[~covered] == model.fallback_).all()


def test_explain_adds_up_to_the_votes(fixture_frame):
    X, y = fixture_frame("wine", "cultivar")
    model = RugClassifier(max_depth=2, weight_threshold=0.3, max_iter=4).fit(X, y)
    explained = model.explain(X)
    assert list(explained.columns) == ["row", "predicted", "rule", "conditions", "class", "vote"]
    assert set(explained["row"]) == set(range(len(X)))
    covered = explained[explained["rule"].notna()]
    votes = covered.pivot_table(index="row", columns="class", values="vote", aggfunc="sum", fill_value=0.0)
    shares = votes.div(votes.sum(axis=1), axis=0).reindex(columns=model.classes_, fill_value=0.0)
    assert np.allclose(shares, model.predict_proba(X)[votes.index])
    for line in covered.itertuples():
        assert line.conditions == model.rules_["conditions"][line.rule - 1]
    alone = explained[explained["rule"].isna()]
    assert (alone["vote"] == 0).all() and (alone["predicted"] == model.fallback_).all()
    one = model.explain(X.iloc[[5]])
    assert (one["row"] == 5).all() and one["predicted"].iloc[0] == model.predict(X.iloc[[5]])[0]


def test_explain_says_where_no_rule_applies():
    X = np.array([[0.0], [1.0], [2.0], [3.0]] * 10)
    y = (X[:, 0] == 3).astype(int)
    model = BooleanRuleClassifier(complexity=2).fit(X, y)
    explained = model.explain(X[:4])
    assert list(explained["conditions"]) == ["no rule applies"] * 3 + [model.rules_["conditions"][0]]
    assert explained["rule"].isna().tolist() == [True, True, True, False]
    assert explained["class"].tolist() == [0, 0, 0, 1]


def test_certificate(fixture_frame):
    X, y = fixture_frame("wine", "cultivar")
    settings = {"bins": 10, "cost_scaling": "none", "penalty": 0.25, "max_length": 4}
    trees = RugClassifier(**settings).fit(X, y).certificate_
    proved = RugClassifier(pricers="tree+branch-and-bound", **settings).fit(X, y).certificate_
    assert trees.status == "iteration_limit" and trees.lower_bound is None and trees.gap is None
    assert trees.objective > proved.objective
    # The README's table, by the command line.
    assert proved.status == "optimal" and proved.gap <= 1e-6
    assert proved.objective == pytest.approx(1.400742, abs=1e-6)
    assert proved.lower_bound == pytest.approx(proved.objective, rel=1e-6)
    assert proved.iterations > 0 and proved.columns > 0 and proved.seconds["total"] > 0
    assert str(proved).startswith("optimal: objective 1.400742")
    assert proved.over == "all rules of at most 4 conditions" and f" over {proved.over} (gap " in str(proved)
    # A bound over short rules is none over longer ones.
    rows = pd.DataFrame(
        [[a, b, c, d] for a in "01" for b in "01" for c in "01" for d in "01"] * 20, columns=list("abcd")
    )
    odd = [sum(map(int, row)) % 2 for row in rows.to_numpy()]
    with pytest.warns(RulegenWarning, match="no rule"):
        short = RuleClassifier().fit(rows, odd).certificate_
    assert short.over == "all rules of at most 3 conditions, with intercepts within 30 of the first"
    assert [length for length, _ in short.scopes] == [1, 2]
    longer = RuleClassifier(max_length=4, size=8, pricers="cube").fit(rows, odd).certificate_
    assert longer.objective < short.lower_bound and longer.over.startswith("all rules of at most 4 conditions")


def test_trace_is_that_of_the_command_line(fixture_frame, tmp_path):
    X, y = fixture_frame("wine", "cultivar")
    history = RugClassifier(pricers="branch-and-bound", max_length=3, bins=10).fit(X, y).trace_
    X.assign(cultivar=y).to_csv(tmp_path / "wine.csv", index=False)
    flags = "--method rug --pricers branch-and-bound --max-length 3 --bins 10 --holdout none -q"
    program = ["-m", "rulegen._command", "fit", "wine.csv", "--target", "cultivar", "--trace", "trace.csv"]
    subprocess.run([sys.executable, *program, *flags.split()], cwd=tmp_path, check=True, capture_output=True)
    trace = pd.read_csv(tmp_path / "trace.csv")
    assert list(trace.columns) == list(history.columns)
    untimed = [name for name in history.columns if not name.endswith("_seconds")]
    pd.testing.assert_frame_equal(history[untimed], trace[untimed], check_dtype=False)


def test_trace_has_one_line_per_round(fixture_frame):
    X, y = fixture_frame("wine", "cultivar")
    model = RugClassifier(pricers="branch-and-bound", max_length=3, bins=10).fit(X, y)
    history = model.trace_
    assert history["iteration"].tolist() == list(range(1, model.certificate_.iterations + 1))
    assert (history["objective"] >= model.certificate_.lower_bound - 1e-9).all()
    assert model.n_iter_ == len(history)


def test_boolean_rules_of_tictactoe(fixture_frame):
    X, y = fixture_frame("tictactoe", "class")
    model = BooleanRuleClassifier(complexity=32, pos_label="positive").fit(X, y)
    assert len(model.rules_) == 8 and (model.rules_["length"] == 3).all()
    assert model.score(X, y) == 1.0
    assert model.certificate_.status == "optimal" and model.certificate_.objective == 0.0
    assert set(model.rules_["class"]) == {"positive"} and model.fallback_ == "negative"
    assert set(model.predict_proba(X).ravel()) == {0.0, 1.0}


def test_an_and_of_ors(fixture_frame):
    X, y = fixture_frame("monks1", "class")
    model = BooleanRuleClassifier(complexity=12, cnf=True).fit(X, y)
    assert model._model.form == "all-clauses"
    assert " and " in " ".join(model.rules_["conditions"]) and " or " in model.to_markdown()
    assert "if all of these hold" in model._repr_html_()


def test_forbidden_and_given_rules(fixture_frame):
    X, y = fixture_frame("monks1", "class")
    free = BooleanRuleClassifier(complexity=6).fit(X, y)
    assert any("jacket_color" in words for words in free.rules_["conditions"])
    without = BooleanRuleClassifier(complexity=6, forbid="jacket_color").fit(X, y)
    assert len(without.rules_) and not any("jacket_color" in words for words in without.rules_["conditions"])
    both = BooleanRuleClassifier(complexity=11, must_have=without).fit(X, y)
    assert set(without.rules_["conditions"]) <= set(both.rules_["conditions"])


def test_json_round_trip(mixed, tmp_path):
    frame, y = mixed
    model = RugClassifier(max_depth=3).fit(frame, y)
    path = tmp_path / "model.json"
    text = model.to_json()
    assert model.to_json(path) is None
    assert path.read_text(encoding="utf-8") == text and json.loads(text)["format"] == "rulegen-model"
    for source in (path, str(path), text):
        again = RugClassifier.from_json(source)
        assert again.to_json() == text
        assert again.rules_.equals(model.rules_)
        # Columns are found by name, whatever else is there.
        wider = frame[frame.columns[::-1]].assign(more=1.0)
        assert (again.predict(wider) == model.predict(frame)).all()
        assert np.array_equal(again.predict_proba(wider), model.predict_proba(frame))
    assert isinstance(again.certificate_, Certificate) and again.certificate_.objective == model.certificate_.objective
    with pytest.raises(ValueError, match="the model knows columns by name"):
        again.predict(frame.to_numpy())
    with pytest.raises(ValueError, match="method 'rug'"):
        BooleanRuleClassifier.from_json(text)
    with pytest.raises(ValueError, match="not a model file"):
        RugClassifier.from_json('{"format": "other"}')


def test_sql_predicts_the_same(mixed):
    frame, y = mixed
    model = RugClassifier(max_depth=3).fit(frame, y)
    table = frame.astype({"size": object}).assign(flag=frame["flag"].map({True: "true", False: "false"}))
    with closing(sqlite3.connect(":memory:")) as connection:
        table.to_sql("loans", connection, index=False)
        found = pd.read_sql_query(model.to_sql("loans").rstrip().rstrip(";"), connection)
    assert (found["prediction"].to_numpy() == model.predict(frame)).all()


def test_sql_gives_the_same_probabilities(mixed):
    frame, y = mixed
    model = RuleClassifier(size=4).fit(frame, y)
    table = frame.astype({"size": object}).assign(flag=frame["flag"].map({True: "true", False: "false"}))
    with closing(sqlite3.connect(":memory:")) as connection:
        table.to_sql("loans", connection, index=False)
        found = pd.read_sql_query(model.to_sql("loans", probabilities=True).rstrip().rstrip(";"), connection)
    named = found[[f"probability {name}" for name in model.classes_]]
    np.testing.assert_allclose(named.to_numpy(), model.predict_proba(frame), rtol=0, atol=1e-12)
    with pytest.raises(ValueError, match="the model gives no probabilities"):
        RugClassifier(max_depth=2).fit(frame, y).to_sql(probabilities=True)


def test_labels_of_a_model_file():
    X = np.array([[0.0], [1.0], [2.0], [3.0]] * 5)
    late = X[:, 0] > 1
    kinds = [(late, "b"), (late.astype(int), "i"), (late * 1.0, "f"), (np.where(late, "1", "01"), "U")]
    for labels, kind in kinds:
        model = RugClassifier().fit(X, labels)
        again = RugClassifier.from_json(model.to_json())
        assert again.predict(X).dtype.kind == kind
        assert (again.predict(X) == labels).all()
        named = RugClassifier.from_json(model.to_json(), classes=model.classes_)
        assert (named.predict(X) == model.predict(X)).all()


def test_notebook_display(mixed):
    frame, y = mixed
    model = RugClassifier(max_depth=2)
    assert "not fitted" in model._repr_html_().lower()
    page = model.fit(frame.rename(columns={"age": "<age>"}), y)._repr_html_()
    assert "&lt;age&gt;" in page and "<age>" not in page
    assert str(model.certificate_) in page
    assert "RugClassifier" in model._repr_mimebundle_()["text/html"]


def test_plots(fixture_frame, tmp_path):
    X, y = fixture_frame("wine", "cultivar")
    model = RugClassifier(pricers="branch-and-bound", max_length=2, bins=5).fit(X, y)
    ax = plot_rules(model, top=5)
    assert [label.get_text() for label in ax.get_yticklabels()] == model.rules_["conditions"][:5].tolist()
    assert sum(patch.get_width() for patch in ax.patches) == pytest.approx(model.rules_["weight"][:5].sum())
    lines = plot_convergence(model).get_lines()
    assert lines[0].get_ydata().tolist() == model.trace_["objective"].tolist() and len(lines) == 2
    ax = plot_confusion(model, X, y)
    assert sum(int(text.get_text()) for text in ax.texts) == len(X)
    ax = plot_calibration(model, X, y)
    assert ax.get_xlabel() == "share of the votes of the class predicted"
    with pytest.raises(ValueError, match="not in classes_"):
        plot_calibration(model, X, y.astype(str) + "?")
    ax = plot_pareto([RugClassifier(max_depth=d, max_iter=n).fit(X, y) for d in (1, 2) for n in (1, 5)], X, y)
    assert sum(len(line.get_xdata()) for line in ax.get_lines()) == 4
    ax.figure.savefig(tmp_path / "pareto.png")
    with pytest.raises(ValueError, match="no history"):
        plot_convergence(RugClassifier.from_json(model.to_json()))


def test_path_of_complexities(fixture_frame):
    X, y = fixture_frame("monks1", "class")
    path = BooleanRuleClassifier().fit_path(X, y, [2, 5, 11])
    assert [model.complexity for model in path] == [2.0, 5.0, 11.0]
    losses = [model.certificate_.objective for model in path]
    assert losses == sorted(losses, reverse=True) and losses[0] > losses[-1]
    for model in path:
        assert len(model.rules_) + model.rules_["length"].sum() <= model.complexity
        assert model.predict(X).shape == (len(X),)
    with pytest.raises(ValueError, match="has a path over epsilon, not over 'complexity'"):
        RugClassifier().fit_path(X, y, [4])


def test_progress_is_told(fixture_frame, capsys):
    X, y = fixture_frame("wine", "cultivar")
    RugClassifier(max_iter=3, verbose=1).fit(X, y)
    told = capsys.readouterr().err
    assert "objective" in told and "3/3" in told
    RugClassifier(max_iter=3).fit(X, y)
    assert capsys.readouterr().err == ""


def test_columns_left_out_are_warned_of_and_logged(caplog):
    X = pd.DataFrame({"a": [1.0, 2, 3, 4], "same": 1.0})
    with pytest.warns(RulegenWarning, match="column 'same' is constant") as warned:
        model = RugClassifier().fit(X, [0, 0, 1, 1])
    # The warning names the line that asked for it.
    assert [warning.filename for warning in warned] == [__file__]
    assert "column 'same' is constant" in caplog.text
    assert "same" in model.certificate_.dropped[0]
    assert model.predict(X).tolist() == [0, 0, 1, 1]
