//! The parameters of the Boolean rule classifier.

use super::BooleanFairness;
use crate::parameters::accept;
use crate::stages::StageSettings;
use crate::{ClassWeight, ParameterError, PricerKind};
use rulegen_binarize::Bins;
use rulegen_driver::RunSettings;
use rulegen_lp::{Backend, MipBackend};
use rulegen_master::{LpStrategy, RuleSize};
use rulegen_rule::Model;
use serde_json::Value;
use std::collections::BTreeMap;
use std::num::NonZeroUsize;
use std::time::Duration;

/// The lengths of rules that are priced first. With many numeric columns nobody proves that no longer rule gains, and the
/// rules found until then are worse than these (60 s at C = 15: wdbc 5 errors instead of 7, ionosphere 9 instead of 11).
const SHORT: &[usize] = &[3, 4];

/// How conditions are put together.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum NormalForm {
    /// An OR of ANDs: a row is positive if any rule holds.
    #[default]
    Disjunctive,
    /// An AND of ORs: a row is positive if all clauses hold. Learned as an OR of ANDs for the other class,
    /// whose conditions are the negations of those of the clauses.
    Conjunctive,
}

/// The parameters of [`BooleanRuleClassifier`](crate::BooleanRuleClassifier).
///
/// | field | default | purpose | range |
/// |---|---|---|---|
/// | `complexity` | 15 | bound on the summed sizes of the rules; with several classes, for each of them | not negative, finite; none only with a price |
/// | `complexity_price` | 0 | what a unit of size costs beside errors | not negative, finite |
/// | `rule_size` | `1 + len` | size of a rule | not negative, finite, not both 0 |
/// | `form` | disjunctive | | conjunctive for two classes |
/// | `positive` | of two classes the second | the class that rules are for; with several classes all have rules | a class |
/// | `false_positive_weight` | 1 | what a false positive costs | positive, finite |
/// | `false_negative_weight` | 1 | what a false negative costs | positive, finite |
/// | `must_have` | none | a model whose rules every rule set begins with | rules for the classes that have rules |
/// | `forbidden` | none | conditions that no rule may have: `COLUMN`, `COLUMN <=`, `COLUMN = VALUE`, `COLUMN is missing` | |
/// | `fairness` | none | mean errors alike in all groups; of two classes, with a bound on complexity, without rules that must be in | see there |
/// | `bins` | 10 quantiles | cut points of numeric columns | 2 to 255 quantiles |
/// | `max_length` | none | most literals of a rule | at least 1 |
/// | `pricers` | by size of the data | stages, from cheap to exact | at least one |
/// | `columns_per_round` | 10 | most rules that an exact pricer returns for a round | at least 1 |
/// | `pricing_time_limit` | 45 s | most time for one call of an exact pricer; the branch and bound goes on until it has found a rule | positive |
/// | `enumeration_limit` | 20,000 | most rules enumerated for the proof over all rule sets; 0: none | |
/// | `pool` | none | a model whose rules the pricer `pool` offers | |
/// | `seed` | 0 | of random draws | |
/// | `max_iterations` | none | rounds of column generation | none means no limit |
/// | `gap` | 0 | relative gap at which column generation stops | not negative, finite |
/// | `tolerance` | 1e-3 | relative tolerance of the first LPs | from 0 up to 1, 1 not included |
/// | `smoothing` | 0.8 | how far on the way to the duals of the best bound rules are priced | from 0 up to 1, 1 not included |
/// | `class_weight` | rows | | |
/// | `strategy`, `backend` | interior, auto | how LPs are solved | |
/// | `mip` | auto | what solves the integer program | |
/// | `time_limit` | 300 s | | positive |
#[derive(Clone, Debug)]
pub struct BooleanParameters {
    /// The bound C on the summed sizes of the rules; with several classes, for each of them.
    pub complexity: Option<f64>,
    /// What a unit of size costs in the objective.
    pub complexity_price: f64,
    /// The size of a rule.
    pub rule_size: RuleSize,
    /// OR of ANDs, or AND of ORs.
    pub form: NormalForm,
    /// The class that rules are for; by default the second of two.
    pub positive: Option<String>,
    /// What a false positive costs, beside the weight of its row.
    pub false_positive_weight: f64,
    /// What a false negative costs, beside the weight of its row.
    pub false_negative_weight: f64,
    /// A model whose rules every rule set begins with.
    pub must_have: Option<Model>,
    /// Conditions that no rule may have, as the rules are written.
    pub forbidden: Vec<String>,
    /// Which errors are to be alike in all groups.
    pub fairness: Option<BooleanFairness>,
    /// Cut points of numeric columns.
    pub bins: Bins,
    /// The most literals of a rule.
    pub max_length: Option<usize>,
    /// The stages of pricing, from cheap to exact; by default chosen by the size of the data.
    pub pricers: Option<Vec<PricerKind>>,
    /// The most rules that an exact pricer returns for a round.
    pub columns_per_round: NonZeroUsize,
    /// The most time for one call of an exact pricer; the branch and bound goes on until it has found a rule.
    pub pricing_time_limit: Option<Duration>,
    /// The most rules enumerated for the proof over all rule sets; 0 leaves it out.
    pub enumeration_limit: usize,
    /// A model whose rules the pricer [`PricerKind::Pool`] offers.
    pub pool: Option<Model>,
    /// The seed of random draws.
    pub seed: u64,
    /// The most rounds of column generation.
    pub max_iterations: Option<usize>,
    /// The relative gap at which column generation stops.
    pub gap: f64,
    /// Relative tolerance of the first LPs.
    pub tolerance: f64,
    /// Dual smoothing ([`rulegen_driver::RunSettings::smoothing`]), for what is proved over large LPs.
    pub smoothing: f64,
    /// Whether classes count alike.
    pub class_weight: ClassWeight,
    /// How the LP is solved.
    pub strategy: LpStrategy,
    /// The simplex solver.
    pub backend: Backend,
    /// What solves the integer program.
    pub mip: MipBackend,
    /// The time after which the best model so far is taken.
    pub time_limit: Option<Duration>,
}

