//! A path of supports over a training set, and the models along it.

use super::ready::{RuleFit, model_settings, named};
use crate::assemble::assemble;
use crate::size::{Caps, Learned, SupportPath, choose_rules};
use crate::{FitError, RuleParameters};
use rulegen_data::Dataset;
use rulegen_driver::{Limits, Observer, RunSummary};
use rulegen_rule::{Model, Status};
use std::time::Instant;

/// Rules up to a length, chosen one by one.
pub(super) struct Path<'a> {
    pub(super) ready: RuleFit<'a>,
    /// What a penalty and a ridge of 1 are: the mean weight of a row.
    unit: f64,
    pub(super) max_length: usize,
    pub(super) found: SupportPath,
}

impl<'a> Path<'a> {
    pub(super) fn learn(
        p: &RuleParameters,
        data: &'a Dataset,
        target: &'a str,
        max_length: usize,
        limits: &Limits,
        observer: &mut dyn Observer,
    ) -> Result<Self, FitError> {
        let p = RuleParameters { max_length: Some(max_length), ..p.clone() };
        let mut ready = RuleFit::new(&p, data, target, named(&p, data))?;
        let samples = ready.training.samples.clone();
        let rows = samples.sample_of_row().flatten().count();
        let unit = samples.weights.iter().sum::<f64>() / rows as f64;
        let mut master = ready.master(unit)?;
        let caps = Caps { rules: p.most_rules(), conditions: p.max_conditions };
        let found = choose_rules(&mut *master, &mut ready.pricers, &samples, caps, limits, observer)?;
        Ok(Path { ready, unit, max_length, found })
    }

    /// The model after a step, its weights fitted exactly.
    pub(super) fn model(&self, step: usize, limits: &Limits) -> Result<(Model, RunSummary), FitError> {
        let start = Instant::now();
        let mut master = self.ready.master(self.unit)?;
        master.add_rules(self.found.rules[..step.min(self.found.last())].to_vec());
        let solution = master.solve(0.0, limits)?;
        let run = RunSummary {
            status: limits.reached().unwrap_or(Status::Size),
            iterations: self.found.steps.len(),
            objective: solution.objective,
            lower_bound: None,
            nodes: 0,
            lp: start.elapsed(),
            pricing: Default::default(),
            total: start.elapsed(),
        };
        let settings = model_settings(&self.ready.parameters, &self.ready.training);
        Ok((assemble(&self.ready.training.samples, &*master, &run, settings), run))
    }

    /// What there is to score.
    pub(super) fn learned(self) -> Learned {
        Learned { schema: self.ready.training.samples.schema.clone(), path: self.found }
    }
}
