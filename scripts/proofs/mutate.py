"""Makes false proofs of true ones.

A mutation changes a proof, or the text of its data, and returns whether the result is false for
certain. Where it is not, `enumeration` decides: a smaller dual point may prove the claim as well.
"""

import copy
import csv
import io
from fractions import Fraction

import enumeration
from writing import signed

MUTATIONS = {}


class NotApplicable(Exception):
    """A mutation that has nothing to change in a proof."""


class Random:
    """Draws by a function like `random.random`, which promises the same numbers everywhere."""

    def __init__(self, draw):
        self.draw = draw

    def below(self, n):
        """Returns a whole number below n."""
        if n < 1:
            raise NotApplicable
        return int(self.draw() * n)

    def one_of(self, values):
        """Returns one of some values."""
        values = list(values)
        return values[self.below(len(values))]


def mutation(words, certain=True):
    """Names a mutation after its function. One of the words must be in the reason of the refusal;
    a mutation that is certain makes every proof false.
    """

    def add(function):
        MUTATIONS[function.__name__] = (function, words.split(), certain)
        return function

    return add


def mutated(name, proof, raw, draw):
    """Returns a changed copy of a proof and of the text of its data. Raises `NotApplicable`."""
    proof = copy.deepcopy(proof)
    try:
        return proof, MUTATIONS[name][0](proof, raw, Random(draw)) or raw
    except (KeyError, IndexError) as nothing:
        raise NotApplicable from nothing


def is_false(name, proof, raw):
    """Tells if a mutated proof is false; None if it is too close to tell."""
    if MUTATIONS[name][2]:
        return True
    try:
        slack = enumeration.slack(proof, raw)
    except enumeration.Untrue:
        return True
    return None if abs(slack) < Fraction(1, 10**9) and slack or (slack >= 0 and rounds_gains(proof)) else slack < 0


def rounds_gains(proof):
    """Tells if gains of samples are no whole numbers at the scales of leaves, so that checkers may
    round them up.
    """
    if proof["loss"]["name"] != "boolean":
        return False
    amounts = [Fraction(proof["loss"]["false_positive"]) * Fraction(f) for f in proof["data"]["class_factors"]]
    scales = {leaf["scale"] for evidence in proof["evidence"] for leaf in evidence["leaves"]}
    return bool(proof["data"]["weights"]) or any((scale * x).denominator > 1 for scale in scales for x in amounts)


def objects(value, place=""):
    """Yields all objects of a proof, with their places."""
    if isinstance(value, dict):
        yield value, place
    for key, item in value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else []:
        yield from objects(item, f"{place}.{key}")


def need(holds):
    """Gives up on a proof in which there is nothing to change."""
    if not holds:
        raise NotApplicable


# Fields.


@mutation("missing field version")
def field_missing(proof, raw, rng):
    where, _ = rng.one_of(objects(proof))
    need(where)
    del where[rng.one_of(where)]


@mutation("surprise")
def field_unknown(proof, raw, rng):
    rng.one_of(objects(proof))[0]["surprise"] = 1


@mutation("")
def field_of_another_type(proof, raw, rng):
    where, _ = rng.one_of(objects(proof))
    key = rng.one_of(where)
    kind = "number" if type(where[key]) in (int, Fraction) else type(where[key])
    others = [("7", str), (7, "number"), (True, bool), ([7], list), ({"a": 7}, dict)]
    where[key] = rng.one_of(value for value, other in others if other != kind)


@mutation("format proof")
def other_format(proof, raw, rng):
    proof["format"] = "rulegen-model"


@mutation("version")
def other_version(proof, raw, rng):
    proof["version"] = 2


@mutation("", certain=False)
def nothing_said_of_scope(proof, raw, rng):
    proof["claims"]["in_scope"] = False


@mutation("loss")
def loss_unknown(proof, raw, rng):
    proof["loss"]["name"] = "squared"


# Data.


def written_table(data, raw):
    """Returns the lines of a table and its delimiter."""
    for mark in data["delimiter"] or ",;\t|":
        lines = list(csv.reader(io.StringIO(raw), delimiter=mark))
        if len(lines[0]) >= len(data["columns"]) + 1 and (not data["header"] or data["target"] in lines[0]):
            return lines, mark
    raise NotApplicable


