"""Rule sets that say yes or no."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal

from ._front import SizedEstimator
from ._pricer import Pricer


class BooleanRuleClassifier(SizedEstimator):
    """Learns an OR of ANDs, or an AND of ORs, of bounded complexity (Boolean decision rules, CG).

    Minimises the Hamming loss: a missed positive row counts once, and a negative row counts once for every rule that
    covers it. It can prove that no rule set has a smaller loss. With several classes, each is learned against the rest;
    the class with the most rules that a row meets wins, or the first of those that tie.

    By default rule sets of nine complexities are learned, and cross-validation chooses the smallest within a standard
    error of the best. All of this takes at most ten seconds. ``path_`` has their scores, ``plot_front()`` draws them,
    and ``at(k)`` is the rule set of another size. With a ``complexity`` the best rule set within it is learned.

    Parameters
    ----------
    complexity : float or None, default=None
        The bound on the number of rules plus their conditions; with several classes, for each class.
        None: 15 if nothing else bounds the rules, complexity has no price and the size is not chosen.
    size : {"auto", "best", "given"}, int or None, default=None
        How many rules. "auto": the smallest model that cross-validates within a standard error of the best. "best": the
        one with the best score. A number: the best one with that many rules. "given": what the complexity leads to.
        None: auto, or given if a bound on the rules, a price, ``constraint`` or ``must_have`` is set.
    folds : int, default=5
        The folds of the cross-validation that chooses the size.
    complexity_price : float, default=0.0
        What a unit of complexity costs, in errors.
    cnf : bool, default=False
        Learn an AND of ORs; for two classes.
    fp_weight, fn_weight : float, default=1.0
        What a false positive and a false negative cost.
    must_have : RuleSet, estimator, path or None, default=None
        Rules that must be in.
    forbid : sequence of str or None, default=None
        Conditions that no rule may have: ``COL``, ``COL <=``, ``COL = VALUE``, ``COL is missing``.
    enumerate : int, default=20000
        The most rules enumerated to prove that a rule set is the best; 0: none.
    mip : str, default="auto"
        What solves the integer program: auto, microlp (highs and cbc, where they are built in).
    bins : int or None, default=None
        Cut points of numeric columns: their quantiles, from 2 to 255. None: 10, as in the paper.
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
    max_rules : int or None, default=None
        The most rules that a model may have.
    max_conditions : int or None, default=None
        The most conditions that all rules may have together.
    pricers : str, Pricer, sequence of them or None, default=None
        The stages of pricing, from cheap to exact (see ``RugClassifier``). None: greedy, sampled where the data are
        large, branch-and-bound.
    stage_policy : str, default="until-columns"
        When a round moves on to the next pricer: "until-columns", if no rule was found; "until-at-least-N", if fewer
        than N rules were found; "all", always.
    columns_per_round : int or None, default=None
        The most rules that an exact pricer adds for a round. None: 10.
    pricing_time_limit : float or None, default=None
        The most seconds for one call of an exact pricer. None: 45.
    pool : RuleSet, estimator, path or None, default=None
        Rules that the pricer ``pool`` offers, such as those of ``rules_from_ensemble``.
    iterations : int or None, default=None
        The most rounds of column generation. None: no limit.
    gap : float, default=0.0
        Column generation stops at this relative gap.
    tolerance : float, default=None
        Relative tolerance of the first linear programs; from 0 up to 1. None: 1e-3.
    smoothing : float, default=0.8
        Dual smoothing; from 0, which is none, up to 1.
    lp_strategy : {"interior", "warm-start", "dual-simplex"} or None, default=None
        How linear programs are solved. None: interior.
    lp : str, default="auto"
        The simplex solver: auto, microlp (highs, minilp, where they are built in).
    time_limit : float or None, default=None
        End after this many seconds with the best model so far. None: 10.
    class_weight : dict, "balanced" or None, default=None
        Factors of the weights of rows by label (1 for those not named); ``balanced``: all classes have the same total.
    categorical : sequence of str or int, default=None
        Columns of codes, by name or position: numbers that are names.
    keep : sequence of str or int, default=None
        Columns, by name or position, to keep although their values name rows: names, running numbers, unique codes.
        By default such columns are left out; ``certificate_.dropped`` lists them.
    positive : label or None, default=None
        With two classes, the class that rules are for. None: the second.
    constraint : {"equal-opportunity", "equalized-odds"} or None, default=None
        Keep mean errors alike between the groups of ``sensitive_features``: false negatives, or both kinds of errors.
        Needs two classes.
    epsilon : float, default=0.0
        By how much mean errors of two groups may differ; 0 is strict.
    random_state : int, RandomState or None, default=0
        The seed of random draws. None: from NumPy's global generator.
    n_jobs : int or None, default=None
        Threads, as in joblib: None is 1, -1 all. The result is the same with any number, unless time runs out.
    verbose : int, default=0
        Whether to show a progress bar.

    Attributes
    ----------
    classes_, rules_, certificate_, trace_, path_, fairness_, n_features_in_, feature_names_in_
        As of ``RuleClassifier``. There is a ``path_`` only with size "auto" or "best".

    References
    ----------
    Dash, Günlük, Wei: Boolean decision rules via column generation, NeurIPS 2018.
    Lawless, Dash, Günlük, Wei: Interpretable and fair Boolean rule sets via column generation, JMLR 2023.

    Examples
    --------
    >>> import pandas as pd
    >>> from rulegen import BooleanRuleClassifier
    >>> X = pd.DataFrame({"size": [1, 2, 3, 4, 5], "colour": ["red", "red", "blue", "blue", "red"]})
    >>> model = BooleanRuleClassifier(complexity=2).fit(X, ["no", "no", "yes", "yes", "yes"])
    >>> model.certificate_.status, model.certificate_.objective
    ('optimal', 0.0)
    """

    _method = "boolean"

    def __init__(
        self,
        complexity: float | None = None,
        *,
        size: str | int | None = None,
        folds: int = 5,
        complexity_price: float = 0.0,
        cnf: bool = False,
        fp_weight: float = 1.0,
        fn_weight: float = 1.0,
        must_have: Any = None,
        forbid: Sequence[str] | None = None,
        enumerate: int = 20_000,
        mip: str = "auto",
        bins: int | None = None,
        cuts: str = "quantiles",
        max_length: int | None = None,
        min_cover: int | None = None,
        min_category: int | None = None,
        monotone: Mapping[str, Literal["+", "-", 1, -1]] | None = None,
        together: Sequence[Sequence[str]] | None = None,
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
        self.complexity = complexity
        self.size = size
        self.folds = folds
        self.complexity_price = complexity_price
        self.cnf = cnf
        self.fp_weight = fp_weight
        self.fn_weight = fn_weight
        self.must_have = must_have
        self.forbid = forbid
        self.enumerate = enumerate
        self.mip = mip
        self.bins = bins
        self.cuts = cuts
        self.max_length = max_length
        self.min_cover = min_cover
        self.min_category = min_category
        self.monotone = monotone
        self.together = together
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
