//! From one Boolean problem to a rule set, with what is proved of it.

use super::BooleanParameters;
use super::recorded::Proofs;
use crate::FitError;
use rulegen_binarize::Samples;
use rulegen_driver::{Limits, Observer, Pricer, RunSettings, RunSummary, run};
use rulegen_master::{BooleanMaster, DualProof, RuleSet};
use rulegen_pricing::BranchAndBound;
use rulegen_rule::{Rule, Status};
use std::num::NonZeroUsize;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// The part of the time that column generation may take: the rest is for the integer program.
const LP_SHARE: f64 = 0.8;

/// The part of what is then left that the enumeration may take.
const ENUMERATION_SHARE: f64 = 0.5;

/// How far a bound may be below an objective that it proves, relative to its size: rounding.
const ROUNDING: f64 = 1e-9;

/// What is taken off the least gain of a rule that may be in a better rule set, relative to the objective.
const SLACK: f64 = 1e-6;

/// A rule set, and what is known of it.
#[derive(Clone, Debug)]
pub(super) struct Found {
    pub(super) class: u32,
    /// The rules chosen, beside those that must be in.
    pub(super) best: RuleSet,
    pub(super) must_have: Vec<Rule>,
    /// The run of column generation.
    pub(super) run: RunSummary,
    /// No rule set has a smaller objective.
    pub(super) bound: Option<f64>,
    pub(super) status: Status,
    pub(super) columns: usize,
    /// Time in the integer program, and in the enumeration before it.
    pub(super) mip: Duration,
}

impl Found {
    /// Whether there is no better rule set.
    pub(super) fn is_proved(&self) -> bool {
        proved(&self.best, self.bound)
    }

    /// Takes a better rule set, or leaves it.
    pub(super) fn improve(&mut self, other: RuleSet) {
        self.best = better(self.best.clone(), other);
        if self.is_proved() {
            self.status = Status::Optimal;
        }
    }
}

/// One Boolean problem on its way.
pub(super) struct Search<'a> {
    pub(super) samples: &'a Arc<Samples>,
    pub(super) parameters: &'a BooleanParameters,
    pub(super) limits: &'a Limits,
}

