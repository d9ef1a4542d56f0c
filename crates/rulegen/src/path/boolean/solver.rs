//! The solver of one Boolean problem, which returns a rule set and its proof.

use super::work::{PROGRAM, Work, within};
use crate::FitError;
use crate::parameters::Parameters;
use crate::path::assemble::NEGLIGIBLE;
use crate::path::dual_record::DualRecord;
use crate::proof::{DualLeaf, DualValues, RuleSetDuals};
use crate::training::Training;
use rulegen_binarize::Samples;
use rulegen_driver::{Master, Observer, Pricer, PricingProblem, RunSummary, run};
use rulegen_limits::Limits;
use rulegen_master::{BooleanMaster, DualProof, MipOutcome, RuleSet, Selection};
use rulegen_rule::{OPTIMAL_GAP, Rule, Scope, Status};
use std::collections::HashMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// The part of the time for column generation.
const LP_SHARE: f64 = 0.4;

/// The part of the time then left for bounds at higher prices, if the LP is not proved. The rest is
/// for the integer program.
const LAGRANGIAN_SHARE: f64 = 0.8;

/// The part of the time left after column generation for the linear program with places for rules
/// of each length.
const ROOT_SHARE: f64 = 0.3;

/// The part of the time left then for branch and price. The rest is for the integer programs, which
/// may still prove a rule set best where branch and price does not end.
const BRANCHING_SHARE: f64 = 0.8;

/// The part for nodes that search long rules. Searches that end do so early, and an enumeration
/// finds better rule sets than such nodes: 833 errors, not 839, on phoneme at complexity 30.
const LONG_BRANCHING_SHARE: f64 = 0.5;

/// The part of the time then left for the integer program over the columns.
const MIP_SHARE: f64 = 0.4;

/// The difference, relative to the objective, by which a bound may be below an objective that it
/// proves, if objectives are multiples of a step: rounding. Otherwise it is [`OPTIMAL_GAP`].
const ROUNDING: f64 = 1e-9;

/// The amount, relative to the objective, that is subtracted from the least gain of a rule that may
/// be in a better rule set.
const SLACK: f64 = 1e-6;

/// A rule set, and the proof of it.
#[derive(Clone, Debug)]
pub(super) struct RuleSetFound {
    pub(super) class: u32,
    /// The chosen rules, without required ones.
    pub(super) best: RuleSet,
    pub(super) must_have: Vec<Rule>,
    /// The run of column generation.
    pub(super) run: RunSummary,
    /// A lower bound on the objective of all rule sets.
    pub(super) bound: Option<f64>,
    /// The search, if a proof is asked for.
    pub(super) duals: Option<RuleSetDuals>,
    /// Lower bounds on the objective of all sets of short rules.
    pub(super) scopes: Vec<Scope>,
    /// The difference by which the bound may be below an objective that it proves.
    pub(super) slack: Slack,
    pub(super) status: Status,
    pub(super) columns: usize,
    /// The time of the integer program, and of the enumeration before it.
    pub(super) mip: Duration,
}

impl RuleSetFound {
    /// True if no rule set is better.
    pub(super) fn is_proved(&self) -> bool {
        self.slack.proves(self.bound, &self.best)
    }

    /// Takes the other rule set if it is better.
    pub(super) fn improve(&mut self, other: RuleSet) {
        self.best = better(self.best.clone(), other);
        // A rule set is a solution of the LP too.
        self.run.objective = self.run.objective.min(self.best.objective);
        if self.is_proved() {
            self.status = Status::Optimal;
        }
    }
}

/// The rules that are enumerated.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Extent {
    /// All rules that a better rule set may have, or none, if they are too many.
    Whole,
    /// The best of them, if they are too many.
    Best,
}