impl Default for BooleanParameters {
    fn default() -> Self {
        BooleanParameters {
            complexity: Some(15.0),
            complexity_price: 0.0,
            rule_size: RuleSize::default(),
            form: NormalForm::default(),
            positive: None,
            false_positive_weight: 1.0,
            false_negative_weight: 1.0,
            must_have: None,
            forbidden: Vec::new(),
            fairness: None,
            bins: Bins::Quantiles(10),
            max_length: None,
            pricers: None,
            columns_per_round: NonZeroUsize::new(10).expect("ten is not zero"),
            pricing_time_limit: Some(Duration::from_secs(45)),
            enumeration_limit: 20_000,
            pool: None,
            seed: 0,
            max_iterations: None,
            gap: 0.0,
            tolerance: 1e-3,
            smoothing: 0.8,
            class_weight: ClassWeight::Rows,
            strategy: LpStrategy::Interior,
            backend: Backend::auto(),
            mip: MipBackend::auto(),
            time_limit: Some(Duration::from_secs(300)),
        }
    }
}

impl BooleanParameters {
    /// Checks the rows of the table above that need no data, by what is accepted, so that NaN is not.
    pub(crate) fn check(&self) -> Result<(), ParameterError> {
        let not_negative = |x: f64| x >= 0.0 && x.is_finite();
        let positive = |x: f64| x > 0.0 && x.is_finite();
        let complexity = self.complexity.unwrap_or(0.0);
        accept(not_negative(complexity), "the complexity", "finite and not negative", complexity)?;
        let price = self.complexity_price;
        accept(not_negative(price), "the price on complexity", "finite and not negative", price)?;
        let bounded = self.complexity.is_some() || price > 0.0;
        accept(bounded, "the complexity", "bounded where it has no price", "unbounded")?;
        let size = self.rule_size;
        accept(not_negative(size.per_rule), "the size of a rule", "finite and not negative", size.per_rule)?;
        accept(not_negative(size.per_literal), "the size of a condition", "finite and not negative", size.per_literal)?;
        accept(size.least() > 0.0, "the size of a rule of one condition", "positive", size.least())?;
        let (alarm, miss) = (self.false_positive_weight, self.false_negative_weight);
        accept(positive(alarm), "the weight of false positives", "positive and finite", alarm)?;
        accept(positive(miss), "the weight of false negatives", "positive and finite", miss)?;
        if let Some(fairness) = &self.fairness {
            fairness.check()?;
            accept(self.complexity.is_some(), "the complexity of fair rules", "bounded", "unbounded")?;
            accept(
                self.must_have.is_none(),
                "the rules that must be in",
                "absent where fairness is asked for",
                "given",
            )?;
        }
        if let Bins::Quantiles(n) = self.bins {
            accept((2..=Bins::MOST).contains(&n), "the number of bins", "from 2 to 255", n)?;
        }
        if let Some(length) = self.max_length {
            accept(length >= 1, "the maximum length", "at least 1", length)?;
        }
        if let Some(pricers) = &self.pricers {
            accept(!pricers.is_empty(), "the list of pricers", "not empty", "empty")?;
            let pool = !pricers.contains(&PricerKind::Pool) || self.pool.is_some();
            accept(pool, "the pool", "given where the pricer 'pool' is used", "absent")?;
        }
        accept(not_negative(self.gap), "the gap", "finite and not negative", self.gap)?;
        let part = |value| (0.0..1.0).contains(&value);
        accept(part(self.tolerance), "the tolerance", "at least 0 and below 1", self.tolerance)?;
        accept(part(self.smoothing), "the smoothing", "at least 0 and below 1", self.smoothing)?;
        let positive = |limit: Option<Duration>| limit.is_none_or(|t| !t.is_zero());
        accept(positive(self.pricing_time_limit), "the time limit of a pricing call", "positive", "0")?;
        accept(positive(self.time_limit), "the time limit", "positive", "0")
    }

