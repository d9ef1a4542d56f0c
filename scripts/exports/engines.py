"""Engines that run exports: each takes a case and returns the predictions of its rows, in order."""

import math
import sqlite3
import subprocess
from datetime import date

import duckdb


# Columns that a table has and no model knows, as where another export has written: none of them is
# a vote.
OTHERS = ["rulegen_votes_1", "rulegen_votes_2", "votes", "class_1", "class_2", "data"]


def sql_table(case, execute, number, day="VARCHAR"):
    """Makes the table of a case; returns a query for its rows, which ends with the prediction and
    the probabilities. ``number`` and ``day`` are the types of numbers and dates.
    """
    taken = {name.lower() for name in case.columns}
    others = "".join(f", {name} INTEGER DEFAULT 1000000" for name in OTHERS if name not in taken)
    quoted = ['"' + name.replace('"', '""') + '"' for name in case.columns]
    types = [{"numeric": number, "dates": day}.get(kind, "VARCHAR") for kind in case.columns.values()]
    columns = ", ".join(f"{name} {kind}" for name, kind in zip(quoted, types))
    table = '"rows of ""data"""'
    execute(f"CREATE TABLE {table} (rulegen_row INTEGER{', ' if columns else ''}{columns}{others})", [])
    into = ", ".join(["rulegen_row", *quoted])
    marks = "(" + ", ".join("?" * (1 + len(quoted))) + ")"
    for start in range(0, len(case.rows), 50):
        rows = list(enumerate(case.rows))[start : start + 50]
        values = [value for number, row in rows for value in (number, *row.values())]
        execute(f"INSERT INTO {table} ({into}) VALUES {', '.join([marks] * len(rows))}", values)
    flags = [*(["--probabilities"] if case.probabilities else []), *(["--reasons", "4"] if case.reasons else [])]
    select = case.exported("sql", "--table", 'rows of "data"', *flags).strip().removesuffix(";")
    return f"SELECT * FROM ({select}\n) AS answers ORDER BY rulegen_row"


def predicted(case, rows):
    """The predictions in rows of a query: the last column, or that before the probabilities and the
    reasons.
    """
    if case.reasons:
        for number, (expected, row) in enumerate(zip(case.reasons, rows)):
            found = [reason for reason in row[-4:] if reason is not None]
            assert found == [words for words, _ in expected[:4]], (number, expected, found)
        rows = [row[:-4] for row in rows]
    if not case.probabilities:
        return [row[-1] for row in rows]
    classes = len(case.classes)
    same(case, [row[-classes:] for row in rows])
    return [row[-classes - 1] for row in rows]


def sqlite(case):
    connection = sqlite3.connect(":memory:")
    query = sql_table(case, connection.execute, "REAL")
    return predicted(case, connection.execute(query).fetchall())


def duck(case):
    connection = duckdb.connect()
    query = sql_table(case, connection.execute, "DOUBLE", "DATE")
    return predicted(case, connection.execute(query).fetchall())


def moments(case):
    """Dates as timestamps: any moment of a day is of its date."""
    connection = duckdb.connect()
    query = sql_table(case, connection.execute, "DOUBLE", "TIMESTAMP")
    return predicted(case, connection.execute(query).fetchall())


def days(case):
    """The rows with dates as evaluators of PMML take them: numbers of days."""
    first = date(1970, 1, 1)

    def cell(value, kind):
        return value if value is None or kind != "dates" else (date.fromisoformat(value[:10]) - first).days

    return [{name: cell(value, case.columns[name]) for name, value in row.items()} for row in case.rows]


def pmml4s(case):
    from pypmml import Model

    model = Model.fromString(case.exported("pmml"))
    answers = [model.predict(row) for row in days(case)]
    if case.probabilities:
        named = [f"probability {name}" for name in case.classes]
        outputs = [f"{name} 2" if name in case.columns else name for name in named]
        same(case, [[answer[name] for name in outputs] for answer in answers])
    return [answer[f"predicted_{case.target}"] for answer in answers]


def scorecard(case):
    """The Scorecard of PMML: its class, its probability and its reasons. Evaluators may take
    reasons that cost as much in another order, and fill up with steps that cost nothing. Points
    that are not whole are added up in another order than votes, so where they are nearly 0 either
    class is right.
    """
    from pypmml import Model

    model = Model.fromString(case.exported("pmml-scorecard"))
    answers = [model.predict(row) for row in days(case)]

    def output(name):
        return f"{name} 2" if name in (*case.columns, case.target) else name

    for number, (answer, expected) in enumerate(zip(answers, case.reasons or [])):
        lost = dict(expected)
        ranks = range(1, min(len(expected), 4) + 1)
        found = [lost.get(answer[output(f"reason_{rank}")]) for rank in ranks]
        assert found == [points for _, points in expected[:4]], (number, expected, answer)
    if case.probabilities:
        known = [k for k, name in enumerate(case.classes) if output(f"probability {name}") in answers[0]]
        for probabilities, answer in zip(case.probabilities, answers, strict=True):
            for k in known:
                assert abs(probabilities[k] - answer[output(f"probability {case.classes[k]}")]) <= 1e-12
        assert len(known) == 1, known
    found = [answer[output(f"predicted_{case.target}")] for answer in answers]
    near = [not case.whole and abs(answer[output("points")]) < 1e-9 for answer in answers]
    return [expected if is_near else of for of, expected, is_near in zip(found, case.expected, near, strict=True)]


