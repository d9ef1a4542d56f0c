//! The table of parameters. Flags, keys of experiments, Python arguments, range checks and the
//! records of model files are all made from it, so a parameter is one entry here.

use super::choices::{ClassWeight, CostScaling, Cuts, FallbackKind, NormalForm, PathKind};
use super::error_costs::ErrorCosts;
use super::fairness::FairnessCriterion;
use super::info::{ParameterGroup, ParameterInfo, Range, check_range};
use super::kind::{ParameterType, Refusal};
use super::method::Method::{self, Boolean, Rug, Rules};
use super::must_have::MustHave;
use super::scorer::Scorer;
use super::size::SizeChoice;
use super::start::Start;
use super::terms::Terms;
use super::together::Together;
use super::trend::Trend;
use super::value::ParameterValue;
use crate::loss::LossName;
use crate::parameter_error::ParameterError;
use crate::pricers::PricerName;
use crate::registry::Registry;
use rulegen_binarize::Bins;
use rulegen_data::Split;
use rulegen_driver::StagePolicy;
use rulegen_lp::{Backend, MipBackend};
use rulegen_master::{LpStrategy, RuleCost, RuleSize};
use rulegen_measure::ChoiceMeasure;
use rulegen_pricing::Criterion;
use rulegen_rule::Model;
use serde_json::Value;
use std::collections::BTreeMap;
use std::num::NonZeroUsize;
use std::sync::Arc;
use std::time::Duration;

/// The default of [`Parameters::rows_at_hand`]. With 20 columns a million merged rows take 30 MB.
pub const ROWS_AT_HAND: NonZeroUsize = NonZeroUsize::new(1_000_000).expect("a million is not zero");

/// The methods that weigh rules.
const WEIGHTED: &[Method] = &[Rug, Rules];

/// The reason why a method has no threshold.
const NO_THRESHOLD: &str = "a threshold is a probability, which the method rules gives; Boolean rules weigh false positives \
                            and false negatives instead";

/// The methods that can choose a size.
const SIZED: &[Method] = &[Rules, Boolean];

/// A line of the table: the properties of a parameter and the access to its field.
pub(crate) struct Entry {
    pub(crate) info: ParameterInfo,
    pub(crate) get: fn(&Parameters) -> ParameterValue,
    pub(crate) set: fn(&mut Parameters, ParameterValue) -> Result<(), Refusal>,
    pub(crate) reset: fn(&mut Parameters, &Parameters),
    pub(crate) record: fn(&Parameters) -> Value,
    pub(crate) check: fn(&Parameters, &ParameterInfo) -> Result<(), ParameterError>,
}

