//! The optimum of a given problem, by column generation.

use super::assemble::{ModelSettings, assemble, in_use};
use super::dual_record::DualRecord;
use super::scopes::short_scopes;
use super::selection::choose_rules;
use super::start::first_columns;
use super::steps::StepModel;
use crate::FitError;
use crate::parameter_error::accept;
use crate::parameters::{Caps, CostScaling, FallbackKind, Parameters};
use crate::pricers::{PricerName, Stages};
use crate::proof::{ModelProof, WeighedModel, proof_or_warning};
use crate::training::Training;
use rulegen_driver::{Observer, Pricer, PricingProblem, RunSettings, RunSummary, run};
use rulegen_limits::Limits;
use rulegen_master::RuleMaster;
use rulegen_pricing::Pool;
use rulegen_rule::{Model, Rule, Status};
use std::time::Instant;

/// A run of column generation over a training set, at the penalty of the parameters.
pub(crate) struct Optima<'a> {
    p: Parameters,
    /// The names of the pricers.
    names: Vec<PricerName>,
    training: Training<'a>,
    /// The leaves of a first tree, if they serve as first columns, as the scale of costs, or where
    /// no other rule applies.
    first_tree: Vec<(Rule, u32)>,
    /// The factor of all costs.
    cost_scale: f64,
    master: Box<dyn RuleMaster>,
    pricers: Vec<Box<dyn Pricer>>,
    /// The dual points of the run, if a proof is asked for.
    record: DualRecord,
}

impl<'a> Optima<'a> {
    /// Sets up a run that begins with the columns that the parameters ask for.
    ///
    /// # Errors
    /// Settings that the master refuses, or a first column that is no rule of the run.
    pub(crate) fn new(p: &Parameters, training: Training<'a>, stages: Stages) -> Result<Self, FitError> {
        let Stages { names, pricers, .. } = stages;
        let p = p.clone();
        let grows = p.starts_with_tree() || p.uses_first_tree();
        let first_tree = if grows { training.first_tree(&p)? } else { Vec::new() };
        let cost_scale = cost_scale(&p, &training, &first_tree);
        let mut master = fresh_master(&p, &training, cost_scale)?;
        master.add_rules(training.required.clone());
        master.add_rules(first_columns(&p, &training, &first_tree)?);
        let record = DualRecord::of_last();
        let recorded = |pricer| if p.proved { record.of(pricer) } else { pricer };
        let pricers = pricers.into_iter().map(recorded).collect();
        Ok(Optima { p, names, training, first_tree, cost_scale, master, pricers, record })
    }

    /// Makes the master of a problem without rules, with costs scaled as for a run.
    ///
    /// # Errors
    /// Settings that the master refuses, or a loss whose rules have no weights.
    pub(crate) fn restricted_master(p: &Parameters, training: &Training<'_>) -> Result<Box<dyn RuleMaster>, FitError> {
        fresh_master(p, training, Optima::unit(p, training)?)
    }

    /// Returns the unit of penalty and ridge: the mean weight of a row where a size is chosen, else
    /// the factor of all costs.
    ///
    /// # Errors
    /// Settings of trees that are out of range.
    pub(crate) fn unit(p: &Parameters, training: &Training<'_>) -> Result<f64, FitError> {
        if p.is_small() {
            return Ok(training.mean_weight());
        }
        let first_tree = if p.uses_first_tree() { training.first_tree(p)? } else { Vec::new() };
        Ok(cost_scale(p, training, &first_tree))
    }

    /// Starts again with these rules over another training set, with another least cover and
    /// without pricers.
    ///
    /// # Errors
    /// Settings that the master refuses.
    pub(crate) fn over(
        &self,
        training: Training<'a>,
        rules: Vec<(Rule, u32)>,
        min_cover: Option<usize>,
    ) -> Result<Self, FitError> {
        let p = Parameters { min_cover, ..self.p.clone() };
        let mut master = fresh_master(&p, &training, self.cost_scale)?;
        master.add_rules(rules);
        let Optima { names, first_tree, cost_scale, .. } = self;
        let (names, first_tree, cost_scale) = (names.clone(), first_tree.clone(), *cost_scale);
        let (pricers, record) = (Vec::new(), DualRecord::of_last());
        Ok(Optima { p, names, training, first_tree, cost_scale, master, pricers, record })
    }

