"""Random models with hostile names, and rows on and beside their cut points: for `check.py
--random`.
"""

import json
import math
import random
import struct

from models import condition, hand_made

NAMES = [
    "x",
    "select",
    "from",
    "row",
    "rows",
    "data",
    "prediction",
    "predict",
    "votes",
    "votes_1",
    "rulegen_votes_1",
    "rulegen_votes_2",
    "rulegen_part_1",
    "class",
    "classes",
    "class_1",
    "Row",
    "None",
    "self",
    "fn",
    "type",
    "match",
    "__class__",
    "lambda",
    "import",
    "CLASSES",
    "1st",
    "2nd",
    "a b",
    "a-b",
    "a.b",
    'a"b',
    "a'b",
    "a`b",
    "a\\b",
    "a/*b*/",
    "--",
    "a;b",
    "a,b",
    "{x}",
    "%s",
    "$1",
    "?1",
    ":x",
    "@x",
    "[x]",
    "#",
    "two\nlines",
    "tab\tin",
    "cr\rin",
    "é",
    "e\u0301",
    "ß",
    "İ",
    "ı",
    "→😀",
    "\u202e",
    "\u2028",
    "x\ufeff",
    "null",
    "NULL",
    "NaN",
    "true",
    "&amp;",
    "<x>",
    "]]>",
    "\x01",
    "\x7f",
    "rowid",
    "oid",
    "_rowid_",
    "order",
    "group",
    "end",
    '""',
    "'",
    "\\",
    "\\n",
    "\\u0041",
    "x" * 300,
]
WORDS = [*NAMES, "yes", "no", "0", "1", "1.0", "1e5", "inf", "-", "A", "a", "NA", "?", "N/A"]


def drawn(folder, count, seed):
    """Writes so many models in `folder`; yields the name, the model file and the data file of each.
    """
    for number in range(count):
        draw = random.Random(f"{seed} {number}")
        yield one(folder, draw, f"random model {number} of seed {seed}")


def one(folder, draw, name):
    chosen = []
    while len(chosen) < draw.randint(1, 6):
        candidate = draw.choice(NAMES)
        # Names of columns in SQL do not tell case.
        if candidate.strip(" \t") == candidate and candidate.casefold() not in {known.casefold() for known in chosen}:
            chosen.append(candidate)
    features = [feature(draw, column) for column in chosen]
    classes = draw.sample(WORDS, draw.randint(2, 5))
    weights = draw.choice(
        [[0.1, 0.2, 0.3], [0.0, 0.5, 1.0], [1e-300, 1e300, 1.0, 3.0], [draw.random() for _ in range(9)]]
    )

    def conditions(least):
        return [asked(draw, draw.choice(features)) for _ in range(draw.randint(least, 4))]

    rules = [
        {"if": conditions(1), "then": draw.choice(classes), "weight": draw.choice(weights), "covered": 1, "correct": 0}
        for _ in range(draw.choice([0, 1, 3, 8, 30, 450]))
    ]
    default = {"otherwise": draw.choice(classes)}
    if draw.random() < 0.3:
        default["rules"] = [{"if": conditions(0), "then": draw.choice(classes)} for _ in range(draw.randint(1, 3))]
    more = {"classes": classes, "target": draw.choice([name for name in NAMES if name not in chosen])}
    if draw.random() < 0.4:
        more |= {"intercepts": [draw.choice([0.0, *weights]) for _ in classes]}
        if not any(more["intercepts"]):
            more["intercepts"][0] = 0.1
    if draw.random() < 0.4:
        more |= {"method": "rules", "loss": "logistic"}
        default.pop("rules", None)
    rows = [{entry["name"]: cell(draw, entry) for entry in features} for _ in range(draw.choice([5, 60]))]
    name, model, data = hand_made(folder, name, features, rules, default, rows)
    model.write_text(json.dumps(json.loads(model.read_text()) | more))
    return name, model, data


def feature(draw, name):
    seen = draw.random() < 0.7
    if draw.random() < 0.5:
        cuts = sorted({number(draw) for _ in range(draw.randint(1, 6))})
        return {"kind": "numeric", "name": name, "cuts": cuts, "missing_seen": seen}
    words = draw.sample(WORDS, draw.randint(1, 6))
    return {"kind": "categorical", "name": name, "categories": words, "missing_seen": seen}


def number(draw):
    """A double: a short one, or one of any digits and size."""
    kind = draw.randint(0, 4)
    if kind == 0:
        return float(draw.randint(-3, 3))
    if kind == 1:
        return round(draw.uniform(-100, 100), draw.randint(0, 6))
    if kind == 2:
        return draw.choice(
            [0.1 + 0.2, 1e15, 1e16, 1e-5, 9007199254740993.0, 5e-324, 1.7976931348623157e308, -0.0, 1e22, 1e23]
        )
    if kind == 3:
        return draw.uniform(-1, 1) * 10.0 ** draw.randint(-20, 20)
    found = math.nan
    while not math.isfinite(found):
        (found,) = struct.unpack("<d", draw.randbytes(8))
    return found


def asked(draw, entry):
    questions = ["missing", "present"] if entry["missing_seen"] else []
    if entry["kind"] == "numeric":
        question = draw.choice([*questions, "<=", ">", "<=", ">"])
        value = draw.choice(entry["cuts"]) if question in ("<=", ">") else None
    else:
        question = draw.choice([*questions, "=", "!=", "=", "!="])
        value = draw.choice(entry["categories"]) if question in ("=", "!=") else None
    return condition(entry["name"], question, value)


def cell(draw, entry):
    if draw.random() < 0.15:
        return None
    if entry["kind"] == "numeric":
        cut = draw.choice(entry["cuts"])
        near = draw.choice([cut, math.nextafter(cut, math.inf), math.nextafter(cut, -math.inf), number(draw)])
        return near if math.isfinite(near) else cut
    return draw.choice([*entry["categories"], *draw.sample(WORDS, 1)])
