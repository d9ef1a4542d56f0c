//! The result of a fit.

use crate::choice::Front;
use crate::parameters::{Parameters, RunTerms};
use crate::path::StepModel;
use crate::training::Training;
use rulegen_binarize::DroppedColumn;
use rulegen_driver::RunSummary;
use rulegen_rule::Model;
use std::time::Duration;

/// A model, and the run that found it.
#[derive(Clone, Debug)]
pub struct Fitted {
    /// The model.
    pub model: Model,
    /// The run of column generation.
    pub run: RunSummary,
    /// The terms of column generation. `None` if rules were chosen one by one.
    pub terms: Option<RunTerms>,
    /// The number of columns generated.
    pub columns: usize,
    /// The time of the integer program and of the steps that prepare it, if there is one.
    pub mip: Option<Duration>,
    /// The part of the objective that comes from errors that fairness rows raised although no rule
    /// got worse ([`rulegen_master::RuleMaster::raised`]), if there are such rows.
    pub raised: Option<f64>,
    /// The number of samples after identical rows were merged.
    pub samples: usize,
    /// The columns of the data that could not serve.
    pub dropped: Vec<DroppedColumn>,
    /// The models of other sizes, if the size was chosen.
    pub front: Option<Front>,
}

impl Fitted {
    /// The model of a step over the training set that it was learned from.
    pub(crate) fn new(step: StepModel, training: &Training<'_>, p: &Parameters) -> Self {
        let StepModel { model, run, columns, mip, raised } = step;
        let (samples, dropped) = (training.merged, training.dropped.clone());
        let terms = p.generates_columns().then(|| p.run_terms());
        Fitted { model, run, terms, columns, mip, raised, samples, dropped, front: None }
    }
}
