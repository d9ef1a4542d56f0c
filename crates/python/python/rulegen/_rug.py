"""Weighted rules that vote."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal

from ._base import Estimator
from ._pricer import Pricer


class RugClassifier(Estimator):
    """Learns weighted rules for any number of classes (RUG).

    A linear program over rules, solved by column generation:
    ``min penalty * sum(cost of rule * weight) + sum(errors)``, where the error of a row is ``max(0, 1 - votes)``.
    Of the rules that a row meets, the class with most weight wins.

    Parameters
    ----------
    penalty : float, default=1.0
        The weight of rule costs against errors; positive.
    rule_cost : {"length", "unit", "merged", "gini", "coverage"}, default="length"
        The cost of a rule: its number of conditions, 1, its number of columns, 1 plus the Gini impurity of what it
        covers, or 2 less the share of rows that it covers.
    cost_scaling : {"published", "none"}, default="published"
        ``published`` divides costs by the largest cost of a rule of the first tree.
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
    fallback : {"class", "first-tree"}, default="class"
        The answer if no rule applies: the most frequent class among such training rows, or the answer of the first
        tree.
    bins : int or None, default=None
        Cut points of numeric columns: their quantiles, from 2 to 255. None: between all values where there are at
        most 255, else 255 quantiles.
    cuts : {"quantiles", "trees"}, default="quantiles"
        Where columns of numbers are cut: at these quantiles, or only at those at which boosted trees split.
    max_length : int or None, default=None
        The most conditions of a rule.
    min_cover : int or None, default=None
        The fewest training rows that a rule covers. None: 1.
    min_category : int or None, default=None
        A category of fewer training rows has no condition of its own: it is treated like one that training did not see.
        The three most frequent categories always have one. None: 1.
    monotone : dict or None, default=None
        Columns of numbers along which the positive class of two never becomes less likely (``"+"`` or 1) or never more
        likely (``"-"`` or -1), by name: ``{"income": "+", "debt": "-"}``.
    together : sequence of sequences of columns or None, default=None
        Groups of columns that a rule may combine: all columns of a rule are in one of them. Columns in no group form
        one more group: ``[["age", "income"], ["age", "debt"]]``.
    forbid : sequence of str or None, default=None
        Conditions that no rule may have: "COL", "COL <=", "COL = VALUE", "COL is missing".
    max_rules : int or None, default=None
        The most rules that a model may have.
    max_conditions : int or None, default=None
        The most conditions that all rules may have together.
    pricers : str, Pricer, sequence of them or None, default=None
        The stages of pricing, from cheap to exact: pool, tree, greedy, sampled, branch-and-bound, bilp-cbc,
        bilp-highs, and any ``Pricer`` of your own. With one of the last three named, which are exact, the result can be
        proved optimal. None: tree.
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
        The most rounds of column generation. None: 15, no limit where a pricer is exact.
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
        The seed of random draws (only the pricer ``sampled`` draws). None: from NumPy's global generator.
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
    certificate_ : Certificate
        Objective, proved bound, gap, status, and what it took.
    trace_ : pandas.DataFrame
        One line per round of column generation, with the columns of ``fit --trace``.
    fairness_ : dict
        How groups compare in training; only if ``sensitive_features`` were given.
    n_features_in_ : int
    feature_names_in_ : array of shape (n_features,)
        Only for frames whose columns all have text names.

    References
    ----------
    Lumadjeng, Röber, Akyüz, Birbil: Rule generation for classification: scalability, interpretability, and fairness.

    Examples
    --------
    >>> from sklearn.datasets import load_iris
    >>> from rulegen import RugClassifier
    >>> X, y = load_iris(return_X_y=True, as_frame=True)
    >>> model = RugClassifier(max_depth=2).fit(X, y)
    >>> bool(model.score(X, y) > 0.95)
    True
    """

    _method = "rug"

    def __init__(
        self,
        penalty: float = 1.0,
        *,
        rule_cost: str = "length",
        cost_scaling: str = "published",
        max_depth: int | None = 5,
        criterion: str = "gini",
        min_leaf: int = 1,
        min_gain: float = 0.0,
        all_nodes: bool = False,
        weight_threshold: float = 0.0,
        fallback: str = "class",
        bins: int | None = None,
        cuts: str = "quantiles",
        max_length: int | None = None,
        min_cover: int | None = None,
        min_category: int | None = None,
        monotone: Mapping[str, Literal["+", "-", 1, -1]] | None = None,
        together: Sequence[Sequence[str]] | None = None,
        forbid: Sequence[str] | None = None,
        max_rules: int | None = None,
        max_conditions: int | None = None,
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
        self.penalty = penalty
        self.rule_cost = rule_cost
        self.cost_scaling = cost_scaling
        self.max_depth = max_depth
        self.criterion = criterion
        self.min_leaf = min_leaf
        self.min_gain = min_gain
        self.all_nodes = all_nodes
        self.weight_threshold = weight_threshold
        self.fallback = fallback
        self.bins = bins
        self.cuts = cuts
        self.max_length = max_length
        self.min_cover = min_cover
        self.min_category = min_category
        self.monotone = monotone
        self.together = together
        self.forbid = forbid
        self.max_rules = max_rules
        self.max_conditions = max_conditions
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
