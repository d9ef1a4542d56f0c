//! The parameters of the RUG classifier.

use crate::stages::StageSettings;
use crate::{FairnessParameters, ParameterError, PricerKind};
use rulegen_binarize::Bins;
use rulegen_data::{Dataset, class_weights_balanced};
use rulegen_lp::Backend;
use rulegen_master::{LpStrategy, RuleCost};
use rulegen_pricing::TreeSettings;
use rulegen_rule::Model;
use serde_json::Value;
use std::collections::BTreeMap;
use std::fmt::Display;
use std::num::NonZeroUsize;
use std::time::Duration;

/// How rule costs are scaled.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum CostScaling {
    /// By 1 over the largest cost of a rule of the first tree, as in the published code.
    #[default]
    Published,
    /// Not at all.
    None,
}

/// What a model answers where no rule applies.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum FallbackKind {
    /// The class with most weight among the training rows that no rule covers; where all are covered,
    /// among all.
    #[default]
    Class,
    /// What the first tree says, as in the published code.
    FirstTree,
}

/// Whether classes count by their rows or alike.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ClassWeight {
    /// Every row counts 1, or its given weight.
    #[default]
    Rows,
    /// Rows are weighted by `W / (K W_k)` ([`class_weights_balanced`]), so that all classes have the same total.
    Balanced,
}

impl ClassWeight {
    /// The weight of every row; none if all weigh the same.
    pub(crate) fn of(self, data: &Dataset) -> Option<Vec<f64>> {
        match self {
            ClassWeight::Rows => data.weights.clone(),
            ClassWeight::Balanced => Some(class_weights_balanced(&data.target, data.weights.as_deref())),
        }
    }
}

/// The parameters of [`RugClassifier`](crate::RugClassifier).
///
/// | field | default | purpose | range |
/// |---|---|---|---|
/// | `penalty` | 1 | weight of rule costs against errors | positive, at most 1e100 |
/// | `cost` | length | cost of a rule | |
/// | `cost_scaling` | published | | |
/// | `bins` | values | cut points of numeric columns | 2 to 255 quantiles |
/// | `max_length` | none | most literals of a rule | at least 1 |
/// | `tree` | see there | how trees grow | see there |
/// | `pricers` | tree | stages, from cheap to exact | at least one |
/// | `columns_per_round` | 30 | most rules that an exact pricer returns for a class and round | at least 1 |
/// | `pricing_time_limit` | none | most time for one call of an exact pricer | positive |
/// | `pool` | none | a model whose rules the pricer `pool` offers | |
/// | `seed` | 0 | of random draws | |
/// | `max_iterations` | 15 | rounds of column generation | none means no limit |
/// | `gap` | 0 | relative gap at which to stop; at 1e-6 a run is optimal anyway | not negative, finite |
/// | `tolerance` | 0.1 with an exact pricer, else 1e-3 | relative tolerance of the first LPs | from 0 up to 1, 1 not included |
/// | `smoothing` | 0.8 | how far on the way to the duals of the best bound rules are priced | from 0 up to 1, 1 not included |
/// | `weight_threshold` | 0 | rules of less weight, relative to the largest, are dropped | from 0 up to 1, 1 not included |
/// | `fallback` | class | the answer where no rule applies | |
/// | `class_weight` | rows | | |
/// | `fairness` | none | mean errors alike in all groups | see there |
/// | `strategy` | kernel with an exact pricer, else interior | how LPs are solved | |
/// | `backend` | auto | the simplex solver | |
/// | `time_limit` | none | | positive |
#[derive(Clone, Debug)]
pub struct RugParameters {
    /// The weight lambda of rule costs against errors.
    pub penalty: f64,
    /// The cost of a rule.
    pub cost: RuleCost,
    /// How costs are scaled.
    pub cost_scaling: CostScaling,
    /// Cut points of numeric columns.
    pub bins: Bins,
    /// The most literals of a rule.
    pub max_length: Option<usize>,
    /// How trees grow.
    pub tree: TreeSettings,
    /// The stages of pricing, from cheap to exact.
    pub pricers: Vec<PricerKind>,
    /// The most rules that an exact pricer returns for a class and round.
    pub columns_per_round: NonZeroUsize,
    /// The most time for one call of an exact pricer.
    pub pricing_time_limit: Option<Duration>,
    /// A model whose rules the pricer [`PricerKind::Pool`] offers.
    pub pool: Option<Model>,
    /// The seed of random draws.
    pub seed: u64,
    /// The most rounds of column generation.
    pub max_iterations: Option<usize>,
    /// The relative gap at which to stop.
    pub gap: f64,
    /// Relative tolerance of the first LPs; where none is given, 0.1 if a pricer is exact, else 1e-3.
    pub tolerance: Option<f64>,
    /// Dual smoothing ([`rulegen_driver::RunSettings::smoothing`]), for what is proved over large LPs.
    pub smoothing: f64,
    /// Rules of less weight than this, relative to the largest, are dropped.
    pub weight_threshold: f64,
    /// The answer where no rule applies.
    pub fallback: FallbackKind,
    /// Whether classes count alike.
    pub class_weight: ClassWeight,
    /// How much mean errors may differ between groups.
    pub fairness: Option<FairnessParameters>,
    /// How the LP is solved; where none is given, by the kernel simplex if a pricer is exact, else by
    /// interior point.
    pub strategy: Option<LpStrategy>,
    /// The simplex solver.
    pub backend: Backend,
    /// The time after which the best model so far is taken.
    pub time_limit: Option<Duration>,
}

