"""Programs that learn from two classes with at most k rules, or leaves. Each is a generator: given
a split, sizes k and the manifest's entry it yields an `Answer` for each k, in turn. Here are those
that are told k; small_paths.py has those that are not.
"""

from dataclasses import dataclass

import numpy as np
import pandas as pd

from methods import of_positive

# Loaded before the processes of the fits are forked, so that no fit waits for them.
LIBRARIES = ["sklearn.tree", "sklearn.ensemble", "sklearn.linear_model", "imodels", "wittgenstein", "gosdt", "pystreed",
             "aix360.algorithms.rbm", "ruleopt.solver"]


@dataclass
class Answer:
    """The answers of a model of at most `k` rules for held-out rows: yes or no, and a score for
    yes.
    """

    k: int
    yes: np.ndarray
    score: np.ndarray
    rules: int
    note: str = ""


METHODS = {}


def method(name):
    def keep(function):
        METHODS[name] = function
        return function
    return keep


def method_of_one_size(name):
    """Names a function that answers for one k: sets of rules come one by one."""
    def keep(function):
        def each(split, sizes, entry):
            for k in sizes:
                yes, score, rules = function(split, k, entry)
                yield Answer(k, yes, score, rules)
        METHODS[name] = each
        return function
    return keep


def learned(model, split):
    """Fits a model with probabilities: its classes and scores of the held-out rows."""
    model.fit(split.train, of_positive(split))
    return np.asarray(model.predict(split.test)), model.predict_proba(split.test)[:, 1]


@method("greedy logistic")
def greedy_logistic(split, sizes, entry):
    """The rough program behind the figures at k rules: nodes of a forest, chosen greedily by
    normalised gains, weights refitted after each choice. It takes codes for numbers.
    """
    import scipy.sparse
    from sklearn.ensemble import RandomForestClassifier
    from sklearn.linear_model import LogisticRegression

    frame = pd.concat([split.frame_train, split.frame_test]).apply(as_numbers)
    coded = pd.get_dummies(frame).astype(float)
    coded = coded.fillna(coded.median()).to_numpy()
    n = len(split.frame_train)
    train, test, y = coded[:n], coded[n:], of_positive(split)
    forest = RandomForestClassifier(60, max_depth=entry["depth"], random_state=0, min_samples_leaf=max(5, n // 200),
                                    max_features=None if train.shape[1] < 8 else "sqrt").fit(train, y)

    def in_nodes(rows):
        paths = [tree.decision_path(rows.astype("float32"))[:, 1:] for tree in forest.estimators_]
        return scipy.sparse.hstack(paths).tocsc()

    nodes, asked = in_nodes(train), in_nodes(test)
    cover = np.maximum(np.asarray(nodes.sum(0)).ravel(), 1)
    spread = np.sqrt(cover * (1 - cover / n) + 1e-9)
    chosen, p = [], np.full(n, y.mean())
    for k in range(1, max(sizes) + 1):
        gain = abs(nodes.T @ (y - p)) / spread
        gain[chosen] = -1
        chosen.append(int(gain.argmax()))
        model = LogisticRegression(C=1.0, max_iter=200).fit(nodes[:, chosen], y)
        p = model.predict_proba(nodes[:, chosen])[:, 1]
        if k in sizes:
            score = model.predict_proba(asked[:, chosen])[:, 1]
            yield Answer(k, score > 0.5, score, k)


def as_numbers(column):
    numbers = pd.to_numeric(column, errors="coerce")
    return numbers if (numbers.isna() == column.isna()).all() else column


@method_of_one_size("decision tree")
def decision_tree(split, k, _):
    from sklearn.tree import DecisionTreeClassifier

    model = DecisionTreeClassifier(max_leaf_nodes=k, random_state=0)
    return *learned(model, split), model.get_n_leaves()


@method_of_one_size("FIGS")
def figs(split, k, _):
    """A rule is a split of its trees."""
    from imodels import FIGSClassifier

    model = FIGSClassifier(max_rules=k, random_state=0)
    return *learned(model, split), model.complexity_


@method_of_one_size("boosted rules")
def boosted_rules(split, k, _):
    """A rule is a stump."""
    from imodels import BoostedRulesClassifier

    model = BoostedRulesClassifier(n_estimators=k, random_state=0)
    return *learned(model, split), len(model.estimators_)


@method_of_one_size("RuleFit")
def rule_fit(split, k, _):
    """Without linear terms. Its penalty holds the intercept back too, so that at few rules it would
    say no of every row: the threshold is that of the best accuracy on the training rows.
    """
    from imodels import RuleFitClassifier

    model = RuleFitClassifier(max_rules=k, include_linear=False, random_state=0)
    _, score = learned(model, split)
    return score >= threshold(model.predict_proba(split.train)[:, 1], of_positive(split)), score, len(model.rules_)


def threshold(score, y):
    """The score from which on yes is most accurate."""
    tried = np.append(np.unique(score), np.inf)
    return max(tried, key=lambda least: ((score >= least) == y).mean())
