"""The models that the check is about: learned ones, and some by hand for what learned ones seldom
have.
"""

import csv
import json
import math
import random
import subprocess
import tomllib
from datetime import date, datetime, timedelta
from pathlib import Path

FIXTURES = Path(__file__).resolve().parents[2] / "fixtures"


def fitted(rulegen, folder):
    """Learns models in `folder`; yields the name, the model file and the data file of each."""
    difficult(folder / "difficult.csv")
    ties(folder / "ties.csv")
    dates(folder / "dates.csv")
    boolean = ["--method", "boolean", "--max-length", "3"]
    for name, data, target, flags in [
        ("tictactoe", FIXTURES / "tictactoe.csv", "class", ["--max-depth", "3"]),
        ("iris, three classes", FIXTURES / "iris.csv", "species", []),
        ("wine, three classes", FIXTURES / "wine.csv", "cultivar", ["--max-depth", "2"]),
        ("wdbc", FIXTURES / "wdbc.csv", "diagnosis", []),
        ("awkward, three classes, missing cells, quotes", FIXTURES / "awkward.csv", "answer", ["--penalty", "0.1"]),
        ("monks1, an OR of ANDs", FIXTURES / "monks1.csv", "class", [*boolean, "--complexity", "11"]),
        ("monks1, an AND of ORs", FIXTURES / "monks1.csv", "class", [*boolean, "--complexity", "10", "--cnf"]),
        ("awkward, OR of ANDs for each class", FIXTURES / "awkward.csv", "answer", [*boolean, "--complexity", "9"]),
        (
            "monks2, leaves of a first tree as fallback",
            FIXTURES / "monks2.csv",
            "class",
            ["--fallback", "first-tree", "--weight-threshold", "0.6", "--max-depth", "3", "--penalty", "5"],
        ),
        ("difficult names, missing cells", folder / "difficult.csv", "the \"answer\"", ["--penalty", "0.05"]),
        ("log-odds of two classes", FIXTURES / "wdbc.csv", "diagnosis", ["--method", "rules", "--max-depth", "3"]),
        ("log-odds of three classes, missing cells", FIXTURES / "awkward.csv", "answer", ["--method", "rules", "--penalty", "0.1"]),
        ("log-odds without rules", FIXTURES / "iris.csv", "species", ["--method", "rules", "--penalty", "1000"]),
        ("margins of three classes", FIXTURES / "wine.csv", "cultivar", ["--method", "rules", "--loss", "hinge"]),
        ("whole points of two classes", FIXTURES / "wdbc.csv", "diagnosis", ["--method", "rules", "--size", "8", "--points", "5"]),
        ("a threshold", FIXTURES / "wdbc.csv", "diagnosis", ["--method", "rules", "--size", "8", "--threshold", "0.05"]),
        (
            "a threshold in whole points, the first class positive",
            FIXTURES / "wdbc.csv",
            "diagnosis",
            ["--method", "rules", "--size", "8", "--positive", "B", "--error-costs", "1,9", "--points", "5"],
        ),
        (
            "whole points of three classes, missing cells",
            FIXTURES / "awkward.csv",
            "answer",
            ["--method", "rules", "--penalty", "0.1", "--points", "2"],
        ),
        (
            "whole points, categories, one condition each",
            FIXTURES / "tictactoe.csv",
            "class",
            ["--method", "rules", "--max-length", "1", "--points", "1"],
        ),
        ("dates, moments, missing cells", folder / "dates.csv", "left", ["--method", "rules", "--size", "12"]),
        ("dates, votes", folder / "dates.csv", "left", ["--penalty", "0.5"]),
        ("ties of five classes", folder / "ties.csv", "class", ["--penalty", "2", "--max-depth", "2"]),
    ]:
        model = folder / f"{len(list(folder.glob('*.json')))}.json"
        flags, points = (flags[:-2], flags[-1]) if "--points" in flags else (flags, None)
        method = [] if "--method" in flags else ["--method", "rug"]
        command = [rulegen, "fit", data, "--target", target, "--holdout", "none", "--quiet", "-o", model, *method, *flags]
        subprocess.run([str(part) for part in command], check=True, stdout=subprocess.DEVNULL)
        if points:
            exact = model.rename(model.with_suffix(".exact"))
            command = [rulegen, "points", exact, data, "--points", points, "--quiet", "-o", model]
            subprocess.run([str(part) for part in command], check=True, stdout=subprocess.DEVNULL)
        yield name, model, data


# Sets with words, missing cells, three and more classes, and up to 32,561 rows.
REAL = ["heart", "wine", "ilpd", "ecoli", "student", "attrition", "compas", "mammography", "bank_mkt", "adult"]


