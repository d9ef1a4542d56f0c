//! Settings of methods by the names of the flags of `rulegen fit`.

use super::error::ExperimentError;
use super::spec::{MethodKind, MethodSpec};
use rulegen::binarize::Bins;
use rulegen::lp::Backend;
use rulegen::master::{FairnessCriterion, LpStrategy, RuleCost};
use rulegen::pricing::{Criterion, TreeSettings};
use rulegen::{
    BooleanCriterion, BooleanFairness, BooleanParameters, BooleanRuleClassifier, ClassWeight, CostScaling,
    FairnessParameters, FallbackKind, NormalForm, PricerKind, RugClassifier, RugParameters,
};
use serde::Deserialize;
use std::fmt::Display;
use std::num::NonZeroUsize;
use std::time::Duration;

macro_rules! words {
    ($name:ident for $kind:ident { $($variant:ident),* }) => {
        #[derive(Clone, Copy, Debug, Deserialize)]
        #[serde(rename_all = "kebab-case")]
        enum $name { $($variant),* }

        impl From<$name> for $kind {
            fn from(word: $name) -> $kind {
                match word { $($name::$variant => $kind::$variant),* }
            }
        }
    };
}
words! { CostWord for RuleCost { Length, Unit, Merged, Gini, Coverage } }
words! { ScalingWord for CostScaling { Published, None } }
words! { CriterionWord for Criterion { Gini, Entropy } }
words! { FallbackWord for FallbackKind { Class, FirstTree } }
words! { ClassWeightWord for ClassWeight { Rows, Balanced } }
words! { StrategyWord for LpStrategy { Interior, HotStart, Kernel } }

#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum FairnessWord {
    Dmc,
    Odm,
    Eop,
    EqualOpportunity,
    EqualizedOdds,
}

/// The settings of both methods.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
struct Settings {
    bins: Option<usize>,
    max_length: Option<usize>,
    pricers: Option<Vec<String>>,
    columns_per_round: Option<NonZeroUsize>,
    pricing_time_limit: Option<f64>,
    iterations: Option<usize>,
    gap: Option<f64>,
    tolerance: Option<f64>,
    smoothing: Option<f64>,
    lp_strategy: Option<StrategyWord>,
    lp: Option<String>,
    time_limit: Option<f64>,
    class_weight: Option<ClassWeightWord>,
    fairness: Option<FairnessWord>,
    epsilon: Option<f64>,
    // Weighted rules.
    penalty: Option<f64>,
    rule_cost: Option<CostWord>,
    cost_scaling: Option<ScalingWord>,
    max_depth: Option<usize>,
    criterion: Option<CriterionWord>,
    min_leaf: Option<usize>,
    min_gain: Option<f64>,
    all_nodes: Option<bool>,
    weight_threshold: Option<f64>,
    fallback: Option<FallbackWord>,
    // Boolean rules.
    complexity: Option<f64>,
    complexity_price: Option<f64>,
    fp_weight: Option<f64>,
    fn_weight: Option<f64>,
    enumerate: Option<usize>,
    forbid: Option<Vec<String>>,
    mip: Option<String>,
}

/// What only one of the two methods has.
const OF_RUG: [&str; 10] = [
    "penalty",
    "rule-cost",
    "cost-scaling",
    "max-depth",
    "criterion",
    "min-leaf",
    "min-gain",
    "all-nodes",
    "weight-threshold",
    "fallback",
];
const OF_BOOLEAN: [&str; 7] =
    ["complexity", "complexity-price", "fp-weight", "fn-weight", "enumerate", "forbid", "mip"];

/// What learns, with all its settings.
#[derive(Clone, Debug)]
pub(crate) enum Learner {
    Rug(Box<RugClassifier>),
    Boolean(Box<BooleanRuleClassifier>),
}

/// What a run lends to every fit.
#[derive(Clone, Debug)]
pub(crate) struct Common {
    /// The name of the column predicted.
    pub(crate) target: String,
    pub(crate) seed: u64,
    pub(crate) time_limit: Option<f64>,
    pub(crate) positive: Option<String>,
}

impl Learner {
    /// The learner of a method with these settings.
    pub(crate) fn new(method: &MethodSpec, settings: &toml::Table, common: &Common) -> Result<Self, ExperimentError> {
        let bad = |error: &dyn Display| ExperimentError::Setting {
            method: method.name.clone(),
            message: error.to_string().trim().replace('\n', " "),
        };
        let others: &[&str] = if method.method == MethodKind::Rug { &OF_BOOLEAN } else { &OF_RUG };
        if let Some(setting) = settings.keys().find(|key| others.contains(&key.as_str())) {
            return Err(bad(&format!("{setting} is no setting of this method")));
        }
        let s = Settings::deserialize(settings.clone()).map_err(|error| bad(&error.message()))?;
        let learner = match method.method {
            MethodKind::Rug => s.rug(common).map(|p| RugClassifier::new(p).map(|c| Learner::Rug(Box::new(c)))),
            kind => {
                s.boolean(common, kind).map(|p| BooleanRuleClassifier::new(p).map(|c| Learner::Boolean(Box::new(c))))
            }
        };
        let learner = learner.map_err(|error| bad(&error))?.map_err(|error| bad(&error))?;
        match &learner {
            Learner::Rug(classifier) => classifier.check_built(),
            Learner::Boolean(classifier) => classifier.check_built(),
        }
        .map_err(|error| bad(&error))?;
        Ok(learner)
    }
}

