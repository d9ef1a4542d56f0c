#!/usr/bin/env python3
"""Checks a proof that `rulegen fit --proof` wrote against the raw data. docs/proof.md says what a
proof is and why it convinces, and walks through this file.

    python3 scripts/check_proof.py PROOF DATA

Prints a line for each claim that holds. Exits with 0 if all hold, with 1 if the proof is refused,
and with 2 if a file cannot be read. Needs Python 3.10 and NumPy, and no code of rulegen.

Numbers are `Fraction`s, and sums over rules are sums of whole numbers in 64 bits that cannot
overflow. Doubles occur under the logistic loss alone: `low` and `high` move results outward.
"""

import csv
import hashlib
import io
import json
import re
import sys
from fractions import Fraction
from functools import cache, reduce
from itertools import combinations, pairwise, product
from math import ceil, lcm, prod
from pathlib import Path

import numpy as np

# The fields of a proof: `int` is a whole number of at least 0, `Fraction` a number of at least 0,
# `float` any number, `[x]` a list, a tuple a list of its length, a set one of its values, and
# `Maybe(x)` also null. A function chooses by the value.
TEST = (int, str, int)
COLUMN = {"name": str, "kind": {"numeric", "categorical"}, "missing_seen": bool, "sha256": str}
COSTS = {"per_rule": Fraction, "per_condition": Fraction}
SIZES = {"complexity": Fraction, "size_per_rule": Fraction, "size_per_condition": Fraction, "price": Fraction}
LOSSES = {"logistic": COSTS | {"ridge": Fraction, "largest_intercept": Fraction}}
LOSSES["boolean"] = SIZES | {"false_negative": Fraction, "false_positive": Fraction}
LEAF = {"decisions": [(int, bool)], "scale": int, "values": [(int, int)]}


def Maybe(shape):
    return lambda value: {None} if value is None else shape


FAIRNESS = {"epsilon": Fraction, "blocks": [[int]]}
LOSSES["hinge"] = LOSSES["margin"] = COSTS | {"fairness": Maybe(FAIRNESS)}


def field_of(value, name):
    return value.get(name) if type(value) is dict and isinstance(value.get(name), str | list) else None


DATA = {"rows": int, "held_out": [int], "header": bool, "delimiter": Maybe(str), "missing": [str], "samples": int}
DATA |= {"target": str, "classes": [str], "target_sha256": str, "class_factors": [Fraction]}
DATA |= {"weights": Maybe(str), "weights_sha256": Maybe(str)}
DATA["groups"] = DATA["columns"] = [
    lambda v: COLUMN | ({"cuts": [float]} if field_of(v, "kind") == "numeric" else {"categories": [str]})
]
PROOF = {"format": {"rulegen-proof"}, "version": {1}, "made_by": str, "data": DATA}
PROOF["rules"] = {"max_length": set(range(1, 65)), "min_cover": int}
PROOF["rules"]["parts"] = [{"classes": [int], "columns": [int], "without": [TEST]}]
PROOF["loss"] = lambda v: {"name": set(LOSSES)} | LOSSES.get(str(field_of(v, "name")), {})
PROOF["model"] = {"rules": [{"class": int, "if": [TEST], "weight": Fraction}], "intercepts": [float]}
POINT, LEAVES = {"scale": int, "values": [int]}, {"class": int, "leaves": [LEAF]}
PROOF["evidence"] = [lambda value: POINT if field_of(value, "leaves") is None else LEAVES]
CLAIMS = {"objective": float, "bounds": [(int, float)], "further_gain": Maybe(Fraction), "in_scope": bool}
PROOF["claims"] = CLAIMS

NUMBER = re.compile(r"[+-]?[0-9]+(\.[0-9]+)?(e[+-]?([0-9]+))?", re.IGNORECASE)
CELL = re.compile(r"[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)(e[+-]?[0-9]+)?", re.IGNORECASE)
NO_NUMBER = {"NA", "N/A", "n/a", "#N/A", "<NA>", "None", "null", "NULL", "?"}


class Refused(Exception):
    """A claim that does not hold, a value that may not be, or other data: where, and why."""


def ensure(holds, where, why):
    if not holds:
        raise Refused(f"{where}: {why}")


# Reading the proof.


def fraction(text):
    """Reads a number exactly, unless it has so many digits that it would take all memory."""
    if len(text) > 1000 or not (found := NUMBER.fullmatch(text)) or len(found[3] or "") > 3:
        raise ValueError(f"the number {text[:20]} of the proof")
    return Fraction(text)


def members(pairs):
    if len(dict(pairs)) < len(pairs):
        raise ValueError("a name occurs twice in an object of the proof")
    return dict(pairs)