def real(rulegen, folder, data):
    """Learns a default model of each real set, and rounds it to whole points; yields as `fitted`
    does.
    """
    sets = tomllib.loads((data / "datasets.toml").read_text(encoding="utf-8"))
    for name in REAL:
        entry, model = sets[name], folder / f"{name}.json"
        file = data / entry["file"]
        command = [rulegen, "fit", file, "--target", entry["target"], "--size", "15", "--holdout", "none", "--quiet", "-o", model]
        for flag, value in (("--positive", entry.get("positive")), ("--categorical", ",".join(entry.get("categorical", [])))):
            command += [flag, value] if value else []
        subprocess.run([str(part) for part in command], check=True, stdout=subprocess.DEVNULL)
        yield name, model, file
        points = folder / f"{name}-points.json"
        command = [rulegen, "points", model, file, "--quiet", "-o", points]
        subprocess.run([str(part) for part in command], check=True, stdout=subprocess.DEVNULL)
        yield f"{name}, whole points", points, file


def by_hand(folder):
    """Writes models in `folder`; yields as `fitted` does."""
    yield hand_made(folder, "without rules", [number("x", [0.5])], [], {"otherwise": "b"}, [{"x": 0}, {"x": None}])
    yield sums_and_ties(folder)
    yield boundaries(folder)
    yield many_rules(folder)
    yield own_names(folder)
    yield far_apart(folder)
    yield many_classes(folder)


def sums_and_ties(folder):
    """0.1 + 0.2 is above 0.3 in doubles; other sums tie, some at nothing; where no rule applies,
    leaves answer.
    """
    features = [number("select", [1, 2, 3]), number("row", [0.5]), words("votes_1", ["it's", "x"])]

    def rule(then, weight, *conditions):
        return {"if": list(conditions), "then": then, "weight": weight, "covered": 1, "correct": 1}

    def leaf(then, *conditions):
        return {"if": list(conditions), "then": then}

    rules = [
        rule("c", 0.3, condition("select", ">", 1)),
        rule("b", 0.1, condition("select", ">", 1)),
        rule("b", 0.2, condition("select", ">", 1), condition("votes_1", "!=", "x")),
        rule("c", 0.1, condition("select", ">", 2), condition("votes_1", "=", "x")),
        rule("b", 0.3, condition("select", ">", 2), condition("votes_1", "=", "x")),
        rule("c", 0.0, condition("votes_1", "missing")),
    ]
    leaves = [
        leaf("a", condition("row", "<=", 0.5), condition("votes_1", "present")),
        leaf("c", condition("row", "missing")),
    ]
    cells = {"select": [None, 0, 1.5, 2.5, 3.5], "row": [None, 0, 1], "votes_1": [None, "it's", "x", "new"]}
    rows = [
        dict(zip(cells, (x, y, z))) for x in cells["select"] for y in cells["row"] for z in cells["votes_1"]
    ]
    name = "sums and ties to the last bit, zero weights, leaves"
    return hand_made(folder, name, features, rules, {"rules": leaves, "otherwise": "b"}, rows)


def boundaries(folder):
    """Rows on cut points of any number of digits, and next to them."""
    draw = random.Random(1)
    cuts = sorted({draw.uniform(-1, 1) * 10.0 ** draw.randint(-7, 18) for _ in range(40)})
    cuts = sorted({*cuts, *(round(draw.uniform(0, 100), draw.randint(0, 6)) for _ in range(40))})
    rules = [
        {"if": [condition("x", "<=" if i % 2 else ">", cut)], "then": "ab"[i % 2], "weight": draw.random(),
         "covered": 1, "correct": 1}
        for i, cut in enumerate(cuts)
    ]
    rows = [{"x": x} for cut in cuts for x in (math.nextafter(cut, -math.inf), cut, math.nextafter(cut, math.inf))]
    return hand_made(folder, "rows on and beside cut points", [number("x", cuts)], rules, {"otherwise": "c"}, rows)


def many_rules(folder):
    """More rules than an expression may be deep."""
    draw = random.Random(2)
    cuts = [i / 8 for i in range(200)]
    features = [number(name, cuts) for name in "uvw"]
    rules = []
    for _ in range(1500):
        conditions = [condition(name, draw.choice(["<=", ">"]), draw.choice(cuts)) for name in draw.sample("uvw", 2)]
        then = draw.choice("abc")
        rules.append({"if": conditions, "then": then, "weight": draw.random(), "covered": 1, "correct": 1})
    rows = [{name: draw.choice([None, draw.uniform(-1, 26)]) for name in "uvw"} for _ in range(60)]
    return hand_made(folder, "1,500 rules", features, rules, {"otherwise": "a"}, rows)


def own_names(folder):
    """Columns with names that exports have for themselves."""
    draw = random.Random(4)
    names = ["rulegen_votes_1", "class_1", "votes", "data", "row", "predict", "classes", "word", "votes 1 after rule 1"]
    rules = []
    for _ in range(60):
        name = draw.choice(names[:-1])
        question = condition(name, draw.choice(["<=", ">"]), draw.choice([1, 2, 3]))
        rules.append({"if": [question], "then": draw.choice("abc"), "weight": draw.random(), "covered": 1, "correct": 1})
    rows = [{name: draw.choice([None, 0, 1, 2, 3, 4]) for name in names} for _ in range(200)]
    features = [number(name, [1, 2, 3]) for name in names]
    return hand_made(folder, "names of the exports' own", features, rules, {"otherwise": "a"}, rows)


