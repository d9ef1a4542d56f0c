"""The package where pandas is not installed: a process of its own does not find it."""

import subprocess
import sys
import textwrap

ROWS = """
import numpy as np
from rulegen import RuleClassifier

draw = np.random.default_rng(5)
n = 300
age, flag = draw.integers(18, 80, n), draw.random(n) < 0.5
colour = draw.choice(["red", "green", "blue"], n)
y = np.where((age > 50) & (colour == "red") | flag & (age < 30), "yes", "no")
"""


ABSENT = """
import sys


class Absent:
    def find_spec(self, name, path=None, target=None):
        if name.split(".")[0] in {absent}:
            raise ModuleNotFoundError(f"No module named {{name!r}}", name=name)


sys.meta_path.insert(0, Absent())
"""


def run(code: str, *absent: str) -> str:
    program = ABSENT.format(absent=absent) + ROWS + textwrap.dedent(code)
    done = subprocess.run([sys.executable, "-W", "error", "-c", program], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_tables_are_of_polars_and_agree_with_those_of_pandas():
    code = """
    import json
    import pickle
    from datetime import date

    import narwhals as nw
    import polars as pl
    from rulegen import diff

    X = pl.DataFrame({"age": age, "colour": colour, "flag": flag, "day": [date(2024, 1, 1 + a % 28) for a in age]})
    model = RuleClassifier(size=4).fit(X, y)
    assert pickle.loads(pickle.dumps(model)).trace_.equals(model.trace_)
    found = diff(model, RuleClassifier(size=2).fit(X, y), X)
    path = RuleClassifier(max_rules=4).fit(X, y).path_
    tables = {
        "rules": model.rules_,
        "literals": model.literals_,
        "path": path,
        "explain": model.explain(X[:5]),
        "reasons": model.reasons(X[:5]),
        "card": model.card(),
        "counterfactuals": model.counterfactuals(X[:3]),
        "certificate": model.certificate_.to_frame(),
        "differ": found.rules,
        "predictions": found.predictions,
        "trace": model.trace_,
    }
    counts = nw.from_native(found.predictions).rows()
    assert found.disagree == sum(rows for before, after, rows in counts if before != after)
    assert len(model.report(X, y)) > 1000 and "age" in model._repr_html_()
    assert abs(model.feature_importances_.sum() - 1) < 1e-12
    # Columns of numbers and words are text where a column has one type: also ``from`` and ``to``.
    assert set(map(type, nw.from_native(model.literals_)["value"].to_list())) in ({str}, {str, float})
    for name, table in tables.items():
        print(name, type(table).__module__.split(".")[0])
        for column in nw.from_native(table).iter_columns():
            if column.name not in ("value", "from", "to") and not column.name.endswith("seconds"):
                cells = zip(column.to_list(), column.is_null().to_list(), strict=True)
                cells = [None if gone or cell != cell else cell for cell, gone in cells]
                print("   ", column.name, json.dumps(cells, default=str))
    """
    of_polars, of_pandas = run(code, "pandas"), run(code)
    assert len(of_polars) > 2000 and "path polars" in of_polars and "path pandas" in of_pandas
    assert of_polars.replace(" polars\n", " pandas\n") == of_pandas


def test_tables_are_of_pyarrow_where_it_alone_is_there():
    said = run(
        """
        import pyarrow as pa

        X = pa.table({"age": age, "colour": colour, "flag": flag})
        model = RuleClassifier(size=3).fit(X, y)
        assert model.score(X, y) > 0.8
        for table in (model.rules_, model.literals_, model.explain(X), model.trace_, model.certificate_.to_frame()):
            assert isinstance(table, pa.Table), type(table)
        print(model.rules_["conditions"].to_pylist())
        """,
        "pandas",
        "polars",
    )
    assert "age" in said


def test_arrays_need_no_frames_and_tables_say_what_they_need():
    said = run(
        """
        from rulegen import compare
        from scipy import sparse

        objects = np.array([age, colour, flag], dtype=object).T
        objects[0, 1] = objects[1, 0] = None
        model = RuleClassifier(size=3).fit(objects, y)
        assert model.score(objects, y) > 0.8
        assert model.predict(objects[:2].tolist()).shape == (2,)
        dates = np.array(["2024-01-01", "NaT"] * 150, dtype="datetime64[D]").reshape(-1, 1)
        RuleClassifier(size=1).fit(dates, np.array([0, 1] * 150))
        groups = draw.integers(0, 40, n)
        numbers = np.column_stack([age, flag])
        RuleClassifier(size=2).fit(numbers, y, groups=groups, sensitive_features=flag)
        RuleClassifier(size=2, categorical_features=[0], min_category=1).fit(sparse.csr_matrix(numbers), y)
        for call in (lambda: model.rules_, lambda: compare(model, numbers, y, ["tree"])):
            try:
                call()
            except ModuleNotFoundError as error:
                print(error)
        """,
        "pandas",
        "polars",
        "pyarrow",
    )
    install = ": pip install 'rulegen[pandas]'\n"
    table = "tables are frames of pandas, polars or PyArrow, and none of these is installed"
    assert said == f"{table}{install}compare needs pandas{install}"
