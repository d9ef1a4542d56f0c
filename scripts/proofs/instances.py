"""Makes up small tables and true proofs about them, with SciPy's LP solver and without rulegen.

`writing.py` says how proofs are held.
"""

import csv
import io
from fractions import Fraction
from math import floor

import enumeration
import numpy as np
from scipy.optimize import LinearConstraint, linprog, milp
from writing import claim, decimal_text, signed

LABELS = ["yes", "no", "perhaps, or not", "größer"]
WORDS = ["red", "green", 'a "quoted" one', "blue, light"]


def pick(rng, values):
    """Returns one of some values."""
    return values[int(rng.integers(len(values)))]


def table(rng):
    """Makes up the text of a table and the field `data` of a proof about it."""
    rows, n_classes = int(rng.integers(3, 41)), int(rng.integers(2, 5))
    classes = LABELS[:n_classes]
    columns, cells = [], []
    for j in range(int(rng.integers(1, 5))):
        missing_share = pick(rng, [0, 0, 0.1, 0.3])
        name = f"column {j}" if rng.random() < 0.8 else f"c;{j}"
        if rng.random() < 0.6:
            step = pick(rng, [Fraction(1), Fraction(1, 2), Fraction(1, 10)])
            values = [step * int(v) for v in rng.integers(-3, 6, rows)]
            cuts = sorted({float(v) for v in values if rng.random() < 0.3} | {float(step * int(rng.integers(-3, 6)))})
            texts = [decimal_text(v) if rng.random() < 0.9 else f" {float(v)!r}\t" for v in values]
            gaps = ["", "NA", "nan", "?", "-99"]
            columns.append({"name": name, "kind": "numeric", "cuts": [Fraction(repr(c)) for c in cuts[:4]]})
        else:
            size = int(rng.integers(2, 5))
            texts = [pick(rng, WORDS[:size]) for _ in range(rows)]
            gaps = ["", "-99"]
            known = size if size == 2 or rng.random() < 0.7 else size - 1
            columns.append({"name": name, "kind": "categorical", "categories": WORDS[:known]})
        texts = [pick(rng, gaps) if rng.random() < missing_share else text for text in texts]
        columns[-1]["missing_seen"] = missing_share > 0 or rng.random() < 0.1
        cells.append(texts)
    signal = [hash_of(row) for row in zip(*cells)]
    labels = [classes[s % n_classes] if rng.random() < 0.7 else pick(rng, classes) for s in signal]
    labels = [label if rng.random() < 0.97 else "" for label in labels]
    if not any(labels):
        labels[0] = classes[0]
    names, groups = [column["name"] for column in columns], []
    if rng.random() < 0.4:
        groups.append({"name": "sex", "kind": "categorical", "categories": ["f", "m"], "missing_seen": False})
        cells.append([pick(rng, ["f", "m", "f", "m", ""]) for _ in range(rows)])
        names.append("sex")
    if rng.random() < 0.2:
        groups.append(dict(pick(rng, columns)))
    weights = pick(rng, [None, None, "whole", "quarters", "tenths"])
    all_cells, all_names = [*cells, labels], [*names, "the label"]
    if weights:
        unit = {"whole": "1", "quarters": "0.25", "tenths": "0.1"}[weights]
        drawn = [int(w) for w in rng.integers(0, 5, rows)]
        drawn[next(i for i, label in enumerate(labels) if label)] = 3
        all_cells.append([decimal_text(Fraction(unit) * w) for w in drawn])
        all_names.append("weight")
    taken = [not weights or weight != "0" for label, weight in zip(labels, all_cells[-1]) if label]
    if rng.random() < 0.3:
        all_cells.insert(0, [f"row {i}" for i in range(rows)])
        all_names.insert(0, "unused")
    header = bool(rng.random() < 0.85)
    if not header:
        for at, name in enumerate(all_names):
            for column in columns + groups:
                column["name"] = f"x{at + 1}" if column["name"] == name else column["name"]
    called = dict(zip(all_names, all_names if header else [f"x{at + 1}" for at in range(len(all_names))]))
    mark = pick(rng, [",", ",", ";", "\t", "|"])
    text = io.StringIO()
    out = csv.writer(text, delimiter=mark, lineterminator="\n", quoting=pick(rng, [csv.QUOTE_MINIMAL, csv.QUOTE_ALL]))
    out.writerows(([all_names] if header else []) + list(zip(*all_cells)))
    n_labelled = sum(bool(label) for label in labels)
    first = taken.index(True)
    data = {
        "rows": n_labelled,
        "held_out": [i for i in range(n_labelled) if rng.random() < 0.1 and i != first],
        "header": header,
        "delimiter": mark if not header or rng.random() < 0.5 else None,
        "missing": ["-99"],
        "target": called["the label"],
        "classes": classes,
        "target_sha256": "",
        "weights": called["weight"] if weights else None,
        "weights_sha256": None,
        "class_factors": [pick(rng, [1, 1, 1, Fraction(1, 2), 2, Fraction(3, 2)]) for _ in classes],
        "groups": groups,
        "columns": columns,
        "samples": 0,
    }
    signed(data, text.getvalue())
    return data, text.getvalue()


