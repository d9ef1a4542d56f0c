//! The parameters of the Boolean rule classifier.

use super::choices::{ClassWeight, Cuts, NormalForm};
use super::error::{ParameterError, accept};
use super::kind::{ParameterType, unusual};
use super::shared::method_parameters;
use super::table::{ParameterGroup, Parameters, Range};
use crate::fairness::{Asked, FairnessCriterion};
use crate::method::Method;
use crate::pricers::{PricerName, PricerRegistry, StageSettings};
use crate::size::SizeChoice;
use crate::together::Together;
use crate::trend::Trend;
use rulegen_binarize::{Bins, LearnSettings, Names};
use rulegen_driver::{RunSettings, StagePolicy};
use rulegen_lp::{Backend, MipBackend};
use rulegen_master::{LpStrategy, RuleSize};
use rulegen_pricing::{GreedySettings, TreeSettings};
use rulegen_rule::Model;
use serde_json::Value;
use std::collections::BTreeMap;
use std::num::NonZeroUsize;
use std::time::Duration;

/// The lengths of rules that are priced first. With many numeric columns nobody proves that no longer rule gains, and the
/// rules found until then are worse than these (60 s at C = 15: wdbc 5 errors instead of 7, ionosphere 9 instead of 11).
const SHORT: &[usize] = &[3, 4];

method_parameters! {
    /// The parameters of [`BooleanRuleClassifier`](crate::BooleanRuleClassifier).
    BooleanParameters {
        /// How many rules: auto (the smallest model that cross-validates within a standard error of the best), best (the one that
        /// does best), a number, or given (determined by the penalty or the complexity) [default: auto; given if --penalty or
        /// --fairness is set or, with boolean, a bound on the rules, --complexity-price or --must-have].
        size: Option<SizeChoice> = None, {
            name: "size", noun: "the size", unit: "auto|best|N|given",
        };
        /// The folds of the cross-validation that chooses the size. Below 500 rows the method rules repeats it.
        folds: usize = 5, {
            name: "folds", noun: "the number of folds", unit: "K",
            ranges: &[Range { words: "at least 2", accepts: |n| n >= 2.0 }],
        };
        /// The bound on the rules' complexity: their number and that of their conditions
        /// [default: 15, none where complexity has a price]. With several classes for each of them.
        complexity: Option<f64> = None, {
            name: "complexity", noun: "the complexity", unit: "C", ranges: &[Range::NOT_NEGATIVE],
            recorded: Some("complexity"),
        };
        /// What a unit of complexity costs, in errors.
        complexity_price: f64 = 0.0, {
            name: "complexity-price", noun: "the price on complexity", unit: "X", ranges: &[Range::NOT_NEGATIVE],
            recorded: Some("complexity_price"),
        };
        /// Learn an AND of ORs instead of an OR of ANDs.
        form: NormalForm = NormalForm::Disjunctive, {
            name: "cnf", noun: "the normal form", recorded: Some("form"),
        };
        /// What a false positive costs.
        false_positive_weight: f64 = 1.0, {
            name: "fp-weight", noun: "the weight of false positives", unit: "X", ranges: &[Range::POSITIVE],
            recorded: Some("false_positive_weight"),
        };
        /// What a false negative costs.
        false_negative_weight: f64 = 1.0, {
            name: "fn-weight", noun: "the weight of false negatives", unit: "X", ranges: &[Range::POSITIVE],
            recorded: Some("false_negative_weight"),
        };
        /// A model file whose rules must be in.
        must_have: Option<Model> = None, {
            name: "must-have", noun: "the rules that must be in", unit: "MODEL", recorded: Some("must_have"),
        };
        /// The most rules enumerated to prove a rule set best of all; 0: none.
        enumeration_limit: usize = 20_000, {
            name: "enumerate", noun: "the number of rules enumerated", unit: "N", recorded: Some("enumeration_limit"),
        };
        /// What solves the integer program: auto, microlp, or one of those that are built in on request: highs, cbc.
        mip: MipBackend = MipBackend::auto(), {
            name: "mip", noun: "the solver of integer programs", unit: "NAME", named_default: Some("auto"),
            recorded: Some("mip"),
        };
    }
    library {
        /// The size of a rule, of which complexity is the sum: `1 + len` by default; numbers that are not negative and
        /// finite, not both 0.
        rule_size: RuleSize = RuleSize::default();
        /// Whether rules are chosen by rounding and greed alone, without an integer program.
        heuristic: bool = false;
    }
}

impl BooleanParameters {
    /// Checks all that needs no data.
    pub(crate) fn check(&self) -> Result<(), ParameterError> {
        self.check_ranges()?;
        self.check_pricers()?;
        self.check_strategy()?;
        let not_negative = |x: f64| x >= 0.0 && x.is_finite();
        self.check_size()?;
        let size = self.rule_size;
        accept(not_negative(size.per_rule), "the size of a rule", "finite and not negative", size.per_rule)?;
        accept(not_negative(size.per_literal), "the size of a condition", "finite and not negative", size.per_literal)?;
        accept(size.least() > 0.0, "the size of a rule of one condition", "positive", size.least())?;
        Asked::check(Method::Boolean, self.fairness, self.epsilon)?;
        if self.fairness.is_some() {
            accept(self.complexity().is_some(), "the complexity of fair rules", "bounded", "unbounded")?;
            let free = self.must_have.is_none();
            accept(free, "the rules that must be in", "absent where fairness is asked for", "given")?;
        }
        let pool = self.pricers.iter().flatten().all(|kind| *kind != PricerName::POOL) || self.pool.is_some();
        accept(pool, "the pool", "given where the pricer 'pool' is used", "absent")
    }

