"""The programs that are compared. Each has a function from a split and a seed to a fitted model
and, by a second call after the clock has stopped, its predictions and sizes. Libraries are loaded
before the clock starts.
"""

import itertools
import time

import numpy as np

import sizes

GRID = list(itertools.product((0.1, 1.0, 10.0), (3, 5), (5, 10, 15)))
TWO_CLASSES = set()


def method(name, two_classes=False):
    """Names a function; `two_classes` says that it cannot do more."""
    def keep(function):
        METHODS[name] = function
        if two_classes:
            TWO_CLASSES.add(name)
        return function
    return keep


METHODS = {}


def of_positive(split):
    """Labels as yes and no; of two classes without a positive one the second is meant."""
    return (split.y_train == positive(split)).astype(int)


def positive(split):
    return 1 if split.positive is None else split.positive


def back(split, yes):
    """Yes and no as classes."""
    return np.where(np.asarray(yes).astype(bool), positive(split), 1 - positive(split))


def probabilities(model, rows):
    """Returns the scores that a model gives to each class."""
    return {"probabilities": model.predict_proba(rows)}


# ruleopt ---------------------------------------------------------------------------------------


def rug(split, seed, penalty, depth, rounds):
    from ruleopt import RUGClassifier
    from ruleopt.rule_cost import Length
    from ruleopt.solver import HiGHSSolver

    model = RUGClassifier(solver=HiGHSSolver(penalty=penalty), rule_cost=Length(), max_depth=depth, max_rmp_calls=rounds,
                          random_state=seed)
    model.fit(split.train, split.y_train)
    return model


def ruleopt_sizes(model, split):
    rules = [rule for rule in model.decision_rules.values() if rule.weight > 1e-6]
    rows = split.test.astype(np.float32)
    ends = [sum((side["lb"] > -np.inf) + (side["ub"] < np.inf) for side in rule.to_dict().values()) for rule in rules]
    return sizes.of_rules(ends, [rule.check_rule(rows) for rule in rules])


@method("ruleopt RUG at penalty 1")
def ruleopt_default(split, seed, fit):
    import ruleopt.solver  # noqa: F401  not on the clock

    model = fit(lambda: rug(split, seed, 1.0, 5, 15))
    return model.predict(split.test), ruleopt_sizes(model, split), {"settings": "penalty=1 max_depth=5 max_rmp_calls=15"}


@method("ruleopt RUG")
def ruleopt_tuned(split, seed, fit):
    """The papers' grid by 5-fold cross-validation."""
    from sklearn.base import clone
    from sklearn.model_selection import StratifiedKFold

    start, best = time.perf_counter(), (-1.0, None)
    folds = list(StratifiedKFold(5, shuffle=True, random_state=seed).split(split.train, split.y_train))
    for setting in GRID:
        scores = []
        for inside, outside in folds:
            part = clone_split(split, inside)
            model = rug(part, seed, *setting)
            scores.append((model.predict(split.train[outside]) == split.y_train[outside]).mean())
        best = max(best, (float(np.mean(scores)), setting), key=lambda pair: pair[0])
    choice = time.perf_counter() - start
    model = fit(lambda: rug(split, seed, *best[1]))
    words = "penalty={} max_depth={} max_rmp_calls={}".format(*best[1])
    more = {"settings": words, "choice_score": best[0], "choice_seconds": choice}
    return model.predict(split.test), ruleopt_sizes(model, split), more


def clone_split(split, rows):
    """The split with some of its training rows."""
    from dataclasses import replace

    return replace(split, train=split.train[rows], y_train=split.y_train[rows])


# scikit-learn and LightGBM ---------------------------------------------------------------------


@method("decision tree")
def decision_tree(split, seed, fit):
    """Depth chosen by 5-fold cross-validation."""
    from sklearn.model_selection import GridSearchCV
    from sklearn.tree import DecisionTreeClassifier

    start = time.perf_counter()
    search = GridSearchCV(DecisionTreeClassifier(random_state=seed), {"max_depth": [3, 5, 7]}, cv=5, refit=False)
    search.fit(split.train, split.y_train)
    choice = time.perf_counter() - start
    model = fit(lambda: DecisionTreeClassifier(random_state=seed, **search.best_params_).fit(split.train, split.y_train))
    more = {"settings": str(search.best_params_), "choice_score": search.best_score_, "choice_seconds": choice}
    return model.predict(split.test), sizes.of_trees([model], split.test), more


@method("decision tree by leaves")
def decision_tree_by_leaves(split, seed, fit):
    """The number of leaves chosen by 5-fold cross-validation."""
    from sklearn.model_selection import GridSearchCV
    from sklearn.tree import DecisionTreeClassifier

    start = time.perf_counter()
    grid = {"max_leaf_nodes": [4, 6, 8, 10, 15, 20, 30, 40, 60, 80, 120, 200]}
    search = GridSearchCV(DecisionTreeClassifier(random_state=seed), grid, cv=5, refit=False)
    search.fit(split.train, split.y_train)
    choice = time.perf_counter() - start
    model = fit(lambda: DecisionTreeClassifier(random_state=seed, **search.best_params_).fit(split.train, split.y_train))
    more = {"settings": str(search.best_params_), "choice_score": search.best_score_, "choice_seconds": choice}
    return model.predict(split.test), sizes.of_trees([model], split.test), more | probabilities(model, split.test)


@method("random forest")
def random_forest(split, seed, fit):
    from sklearn.ensemble import RandomForestClassifier

    model = fit(lambda: RandomForestClassifier(random_state=seed, n_jobs=1).fit(split.train, split.y_train))
    return model.predict(split.test), sizes.of_trees(model.estimators_, split.test), probabilities(model, split.test)


