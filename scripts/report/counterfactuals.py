"""Counterfactuals (the smallest changes that lead to another answer), by asking the binary about
every combination of cells.
"""

import json
from datetime import date, timedelta
from itertools import combinations, product
from pathlib import Path


class Cells:
    """Columns of a model file: the cells that its rules can tell apart, and a value in each."""

    def __init__(self, model: Path, columns: list[str]):
        file = json.loads(model.read_text())
        literals = [l for rule in [*file["rules"], *file["default"].get("rules", [])] for l in rule["if"]]
        features = {feature["name"]: feature for feature in file["features"]}
        self.cuts = []
        self.values = []
        self.dates = [features[name]["kind"] == "dates" for name in columns]
        for name in columns:
            if features[name]["kind"] == "categorical":
                self.cuts.append(None)
                self.values.append(features[name]["categories"])
                continue
            cuts = sorted({day(l["value"]) for l in literals if l["column"] == name and l["is"] in ("<=", ">")})
            # A cut point is the largest value of its cell; beyond the last one is another cell.
            self.cuts.append(cuts)
            self.values.append([*cuts, cuts[-1] + max(1.0, abs(cuts[-1]))] if cuts else [0.0])

    def steps(self, column: int, now, cell: int) -> int | None:
        """Returns the steps from a value to a cell; None for the cell of the value."""
        cuts = self.cuts[column]
        if now is None:
            return 1
        if cuts is None:
            return None if self.values[column][cell] == now else 1
        own = sum(cut < now for cut in cuts)
        return abs(own - cell) or None


FIRST = date(1970, 1, 1)


def day(value):
    """A cut point as a number: of days, if it is a date."""
    return float((date.fromisoformat(value) - FIRST).days) if isinstance(value, str) else value


def text(value, is_date: bool = False) -> str:
    if is_date and value is not None:
        return str(FIRST + timedelta(int(value)))
    return "" if value is None else repr(value) if isinstance(value, float) else str(value)


def smallest(binary, case, columns: list[str], row: list, most: int = 3) -> tuple[int, list[int]]:
    """The fewest columns to change, and of every such set of columns the fewest steps, ascending;
    (0, []) if up to `most` columns do not do.
    """
    cells = Cells(binary.folder / f"{case.name}.json", columns)
    now = binary.predict(case, columns, [list(map(text, row, cells.dates))])[0]
    for size in range(1, min(most, len(columns)) + 1):
        asked, about = [], []
        for chosen in combinations(range(len(columns)), size):
            for picks in product(*(range(len(cells.values[column])) for column in chosen)):
                steps = [cells.steps(column, row[column], cell) for column, cell in zip(chosen, picks)]
                if None in steps:
                    continue
                changed = list(row)
                for column, cell in zip(chosen, picks):
                    changed[column] = cells.values[column][cell]
                asked.append(list(map(text, changed, cells.dates)))
                about.append((chosen, sum(steps)))
        best: dict[tuple, int] = {}
        for answer, (chosen, steps) in zip(binary.predict(case, columns, asked) if asked else [], about):
            if answer != now:
                best[chosen] = min(steps, best.get(chosen, steps))
        if best:
            return size, sorted(best.values())
    return 0, []