    /// The tolerance of the first LPs: with fairness, every one is solved to a vertex.
    pub(super) fn first_tolerance(&self) -> f64 {
        if self.fairness.is_some() { 0.0 } else { self.tolerance }
    }

    /// The number of columns from which duals are smoothed: with fairness every solve starts anew, and so costs more than
    /// pricing does from the first one on.
    pub(super) fn smooth_from(&self) -> usize {
        if self.fairness.is_some() { 0 } else { RunSettings::default().smooth_from }
    }

    /// The model whose rules are offered, where a pricer offers them.
    pub(super) fn offered(&self) -> Option<&Model> {
        let used = self.pricers.as_ref().is_some_and(|pricers| pricers.contains(&PricerKind::Pool));
        self.pool.as_ref().filter(|_| used)
    }

    pub(crate) fn stages(&self) -> StageSettings<'_> {
        StageSettings {
            columns: self.columns_per_round,
            time_limit: self.pricing_time_limit,
            patient: true,
            short: SHORT,
            pool: self.pool.as_ref(),
            seed: self.seed,
        }
    }

    /// The parameters as a model file records them: those that decide what is learned, not how fast.
    pub(crate) fn record(&self, pricers: &[PricerKind]) -> BTreeMap<String, Value> {
        let bins = match self.bins {
            Bins::Quantiles(n) => n.into(),
            Bins::Values => "values".into(),
        };
        let form = match self.form {
            NormalForm::Disjunctive => "dnf",
            NormalForm::Conjunctive => "cnf",
        };
        let words = |x: &dyn std::fmt::Debug| Value::from(format!("{x:?}").to_lowercase());
        let seconds = |time: Option<Duration>| Value::from(time.map(|t| t.as_secs_f64()));
        [
            ("complexity", self.complexity.into()),
            ("complexity_price", self.complexity_price.into()),
            ("size_per_rule", self.rule_size.per_rule.into()),
            ("size_per_condition", self.rule_size.per_literal.into()),
            ("form", form.into()),
            ("false_positive_weight", self.false_positive_weight.into()),
            ("false_negative_weight", self.false_negative_weight.into()),
            ("must_have", self.must_have.as_ref().map_or(0, |model| model.rules.len()).into()),
            ("forbidden", self.forbidden.clone().into()),
            ("fairness", self.fairness.map(|f| f.criterion.name()).into()),
            ("epsilon", self.fairness.map(|f| f.epsilon).into()),
            ("bins", bins),
            ("max_length", self.max_length.into()),
            ("pricers", pricers.iter().map(|p| p.name()).collect::<Vec<_>>().into()),
            ("columns_per_round", self.columns_per_round.get().into()),
            ("pricing_time_limit", seconds(self.pricing_time_limit)),
            ("time_limit", seconds(self.time_limit)),
            ("enumeration_limit", self.enumeration_limit.into()),
            ("seed", self.seed.into()),
            ("max_iterations", self.max_iterations.into()),
            ("gap", self.gap.into()),
            ("tolerance", self.tolerance.into()),
            ("smoothing", self.smoothing.into()),
            ("class_weight", words(&self.class_weight)),
            ("lp_strategy", words(&self.strategy)),
            ("lp", self.backend.name().into()),
            ("mip", self.mip.name().into()),
        ]
        .into_iter()
        // What was not asked for is not recorded, as before there was fairness.
        .filter(|(name, value): &(&str, Value)| !(value.is_null() && ["fairness", "epsilon"].contains(name)))
        .map(|(name, value)| (name.to_string(), value))
        .collect()
    }
}