/// The parameters and limits with which one Boolean problem is solved.
pub(super) struct Solver<'a> {
    pub(super) training: &'a Training<'a>,
    /// The samples with the literals that rules may combine.
    pub(super) parts: &'a [Arc<Samples>],
    pub(super) p: &'a Parameters,
    /// The weight of the errors that every rule set makes.
    pub(super) unavoidable: f64,
    /// Dual points of the problem without decisions, for a proof.
    pub(super) points: Vec<DualValues>,
    pub(super) limits: &'a Limits,
    /// The limits of work, if there is no time limit.
    pub(super) work: Option<Work>,
}

impl Solver<'_> {
    /// Runs column generation, rounding and greedy search. If the bound leaves a gap, it runs
    /// branch and price: over a list of all rules that could close the gap, if these are not too
    /// many, then over all rules, where every node can be priced exactly in little time. Else it
    /// runs the integer program over the columns, and looks for the best rule set of the best rules
    /// that could close the gap (docs/MATH.md 6).
    pub(super) fn solve(
        &self,
        master: &mut BooleanMaster,
        stages: &mut [Box<dyn Pricer>],
        record: &DualRecord,
        observer: &mut dyn Observer,
    ) -> Result<RuleSetFound, FitError> {
        let p = self.p;
        let settings = p.run(&self.limits.share(if p.heuristic { 1.0 } else { LP_SHARE }));
        let settings = within(settings, self.work);
        let mut run = run(master, stages, &settings, observer)?;
        let start = Instant::now();
        let mut proof = record.take().map(|(problem, gain)| master.proof(&problem, gain)).reduce(higher);
        // Where no pricer that was asked for proves anything, nothing is to be proved.
        let proves = stages.iter().any(|stage| stage.may_prove());
        let mut best = self.heuristics(master);
        let mut root = if proves { self.root(master, &best, &run) } else { None };
        if proves && !p.heuristic && root.is_none() && !matches!(run.status, Status::Optimal | Status::Gap) {
            let limits = self.limits.share(LAGRANGIAN_SHARE);
            proof = self.bound_at_higher_prices(master, stages, record, &mut run, proof, &limits)?;
            // No objective is negative, though a bound at a high price may be.
            let proved = proof.iter().map(|proof| proof.bound.max(0.0));
            run.lower_bound = proved.chain(run.lower_bound).reduce(f64::max);
            best = self.heuristics(master);
        }
        let proved = proof.as_ref().map(|proof| master.round_up(proof.bound.max(0.0)));
        // If a limit was reached before, only a part of the columns may have been coded.
        let floor = self.limits.reached().is_none().then(|| master.round_up(self.unavoidable));
        let floor = floor.filter(|floor| *floor > 0.0);
        let mut bound = higher_of(proved, floor);
        let slack = Slack::of(master);
        let open = |bound, best: &RuleSet| !slack.proves(bound, best) && self.limits.reached().is_none();
        let (mut chosen, mut searched) = (true, true);
        let has_long_rules = proof.is_some();
        let branches = self.branches(master, &run);
        if let Some(root) = root.as_mut().filter(|_| branches)
            && open(bound, &best)
        {
            let tighter = self.proof_of_root(root, master, &best, &self.limits.share(ROOT_SHARE))?;
            bound = higher_of(bound, tighter.as_ref().map(|proof| master.round_up(proof.bound.max(0.0))));
            proof = proof.into_iter().chain(tighter).reduce(higher);
        }
        let mut points = self.points.clone();
        if p.proved {
            points.extend(proof.iter().filter_map(|proof| proof.problems.first()).map(dual_values));
            points.extend(master.pricing_problems().iter().map(dual_values));
        }
        let mut leaves = vec![DualLeaf { decisions: Vec::new(), points: points.clone() }];
        let enumerates = p.enumeration_limit > 0 && !p.heuristic;
        let lists = enumerates && branches && root.is_some();
        let before = bound;
        if let Some(proof) = proof.as_ref().filter(|_| lists)
            && open(bound, &best)
        {
            (best, bound, _) = self.enumerate(master, root.as_ref(), proof, best, bound, Extent::Whole)?;
        }
        // A proof that is written needs the leaves of a search over all rules.
        let known = if p.proved { before } else { bound };
        if let Some(root) = root.as_ref().filter(|_| branches)
            && open(known, &best)
        {
            let share = if root.has_long_rules() { LONG_BRANCHING_SHARE } else { BRANCHING_SHARE };
            let branched = self.branch(master, root, best, known, &self.limits.share(share))?;
            (best, bound, searched) = (branched.best, higher_of(bound, Some(branched.bound)), branched.in_time);
            if p.proved {
                leaves = branched.leaves;
                leaves.iter_mut().filter(|leaf| leaf.points.is_empty()).for_each(|leaf| leaf.points = points.clone());
            }
        }
        if !slack.proves(bound, &best) {
            (best, chosen) = self.choose(master, proof.as_ref(), best, &self.limits.share(MIP_SHARE));
        }
        let mut in_time = chosen;
        if let Some(proof) = proof.as_ref().filter(|_| enumerates && !slack.proves(bound, &best)) {
            (best, bound, in_time) = self.enumerate(master, root.as_ref(), proof, best, bound, Extent::Best)?;
        }
        if !chosen && !slack.proves(bound, &best) {
            // The enumeration left time unused.
            best = self.choose(master, proof.as_ref(), best, self.limits).0;
        }
        let nothing = master.selection([]).nothing();
        if nothing.objective - best.objective <= NEGLIGIBLE * self.errors_of_all(master) {
            best = nothing;
        }
        // A rule set is a solution of the LP too. A loose LP solution, at a limit, may be worse.
        run.objective = run.objective.min(best.objective);
        let status = match (slack.proves(bound, &best), self.limits.reached().map(Status::from), run.status) {
            (true, _, _) => Status::Optimal,
            (_, Some(limit), _) => limit,
            // A search had only a part of the time, or of the work.
            (_, None, Status::Optimal | Status::Gap | Status::NoColumn) if !(in_time && searched) => match self.work {
                Some(_) => Status::IterationLimit,
                None => Status::TimeLimit,
            },
            (_, _, Status::Optimal | Status::Gap) => Status::Gap,
            (_, _, other) => other,
        };
        let (class, columns) = (master.settings().class, master.rules().len());
        let duals = p.proved.then(|| RuleSetDuals {
            class,
            false_negative: master.settings().false_negative_weight,
            false_positive: master.settings().false_positive_weight,
            leaves,
            has_long_rules,
        });
        let must_have = master.settings().must_have.clone();
        let (scopes, mip) = (Vec::new(), start.elapsed());
        Ok(RuleSetFound { class, best, must_have, run, bound, duals, scopes, slack, status, columns, mip })
    }

    /// The weight of errors on all rows, beside which an improvement may be too small to matter.
    fn errors_of_all(&self, master: &BooleanMaster) -> f64 {
        let settings = master.settings();
        let (false_negative, false_positive) = (settings.false_negative_weight, settings.false_positive_weight);
        let weight = |class: u32| if class == settings.class { false_negative } else { false_positive };
        let samples = self.training.samples.labels.iter().zip(&self.training.samples.weights);
        samples.map(|(&class, of_sample)| weight(class) * of_sample).sum()
    }

    /// Returns the best of the empty set, the rounded LP and greedy search, so that there is always
    /// an answer.
    fn heuristics(&self, master: &BooleanMaster) -> RuleSet {
        let selection = master.selection(master.rules().iter().map(|column| &column.rule));
        let weights = master.rules().iter().map(|column| &column.rule).zip(master.weights());
        better(better(selection.nothing(), rounded(&selection, weights)), selection.greedy())
    }

    /// Returns the best choice among the columns that could be in a better rule set than `best`,
    /// and true if it is proved to be the best within `limits`.
    pub(super) fn choose(
        &self,
        master: &BooleanMaster,
        proof: Option<&DualProof>,
        best: RuleSet,
        limits: &Limits,
    ) -> (RuleSet, bool) {
        if self.p.heuristic {
            return (best, true);
        }
        if limits.reached().is_some() {
            return (best, false);
        }
        let least = proof.map_or(f64::NEG_INFINITY, |proof| least_gain(master, proof, &best));
        let gain = |cover: &rulegen_rule::RowSet, length| proof.map_or(Some(0.0), |proof| proof.gain(cover, length));
        let useful = master
            .rules()
            .iter()
            .filter(|column| gain(&column.cover, column.rule.len()).is_some_and(|gain| gain > least));
        let selection = master.selection(useful.map(|column| &column.rule).chain(&best.rules));
        let outcome = self.best_choice(&selection, &best, limits);
        log::info!(
            "integer program over {} of {} columns: {} from {}, bound {}",
            selection.len(),
            master.rules().len(),
            outcome.best.objective,
            best.objective,
            outcome.bound
        );
        (outcome.best, outcome.optimal)
    }

    /// Returns the best choice, or `best` if the solver fails, so that nothing found is lost.
    pub(super) fn best_choice(&self, selection: &Selection<'_>, best: &RuleSet, limits: &Limits) -> MipOutcome {
        let work = self.work.map(|_| PROGRAM);
        selection.solve(best, self.p.mip, work, limits).unwrap_or_else(|error| {
            log::warn!("{error}: going on without the integer program");
            MipOutcome { best: best.clone(), bound: f64::NEG_INFINITY, optimal: false }
        })
    }
}

