//! The result of a fit.

use crate::choice::Front;
use crate::path::StepModel;
use crate::training::Training;
use rulegen_binarize::DroppedColumn;
use rulegen_driver::RunSummary;
use rulegen_rule::Model;
use std::time::Duration;

/// A model, and how it was found.
#[derive(Clone, Debug)]
pub struct Fitted {
    /// The model.
    pub model: Model,
    /// The run of column generation.
    pub run: RunSummary,
    /// Columns generated.
    pub columns: usize,
    /// The time of the integer program and of what leads to it, if there is one.
    pub mip: Option<Duration>,
    /// The part of the objective that fairness rows raised without a rule being worse for it
    /// ([`rulegen_master::RuleMaster::raised`]), if there are such rows.
    pub raised: Option<f64>,
    /// Samples after identical rows were merged.
    pub samples: usize,
    /// Columns of the data that could not serve.
    pub dropped: Vec<DroppedColumn>,
    /// The models of other sizes, if the size was chosen.
    pub front: Option<Front>,
}

impl Fitted {
    /// The model of a step over the training set that it was learned from.
    pub(crate) fn new(step: StepModel, training: &Training<'_>) -> Self {
        let StepModel { model, run, columns, mip, raised } = step;
        let (samples, dropped) = (training.merged, training.dropped.clone());
        Fitted { model, run, columns, mip, raised, samples, dropped, front: None }
    }
}
