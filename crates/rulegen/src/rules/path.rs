//! A path of supports over a training set, and the models along it.

use super::candidates::SizedPath;
use super::further::further;
use super::penalties::follow_penalties;
use super::ready::{RuleFit, master, model_settings, named};
use crate::assemble::{ModelSettings, assemble};
use crate::size::{Caps, Learned, SupportPath, choose_rules};
use crate::weighted::Training;
use crate::{FitError, PathKind, RuleParameters};
use rulegen_driver::{Observer, RunSummary};
use rulegen_limits::Limits;
use rulegen_master::RuleMaster;
use rulegen_rule::{Model, Status};
use std::num::NonZeroUsize;
use std::time::{Duration, Instant};

/// Rules up to a length, chosen one by one.
pub(super) struct Path<'a> {
    pub(super) ready: RuleFit<'a>,
    /// What a penalty and a ridge of 1 are: the mean weight of a row.
    unit: f64,
    pub(super) max_length: usize,
    /// The most conditions of a rule of any path.
    longest: Option<usize>,
    pub(super) found: SupportPath,
}

impl<'a> Path<'a> {
    /// The path of rules up to a length over `training`, which was made ready with the parameters `p`.
    pub(super) fn learn(
        p: &RuleParameters,
        training: Training<'a>,
        max_length: usize,
        limits: &Limits,
        observer: &mut dyn Observer,
    ) -> Result<Self, FitError> {
        let longest = p.max_length();
        let p = RuleParameters { max_length: Some(max_length), ..p.clone() };
        let (stages, classes) = (p.clone(), training.classes());
        let mut ready = RuleFit::over(p, training, named(&stages, classes))?;
        let samples = ready.training.samples.clone();
        // Rows of whole weights are so many rows: a table that says them one by one has the same penalty and ridge.
        let rows: u64 = samples.counts.iter().sum();
        let unit = samples.weights.iter().sum::<f64>() / rows as f64;
        let caps = Caps {
            rules: ready.parameters.most_rules(),
            conditions: ready.parameters.max_conditions.map(NonZeroUsize::get),
        };
        let found = match ready.parameters.path {
            PathKind::Forward => {
                let mut master = master(&ready.parameters, &ready.training, unit)?;
                choose_rules(&mut *master, &mut ready.pricers, &mut samples.clone(), caps, limits, observer)?
            }
            PathKind::Penalty => follow_penalties(&mut ready, unit, caps, limits, observer)?,
        };
        Ok(Path { ready, unit, max_length, longest, found })
    }

    /// The model after a step, its weights fitted exactly.
    pub(super) fn model(&self, step: usize, limits: &Limits) -> Result<(Model, RunSummary), FitError> {
        let (master, run) = self.solved(step, limits)?;
        Ok((assemble(&self.ready.training.samples, &*master, &run, self.settings()), run))
    }

    /// The same, with what the exact pricers among those of the parameters prove of it.
    pub(super) fn proved_model(&self, step: usize, limits: &Limits) -> Result<(Model, RunSummary), FitError> {
        let (master, run) = self.solved(step, limits)?;
        let further = further(&self.ready, &*master, self.longest, limits)?;
        let run = RunSummary { lower_bound: further.as_ref().and_then(|further| further.lower_bound), ..run };
        let mut settings = self.settings();
        if let Some(further) = further {
            settings.recorded.insert(Model::FURTHER_GAIN.into(), further.gain.into());
        }
        Ok((assemble(&self.ready.training.samples, &*master, &run, settings), run))
    }

    fn solved(&self, step: usize, limits: &Limits) -> Result<(Box<dyn RuleMaster>, RunSummary), FitError> {
        let start = Instant::now();
        let mut master = master(&self.ready.parameters, &self.ready.training, self.unit)?;
        let run = solve_step(&mut *master, &self.found, step, start, limits)?;
        Ok((master, run))
    }

    /// What the model says beside its rules; of lengths the limit of all paths.
    fn settings(&self) -> ModelSettings {
        let parameters = RuleParameters { max_length: self.longest, ..self.ready.parameters.clone() };
        model_settings(&parameters, &self.ready.training)
    }

    /// What sizes are chosen among.
    pub(super) fn sized(&self) -> SizedPath<'_> {
        SizedPath { found: &self.found, max_length: self.max_length }
    }

    /// What there is to score.
    pub(super) fn learned(self) -> Learned {
        Learned { schema: self.ready.training.samples.schema.clone(), path: self.found }
    }
}

/// Fits the weights of a step of a path exactly, by a master without rules. Work on it began at `start`.
pub(super) fn solve_step(
    master: &mut dyn RuleMaster,
    path: &SupportPath,
    step: usize,
    start: Instant,
    limits: &Limits,
) -> Result<RunSummary, FitError> {
    master.add_rules(path.support(step));
    // A few rules take no time, and without their weights the rules found would be lost.
    let solution = master.solve(0.0, &Limits::default())?;
    Ok(RunSummary {
        status: limits.reached().map_or(Status::Size, Status::from),
        iterations: path.steps.len(),
        objective: solution.objective,
        lower_bound: None,
        nodes: 0,
        lp: start.elapsed(),
        pricing: Duration::ZERO,
        total: start.elapsed(),
    })
}