def card(case):
    """The scorecard in words, added up. Points that are not whole are added up in another order
    than votes, so where two sums are nearly the same either class is right.
    """
    predictions = []
    for number, (row, expected) in enumerate(zip(case.rows, case.expected)):
        points = case.card.points(row)
        sums = [points.get(name, 0.0) for name in case.classes]
        best = max(sums)
        if case.probabilities:
            odds = [math.exp(min(case.unit * (of - best), 700)) for of in sums]
            for share, probability in zip(odds, case.probabilities[number], strict=True):
                assert abs(share / sum(odds) - probability) <= 1e-6, (number, sums, case.probabilities[number])
        near = [name for name, of in zip(case.classes, sums) if best - of < (1e-12 if case.whole else 1e-9)]
        # The first of classes that tie wins.
        predictions.append(expected if not case.whole and expected in near else near[0])
    return predictions


def same(case, found):
    """That an export gives the probabilities that `rulegen predict` does, but for rounding."""
    for number, (expected, row) in enumerate(zip(case.probabilities, found, strict=True)):
        assert all(abs(a - b) <= 1e-12 for a, b in zip(expected, row, strict=True)), (number, expected, row)


def python(case):
    names = {}
    exec(compile(case.exported("python"), "exported.py", "exec"), names)
    if case.probabilities:
        same(case, [names["probabilities"](row) for row in case.rows])
    for number, (row, expected) in enumerate(zip(case.rows, case.reasons or [])):
        found = names["reasons"](row)
        assert [words for _, words in found] == [words for words, _ in expected], (number, expected, found)
        assert all(abs(lost - of) < 1e-12 for (lost, _), (_, of) in zip(found, expected)), (number, expected, found)
    return [names["predict"](row) for row in case.rows]


def rust(case):
    """A program that has the rows and writes the index of the class of each."""
    module = case.exported("rust")
    fields = [line.split()[1].rstrip(":") for line in module.splitlines() if line.startswith("    pub ")]
    used = [name for name in case.columns if name in case.used]

    def cell(name, value):
        if value is None:
            return "None"
        text = repr(float(value)) if case.columns[name] == "numeric" else rust_string(value)
        return f"Some({text})"

    def row(values):
        return "Row { " + ", ".join(f"{field}: {cell(name, values[name])}" for field, name in zip(fields, used)) + " }"

    rows = ",\n        ".join(row(values) for values in case.rows)
    (case.folder / "exported.rs").write_text(module, encoding="utf-8")
    (case.folder / "main.rs").write_text(
        f"mod exported;\nuse exported::*;\n"
        f"fn main() {{\n    let rows: &[Row] = &[\n        {rows}\n    ];\n"
        "    for row in rows {\n        let class = predict(row);\n"
        '        println!("{}", CLASSES.iter().position(|&name| name == class).unwrap());\n'
        + ('        println!("{:?}", probabilities(row));\n' if case.probabilities else "")
        + "    }\n}\n",
        encoding="utf-8",
    )
    program = case.folder / "program"
    command = ["rustc", "--edition", "2021", "-D", "warnings", "-o", program, case.folder / "main.rs"]
    subprocess.run(command, check=True)
    output = subprocess.run([program], check=True, capture_output=True, text=True).stdout
    lines = output.splitlines()
    if case.probabilities:
        same(case, [[float(part) for part in line.strip("[]").split(",")] for line in lines[1::2]])
        lines = lines[::2]
    return [case.classes[int(line)] for line in lines]


def rust_string(text):
    escapes = {'"': '\\"', "\\": "\\\\"}
    return '"' + "".join(escapes.get(c, c if c.isprintable() else f"\\u{{{ord(c):x}}}") for c in text) + '"'


ENGINES = {
    "SQL in SQLite": sqlite,
    "SQL in DuckDB": duck,
    "SQL in DuckDB, moments": moments,
    "PMML in PMML4S": pmml4s,
    "Scorecard in PMML4S": scorecard,
    "Python": python,
    "Rust": rust,
}

# Engines for real sets, whose names are plain. A compiler takes too long for so many rows.
REAL_ENGINES = {"Card in words": card, **{name: run for name, run in ENGINES.items() if name != "Rust"}}
