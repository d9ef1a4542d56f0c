"""Weighted rules under a loss that you choose."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal

from ._front import SizedEstimator
from ._pricer import Pricer


class RuleClassifier(SizedEstimator):
    """Learns a few weighted rules for any number of classes, with probabilities.

    By default rules of at most three conditions are chosen one by one, and all weights are refitted after each.
    Cross-validation determines how many are worth having: the smallest model within a standard error of the best, with
    at most 30 rules. ``path_`` has the scores of all sizes, ``plot_front()`` draws them, and ``at(k)`` is the model of
    another size.

    Weights are log-odds: the probabilities of a row are the softmax of the intercepts plus the weights of the rules
    that it meets. With ``size="given"``, which a ``penalty`` alone implies, rules minimise
    ``penalty * sum(cost of rule * weight) + sum(loss of row)`` by column generation; an exact pricer can prove the
    result.

    Parameters
    ----------
    size : {"auto", "best", "given"}, int or None, default=None
        How many rules. "auto": the smallest model that cross-validates within a standard error of the best. "best": the
        one with the best score. A number: that many, or fewer if more do not pay. "given": as many as the penalty
        leads to. None: auto, or given if ``penalty`` or ``constraint`` is set.
    path : {"forward", "penalty"}, default="forward"
        How rules are found if the size is chosen. "forward": one by one, each time the rule with the largest gain given
        those before it. "penalty": the rules of the optimum at each of 50 penalties, the largest first, by column
        generation; with an exact pricer ``path_`` has the proof of each.
    choose_by : str, sequence of str or None, default=None
        What the size is chosen by: accuracy, balanced-accuracy, auc, log-loss, f1. With several measures a model has to
        be near the best in each. None: accuracy and auc; accuracy alone with the hinge loss.
    folds : int, default=5
        The folds of the cross-validation that chooses the size; below 500 rows they are drawn twice. With more than
        1,000,000 rows, folds are of merged rows and have the cut points of all rows; of more than 100,000 merged rows
        each learns from about as many and is scored on as many.
    monotone : dict or None, default=None
        Columns of numbers along which the positive class of two never becomes less likely (``"+"`` or 1) or never more
        likely (``"-"`` or -1), by name: ``{"income": "+", "debt": "-"}``.
    together : sequence of sequences of columns or None, default=None
        Groups of columns that a rule may combine: all columns of a rule are in one of them. Columns in no group form
        one more group: ``[["age", "income"], ["age", "debt"]]``.
    max_rules : int or None, default=None
        The most rules that a model may have. None: 30 if the size is chosen, 60 with "best", else no limit.
    max_conditions : int or None, default=None
        The most conditions that all rules may have together.
    ridge : float or None, default=None
        Half of this times the square of each weight is added to the logistic loss; if the size is chosen, in units of
        the mean weight of a row. None: 3 if the size is chosen, else 0.
    penalty : float or None, default=None
        The weight of rule costs relative to the loss; positive. If the size is chosen, in units of the mean weight of a
        row. None: 1.
    loss : {"logistic", "hinge"}, default="logistic"
        The loss of a row: ``log(sum(exp(votes))) - votes of its class``, or the amount by which the lead of its class
        over the best other class falls short of 1 (the margin hinge).
    rule_cost : {"length", "unit", "merged", "gini", "coverage"}, default="length"
        The cost of a rule: its number of conditions, 1, its number of columns, 1 plus the Gini impurity of what it
        covers, or 2 less the share of rows that it covers.
    max_depth : int or None, default=5
        The depth of trees.
    criterion : {"gini", "entropy"}, default="gini"
        The impurity of trees.
    min_leaf : int, default=1
        The fewest samples of a tree's branch.
    min_gain : float, default=0.0
        The least decrease of impurity of a split.
    all_nodes : bool, default=False
        Inner nodes of trees are candidates too, not only leaves.
    weight_threshold : float, default=0.0
        Rules of less weight, relative to the largest, are dropped; from 0 up to 1 (0.05 in the paper's tables).
    forbid : sequence of str, default=None
        Conditions that no rule may have: "COL", "COL <=", "COL = VALUE", "COL is missing".
    bins : int or None, default=None
        Cut points of numeric columns: their quantiles, from 2 to 255. None: between all values where there are at
        most 255, else 255 quantiles; 20 quantiles where the size is chosen. There, rows count in quantiles as if
        all classes had as many.
    cuts : {"quantiles", "trees"}, default="quantiles"
        Where columns of numbers are cut: at these quantiles, or only at those at which boosted trees split.
    max_length : int or None, default=None
        The most conditions of a rule. None: 3 where the size is chosen, else no limit.
    min_cover : int or None, default=None
        The fewest training rows that a rule covers. None: a quarter of the root of the number of rows, at most a
        twentieth of the rows of the smallest class.
    min_category : int or None, default=None
        A category of fewer training rows has no condition of its own: it is treated like one that training did not see.
        The three most frequent categories always have one. None: as min_cover.
    pricers : str, Pricer, sequence of them or None, default=None
        The stages of pricing, from cheap to exact: pool, tree, greedy, sampled, branch-and-bound, bilp-cbc,
        bilp-highs, and any ``Pricer`` of your own. With one of the last three named, which are exact, the result can be
        proved optimal. None: tree; greedy where the size is chosen.
    stage_policy : str, default="until-columns"
        When a round moves on to the next pricer: "until-columns", if no rule was found; "until-at-least-N", if fewer
        than N rules were found; "all", always.
    columns_per_round : int or None, default=None
        The most rules that an exact pricer adds per class and round. None: 30.
    pricing_time_limit : float or None, default=None
        The most seconds for one call of an exact pricer.
    pool : RuleSet, estimator, path or None, default=None
        Rules that the pricer ``pool`` offers, such as those of ``rules_from_ensemble``.
    iterations : int or None, default=None
        The most rounds of column generation, where the size is not chosen. None: 15, no limit where a pricer is exact.
    gap : float, default=0.0
        Stop at this relative gap between objective and bound.
    tolerance : float, default=None
        Relative tolerance of the first linear programs; from 0 up to 1. None: 0.1 with an exact pricer, else 1e-3.
    smoothing : float, default=0.8
        Dual smoothing; from 0, which is none, up to 1.
    lp_strategy : {"interior", "warm-start", "dual-simplex"} or None, default=None
        How linear programs are solved. None: interior, dual-simplex if a pricer is exact.
    lp : str, default="auto"
        The simplex solver: auto, microlp (highs, minilp, where they are built in).
    time_limit : float or None, default=None
        End after this many seconds with the best model so far.
    class_weight : dict, "balanced" or None, default=None
        Factors of the weights of rows by label (1 for those not named); ``balanced``: all classes have the same total.
    categorical : sequence of str or int, default=None
        Columns of codes, by name or position: numbers that are names.
    keep : sequence of str or int, default=None
        Columns, by name or position, to keep although their values name rows: names, running numbers, unique codes.
        By default such columns are left out; ``certificate_.dropped`` lists them.
    positive : label or None, default=None
        The class that F1, and the constraint ``eop``, are about. None: of two classes the second.
    constraint : {"dmc", "odm", "eop"} or None, default=None
        Keep mean errors alike between the groups of ``sensitive_features``: within each class, overall, or within the
        positive class.
    epsilon : float, default=0.0
        By how much mean errors of two groups may differ; 0 is strict.
    random_state : int, RandomState or None, default=0
        The seed of random draws: of folds, and of the pricer ``sampled``. None: from NumPy's global generator.
    n_jobs : int or None, default=None
        Threads, as in joblib: None is 1, -1 all. The result is the same with any number.
    verbose : int, default=0
        Whether to show a progress bar.

    Attributes
    ----------
    classes_ : array of shape (n_classes,)
        The labels, ascending.
    rules_ : pandas.DataFrame
        The rules: conditions, class, weight, coverage, precision, length.
    intercepts_ : array of shape (n_classes,)
        The votes that each class has before any rule.
    certificate_ : Certificate
        Objective, proved bound, gap, status, and what it took.
    trace_ : pandas.DataFrame
        One line per round of column generation, with the columns of ``fit --trace``.
    path_ : list of dict
        One for each size that has a model; only if the size was chosen.
    fairness_ : dict
        How groups compare in training; only if ``sensitive_features`` were given.
    n_features_in_ : int
    feature_names_in_ : array of shape (n_features,)
        Only for frames whose columns all have text names.

    References
    ----------
    Wei, Dash, Gao, Günlük: Generalized linear rule models. ICML 2019.

    Examples
    --------
    >>> from sklearn.datasets import load_iris
    >>> from rulegen import RuleClassifier
    >>> X, y = load_iris(return_X_y=True, as_frame=True)
    >>> model = RuleClassifier().fit(X, y)
    >>> len(model.rules_)
    7
    >>> len(model.at(3).rules_)
    3
    >>> model.predict_proba(X).shape
    (150, 3)
    """

    _method = "rules"

    def __init__(
        self,
        size: str | int | None = None,
        *,
        path: str = "forward",
        choose_by: str | Sequence[str] | None = None,
        folds: int = 5,
        monotone: Mapping[str, Literal["+", "-", 1, -1]] | None = None,
        together: Sequence[Sequence[str]] | None = None,
        max_rules: int | None = None,
        max_conditions: int | None = None,
        ridge: float | None = None,
        penalty: float | None = None,
        loss: str = "logistic",
        rule_cost: str = "length",
        max_depth: int | None = 5,
        criterion: str = "gini",
        min_leaf: int = 1,
        min_gain: float = 0.0,
        all_nodes: bool = False,
        weight_threshold: float = 0.0,
        forbid: Sequence[str] | None = None,
        bins: int | None = None,
        cuts: str = "quantiles",
        max_length: int | None = None,
        min_cover: int | None = None,
        min_category: int | None = None,
        pricers: str | Pricer | Sequence[str | Pricer] | None = None,
        stage_policy: str = "until-columns",
        columns_per_round: int | None = None,
        pricing_time_limit: float | None = None,
        pool: Any = None,
        iterations: int | None = None,
        gap: float = 0.0,
        tolerance: float | None = None,
        smoothing: float = 0.8,
        lp_strategy: str | None = None,
        lp: str = "auto",
        time_limit: float | None = None,
        class_weight: dict[Any, float] | str | None = None,
        categorical: Sequence[str | int] | None = None,
        keep: Sequence[str | int] | None = None,
        positive: Any = None,
        constraint: str | None = None,
        epsilon: float = 0.0,
        random_state: Any = 0,
        n_jobs: int | None = None,
        verbose: int = 0,
    ) -> None:
        self.size = size
        self.path = path
        self.choose_by = choose_by
        self.folds = folds
        self.monotone = monotone
        self.together = together
        self.max_rules = max_rules
        self.max_conditions = max_conditions
        self.ridge = ridge
        self.penalty = penalty
        self.loss = loss
        self.rule_cost = rule_cost
        self.max_depth = max_depth
        self.criterion = criterion
        self.min_leaf = min_leaf
        self.min_gain = min_gain
        self.all_nodes = all_nodes
        self.weight_threshold = weight_threshold
        self.forbid = forbid
        self.bins = bins
        self.cuts = cuts
        self.max_length = max_length
        self.min_cover = min_cover
        self.min_category = min_category
        self.pricers = pricers
        self.stage_policy = stage_policy
        self.columns_per_round = columns_per_round
        self.pricing_time_limit = pricing_time_limit
        self.pool = pool
        self.iterations = iterations
        self.gap = gap
        self.tolerance = tolerance
        self.smoothing = smoothing
        self.lp_strategy = lp_strategy
        self.lp = lp
        self.time_limit = time_limit
        self.class_weight = class_weight
        self.categorical = categorical
        self.keep = keep
        self.positive = positive
        self.constraint = constraint
        self.epsilon = epsilon
        self.random_state = random_state
        self.n_jobs = n_jobs
        self.verbose = verbose
