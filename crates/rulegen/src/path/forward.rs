//! Supports of growing models: rules chosen one by one, or taken from the optima along penalties.

use super::assemble::{ModelSettings, assemble};
use super::nearer::{StartingRules, nearer_to_the_optimum};
use super::penalties::{follow_penalties, loss};
use super::scopes::Proofs;
use super::selection::choose_rules;
use super::steps::{Path, StepModel};
use super::support::SupportPath;
use crate::FitError;
use crate::parameters::Parameters;
use crate::pricers::{PricerName, Stages};
use crate::proof::{ModelProof, WeighedModel, proof_or_warning};
use crate::training::Training;
use rulegen_binarize::Samples;
use rulegen_driver::{Observer, RunSummary};
use rulegen_limits::Limits;
use rulegen_master::RuleMaster;
use rulegen_rule::{Certificate, Model, OneByOne, Status};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Supports of growing models, each of which has its weights fitted again.
pub(crate) struct Forward<'a> {
    /// The parameters of this path, with its own length of rules.
    p: Parameters,
    training: Training<'a>,
    /// The mean weight of a row, which is the unit of penalty and ridge.
    unit: f64,
    max_length: usize,
    /// The most conditions of a rule on any path.
    longest: Option<usize>,
    /// The names of the pricers.
    names: Vec<PricerName>,
    found: SupportPath,
}

impl<'a> Forward<'a> {
    /// Learns the path of rules up to a length.
    ///
    /// # Errors
    /// A failing solver or pricer.
    pub(crate) fn learn(
        p: &Parameters,
        training: Training<'a>,
        max_length: usize,
        limits: &Limits,
        observer: &mut dyn Observer,
    ) -> Result<Self, FitError> {
        let longest = p.max_length();
        let p = Parameters { max_length: Some(max_length), ..p.clone() };
        let Stages { mut pricers, names, .. } = training.stages(&p)?;
        let unit = training.mean_weight();
        let found = if p.follows_penalties() {
            follow_penalties(&p, &training, &mut pricers, unit, limits, observer)?
        } else {
            let samples = training.told_apart(&[])?;
            training.keep(&samples);
            let mut master = training.master(&p, samples, unit)?;
            let (scores, caps) = (p.loss().scores(), p.path_caps());
            choose_rules(&mut *master, &mut pricers, &training, scores, caps, limits, observer)?
        };
        Ok(Forward { p, training, unit, max_length, longest, names, found })
    }

    /// Makes the model of a step, and returns its training loss too.
    ///
    /// # Errors
    /// A failing solver.
    pub(super) fn model_and_loss(&self, step: usize, limits: &Limits) -> Result<(Model, f64), FitError> {
        let weighed = self.solve(step, limits)?;
        let loss = loss(&*weighed.master);
        Ok((self.assembled(&weighed, self.settings()).model, loss))
    }

    /// Fits the weights of a step exactly. No limit ends it: few rules take no time, and without
    /// weights the rules found would be lost.
    fn solve(&self, step: usize, limits: &Limits) -> Result<WeighedStep, FitError> {
        let start = Instant::now();
        let support = self.found.support(step);
        let samples = self.training.told_apart(&support.iter().map(|(rule, _)| rule).collect::<Vec<_>>())?;
        let mut master = self.training.master(&self.p, samples.clone(), self.unit)?;
        master.add_rules(support);
        let solution = master.solve(0.0, &Limits::default())?;
        let run = RunSummary {
            status: limits.reached().map_or(Status::Size, Status::from),
            iterations: 0,
            objective: solution.objective,
            lower_bound: None,
            nodes: 0,
            lp: start.elapsed(),
            pricing: Duration::ZERO,
            total: start.elapsed(),
        };
        Ok(WeighedStep { samples, master, run })
    }

    /// The parts of the model beside its rules, with the limit of all paths on their length.
    fn settings(&self) -> ModelSettings {
        let p = Parameters { max_length: self.longest, ..self.p.clone() };
        ModelSettings::of(&p, &self.training, &self.names)
    }