def text_of(lines, mark):
    """Writes a table."""
    text = io.StringIO()
    csv.writer(text, delimiter=mark, lineterminator="\n").writerows(lines)
    return text.getvalue()


def one_cell(proof, raw, rng, name, values):
    """Changes a cell of a labelled row in a column."""
    data = proof["data"]
    lines, mark = written_table(data, raw)
    at = lines[0].index(name) if data["header"] else int(name[1:]) - 1
    target = lines[0].index(data["target"]) if data["header"] else int(data["target"][1:]) - 1
    row = rng.one_of(
        [line for line in lines[data["header"] :] if not enumeration.is_missing(line[target].strip(), data)]
    )
    row[at] = rng.one_of(
        [value for value in values if value != row[at].strip() and (value or row[at].strip() not in NO_VALUE)]
    )
    return text_of(lines, mark)


NO_VALUE = ("", "NA", "nan", "?", "-99")


@mutation("sha256")
def cell_number(proof, raw, rng):
    column = rng.one_of([c for c in proof["data"]["columns"] if c["kind"] == "numeric"])
    return one_cell(proof, raw, rng, column["name"], ["77", "-0.125", ""])


@mutation("sha256")
def cell_category(proof, raw, rng):
    column = rng.one_of([c for c in proof["data"]["columns"] if c["kind"] == "categorical"])
    return one_cell(proof, raw, rng, column["name"], ["mauve", "rose", ""])


@mutation("number")
def cell_word(proof, raw, rng):
    column = rng.one_of([c for c in proof["data"]["columns"] if c["kind"] == "numeric"])
    return one_cell(proof, raw, rng, column["name"], ["much"])


@mutation("target_sha256")
def cell_label(proof, raw, rng):
    return one_cell(proof, raw, rng, proof["data"]["target"], ["neither", "nor"])


@mutation("weights")
def cell_weight(proof, raw, rng):
    need(proof["data"]["weights"])
    return one_cell(proof, raw, rng, proof["data"]["weights"], ["17", "1.75"])


@mutation("weights")
def weights_swapped(proof, raw, rng):
    data = proof["data"]
    need(data["weights"])
    lines, mark = written_table(data, raw)
    names = lines[0] if data["header"] else [f"x{i + 1}" for i in range(len(lines[0]))]
    target, weight = names.index(data["target"]), names.index(data["weights"])
    labelled = [line for line in lines[data["header"] :] if not enumeration.is_missing(line[target].strip(), data)]
    pairs = [(x, y) for x in labelled for y in labelled if float(x[weight]) < float(y[weight])]
    # Rows of one sample, if there are any: then nothing but the digest tells.
    alike = [(x, y) for x, y in pairs if x[:weight] + x[weight + 1 :] == y[:weight] + y[weight + 1 :]]
    first, other = rng.one_of(alike or pairs)
    first[weight], other[weight] = other[weight], first[weight]
    return text_of(lines, mark)


@mutation("weight")
def weight_of_a_row_negative(proof, raw, rng):
    need(proof["data"]["weights"])
    lines, mark = written_table(proof["data"], raw)
    need(proof["data"]["header"])
    at, target = lines[0].index(proof["data"]["weights"]), lines[0].index(proof["data"]["target"])
    row = rng.one_of([line for line in lines[1:] if line[at] == "0" and line[target].strip()])
    row[at] = rng.one_of(["-1", ""])
    signed(proof["data"], text_of(lines, mark))
    return text_of(lines, mark)


@mutation("number")
def number_with_an_underscore(proof, raw, rng):
    column = rng.one_of([c for c in proof["data"]["columns"] if c["kind"] == "numeric"])
    need(proof["data"]["header"])
    lines, mark = written_table(proof["data"], raw)
    at, target = lines[0].index(column["name"]), lines[0].index(proof["data"]["target"])
    row = rng.one_of([line for line in lines[1:] if line[at].strip()[:1].isdigit() and line[target].strip()])
    row[at] = "0_" + row[at].strip()
    return text_of(lines, mark)