/// Declares the structure, its defaults and the table. The comment of a field is its help.
macro_rules! parameters {
    (
        table { $($(#[doc = $help:literal])+ $field:ident: $type:ty = $default:expr, { $($key:ident: $value:expr),* $(,)? };)* }
        library { $($(#[doc = $about:literal])+ $inner:ident: $inner_type:ty = $inner_default:expr;)* }
    ) => {
        /// The parameters of a learner. Fields that its method does not have are ignored.
        ///
        /// A default that depends on the method, on other parameters or on data is `None` here. The
        /// help says it in words.
        ///
        /// ```
        /// use rulegen::{Method, Parameters};
        ///
        /// let parameters = Parameters { penalty: Some(0.1), ..Parameters::of(Method::Rug) };
        /// assert!(parameters.check().is_ok());
        /// ```
        #[derive(Clone, Debug)]
        pub struct Parameters {
            /// The method whose defaults apply.
            pub method: Method,
            $($(#[doc = $help])+ pub $field: $type,)*
            $($(#[doc = $about])+ pub $inner: $inner_type,)*
        }

        /// The parameters of a method with all defaults.
        pub(super) fn usual(method: Method) -> Parameters {
            Parameters { method, $($field: $default,)* $($inner: $inner_default,)* }
        }

        /// The parameters that have a name, in the order of the help.
        pub(super) const TABLE: &[Entry] = &[$(Entry {
            info: ParameterInfo {
                $($key: $value,)*
                kind: <$type as ParameterType>::KIND,
                help: concat!($($help),+),
                ..ParameterInfo::USUAL
            },
            get: |p| ParameterType::write(&p.$field),
            set: |p, value| {
                p.$field = ParameterType::read(value)?;
                Ok(())
            },
            reset: |p, usual| p.$field = usual.$field.clone(),
            record: |p| ParameterType::record(&p.$field),
            check: |p, info| check_range(&p.$field, info),
        }),*];
    };
}

parameters! {
    table {
        /// The number of rules: auto (the fewest whose cross-validated scores are within the
        /// standard error of the difference, or 0.0075, of the best), best (those that do best), a
        /// number, or given (determined by the penalty or the complexity) [default: auto; given if
        /// --penalty or --fairness is set or, with boolean, a bound on the rules,
        /// --complexity-price or --must-have].
        size: Option<SizeChoice> = None, {
            name: "size", noun: "the size", unit: "auto|best|N|given", methods: SIZED, recorded: Some("size"),
        };
        /// The way in which rules are found where the size is chosen.
        path: PathKind = PathKind::Forward, {
            name: "path", noun: "the path", methods: &[Rules], recorded: Some("path"),
        };
        /// The folds of the cross-validation that chooses the size.
        folds: usize = 5, {
            name: "folds", noun: "the number of folds", unit: "K", methods: SIZED, ranges: &[Range::AT_LEAST_TWO],
            recorded: Some("folds"),
        };
        /// The number of times that the rows are divided into folds. With more of them the size
        /// depends less on the seed, and the fit takes longer [default: up to 8, while all
        /// divisions have at most 150,000 cells].
        divisions: Option<usize> = None, {
            name: "divisions", noun: "the number of divisions", unit: "N", methods: &[Rules],
            ranges: &[Range { words: "from 1 to 1000", accepts: |n| (1.0..=1000.0).contains(&n) }],
        };
        /// The measures by which the size is chosen: accuracy, balanced-accuracy, auc, log-loss,
        /// f1. With several measures a model must be close to the best in all of them [default:
        /// accuracy,auc; accuracy alone with the loss hinge].
        choose_by: Option<Vec<ChoiceMeasure>> = None, {
            name: "choose-by", noun: "the list of measures", unit: "MEASURES", methods: &[Rules],
            ranges: &[Range::NOT_EMPTY], recorded: Some("choose_by"),
        };
        /// The weight of rule costs against errors; where the size is chosen, in units of the mean
        /// weight of a row [default: 1].
        penalty: Option<f64> = None, {
            name: "penalty", noun: "the penalty", unit: "LAMBDA", methods: WEIGHTED,
            ranges: &[Range::POSITIVE, Range { words: "at most 1e100", accepts: |x| x <= 1e100 }],
            recorded: Some("penalty"),
        };
        /// Half of this times the square of each weight is added to the logistic loss; where the
        /// size is chosen, in units of the mean weight of a row [default: 3 where the size is
        /// chosen, and then, up to 10000 rows, that of 3, 1, 0.3, 0.1 and 0.03 for the weights of
        /// the model that gives rows held out the smallest log loss; else 0].
        ridge: Option<f64> = None, {
            name: "ridge", noun: "the ridge", unit: "RHO", methods: &[Rules], ranges: &[Range::NOT_NEGATIVE],
            recorded: Some("ridge"),
        };
        /// The cost of an error: hinge (the margin to the best other class), or logistic (for
        /// probabilities).
        loss: LossName = LossName::LOGISTIC, {
            name: "loss", noun: "the loss", methods: &[Rules], recorded: Some("loss"),
        };
        /// The smallest probability of the positive class of two at which it is predicted. It
        /// changes no rule: sizes are compared without it. Only the logistic loss has it [default:
        /// the likelier class is predicted].
        threshold: Option<f64> = None, {
            name: "threshold", noun: "the threshold", unit: "P", methods: &[Rules], elsewhere: NO_THRESHOLD,
            ranges: &[Range::INSIDE],
        };
        /// The cost of missing a positive row and that of a false alarm, such as 5,1, in place of a
        /// threshold, which is FALSE / (MISSED + FALSE) [default: none].
        error_costs: Option<ErrorCosts> = None, {
            name: "error-costs", noun: "the costs of errors", unit: "MISSED,FALSE", methods: &[Rules],
            elsewhere: NO_THRESHOLD,
        };
        /// The cost of a rule.
        cost: RuleCost = RuleCost::Length, {
            name: "rule-cost", noun: "the cost of a rule", methods: WEIGHTED, recorded: Some("rule_cost"),
        };
        /// Scaling of rule costs: published (1 over the largest cost of a rule of the first tree)
        /// or none.
        cost_scaling: CostScaling = CostScaling::Published, {
            name: "cost-scaling", noun: "the scaling of costs", methods: &[Rug], recorded: Some("cost_scaling"),
        };
        /// The answer where no rule applies: a class, or what the first tree says.
        fallback: FallbackKind = FallbackKind::Class, {
            name: "fallback", noun: "the fallback", methods: &[Rug], recorded: Some("fallback"),
        };
        /// The depth of trees.
        max_depth: usize = 5, {
            name: "max-depth", noun: "the maximum depth", unit: "N", methods: WEIGHTED,
            ranges: &[Range::AT_LEAST_ONE], recorded: Some("max_depth"),
        };
        /// The impurity of trees.
        criterion: Criterion = Criterion::Gini, {
            name: "criterion", noun: "the impurity", methods: WEIGHTED, recorded: Some("criterion"),
        };
        /// The fewest samples of a tree's branch.
        min_leaf: usize = 1, {
            name: "min-leaf", noun: "the minimum leaf", unit: "N", methods: WEIGHTED,
            ranges: &[Range::AT_LEAST_ONE], recorded: Some("min_leaf"),
        };
        /// The least decrease of impurity of a split.
        min_gain: f64 = 0.0, {
            name: "min-gain", noun: "the minimum gain", unit: "X", methods: WEIGHTED,
            ranges: &[Range::NOT_NEGATIVE], recorded: Some("min_gain"),
        };
        /// Inner nodes of trees are candidates too, not only leaves.
        all_nodes: bool = false, {
            name: "all-nodes", noun: "all nodes", methods: WEIGHTED, recorded: Some("all_nodes"),
        };
        /// Rules of less weight, relative to the largest, are dropped (0.05 in the RUG paper's
        /// tables).
        weight_threshold: f64 = 0.0, {
            name: "weight-threshold", noun: "the weight threshold", unit: "X", methods: WEIGHTED,
            ranges: &[Range::SHARE], recorded: Some("weight_threshold"),
        };
        /// The bound on the rules' complexity: their number and that of their conditions
        /// [default: 15, none where complexity has a price]. With several classes for each of them.
        complexity: Option<f64> = None, {
            name: "complexity", noun: "the complexity", unit: "C", methods: &[Boolean],
            ranges: &[Range::NOT_NEGATIVE], recorded: Some("complexity"),
        };
        /// The complexities among which a size is chosen [default: 2,4,6,9,13,18,25,32,40].
        complexities: Option<Vec<f64>> = None, {
            name: "complexities", noun: "the list of complexities", unit: "CS", methods: &[Boolean],
            ranges: &[Range::NOT_EMPTY],
        };
        /// The price of a unit of complexity, in errors.
        complexity_price: f64 = 0.0, {
            name: "complexity-price", noun: "the price on complexity", unit: "X", methods: &[Boolean],
            ranges: &[Range::NOT_NEGATIVE], recorded: Some("complexity_price"),
        };
        /// Learn an AND of ORs instead of an OR of ANDs.
        form: NormalForm = NormalForm::Disjunctive, {
            name: "cnf", noun: "the normal form", methods: &[Boolean], recorded: Some("form"),
        };
        /// The cost of a false positive.
        false_positive_weight: f64 = 1.0, {
            name: "fp-weight", noun: "the weight of false positives", unit: "X", methods: &[Boolean],
            ranges: &[Range::POSITIVE], recorded: Some("false_positive_weight"),
        };
        /// The cost of a false negative.
        false_negative_weight: f64 = 1.0, {
            name: "fn-weight", noun: "the weight of false negatives", unit: "X", methods: &[Boolean],
            ranges: &[Range::POSITIVE], recorded: Some("false_negative_weight"),
        };
        /// The most rules enumerated to prove a rule set best of all; 0: none.
        enumeration_limit: usize = 100_000, {
            name: "enumerate", noun: "the number of rules enumerated", unit: "N", methods: &[Boolean],
            recorded: Some("enumeration_limit"),
        };
        /// The solver of the integer program: auto, microlp, or one of those that are built in on
        /// request: highs, cbc.
        mip: MipBackend = MipBackend::auto(), {
            name: "mip", noun: "the solver of integer programs", unit: "NAME", methods: &[Boolean],
            named_default: Some("auto"), recorded: Some("mip"),
        };
        /// The class that F1 is computed for and that Boolean rules predict [default: of two
        /// classes the second].
        positive: Option<String> = None, {
            name: "positive", noun: "the positive class", unit: "CLASS", group: ParameterGroup::Data,
        };
        /// The weight of classes: by their rows, or alike for all.
        class_weight: ClassWeight = ClassWeight::Rows, {
            name: "class-weight", noun: "the weight of classes", group: ParameterGroup::Data, recorded: Some("class_weight"),
        };
        /// A column to keep although its values name rows: names, running numbers, unique codes.
        /// Without it such columns are left out. May be given several times.
        keep: Vec<String> = Vec::new(), {
            name: "keep", noun: "the columns to keep", unit: "COL", group: ParameterGroup::Data,
        };
        /// Categories of fewer training rows have no condition of their own: they are treated like
        /// unseen ones. The three most frequent always have one [default: rules: as min-cover; rug,
        /// boolean: 1].
        min_category: Option<usize> = None, {
            name: "min-category", noun: "the least number of rows of a category", unit: "N", group: ParameterGroup::Data,
            ranges: &[Range::AT_LEAST_ONE],
        };
        /// Cut points of numeric columns: their N-quantiles, from 2 to 255 (10 in both papers)
        /// [default: rules: 20 where the size is chosen, as if classes had as many rows each, else
        /// as rug; rug: all values where there are at most 255, else 255; boolean: 10].
        bins: Option<Bins> = None, {
            name: "bins", noun: "the number of bins", unit: "N", group: ParameterGroup::Rules,
            ranges: &[Range { words: "from 2 to 255", accepts: |n| (2.0..=Bins::MOST as f64).contains(&n) }],
            recorded: Some("bins"),
        };
        /// Where columns of numbers are cut.
        cuts: Cuts = Cuts::Quantiles, {
            name: "cuts", noun: "the cut points", group: ParameterGroup::Rules,
        };
        /// The most conditions of a rule [default: rules: 3 where the size is chosen; else no
        /// limit].
        max_length: Option<usize> = None, {
            name: "max-length", noun: "the maximum length", unit: "N", group: ParameterGroup::Rules, ranges: &[Range::AT_LEAST_ONE],
            recorded: Some("max_length"),
        };
        /// The fewest training rows that a rule covers [default: rug, boolean: 1; rules: a quarter
        /// of the root of the number of rows, at most a twentieth of the rows of the smallest
        /// class].
        min_cover: Option<usize> = None, {
            name: "min-cover", noun: "the least cover of a rule", unit: "N", group: ParameterGroup::Rules, ranges: &[Range::AT_LEAST_ONE],
        };
        /// A column of numbers along which the positive class of two never becomes less likely
        /// (COL:+), or never more likely (COL:-). May be given several times.
        monotone: Vec<Trend> = Vec::new(), {
            name: "monotone", noun: "the monotone columns", unit: "COL:+|COL:-", group: ParameterGroup::Rules,
        };
        /// Columns that a rule may combine with one another (COL,COL). May be given several times;
        /// columns in no group are one more group.
        together: Vec<Together> = Vec::new(), {
            name: "together", noun: "the columns that go together", unit: "COL,COL", group: ParameterGroup::Rules,
        };
        /// A rule that must be in, such as 'if age > 60 and job = cook then yes', or a model file
        /// all of whose rules must. May be given several times. It costs nothing; one that gets no
        /// weight beside the others is only noted. 'then' may be left out in Boolean rules for one
        /// class.
        must_have: Option<MustHave> = None, {
            name: "must-have", noun: "the rules that must be in", unit: "RULE|MODEL", group: ParameterGroup::Rules,
        };
        /// A condition that no rule may have: 'COL', 'COL <=', 'COL = VALUE', 'COL is missing', or
        /// 'LOW <= COL < HIGH' for all whose value is in that range. May be given several times.
        forbidden: Vec<String> = Vec::new(), {
            name: "forbid", noun: "the forbidden conditions", unit: "CONDITION", group: ParameterGroup::Rules,
        };
        /// The most rules that a model may have [default: no limit; rules: 30 where the size is
        /// chosen, 60 for best].
        max_rules: Option<NonZeroUsize> = None, {
            name: "max-rules", noun: "the number of rules", unit: "K", group: ParameterGroup::Rules,
        };
        /// The most conditions that all rules may have together [default: no limit].
        max_conditions: Option<NonZeroUsize> = None, {
            name: "max-conditions", noun: "the number of conditions", unit: "N", group: ParameterGroup::Rules,
        };
        /// Keep errors alike between groups while learning: the mean errors that the method counts
        /// may differ by epsilon. The predictions of each group are printed as with --group.
        fairness: Option<FairnessCriterion> = None, {
            name: "fairness", noun: "the fairness constraint", unit: "NOTION", group: ParameterGroup::Fairness,
        };
        /// The most by which the mean errors of two groups may differ; 0 is strict. Fairness needs
        /// it.
        epsilon: Option<f64> = None, {
            name: "epsilon", noun: "the epsilon", unit: "E", group: ParameterGroup::Fairness, ranges: &[Range::NOT_NEGATIVE],
        };
        /// The stages of pricing, from cheap to exact: pool, tree, greedy, sampled, cube (exact for
        /// rules of at most four conditions), branch-and-bound, bilp-cbc, bilp-highs; or auto,
        /// which is cube where it takes little time, else greedy, and sampled and branch-and-bound
        /// after it. Options follow a colon: tree:max-depth=3, greedy:beam=5 (docs/exact.md lists
        /// them). For `compare`: what to compare, stages joined by + [default: boolean, and rules
        /// where the size is chosen: auto; rug, and rules at a penalty: tree].
        pricers: Option<Vec<PricerName>> = None, {
            name: "pricers", noun: "the list of pricers", unit: "NAMES", group: ParameterGroup::Run, ranges: &[Range::NOT_EMPTY],
            recorded: Some("pricers"),
        };
        /// When a round goes on to the next stage: until-columns, when no rule came;
        /// until-at-least-N, when fewer than N rules came; all, always.
        stage_policy: StagePolicy = StagePolicy::UntilColumns, {
            name: "stage-policy", noun: "the policy of stages", unit: "POLICY", group: ParameterGroup::Run,
        };
        /// The most rules that an exact pricer adds for a class and round [default: rug: 30; rules:
        /// 10 where the size is chosen, else 30; boolean: 10].
        columns_per_round: Option<NonZeroUsize> = None, {
            name: "columns-per-round", noun: "the number of columns per round", unit: "N", group: ParameterGroup::Run,
            recorded: Some("columns_per_round"),
        };
        /// The most seconds for one call of an exact pricer [default: rug, rules: no limit;
        /// boolean: 45 where pricers are named, or under a time limit].
        pricing_time_limit: Option<Duration> = None, {
            name: "pricing-time-limit", noun: "the time limit of a pricing call", unit: "SECONDS", group: ParameterGroup::Run,
            ranges: &[Range::TIME],
        };
        /// A model file whose rules the pricer pool offers. That pricer needs it. Rules can have
        /// the conditions of these rules, whichever pricers are used.
        pool: Option<Model> = None, {
            name: "pool", noun: "the pool", unit: "MODEL", group: ParameterGroup::Run,
        };
        /// The first columns of column generation: none, tree (the leaves of a first tree), or a
        /// model file, each of whose rules must be one that this run could find [default: rug,
        /// rules: tree at a given penalty without a pool, else none; boolean: none].
        start: Option<Start> = None, {
            name: "start", noun: "the start", unit: "none|tree|MODEL", group: ParameterGroup::Run,
        };
        /// The length of column generation, and the way in which it solves linear programs;
        /// --iterations, --tolerance and --lp-strategy override it [default: published while no
        /// pricer is named, else converged].
        terms: Option<Terms> = None, {
            name: "terms", noun: "the terms", methods: WEIGHTED, group: ParameterGroup::Run,
        };
        /// The most rounds of column generation. Where the method rules chooses rules one by one,
        /// their number bounds the rounds instead [default: rug, rules: by the terms; boolean: no
        /// limit].
        max_iterations: Option<usize> = None, {
            name: "iterations", noun: "the number of iterations", unit: "N", group: ParameterGroup::Run,
            recorded: Some("max_iterations"),
        };
        /// Stop at this relative gap between objective and bound; at 1e-6 a run counts as optimal
        /// anyway.
        gap: f64 = 0.0, {
            name: "gap", noun: "the gap", unit: "X", group: ParameterGroup::Run, ranges: &[Range::NOT_NEGATIVE], recorded: Some("gap"),
        };
        /// Relative tolerance of the first linear programs; 0 solves all to a vertex [default: rug,
        /// rules: by the terms; boolean: 0.001].
        tolerance: Option<f64> = None, {
            name: "tolerance", noun: "the tolerance", unit: "X", group: ParameterGroup::Run, ranges: &[Range::SHARE],
            recorded: Some("tolerance"),
        };
        /// Dual smoothing: how far on the way from the duals to those of the best bound rules are
        /// priced, where linear programs are large (from 1,000 rules on, by interior points); 0 is
        /// none.
        smoothing: f64 = 0.8, {
            name: "smoothing", noun: "the smoothing", unit: "X", group: ParameterGroup::Run, ranges: &[Range::SHARE],
            recorded: Some("smoothing"),
        };
        /// The way in which linear programs are solved. The logistic loss has none, and fairness
        /// needs interior [default: rug, rules: by the terms; boolean: interior].
        strategy: Option<LpStrategy> = None, {
            name: "lp-strategy", noun: "the LP strategy", group: ParameterGroup::Run, recorded: Some("lp_strategy"),
        };
        /// The simplex solver: auto, microlp, or one of those that are built in on request: highs,
        /// minilp.
        backend: Backend = Backend::auto(), {
            name: "lp", noun: "the LP backend", unit: "NAME", group: ParameterGroup::Run, named_default: Some("auto"),
            recorded: Some("lp"),
        };
        /// End after this many seconds with the best model so far; inf is no limit [default: rug,
        /// rules: no limit; boolean: limits of work, under which rules do not depend on the clock].
        time_limit: Option<Duration> = None, {
            name: "time-limit", noun: "the time limit", unit: "SECONDS", group: ParameterGroup::Run, ranges: &[Range::TIME],
        };
        /// The seed of random splits and draws.
        seed: u64 = 0, {
            name: "seed", noun: "the seed", unit: "SEED", group: ParameterGroup::Run, recorded: Some("seed"),
        };
    }
    library {
        /// The pricers and losses that can be named.
        registry: Registry = Registry::default();
        /// True if this fit repeats another one on part of its rows. The log then says nothing of
        /// columns again, forbidden conditions need not exist, and nothing is proved of rules
        /// chosen one by one.
        quiet: bool = false;
        /// True if the fit keeps a proof of its model ([`Fitted::proof`](crate::Fitted::proof)).
        proved: bool = false;
        /// True if this is a fold of the cross-validation that chooses a size.
        fold: bool = false;
        /// The column whose values are the blocks of the data, which folds do not part. Every fit
        /// takes it from its data, and the model records it.
        split_by: Option<String> = None;
        /// The cut points of the target, if its classes are ranges of numbers. Every fit takes them
        /// from its data, and the model records them.
        target_cut: Vec<f64> = Vec::new();
        /// The forms of numbers that are not written as 1234.5, by column. Every fit takes them
        /// from its data, and the model records them.
        number_forms: BTreeMap<String, String> = BTreeMap::new();
        /// The words that mean a missing cell. Every fit takes them from its data, and the model
        /// records them.
        missing_words: Vec<String> = Vec::new();
        /// The folds that choose a size, if they are given: the rows to learn from and those held
        /// out, as places in the data. Else rows are divided into folds.
        splits: Option<Arc<[Split]>> = None;
        /// Measures of the caller's own by which the size is chosen, beside those of `choose_by`.
        /// With any, `choose_by` is none by default.
        scorers: Vec<Arc<dyn Scorer>> = Vec::new();
        /// The number of rows above which rows count as many. Over shards at most this many merged
        /// rows are fetched. At a given penalty rules are learned from all merged rows, or if there
        /// are more, from a sample of this size and then weighed over all. In memory, fits with
        /// more rows draw the folds that choose a size from merged rows with the cut points of all
        /// rows, as over shards.
        rows_at_hand: NonZeroUsize = ROWS_AT_HAND;
        /// The size of a Boolean rule; complexity is the sum of sizes. `1 + len` by default. Both
        /// numbers are finite and not negative, and not both are 0.
        rule_size: RuleSize = RuleSize::default();
        /// True if Boolean rules are chosen by rounding and greed alone, without an integer
        /// program.
        heuristic: bool = false;
    }
}
