"""Judges proofs by enumeration: every rule is listed and its samples are added up one by one, as
docs/proof.md defines them. No cubes, no NumPy, fractions alone; decimals of 60 digits stand for
logarithms and exponentials. It shares no code with `check_proof.py`.

It takes proofs whose fields have their shape: `mutate.py` knows which do not.
"""

import csv
import hashlib
import io
import struct
from decimal import Decimal, localcontext
from fractions import Fraction
from itertools import combinations

NO_NUMBER = {"NA", "N/A", "n/a", "#N/A", "<NA>", "None", "null", "NULL", "?"}


class Untrue(Exception):
    """A proof that does not hold, whatever it claims."""


def demand(holds, reason):
    """Raises `Untrue` unless something holds."""
    if not holds:
        raise Untrue(reason)


def read_rows(data, raw):
    """Returns the labelled rows as dictionaries of texts."""
    marks = [data["delimiter"]] if data["delimiter"] else [",", ";", "\t", "|"]
    wanted = [data["target"], *(column["name"] for column in data["groups"] + data["columns"])]
    wanted += [data["weights"]] if data["weights"] else []
    for mark in marks:
        lines = [[cell.strip(" \t") for cell in line] for line in csv.reader(io.StringIO(raw), delimiter=mark)]
        lines = [line for line in lines if line]
        names = lines[0] if data["header"] else [f"x{i}" for i in range(1, len(lines[0]) + 1)]
        if all(name in names for name in wanted):
            rows = [dict(zip(names, line)) for line in lines[1 if data["header"] else 0 :]]
            return [row for row in rows if not is_missing(row[data["target"]], data)]
    raise Untrue("columns")


def is_missing(cell, data, numeric=False):
    """Tells if a cell is missing."""
    word = numeric and (cell in NO_NUMBER or cell.lower() == "nan")
    return cell == "" or cell in data["missing"] or word


def digest(cells, data, numeric):
    """Returns the digest of a column."""
    sha = hashlib.sha256()
    for cell in cells:
        if is_missing(cell, data, numeric):
            sha.update(bytes.fromhex("000000000000f87f") if numeric else b"\xff\xff\xff\xff")
        elif numeric:
            sha.update(struct.pack("<d", float(cell) + 0.0))
        else:
            sha.update(struct.pack("<I", len(cell.encode())) + cell.encode())
    return sha.hexdigest()


def code(cell, column, data):
    """Returns the code of a cell."""
    numeric = column["kind"] == "numeric"
    values = column["cuts" if numeric else "categories"]
    if is_missing(cell, data, numeric):
        return len(values) + 1
    if numeric:
        return sum(float(cut) < float(cell) for cut in values)
    return values.index(cell) if cell in values else len(values)


def read_samples(data, raw):
    """Returns label, codes, weight, count and group of each sample."""
    rows = read_rows(data, raw)
    demand(len(rows) == data["rows"], "rows")
    demand(digest([row[data["target"]] for row in rows], data, False) == data["target_sha256"], "target_sha256")
    if data["weights"]:
        demand(digest([row[data["weights"]] for row in rows], data, True) == data["weights_sha256"], "weights_sha256")
    for column in data["groups"] + data["columns"]:
        numeric = column["kind"] == "numeric"
        demand(digest([row[column["name"]] for row in rows], data, numeric) == column["sha256"], "sha256")
    demand(all(row[data["target"]] in data["classes"] for row in rows), "classes")
    taken = {}
    for i, row in enumerate(rows):
        weight = Fraction(float(row[data["weights"]])) if data["weights"] else Fraction(1)
        if i not in data["held_out"] and weight > 0:
            group, codes = (tuple(code(row[c["name"]], c, data) for c in data[of]) for of in ("groups", "columns"))
            taken.setdefault((data["classes"].index(row[data["target"]]), group, codes), []).append(weight)
    demand(len(taken) == data["samples"], "samples")
    by_weight = all(weight.denominator == 1 for weights in taken.values() for weight in weights)
    samples = []
    for (label, group, codes), weights in sorted(taken.items()):
        omega = sum(weights) * Fraction(data["class_factors"][label])
        samples.append((label, codes, omega, sum(weights) if by_weight else len(weights), group))
    return samples


def passes(codes, test, columns):
    """Tells if a sample with these codes passes a test."""
    j, name, value = test
    numeric = columns[j]["kind"] == "numeric"
    size = len(columns[j]["cuts" if numeric else "categories"])
    here, missing = codes[j], codes[j] == size + 1
    if name == "missing":
        return missing
    if missing:
        return False
    return {
        "at_most": here <= value,
        "above": here > value,
        "is": here == value,
        "is_not": here != value,
        "present": True,
    }[name]


