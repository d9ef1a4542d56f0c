"""Rule sets that say yes or no."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal

from ._front import SizedEstimator
from ._pricer import Pricer


class BooleanRuleClassifier(SizedEstimator):
    """Learns an OR of ANDs, or an AND of ORs, of bounded complexity (Boolean decision rules, CG).

    Minimises the Hamming loss: a missed positive row counts once, and a negative row counts once
    for every rule that covers it. It can prove that no rule set has a smaller loss. With several
    classes, each is learned against the rest; the class with the most rules that a row meets wins,
    or the first of those that tie.

    By default rule sets of nine complexities are learned, and cross-validation chooses the smallest
    within the standard error of the difference of the best. ``path_`` has their scores,
    ``plot_front()`` draws them, and ``at(k)`` is the rule set of another size. With a
    ``complexity`` the best rule set within it is learned. Limits of work end a long search, with a
    warning, so that all fits to the same data are the same; with a ``time_limit`` the clock does.

    Parameters
    ----------
    complexity : float or None, default=None
        The bound on the rules' complexity: their number and that of their conditions. With several
        classes for each of them. Must be finite and not negative. None: 15, none where complexity
        has a price.
    size : {"auto", "best", "given"}, int or None, default=None
        The number of rules. "auto": the smallest model that cross-validates within a standard error
        of the best. "best": the one with the best score. A number: that many, or fewer if more do
        not pay. "given": as many as the penalty or the complexity leads to. None: auto; given if
        ``penalty`` or ``constraint`` is set or, with boolean, a bound on the rules,
        ``complexity_price`` or ``must_have``.
    max_length : int or None, default=None
        The most conditions of a rule. Must be at least 1. None: no limit.
    fp_weight : float, default=1.0
        The cost of a false positive. Must be positive and finite.
    fn_weight : float, default=1.0
        The cost of a false negative. Must be positive and finite.
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
    cv : int, splitter or iterable of splits, default=5
        The folds that choose the size: their number; a splitter of scikit-learn, which gets the
        ``groups`` of ``fit``; or pairs of rows to learn from and rows to hold out.
    complexities : sequence of float or None, default=None
        The complexities among which a size is chosen. None: 2, 4, 6, 9, 13, 18, 25, 32 and 40.
    complexity_price : float, default=0.0
        The price of a unit of complexity, in errors. Must be finite and not negative.
    cnf : bool, default=False
        Learn an AND of ORs instead of an OR of ANDs.
    enumerate : int, default=100_000
        The most rules enumerated to prove a rule set best of all; 0: none.
    mip : str, default="auto"
        The solver of the integer program: auto, microlp, or one of those that are built in on
        request: highs, cbc.
    bins : int or None, default=None
        Cut points of numeric columns: their N-quantiles, from 2 to 255 (10 in both papers). None:
        10.
    cuts : {"quantiles", "trees"}, default="quantiles"
        Where columns of numbers are cut. "quantiles": at the quantiles that ``bins`` asks for;
        "trees": at those of them at which boosted trees split: fewer, so that proofs take less
        time.
    min_cover : int or None, default=None
        The fewest training rows that a rule covers. Must be at least 1. None: 1.
    monotonic_cst : dict, sequence of int or None, default=None
        Columns of numbers along which the positive class of two never becomes less likely (``"+"``
        or 1) or never more likely (``"-"`` or -1), by name or position: ``{"income": "+", 3:
        "-"}``; or 1, 0 or -1 for each column.
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
        The most rules that a model may have. None: no limit.
    max_conditions : int or None, default=None
        The most conditions that all rules may have together. None: no limit.
    pos_label : label or None, default=None
        The class that F1 is computed for and that Boolean rules predict. None: of two classes the
        second.
    class_weight : dict, "balanced" or None, default=None
        Factors of the weights of rows by label (1 for those not named); ``balanced``: all classes
        have the same total.
    keep : sequence of str or int or None, default=None
        Columns, by name or position, to keep although their values name rows: names, running
        numbers, unique codes. By default such columns are left out; ``certificate_.dropped`` lists
        them.
    min_category : int or None, default=None
        Categories of fewer training rows have no condition of their own: they are treated like
        unseen ones. The three most frequent always have one. Must be at least 1. None: 1.
    constraint : {"equal-opportunity", "equalized-odds"} or None, default=None
        Keep mean errors alike between groups: false negatives, or both kinds of errors. Needs two
        classes.
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
        The most rules that an exact pricer adds for a class and round. None: 10.
    pricing_time_limit : float or None, default=None
        The most seconds for one call of an exact pricer. Must be positive. None: 45 where pricers
        are named, or under a time limit.
    pool : RuleSet, ensemble of trees, estimator, path or None, default=None
        Rules that the pricer ``pool`` offers: those of a fitted ensemble, as
        ``rules_from_ensemble`` takes them, or of a model. That pricer needs them.
    start : {"none", "tree"}, RuleSet, estimator, path or None, default=None
        The first columns of column generation: "none"; "tree", the leaves of a first tree; or
        rules, each of which must be one that this run could find. None: none.
    max_iter : int or None, default=None
        The most rounds of column generation. Where the method rules chooses rules one by one, their
        number bounds the rounds instead. None: no limit.
    gap : float, default=0.0
        Stop at this relative gap between objective and bound; at 1e-6 a run counts as optimal
        anyway. Must be finite and not negative.
    tol : float or None, default=None
        Relative tolerance of the first linear programs; 0 solves all to a vertex. Must be at least
        0 and below 1. None: 0.001.
    smoothing : float, default=0.8
        Dual smoothing: how far on the way from the duals to those of the best bound rules are
        priced, where linear programs are large (from 1,000 rules on, by interior points); 0 is
        none. Must be at least 0 and below 1.
    lp_strategy : {"interior", "warm-start", "dual-simplex"} or None, default=None
        The way in which linear programs are solved. The logistic loss has none, and fairness needs
        interior. "interior": interior point over merged samples, a vertex at the end; "warm-start":
        a simplex solver over all samples, warm-started; "dual-simplex": our own dual simplex with a
        dense working basis, warm-started. None: interior.
    lp : str, default="auto"
        The simplex solver: auto, microlp, or one of those that are built in on request: highs,
        minilp.
    time_limit : float or None, default=None
        End after this many seconds with the best model so far; inf is no limit. Must be positive.
        None: limits of work, under which rules do not depend on the clock.
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
    classes_, rules_, certificate_, trace_, path_, fairness_, n_features_in_, feature_names_in_
        As of ``RuleClassifier``. There is a ``path_`` only with size "auto" or "best".

    References
    ----------
    Dash, Günlük, Wei: Boolean decision rules via column generation, NeurIPS 2018.
    Lawless, Dash, Günlük, Wei: Interpretable and fair Boolean rule sets via column generation,
    JMLR 2023.

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

    # Generated by scripts/python-parameters.py from the library's table of parameters.
    def __init__(
        self,
        complexity: float | None = None,
        *,
        size: str | int | None = None,
        max_length: int | None = None,
        fp_weight: float = 1.0,
        fn_weight: float = 1.0,
        categorical_features: Sequence[str | int] | None = None,
        random_state: Any = 0,
        n_jobs: int | None = None,
        cv: Any = 5,
        complexities: Sequence[float] | None = None,
        complexity_price: float = 0.0,
        cnf: bool = False,
        enumerate: int = 100_000,
        mip: str = "auto",
        bins: int | None = None,
        cuts: str = "quantiles",
        min_cover: int | None = None,
        monotonic_cst: Mapping[str | int, Literal["+", "-", 1, 0, -1]] | Sequence[Literal[1, 0, -1]] | None = None,
        interaction_cst: Sequence[Sequence[str | int]] | str | None = None,
        must_have: Any = None,
        forbid: Sequence[str | int] | None = None,
        max_rules: int | None = None,
        max_conditions: int | None = None,
        pos_label: Any = None,
        class_weight: dict[Any, float] | str | None = None,
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
        self.complexity = complexity
        self.size = size
        self.max_length = max_length
        self.fp_weight = fp_weight
        self.fn_weight = fn_weight
        self.categorical_features = categorical_features
        self.random_state = random_state
        self.n_jobs = n_jobs
        self.cv = cv
        self.complexities = complexities
        self.complexity_price = complexity_price
        self.cnf = cnf
        self.enumerate = enumerate
        self.mip = mip
        self.bins = bins
        self.cuts = cuts
        self.min_cover = min_cover
        self.monotonic_cst = monotonic_cst
        self.interaction_cst = interaction_cst
        self.must_have = must_have
        self.forbid = forbid
        self.max_rules = max_rules
        self.max_conditions = max_conditions
        self.pos_label = pos_label
        self.class_weight = class_weight
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
