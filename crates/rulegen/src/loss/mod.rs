//! The losses, which measure the errors of a model.
//!
//! A loss knows what its scores mean, and makes the master that minimises it. Nothing else in this
//! crate asks which loss it is.

mod boolean;
mod hinge;
mod logistic;
mod name;
mod registry;

pub(crate) use boolean::BooleanLoss;
pub(crate) use hinge::HingeLoss;
pub(crate) use logistic::LogisticLoss;
pub use name::{LossKind, LossName};
pub use registry::LossRegistry;

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
#[non_exhaustive]
pub enum ScoreKind {
    /// Sums of weights. The largest wins.
    Votes,
    /// Log-odds, from which probabilities follow.
    LogOdds,
    /// Yes or no: the class of most votes has a score of 1, all others 0.
    Decisions,
}

/// The settings that the parameters of a run give to the master of its loss. Each loss reads those
/// that it needs.
#[derive(Debug)]
#[non_exhaustive]
pub struct LossSettings {
    /// The costs of rules, and the limits on their length and cover.
    pub terms: RuleTerms,
    /// The ridge: half of it times the square of each weight is added to a loss that can have one
    /// ([`Loss::usual_ridge`]).
    pub ridge: f64,
    /// The way in which linear programs are solved.
    pub strategy: LpStrategy,
    /// The simplex solver.
    pub backend: Arc<dyn LpFactory>,
    /// The fairness rows, for losses that support them ([`Loss::may_be_fair`]).
    pub fairness: Option<Fairness>,
}

/// A loss: the meaning of its scores, the parameters that it reads, and the master that minimises
/// it. A [`LossRegistry`] gives it a name.
pub trait Loss: fmt::Debug + Send + Sync {
    /// Describes the loss for the help, in a sentence without its full stop.
    fn help(&self) -> &str;

    /// Returns the meaning of the scores.
    fn scores(&self) -> ScoreKind;

    /// Makes the master over the samples, without rules.
    ///
    /// # Errors
    /// Settings that the master refuses, or a loss whose rules have no weights.
    fn master(&self, samples: Arc<Samples>, settings: LossSettings) -> Result<Box<dyn RuleMaster>, FitError>;

    /// True if the restricted master is a linear program that reads [`LossSettings::strategy`] and
    /// [`LossSettings::backend`]. The parameters about linear programs are refused otherwise.
    fn is_linear(&self) -> bool {
        false
    }

    /// True if the master reads [`LossSettings::fairness`]. Fairness is refused otherwise.
    fn may_be_fair(&self) -> bool {
        false
    }

    /// Returns the ridge that finds the rules of models whose size is chosen, and that of their
    /// weights unless rows held out choose a smaller one, if the master reads
    /// [`LossSettings::ridge`]. A ridge is refused otherwise.
    fn usual_ridge(&self) -> Option<f64> {
        None
    }

    /// True if the clock ends a path under this loss, so that each fold has a share of the time.
    fn is_timed(&self) -> bool {
        false
    }

    /// Adds entries of the loss to the parameters that a model file records.
    fn record(&self, _recorded: &mut BTreeMap<String, Value>) {}
}
