"""Rules of tree ensembles that others have learned."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, overload

import numpy as np
from sklearn.base import is_classifier
from sklearn.utils.validation import check_is_fitted

from . import _frame, _rulegen
from ._files import written
from ._notes import warn

#: A condition: column, operator (``<=``, ``>``, ``=``, ``!=``) and value.
Condition = tuple[str, str, "float | str"]


@dataclass(frozen=True)
class RuleSet:
    """Rules without weights, to be chosen and weighted: for ``pool`` and ``must_have``.

    Attributes
    ----------
    rules : tuple
        Pairs of conditions, each a column, an operator and a value, and a class, as text.
    classes : tuple of str
        The names of the classes.
    """

    rules: tuple[tuple[tuple[Condition, ...], str], ...]
    classes: tuple[str, ...]

    def __len__(self) -> int:
        return len(self.rules)

    @overload
    def to_json(self) -> str: ...

    @overload
    def to_json(self, path: str | os.PathLike[str]) -> None: ...

    def to_json(self, path: str | os.PathLike[str] | None = None) -> str | None:
        """Write a model file for the command line to ``path``, or return its text without one.

        The flags ``--pool`` and ``--must-have`` take it.
        """
        rules = [(list(conditions), label) for conditions, label in self.rules]
        return written(_rulegen.rule_set_to_json(rules, self.classes), path)


def rules_from_ensemble(model: Any, feature_names: Sequence[str] | None = None) -> RuleSet:
    """Take the leaves of a fitted ensemble of trees as rules.

    With ``RugClassifier(pricers="pool", pool=rules)`` they are the only rules, chosen and weighted
    by the linear program (RUX); with ``pricers="pool,tree"`` they are the initial rules.

    Conditions are those of the ensemble. In a boosted ensemble, a leaf that raises the score of a
    class is a rule for it. With two classes, a leaf that lowers the score is a rule for the other
    class; with more classes it gives no rule. Even where the ensemble sends missing cells down a
    branch, they do not meet the rule: a condition on a missing cell is false.

    Parameters
    ----------
    model : fitted classifier
        From scikit-learn a decision tree, random forest, extra trees, bagging, AdaBoost (of such
        trees), gradient boosting or histogram gradient boosting; LightGBM's ``LGBMClassifier``;
        XGBoost's ``XGBClassifier``.
    feature_names : sequence of str, optional
        Names of its columns. By default those that it was fitted with, else x0, x1, ...

    Returns
    -------
    RuleSet
        Each rule once for each class, in the order of the trees.

    References
    ----------
    Akyüz, Birbil: Discovering classification rules for interpretable learning with linear
    programming (RUX).
    """
    leaves = {"sklearn": _sklearn, "lightgbm": _lightgbm, "xgboost": _xgboost}.get(_library(model))
    if leaves is not None and is_classifier(model):
        check_is_fitted(model, "classes_")
    if leaves is None or not hasattr(model, "classes_"):
        raise TypeError(f"{type(model).__name__} is not a classifier of scikit-learn, LightGBM or XGBoost")
    names = list(getattr(model, "feature_names_in_", ())) if feature_names is None else list(feature_names)
    n = int(model.n_features_in_)
    names = names or _frame.default_names(n)
    if len(names) != n:
        raise ValueError(f"the model has {n} features, and {len(names)} names are given")
    classes = tuple(_frame.text(label) for label in model.classes_)
    rules: dict[tuple[tuple[Condition, ...], str], None] = {}
    for conditions, label in leaves(model):
        if conditions:
            said = tuple((names[column], operator, value) for column, operator, value in conditions)
            rules[said, classes[label]] = None
    return RuleSet(tuple(rules), classes)


def is_ensemble(model: Any) -> bool:
    """Return True for a fitted classifier of a library whose ensembles are taken."""
    return _library(model) in ("sklearn", "lightgbm", "xgboost") and hasattr(model, "classes_")


def _library(model: Any) -> str:
    return type(model).__module__.split(".")[0]


#: Conditions by column index, and a class index.
Leaf = tuple[list[tuple[int, str, Any]], int]


def _class_of(value: float, tree_class: int, classes: int) -> int | None:
    """The class that a boosted leaf speaks for."""
    if classes > 2:
        return tree_class if value > 0 else None
    return None if value == 0 else int(value > 0)


def _sklearn(model: Any) -> Iterator[Leaf]:
    if hasattr(model, "_predictors"):
        yield from _histogram(model)
        return
    if not hasattr(model, "tree_") and not hasattr(model, "estimators_"):
        raise TypeError(f"{type(model).__name__} has no trees")
    # One line of estimators, or of a boosted ensemble a line for each round and in it one for each
    # class.
    estimators = np.array([model], dtype=object) if hasattr(model, "tree_") else np.asarray(model.estimators_, object)
    boosted = estimators.ndim == 2
    rounds = estimators.reshape(len(estimators), -1)
    trees: list[tuple[Any, int | None]] = [(t, k if boosted else None) for row in rounds for k, t in enumerate(row)]
    features = getattr(model, "estimators_features_", None)
    for place, (tree, tree_class) in enumerate(trees):
        if not hasattr(tree, "tree_"):
            raise TypeError(f"an ensemble of {type(tree).__name__} has no trees")
        columns = None if features is None else features[place]
        yield from _tree(tree, tree_class, len(model.classes_), columns)


def _tree(estimator: Any, tree_class: int | None, classes: int, columns: Any) -> Iterator[Leaf]:
    tree = estimator.tree_
    stack: list[tuple[int, list[tuple[int, str, Any]]]] = [(0, [])]
    while stack:
        node, path = stack.pop()
        left, right = tree.children_left[node], tree.children_right[node]
        if left == right:
            value = tree.value[node].ravel()
            label: int | None
            if tree_class is not None:
                label = _class_of(float(value[0]), tree_class, classes)
            elif len(value) == classes:
                label = int(np.argmax(value))
            else:  # An estimator of a bag numbers the classes that it saw.
                label = int(estimator.classes_[np.argmax(value)])
            if label is not None:
                yield path, label
            continue
        column = int(tree.feature[node] if columns is None else columns[tree.feature[node]])
        threshold = float(tree.threshold[node])
        stack.append((right, [*path, (column, ">", threshold)]))
        stack.append((left, [*path, (column, "<=", threshold)]))


def _histogram(model: Any) -> Iterator[Leaf]:
    skipped = 0
    for predictors in model._predictors:
        for tree_class, predictor in enumerate(predictors):
            nodes = predictor.nodes
            stack: list[tuple[int, list[tuple[int, str, Any]]]] = [(0, [])]
            while stack:
                place, path = stack.pop()
                node = nodes[place]
                if node["is_leaf"]:
                    label = _class_of(float(node["value"]), tree_class, len(model.classes_))
                    if label is not None:
                        yield path, label
                elif node["is_categorical"]:
                    skipped += 1
                else:
                    column, threshold = int(node["feature_idx"]), float(node["num_threshold"])
                    stack.append((int(node["right"]), [*path, (column, ">", threshold)]))
                    stack.append((int(node["left"]), [*path, (column, "<=", threshold)]))
    _warn_of(skipped)


def _lightgbm(model: Any) -> Iterator[Leaf]:
    classes, skipped = len(model.classes_), 0
    dump = model.booster_.dump_model()
    for number, tree in enumerate(dump["tree_info"]):
        stack: list[tuple[dict[str, Any], list[tuple[int, str, Any]]]] = [(tree["tree_structure"], [])]
        while stack:
            node, path = stack.pop()
            if "split_index" not in node:
                label = _class_of(float(node["leaf_value"]), number % dump["num_tree_per_iteration"], classes)
                if label is not None:
                    yield path, label
            elif node["decision_type"] != "<=":
                skipped += 1
            else:
                column, threshold = int(node["split_feature"]), float(node["threshold"])
                stack.append((node["right_child"], [*path, (column, ">", threshold)]))
                stack.append((node["left_child"], [*path, (column, "<=", threshold)]))
    _warn_of(skipped)


def _xgboost(model: Any) -> Iterator[Leaf]:
    classes, booster, skipped = len(model.classes_), model.get_booster(), 0
    place = {name: i for i, name in enumerate(booster.feature_names or [f"f{i}" for i in range(model.n_features_in_)])}
    for number, dumped in enumerate(booster.get_dump(dump_format="json")):
        stack: list[tuple[dict[str, Any], list[tuple[int, str, Any]]]] = [(json.loads(dumped), [])]
        while stack:
            node, path = stack.pop()
            if "leaf" in node:
                label = _class_of(float(node["leaf"]), number % (classes if classes > 2 else 1), classes)
                if label is not None:
                    yield path, label
                continue
            condition = node.get("split_condition", 0.5)  # An indicator splits at one half.
            if not isinstance(condition, int | float):
                skipped += 1
                continue
            # XGBoost asks x < t of 32-bit numbers: the same as x <= m, halfway to the number before
            # t.
            t = np.float32(condition)
            threshold = float((float(np.nextafter(t, np.float32(-np.inf))) + float(t)) / 2)
            column, children = place[node["split"]], {child["nodeid"]: child for child in node["children"]}
            stack.append((children[node["no"]], [*path, (column, ">", threshold)]))
            stack.append((children[node["yes"]], [*path, (column, "<=", threshold)]))
    _warn_of(skipped)


def _warn_of(skipped: int) -> None:
    if skipped:
        warn(f"{skipped} branches that ask for one of several categories are left out: a rule cannot say that")