@mutation("classes")
def label_of_a_row_held_out(proof, raw, rng):
    data = proof["data"]
    lines, mark = written_table(data, raw)
    need(data["header"])
    target = lines[0].index(data["target"])
    labelled = [line for line in lines[1:] if not enumeration.is_missing(line[target].strip(), data)]
    labelled[rng.one_of(data["held_out"])][target] = "another"
    signed(data, text_of(lines, mark))
    return text_of(lines, mark)


@mutation("twice two column")
def column_twice_in_the_header(proof, raw, rng):
    need(proof["data"]["header"])
    lines, mark = written_table(proof["data"], raw)
    name = rng.one_of(proof["data"]["columns"])["name"]
    for line in lines:
        line.append(name if line is lines[0] else "1")
    return text_of(lines, mark)


@mutation("delimiter")
def delimiter_of_two_characters(proof, raw, rng):
    proof["data"]["delimiter"] = ",;"


@mutation("rows")
def row_less(proof, raw, rng):
    lines, mark = written_table(proof["data"], raw)
    target = (
        lines[0].index(proof["data"]["target"]) if proof["data"]["header"] else int(proof["data"]["target"][1:]) - 1
    )
    labelled = [i for i, line in enumerate(lines) if line[target].strip() and i >= proof["data"]["header"]]
    del lines[rng.one_of(labelled)]
    need(len(labelled) > 1)
    return text_of(lines, mark)


@mutation("row")
def row_ragged(proof, raw, rng):
    lines, mark = written_table(proof["data"], raw)
    lines[-1].append("more")
    return text_of(lines, mark)


@mutation("row rows held_out")
def row_twice(proof, raw, rng):
    lines, mark = written_table(proof["data"], raw)
    target = (
        lines[0].index(proof["data"]["target"]) if proof["data"]["header"] else int(proof["data"]["target"][1:]) - 1
    )
    lines.append(rng.one_of([line for line in lines[proof["data"]["header"] :] if line[target].strip()]))
    return text_of(lines, mark)


@mutation("rows held_out")
def rows_changed(proof, raw, rng):
    proof["data"]["rows"] += rng.one_of([-1, 1, 10])


@mutation("samples")
def samples_changed(proof, raw, rng):
    proof["data"]["samples"] += rng.one_of([-1, 1])


@mutation("sha256")
def digest_changed(proof, raw, rng):
    where, key = rng.one_of((o, k) for o, _ in objects(proof["data"]) for k in o if k.endswith("sha256") and o[k])
    at = rng.below(64)
    where[key] = where[key][:at] + ("0" if where[key][at] != "0" else "1") + where[key][at + 1 :]


@mutation("sha256")
def digests_swapped(proof, raw, rng):
    first, *_ = columns = proof["data"]["columns"]
    other = rng.one_of(columns)
    need(first["sha256"] != other["sha256"])
    first["sha256"], other["sha256"] = other["sha256"], first["sha256"]


@mutation("target_sha256")
def digest_without_weights(proof, raw, rng):
    proof["data"]["target_sha256"] = proof["data"]["columns"][0]["sha256"][::-1]


@mutation("column columns")
def column_renamed(proof, raw, rng):
    rng.one_of(proof["data"]["columns"])["name"] = "not there"


@mutation("sha256 number")
def columns_swapped(proof, raw, rng):
    first, other = (rng.one_of(proof["data"]["columns"]) for _ in range(2))
    need(first["sha256"] != other["sha256"])
    first["name"], other["name"] = other["name"], first["name"]


@mutation("cuts")
def cuts_descend(proof, raw, rng):
    column = rng.one_of(c for c in proof["data"]["columns"] if len(c.get("cuts", [])) > 1)
    column["cuts"].reverse()


@mutation("categories")
def category_twice(proof, raw, rng):
    column = rng.one_of(c for c in proof["data"]["columns"] if "categories" in c)
    column["categories"].append(column["categories"][0])


@mutation("classes")
def class_twice(proof, raw, rng):
    proof["data"]["classes"][1] = proof["data"]["classes"][0]


@mutation("held_out")
def held_out_beyond(proof, raw, rng):
    proof["data"]["held_out"].append(proof["data"]["rows"])


