"""Programs that learn from two classes with at most k rules, or leaves. Each is a generator: given a split, sizes k and
the manifest's entry it yields an `Answer` for each k, in turn. Those that have no limit of their own go along a path
of settings, and of the models with at most k rules the one that is most accurate on the training rows counts."""

import time
from dataclasses import dataclass

import numpy as np
import pandas as pd

from methods import by_deciles, leaf_lengths, of_positive

# Loaded before the processes of the fits are forked, so that no fit waits for them.
LIBRARIES = ["sklearn.tree", "sklearn.ensemble", "sklearn.linear_model", "imodels", "wittgenstein", "gosdt", "pystreed",
             "aix360.algorithms.rbm", "ruleopt.solver"]
# Seconds for one fit of an optimal tree, and for all fits along a path.
FIT, PATH = 20, 40


@dataclass
class Answer:
    """What a model of at most `k` rules says of the held-out rows: yes or no, and how much rather yes."""

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
    """The rough program behind the figures at k rules: nodes of a forest, chosen greedily by normalised gains, weights
    refitted after each choice. It takes codes for numbers."""
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
    """Without linear terms."""
    from imodels import RuleFitClassifier

    model = RuleFitClassifier(max_rules=k, include_linear=False, random_state=0)
    return *learned(model, split), len(model.rules_)


@method_of_one_size("RIPPER")
def ripper(split, k, _):
    import wittgenstein

    model = wittgenstein.RIPPER(max_rules=k, random_state=0)
    model.fit(split.frame_train, of_positive(split).astype(bool), pos_class=True)
    yes = np.asarray(model.predict(split.frame_test), dtype=bool)
    return yes, model.predict_proba(split.frame_test)[:, 1], len(model.ruleset_.rules)


def best_at(sizes, found):
    """Of `found` (training accuracy, rules, how to answer) the most accurate at each k, the smallest of equals."""
    for k in sizes:
        within = [model for model in found if model[1] <= k]
        if within:
            _, rules, answer, note = max(within, key=lambda model: (model[0], -model[1]))
            yield Answer(k, *answer(), rules, note)


@method("GOSDT")
def gosdt(split, sizes, _):
    """Over thresholds that boosted stumps guess; a path of prices of a leaf."""
    from gosdt import GOSDTClassifier, ThresholdGuessBinarizer

    y, found, start = of_positive(split), [], time.perf_counter()
    guess = ThresholdGuessBinarizer(n_estimators=40, max_depth=1, random_state=0)
    coded, asked = guess.fit_transform(split.train, y), guess.transform(split.test)
    for price in (0.1, 0.05, 0.02, 0.01, 0.005, 0.0025, 0.001):
        left = int(min(FIT, PATH - (time.perf_counter() - start)))
        if left < 1:
            break
        model = GOSDTClassifier(regularization=price, depth_budget=5, time_limit=left).fit(coded, y)
        status = str(model.result_.status).split(".")[-1].lower()
        tree = model.trees_[0].tree
        rules = len(leaf_lengths(tree))

        def answer(model=model, tree=tree):
            return np.asarray(model.predict(asked)), leaf_scores(tree, np.asarray(coded), y, np.asarray(asked))

        found.append(((model.predict(coded) == y).mean(), rules, answer, f"price {price:g} {status}"))
        if status == "timeout" or rules > max(sizes):
            break
    yield from best_at(sizes, found)


def leaf_scores(node, rows, y, asked):
    """The share of yes among the training rows of each asked row's leaf."""
    if getattr(node, "left_child", None) is None:
        return np.full(len(asked), y.mean() if len(y) else 0.5)
    here, there = rows[:, node.feature].astype(bool), asked[:, node.feature].astype(bool)
    score = np.empty(len(asked))
    score[there] = leaf_scores(node.left_child, rows[here], y[here], asked[there])
    score[~there] = leaf_scores(node.right_child, rows[~here], y[~here], asked[~there])
    return score


@method("STreeD")
def streed(split, sizes, _):
    """Optimal trees of at most k leaves over deciles: depth 3, then 4 and 5 while time is left."""
    from pystreed import STreeDClassifier

    y, (coded, asked) = of_positive(split), by_deciles(split)
    for k in sizes:
        start, best, note = time.perf_counter(), None, ""
        for depth in sorted({min(depth, k - 1) for depth in (3, 4, 5)}):
            left = FIT - (time.perf_counter() - start)
            if left < 1:
                break
            model = STreeDClassifier(max_depth=depth, max_num_nodes=min(k - 1, 2**depth - 1), time_limit=left)
            model.fit(coded, y)
            if model.is_fitted() and (best is None or model.fit_result.score() > best.fit_result.score()):
                best, note = model, f"depth {depth} {'optimal' if model.fit_result.is_optimal() else 'timeout'}"
        if best is not None:
            score = best.predict_proba(asked)[:, 1]
            yield Answer(k, np.asarray(best.predict(asked)), score, best.get_n_leaves(), note)


@method("BRCG")
def brcg(split, sizes, _):
    """AIX360's rule sets (beam search), for the positive class, over deciles: a path of prices of a rule."""
    from aix360.algorithms.rbm import BooleanRuleCG

    y, found, start = of_positive(split), [], time.perf_counter()
    train, test = (named(np.hstack([coded, 1 - coded])) for coded in by_deciles(split))
    for price in (0.01, 0.003, 0.001, 0.0003):
        left = min(FIT, PATH - (time.perf_counter() - start))
        if left < 1:
            break
        model = BooleanRuleCG(lambda0=price, lambda1=price / 3, timeMax=left, silent=True, solver="CLARABEL")
        model.fit(train, pd.Series(y))

        def answer(model=model):
            yes = model.predict(test)
            return yes, yes

        found.append(((model.predict(train) == y).mean(), int(np.sum(model.w > 0.5)), answer, f"price {price:g}"))
    yield from best_at(sizes, found)


def named(columns):
    """Columns of 0 and 1 under names as AIX360 wants them."""
    names = [(f"x{at}", "==", 1) for at in range(columns.shape[1])]
    return pd.DataFrame(columns, columns=pd.MultiIndex.from_tuples(names))


@method("ruleopt RUG")
def ruleopt(split, sizes, _):
    """Cut to its k rules of most weight: a path of penalties at depth 3."""
    from ruleopt import RUGClassifier
    from ruleopt.rule_cost import Length
    from ruleopt.solver import HiGHSSolver

    models = []
    for penalty in (0.1, 1.0, 10.0, 100.0):
        model = RUGClassifier(solver=HiGHSSolver(penalty=penalty), rule_cost=Length(), max_depth=3, max_rmp_calls=15,
                              random_state=0)
        models.append((penalty, model.fit(split.train, split.y_train)))
    for k in sizes:
        def first(model, k=k):
            return list(model.decision_rules_)[:k]

        scored = [((model.predict(split.train, first(model)) == split.y_train).mean(), -len(first(model)), at)
                  for at, (_, model) in enumerate(models) if first(model)]
        penalty, model = models[max(scored)[2]]
        yes = model.predict(split.test, first(model)) == split.positive
        score = model.predict_proba(split.test, first(model))[:, split.positive]
        yield Answer(k, yes, score, len(first(model)), f"penalty {penalty:g}")