impl Settings {
    fn rug(&self, common: &Common) -> Result<RugParameters, String> {
        let usual = RugParameters::default();
        let pricers = self.stages()?.unwrap_or(usual.pricers);
        let exact = pricers.iter().any(|kind| kind.is_exact());
        let criterion = match self.fairness {
            None => None,
            Some(FairnessWord::Dmc) => Some(FairnessCriterion::Dmc),
            Some(FairnessWord::Odm) => Some(FairnessCriterion::Odm),
            Some(FairnessWord::Eop) => Some(FairnessCriterion::Eop),
            Some(_) => return Err("this fairness is of Boolean rules".into()),
        };
        let fairness = |criterion| {
            let epsilon = self.epsilon.ok_or("fairness needs epsilon")?;
            Ok::<_, String>(FairnessParameters { criterion, epsilon, positive: common.positive.clone() })
        };
        let tree = usual.tree;
        Ok(RugParameters {
            penalty: self.penalty.unwrap_or(usual.penalty),
            cost: self.rule_cost.map_or(usual.cost, RuleCost::from),
            cost_scaling: self.cost_scaling.map_or(usual.cost_scaling, CostScaling::from),
            bins: self.bins.map_or(usual.bins, Bins::Quantiles),
            max_length: self.max_length,
            tree: TreeSettings {
                criterion: self.criterion.map_or(tree.criterion, Criterion::from),
                max_depth: self.max_depth.unwrap_or(tree.max_depth),
                min_leaf: self.min_leaf.unwrap_or(tree.min_leaf),
                min_gain: self.min_gain.unwrap_or(tree.min_gain),
                all_nodes: self.all_nodes.unwrap_or(tree.all_nodes),
            },
            columns_per_round: self.columns_per_round.unwrap_or(usual.columns_per_round),
            pricing_time_limit: seconds(self.pricing_time_limit)?,
            pool: None,
            seed: common.seed,
            max_iterations: self.iterations.or(usual.max_iterations.filter(|_| !exact)),
            gap: self.gap.unwrap_or(usual.gap),
            tolerance: self.tolerance,
            smoothing: self.smoothing.unwrap_or(usual.smoothing),
            weight_threshold: self.weight_threshold.unwrap_or(usual.weight_threshold),
            fallback: self.fallback.map_or(usual.fallback, FallbackKind::from),
            class_weight: self.class_weight.map_or(usual.class_weight, ClassWeight::from),
            fairness: criterion.map(fairness).transpose()?,
            strategy: self.lp_strategy.map(LpStrategy::from),
            backend: self.backend()?,
            time_limit: seconds(self.time_limit.or(common.time_limit))?,
            pricers,
        })
    }

    fn boolean(&self, common: &Common, kind: MethodKind) -> Result<BooleanParameters, String> {
        let usual = BooleanParameters::default();
        let price = self.complexity_price.unwrap_or(usual.complexity_price);
        let criterion = match self.fairness {
            None => None,
            Some(FairnessWord::EqualOpportunity) => Some(BooleanCriterion::EqualOpportunity),
            Some(FairnessWord::EqualizedOdds) => Some(BooleanCriterion::EqualizedOdds),
            Some(_) => return Err("this fairness is of weighted rules".into()),
        };
        let fairness = |criterion| {
            let epsilon = self.epsilon.ok_or("fairness needs epsilon")?;
            Ok::<_, String>(BooleanFairness { criterion, epsilon })
        };
        Ok(BooleanParameters {
            complexity: self.complexity.or(usual.complexity.filter(|_| price == 0.0)),
            complexity_price: price,
            form: if kind == MethodKind::Cnf { NormalForm::Conjunctive } else { NormalForm::Disjunctive },
            positive: common.positive.clone(),
            false_positive_weight: self.fp_weight.unwrap_or(usual.false_positive_weight),
            false_negative_weight: self.fn_weight.unwrap_or(usual.false_negative_weight),
            forbidden: self.forbid.clone().unwrap_or_default(),
            fairness: criterion.map(fairness).transpose()?,
            bins: self.bins.map_or(usual.bins, Bins::Quantiles),
            max_length: self.max_length,
            pricers: self.stages()?,
            columns_per_round: self.columns_per_round.unwrap_or(usual.columns_per_round),
            pricing_time_limit: seconds(self.pricing_time_limit)?.or(usual.pricing_time_limit),
            enumeration_limit: self.enumerate.unwrap_or(usual.enumeration_limit),
            seed: common.seed,
            max_iterations: self.iterations,
            gap: self.gap.unwrap_or(usual.gap),
            tolerance: self.tolerance.unwrap_or(usual.tolerance),
            smoothing: self.smoothing.unwrap_or(usual.smoothing),
            class_weight: self.class_weight.map_or(usual.class_weight, ClassWeight::from),
            strategy: self.lp_strategy.map_or(usual.strategy, LpStrategy::from),
            backend: self.backend()?,
            mip: self.mip.as_deref().map_or(Ok(usual.mip), str::parse).map_err(text)?,
            time_limit: seconds(self.time_limit.or(common.time_limit))?.or(usual.time_limit),
            ..usual
        })
    }

    fn stages(&self) -> Result<Option<Vec<PricerKind>>, String> {
        let parse = |names: &Vec<String>| names.iter().map(|name| name.parse()).collect::<Result<_, _>>();
        self.pricers.as_ref().map(parse).transpose().map_err(text)
    }

    fn backend(&self) -> Result<Backend, String> {
        self.lp.as_deref().map_or(Ok(Backend::auto()), str::parse).map_err(text)
    }
}

fn text(error: impl Display) -> String {
    error.to_string()
}

fn seconds(limit: Option<f64>) -> Result<Option<Duration>, String> {
    let duration = |s: f64| Duration::try_from_secs_f64(s).map_err(|_| format!("{s} is no positive number of seconds"));
    limit.map(duration).transpose()
}