    /// Records another least cover of rules.
    pub(crate) fn with_min_cover(mut self, min_cover: Option<usize>) -> Self {
        self.p.min_cover = min_cover;
        self
    }

    /// Runs column generation, and applies the caps to its solution.
    ///
    /// # Errors
    /// A failing solver or pricer.
    pub(crate) fn run(&mut self, limits: &Limits, observer: &mut dyn Observer) -> Result<RunSummary, FitError> {
        let run = run(&mut *self.master, &mut self.pricers, &self.p.run(limits), observer)?;
        self.cap(run, limits)
    }

    /// If the solution has more rules or conditions than the caps allow, chooses as many of the
    /// found rules as they allow, one by one. The proved bound still holds, because fewer rules
    /// cost no less.
    ///
    /// # Errors
    /// A failing solver.
    pub(crate) fn cap(&mut self, run: RunSummary, limits: &Limits) -> Result<RunSummary, FitError> {
        let used = in_use(&self.master.weights());
        let conditions: usize = used.iter().map(|&k| self.master.rules()[k].rule.len()).sum();
        let fits = |caps: &Caps| used.len() <= caps.rules && caps.conditions.is_none_or(|most| conditions <= most);
        let Some(caps) = self.p.caps().filter(|caps| !fits(caps)) else { return Ok(run) };
        let start = Instant::now();
        let rules = self.master.rules().iter().map(|column| (column.rule.clone(), Some(column.tag)));
        let mut pool: [Box<dyn Pricer>; 1] = [Box::new(Pool::new(&self.training.samples, rules)?)];
        self.master = fresh_master(&self.p, &self.training, self.cost_scale)?;
        let scores = self.p.loss().scores();
        choose_rules(&mut *self.master, &mut pool, &self.training, scores, caps, limits, &mut ())?;
        let objective = self.master.solve(0.0, limits)?.objective;
        let more = start.elapsed();
        let status = limits.reached().map_or(Status::Size, Status::from);
        Ok(RunSummary { status, objective, lp: run.lp + more, total: run.total + more, ..run })
    }

    /// Solves the master over its rules.
    ///
    /// # Errors
    /// A failing solver.
    pub(crate) fn solve(&mut self, limits: &Limits) -> Result<f64, FitError> {
        Ok(self.master.solve(0.0, limits)?.objective)
    }

    /// The rules found, each with its class.
    pub(crate) fn rules(&self) -> Vec<(Rule, u32)> {
        self.master.rules().iter().map(|column| (column.rule.clone(), column.tag)).collect()
    }

    /// The rules in use, each with its class.
    pub(crate) fn rules_in_use(&self) -> Vec<(Rule, u32)> {
        let rules = self.master.rules();
        in_use(&self.master.weights()).into_iter().map(|k| (rules[k].rule.clone(), rules[k].tag)).collect()
    }

    /// The pricing problems at the duals of the last solution.
    pub(crate) fn pricing_problems(&self) -> Vec<PricingProblem> {
        self.master.pricing_problems()
    }