def shaped(value, shape, where):
    """Returns a value of the proof, checked against its entry of PROOF."""
    shape = shape(value) if callable(shape) and not isinstance(shape, type) else shape
    if isinstance(shape, dict):
        ensure(type(value) is dict, where, "is no object")
        places = {name: f"{where}.{name}".lstrip(".") for name in [*shape, *value]}
        for name, place in places.items():
            ensure(name in shape and name in value, place, "is missing" if name in shape else "is unknown")
        return {name: shaped(value[name], shape[name], places[name]) for name in shape}
    if isinstance(shape, list | tuple):
        fits = type(value) is list and (isinstance(shape, list) or len(value) == len(shape))
        ensure(fits, where, "is no list, or not of this length")
        shapes = shape * len(value) if isinstance(shape, list) else shape
        return [shaped(item, of, f"{where}[{i}]") for i, (item, of) in enumerate(zip(value, shapes, strict=True))]
    if shape in (int, float, Fraction):
        ensure(type(value) in (int, Fraction), where, "is no number")
        ensure(shape is float or value >= 0, where, "is below 0")
        ensure(shape is not int or Fraction(value).denominator == 1, where, "is no whole number")
        return int(value) if shape is int else Fraction(value)
    if isinstance(shape, set):
        ensure(any(type(value) is type(one) and value == one for one in shape), where, "has not such a value")
    else:
        ensure(type(value) is shape, where, f"is no {'text' if shape is str else 'truth value'}")
    return value


def ascending(values, where):
    ensure(all(a < b for a, b in pairwise(values)), where, "does not ascend")
    return values


# Reading the data: cells, digests, codes and samples.


def table(raw, data, wanted):
    """Returns the cells of each wanted column, without the spaces and tabs around them."""
    for delimiter in data["delimiter"] or ",;\t|":
        rows = [row for row in csv.reader(io.StringIO(raw, newline=""), delimiter=delimiter) if row]
        cells = [[cell.strip(" \t") for cell in row] for row in rows] or [[]]
        names = cells[0] if data["header"] else [f"x{i + 1}" for i in range(len(cells[0]))]
        if set(wanted) <= set(names):
            if any(len(row) != len(names) for row in cells) or any(names.count(name) > 1 for name in wanted):
                raise ValueError("the data: a row of another length, or a column that is there twice")
            return {name: [row[names.index(name)] for row in cells[data["header"] :]] for name in wanted}
    raise ValueError(f"the data: no delimiter gives the columns {', '.join(map(repr, wanted))}")


def texts(cells, missing):
    """Returns texts, with None for a missing cell, and their digest."""
    values = [None if not cell or cell in missing else cell for cell in cells]
    coded = [b"\xff" * 4 if v is None else len(v.encode()).to_bytes(4, "little") + v.encode() for v in values]
    return values, hashlib.sha256(b"".join(coded)).hexdigest()


def doubles(cells, missing):
    """Returns doubles, with NaN for a missing cell, and their digest."""
    values = np.full(len(cells), np.nan)
    for i, cell in enumerate(cells):
        if cell and cell not in missing and cell not in NO_NUMBER and cell.lower() != "nan":
            if not CELL.fullmatch(cell) or abs(float(cell)) == np.inf:
                raise ValueError(f"the data: {cell[:40]!r} in a column of numbers is no number")
            values[i] = float(cell) or 0.0
    return values, hashlib.sha256(values.astype("<f8").tobytes()).hexdigest()


def code(column, cells, missing, where):
    """Returns the codes of a column. Adds its tests: for each, the codes that pass it, as bits."""
    numeric = column["kind"] == "numeric"
    size = len(column["cuts" if numeric else "categories"])
    present, places = 2 ** (size + 1) - 1, range(size)
    values, digest = doubles(cells, missing) if numeric else texts(cells, missing)
    ensure(column["sha256"] == digest, f"{where}.sha256", f"the column {column['name']!r} of the data is another")
    if numeric:
        ensure(all(abs(cut) < 2**1023 for cut in column["cuts"]), f"{where}.cuts", "is too large")
        cuts = ascending([float(cut) for cut in column["cuts"]], f"{where}.cuts")
        codes = np.where(np.isnan(values), size + 1, np.searchsorted(cuts, values))
        tests = {("at_most", cut): 2 ** (cut + 1) - 1 for cut in places}
        tests |= {("above", cut): present - tests["at_most", cut] for cut in places}
    else:
        place = {category: i for i, category in enumerate(column["categories"])} | {None: size + 1}
        ensure(len(place) == size + 1, f"{where}.categories", "are not distinct")
        codes = np.array([place.get(value, size) for value in values], np.int64)
        tests = {("is", i): 2**i for i in places} | {("is_not", i): present - 2**i for i in places if size > 2}
    column["tests"], column["codes"] = tests, size + 2
    column["tests"] |= {("missing", 0): present + 1, ("present", 0): present} if column["missing_seen"] else {}
    return codes