@method("AdaBoost")
def ada_boost(split, seed, fit):
    from sklearn.ensemble import AdaBoostClassifier

    model = fit(lambda: AdaBoostClassifier(random_state=seed).fit(split.train, split.y_train))
    return model.predict(split.test), sizes.of_trees(model.estimators_, split.test), {}


def scaled(learner):
    from sklearn.pipeline import make_pipeline
    from sklearn.preprocessing import StandardScaler

    return make_pipeline(StandardScaler(), learner)


@method("logistic regression")
def logistic_regression(split, seed, fit):
    from sklearn.linear_model import LogisticRegression

    model = fit(lambda: scaled(LogisticRegression(max_iter=1000)).fit(split.train, split.y_train))
    return model.predict(split.test), {}, probabilities(model, split.test)


@method("SVM")
def svm(split, seed, fit):
    from sklearn.svm import SVC

    model = fit(lambda: scaled(SVC(random_state=seed)).fit(split.train, split.y_train))
    return model.predict(split.test), {}, {}


@method("LightGBM")
def lightgbm(split, seed, fit):
    from lightgbm import LGBMClassifier

    model = fit(lambda: LGBMClassifier(random_state=seed, n_jobs=1, verbose=-1).fit(split.train, split.y_train))
    trees = model.booster_.dump_model()["tree_info"]
    return model.predict(split.test), {"n_rules": sum(tree["num_leaves"] for tree in trees)}, probabilities(model, split.test)


# Rule learners ---------------------------------------------------------------------------------


@method("RIPPER", two_classes=True)
def ripper(split, seed, fit):
    import wittgenstein

    def learn():
        model = wittgenstein.RIPPER(random_state=seed)
        model.fit(split.frame_train, of_positive(split).astype(bool), pos_class=True)
        return model

    model = fit(learn)
    rules = model.ruleset_.rules
    yes = np.asarray(model.predict(split.frame_test), dtype=bool)
    # Its bins are intervals: two bounds, but for the outer ones, whose text has one.
    def conditions(rule):
        return sum(2 if isinstance(cond.val, str) and "-" in cond.val[1:] and cond.val[0] not in "<>" else 1
                   for cond in rule.conds)

    binned = model.bin_transformer_.transform(split.frame_test) if getattr(model, "bin_transformer_", None) else split.frame_test
    covers = [np.isin(split.frame_test.index, rule.covers(binned).index) for rule in rules]
    return back(split, yes), sizes.of_rules([conditions(rule) for rule in rules], covers), {}


def by_deciles(split):
    """Training and test rows as columns of 0 and 1: whether a number is at most a decile of the
    training rows.
    """
    train, test = [], []
    for learned, asked in zip(split.train.T, split.test.T):
        cuts = np.unique(np.quantile(learned, np.arange(1, 10) / 10, method="inverted_cdf")) if len(np.unique(learned)) > 2 else [0.5]
        for cut in cuts:
            if 0 < (learned <= cut).mean() < 1:
                train.append(learned <= cut)
                test.append(asked <= cut)
    return np.column_stack(train).astype(int), np.column_stack(test).astype(int)


@method("Bayesian rule sets", two_classes=True)
def bayesian_rule_sets(split, seed, fit):
    """Knows columns of 0 and 1 only, and what is not so."""
    from imodels import BayesianRuleSetClassifier

    coded, coded_test = by_deciles(split)
    names = [f"x{at}" for at in range(coded.shape[1])]
    settings = {"num_iterations": 500, "num_chains": 1, "maxlen": 2, "n_rules": 300}

    def learn():
        model = BayesianRuleSetClassifier(random_state=seed, **settings)
        model.fit(coded, of_positive(split), feature_names=names)
        return model

    model = fit(learn)
    return back(split, model.predict(coded_test)), {"n_rules": len(model.rules_)}, {"settings": str(settings)}


@method("boosted rules", two_classes=True)
def boosted_rules(split, seed, fit):
    from imodels import BoostedRulesClassifier

    model = fit(lambda: BoostedRulesClassifier(random_state=seed).fit(split.train, of_positive(split)))
    return back(split, model.predict(split.test)), sizes.of_trees(model.estimators_, split.test), {}


@method("EBM")
def ebm(split, seed, fit):
    from interpret.glassbox import ExplainableBoostingClassifier

    model = fit(lambda: ExplainableBoostingClassifier(random_state=seed, n_jobs=1).fit(split.train, split.y_train))
    return model.predict(split.test), {}, probabilities(model, split.test)


@method("GOSDT", two_classes=True)
def gosdt(split, seed, fit):
    """The optimal sparse tree over thresholds that boosted stumps guess."""
    from gosdt import GOSDTClassifier, ThresholdGuessBinarizer

    y = of_positive(split)

    def learn():
        guess = ThresholdGuessBinarizer(n_estimators=40, max_depth=1, random_state=seed)
        coded = guess.fit_transform(split.train, y)
        return guess, GOSDTClassifier(regularization=0.01, depth_budget=4, time_limit=60).fit(coded, y)

    guess, model = fit(learn)
    lengths = leaf_lengths(model.trees_[0].tree)
    mean = sum(lengths) / len(lengths)
    size = {"n_rules": len(lengths), "avg_rule_length": mean, "complexity": len(lengths) + sum(lengths)}
    yes = model.predict(guess.transform(split.test))
    return back(split, yes), size | {"rules_per_sample": 1.0}, {"status": str(model.result_.status).split(".")[-1].lower()}


def leaf_lengths(node, depth=0):
    """The depths of the leaves of a GOSDT tree."""
    children = [child for child in (getattr(node, "left_child", None), getattr(node, "right_child", None)) if child]
    return [depth] if not children else [length for child in children for length in leaf_lengths(child, depth + 1)]
