//! The model of a step.

use crate::fit::Fitted;
use crate::training::Training;
use rulegen_driver::RunSummary;
use rulegen_rule::Model;
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

impl StepModel {
    /// The model as the result of a fit.
    pub(crate) fn fitted(self, training: &Training<'_>) -> Fitted {
        let StepModel { model, run, columns, mip, raised } = self;
        let (samples, dropped) = (training.merged, training.dropped.clone());
        Fitted { model, run, columns, mip, raised, samples, dropped, front: None }
    }
}