def tests_of(columns):
    """Lists all tests."""
    tests = []
    for j, column in enumerate(columns):
        numeric = column["kind"] == "numeric"
        size = len(column["cuts" if numeric else "categories"])
        names = ["at_most", "above"] if numeric else ["is", "is_not"] if size > 2 else ["is"]
        tests += [(j, name, value) for name in names for value in range(size)]
        tests += [(j, "missing", 0), (j, "present", 0)] if column["missing_seen"] else []
    return tests


def rules_in_scope(proof, samples, c):
    """Returns the rules for a class: for each set of covered samples (as bits) and each number of
    conditions with which it occurs first, one rule.
    """
    columns, rules = proof["data"]["columns"], proof["rules"]
    found = {}
    for part in rules["parts"]:
        if c not in part["classes"]:
            continue
        tests = [test for test in tests_of(columns) if test[0] in part["columns"] and list(test) not in part["without"]]
        bits = [sum(1 << i for i, sample in enumerate(samples) if passes(sample[1], test, columns)) for test in tests]
        for length in range(1, rules["max_length"] + 1):
            for chosen in combinations(range(len(tests)), length):
                covered = -1
                for test in chosen:
                    covered &= bits[test]
                if covered not in found or len(found[covered]) > length:
                    found[covered] = [tests[test] for test in chosen]
    enough = {}
    for covered, tests in found.items():
        count = sum(sample[3] for i, sample in enumerate(samples) if covered >> i & 1)
        if count >= rules["min_cover"]:
            enough[covered] = tests
    return enough


def gained(rules, gains, most):
    """Returns the largest sum of gains of rules of exactly 1, 2, ... conditions; None without."""
    best = [None] * (most + 1)
    for covered, tests in rules.items():
        total = sum(gain for i, gain in enumerate(gains) if covered >> i & 1)
        if best[len(tests)] is None or total > best[len(tests)]:
            best[len(tests)] = total
    return best


def cost(loss, length):
    """Returns the cost, or the size, of a rule."""
    of = "size" if loss["name"] == "boolean" else "per"
    return Fraction(loss[f"{of}_rule" if of == "per" else "size_per_rule"]) + length * Fraction(
        loss["per_condition" if of == "per" else "size_per_condition"]
    )


def coverage(proof, samples):
    """Returns for each sample the sums of weights of covering rules by class, and their numbers."""
    model, n = proof["model"], len(proof["data"]["classes"])
    votes, times = [], []
    for _, codes, *_ in samples:
        covering = [r for r in model["rules"] if all(passes(codes, t, proof["data"]["columns"]) for t in r["if"])]
        start = [Fraction(b) for b in model["intercepts"]] or [Fraction(0)] * n
        votes.append([start[c] + sum(Fraction(r["weight"]) for r in covering if r["class"] == c) for c in range(n)])
        times.append([sum(r["class"] == c for r in covering) for c in range(n)])
    return votes, times


def in_scope(proof, samples):
    """Tells if all rules of the model are in scope."""
    rules, columns = proof["rules"], proof["data"]["columns"]
    known = [list(test) for test in tests_of(columns)]
    named = [test for x in rules["parts"] for test in x["without"]]
    named += [test for rule in proof["model"]["rules"] for test in rule["if"]]
    demand(all(test in known for test in named), "tests")
    for rule in proof["model"]["rules"]:
        covered = sum(s[3] for s in samples if all(passes(s[1], t, columns) for t in rule["if"]))
        parts = [
            p
            for p in rules["parts"]
            if rule["class"] in p["classes"]
            and all(t[0] in p["columns"] for t in rule["if"])
            and not any(t in p["without"] for t in rule["if"])
        ]
        if not parts or covered < rules["min_cover"] or not 1 <= len(rule["if"]) <= rules["max_length"]:
            return False
    return True


def decimal(fraction):
    """Returns a fraction as a decimal of the context's digits."""
    return Decimal(fraction.numerator) / Decimal(fraction.denominator)


def to_fraction(number):
    """Returns a decimal as a fraction."""
    return Fraction(*number.as_integer_ratio())


def cells(proof, samples):
    """Returns the cells of each block of samples, and at last each sample of no block alone, for
    whose errors fairness asks nothing.
    """
    fairness = proof["loss"].get("fairness") or {"blocks": []}
    classes = [c for block in fairness["blocks"] for c in block]
    demand(len(set(classes)) == len(classes), "fairness.blocks")
    blocks = []
    for block in fairness["blocks"]:
        inside = [i for i, sample in enumerate(samples) if sample[0] in block]
        groups = sorted({samples[i][4] for i in inside})
        blocks.append([[i for i in inside if samples[i][4] == group] for group in groups])
    blocks = [block for block in blocks if block]
    return blocks + [[[i]] for i, sample in enumerate(samples) if sample[0] not in classes]


def epsilon(proof):
    """Returns the most that mean errors may differ."""
    return Fraction((proof["loss"].get("fairness") or {"epsilon": 0})["epsilon"])