    /// The bound on the summed sizes of the rules: none only where complexity has a price.
    pub(crate) fn complexity(&self) -> Option<f64> {
        let cap = self.most_rules().or(self.max_conditions).map(|most| most.get() as f64);
        self.complexity.or(cap).or((self.complexity_price <= 0.0).then_some(15.0))
    }

    /// The size of a rule: 1 where rules are counted, its length where conditions are.
    pub(crate) fn rule_size(&self) -> RuleSize {
        match (self.most_rules(), self.max_conditions) {
            (Some(_), _) => RuleSize { per_rule: 1.0, per_literal: 0.0 },
            (None, Some(_)) => RuleSize { per_rule: 0.0, per_literal: 1.0 },
            (None, None) => self.rule_size,
        }
    }

    /// The most rules, where they are counted.
    fn most_rules(&self) -> Option<NonZeroUsize> {
        match self.size {
            Some(SizeChoice::Rules(n)) => Some(self.max_rules.map_or(n, |most| most.min(n))),
            _ => self.max_rules,
        }
    }

    /// How the number of rules is found.
    pub(crate) fn size(&self) -> SizeChoice {
        let bounded = self.complexity.is_some() || self.max_rules.is_some() || self.max_conditions.is_some();
        let given = bounded || self.complexity_price > 0.0 || self.fairness.is_some() || self.must_have.is_some();
        self.size.unwrap_or(if given { SizeChoice::Given } else { SizeChoice::Auto })
    }

    /// That what bounds the rules is one thing.
    fn check_size(&self) -> Result<(), ParameterError> {
        let bounds = [self.complexity.is_some(), self.most_rules().is_some(), self.max_conditions.is_some()];
        let bounds = bounds.into_iter().filter(|given| *given).count();
        accept(bounds <= 1, "the bound", "one of complexity, number of rules and number of conditions", "several")?;
        let chosen = matches!(self.size(), SizeChoice::Auto | SizeChoice::Best);
        let free = bounds == 0 && self.complexity_price <= 0.0 && self.fairness.is_none();
        accept(
            !chosen || free,
            "the size",
            "given where complexity is bounded or has a price, or fairness is asked for",
            "chosen",
        )
    }

    pub(crate) fn bins(&self) -> Bins {
        self.bins.unwrap_or(Bins::Quantiles(10))
    }

    fn columns_per_round(&self) -> NonZeroUsize {
        self.columns_per_round.unwrap_or(const { NonZeroUsize::new(10).expect("ten is not zero") })
    }

    /// The most time for one call of an exact pricer; the branch and bound goes on until it has found a rule.
    fn pricing_time_limit(&self) -> Duration {
        self.pricing_time_limit.unwrap_or(Duration::from_secs(45))
    }

    pub(crate) fn time_limit(&self) -> Duration {
        self.time_limit.unwrap_or(Duration::from_secs(10))
    }

    pub(crate) fn tolerance(&self) -> f64 {
        self.tolerance.unwrap_or(1e-3)
    }

    /// The tolerance of the first LPs: with fairness, every one is solved to a vertex.
    pub(crate) fn first_tolerance(&self) -> f64 {
        if self.fairness.is_some() { 0.0 } else { self.tolerance() }
    }

    /// The number of columns from which duals are smoothed: with fairness every solve starts anew, and so costs more than
    /// pricing does from the first one on.
    pub(crate) fn smooth_from(&self) -> usize {
        if self.fairness.is_some() { 0 } else { RunSettings::default().smooth_from }
    }

    pub(crate) fn lp_strategy(&self) -> LpStrategy {
        self.strategy.unwrap_or(LpStrategy::Interior)
    }

    /// The fairness asked for.
    pub(crate) fn asked(&self) -> Option<Asked> {
        Asked::of(self.fairness, self.epsilon)
    }

    /// The model whose rules are offered, where a pricer offers them.
    pub(crate) fn offered(&self) -> Option<&Model> {
        let used = self.pricers.as_ref().is_some_and(|pricers| pricers.contains(&PricerName::POOL));
        self.pool.as_ref().filter(|_| used)
    }

    pub(crate) fn stages<'a>(&'a self, classes: &'a [String]) -> StageSettings<'a> {
        StageSettings {
            classes,
            columns: self.columns_per_round(),
            time_limit: Some(self.pricing_time_limit()),
            patient: true,
            short: SHORT,
            pool: self.pool.as_ref(),
            tree: TreeSettings::default(),
            beam: GreedySettings::default().beam,
            seed: self.seed,
        }
    }

    /// The parameters as a model file records them, with all defaults resolved: what is learned depends on the clock too.
    /// `pricers` are those chosen for the data.
    pub(crate) fn record(&self, pricers: &[PricerName]) -> BTreeMap<String, Value> {
        let resolved = BooleanParameters {
            complexity: self.complexity(),
            bins: Some(self.bins()),
            pricers: Some(pricers.to_vec()),
            columns_per_round: Some(self.columns_per_round()),
            tolerance: Some(self.tolerance()),
            strategy: Some(self.lp_strategy()),
            pool: None,
            ..self.clone()
        };
        let mut record = resolved.record_all();
        record.extend(self.recorded_if_unusual());
        let rules = self.must_have.as_ref().map_or(0, |model| model.rules.len());
        record.insert("must_have".into(), rules.into());
        record.insert("size_per_rule".into(), self.rule_size().per_rule.into());
        record.insert("size_per_condition".into(), self.rule_size().per_literal.into());
        record.insert("pricing_time_limit".into(), self.pricing_time_limit().as_secs_f64().into());
        record.insert("time_limit".into(), self.time_limit().as_secs_f64().into());
        if self.size() != SizeChoice::Given {
            record.insert("size".into(), ParameterType::record(&self.size()));
        }
        record.extend(self.asked().into_iter().flat_map(Asked::record));
        record
    }
}
