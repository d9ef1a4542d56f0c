"""Programs that are not told k, and rule sets, which are for one of two classes. They try several
settings, and of the models with at most k rules the one that is most accurate on the training rows
counts.
"""

import itertools
import time

import numpy as np
import pandas as pd

from methods import by_deciles, leaf_lengths, of_positive
from small_methods import Answer, method

# Seconds for one fit of an optimal tree and of a rule set, and those after which no fit of a path
# begins.
TREE, RULE_SET, PATH = 20, 10, 40


def best_at(sizes, found):
    """Yields for each k the most accurate of `found` (training accuracy, rules, answers), among
    equals the smallest.
    """
    for k in sizes:
        within = [model for model in found if model[1] <= k]
        if within:
            _, rules, answer, note = max(within, key=lambda model: (model[0], -model[1]))
            yield Answer(k, *answer(), rules, note)


@method("RIPPER")
def ripper(split, sizes, _):
    """Rules for the class that serves better."""
    import wittgenstein

    for k in sizes:
        found = []
        for other in (False, True):
            model, y = wittgenstein.RIPPER(max_rules=k, random_state=0), of_positive(split).astype(bool) ^ other
            model.fit(split.frame_train, y, pos_class=True)

            def answer(model=model, other=other):
                yes = np.asarray(model.predict(split.frame_test), dtype=bool) ^ other
                return yes, model.predict_proba(split.frame_test)[:, 0 if other else 1]

            right = (np.asarray(model.predict(split.frame_train), dtype=bool) == y).mean()
            found.append((right, len(model.ruleset_.rules), answer, "no" if other else "yes"))
        yield from best_at([k], found)


@method("GOSDT")
def gosdt(split, sizes, _):
    """Over thresholds that boosted stumps guess; a path of prices of a leaf."""
    from gosdt import GOSDTClassifier, ThresholdGuessBinarizer

    y, found, start = of_positive(split), [], time.perf_counter()
    guess = ThresholdGuessBinarizer(n_estimators=40, max_depth=1, random_state=0)
    coded, asked = guess.fit_transform(split.train, y), guess.transform(split.test)
    for price in (0.1, 0.05, 0.02, 0.01, 0.005, 0.0025, 0.001):
        left = int(min(TREE, PATH - (time.perf_counter() - start)))
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
            left = TREE - (time.perf_counter() - start)
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
    """AIX360's rule sets (beam search) over deciles, ORs of ANDs and ANDs of ORs: a path of prices
    of a rule.
    """
    from aix360.algorithms.rbm import BooleanRuleCG

    y, found, start = of_positive(split), [], time.perf_counter()
    train, test = (named(np.hstack([coded, 1 - coded])) for coded in by_deciles(split))
    for price, conjunction in itertools.product((0.003, 0.01, 0.001, 0.0003), (False, True)):
        left = min(RULE_SET, PATH - (time.perf_counter() - start))
        if left < 1:
            break
        model = BooleanRuleCG(lambda0=price, lambda1=price / 3, CNF=conjunction, timeMax=left, silent=True,
                              solver="CLARABEL")
        model.fit(train, pd.Series(y))

        def answer(model=model):
            yes = model.predict(test)
            return yes, yes

        note = f"price {price:g} {'CNF' if conjunction else 'DNF'}"
        found.append(((model.predict(train) == y).mean(), int(np.sum(model.w > 0.5)), answer, note))
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