def far_apart(folder):
    """Log-odds whose exponentials no double holds, a class without rules, and columns with the
    names of outputs.
    """
    draw = random.Random(5)
    names = ["probability a", "Prediction", "predicted_other", "odds 1", "sum of odds"]
    rules = []
    for _ in range(40):
        question = condition(draw.choice(names), draw.choice(["<=", ">"]), draw.choice([1, 2, 3]))
        weight = draw.choice([0.1, 1, 30, 800, 1e6])
        rules.append({"if": [question], "then": draw.choice("ab"), "weight": weight, "covered": 1, "correct": 1})
    rows = [{name: draw.choice([None, 0, 1, 2, 3, 4]) for name in names} for _ in range(100)]
    features = [number(name, [1, 2, 3]) for name in names]
    log_odds = {"method": "rules", "loss": "logistic", "intercepts": [0, 0.5, 2]}
    return hand_made(folder, "log-odds far apart", features, rules, {"otherwise": "c"}, rows, **log_odds)


def many_classes(folder):
    """As many classes as SQL takes: a comparison with each is an expression as deep."""
    classes = [f"c{k}" for k in range(450)]
    rules = [
        {"if": [condition("x", "<=", k)], "then": name, "weight": 1 + k % 7, "covered": 1, "correct": 1}
        for k, name in enumerate(classes)
    ]
    rows = [{"x": x} for x in (None, -1, 5, 100, 447, 449, 500)]
    features = [number("x", list(range(450)))]
    return hand_made(folder, "450 classes", features, rules, {"otherwise": "c3"}, rows, classes=classes)


def hand_made(folder, name, features, rules, default, rows, **more):
    path = folder / f"{len(list(folder.glob('*.json')))}.json"
    certificate = {"status": "no_column", "objective": 1, "lp_objective": 1, "lower_bound": None}
    model = {
        "format": "rulegen-model", "version": 1, "method": "rug", "target": "y", "classes": ["a", "b", "c"],
        "positive": None, "features": features, "rules": rules, "default": default, "certificate": certificate,
        "settings": {},
        **more,
    }
    path.write_text(json.dumps(model))
    data = path.with_suffix(".csv")
    write(data, list(rows[0]), [["" if cell is None else cell for cell in row.values()] for row in rows])
    return name, path, data


def number(name, cuts):
    return {"kind": "numeric", "name": name, "cuts": cuts, "missing_seen": True}


def words(name, categories):
    return {"kind": "categorical", "name": name, "categories": categories, "missing_seen": True}


def condition(column, question, value=None):
    entry = {"column": column, "is": question}
    return entry if value is None else entry | {"value": value}


def difficult(path):
    """Names and categories with all that makes quoting hard."""
    draw = random.Random(3)
    hard = ["it's", 'say "no"', "a,b", "x;--", "</v>&amp;", "back\\slash", "tab\there", "two\nlines", "é→😀", "%s {x}", "NULL"]
    header = ["class", "a \"b\", c", "2nd 'x'", "ä→", "the \"answer\""]
    rows = []
    for _ in range(300):
        cells = [draw.choice(hard), draw.choice(hard), round(draw.gauss(0, 5), 3), draw.randint(0, 9)]
        score = hard.index(cells[0]) + cells[2] + (4 if cells[1] in hard[:5] else 0) - cells[3]
        cells = ["" if draw.random() < 0.15 else cell for cell in cells]
        rows.append([*cells, ["no, \"never\"", "yes & 'no'", "é"][0 if score < 0 else 1 if score < 6 else 2]])
    write(path, header, rows)


def ties(path):
    """Few distinct rows of many classes."""
    draw = random.Random(4)
    rows = []
    for _ in range(250):
        cells = [draw.randint(0, 2) for _ in range(3)]
        rows.append([*cells, "abcde"[(sum(cells) + draw.choice([0, 0, 1])) % 5]])
    write(path, ["x", "y", "z", "class"], rows)


def dates(path):
    """Dates before and after 1970, and moments, some of them missing."""
    draw = random.Random(6)
    rows = []
    for _ in range(400):
        joined = date(2018, 1, 1) + timedelta(draw.randint(0, 1800))
        born = date(1945, 1, 1) + timedelta(draw.randint(0, 20000))
        seen = datetime(2022, 1, 1) + timedelta(minutes=draw.randint(0, 400000))
        left = (joined >= date(2021, 7, 1)) + (born < date(1970, 1, 1)) + (seen.month > 6) + (draw.random() < 0.2)
        cells = [joined.isoformat(), born.isoformat(), seen.isoformat(), draw.randint(0, 9)]
        rows.append([*("" if draw.random() < 0.1 else cell for cell in cells), "no" if left < 2 else "yes"])
    write(path, ["joined", "born", "the day's \"last\" visit", "visits", "left"], rows)


def write(path, header, rows):
    with open(path, "w", newline="", encoding="utf-8") as file:
        csv.writer(file).writerows([header, *rows])
