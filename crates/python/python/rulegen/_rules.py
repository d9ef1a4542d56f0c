"""Weighted rules under a loss that you choose."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Literal

from ._edits import EditableEstimator
from ._front import SizedEstimator
from ._pricer import Pricer


class RuleClassifier(EditableEstimator, SizedEstimator):
    """Learns a few weighted rules for any number of classes, with probabilities.

    By default rules of at most three conditions are chosen one by one, and all weights are refitted
    after each. Cross-validation determines how many are worth having: the fewest that come within
    the standard error of the difference, or 0.0075, of the best, and at most 30. ``path_`` has the
    scores of all sizes, ``plot_front()`` draws them, and ``at(k)`` is the model of another size.

    Weights are log-odds: the probabilities of a row are the softmax of the intercepts plus the
    weights of the rules that it meets. With ``size="given"``, which a ``penalty`` alone implies,
    rules minimise ``penalty * sum(cost of rule * weight) + sum(loss of row)`` by column generation;
    an exact pricer can prove the result. The logistic loss of a row is
    ``log(sum(exp(votes))) - votes of its class``. The hinge loss is the amount by which the lead of
    its class over the best other class falls short of 1 (the margin hinge).

    Below 500 rows the folds of the cross-validation are drawn twice. With more than 1,000,000 rows,
    folds are of merged rows and have the cut points of all rows. With more than 100,000 merged
    rows, each fold learns from about 100,000 and is scored on about as many.

    Parameters
    ----------
    size : {"auto", "best", "given"}, int or None, default=None
        The number of rules. "auto": the smallest model that cross-validates within a standard error
        of the best. "best": the one with the best score. A number: that many, or fewer if more do
        not pay. "given": as many as the penalty or the complexity leads to. None: auto; given if
        ``penalty`` or ``constraint`` is set or, with boolean, a bound on the rules,
        ``complexity_price`` or ``must_have``.
    max_length : int or None, default=None
        The most conditions of a rule. Must be at least 1. None: 3 where the size is chosen; else no
        limit.
    monotonic_cst : dict, sequence of int or None, default=None
        Columns of numbers along which the positive class of two never becomes less likely (``"+"``
        or 1) or never more likely (``"-"`` or -1), by name or position: ``{"income": "+", 3:
        "-"}``; or 1, 0 or -1 for each column.
    threshold : float or None, default=None
        The smallest probability of the positive class of two at which it is predicted. It changes
        no rule: sizes are compared without it. Only the logistic loss has it. Must be above 0 and
        below 1. None: the likelier class is predicted.
    class_weight : dict, "balanced" or None, default=None
        Factors of the weights of rows by label (1 for those not named); ``balanced``: all classes
        have the same total.
    categorical_features : sequence of str or int or None, default=None
        Columns of codes, by name or position, or True or False for each column: numbers that are
        names.
    random_state : int, RandomState or None, default=0
        The seed of random splits and draws. None: from NumPy's global generator.
    n_jobs : int or None, default=None
        Threads, as in joblib: None is 1, -1 all. The result is the same with any number, unless
        time runs out.

    Other Parameters
    ----------------
    path : {"forward", "penalty"}, default="forward"
        The way in which rules are found where the size is chosen. "forward": one by one, each the
        rule of the largest gain beside those before; "penalty": those of the optimum at each of 50
        penalties, the largest first.
    cv : int, splitter or iterable of splits, default=5
        The folds that choose the size: their number; a splitter of scikit-learn, which gets the
        ``groups`` of ``fit``; or pairs of rows to learn from and rows to hold out.
    divisions : int or None, default=None
        The number of times that the rows are divided into folds. With more of them the size depends
        less on the seed, and the fit takes longer. Must be from 1 to 1000. None: up to 8, while all
        divisions have at most 150,000 cells.
    choose_by : str, callable, sequence of these or None, default=None
        The measures by which the size is chosen, under the names of scikit-learn's scorers:
        accuracy, balanced_accuracy, roc_auc (of several classes their mean by rows,
        roc_auc_ovr_weighted), neg_log_loss, f1, and any other scorer; or callables ``(estimator, X,
        y)``, such as ``make_scorer`` makes, that return a number, larger for better. They are asked
        about the model of each size on the rows that each fold holds out, without their weights,
        and in several threads at once. A difference below 0.0075 counts as none, as for the others.
        With several measures a model must be close to the best in all of them. None: accuracy and
        roc_auc; accuracy alone with the loss hinge.
    penalty : float or None, default=None
        The weight of rule costs against errors; where the size is chosen, in units of the mean
        weight of a row. Must be positive and finite and at most 1e100. None: 1.
    ridge : float or None, default=None
        Half of this times the square of each weight is added to the logistic loss; where the size
        is chosen, in units of the mean weight of a row. Must be finite and not negative. None: 3
        where the size is chosen, and then, up to 10000 rows, that of 3, 1, 0.3, 0.1 and 0.03 for
        the weights of the model that gives rows held out the smallest log loss; else 0.
    loss : {"logistic", "hinge"}, default="logistic"
        The cost of an error: hinge (the margin to the best other class), or logistic (for
        probabilities). "logistic": the logistic loss: votes are log-odds, and the model gives
        probabilities; "hinge": the margin hinge: how far the votes of a row's class are ahead of
        those of any other.
    error_costs : pair of float or None, default=None
        The cost of missing a positive row and that of a false alarm, such as (5, 1), in place of a
        threshold, which is false / (missed + false). None: none.
    rule_cost : {"length", "unit", "merged", "gini", "coverage"}, default="length"
        The cost of a rule. "length": the number of conditions; "unit": 1; "merged": the number of
        columns, as in the published code; "gini": 1 plus the Gini impurity of what it covers;
        "coverage": 2 less the share of rows that it covers.
    max_depth : int or None, default=5
        The depth of trees. Must be at least 1. None: no limit.
    criterion : {"gini", "entropy"}, default="gini"
        The impurity of trees. "gini": gini impurity; "entropy": entropy.
    min_samples_leaf : int, default=1
        The fewest samples of a tree's branch. Must be at least 1.
    min_gain : float, default=0.0
        The least decrease of impurity of a split. Must be finite and not negative.
    all_nodes : bool, default=False
        Inner nodes of trees are candidates too, not only leaves.
    weight_threshold : float, default=0.0
        Rules of less weight, relative to the largest, are dropped (0.05 in the RUG paper's tables).
        Must be at least 0 and below 1.
    bins : int or None, default=None
        Cut points of numeric columns: their N-quantiles, from 2 to 255 (10 in both papers). None:
        20 where the size is chosen, as if classes had as many rows each, else all values where
        there are at most 255, else 255.
    cuts : {"quantiles", "trees"}, default="quantiles"
        Where columns of numbers are cut. "quantiles": at the quantiles that ``bins`` asks for;
        "trees": at those of them at which boosted trees split: fewer, so that proofs take less
        time.
    min_cover : int or None, default=None
        The fewest training rows that a rule covers. Must be at least 1. None: a quarter of the root
        of the number of rows, at most a twentieth of the rows of the smallest class.
    interaction_cst : {"pairwise", "no_interactions"}, sequence of sequences or None, default=None
        Groups of columns, by name or position, that a rule may combine: all columns of a rule are
        in one of them. Columns in no group form one more group: ``[["age", "income"], ["age",
        "debt"]]``. "no_interactions": each column alone. "pairwise": any two columns.
    must_have : rule in words, RuleSet, estimator, path, list of these or None, default=None
        Rules that must be in, such as ``"if age > 60 and job = cook then yes"``, or all rules of a
        model. They cost nothing; one that gets no weight beside the others is only noted. ``if``
        may be left out, and ``then`` in Boolean rules for one class.
    forbid : sequence of str or int or None, default=None
        Conditions that no rule may have: "COL", "COL <=", "COL = VALUE", "COL is missing"; a number
        is the position of a column that no rule may have.
    max_rules : int or None, default=None
        The most rules that a model may have. None: no limit; 30 where the size is chosen, 60 for
        best.
    max_conditions : int or None, default=None
        The most conditions that all rules may have together. None: no limit.
    pos_label : label or None, default=None
        The class that F1 is computed for and that Boolean rules predict. None: of two classes the
        second.
    keep : sequence of str or int or None, default=None
        Columns, by name or position, to keep although their values name rows: names, running
        numbers, unique codes. By default such columns are left out; ``certificate_.dropped`` lists
        them.
    min_category : int or None, default=None
        Categories of fewer training rows have no condition of their own: they are treated like
        unseen ones. The three most frequent always have one. Must be at least 1. None: as
        ``min_cover``.
    constraint : {"dmc", "odm", "eop"} or None, default=None
        Keep mean errors alike between groups: within each class, overall, or within the positive
        class.
    epsilon : float, default=0.0
        By how much mean errors of two groups may differ; 0 is strict.
    pricers : str, Pricer, sequence of them or None, default=None
        The stages of pricing, from cheap to exact: pool, tree, greedy, sampled, cube,
        branch-and-bound, bilp-cbc, bilp-highs, and any ``Pricer`` of your own; options follow a
        colon: ``tree:max-depth=3``. With one of the last four named, which are exact (cube for
        rules of at most four conditions), the result can be proved optimal. None: boolean, and
        rules where the size is chosen: auto; rug, and rules at a penalty: tree.
    stage_policy : str, default="until-columns"
        When a round goes on to the next stage: until-columns, when no rule came; until-at-least-N,
        when fewer than N rules came; all, always.
    columns_per_round : int or None, default=None
        The most rules that an exact pricer adds for a class and round. None: 10 where the size is
        chosen, else 30.
    pricing_time_limit : float or None, default=None
        The most seconds for one call of an exact pricer. Must be positive. None: no limit.
    pool : RuleSet, ensemble of trees, estimator, path or None, default=None
        Rules that the pricer ``pool`` offers: those of a fitted ensemble, as
        ``rules_from_ensemble`` takes them, or of a model. That pricer needs them.
    start : {"none", "tree"}, RuleSet, estimator, path or None, default=None
        The first columns of column generation: "none"; "tree", the leaves of a first tree; or
        rules, each of which must be one that this run could find. None: tree at a given penalty
        without a pool, else none.
    terms : {"published", "converged"} or None, default=None
        The length of column generation, and the way in which it solves linear programs;
        ``max_iter``, ``tol`` and ``lp_strategy`` override it. "published": 15 rounds, interior
        points, tolerance 0.001; "converged": until nothing improves, dual simplex, tolerance 0.1.
        None: published while no pricer is named, else converged.
    max_iter : int or None, default=None
        The most rounds of column generation. Where the method rules chooses rules one by one, their
        number bounds the rounds instead. None: by the terms.
    gap : float, default=0.0
        Stop at this relative gap between objective and bound; at 1e-6 a run counts as optimal
        anyway. Must be finite and not negative.
    tol : float or None, default=None
        Relative tolerance of the first linear programs; 0 solves all to a vertex. Must be at least
        0 and below 1. None: by the terms.
    smoothing : float, default=0.8
        Dual smoothing: how far on the way from the duals to those of the best bound rules are
        priced, where linear programs are large (from 1,000 rules on, by interior points); 0 is
        none. Must be at least 0 and below 1.
    lp_strategy : {"interior", "warm-start", "dual-simplex"} or None, default=None
        The way in which linear programs are solved. The logistic loss has none, and fairness needs
        interior. "interior": interior point over merged samples, a vertex at the end; "warm-start":
        a simplex solver over all samples, warm-started; "dual-simplex": our own dual simplex with a
        dense working basis, warm-started. None: by the terms.
    lp : str, default="auto"
        The simplex solver: auto, microlp, or one of those that are built in on request: highs,
        minilp.
    time_limit : float or None, default=None
        End after this many seconds with the best model so far; inf is no limit. Must be positive.
        None: no limit.
    target_cut : sequence of float or None, default=None
        Where a target of numbers is cut into classes: ``[10, 20]`` makes ``< 10``, ``10 to 20`` and
        ``>= 20``. ``y`` is numbers then, also where it is compared with predictions, which are
        names of classes.
    feature_names : sequence of str or None, default=None
        Names of the columns of arrays and sparse matrices; frames have their own. None: x0, x1, ...
    verbose : int, default=0
        Above 0, a progress bar is shown.

    Attributes
    ----------
    classes_ : array of shape (n_classes,)
        The labels, ascending.
    rules_ : pandas.DataFrame
        The rules: conditions, class, weight, coverage, precision, length.
    intercept_ : array of shape (n_classes,)
        The votes that each class has before any rule.
    certificate_ : Certificate
        Objective, proved bound, gap, status, and what it took.
    trace_ : pandas.DataFrame
        One line per round of column generation, with the columns of ``fit --trace``.
    path_ : pandas.DataFrame
        One line for each size that has a model; only if the size was chosen.
    fairness_ : dict
        A comparison of the groups in training; only if ``sensitive_features`` were given.
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
    6
    >>> len(model.at(3).rules_)
    3
    >>> model.predict_proba(X).shape
    (150, 3)
    """

    _method = "rules"

    # Generated by scripts/python-parameters.py from the library's table of parameters.
    def __init__(
        self,
        size: str | int | None = None,
        *,
        max_length: int | None = None,
        monotonic_cst: Mapping[str | int, Literal["+", "-", 1, 0, -1]] | Sequence[Literal[1, 0, -1]] | None = None,
        threshold: float | None = None,
        class_weight: dict[Any, float] | str | None = None,
        categorical_features: Sequence[str | int] | None = None,
        random_state: Any = 0,
        n_jobs: int | None = None,
        path: str = "forward",
        cv: Any = 5,
        divisions: int | None = None,
        choose_by: str | Callable[..., float] | Sequence[str | Callable[..., float]] | None = None,
        penalty: float | None = None,
        ridge: float | None = None,
        loss: str = "logistic",
        error_costs: tuple[float, float] | None = None,
        rule_cost: str = "length",
        max_depth: int | None = 5,
        criterion: str = "gini",
        min_samples_leaf: int = 1,
        min_gain: float = 0.0,
        all_nodes: bool = False,
        weight_threshold: float = 0.0,
        bins: int | None = None,
        cuts: str = "quantiles",
        min_cover: int | None = None,
        interaction_cst: Sequence[Sequence[str | int]] | str | None = None,
        must_have: Any = None,
        forbid: Sequence[str | int] | None = None,
        max_rules: int | None = None,
        max_conditions: int | None = None,
        pos_label: Any = None,
        keep: Sequence[str | int] | None = None,
        min_category: int | None = None,
        constraint: str | None = None,
        epsilon: float = 0.0,
        pricers: str | Pricer | Sequence[str | Pricer] | None = None,
        stage_policy: str = "until-columns",
        columns_per_round: int | None = None,
        pricing_time_limit: float | None = None,
        pool: Any = None,
        start: Any = None,
        terms: str | None = None,
        max_iter: int | None = None,
        gap: float = 0.0,
        tol: float | None = None,
        smoothing: float = 0.8,
        lp_strategy: str | None = None,
        lp: str = "auto",
        time_limit: float | None = None,
        target_cut: Sequence[float] | None = None,
        feature_names: Sequence[str] | None = None,
        verbose: int = 0,
    ) -> None:
        self.size = size
        self.max_length = max_length
        self.monotonic_cst = monotonic_cst
        self.threshold = threshold
        self.class_weight = class_weight
        self.categorical_features = categorical_features
        self.random_state = random_state
        self.n_jobs = n_jobs
        self.path = path
        self.cv = cv
        self.divisions = divisions
        self.choose_by = choose_by
        self.penalty = penalty
        self.ridge = ridge
        self.loss = loss
        self.error_costs = error_costs
        self.rule_cost = rule_cost
        self.max_depth = max_depth
        self.criterion = criterion
        self.min_samples_leaf = min_samples_leaf
        self.min_gain = min_gain
        self.all_nodes = all_nodes
        self.weight_threshold = weight_threshold
        self.bins = bins
        self.cuts = cuts
        self.min_cover = min_cover
        self.interaction_cst = interaction_cst
        self.must_have = must_have
        self.forbid = forbid
        self.max_rules = max_rules
        self.max_conditions = max_conditions
        self.pos_label = pos_label
        self.keep = keep
        self.min_category = min_category
        self.constraint = constraint
        self.epsilon = epsilon
        self.pricers = pricers
        self.stage_policy = stage_policy
        self.columns_per_round = columns_per_round
        self.pricing_time_limit = pricing_time_limit
        self.pool = pool
        self.start = start
        self.terms = terms
        self.max_iter = max_iter
        self.gap = gap
        self.tol = tol
        self.smoothing = smoothing
        self.lp_strategy = lp_strategy
        self.lp = lp
        self.time_limit = time_limit
        self.target_cut = target_cut
        self.feature_names = feature_names
        self.verbose = verbose
    # End of what is generated.