@mutation("held_out")
def held_out_descends(proof, raw, rng):
    need(proof["data"]["held_out"])
    proof["data"]["held_out"].append(proof["data"]["held_out"][0])


@mutation("", certain=False)
def held_out_changed(proof, raw, rng):
    held_out, row = set(proof["data"]["held_out"]), rng.below(proof["data"]["rows"])
    need(proof["data"]["rows"] > len(held_out) + 1)
    proof["data"]["held_out"] = sorted(held_out ^ {row})
    if rng.below(2):
        samples = proof["data"]["samples"]
        signed(proof["data"], raw)
        need(proof["data"]["samples"] == samples or proof["loss"]["name"] == "boolean")
    need(proof["data"]["samples"])


@mutation("", certain=False)
def cut_moved(proof, raw, rng):
    column = rng.one_of(c for c in proof["data"]["columns"] if c.get("cuts"))
    at = rng.below(len(column["cuts"]))
    cuts = column["cuts"][:at] + [column["cuts"][at] + Fraction(1, 2)] + column["cuts"][at + 1 :]
    need(cuts == sorted(set(cuts)))
    column["cuts"] = cuts


@mutation("", certain=False)
def category_renamed(proof, raw, rng):
    column = rng.one_of(c for c in proof["data"]["columns"] if "categories" in c)
    column["categories"][rng.below(len(column["categories"]))] = "mauve"


@mutation("", certain=False)
def missing_flipped(proof, raw, rng):
    column = rng.one_of(proof["data"]["columns"])
    column["missing_seen"] = not column["missing_seen"]


@mutation("", certain=False)
def missing_word(proof, raw, rng):
    proof["data"]["missing"] = rng.one_of([[], ["2"], ["red", "-99"]])
    signed_before = proof["data"]["rows"]
    need(len(enumeration.read_rows(proof["data"], raw)) == signed_before)


@mutation("", certain=False)
def factor_changed(proof, raw, rng):
    factors = proof["data"]["class_factors"]
    factors[rng.below(len(factors))] *= rng.one_of([2, Fraction(1, 2), Fraction(9, 8)])


@mutation("class_factors")
def factor_of_zero(proof, raw, rng):
    proof["data"]["class_factors"][rng.below(len(proof["data"]["classes"]))] = rng.one_of([0, -1])


@mutation("", certain=False)
def classes_swapped(proof, raw, rng):
    classes = proof["data"]["classes"]
    classes.append(classes.pop(0))


# Rules.


@mutation("max_length claims.bounds")
def max_length_beyond(proof, raw, rng):
    proof["rules"]["max_length"] = rng.one_of([0, 65, Fraction(3, 2)])


@mutation("", certain=False)
def min_cover_changed(proof, raw, rng):
    proof["rules"]["min_cover"] = rng.one_of(n for n in (0, 1, 2, 3, 5, 100) if n != proof["rules"]["min_cover"])


@mutation("min_cover")
def min_cover_no_whole_number(proof, raw, rng):
    proof["rules"]["min_cover"] += Fraction(1, 2)


@mutation("min_cover")
def min_cover_negative(proof, raw, rng):
    need(proof["rules"]["min_cover"] < 2)
    proof["rules"]["min_cover"] = -1


def model_rule(proof, rng):
    """Returns a rule of the model."""
    return rng.one_of(proof["model"]["rules"])


@mutation("scope")
def test_of_the_model_excluded(proof, raw, rng):
    rule = model_rule(proof, rng)
    for part in proof["rules"]["parts"]:
        part["without"].append(rng.one_of(rule["if"]))


@mutation("scope")
def column_of_the_model_excluded(proof, raw, rng):
    column = rng.one_of(model_rule(proof, rng)["if"])[0]
    for part in proof["rules"]["parts"]:
        part["columns"] = [j for j in part["columns"] if j != column]


@mutation("scope")
def class_of_the_model_excluded(proof, raw, rng):
    of_class = model_rule(proof, rng)["class"]
    for part in proof["rules"]["parts"]:
        part["classes"] = [c for c in part["classes"] if c != of_class]


@mutation("", certain=False)
def part_left_out(proof, raw, rng):
    del proof["rules"]["parts"][rng.below(len(proof["rules"]["parts"]))]


