"""Counts the conditions to read in a model as docs/MATH.md 9 does: each bound of an interval is
one.
"""

import numpy as np


def of_rules(lengths, covers):
    """Sizes of rules from their numbers of conditions and, rule by test row, whether they cover."""
    lengths, n = np.asarray(lengths, dtype=float), len(lengths)
    covers = np.asarray(covers, dtype=bool).reshape(n, -1)
    by_row = covers.sum(axis=0)
    with np.errstate(invalid="ignore"):
        mean = np.where(by_row > 0, (covers * lengths[:, None]).sum(axis=0) / by_row, 0.0)
    return {"n_rules": n, "avg_rule_length": lengths.mean() if n else 0.0, "complexity": n + lengths.sum(),
            "rules_per_sample": by_row.mean() if n else 0.0, "rule_length_per_sample": mean.mean() if n else 0.0}


def of_tree(tree):
    """The lengths of the rules of a scikit-learn tree, a rule for each leaf, by its node."""
    bounds, lengths = {0: frozenset()}, {}
    for node in range(tree.node_count):
        left, right = tree.children_left[node], tree.children_right[node]
        if left < 0:
            lengths[node] = len(bounds[node])
            continue
        # A tighter bound on the same side of the same column takes the place of a looser one.
        bounds[left] = bounds[node] | {(tree.feature[node], "<=")}
        bounds[right] = bounds[node] | {(tree.feature[node], ">")}
    return lengths


def of_trees(trees, rows):
    """Sizes of several scikit-learn trees together."""
    rows = np.asarray(rows, dtype=np.float32)
    total, conditions, count, mean = 0, 0.0, np.zeros(len(rows)), np.zeros(len(rows))
    for tree in trees:
        lengths = of_tree(tree.tree_)
        total += len(lengths)
        conditions += sum(lengths.values())
        mean += np.array([lengths[node] for node in tree.tree_.apply(rows)])
        count += 1
    return {"n_rules": total, "avg_rule_length": conditions / total, "complexity": total + conditions,
            "rules_per_sample": count.mean(), "rule_length_per_sample": (mean / count).mean()}