    /// Returns a master nearer to the optimum than that of a step: that of more column generation
    /// where [`nearer_to_the_optimum`] goes on, else that of the last step, as all steps are
    /// solutions of one problem. `None` if it does not go on and the step is the last.
    fn nearer(
        &self,
        step: usize,
        objective: f64,
        lower_bound: Option<f64>,
        limits: &Limits,
    ) -> Result<Option<Box<dyn RuleMaster>>, FitError> {
        let (p, last) = (Parameters { max_length: self.longest, ..self.p.clone() }, self.found.last());
        let start = StartingRules { rules: self.found.support(last), objective, lower_bound };
        let nearer = nearer_to_the_optimum(&p, &self.training, self.unit, start, limits)?;
        if nearer.is_some() || step >= last {
            return Ok(nearer);
        }
        Ok(Some(self.solve(last, limits)?.master))
    }

    /// Makes the proof of the model of a step, whose dual point or the one nearer to the optimum
    /// proves more.
    fn proof(
        &self,
        weighed: &WeighedStep,
        other: Option<&dyn RuleMaster>,
        model: &Model,
        limits: &Limits,
    ) -> Result<Option<ModelProof>, FitError> {
        let (p, training, master) = (&self.p, &self.training, &*weighed.master);
        let (unit, longest) = (self.unit, self.longest);
        let others = other.map(|other| other.pricing_problems()).into_iter().collect();
        let weighed = WeighedModel { p, training, master, others, has_searched: false, unit, longest, model };
        proof_or_warning(weighed.prove(limits))
    }

    fn assembled(&self, weighed: &WeighedStep, settings: ModelSettings) -> StepModel {
        let WeighedStep { samples, master, run } = weighed;
        let (model, run) = (assemble(samples, &**master, run, settings), run.clone());
        StepModel { model, run, columns: self.found.rules.len(), mip: None, raised: None, proof: None }
    }
}

/// The rules of a step with exact weights, over samples that they tell apart.
struct WeighedStep {
    samples: Arc<Samples>,
    master: Box<dyn RuleMaster>,
    run: RunSummary,
}

impl Path for Forward<'_> {
    fn support(&self) -> &SupportPath {
        &self.found
    }

    fn max_length(&self, _: &Model) -> usize {
        self.max_length
    }

    fn set_ridge(&mut self, ridge: f64) {
        self.p.ridge = Some(ridge);
    }

    fn model(&self, step: usize, limits: &Limits) -> Result<StepModel, FitError> {
        Ok(self.assembled(&self.solve(step, limits)?, self.settings()))
    }

    /// Makes the model of a step. The exact pricers among those of the parameters prove how much
    /// any further rule can gain. Nothing is proved where rows lie in shards, nor of a model of
    /// part of the rows, which is only measured on the others.
    fn proved_model(&self, step: usize, limits: &Limits, _: &mut dyn Observer) -> Result<StepModel, FitError> {
        let mut weighed = self.solve(step, limits)?;
        if self.training.rows.is_some() || self.p.quiet {
            return Ok(self.assembled(&weighed, self.settings()));
        }
        let prove = |master: &dyn RuleMaster| Proofs::of(&self.p, &self.training, master, self.longest, limits);
        let mut proofs = prove(&*weighed.master)?;
        // Where nothing was proved at this point, there is no exact pricer or no time.
        let proves = self.p.proved || proofs.lower_bound.is_some();
        let other = if proves { self.nearer(step, weighed.run.objective, proofs.lower_bound, limits)? } else { None };
        if let Some(other) = &other {
            proofs = proofs.or_bounds_of(prove(&**other)?);
        }
        weighed.run.lower_bound = proofs.lower_bound;
        let mut made = self.assembled(&weighed, self.settings());
        let proof = self.p.proved.then(|| self.proof(&weighed, other.as_deref(), &made.model, limits));
        made.proof = proof.transpose()?.flatten();
        let best = self.found.best_among(step, &made.model.rules);
        made.model.certificate = Certificate {
            further_gain: proofs.further_gain,
            one_by_one: best.map(|best| OneByOne { best, max_length: self.max_length }),
            ..made.model.certificate.with_scopes(proofs.scopes)
        };
        Ok(made)
    }
}
