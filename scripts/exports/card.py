"""A scorecard as a reader adds it up: the words and points of `rules --format card-csv`, and the
cells of a row. It shares no code with the program.
"""

import csv
import io
import re

NUMBER = r"-?[0-9][0-9.]*(?:e-?[0-9]+)?"
COMPARE = {
    "<=": lambda x, y: x <= y,
    ">=": lambda x, y: x >= y,
    "<": lambda x, y: x < y,
    ">": lambda x, y: x > y,
    "=": lambda x, y: x == y,
    "!=": lambda x, y: x != y,
}


class Scorecard:
    """The points of the start, the steps of each column, and combinations, for each class that has
    any.
    """

    def __init__(self, text, kinds):
        self.kinds = kinds
        self.start, self.columns, self.combinations = {}, {}, {}
        for line in csv.DictReader(io.StringIO(text)):
            points = {line["class"]: float(line["points"])} if line["class"] else {}
            if line["step"] == "start" and not line["column"]:
                self.start |= points
            elif line["column"]:
                steps = self.columns.setdefault(line["column"], {})
                steps.setdefault(line["step"], {}).update(points)
            else:
                self.combinations[line["step"]] = points
        self.tests = {}

    def holds(self, words, row):
        """True if all conditions in words hold for a row."""
        if words not in self.tests:
            self.tests[words] = [self.condition(part) for part in words.split(" and ")]
        return all(test(row) for test in self.tests[words])

    def condition(self, words):
        """A condition in words as a function of a row."""
        between = re.fullmatch(rf"({NUMBER}) (<=?) (.+) (<=?) ({NUMBER})", words)
        if between and between[3] in self.kinds:
            low, above, name, below, high = between.groups()
            return lambda row: (x := row[name]) is not None and COMPARE[above](float(low), x) and COMPARE[below](x, float(high))
        name = max((name for name in self.kinds if words.startswith(name + " ")), key=len)
        rest = words[len(name) + 1 :]
        if rest in ("is missing", "is present"):
            return lambda row: (row[name] is None) == (rest == "is missing")
        if rest.endswith("any other"):
            named = set(rest.removeprefix("= ").removesuffix("any other").removesuffix(" or ").split(", "))
            others = {value for of in self.columns[name] if of.startswith(f"{name} = ") for value in of[len(name) + 3 :].split(", ")}
            return lambda row: (x := row[name]) is not None and (x in named or x not in others)
        operator, value = rest.split(" ", 1)
        if self.kinds[name] == "numeric":
            return lambda row: (x := row[name]) is not None and COMPARE[operator](x, float(value))
        listed = value.split(", ")
        assert operator in ("=", "!=", "not"), words
        return lambda row: (x := row[name]) is not None and (x in listed) == (operator == "=")

    def parts(self, row):
        """The step of each column and the state of each combination: the most points of any, the
        points of the row, and the words for it. A missing cell that no step names has no points.
        """
        for name, steps in self.columns.items():
            missing = f"{name} is missing"
            steps = steps if missing in steps else steps | {missing: {}}
            met = [words for words in steps if self.holds(words, row)]
            assert len(met) == 1, (name, row[name], met)
            yield steps.values(), steps[met[0]], met[0]
        for words, points in self.combinations.items():
            held = self.holds(words, row)
            yield [points, {}], points if held else {}, words if held else f"not ({words})"

    def points(self, row):
        """The points of a row for each class."""
        sums = dict(self.start)
        for _, points, _ in self.parts(row):
            for name, value in points.items():
                sums[name] = sums.get(name, 0.0) + value
        return sums

    def reasons(self, row, towards):
        """The words and the points lost of the reasons of a row against a class, those that cost
        most first.
        """
        found = []
        for choices, points, words in self.parts(row):
            lost = max(of.get(towards, 0.0) for of in choices) - points.get(towards, 0.0)
            if lost > 0:
                found.append((words, lost))
        return sorted(found, key=lambda reason: -reason[1])