def read_samples(data, raw):
    """Adds the samples to the data: `label`, `code` by column, weight `omega` and `count`."""
    missing, classes, columns = set(data["missing"]), data["classes"], data["columns"]
    one = data["delimiter"] is None or (len(data["delimiter"]) == 1 and data["delimiter"] not in '\r\n"')
    ensure(one, "data.delimiter", "is no character that separates")
    ensure(1 < len(set(classes)) == len(classes), "data.classes", "are fewer than two, or not distinct")
    fits = len(data["class_factors"]) == len(classes) and all(data["class_factors"])
    ensure(fits, "data.class_factors", "are not one above 0 for each class")
    of_rows = [data["weights"]] * (data["weights"] is not None)
    ensure(bool(of_rows) == (data["weights_sha256"] is not None), "data.weights_sha256", "does not fit weights")
    names = [data["target"], *of_rows, *(column["name"] for column in columns)]
    ensure(len(set(names)) == len(names), "data.columns", "name a column that has another use")
    cells = table(raw, data, [*names, *(column["name"] for column in data["groups"])])
    labelled = [bool(cell) and cell not in missing for cell in cells[data["target"]]]
    cells = {name: [cell for cell, keep in zip(of, labelled, strict=True) if keep] for name, of in cells.items()}
    labels, digest = texts(cells[data["target"]], missing)
    ensure(data["rows"] == len(labels), "data.rows", f"the data have {len(labels)} rows with a label")
    ensure(data["target_sha256"] == digest, "data.target_sha256", "the labels of the data are others")
    take, weight = np.ones(len(labels), bool), np.ones(len(labels))
    ensure(all(row < len(labels) for row in data["held_out"]), "data.held_out", "is no row")
    take[np.array(ascending(data["held_out"], "data.held_out"), int)] = False
    if of_rows:
        weight, digest = doubles(cells[data["weights"]], missing)
        ensure(data["weights_sha256"] == digest, "data.weights_sha256", "the weights of the data are others")
        ensure((weight >= 0).all(), "data.weights", "a weight is missing or below 0")
        take &= weight > 0
    place = {label: i for i, label in enumerate(classes)}
    ensure(set(labels) <= set(place), "data.classes", "a label is none of them")
    codes = [
        code(column, cells[column["name"]], missing, f"data.{of}[{i}]")
        for of in ("groups", "columns")
        for i, column in enumerate(data[of])
    ]
    rows, weight = np.array([[place[label] for label in labels], *codes], np.int64).T[take], weight[take]
    ensure(len(rows), "data.held_out", "no row takes part")

    samples, of_row, count = np.unique(rows, axis=0, return_inverse=True, return_counts=True)
    ensure(data["samples"] == len(samples), "data.samples", f"the data have {len(samples)}")
    omega = [Fraction(0)] * len(samples)
    for sample, w in zip(of_row.ravel().tolist(), weight.tolist(), strict=True):
        omega[sample] += Fraction(w)
    data["count"] = in_64_bits(omega, "data.weights") if (weight == np.floor(weight)).all() else count
    first = 1 + len(data["groups"])
    data["label"], data["code"] = samples[:, 0], np.ascontiguousarray(samples[:, first:].T)
    data["group"] = samples[:, 1:first].tolist()
    data["own"] = data["label"][:, None] == np.arange(len(classes))
    data["omega"] = [w * data["class_factors"][label] for w, label in zip(omega, data["label"], strict=True)]


# Rules: the model's, those in scope, and the most that a rule in scope gains.


def check_tests(tests, data, where):
    for column, *test in tests:
        known = column < len(data["columns"]) and tuple(test) in data["columns"][column]["tests"]
        ensure(known, where, f"{[column, *test]} is no test of a column")


def check_rules(rules, model, data, in_scope):
    """Checks that rules name what there is, and that the model's are in scope if that is claimed.
    Adds the samples that each of them covers.
    """
    for i, part in enumerate(rules["parts"]):
        for of in ("classes", "columns"):
            places = ascending(part[of], f"rules.parts[{i}].{of}")
            ensure(not places or places[-1] < len(data[of]), f"rules.parts[{i}].{of}", "names none")
        check_tests(part["without"], data, f"rules.parts[{i}].without")
    for i, rule in enumerate(model["rules"]):
        where, tests, covers = f"model.rules[{i}]", rule["if"], np.ones(len(data["label"]), bool)
        ensure(tests and rule["class"] < len(data["classes"]), where, "has no condition in if, or no class")
        check_tests(tests, data, where)
        for j, *test in tests:
            passed = [data["columns"][j]["tests"][tuple(test)] >> k & 1 for k in range(data["columns"][j]["codes"])]
            covers &= np.array(passed, bool)[data["code"][j]]
        rule["covers"], counted = covers, int(data["count"][covers].sum())
        parts = [part for part in rules["parts"] if rule["class"] in part["classes"]]
        parts = [p for p in parts if all(t[0] in p["columns"] and t not in p["without"] for t in tests)]
        inside = parts and counted >= rules["min_cover"] and len(tests) <= rules["max_length"]
        ensure(inside or not in_scope, where, f"is out of scope, with {counted} rows and {len(tests)} conditions")