def objective(proof, samples):
    """Returns the objective of the model (not of rule sets)."""
    loss, n = proof["loss"], len(proof["data"]["classes"])
    votes, _ = coverage(proof, samples)
    total = sum(Fraction(r["weight"]) * cost(loss, len(r["if"])) for r in proof["model"]["rules"])
    if loss["name"] == "logistic":
        total += Fraction(loss["ridge"]) / 2 * sum(Fraction(r["weight"]) ** 2 for r in proof["model"]["rules"])
    losses = []
    for (label, *_), f in zip(samples, votes):
        others = [f[c] for c in range(n) if c != label]
        if loss["name"] == "hinge":
            losses.append(max(Fraction(0), 1 - f[label] + sum(others) / (n - 1)))
        elif loss["name"] == "margin":
            losses.append(max(Fraction(0), 1 - f[label] + max(others)))
        else:
            losses.append(to_fraction(sum((decimal(x - f[label]).exp() for x in f), Decimal(0)).ln()))
    for block in cells(proof, samples):
        # Every error of a group is raised alike until its mean is near enough to the largest.
        weights = [sum(samples[i][2] for i in cell) for cell in block]
        means = [sum(samples[i][2] * losses[i] for i in cell) / w for cell, w in zip(block, weights)]
        total += sum(w * (m + max(0, max(means) - epsilon(proof) - m)) for m, w in zip(means, weights))
    return total


def probabilities(proof, samples):
    """Returns the probabilities of the classes at the model."""
    result = []
    for f in coverage(proof, samples)[0]:
        exps = [decimal(x - max(f)).exp() for x in f]
        result.append([to_fraction(x / sum(exps)) for x in exps])
    return result


def dual_gains(proof, samples):
    """Returns theta by sample and class, and the gains that it gives, by class and sample."""
    loss, n = proof["loss"], len(proof["data"]["classes"])
    point = proof["evidence"][0]
    theta, at = [], 0
    for label, _, omega, *_ in samples:
        each = 1 if loss["name"] == "hinge" else n - 1
        values = [Fraction(v, point["scale"]) for v in point["values"][at : at + each]]
        at += each
        demand(all(v >= 0 for v in values), "values")
        values = [values[0] / (n - 1)] * (n - 1) if each == 1 else values
        theta.append(values[:label] + [Fraction(0)] + values[label:])
    gains = [[sum(t) if c == label else -t[c] for t, (label, *_) in zip(theta, samples)] for c in range(n)]
    return theta, gains


def dual_bounds(proof, samples):
    """Returns the bound of the dual point for each largest length, from 1."""
    loss, n, most = proof["loss"], len(proof["data"]["classes"]), proof["rules"]["max_length"]
    theta, gains = dual_gains(proof, samples)
    best = [gained(rules_in_scope(proof, samples, c), gains[c], most) for c in range(n)]
    bounds, rho, paid = [None], Fraction(1), [sum(t) for t in theta]
    stretches = []
    for block in cells(proof, samples):
        # Multipliers of the fairness rows move room from cell to cell: none is made.
        room = 0
        for cell in block:
            weight, most_paid = sum(samples[i][2] for i in cell), max(paid[i] / samples[i][2] for i in cell)
            room += weight * (1 - most_paid)
            stretches.append((weight, most_paid))
        demand(room >= 0, "values")
    for length in range(1, most + 1):
        rho = max([rho, *(b[length] / cost(loss, length) for b in best if b[length] is not None)])
        if loss["name"] != "logistic":
            moved = sum(weight * (most_paid / rho - 1) for weight, most_paid in stretches if most_paid > rho)
            bounds.append(sum(paid) / rho - epsilon(proof) * moved)
            continue
        value = Fraction(0)
        for t, (label, _, omega, *_) in zip(theta, samples):
            q = [x / rho / omega for x in t]
            q[label] = 1 - sum(q)
            value -= omega * sum(x * to_fraction(decimal(x).ln()) for x in q if x > 0)
        tilt = sum(abs(sum(gains[c])) for c in range(1, n))
        bounds.append(value - Fraction(loss["largest_intercept"]) * tilt / rho)
    return bounds


def further_gain(proof, samples):
    """Returns the most that a rule gains at the model less its cost; None without a rule."""
    loss, p = proof["loss"], probabilities(proof, samples)
    nets = []
    for c in range(len(proof["data"]["classes"])):
        gains = [omega * ((label == c) - p[i][c]) for i, (label, _, omega, *_) in enumerate(samples)]
        best = gained(rules_in_scope(proof, samples, c), gains, proof["rules"]["max_length"])
        nets += [gain - cost(loss, n) for n, gain in enumerate(best) if gain is not None]
    return max(nets, default=None)