@mutation("", certain=False)
def scope_widened(proof, raw, rng):
    part = rng.one_of(part for part in proof["rules"]["parts"] if part["without"])
    del part["without"][rng.below(len(part["without"]))]


@mutation("", certain=False)
def part_of_everything(proof, raw, rng):
    part = {"classes": list(range(len(proof["data"]["classes"]))), "without": []}
    need(part | {"columns": list(range(len(proof["data"]["columns"])))} not in proof["rules"]["parts"])
    proof["rules"]["parts"].append(part | {"columns": list(range(len(proof["data"]["columns"])))})


@mutation("columns")
def part_of_no_column(proof, raw, rng):
    rng.one_of(proof["rules"]["parts"])["columns"].append(len(proof["data"]["columns"]))


@mutation("without")
def without_no_test(proof, raw, rng):
    rng.one_of(proof["rules"]["parts"])["without"].append([0, rng.one_of(["at_most", "is", "below"]), 99])


# Loss.


@mutation("", certain=False)
def cost_changed(proof, raw, rng):
    name = rng.one_of(name for name in proof["loss"] if "per_" in name)
    proof["loss"][name] = proof["loss"][name] * rng.one_of([Fraction(1, 2), Fraction(3, 2)]) + Fraction(1, 64)


@mutation("loss cost size per_rule nothing")
def costs_of_zero(proof, raw, rng):
    for name in proof["loss"]:
        if "per_" in name:
            proof["loss"][name] = 0


@mutation("", certain=False)
def amount_changed(proof, raw, rng):
    names = ("ridge", "largest_intercept", "complexity", "price", "false_negative", "false_positive")
    name = rng.one_of(name for name in names if name in proof["loss"])
    proof["loss"][name] = proof["loss"][name] * rng.one_of([Fraction(1, 2), 2]) + rng.one_of([0, Fraction(1, 8), 1])


@mutation("loss")
def amount_negative(proof, raw, rng):
    proof["loss"][rng.one_of(name for name in proof["loss"] if name != "name")] = Fraction(-1, 2)


@mutation("complex")
def complexity_below_that_of_the_model(proof, raw, rng):
    need(proof["loss"]["name"] == "boolean")
    c = model_rule(proof, rng)["class"]
    sizes = [enumeration.cost(proof["loss"], len(r["if"])) for r in proof["model"]["rules"] if r["class"] == c]
    proof["loss"]["complexity"] = sum(sizes) - Fraction(1, 8)


@mutation("intercept")
def intercepts_too_far_apart(proof, raw, rng):
    intercepts = proof["model"]["intercepts"]
    apart = max((abs(b - intercepts[0]) for b in intercepts), default=0)
    need(apart)
    proof["loss"]["largest_intercept"] = apart - Fraction(1, 1024)


@mutation("", certain=False)
def other_hinge(proof, raw, rng):
    name = proof["loss"]["name"]
    need(name in ("hinge", "margin") and len(proof["data"]["classes"]) == 2)
    proof["loss"]["name"] = "hinge" if name == "margin" else "margin"


@mutation("values")
def hinge_of_more_classes(proof, raw, rng):
    need(proof["loss"]["name"] in ("hinge", "margin") and len(proof["data"]["classes"]) > 2)
    proof["loss"]["name"] = "hinge" if proof["loss"]["name"] == "margin" else "margin"


def fairness(proof):
    """Returns the fairness of the loss."""
    need(proof["loss"].get("fairness"))
    return proof["loss"]["fairness"]


@mutation("", certain=False)
def epsilon_changed(proof, raw, rng):
    fair = fairness(proof)
    fair["epsilon"] = fair["epsilon"] * rng.one_of([Fraction(1, 2), 2]) + rng.one_of([0, Fraction(1, 8), 1])


@mutation("epsilon")
def epsilon_negative(proof, raw, rng):
    fairness(proof)["epsilon"] = Fraction(-1, 8)


@mutation("", certain=False)
def fairness_left_out(proof, raw, rng):
    fairness(proof)
    proof["loss"]["fairness"] = None


