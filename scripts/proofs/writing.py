"""Writes proofs: their JSON, digests and claims.

A proof is a dictionary of the fields of docs/proof.md, its numbers `int` or `Fraction`.
"""

import json
from fractions import Fraction
from math import floor

import enumeration


def decimal_text(x):
    """Writes a fraction whose denominator has no other factors than 2 and 5."""
    if x.denominator == 1:
        return str(x.numerator)
    places = next(k for k in range(1, 1100) if 10**k % x.denominator == 0)
    digits = f"{abs(x.numerator) * 10**places // x.denominator:0{places + 1}d}"
    return "-" * (x < 0) + f"{digits[:-places]}.{digits[-places:]}"


def written(value):
    """Writes a proof as JSON, fractions exactly."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{json.dumps(k, ensure_ascii=False)}: {written(v)}" for k, v in value.items()) + "}"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(map(written, value)) + "]"
    return decimal_text(value) if isinstance(value, Fraction) else json.dumps(value, ensure_ascii=False)


def rounded_down(x, places=9):
    """Rounds a fraction down to a decimal one."""
    return Fraction(floor(x * 10**places), 10**places)


def rounded_up(x, places=9):
    """Rounds a fraction up to a decimal one."""
    return -rounded_down(-x, places)


def signed(data, raw):
    """Fills in the digests and the number of samples of the data that are at hand."""
    rows = enumeration.read_rows(data, raw)
    for column in data["groups"] + data["columns"]:
        numeric = column["kind"] == "numeric"
        column["sha256"] = enumeration.digest([row[column["name"]] for row in rows], data, numeric)
    data["target_sha256"] = enumeration.digest([row[data["target"]] for row in rows], data, False)
    if data["weights"]:
        data["weights_sha256"] = enumeration.digest([row[data["weights"]] for row in rows], data, True)
    seen = set()
    for i, row in enumerate(rows):
        weight = float(row[data["weights"]] or 0) if data["weights"] else 1
        if i not in data["held_out"] and weight > 0:
            codes = (enumeration.code(row[c["name"]], c, data) for c in data["groups"] + data["columns"])
            seen.add((row[data["target"]], *codes))
    data["samples"] = len(seen)


def claim(proof, raw):
    """Adds the strongest claims that the evidence proves, rounded to nine decimals; they are
    a little weaker where checkers round outward.
    """
    most, boolean = proof["rules"]["max_length"], proof["loss"]["name"] == "boolean"
    is_logistic = proof["loss"]["name"] == "logistic"
    rounds = is_logistic or (boolean and proof["data"]["weights"])
    proof["claims"] = {"objective": 0, "bounds": [], "further_gain": 0 if is_logistic else None, "in_scope": True}
    value, bounds, further = enumeration.facts(proof, raw)
    room = Fraction(1, 10**6 if boolean else 10**8) if rounds else Fraction(0)
    lengths = [most] if boolean else range(1, most + 1)
    proof["claims"]["objective"] = rounded_up(value + room)
    proof["claims"]["bounds"] = [[n, rounded_down(max(0, bounds[n] - room))] for n in lengths]
    if further is not None:
        proof["claims"]["further_gain"] = rounded_up(max(0, further + room))
