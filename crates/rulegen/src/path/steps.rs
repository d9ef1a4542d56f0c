//! Paths that have learned their models, and the model of a step.

use super::support::SupportPath;
use crate::FitError;
use rulegen_driver::RunSummary;
use rulegen_limits::Limits;
use rulegen_rule::{Certificate, Model};
use std::time::Duration;

/// The model of a step, and how it was found.
#[derive(Clone, Debug)]
pub(crate) struct StepModel {
    pub(crate) model: Model,
    pub(crate) run: RunSummary,
    /// Columns generated.
    pub(crate) columns: usize,
    /// The time of the integer program, if there is one.
    pub(crate) mip: Option<Duration>,
    /// The part of the objective that fairness rows raised, if there are any.
    pub(crate) raised: Option<f64>,
}

/// Models of growing size over one training set.
pub(crate) trait Path: Send + Sync {
    /// The rules of each step, with weights that score rows.
    fn support(&self) -> &SupportPath;

    /// The most conditions of the rules of a step.
    fn max_length(&self, step: usize) -> usize;

    /// The rounds of column generation.
    fn iterations(&self) -> usize {
        self.support().steps.len()
    }

    /// Makes the model of a step.
    ///
    /// # Errors
    /// A failing solver.
    fn model(&self, step: usize, limits: &Limits) -> Result<StepModel, FitError>;

    /// Makes the model of a step with all that can be proved of it within the limits.
    ///
    /// # Errors
    /// A failing solver.
    fn proved_model(&self, step: usize, limits: &Limits) -> Result<StepModel, FitError> {
        self.model(step, limits)
    }

    /// What is proved of the problem whose rules a step has. `model` is the model of the step.
    fn certificate(&self, step: usize, _model: &Model) -> Option<Certificate> {
        self.support().steps[step].certificate.clone()
    }
}