def in_64_bits(values, where):
    """Returns whole numbers in 64 bits, of which no sum can overflow."""
    ensure(sum(map(abs, values)) < 2**62, where, "are too large to add up in 64 bits")
    return np.array([int(value) for value in values], np.int64)


@cache
def sets_of_codes(tests, most):
    """Lists, for n = 1, 2, ... conditions on one column, the sets of codes that pass them all and
    for which fewer do not suffice. Each set is an array of ranges [first, end) of codes.
    """
    found, seen, last = [], set(), {-1}
    for _ in range(most):
        last = {a & b for a in last for b in tests} - seen
        seen |= last
        sets = [[run.span() for run in re.finditer("1+", f"{bits:b}"[::-1])] for bits in sorted(last)]
        widest = max([1, *map(len, sets)])
        found.append(np.array([runs + [(0, 0)] * (widest - len(runs)) for runs in sets], np.int64))
    return found


def data_cube(layers, codes, sizes):
    """Adds up whole numbers by the codes of some columns, and then returns sums over all codes
    below given ones. `bincount` adds doubles, in which sums of upper and of lower bits are exact.
    """
    cell, cells = np.ravel_multi_index(codes, sizes), prod(sizes)
    upper = [np.bincount(cell, layer >> 26, cells).astype(np.int64) << 26 for layer in layers]
    lower = [np.bincount(cell, layer & (2**26 - 1), cells).astype(np.int64) for layer in layers]
    cube = (np.array(upper) + np.array(lower)).reshape(-1, *sizes)
    for axis in range(1, cube.ndim):
        cube = np.insert(np.cumsum(cube, axis), 0, 0, axis)
    return cube


def sums_over(cube, axis, sets):
    """Turns an axis of a cube into sets of codes: a range's sum is a difference of two sums."""
    ranges = (cube.take(sets[:, i, 1], axis) - cube.take(sets[:, i, 0], axis) for i in range(sets.shape[1]))
    return reduce(np.add, ranges)


def most_gained(data, rules, classes, gains):
    """Returns, for each list of gains (whole numbers by sample) and its class, a list: the most
    that a rule in scope of at most 0, 1, ... `max_length` conditions gains, or 0.
    """
    best = [[0] * (rules["max_length"] + 1) for _ in classes]
    for part in rules["parts"]:
        chosen = [i for i, c in enumerate(classes) if c in part["classes"]]
        named = [(j, test) for j in part["columns"] for test in data["columns"][j]["tests"].items()]
        tests = [(j, codes) for j, (test, codes) in named if [j, *test] not in part["without"]]
        layers = np.array([data["count"], *(gains[i] for i in chosen)])
        if chosen:
            found = most_gained_by(tests, layers, data["code"], data["columns"], rules, rules["max_length"])
            for i, of_class in zip(chosen, found, strict=True):
                best[i] = [max(pair) for pair in zip(best[i], of_class, strict=True)]
    return best


def most_gained_by(tests, layers, code, columns, rules, most):
    """Does so for rules of some tests, each a column and the codes that pass it. The first layer
    has the counts of samples. Rules of up to three conditions are those of data cubes. A longer one
    is a first test, and a rule of later tests over the samples that pass it.
    """
    best, short, sets = [[0] * (most + 1) for _ in layers[1:]], min(most, 3), {}
    counts = rules["min_cover"] > 1
    for j in dict(tests):
        sets[j] = sets_of_codes(frozenset(codes for column, codes in tests if column == j), short)
    for chosen in (chosen for n in range(1, short + 1) for chosen in combinations(sets, n)):
        base = data_cube(layers[1 - counts :], code[list(chosen)], [columns[j]["codes"] for j in chosen])
        for lengths in product(range(1, short + 1), repeat=len(chosen)):
            axes, length = [sets[j][n - 1] for j, n in zip(chosen, lengths, strict=True)], sum(lengths)
            if length > short or not all(map(len, axes)):
                continue
            # A block of sets of the first column at a time stays in the processor's cache.
            block = 2**17 // prod(map(len, [layers, *axes[1:]])) + 1
            for start in range(0, len(axes[0]), block):
                cube = sums_over(base, 1, axes[0][start : start + block])
                for axis in range(len(chosen), 1, -1):
                    cube = sums_over(cube, axis, axes[axis - 1])
                for of_class, sums in zip(best, cube[counts:], strict=True):
                    if (top := sums.max()) > of_class[length] and counts:
                        top = sums.max(where=cube[0] >= rules["min_cover"], initial=0)
                    of_class[length:] = [max(old, int(top)) for old in of_class[length:]]
    for i, (j, codes) in enumerate(tests if most > short else []):
        passed = np.array([codes >> k & 1 for k in range(columns[j]["codes"])], bool)[code[j]]
        inside = layers[:, passed]
        # No rule gains more than the positive gains of the samples that it covers. Here rules have
        # at least four conditions.
        if (np.maximum(inside[1:], 0).sum(axis=1) > [of_class[short + 1] for of_class in best]).any():
            # With a later test that implies this one, the rule without this one covers the same.
            later = [(column, c) for column, c in tests[i + 1 :] if column != j or c & codes != c]
            found = most_gained_by(later, inside, code[:, passed], columns, rules, most - 1)
            best = [[max(pair) for pair in zip(old, [0, *new], strict=True)] for old, new in zip(best, found, strict=True)]
    return best