impl Search<'_> {
    /// Column generation, rounding and greed, the integer program over the columns, and where the bound
    /// leaves a gap the integer program over all rules that could close it (MATH.md 6).
    pub(super) fn solve(
        &self,
        master: &mut BooleanMaster,
        stages: &mut [Box<dyn Pricer>],
        proofs: &Proofs,
        observer: &mut dyn Observer,
    ) -> Result<Found, FitError> {
        let p = self.parameters;
        let limits = self.share(LP_SHARE);
        let settings = RunSettings { max_iterations: p.max_iterations, gap: p.gap, tolerance: p.tolerance, limits };
        let run = run(master, stages, &settings, observer)?;
        let start = Instant::now();
        let proof = proofs.take().into_iter().map(|(problem, gain)| master.proof(&problem, gain)).reduce(higher);
        let mut best = self.heuristics(master);
        let mut bound = proof.as_ref().map(|proof| master.round_up(proof.bound));
        if !proved(&best, bound) {
            best = self.choose(master, proof.as_ref(), best)?;
        }
        if let Some(proof) = proof.as_ref().filter(|_| !proved(&best, bound) && p.enumeration_limit > 0) {
            (best, bound) = self.enumerate(master, proof, best, bound)?;
        }
        let status = match (proved(&best, bound), self.limits.reached(), run.status) {
            (true, _, _) => Status::Optimal,
            (_, Some(limit), _) => limit,
            (_, _, Status::Optimal | Status::Gap) => Status::Gap,
            (_, _, other) => other,
        };
        let (class, columns) = (master.settings().class, master.rules().len());
        let must_have = master.settings().must_have.clone();
        Ok(Found { class, best, must_have, run, bound, status, columns, mip: start.elapsed() })
    }

    /// The best of nothing, the rounded LP and greed: there is always an answer.
    fn heuristics(&self, master: &BooleanMaster) -> RuleSet {
        let selection = master.selection(master.rules().iter().map(|column| &column.rule));
        let weights = master.rules().iter().map(|column| &column.rule).zip(master.weights());
        let weights: std::collections::HashMap<&Rule, f64> = weights.collect();
        let rounded = selection.round(|rule| weights[rule]);
        better(better(selection.nothing(), rounded), selection.greedy())
    }

    /// The best choice among the columns that could be in a better rule set than `best`.
    pub(super) fn choose(
        &self,
        master: &BooleanMaster,
        proof: Option<&DualProof>,
        best: RuleSet,
    ) -> Result<RuleSet, FitError> {
        if self.limits.reached().is_some() {
            return Ok(best);
        }
        let least = proof.map_or(f64::NEG_INFINITY, |proof| least_gain(master, proof, &best));
        let gain =
            |cover: &rulegen_rule::RowSet, length| proof.map_or(0.0, |proof| proof.problem.gain(cover.iter(), length));
        let useful = master.rules().iter().filter(|column| gain(&column.cover, column.rule.len()) > least);
        let selection = master.selection(useful.map(|column| &column.rule));
        let outcome = selection.solve(&best, self.parameters.mip, &self.share(0.9))?;
        log::info!(
            "integer program over {} of {} columns: {} from {}, bound {}",
            selection.len(),
            master.rules().len(),
            outcome.best.objective,
            best.objective,
            outcome.bound
        );
        Ok(outcome.best)
    }

    /// All rules that a better rule set than `best` could have, if they are not too many: then the best
    /// choice among them, or `best`, is the best of all.
    fn enumerate(
        &self,
        master: &BooleanMaster,
        proof: &DualProof,
        best: RuleSet,
        bound: Option<f64>,
    ) -> Result<(RuleSet, Option<f64>), FitError> {
        let Some(most) = NonZeroUsize::new(self.parameters.enumeration_limit) else { return Ok((best, bound)) };
        if self.limits.reached().is_some() {
            return Ok((best, bound));
        }
        let above = least_gain(master, proof, &best);
        let pricer = BranchAndBound::new(self.samples.clone(), Default::default());
        let all = pricer.rules_above(&proof.problem, above, most, &self.share(ENUMERATION_SHARE));
        log::info!(
            "{} rules could be in a rule set better than {}, {}; {} nodes",
            all.candidates.len(),
            best.objective,
            if all.complete { "no others" } else { "perhaps others" },
            all.nodes
        );
        let found = all.candidates.iter().map(|candidate| &candidate.rule);
        // What was not found to the end still helps, beside the columns.
        let known = master.rules().iter().map(|column| &column.rule).filter(|_| !all.complete);
        let selection = master.selection(found.chain(known));
        let outcome = selection.solve(&best, self.parameters.mip, self.limits)?;
        let bound = match (bound, all.complete) {
            (Some(bound), true) => Some(bound.max(outcome.bound)),
            (bound, _) => bound,
        };
        Ok((outcome.best, bound))
    }

    /// The limits with a part of the time that is left.
    fn share(&self, part: f64) -> Limits {
        let now = Instant::now();
        let until = |deadline: Instant| now + deadline.saturating_duration_since(now).mul_f64(part);
        self.limits.until(self.limits.deadline.map(until))
    }
}

/// A rule that gains no more than this is in no rule set better than `best`.
fn least_gain(master: &BooleanMaster, proof: &DualProof, best: &RuleSet) -> f64 {
    let wanted = best.objective - master.objective_step().unwrap_or(0.0);
    proof.least_gain(wanted) - SLACK * (1.0 + best.objective.abs())
}

fn higher(a: DualProof, b: DualProof) -> DualProof {
    if b.bound > a.bound { b } else { a }
}

fn better(a: RuleSet, b: RuleSet) -> RuleSet {
    if b.objective < a.objective { b } else { a }
}

fn proved(best: &RuleSet, bound: Option<f64>) -> bool {
    bound.is_some_and(|bound| bound >= best.objective - ROUNDING * (1.0 + best.objective.abs()))
}