/// The gain up to which a rule is in no rule set better than `best`.
pub(super) fn least_gain(master: &BooleanMaster, proof: &DualProof, best: &RuleSet) -> f64 {
    let wanted = best.objective - master.objective_step().unwrap_or(0.0);
    proof.least_gain(wanted) - master.rounding() - SLACK * best.objective.abs()
}

/// Returns the dual values behind a pricing problem without decisions. Samples that no rule is to
/// cover have a negative gain.
pub(super) fn dual_values(problem: &PricingProblem) -> DualValues {
    problem.gains.iter().map(|gain| gain.max(0.0)).collect()
}

/// Returns the higher of two bounds.
pub(super) fn higher_of(a: Option<f64>, b: Option<f64>) -> Option<f64> {
    a.into_iter().chain(b).reduce(f64::max)
}

pub(super) fn higher(a: DualProof, b: DualProof) -> DualProof {
    if b.bound > a.bound { b } else { a }
}

/// Rounds the weights of a linear program to a choice among rules.
pub(super) fn rounded<'r>(selection: &Selection<'_>, weights: impl Iterator<Item = (&'r Rule, f64)>) -> RuleSet {
    let weights: HashMap<&Rule, f64> = weights.collect();
    selection.round(|rule| weights[rule])
}

pub(super) fn better(a: RuleSet, b: RuleSet) -> RuleSet {
    if b.objective < a.objective { b } else { a }
}

/// The difference by which a bound may be below an objective that it proves.
#[derive(Clone, Copy, Debug)]
pub(super) struct Slack {
    absolute: f64,
    relative: f64,
}

impl Slack {
    pub(super) fn of(master: &BooleanMaster) -> Self {
        let relative = if master.objective_step().is_some() { ROUNDING } else { OPTIMAL_GAP };
        Slack { absolute: master.rounding(), relative }
    }

    pub(super) fn proves(self, bound: Option<f64>, best: &RuleSet) -> bool {
        bound.is_some_and(|bound| bound >= best.objective - self.of_objective(best))
    }

    /// Returns the bound from which on nothing is better than `best`.
    pub(super) fn cutoff(self, master: &BooleanMaster, best: &RuleSet) -> f64 {
        let proved = best.objective - self.of_objective(best);
        proved.min(master.rounds_up_to(best.objective))
    }

    /// Returns the slack at an objective.
    fn of_objective(self, best: &RuleSet) -> f64 {
        let size = best.objective.abs();
        // Rounding errors are relative to all weights, which may be far larger than the objective.
        (self.absolute + self.relative * size).min(OPTIMAL_GAP * size)
    }
}