    /// The training set.
    pub(crate) fn training(&self) -> &Training<'a> {
        &self.training
    }

    /// Makes the model of the best solution, with proofs over short rules as far as they cost next
    /// to nothing.
    ///
    /// # Errors
    /// A failing pricer.
    pub(crate) fn model(&self, run: RunSummary, limits: &Limits) -> Result<StepModel, FitError> {
        let decides = self.p.uses_first_tree() && self.p.fallback == FallbackKind::FirstTree;
        let settings = ModelSettings {
            fallback: decides.then(|| self.first_tree.clone()),
            ..ModelSettings::of(&self.p, &self.training, &self.names)
        };
        let (scopes, _) = short_scopes(&self.p, &self.training, &*self.master, self.p.max_length(), limits)?;
        let mut model = assemble(&self.training.samples, &*self.master, &run, settings);
        model.certificate = model.certificate.with_scopes(scopes);
        let proof = self.p.proved.then(|| self.proof(&model, limits));
        Ok(StepModel {
            model,
            columns: self.master.rules().len(),
            mip: None,
            raised: self.training.fairness.map(|_| self.master.raised(&self.master.weights())),
            proof: proof.transpose()?.flatten(),
            run,
        })
    }

    /// Makes the proof of the model of the best solution.
    fn proof(&self, model: &Model, limits: &Limits) -> Result<Option<ModelProof>, FitError> {
        let (p, training, master) = (&self.p, &self.training, &*self.master);
        let (unit, longest) = (self.cost_scale, p.max_length());
        let proved = self.record.best(|problems, gains| master.lower_bound(problems, gains));
        let others: Vec<_> = proved.into_iter().map(|(_, (problems, _))| problems).collect();
        let has_searched = !others.is_empty();
        let weighed = WeighedModel { p, training, master, others, has_searched, unit, longest, model };
        proof_or_warning(weighed.prove(limits))
    }

    /// Makes a model for each epsilon, in order, all within the limits. At the end each model is
    /// made again from all rules found. There are fewer models if the run was interrupted.
    ///
    /// # Errors
    /// A loss without fairness rows, an epsilon out of range, or a failing solver.
    pub(crate) fn follow(
        &mut self,
        epsilons: &[f64],
        limits: &Limits,
        observer: &mut dyn Observer,
    ) -> Result<Vec<StepModel>, FitError> {
        let mut first = Vec::new();
        for (place, &epsilon) in epsilons.iter().enumerate() {
            self.set_epsilon(epsilon, None)?;
            // One share of the time is reserved for the second pass.
            let settings = RunSettings { limits: limits.part(epsilons.len() - place + 1), ..self.p.run(limits) };
            let run = run(&mut *self.master, &mut self.pricers, &settings, observer)?;
            first.push((epsilon, run, self.master.weights()));
            if limits.stop.is_raised() {
                break;
            }
        }
        let passes = first.len();
        let again = |(place, (epsilon, run, weights)): (usize, (f64, RunSummary, Vec<f64>))| {
            // The rules found for this epsilon are kept, even if no time is left for more.
            self.set_epsilon(epsilon, Some(&weights))?;
            let start = Instant::now();
            let objective = self.solve(&limits.part(passes - place))?;
            let more = start.elapsed();
            self.model(RunSummary { objective, lp: run.lp + more, total: run.total + more, ..run }, limits)
        };
        first.into_iter().enumerate().map(again).collect()
    }

    /// Sets another epsilon, and offers weights that were found for it before.
    fn set_epsilon(&mut self, epsilon: f64, known: Option<&[f64]>) -> Result<(), FitError> {
        let Some(master) = self.master.as_fair() else {
            return Ok(accept(false, "the loss of a path of epsilons", "one with fairness rows", "without")?);
        };
        master.set_epsilon(epsilon)?;
        known.into_iter().for_each(|weights| master.offer(weights));
        self.p.epsilon = Some(epsilon);
        Ok(())
    }
}

/// Makes the master of the loss, without rules.
fn fresh_master(p: &Parameters, training: &Training<'_>, unit: f64) -> Result<Box<dyn RuleMaster>, FitError> {
    training.master(p, training.samples.clone(), unit)
}

/// The factor of all costs: 1 over the largest cost of these leaves of the first tree, as in the
/// published code.
fn cost_scale(p: &Parameters, training: &Training<'_>, first_tree: &[(Rule, u32)]) -> f64 {
    let samples = &training.samples;
    let cost = |(rule, _): &(Rule, u32)| p.cost.of(rule, &samples.cover(rule), samples);
    let largest = first_tree.iter().map(cost).fold(0.0, f64::max);
    if p.uses_first_tree() && p.cost_scaling == CostScaling::Published && largest > 0.0 { 1.0 / largest } else { 1.0 }
}