@mutation("", certain=False)
def fairness_of_other_classes(proof, raw, rng):
    fair, n = fairness(proof), len(proof["data"]["classes"])
    fair["blocks"] = rng.one_of(
        b for b in ([], [[0]], [[c] for c in range(n)], [list(range(n))]) if b != fair["blocks"]
    )


@mutation("blocks")
def fairness_of_no_class(proof, raw, rng):
    rng.one_of(fairness(proof)["blocks"]).append(len(proof["data"]["classes"]))


@mutation("blocks")
def fairness_of_a_class_twice(proof, raw, rng):
    blocks = fairness(proof)["blocks"]
    named = rng.one_of(blocks)
    if rng.below(2):
        named.append(named[0])
    else:
        blocks.append([named[0]])


@mutation("", certain=False)
def groups_left_out(proof, raw, rng):
    del proof["data"]["groups"][rng.below(len(proof["data"]["groups"]))]
    if rng.below(2):
        samples = proof["data"]["samples"]
        signed(proof["data"], raw)
        need(proof["data"]["samples"] == samples)


@mutation("", certain=False)
def groups_changed(proof, raw, rng):
    column = rng.one_of(proof["data"]["groups"])
    column["cuts" if column["kind"] == "numeric" else "categories"].pop()


@mutation("sha256")
def cell_of_a_group(proof, raw, rng):
    column = rng.one_of(proof["data"]["groups"])
    values = ["77", "-0.125", ""] if column["kind"] == "numeric" else ["mauve", "rose", ""]
    return one_cell(proof, raw, rng, column["name"], values)


@mutation("column columns")
def groups_renamed(proof, raw, rng):
    rng.one_of(proof["data"]["groups"])["name"] = "not there"


# Model.


@mutation("", certain=False)
def weight_changed(proof, raw, rng):
    model_rule(proof, rng)["weight"] *= rng.one_of([2, Fraction(1, 2), Fraction(1025, 1024)])


@mutation("weight")
def weight_negative(proof, raw, rng):
    model_rule(proof, rng)["weight"] = Fraction(-1, 4)


@mutation("rules")
def weight_of_a_boolean_rule(proof, raw, rng):
    need(proof["loss"]["name"] == "boolean")
    model_rule(proof, rng)["weight"] = rng.one_of([2, Fraction(1, 2)])


@mutation("", certain=False)
def test_turned(proof, raw, rng):
    test = rng.one_of(model_rule(proof, rng)["if"])
    turned = {"at_most": "above", "above": "at_most", "is": "is_not", "is_not": "is", "missing": "present"}
    test[1] = turned.get(test[1], "missing")


@mutation("", certain=False)
def test_moved(proof, raw, rng):
    test = rng.one_of(model_rule(proof, rng)["if"])
    test[2] = max(0, test[2] + rng.one_of([-1, 1]))


@mutation("model.rules")
def test_of_no_column(proof, raw, rng):
    rng.one_of(model_rule(proof, rng)["if"])[0] = len(proof["data"]["columns"])


@mutation("scope condition if")
def rule_without_tests(proof, raw, rng):
    model_rule(proof, rng)["if"] = []


@mutation("scope length max_length")
def rule_too_long(proof, raw, rng):
    rule = model_rule(proof, rng)
    rule["if"] += [rule["if"][0]] * proof["rules"]["max_length"]


@mutation("", certain=False)
def rule_of_another_class(proof, raw, rng):
    rule = model_rule(proof, rng)
    rule["class"] = (rule["class"] + 1) % len(proof["data"]["classes"])


@mutation("", certain=False)
def rule_left_out(proof, raw, rng):
    del proof["model"]["rules"][rng.below(len(proof["model"]["rules"]))]


@mutation("", certain=False)
def rule_twice(proof, raw, rng):
    proof["model"]["rules"].append(model_rule(proof, rng))


@mutation("", certain=False)
def intercept_changed(proof, raw, rng):
    intercepts = proof["model"]["intercepts"]
    intercepts[rng.below(len(intercepts))] += rng.one_of([Fraction(1, 16), Fraction(-1, 4), 40])


@mutation("intercepts")
def intercepts_too_many(proof, raw, rng):
    proof["model"]["intercepts"].append(0)


# Evidence of losses of weights.


