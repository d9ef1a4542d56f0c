//! The losses: what an error of a model costs.
//!
//! A loss makes the master that minimises it and knows what its scores mean. Nothing else in this
//! crate asks which loss it is.

mod boolean;
mod logistic;
mod margin_hinge;
mod mean_hinge;

pub(crate) use boolean::BooleanLoss;
pub(crate) use logistic::LogisticLoss;
pub(crate) use margin_hinge::MarginHinge;
pub(crate) use mean_hinge::MeanHinge;

use crate::FitError;
use rulegen_binarize::Samples;
use rulegen_lp::LpFactory;
use rulegen_master::{Fairness, LpStrategy, RuleMaster, RuleTerms};
use serde_json::Value;
use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

/// The meaning of the scores of a model.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ScoreKind {
    /// Sums of weights. The largest wins.
    Votes,
    /// Log-odds, from which probabilities follow.
    LogOdds,
    /// Yes or no: the class of most votes has a score of 1, all others 0.
    Decisions,
}

/// The settings of a master, as far as they do not depend on the loss.
#[derive(Debug)]
pub(crate) struct LossSettings {
    /// The costs of rules.
    pub(crate) terms: RuleTerms,
    /// Half of this times the square of each weight is added to a loss that can have a ridge.
    pub(crate) ridge: f64,
    /// The way in which linear programs are solved.
    pub(crate) strategy: LpStrategy,
    /// The simplex solver.
    pub(crate) backend: Arc<dyn LpFactory>,
    /// The fairness rows, for losses that can have them.
    pub(crate) fairness: Option<Fairness>,
}

/// A loss.
pub(crate) trait Loss: fmt::Debug + Send + Sync {
    /// The name under which model files record it. `None` if the method says it.
    fn recorded_name(&self) -> Option<&'static str>;

    /// The meaning of the scores.
    fn scores(&self) -> ScoreKind;

    /// True if the restricted master is a linear program, which may have fairness rows.
    fn is_linear(&self) -> bool;

    /// Makes the master over the samples, without rules.
    ///
    /// # Errors
    /// Settings that the master refuses, or a loss whose rules have no weights.
    fn master(&self, samples: Arc<Samples>, settings: LossSettings) -> Result<Box<dyn RuleMaster>, FitError>;

    /// Changes what a model file records of the parameters, where the loss has no use for some of
    /// them or adds its own.
    fn record(&self, _recorded: &mut BTreeMap<String, Value>) {}
}
