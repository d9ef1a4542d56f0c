"""Models as ONNX graphs: conditions, then the rules that hold, then their votes."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    import onnx

#: The oldest operators in which texts can be compared.
OPSET = 19


def onnx_model(
    text: str, labels: np.ndarray, order: np.ndarray, cut: tuple[int, float] | None
) -> onnx.ModelProto:
    """Return the graph of a model file.

    Its classes have these ``labels``, and come in this ``order`` in the output. With a ``cut``, a
    class and a number, that class is predicted where its votes are so far ahead of the other's.
    """
    try:
        from onnx import checker
    except ImportError as error:
        raise ImportError("to_onnx needs the package onnx: pip install onnx") from error
    model = _Graph(json.loads(text)).model(labels, order, cut)
    checker.check_model(model)
    return model


class _Graph:
    """A graph as it grows: nodes and constants by name."""

    def __init__(self, file: dict[str, Any]):
        self.file = file
        self.classes = {name: k for k, name in enumerate(file["classes"])}
        self.nodes: list[onnx.NodeProto] = []
        self.constants: list[onnx.TensorProto] = []
        fallback = file["default"]
        self.rules = file["rules"]
        self.fallback = fallback.get("rules", [])
        self.otherwise = self.classes[fallback["otherwise"]]
        asked = {_key(condition) for rule in self.rules + self.fallback for condition in rule["if"]}
        numeric = {feature["name"]: feature["kind"] == "numeric" for feature in file["features"]}
        for feature in file["features"]:
            if feature["kind"] == "dates" and any(feature["name"] == key[0] for key in asked):
                raise ValueError(f"column {feature['name']!r} holds dates, which ONNX does not have")
        if not asked and numeric:  # Nothing is looked at, but there are rows.
            asked = {(next(iter(numeric)), "missing", None)}
        if not asked:
            raise ValueError("a model that knows no column cannot be written as ONNX")
        self.columns = {name: numeric[name] for name in numeric if any(name == key[0] for key in asked)}
        # By column and kind of condition, so that each kind is one node.
        self.literals = sorted(asked, key=lambda key: (list(self.columns).index(key[0]), key[1], str(key[2])))

    def add(self, operator: str, *inputs: str, name: str | None = None, **attributes: Any) -> str:
        """Add a node; the name of its output."""
        from onnx import helper

        output = name or f"_{operator}_{len(self.nodes)}"
        self.nodes.append(helper.make_node(operator, list(inputs), [output], **attributes))
        return output

    def constant(self, values: Any, dtype: Any = np.float64) -> str:
        """Add a constant; its name."""
        from onnx import numpy_helper

        name = f"_constant_{len(self.constants)}"
        self.constants.append(numpy_helper.from_array(np.asarray(values, dtype), name))
        return name

    def number(self, truth: str) -> str:
        from onnx import TensorProto

        return self.add("Cast", truth, to=TensorProto.DOUBLE)

    def conditions(self) -> str:
        """Which conditions hold: rows x literals."""
        kinds: dict[tuple[str, str], list[Any]] = {}
        for column, kind, value in self.literals:
            kinds.setdefault((column, kind), []).append(value)
        parts = [self.kind_of(column, kind, values) for (column, kind), values in kinds.items()]
        return self.number(self.add("Concat", *parts, axis=1) if len(parts) > 1 else parts[0])

    def kind_of(self, column: str, kind: str, values: list[Any]) -> str:
        numeric = self.columns[column]
        if kind in ("missing", "present"):
            missing = self.add("IsNaN", column) if numeric else self.add("Equal", column, self.constant([[""]], object))
            return missing if kind == "missing" else self.add("Not", missing)
        compared = self.constant([values], np.float64 if numeric else object)
        if kind == "!=":
            other = self.add("Not", self.add("Equal", column, compared))
            return self.add("And", other, self.kind_of(column, "present", []))
        return self.add({"<=": "LessOrEqual", ">": "Greater", "=": "Equal"}[kind], column, compared)

    def covers(self, literals: str, rules: list[list[dict[str, Any]]]) -> str:
        """Which of the conjunctions hold: rows x rules. One without conditions always does."""
        place = {key: at for at, key in enumerate(self.literals)}
        asks = np.zeros((len(self.literals), len(rules)))
        for at, rule in enumerate(rules):
            asks[[place[_key(condition)] for condition in rule], at] = 1
        held = self.add("MatMul", literals, self.constant(asks))
        return self.number(self.add("Equal", held, self.constant([asks.sum(axis=0)])))

    def votes(self, literals: str) -> str:
        """The votes: rows x classes.

        They are added one by one in the order of the rules, intercepts first, as everywhere: the
        last bit decides whether two classes tie.
        """
        covers = self.covers(literals, [[], *(rule["if"] for rule in self.rules)])
        weights = np.zeros((1, len(self.rules) + 1, len(self.classes)))
        weights[0, 0] = self.file.get("intercepts") or 0
        for at, rule in enumerate(self.rules, 1):
            weights[0, at, self.classes[rule["then"]]] = rule["weight"]
        by_rule = self.add("Mul", self.add("Unsqueeze", covers, self.last()), self.constant(weights))
        sums = self.add("CumSum", by_rule, self.constant(1, np.int64))
        return self.add("Gather", sums, self.constant(len(self.rules), np.int64), axis=1)

    def last(self) -> str:
        """The last axis, as a list."""
        return self.constant([-1], np.int64)

    def fallback_class(self, literals: str) -> str:
        """The class of the first rule of the fallback that holds; the last one always does."""
        covers = self.covers(literals, [*(rule["if"] for rule in self.fallback), []])
        first = self.add("ArgMax", covers, axis=1, keepdims=1)
        classes = [self.classes[rule["then"]] for rule in self.fallback] + [self.otherwise]
        return self.add("Gather", self.constant(classes, np.int64), first)

    def beside(self, votes: str, own: int, at: float) -> str:
        """The class of each row on its side of a threshold."""
        own_votes, others = (self.add("Gather", votes, self.constant([k], np.int64), axis=1) for k in (own, 1 - own))
        ahead = self.add("GreaterOrEqual", self.add("Sub", own_votes, others), self.constant([[at]]))
        return self.add("Where", ahead, *(self.constant([[k]], np.int64) for k in (own, 1 - own)))

    def model(self, labels: np.ndarray, order: np.ndarray, cut: tuple[int, float] | None) -> onnx.ModelProto:
        from onnx import TensorProto, helper

        literals = self.conditions()
        votes, last = self.votes(literals), self.last()
        voted = self.add("Greater", self.add("ReduceMax", votes, last, keepdims=1), self.constant([[0.0]]))
        most = self.add("ArgMax", votes, axis=1, keepdims=1)
        answer = (
            self.add("Where", voted, most, self.fallback_class(literals)) if cut is None else self.beside(votes, *cut)
        )
        integers = np.issubdtype(labels.dtype, np.integer)
        names = self.constant(labels, np.int64) if integers else self.constant(labels.astype(str), object)
        self.add("Squeeze", self.add("Gather", names, answer), last, name="label")
        if self.file.get("log_odds", self.file.get("loss") == "logistic"):
            shares = self.add("Softmax", votes, axis=1)
        else:
            total = self.add("ReduceSum", votes, last, keepdims=1)
            one = self.constant([[1.0]])
            alone = self.number(self.add("Equal", answer, self.constant([range(len(self.classes))], np.int64)))
            shares = self.add("Div", votes, self.add("Where", voted, total, one))
            shares = self.add("Where", voted, shares, alone)
        self.add("Gather", shares, self.constant(order, np.int64), axis=1, name="probabilities")

        def value(name: str, kind: int, *shape: Any) -> onnx.ValueInfoProto:
            return helper.make_tensor_value_info(name, kind, ["rows", *shape])

        kinds = {True: TensorProto.DOUBLE, False: TensorProto.STRING}
        inputs = [value(name, kinds[numeric], 1) for name, numeric in self.columns.items()]
        label = value("label", TensorProto.INT64 if integers else TensorProto.STRING)
        outputs = [label, value("probabilities", TensorProto.DOUBLE, len(self.classes))]
        graph = helper.make_graph(self.nodes, "rules", inputs, outputs, initializer=self.constants)
        opset = [helper.make_opsetid("", OPSET)]
        return helper.make_model_gen_version(graph, producer_name="rulegen", opset_imports=opset)


def _key(condition: dict[str, Any]) -> tuple[str, str, Any]:
    return condition["column"], condition["is"], condition.get("value")