def point(proof):
    """Returns the dual point."""
    need(proof["loss"]["name"] != "boolean")
    return proof["evidence"][0]


@mutation("", certain=False)
def scale_changed(proof, raw, rng):
    dual = point(proof) if proof["loss"]["name"] != "boolean" else rng.one_of(rng.one_of(proof["evidence"])["leaves"])
    dual["scale"] = max(1, dual["scale"] * rng.one_of([1, 2, 3]) // rng.one_of([2, 4]))


@mutation("values")
def value_beyond_its_limit(proof, raw, rng):
    dual, samples = point(proof), enumeration.read_samples(proof["data"], raw)
    each = len(dual["values"]) // len(samples)
    sample = rng.below(len(samples))
    others = dual["values"][sample * each : (sample + 1) * each]
    block = next(b for b in enumeration.cells(proof, samples) if any(sample in cell for cell in b))
    of_block, of_cell = (
        sum(samples[i][2] for cell in block for i in cell if whole or sample in cell) for whole in (True, False)
    )
    room = dual["scale"] * samples[sample][2] * of_block / of_cell - sum(others)
    dual["values"][sample * each] += int(room) + 1


@mutation("", certain=False)
def values_swapped(proof, raw, rng):
    values = point(proof)["values"]
    i, j = rng.below(len(values)), rng.below(len(values))
    values[i], values[j] = values[j], values[i]


@mutation("", certain=False)
def value_changed(proof, raw, rng):
    dual = point(proof)
    at = rng.below(len(dual["values"]))
    dual["values"][at] = max(
        0, dual["values"][at] + rng.one_of([-1, 1]) * max(1, dual["scale"] // rng.one_of([1, 16, 1024]))
    )


@mutation("values")
def values_too_many(proof, raw, rng):
    point(proof)["values"].append(0)


@mutation("values")
def value_no_whole_number(proof, raw, rng):
    values = point(proof)["values"]
    values[rng.below(len(values))] = rng.one_of([Fraction(1, 2), -1])


@mutation("scale")
def scale_of_zero(proof, raw, rng):
    dual = point(proof) if proof["loss"]["name"] != "boolean" else rng.one_of(rng.one_of(proof["evidence"])["leaves"])
    dual["scale"] = 0


@mutation("evidence")
def no_evidence(proof, raw, rng):
    proof["evidence"] = []


# Evidence of Boolean rules.


def a_leaf(proof, rng, least_decisions=0):
    """Returns a class's evidence and one of its leaves."""
    need(proof["loss"]["name"] == "boolean")
    found = [(e, leaf) for e in proof["evidence"] for leaf in e["leaves"] if len(leaf["decisions"]) >= least_decisions]
    return rng.one_of(found)


@mutation("leaves")
def leaf_left_out(proof, raw, rng):
    evidence, leaf = a_leaf(proof, rng)
    evidence["leaves"].remove(leaf)


@mutation("leaves")
def leaf_twice(proof, raw, rng):
    evidence, leaf = a_leaf(proof, rng)
    evidence["leaves"].append(leaf)


@mutation("leaves decisions")
def decision_turned(proof, raw, rng):
    _, leaf = a_leaf(proof, rng, 1)
    decision = rng.one_of(leaf["decisions"])
    decision[1] = not decision[1]


@mutation("leaves decisions")
def decision_left_out(proof, raw, rng):
    _, leaf = a_leaf(proof, rng, 1)
    del leaf["decisions"][rng.below(len(leaf["decisions"]))]


@mutation("leaves decisions")
def decision_of_no_sample(proof, raw, rng):
    evidence, leaf = a_leaf(proof, rng, 1)
    old = leaf["decisions"][0][0]
    for other in evidence["leaves"]:
        other["decisions"] = [[proof["data"]["samples"] if i == old else i, side] for i, side in other["decisions"]]


@mutation("", certain=False)
def decision_of_another_sample(proof, raw, rng):
    evidence, leaf = a_leaf(proof, rng, 1)
    old, new = leaf["decisions"][0][0], rng.below(proof["data"]["samples"])
    for other in evidence["leaves"]:
        other["decisions"] = [[new if i == old else i, side] for i, side in other["decisions"]]


@mutation("values leaves")
def leaf_value_beyond_its_limit(proof, raw, rng):
    evidence, leaf = a_leaf(proof, rng)
    samples = enumeration.read_samples(proof["data"], raw)
    free = rng.one_of(set(range(len(samples))) - {i for i, _ in leaf["decisions"]})
    own = samples[free][0] == evidence["class"]
    limit = leaf["scale"] * Fraction(proof["loss"]["false_negative"]) * samples[free][2] if own else 0
    leaf["values"] = sorted([[free, int(limit) + 1], *(pair for pair in leaf["values"] if pair[0] != free)])


@mutation("", certain=False)
def leaf_value_changed(proof, raw, rng):
    _, leaf = a_leaf(proof, rng)
    pair = rng.one_of(leaf["values"])
    pair[1] = max(1, pair[1] + rng.one_of([-1, 1]) * max(1, leaf["scale"] // rng.one_of([1, 2, 16])))


@mutation("values")
def leaf_values_descend(proof, raw, rng):
    _, leaf = a_leaf(proof, rng)
    need(len(leaf["values"]) > 1)
    leaf["values"].reverse()


@mutation("values")
def leaf_value_of_zero(proof, raw, rng):
    _, leaf = a_leaf(proof, rng)
    rng.one_of(leaf["values"])[1] = rng.one_of([0, -1])


@mutation("", certain=False)
def leaves_of_another_class(proof, raw, rng):
    evidence, _ = a_leaf(proof, rng)
    evidence["class"] = (evidence["class"] + 1) % len(proof["data"]["classes"])


@mutation("leaves decisions")
def decision_repeated(proof, raw, rng):
    evidence, leaf = a_leaf(proof, rng, 1)
    again = copy.deepcopy(leaf)
    again["decisions"].append([leaf["decisions"][0][0], not leaf["decisions"][0][1]])
    leaf["decisions"].append(list(leaf["decisions"][0]))
    evidence["leaves"].append(again)


@mutation("class")
def leaves_of_no_class(proof, raw, rng):
    evidence, _ = a_leaf(proof, rng)
    evidence["class"] = len(proof["data"]["classes"])


@mutation("class")
def leaves_of_a_class_twice(proof, raw, rng):
    evidence, _ = a_leaf(proof, rng)
    proof["evidence"].append(evidence)


# Claims. Those of a true proof are within 2e-6 of what its evidence proves, or at 0.


@mutation("claims.objective")
def objective_lowered(proof, raw, rng):
    proof["claims"]["objective"] -= rng.one_of([Fraction(1, 10**5), Fraction(1, 100), 1])


@mutation("claims.bounds")
def bound_raised(proof, raw, rng):
    need(proof["claims"]["bounds"])
    bound = rng.one_of(proof["claims"]["bounds"])
    bound[1] += rng.one_of([Fraction(1, 10**5), Fraction(1, 100), 1])


@mutation("claims.bounds")
def bounds_out_of_order(proof, raw, rng):
    bounds = proof["claims"]["bounds"]
    bounds.append([bounds[0][0], 0])


@mutation("claims.bounds")
def bound_of_the_last_length_left_out(proof, raw, rng):
    proof["claims"]["bounds"].pop()


@mutation("claims.bounds")
def bound_beyond_the_longest(proof, raw, rng):
    proof["claims"]["bounds"][-1][0] += 1


@mutation("further_gain")
def further_gain_lowered(proof, raw, rng):
    need(proof["claims"]["further_gain"] is not None and any(part["classes"] for part in proof["rules"]["parts"]))
    need(enumeration.facts(proof, raw)[2] is not None)
    proof["claims"]["further_gain"] -= rng.one_of([Fraction(1, 10**5), Fraction(1, 100)])


@mutation("further")
def further_gain_of_another_loss(proof, raw, rng):
    need(proof["loss"]["name"] != "logistic")
    proof["claims"]["further_gain"] = 1000


@mutation("claims.bounds")
def bound_of_shorter_boolean_rules(proof, raw, rng):
    need(proof["loss"]["name"] == "boolean" and proof["rules"]["max_length"] > 1)
    proof["claims"]["bounds"].insert(0, [1, 0])