# Losses of weights: the objective of the model, and the bounds of a dual point.


def dot(omega, values):
    return sum((w * v for w, v in zip(omega, values, strict=True)), Fraction(0))


def read_cells(data, loss):
    """Divides samples into cells, and cells into blocks: the samples of some classes are a block,
    and those of each group in it a cell. All others are one cell.
    """
    named = [(c, block) for block, classes in enumerate(loss["fairness"]["blocks"]) for c in classes]
    block_of, blocks = dict(named), {}
    fits = len(block_of) == len(named) and all(c < len(data["classes"]) for c in block_of)
    ensure(fits, "loss.fairness.blocks", "name a class twice, or none")
    for i, label in enumerate(data["label"].tolist()):
        group = tuple(data["group"][i]) if label in block_of else ()
        blocks.setdefault(block_of.get(label), {}).setdefault(group, []).append(i)
    return [list(cells.values()) for cells in blocks.values()]


def raised(data, loss, losses):
    """Returns the sum of losses once those of cells that do better are raised for fairness."""
    total = Fraction(0)
    for block in data["blocks"]:
        weights = [sum(data["omega"][i] for i in cell) for cell in block]
        errors = [sum(data["omega"][i] * losses[i] for i in cell) for cell in block]
        least = max(error / weight for error, weight in zip(errors, weights, strict=True))
        least -= loss["fairness"]["epsilon"]
        total += sum(max(error, least * weight) for error, weight in zip(errors, weights, strict=True))
    return total


def stretched(data, paid):
    """Returns the weight of each cell, and the most that its samples are paid for theirs."""
    cells = []
    for block in data["blocks"]:
        of_block = [(sum(data["omega"][i] for i in c), max(paid[i] / data["omega"][i] for i in c)) for c in block]
        fits = sum(w * most for w, most in of_block) <= sum(w for w, _ in of_block)
        ensure(fits, "evidence[0].values", "samples are paid more than they weigh")
        cells += of_block
    return cells


def scores(data, model):
    """Returns the scores of samples by class as whole numbers, and their unit."""
    unit = lcm(*(w.denominator for w in [*model["intercepts"], *(rule["weight"] for rule in model["rules"])]))
    start = [int(b * unit) for b in model["intercepts"]] or [0] * len(data["classes"])
    f = np.array([start] * len(data["own"]), object)
    for rule in model["rules"]:
        f[rule["covers"], rule["class"]] += int(rule["weight"] * unit)
    return f, unit


def hinge_losses(data, loss, model):
    f, unit = scores(data, model)
    mean, own = loss["name"] == "hinge", data["own"]
    others = np.where(own, 0, f).sum(axis=1) if mean else np.where(own, f.min(), f).max(axis=1)
    over = len(data["classes"]) - 1 if mean else 1
    return [Fraction(v, over * unit) for v in np.maximum(0, over * (unit - f[own]) + others)]


def low(x):
    """Moves doubles down by 8 units in the last place, and `high` up. Logarithms and exponentials
    of NumPy are assumed to be within 4 units, as its own tests demand. All else is within half.
    """
    return x - (np.abs(x) * 2.0**-49 + 5e-324)


def high(x):
    return -low(-x)


def to_doubles(numbers):
    return np.array([[float(x) for x in row] for row in numbers])


def logistic_losses(data, model):
    """Returns the upper ends of losses of samples, and the lower ends of their probabilities."""
    f, unit = scores(data, model)
    ahead = f - f[data["own"]][:, None]
    most = ahead.max(axis=1)
    x = to_doubles(np.maximum(ahead - most[:, None], -1000 * unit) / unit)
    total = reduce(lambda a, b: high(a + b), high(np.exp(high(x))).T)
    p = np.maximum(0, low(low(np.exp(low(x))) / total[:, None]))
    return [Fraction(m, unit) + Fraction(r) for m, r in zip(most, high(np.log(total)).tolist(), strict=True)], p