impl Default for RugParameters {
    fn default() -> Self {
        RugParameters {
            penalty: 1.0,
            cost: RuleCost::Length,
            cost_scaling: CostScaling::Published,
            bins: Bins::Values,
            max_length: None,
            tree: TreeSettings::default(),
            pricers: vec![PricerKind::Tree],
            columns_per_round: NonZeroUsize::new(30).expect("thirty is not zero"),
            pricing_time_limit: None,
            pool: None,
            seed: 0,
            max_iterations: Some(15),
            gap: 0.0,
            tolerance: None,
            smoothing: 0.8,
            weight_threshold: 0.0,
            fallback: FallbackKind::Class,
            class_weight: ClassWeight::Rows,
            fairness: None,
            strategy: None,
            backend: Backend::auto(),
            time_limit: None,
        }
    }
}

/// With larger ones the numbers of the LP overflow.
const LARGEST_PENALTY: f64 = 1e100;

impl RugParameters {
    /// Checks every row of the table above, by what is accepted, so that NaN is not.
    pub(crate) fn check(&self) -> Result<(), ParameterError> {
        let positive = self.penalty > 0.0 && self.penalty.is_finite();
        accept(positive, "the penalty", "positive and finite", self.penalty)?;
        accept(self.penalty <= LARGEST_PENALTY, "the penalty", "at most 1e100", format!("{:e}", self.penalty))?;
        if let Bins::Quantiles(n) = self.bins {
            accept((2..=Bins::MOST).contains(&n), "the number of bins", "from 2 to 255", n)?;
        }
        if let Some(length) = self.max_length {
            accept(length >= 1, "the maximum length", "at least 1", length)?;
        }
        accept(self.tree.max_depth >= 1, "the maximum depth", "at least 1", self.tree.max_depth)?;
        accept(self.tree.min_leaf >= 1, "the minimum leaf", "at least 1", self.tree.min_leaf)?;
        let gain = self.tree.min_gain >= 0.0 && self.tree.min_gain.is_finite();
        accept(gain, "the minimum gain", "finite and not negative", self.tree.min_gain)?;
        accept(!self.pricers.is_empty(), "the list of pricers", "not empty", "empty")?;
        accept(self.gap >= 0.0 && self.gap.is_finite(), "the gap", "finite and not negative", self.gap)?;
        let part = |x: f64| (0.0..1.0).contains(&x);
        accept(part(self.tolerance()), "the tolerance", "at least 0 and below 1", self.tolerance())?;
        accept(part(self.smoothing), "the smoothing", "at least 0 and below 1", self.smoothing)?;
        accept(part(self.weight_threshold), "the weight threshold", "at least 0 and below 1", self.weight_threshold)?;
        self.fairness.as_ref().map_or(Ok(()), |fairness| fairness.check())?;
        let pool = !self.pricers.contains(&PricerKind::Pool) || self.pool.is_some();
        accept(pool, "the pool", "given where the pricer 'pool' is used", "absent")?;
        let positive = |limit: Option<Duration>| limit.is_none_or(|t| !t.is_zero());
        accept(positive(self.pricing_time_limit), "the time limit of a pricing call", "positive", "0")?;
        accept(positive(self.time_limit), "the time limit", "positive", "0")
    }

