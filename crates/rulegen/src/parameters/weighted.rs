//! What the learners of weighted rules have in common.

// What the declarations name: the macro is expanded where they are.
pub(super) use super::choices::{ClassWeight, Cuts};
pub(super) use super::error::{ParameterError, accept};
pub(super) use super::kind::{ParameterType, unusual};
pub(super) use super::table::{ParameterGroup, Parameters, Range};
pub(super) use crate::fairness::{Asked, FairnessCriterion};
pub(super) use crate::pricers::{PricerName, PricerRegistry, StageSettings};
pub(super) use crate::sharded::{Checkpoint, ROWS_AT_HAND, Repricing};
pub(super) use crate::size::Caps;
pub(super) use crate::together::Together;
pub(super) use crate::trend::Trend;
pub(super) use crate::weighted::TrainingSettings;
pub(super) use rulegen_binarize::{Bins, LearnSettings, Names};
pub(super) use rulegen_driver::{RunSettings, StagePolicy};
pub(super) use rulegen_limits::Limits;
pub(super) use rulegen_lp::Backend;
pub(super) use rulegen_master::{LpStrategy, RuleCost};
pub(super) use rulegen_pricing::{Criterion, TreeSettings};
pub(super) use rulegen_rule::Model;
pub(super) use serde_json::Value;
pub(super) use std::collections::BTreeMap;
pub(super) use std::num::NonZeroUsize;
pub(super) use std::path::PathBuf;
pub(super) use std::sync::Arc;
pub(super) use std::time::Duration;