def least_entropies(q):
    """Returns the lower ends of the entropies of rows of probabilities. As -q log q is concave, it
    is least at an end of an interval around q.
    """
    ends = [np.clip(low(q), 0, 1), np.clip(high(q), 0, 1)]
    terms = [np.where(end > 0, -end * np.log(np.where(end > 0, end, 1)), 0) for end in ends]
    return reduce(lambda a, b: low(a + b), np.maximum(0, low(np.minimum(*terms))).T)


def objective(data, loss, model):
    losses = logistic_losses(data, model)[0] if loss["name"] == "logistic" else hinge_losses(data, loss, model)
    ridge = sum(rule["weight"] ** 2 for rule in model["rules"]) * loss.get("ridge", Fraction(0)) / 2
    costs = sum(rule["weight"] * loss["costs"][len(rule["if"])] for rule in model["rules"])
    return raised(data, loss, losses) + costs + ridge


def dual_bounds(data, rules, loss, evidence):
    """Returns the bounds that the dual point proves for rules of at most 0, 1, ... conditions."""
    ensure(len(evidence) == 1 and "values" in evidence[0], "evidence", "is not one dual point")
    own, others, scale, values = data["own"], len(data["classes"]) - 1, evidence[0]["scale"], evidence[0]["values"]
    each = 1 if loss["name"] == "hinge" else others
    ensure(scale > 0, "evidence[0].scale", "is 0")
    ensure(len(values) == each * len(own), "evidence[0].values", f"are not {each} for each sample")
    values = np.array(values, object).reshape(-1, each)
    cells = stretched(data, [Fraction(value, scale) for value in values.sum(axis=1)])
    scale *= others // each  # Under `hinge`, values are scale (K - 1) times theta.
    theta = np.zeros(own.shape, object)
    theta[~own] = np.repeat(values, others // each, axis=1).ravel()
    gains = np.where(own, theta.sum(axis=1)[:, None], -theta)
    gains = [in_64_bits(of_class, "evidence[0].values") for of_class in gains.T]
    gained, rho, bounds = most_gained(data, rules, range(others + 1), gains), Fraction(1), [None]
    for length in range(1, rules["max_length"] + 1):
        rho = max([rho, *(Fraction(of_class[length], scale) / loss["costs"][length] for of_class in gained)])
        beyond = sum(weight * max(0, most / rho - 1) for weight, most in cells)
        value = Fraction(theta.sum(), scale) / rho - loss["fairness"]["epsilon"] * beyond
        if loss["name"] == "logistic":
            q = np.where(own, 0, theta) / np.array([rho * scale * w for w in data["omega"]], object)[:, None]
            entropies = least_entropies(to_doubles(np.where(own, 1 - q.sum(axis=1)[:, None], q)))
            tilt = Fraction(sum(abs(int(of_class.sum())) for of_class in gains[1:]), scale) / rho
            value = dot(data["omega"], map(Fraction, entropies.tolist())) - loss["largest_intercept"] * tilt
        bounds.append(value)
    return bounds


def further_gain(data, rules, loss, model):
    """Returns the most that a rule gains at the model, less its cost. Gains are rounded up to whole
    numbers of a unit that leaves room for their sums.
    """
    scale = Fraction(2) ** (60 - ceil(sum(data["omega"])).bit_length())
    p = np.array([[Fraction(x) for x in row] for row in logistic_losses(data, model)[1].tolist()])
    gains = (data["own"] - p) * np.array([scale * w for w in data["omega"]])[:, None]
    gains = [in_64_bits([ceil(gain) for gain in of_class], "data.weights") for of_class in gains.T]
    gained = [max(of_length) for of_length in zip(*most_gained(data, rules, range(len(gains)), gains), strict=True)]
    return max(g / scale - loss["costs"][n] for n, g in enumerate(gained) if n > 0)


# Boolean rules: the objective of rule sets, and the bounds of leaves.


def rule_set_objective(data, loss, c, rules):
    times = sum([rule["covers"].astype(int) for rule in rules], np.zeros(len(data["own"]), int)).tolist()
    missed, wrong = loss["false_negative"], loss["false_positive"]
    errors = [(n == 0) * missed if own else n * wrong for n, own in zip(times, data["own"][:, c], strict=True)]
    return dot(data["omega"], errors) + loss["price"] * sum(loss["costs"][len(rule["if"])] for rule in rules)


def cover_all(leaves):
    """Tells if leaves, given as lists of decisions, cover all rule sets."""
    nodes = [leaves]
    while nodes:
        node = nodes.pop()
        if node != [[]]:
            if not node or not all(node) or len({leaf[0][0] for leaf in node}) > 1:
                return False
            nodes += [[leaf[1:] for leaf in node if leaf[0][1] == covered] for covered in (True, False)]
    return True


def most_packed(gains, sizes, room):
    """Returns the largest sum of gains over lists of lengths whose sizes have room."""

    @cache
    def packed(first, room):
        if first == len(gains):
            return 0
        gain, size = gains[first], sizes[first]
        return max(n * gain + packed(first + 1, room - n * size) for n in range(room // size + 1))

    return packed(0, room)


def read_leaf(data, loss, own, leaf, where):
    """Returns the gains of samples, times the leaf's scale and rounded up; the errors at samples
    that are decided as missed; and the sum of values that are duals and no fines.
    """
    decided, scale, values = dict(leaf["decisions"]), leaf["scale"], dict(leaf["values"])
    ensure(scale > 0, f"{where}.scale", "is 0")
    ensure(len(decided) == len(leaf["decisions"]), f"{where}.decisions", "decide a sample twice")
    ascending([i for i, _ in leaf["values"]], f"{where}.values")
    for name, places in (("decisions", decided), ("values", values)):
        ensure(all(i < len(own) for i in places), f"{where}.{name}", "name no sample")
    gains = [
        0 if of_class else -scale * loss["false_positive"] * w for of_class, w in zip(own, data["omega"], strict=True)
    ]
    for i, value in values.items():
        limit = scale * loss["false_negative"] * data["omega"][i] * own[i]
        ensure(
            value > 0 and (i in decided or value <= limit), f"{where}.values", f"{value} of sample {i} is beyond limits"
        )
        gains[i] += value if decided.get(i, True) else -value
    missed = sum(data["omega"][i] * loss["false_negative"] for i, covered in decided.items() if own[i] and not covered)
    duals = sum(value for i, value in values.items() if decided.get(i, True))
    return in_64_bits([ceil(gain) for gain in gains], f"{where}.values"), missed, duals


def leaves_bound(data, rules, loss, c, leaves, where):
    """Returns the bound of a class: the least of those of its leaves."""
    ensure(cover_all([leaf["decisions"] for leaf in leaves]), where, "the decisions do not cover all rule sets")
    own, sizes, bounds = data["own"][:, c].tolist(), loss["costs"][: rules["max_length"] + 1], []
    ensure(loss["complexity"] / sizes[1] <= 1000, "loss.complexity", "has room for too many rules to check")
    errors = [
        w * loss["false_negative" if of_class else "false_positive"]
        for of_class, w in zip(own, data["omega"], strict=True)
    ]
    whole = all(amount.denominator == 1 for amount in [*errors, *(loss["price"] * size for size in sizes[1:])])
    for start in range(0, len(leaves), 16):
        some = leaves[start : start + 16]
        read = [read_leaf(data, loss, own, leaf, f"{where}[{i}]") for i, leaf in enumerate(some, start)]
        gained = most_gained(data, rules, [c] * len(some), [gains for gains, *_ in read])
        for leaf, (_, missed, duals), of_length in zip(some, read, gained, strict=True):
            net = [g - leaf["scale"] * loss["price"] * size for g, size in zip(of_length, sizes, strict=True)]
            lengths = [n for n in range(rules["max_length"], 0, -1) if net[n] > 0]
            most = most_packed([net[n] for n in lengths], [sizes[n] for n in lengths], loss["complexity"])
            bounds.append(missed + Fraction(duals - most) / leaf["scale"])
    return ceil(min(bounds)) if whole else min(bounds)


def boolean_facts(data, rules, loss, model, evidence):
    """Returns objective and bound of the rule sets of all classes that have one."""
    ensure(evidence and all("leaves" in of_class for of_class in evidence), "evidence", "has no leaves")
    classes = [of_class["class"] for of_class in evidence]
    ensure(len(set(classes)) == len(classes), "evidence", "has a class twice")
    ensure(max(classes) < len(data["classes"]), "evidence", "is of no class")
    fits = all(rule["class"] in classes and rule["weight"] == 1 for rule in model["rules"])
    ensure(fits, "model.rules", "have a class without evidence, or a weight that is not 1")
    total = bound = Fraction(0)
    for i, (c, of_class) in enumerate(zip(classes, evidence, strict=True)):
        rule_set = [rule for rule in model["rules"] if rule["class"] == c]
        size = sum(loss["costs"][len(rule["if"])] for rule in rule_set)
        ensure(size <= loss["complexity"], "model.rules", "are more complex than loss.complexity")
        total += rule_set_objective(data, loss, c, rule_set)
        bound += leaves_bound(data, rules, loss, c, of_class["leaves"], f"evidence[{i}].leaves")
    return total, [None] + [bound] * rules["max_length"]


# The claims.


def decimals(x, places):
    """Writes a fraction with so many decimals at most, cut off."""
    digits = f"{abs(x.numerator) * 10**places // x.denominator:0{places + 1}d}"
    short = f"{digits[:-places]}.{digits[-places:]}".rstrip("0").rstrip(".")
    return "-" * (x < 0) + short + "..." * ((x * 10**places).denominator > 1)


def exact(x):
    x = Fraction(x)
    return decimals(x, 4) if x.denominator == 1 or x.denominator > 10**12 else f"{x} = {decimals(x, 4)}"


def described(data, rules):
    """Describes the rules, so that nobody takes a claim about few of them for one about all."""
    parts = (
        f"for {', '.join(data['classes'][of] for of in part['classes'])}: {len(part['columns'])} of "
        f"{len(data['columns'])} columns, {len(part['without'])} tests left out"
        for part in rules["parts"]
    )
    of = f"conditions up to {rules['max_length']}, rows from {rules['min_cover']} on"
    return f"these rules: {of}; {'; '.join(parts)}"


def check(proof, raw):
    """Returns the lines to print for the texts of a proof and of its data."""
    proof = json.loads(proof, parse_float=fraction, parse_constant=fraction, object_pairs_hook=members)
    if type(proof) is not dict or (proof.get("format"), proof.get("version")) != ("rulegen-proof", 1):
        raise ValueError("the file is no proof of rulegen, or of another version than 1")
    data, rules, loss, model, evidence, claims = list(shaped(proof, PROOF, "").values())[3:]
    boolean, logistic, b = loss["name"] == "boolean", loss["name"] == "logistic", model["intercepts"]
    read_samples(data, raw)
    loss["fairness"] = loss.get("fairness") or {"epsilon": 0, "blocks": []}
    data["blocks"] = read_cells(data, loss)
    check_rules(rules, model, data, claims["in_scope"])
    first, further = (loss[("size_" * boolean) + f"per_{of}"] for of in ("rule", "condition"))
    longest = max([rules["max_length"], *(len(rule["if"]) for rule in model["rules"])])
    loss["costs"] = [first + n * further for n in range(longest + 1)]
    ensure(loss["costs"][1] > 0, "loss", "the cost of a rule is 0")
    ensure(len(b) == len(data["classes"]) * logistic, "model.intercepts", "are not one for each class that needs one")
    apart = max((abs(x - b[0]) for x in b), default=0)
    ensure(not logistic or apart <= loss["largest_intercept"], "model.intercepts", "are too far apart")
    lengths = ascending([length for length, _ in claims["bounds"]], "claims.bounds")
    ensure(
        lengths and lengths[0] > 0 and lengths[-1] == rules["max_length"], "claims.bounds", "end not with max_length"
    )
    ensure(not boolean or len(lengths) == 1, "claims.bounds", "are more than one")
    ensure(logistic or claims["further_gain"] is None, "claims.further_gain", "is of the logistic loss alone")

    if boolean:
        value, bounds = boolean_facts(data, rules, loss, model, evidence)
    else:
        value, bounds = objective(data, loss, model), dual_bounds(data, rules, loss, evidence)
    ensure(value <= claims["objective"], "claims.objective", f"the objective is {exact(value)}")
    lines = [f"the objective of the model is at most {decimals(claims['objective'], 9)} ({exact(value)})"]
    for length, bound in claims["bounds"]:
        of = f"of these rules of at most {length} conditions"
        ensure(max(bounds[length], 0) >= bound, "claims.bounds", f"the bound {of} is {exact(bounds[length])}")
        lines.append(f"no model {of} has an objective below {decimals(bound, 9)} (at least {exact(bounds[length])})")
    if (limit := claims["further_gain"]) is not None:
        gain = further_gain(data, rules, loss, model)
        ensure(gain <= limit, "claims.further_gain", f"a rule may gain {exact(gain)}")
        lines.append(f"no rule lowers the objective by more than {decimals(limit, 9)} for each unit of its weight")
    lines += ["all rules of the model are in scope"] * claims["in_scope"]
    return [described(data, rules), *(f"verified: {line}" for line in lines)]


def main():
    if len(sys.argv) != 3:
        print(__doc__, file=sys.stderr)
        return 2
    sys.stdout.reconfigure(errors="backslashreplace")
    try:
        proof, raw = (Path(path).read_bytes().decode("utf-8-sig") for path in sys.argv[1:])
        # A name of the data must not look like a line of the checker.
        for line in check(proof, raw):
            print("".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in line))
    except Refused as refused:
        print(f"refused: {refused}")
        return 1
    except (OSError, ValueError, csv.Error, RecursionError, MemoryError) as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
