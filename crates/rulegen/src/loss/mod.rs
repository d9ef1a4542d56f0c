//! The losses, which measure the errors of a model.
//!
//! A loss knows what its scores mean, and makes the master that minimises it if its rules have
//! weights. Nothing else in this
//! crate asks which loss it is.

mod boolean;
mod hinge;
mod logistic;

pub(crate) use boolean::BooleanLoss;
pub(crate) use hinge::HingeLoss;
pub(crate) use logistic::LogisticLoss;

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
    /// The ridge: half of it times the square of each weight is added to a loss that can have one.
    pub(crate) ridge: f64,
    /// The way in which linear programs are solved.
    pub(crate) strategy: LpStrategy,
    /// The simplex solver.
    pub(crate) backend: Arc<dyn LpFactory>,
    /// The fairness rows, for losses that support them.
    pub(crate) fairness: Option<Fairness>,
}

/// A loss.
pub(crate) trait Loss: fmt::Debug + Send + Sync {
    /// The name under which model files record the loss. `None` if the method determines it.
    fn recorded_name(&self) -> Option<&'static str>;

    /// The meaning of the scores.
    fn scores(&self) -> ScoreKind;

    /// True if the restricted master is a linear program, which may have fairness rows.
    fn is_linear(&self) -> bool;

    /// True if the clock ends a path under this loss, so that each fold has a share of the time.
    fn is_timed(&self) -> bool {
        false
    }

    /// Adapts the recorded parameters to the loss: removes those that it does not use, and adds its
    /// own.
    fn record(&self, _recorded: &mut BTreeMap<String, Value>) {}
}

/// A loss whose rules have weights.
pub(crate) trait WeightedLoss: Loss {
    /// Makes the master over the samples, without rules.
    ///
    /// # Errors
    /// Settings that the master refuses.
    fn master(&self, samples: Arc<Samples>, settings: LossSettings) -> Result<Box<dyn RuleMaster>, FitError>;
}