def hash_of(texts):
    """Returns a number that depends on the first letters of some texts, the same in every run."""
    return sum(ord(text[:1] or " ") // 3 for text in texts[:2])


def scope(rng, data):
    """Makes up the field `rules`."""
    n_columns, n_classes = len(data["columns"]), len(data["classes"])
    everything = {"classes": list(range(n_classes)), "columns": list(range(n_columns)), "without": []}
    parts = [everything]
    if rng.random() < 0.4:
        parts = []
        for _ in range(int(rng.integers(1, 4))):
            columns = [j for j in range(n_columns) if rng.random() < 0.8] or [0]
            tests = [list(test) for test in enumeration.tests_of(data["columns"]) if rng.random() < 0.15]
            classes = [c for c in range(n_classes) if rng.random() < 0.8]
            parts.append({"classes": classes, "columns": columns, "without": tests})
    return {"max_length": int(rng.integers(1, 5)), "min_cover": int(pick(rng, [0, 1, 1, 2, 3])), "parts": parts}


def matrix(covers, n):
    """Returns the covers of rules as a matrix of 0 and 1."""
    return np.array([[covered >> i & 1 for i in range(n)] for covered in covers], float).reshape(len(covers), n)


def chosen_rules(lists, weights):
    """Returns the rules of positive weight, weights as doubles of few binary places."""
    rules = []
    for (c, tests), weight in zip(lists, weights):
        rounded = Fraction(round(max(0.0, float(weight)) * 2**20), 2**20)
        if rounded > 0:
            rules.append({"class": c, "if": [list(test) for test in tests], "weight": rounded})
    return rules


def point_of(theta, samples, scale, most=None):
    """Rounds a dual point (samples by values) towards feasibility, within the most that each sample
    may be paid, by default its weight.
    """
    values = []
    for row, limit in zip(theta, most or [sample[2] for sample in samples]):
        room = floor(scale * limit)
        for x in row:
            value = max(0, min(room, floor(Fraction(float(x)) * scale)))
            room -= value
            values.append(value)
    return {"scale": scale, "values": values}


def weighted(rng, proof, samples, listed):
    """Adds loss, model and evidence of a hinge, by its dual LP. Returns the optimum."""
    loss, n_classes, n = proof["loss"], len(proof["data"]["classes"]), len(samples)
    each = 1 if loss["name"] == "hinge" else n_classes - 1
    share = 1 / (n_classes - 1) if each == 1 else 1
    omega = np.array([float(s[2]) for s in samples])
    blocks, costs, tags = [], [], []
    for c, rules in enumerate(listed):
        a = matrix(rules, n)
        block = np.zeros((len(rules), n, each))
        for i, (label, *_) in enumerate(samples):
            if label == c:
                block[:, i, :] = a[:, i, None]
            else:
                block[:, i, 0 if each == 1 else c - (c > label)] = -share * a[:, i]
        blocks.append(block.reshape(len(rules), n * each))
        costs += [float(enumeration.cost(loss, len(tests))) for tests in rules.values()]
        tags += [(c, tests) for tests in rules.values()]
    rows = np.concatenate(blocks)
    # The multipliers of fairness rows move room from one cell to another, for epsilon each.
    blocks = enumeration.cells(proof, samples)
    pairs = [(c, d) for block in blocks for c in block for d in block if c is not d]
    moves = np.zeros((n, len(pairs)))
    for at, (c, d) in enumerate(pairs):
        for cell, sign in ((c, 1), (d, -1)):
            moves[cell, at] = sign * omega[cell] / omega[cell].sum()
    box = np.concatenate([np.kron(np.eye(n), np.ones(each)), -moves], axis=1)
    solved = linprog(
        np.concatenate([-np.ones(n * each), np.full(len(pairs), float(enumeration.epsilon(proof)))]),
        np.concatenate([np.concatenate([rows, np.zeros((len(rows), len(pairs)))], axis=1), box]),
        np.concatenate([costs, omega]),
        bounds=(0, None),
        method="highs",
    )
    theta, moved = solved.x[: n * each], 1 + (moves @ solved.x[n * each :]) / omega
    theta = theta if rng.random() < 0.8 else theta * rng.random(n * each)
    most = [None] * n
    for block in blocks:
        stretches = [max(Fraction(0), *(Fraction(moved[i]) for i in cell)) for cell in block]
        weights = [sum(samples[i][2] for i in cell) for cell in block]
        fits = sum(weights) / max(sum(weights), sum(s * w for s, w in zip(stretches, weights)))
        for cell, stretch in zip(block, stretches):
            for i in cell:
                most[i] = fits * stretch * samples[i][2]
    scale = int(pick(rng, [1, 7, 1000, 2**20, 10**9]))
    proof["evidence"] = [point_of(theta.reshape(n, each), samples, scale, most)]
    weights = -solved.ineqlin.marginals[: len(tags)]
    proof["model"] = {"rules": chosen_rules(tags, weights if rng.random() < 0.8 else weights * rng.random(len(tags)))}
    proof["model"]["intercepts"] = []
    return -solved.fun


def logistic(rng, proof, samples, listed):
    """Adds model and evidence under the logistic loss, by a few proximal steps."""
    loss, k, n = proof["loss"], len(proof["data"]["classes"]), len(samples)
    omega = np.array([float(s[2]) for s in samples])
    own = np.array([[s[0] == c for c in range(k)] for s in samples], float)
    tags = [(c, tests) for c, rules in enumerate(listed) for tests in rules.values()]
    covers = [matrix(rules, n) for rules in listed]
    costs = [np.array([float(enumeration.cost(loss, len(t))) for t in rules.values()]) for rules in listed]
    w, b = [np.zeros(len(c)) for c in covers], np.zeros(k)
    limit, step = float(loss["largest_intercept"]), 0.5 / (1 + omega.sum())
    for _ in range(int(pick(rng, [1, 40, 150]))):
        f = b + np.stack([w[c] @ covers[c] for c in range(k)], axis=1)
        p = np.exp(f - f.max(axis=1, keepdims=True))
        p /= p.sum(axis=1, keepdims=True)
        g = omega[:, None] * (own - p)
        for c in range(k):
            # Steps are longer than safe ones, on the rules that gain most, and then shortened.
            net = covers[c] @ g[:, c] - costs[c] - float(loss["ridge"]) * w[c]
            top = np.argsort(-net)[:3]
            w[c][top] = np.maximum(0, w[c][top] + step * net[top])
        b = np.clip(b + step * g.sum(axis=0), -limit / 2, limit / 2)
    proof["model"] = {"rules": chosen_rules(tags, np.concatenate(w)), "intercepts": []}
    b = [Fraction(round(x * 2**10), 2**11) for x in b]
    proof["model"]["intercepts"] = b if max(abs(x - b[0]) for x in b) <= loss["largest_intercept"] else [0] * k
    theta = [[omega[i] * p[i, c] for c in range(k) if c != s[0]] for i, s in enumerate(samples)]
    scale = int(pick(rng, [1000, 2**20, 10**9]))
    proof["evidence"] = [point_of(theta, samples, scale)]


def leaf_of(rng, proof, samples, c, rules, decisions):
    """Returns a leaf for some decisions, by its dual LP."""
    loss, n = proof["loss"], len(samples)
    missed, wrong, price = (float(loss[f]) for f in ("false_negative", "false_positive", "price"))
    decided = dict(map(tuple, decisions))
    a = matrix(rules, n)
    gain, bound, worth, fixed = np.zeros(n), np.zeros(n), np.ones(n), np.zeros(n)
    big = 5 + 3 * sum(float(s[2]) for s in samples)
    for i, (label, _, omega, *_) in enumerate(samples):
        gain[i], bound[i] = 1, missed * float(omega) if label == c else 0
        fixed[i] = 0 if label == c else -wrong * float(omega)
        if i in decided:
            bound[i] = big
            gain[i], worth[i] = (1, 1) if decided[i] else (-1, -1e-4)
    sizes = np.array([float(enumeration.cost(loss, len(tests))) for tests in rules.values()])
    # The last variable is the multiplier of the complexity.
    rows = np.concatenate([a * gain, -sizes[:, None]], axis=1)
    limits = price * sizes - a @ fixed
    objective = np.append(-worth, float(loss["complexity"]))
    bounds = [(0, x) for x in bound] + [(0, None)]
    x = linprog(objective, rows, limits, bounds=bounds, method="highs").x if len(rules) else np.append(bound, 0)
    if rng.random() < 0.1:
        x = x * rng.random(len(x))
    # Gains of samples are whole numbers at these scales, but for weights such as 0.1.
    scale, values = int(pick(rng, [16, 1024, 10**6])) if proof["data"]["weights"] is None else 10**9 // 512 * 512, []
    for i, (label, _, omega, *_) in enumerate(samples):
        value = Fraction(max(0.0, float(x[i]))) * scale
        value = -floor(-value) if decided.get(i) is False else floor(value)
        if i not in decided:
            value = min(value, floor(scale * Fraction(loss["false_negative"]) * omega) if label == c else 0)
        if value > 0:
            values.append([i, value])
    return {"decisions": decisions, "scale": scale, "values": values}


def tree(rng, n, depth):
    """Makes up the decisions of the leaves of a search tree."""
    if depth == 0 or n == 0 or rng.random() < 0.2:
        return [[]]
    sample = int(rng.integers(n))
    sides = [(True, tree(rng, n, depth - 1)), (False, tree(rng, n, depth - 1))]
    return [
        [[sample, side], *rest] for side, leaves in sides for rest in leaves if sample not in dict(map(tuple, rest))
    ]


def best_rule_set(proof, samples, c, rules):
    """Returns the least objective of a rule set for a class, by an integer program."""
    loss, n = proof["loss"], len(samples)
    missed, wrong, price = (float(loss[f]) for f in ("false_negative", "false_positive", "price"))
    omega, own = np.array([float(s[2]) for s in samples]), np.array([s[0] == c for s in samples])
    a = matrix(rules, n)
    sizes = np.array([float(enumeration.cost(loss, len(tests))) for tests in rules.values()])
    # Variables are the rules, and for each sample of the class that it is missed.
    costs = np.concatenate([a @ (wrong * omega * ~own) + price * sizes, missed * omega * own])
    covered = LinearConstraint(np.concatenate([a.T, np.eye(n)], axis=1)[own], 1, np.inf)
    small = LinearConstraint(np.concatenate([sizes, np.zeros(n)])[None, :], -np.inf, float(loss["complexity"]))
    solved = milp(costs, constraints=[covered, small] if own.any() else [small], integrality=1, bounds=(0, 1))
    return solved.fun


def boolean(rng, proof, samples, listed):
    """Adds model and evidence of rule sets. Returns the optimum of every fifth proof."""
    loss, n_classes = proof["loss"], len(proof["data"]["classes"])
    classes = [int(rng.integers(n_classes))] if rng.random() < 0.7 else list(range(n_classes))
    proof["model"], proof["evidence"] = {"rules": [], "intercepts": []}, []
    for c in classes:
        while not enumeration.cover_all(leaves := tree(rng, len(samples), int(rng.integers(0, 4)))):
            pass
        found = [leaf_of(rng, proof, samples, c, listed[c], decisions) for decisions in leaves]
        proof["evidence"].append({"class": c, "leaves": found})
        room, options = Fraction(loss["complexity"]), list(listed[c].values())
        for _ in range(int(rng.integers(0, 4)) if options else 0):
            tests = pick(rng, options)
            room -= enumeration.cost(loss, len(tests))
            if room >= 0:
                proof["model"]["rules"].append({"class": c, "if": [list(test) for test in tests], "weight": 1})
    if rng.random() < 0.2:
        return sum(best_rule_set(proof, samples, c, listed[c]) for c in classes)
    return None


def loss_of(rng, name, data):
    """Makes up the field `loss`."""
    loss = {"name": name}
    if name == "boolean":
        loss |= {
            "complexity": pick(rng, [3, 5, 8, Fraction(15, 2)]),
            "size_per_rule": pick(rng, [0, 1, 1, Fraction(1, 2)]),
        }
        loss |= {"size_per_condition": 1, "price": pick(rng, [0, 0, 1, Fraction(1, 4)])}
        return loss | {"false_negative": pick(rng, [1, 1, 2]), "false_positive": pick(rng, [1, 1, Fraction(1, 2)])}
    loss |= {
        "per_rule": pick(rng, [0, Fraction(1, 2), 1]),
        "per_condition": pick(rng, [Fraction(1, 4), Fraction("0.1"), 1]),
    }
    if name in ("hinge", "margin"):
        n = len(data["classes"])
        blocks = pick(rng, [[[c] for c in range(n)], [list(range(n))], [[int(rng.integers(n))]]])
        fairness = {"epsilon": pick(rng, [0, Fraction(1, 20), Fraction(1, 4)]), "blocks": blocks}
        loss["fairness"] = fairness if data["groups"] and rng.random() < 0.8 else None
    if name == "logistic":
        loss |= {"ridge": pick(rng, [0, 0, Fraction(1, 8)]), "largest_intercept": pick(rng, [Fraction(1, 8), 2, 30])}
    return loss


def true_proof(rng, name=None):
    """Returns a true proof, the text of its data, and the optimum if it is known (a double)."""
    data, raw = table(rng)
    proof = {
        "format": "rulegen-proof",
        "version": 1,
        "made_by": "scripts/proofs",
        "data": data,
        "rules": scope(rng, data),
    }
    proof["loss"] = loss_of(rng, name or pick(rng, ["hinge", "margin", "logistic", "boolean"]), data)
    samples = enumeration.read_samples(data, raw)
    listed = [enumeration.rules_in_scope(proof, samples, c) for c in range(len(data["classes"]))]
    makers = {"hinge": weighted, "margin": weighted, "logistic": logistic, "boolean": boolean}
    optimum = makers[proof["loss"]["name"]](rng, proof, samples, listed)
    claim(proof, raw)
    return proof, raw, optimum
