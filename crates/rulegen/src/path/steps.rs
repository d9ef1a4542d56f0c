//! Paths that have learned their models, and the model of a step.

use super::support::SupportPath;
use crate::FitError;
use crate::proof::ModelProof;
use rulegen_driver::{Observer, RunSummary};
use rulegen_limits::Limits;
use rulegen_rule::{Certificate, Model};
use std::time::Duration;

/// The model of a step, and the figures of its run.
#[derive(Clone, Debug)]
pub(crate) struct StepModel {
    pub(crate) model: Model,
    pub(crate) run: RunSummary,
    /// The number of columns generated.
    pub(crate) columns: usize,
    /// The time of the integer program, if there is one.
    pub(crate) mip: Option<Duration>,
    /// The part of the objective that comes from errors that fairness rows raised, if there are
    /// any.
    pub(crate) raised: Option<f64>,
    /// The proof, if it was asked for and anything is proved.
    pub(crate) proof: Option<ModelProof>,
}

/// Models of growing size over one training set.
pub(crate) trait Path: Send + Sync {
    /// The rules of each step, with weights that score rows.
    fn support(&self) -> &SupportPath;

    /// The most conditions of a rule, for a front that shows this model of the path.
    fn max_length(&self, model: &Model) -> usize;

    /// The number of columns generated.
    fn columns(&self) -> usize {
        self.support().rules.len()
    }

    /// The time of pricing. `None` if it is nearly all the time that the path took.
    fn pricing(&self) -> Option<Duration> {
        None
    }

    /// The rounds of column generation.
    fn iterations(&self) -> usize {
        self.support().steps.len()
    }

    /// Fits the weights of models at another ridge from here on. Boolean rules have none.
    fn set_ridge(&mut self, _ridge: f64) {}

    /// Makes the model of a step.
    ///
    /// # Errors
    /// A failing solver.
    fn model(&self, step: usize, limits: &Limits) -> Result<StepModel, FitError>;

    /// Makes the model of a step, with all proofs that the limits allow.
    ///
    /// # Errors
    /// A failing solver.
    fn proved_model(&self, step: usize, limits: &Limits, observer: &mut dyn Observer) -> Result<StepModel, FitError>;

    /// Returns the model of a step if it is made already: nothing is lost at a limit.
    fn made_model(&self, _step: usize) -> Option<StepModel> {
        None
    }

    /// Returns the proof about the problem whose rules a step has. `model` is the model of the
    /// step.
    fn certificate(&self, step: usize, _model: &Model) -> Option<Certificate> {
        self.support().steps[step].certificate.clone()
    }
}