    /// The model whose rules are offered, where a pricer offers them.
    pub(crate) fn offered(&self) -> Option<&Model> {
        self.pool.as_ref().filter(|_| self.pricers.contains(&PricerKind::Pool))
    }

    pub(crate) fn stages(&self) -> StageSettings<'_> {
        StageSettings {
            columns: self.columns_per_round,
            time_limit: self.pricing_time_limit,
            patient: false,
            short: &[],
            pool: self.pool.as_ref(),
            seed: self.seed,
        }
    }

    /// How the LP is solved: proofs take many exact solutions, each close to the one before; the proxy takes
    /// few, and loose ones will do. With fairness rows there is but one way.
    pub fn lp_strategy(&self) -> LpStrategy {
        if self.fairness.is_some() {
            return LpStrategy::Interior;
        }
        self.strategy.unwrap_or(if self.is_exact() { LpStrategy::Kernel } else { LpStrategy::Interior })
    }

    /// The relative tolerance of the first LPs. A proof takes so many rounds that the early ones need not be fine
    /// (phoneme after 100 s: 0.001 leaves a gap of 41%, 0.01 15%, 0.03 0.29%, 0.1 0.14%); the few of the proxy are
    /// all that the rules are made of.
    pub fn tolerance(&self) -> f64 {
        self.tolerance.unwrap_or(if self.is_exact() { 0.1 } else { 1e-3 })
    }

    fn is_exact(&self) -> bool {
        self.pricers.iter().any(|kind| kind.is_exact())
    }

    /// The parameters as a model file records them: those that decide what is learned, not how fast.
    pub(crate) fn record(&self) -> BTreeMap<String, Value> {
        let bins = match self.bins {
            Bins::Quantiles(n) => n.into(),
            Bins::Values => "values".into(),
        };
        let words = |x: &dyn std::fmt::Debug| Value::from(format!("{x:?}").to_lowercase());
        let cost = match &self.cost {
            RuleCost::Custom(_) => "custom".into(),
            named => words(named),
        };
        let fairness = self.fairness.as_ref();
        [
            ("penalty", self.penalty.into()),
            ("rule_cost", cost),
            ("cost_scaling", words(&self.cost_scaling)),
            ("bins", bins),
            ("max_length", self.max_length.into()),
            ("max_depth", self.tree.max_depth.into()),
            ("criterion", words(&self.tree.criterion)),
            ("min_leaf", self.tree.min_leaf.into()),
            ("min_gain", self.tree.min_gain.into()),
            ("all_nodes", self.tree.all_nodes.into()),
            ("pricers", self.pricers.iter().map(|p| p.name()).collect::<Vec<_>>().into()),
            ("columns_per_round", self.columns_per_round.get().into()),
            ("seed", self.seed.into()),
            ("max_iterations", self.max_iterations.into()),
            ("gap", self.gap.into()),
            ("tolerance", self.tolerance().into()),
            ("smoothing", self.smoothing.into()),
            ("weight_threshold", self.weight_threshold.into()),
            ("fallback", words(&self.fallback)),
            ("class_weight", words(&self.class_weight)),
            ("fairness", fairness.map(|f| f.criterion.name()).into()),
            ("epsilon", fairness.map(|f| f.epsilon).into()),
            ("positive", fairness.and_then(|f| f.positive.clone()).into()),
            ("lp_strategy", words(&self.lp_strategy())),
            ("lp", self.backend.name().into()),
        ]
        .into_iter()
        // What was not asked for is not recorded, as before there was fairness.
        .filter(|(name, value)| !(value.is_null() && ["fairness", "epsilon", "positive"].contains(name)))
        .map(|(name, value): (&str, Value)| (name.to_string(), value))
        .collect()
    }
}

pub(crate) fn accept(
    good: bool,
    name: &'static str,
    range: &'static str,
    value: impl Display,
) -> Result<(), ParameterError> {
    if good { Ok(()) } else { Err(ParameterError { name, range, value: value.to_string() }) }
}