/// The parameters of a learner of weighted rules: its own, those of all such learners, and those that all methods share.
macro_rules! weighted_parameters {
    (
        $(#[$doc:meta])*
        $name:ident, $method:expr, { $($own:tt)* }
    ) => {
        $crate::parameters::shared::method_parameters! {
            $(#[$doc])*
            $name {
                /// The cost of a rule.
                cost: RuleCost = RuleCost::Length, {
                    name: "rule-cost", noun: "the cost of a rule", recorded: Some("rule_cost"),
                };
                $($own)*
                /// The depth of trees.
                max_depth: usize = 5, {
                    name: "max-depth", noun: "the maximum depth", unit: "N", ranges: &[Range::AT_LEAST_ONE],
                    recorded: Some("max_depth"),
                };
                /// The impurity of trees.
                criterion: Criterion = Criterion::Gini, {
                    name: "criterion", noun: "the impurity", recorded: Some("criterion"),
                };
                /// The fewest samples of a tree's branch.
                min_leaf: usize = 1, {
                    name: "min-leaf", noun: "the minimum leaf", unit: "N", ranges: &[Range::AT_LEAST_ONE],
                    recorded: Some("min_leaf"),
                };
                /// The least decrease of impurity of a split.
                min_gain: f64 = 0.0, {
                    name: "min-gain", noun: "the minimum gain", unit: "X", ranges: &[Range::NOT_NEGATIVE],
                    recorded: Some("min_gain"),
                };
                /// Inner nodes of trees are candidates too, not only leaves.
                all_nodes: bool = false, {
                    name: "all-nodes", noun: "all nodes", recorded: Some("all_nodes"),
                };
                /// Rules of less weight, relative to the largest, are dropped (0.05 in the RUG paper's tables).
                weight_threshold: f64 = 0.0, {
                    name: "weight-threshold", noun: "the weight threshold", unit: "X", ranges: &[Range::SHARE],
                    recorded: Some("weight_threshold"),
                };
            }
            library {
                /// How many rows count as few ([`ROWS_AT_HAND`]). Where rows lie in shards, so many merged rows are
                /// fetched at most: at a given penalty rules are learned from all of them, or where there are more
                /// from a sample of about so many and then weighed over all. Where more rows are at hand, the folds
                /// that choose a size are those of shards: of merged rows, with the cut points of all rows. At least 1.
                rows_at_hand: NonZeroUsize = ROWS_AT_HAND;
                /// Where rows lie in shards: a file that keeps what pricers found. A fit with the same data and parameters goes on from it.
                checkpoint: Option<PathBuf> = None;
            }
        }

        impl $name {
            /// What is checked of all of them without data.
            fn check_weighted(&self) -> Result<(), ParameterError> {
                self.check_ranges()?;
                self.check_pricers()?;
                self.check_strategy()?;
                Asked::check($method, self.fairness, self.epsilon)?;
                let pool = !self.pricers().contains(&PricerName::POOL) || self.pool.is_some();
                accept(pool, "the pool", "given where the pricer 'pool' is used", "absent")
            }

            /// The stages of pricing.
            pub(crate) fn pricers(&self) -> &[PricerName] {
                self.pricers.as_deref().unwrap_or(self.usual_pricers())
            }

            /// Whether a pricer can prove that no rule improves.
            pub(crate) fn is_exact(&self) -> bool {
                self.pricers().iter().any(|name| self.registry.may_prove(name))
            }

            fn bins(&self) -> Bins {
                self.bins.unwrap_or(self.usual_bins())
            }

            pub(crate) fn tree(&self) -> TreeSettings {
                TreeSettings {
                    criterion: self.criterion,
                    max_depth: self.max_depth,
                    min_leaf: self.min_leaf,
                    min_gain: self.min_gain,
                    all_nodes: self.all_nodes,
                }
            }

            /// The caps on the size of a model, where there are any.
            pub(crate) fn caps(&self) -> Option<Caps> {
                let rules = self.max_rules.map_or(usize::MAX, NonZeroUsize::get);
                let caps = Caps { rules, conditions: self.max_conditions.map(NonZeroUsize::get) };
                (self.max_rules.is_some() || self.max_conditions.is_some()).then_some(caps)
            }

            /// The most rounds: the proxy has few, a proof as many as it takes.
            pub(crate) fn max_iterations(&self) -> Option<usize> {
                self.max_iterations.or((!self.is_exact()).then_some(15))
            }

            /// The most rules that an exact pricer returns for a class and round.
            fn columns_per_round(&self) -> NonZeroUsize {
                self.columns_per_round.unwrap_or(const { NonZeroUsize::new(30).expect("thirty is not zero") })
            }

            /// What the pricers are made with.
            pub(crate) fn stages<'a>(&'a self, classes: &'a [String]) -> StageSettings<'a> {
                StageSettings {
                    classes,
                    columns: self.columns_per_round(),
                    time_limit: self.pricing_time_limit,
                    patient: false,
                    short: &[],
                    pool: self.pool.as_ref(),
                    tree: self.tree(),
                    beam: self.beam(),
                    seed: self.seed,
                }
            }

            /// How a training set is made ready.
            pub(crate) fn training(&self) -> TrainingSettings<'_> {
                TrainingSettings {
                    columns: self.columns(),
                    cuts: self.cuts,
                    class_weight: self.class_weight,
                    positive: self.positive.as_ref(),
                    fairness: Asked::of(self.fairness, self.epsilon),
                    offered: self.pool.as_ref().filter(|_| self.pricers().contains(&PricerName::POOL)),
                    forbidden: &self.forbidden,
                    trends: &self.monotone,
                    together: &self.together,
                    rare_cuts: self.has_rare_cuts(),
                    quiet: self.quiet,
                }
            }

            /// How rules of a sample are priced again on all rows.
            pub(crate) fn repricing<'a>(
                &'a self,
                classes: &'a [String],
                checkpoint: Option<Arc<Checkpoint>>,
            ) -> Repricing<'a> {
                Repricing {
                    training: self.training(),
                    min_cover: self.least_cover(),
                    rows_at_hand: self.rows_at_hand,
                    beam: self.stages(classes).beam,
                    caps: self.caps(),
                    checkpoint,
                }
            }

            /// How column generation runs, and when it ends.
            pub(crate) fn run(&self, limits: &Limits) -> RunSettings {
                RunSettings {
                    max_iterations: self.max_iterations(),
                    gap: self.gap,
                    tolerance: self.tolerance(),
                    smoothing: self.smoothing,
                    policy: self.stage_policy,
                    limits: limits.clone(),
                    ..RunSettings::default()
                }
            }

            /// How the LP is solved: proofs take many exact solutions, each close to the one before; the proxy takes
            /// few, and loose ones will do. With fairness rows there is but one way.
            pub(crate) fn lp_strategy(&self) -> LpStrategy {
                let proves = self.is_exact() && self.fairness.is_none();
                self.strategy.unwrap_or(if proves { LpStrategy::Kernel } else { LpStrategy::Interior })
            }

            /// The relative tolerance of the first LPs. A proof takes so many rounds that the early ones need not be fine
            /// (phoneme after 100 s: 0.001 leaves a gap of 41%, 0.01 15%, 0.03 0.29%, 0.1 0.14%); the few of the proxy are
            /// all that the rules are made of.
            pub(crate) fn tolerance(&self) -> f64 {
                self.tolerance.unwrap_or(if self.is_exact() { 0.1 } else { 1e-3 })
            }

            /// As exact pricing solves, whatever the pricers: finely enough for proofs, and without a limit on rounds.
            pub(crate) fn exactly_solved(self) -> Self {
                let (pricers, max_iterations) = (Some(vec![PricerName::BRANCH_AND_BOUND]), Some(usize::MAX));
                let exact = Self { pricers, max_iterations, tolerance: None, strategy: None, ..self };
                let strategy = exact.has_programs().then(|| exact.lp_strategy());
                Self { tolerance: Some(exact.tolerance()), strategy, ..exact }
            }

            /// The parameters as a model file records them, with all defaults resolved: those that decide what is learned, not how
            /// fast.
            pub(crate) fn record(&self) -> BTreeMap<String, Value> {
                let resolved = Self {
                    bins: Some(self.bins()),
                    pricers: Some(self.pricers().to_vec()),
                    columns_per_round: Some(self.columns_per_round()),
                    max_iterations: self.max_iterations(),
                    tolerance: Some(self.tolerance()),
                    strategy: Some(self.lp_strategy()),
                    pool: None,
                    ..self.resolved()
                };
                let mut record = resolved.record_all();
                record.extend(self.recorded_if_unusual());
                if let Some(asked) = Asked::of(self.fairness, self.epsilon) {
                    record.extend(asked.record());
                    record.extend(self.positive.clone().map(|class| ("positive".into(), class.into())));
                }
                record
            }
        }
    };
}
pub(super) use weighted_parameters;