def cover_all(leaves):
    """Tells if lists of decisions cover all rule sets."""
    if leaves == [[]]:
        return True
    if not leaves or [] in leaves or any(leaf[0][0] != leaves[0][0][0] for leaf in leaves):
        return False
    return all(cover_all([leaf[1:] for leaf in leaves if leaf[0][1] is side]) for side in (True, False))


def most_packed(nets, sizes, room):
    """Returns the largest sum of nets over lists of lengths whose sizes have room."""
    options = [n + most_packed(nets, sizes, room - s) for n, s in zip(nets, sizes) if s <= room and n > 0]
    return max(options, default=Fraction(0))


def boolean_facts(proof, samples):
    """Returns objective and bound of the rule sets."""
    loss, rules = proof["loss"], proof["rules"]
    missed, wrong, price = (Fraction(loss[f]) for f in ("false_negative", "false_positive", "price"))
    lengths = range(1, rules["max_length"] + 1)
    total = bound = Fraction(0)
    _, times = coverage(proof, samples)
    classes = [evidence["class"] for evidence in proof["evidence"]]
    demand(classes and len(set(classes)) == len(classes), "class")
    demand(all(r["class"] in classes and r["weight"] == 1 for r in proof["model"]["rules"]), "rules")
    for evidence in proof["evidence"]:
        c = evidence["class"]
        sizes = [cost(loss, len(r["if"])) for r in proof["model"]["rules"] if r["class"] == c]
        demand(sum(sizes) <= Fraction(loss["complexity"]), "complexity")
        total += price * sum(sizes)
        amounts = [price * cost(loss, n) for n in lengths]
        for (label, _, omega, *_), n in zip(samples, times):
            total += omega * ((n[c] == 0) * missed if label == c else n[c] * wrong)
            amounts.append(omega * (missed if label == c else wrong))
        demand(cover_all([leaf["decisions"] for leaf in evidence["leaves"]]), "leaves")
        listed = rules_in_scope(proof, samples, c)
        bounds = []
        for leaf in evidence["leaves"]:
            decided = dict(map(tuple, leaf["decisions"]))
            demand(len(decided) == len(leaf["decisions"]), "decisions")
            values = dict(map(tuple, leaf["values"]))
            demand(list(values) == sorted(values) and len(values) == len(leaf["values"]), "values")
            gains, duals, sure = [], Fraction(0), Fraction(0)
            for i, (label, _, omega, *_) in enumerate(samples):
                value, decision = Fraction(values.get(i, 0), leaf["scale"]), decided.get(i)
                demand(value >= 0, "values")
                gain = Fraction(0) if label == c else -wrong * omega
                if decision is False:
                    sure += missed * omega if label == c else 0
                    gain -= value
                else:
                    demand(decision or value <= (missed * omega if label == c else 0), "values")
                    gain += value
                    duals += value
                gains.append(gain)
            best = gained(listed, gains, rules["max_length"])
            nets, so_far = [], Fraction(0)
            for n in lengths:
                so_far = max(so_far, best[n] or 0)
                nets.append(so_far - price * cost(loss, n))
            bounds.append(
                sure + duals - most_packed(nets, [cost(loss, n) for n in lengths], Fraction(loss["complexity"]))
            )
        least = min(bounds)
        bound += -(-least // 1) if all(amount.denominator == 1 for amount in amounts) else least
    return total, bound


def facts(proof, raw):
    """Returns what the evidence proves: the objective, the bound by largest length, and the largest
    further gain (None where nothing is claimed of it, or no rule is in scope).

    Raises `Untrue` if the data are others, a rule of the model is out of scope or the evidence is
    not valid.
    """
    with localcontext() as context:
        context.prec = 60
        samples = read_samples(proof["data"], raw)
        demand(in_scope(proof, samples) or not proof["claims"]["in_scope"], "in_scope")
        if proof["loss"]["name"] == "boolean":
            value, bound = boolean_facts(proof, samples)
            return value, [None] + [bound] * proof["rules"]["max_length"], None
        if proof["loss"]["name"] == "logistic":
            b = [Fraction(x) for x in proof["model"]["intercepts"]]
            demand(all(abs(x - b[0]) <= Fraction(proof["loss"]["largest_intercept"]) for x in b), "intercepts")
        claimed = proof["claims"]["further_gain"] is not None
        further = further_gain(proof, samples) if claimed else None
        return objective(proof, samples), dual_bounds(proof, samples), further


def slack(proof, raw):
    """Returns by how much the tightest claim holds; negative if it does not hold."""
    value, bounds, further = facts(proof, raw)
    claims = proof["claims"]
    slacks = [Fraction(claims["objective"]) - value]
    slacks += [max(bounds[length], 0) - Fraction(bound) for length, bound in claims["bounds"]]
    if further is not None:
        slacks.append(Fraction(claims["further_gain"]) - further)
    return min(slacks)
