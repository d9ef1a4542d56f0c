//! The solver of one Boolean problem, which returns a rule set and its proof.

use super::incumbent::{Incumbent, better};
use super::work::{PROGRAM, Work, local_search_work, within};
use crate::FitError;
use crate::parameters::Parameters;
use crate::path::assemble::NEGLIGIBLE;
use crate::path::dual_record::DualRecord;
use crate::proof::{DualLeaf, DualValues, RuleSetDuals};
use crate::training::Training;
use rulegen_binarize::Samples;
use rulegen_driver::{Master, Observer, Pricer, PricingProblem, RunSummary, run};
use rulegen_limits::Limits;
use rulegen_master::{BooleanMaster, BranchedMaster, DualProof, MipOutcome, RuleSet, Selection};
use rulegen_rule::{Rule, Scope, Status};
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

/// The part of the time of a search among given rules that the local search before it may take.
const LOCAL_SEARCH_SHARE: f64 = 0.2;

/// The amount, relative to the objective, that is subtracted from the least gain of a rule that may
/// be in a better rule set.
const SLACK: f64 = 1e-6;

/// A rule set, and the proof of it.
#[derive(Clone, Debug)]
pub(super) struct RuleSetFound {
    pub(super) class: u32,
    pub(super) known: Incumbent,
    pub(super) must_have: Vec<Rule>,
    /// The run of column generation.
    pub(super) run: RunSummary,
    /// The search, if a proof is asked for.
    pub(super) duals: Option<RuleSetDuals>,
    /// Lower bounds on the objective of all sets of short rules.
    pub(super) scopes: Vec<Scope>,
    pub(super) status: Status,
    pub(super) columns: usize,
    /// The time of the integer program, and of the enumeration before it.
    pub(super) mip: Duration,
}

impl RuleSetFound {
    /// Takes the other rule set if it is better.
    pub(super) fn improve(&mut self, other: RuleSet) {
        self.known.best = better(self.known.best.clone(), other);
        // A rule set is a solution of the LP too.
        self.run.objective = self.run.objective.min(self.known.best.objective);
        if self.known.is_proved() {
            self.status = Status::Optimal;
        }
    }
}

/// The linear programs of a problem.
struct Relaxation {
    /// The run of column generation.
    run: RunSummary,
    /// The best proof of a bound.
    proof: Option<DualProof>,
    /// True if a pricer proved a bound over rules of all lengths.
    has_long_rules: bool,
    /// The root of a branch and price, if its rules can be priced exactly.
    root: Option<BranchedMaster>,
    /// True if the nodes below the root can be priced in little time.
    branches: bool,
}

/// The outcome of the searches for a better rule set.
struct Searched {
    /// The leaves of branch and price, or the root, without the dual points of nodes if no proof is
    /// asked for.
    leaves: Vec<DualLeaf>,
    /// True if every search ended before its part of the time, or of the work.
    in_time: bool,
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
    /// Runs column generation, and then the searches that are left to do.
    pub(super) fn solve(
        &self,
        master: &mut BooleanMaster,
        stages: &mut [Box<dyn Pricer>],
        record: &DualRecord,
        observer: &mut dyn Observer,
    ) -> Result<RuleSetFound, FitError> {
        let settings = self.p.run(&self.limits.share(if self.p.heuristic { 1.0 } else { LP_SHARE }));
        let run = run(master, stages, &within(settings, self.work), observer)?;
        let start = Instant::now();
        let (relaxed, mut known) = self.relax(master, stages, record, run)?;
        let searched = self.search(master, &relaxed, &mut known)?;
        let nothing = master.selection([]).nothing();
        if nothing.objective - known.best.objective <= NEGLIGIBLE * self.errors_of_all(master) {
            known.best = nothing;
        }
        let Relaxation { mut run, has_long_rules, .. } = relaxed;
        // A rule set is a solution of the LP too. A loose LP solution, at a limit, may be worse.
        run.objective = run.objective.min(known.best.objective);
        let status = self.status(&known, run.status, searched.in_time);
        let (settings, columns) = (master.settings(), master.rules().len());
        let duals = self.p.proved.then_some(RuleSetDuals {
            class: settings.class,
            false_negative: settings.false_negative_weight,
            false_positive: settings.false_positive_weight,
            leaves: searched.leaves,
            has_long_rules,
        });
        let (class, must_have) = (settings.class, settings.must_have.clone());
        let (scopes, mip) = (Vec::new(), start.elapsed());
        Ok(RuleSetFound { class, known, must_have, run, duals, scopes, status, columns, mip })
    }

    /// Bounds the problem by linear programs, after the `run` of the first one: at higher prices of
    /// complexity if that one is not proved, and with places for rules of each length. Rounding and
    /// greedy search find the first rule set.
    fn relax(
        &self,
        master: &mut BooleanMaster,
        stages: &mut [Box<dyn Pricer>],
        record: &DualRecord,
        mut run: RunSummary,
    ) -> Result<(Relaxation, Incumbent), FitError> {
        let mut proof = record.take().map(|(problem, gain)| master.proof(&problem, gain)).reduce(higher);
        // Where no pricer that was asked for proves anything, nothing is to be proved.
        let proves = stages.iter().any(|stage| stage.may_prove());
        let mut best = self.heuristics(master);
        let mut root = if proves { self.root(master, &best, &run) } else { None };
        if proves && !self.p.heuristic && root.is_none() && !matches!(run.status, Status::Optimal | Status::Gap) {
            let limits = self.limits.share(LAGRANGIAN_SHARE);
            proof = self.bound_at_higher_prices(master, stages, record, &mut run, proof, &limits)?;
            // No objective is negative, though a bound at a high price may be.
            let proved = proof.iter().map(|proof| proof.bound.max(0.0));
            run.lower_bound = proved.chain(run.lower_bound).reduce(f64::max);
            best = self.heuristics(master);
        }
        if !self.p.heuristic {
            best = self.break_ties(master, stages, record, &mut run, best)?;
        }
        let rounded_up = |proof: &DualProof| master.round_up(proof.bound.max(0.0));
        let mut known = Incumbent::new(master, best, proof.as_ref().map(rounded_up));
        // If a limit was reached before, only a part of the columns may have been coded.
        let floor = self.limits.reached().is_none().then(|| master.round_up(self.unavoidable));
        known.raise(floor.filter(|floor| *floor > 0.0));
        let (has_long_rules, branches) = (proof.is_some(), self.branches(master, &run));
        if let Some(root) = root.as_mut().filter(|_| branches)
            && self.is_open(&known)
        {
            let tighter = self.proof_of_root(root, master, &known.best, &self.limits.share(ROOT_SHARE))?;
            known.raise(tighter.as_ref().map(rounded_up));
            proof = proof.into_iter().chain(tighter).reduce(higher);
        }
        Ok((Relaxation { run, proof, has_long_rules, root, branches }, known))
    }

    /// Closes the gap that linear programs leave, as far as there is time (docs/MATH.md 6). Where
    /// nodes are priced in little time, branch and price searches a list of all rules that could
    /// close it, if these are not too many, and then all rules. What is still open is left to the
    /// integer program over the columns, and to one over the best rules that could close the gap.
    fn search(
        &self,
        master: &mut BooleanMaster,
        relaxed: &Relaxation,
        known: &mut Incumbent,
    ) -> Result<Searched, FitError> {
        let (proof, root) = (relaxed.proof.as_ref(), relaxed.root.as_ref());
        let (enumerates, is_proved) = (self.p.enumeration_limit > 0 && !self.p.heuristic, self.p.proved);
        let branched_root = root.filter(|_| relaxed.branches);
        let points = if is_proved { self.dual_points(master, proof) } else { Vec::new() };
        let mut leaves = vec![DualLeaf { decisions: Vec::new(), points: points.clone() }];
        let before = known.bound;
        if let (Some(root), Some(proof), true) = (branched_root, proof, enumerates)
            && self.is_open(known)
        {
            self.enumerate(master, Some(root), proof, known, Extent::Whole)?;
        }
        // A proof that is written needs the leaves of a search over all rules.
        let listed = known.bound;
        known.bound = if is_proved { before } else { listed };
        let mut in_time = true;
        if let Some(root) = branched_root
            && self.is_open(known)
        {
            let share = if root.has_long_rules() { LONG_BRANCHING_SHARE } else { BRANCHING_SHARE };
            let branched = self.branch(master, root, known, &self.limits.share(share))?;
            in_time = branched.in_time;
            if is_proved {
                leaves = branched.leaves;
                leaves.iter_mut().filter(|leaf| leaf.points.is_empty()).for_each(|leaf| leaf.points = points.clone());
            }
        }
        known.raise(listed);
        let (mut chosen, mut ended) = (true, true);
        if !known.is_proved() {
            (known.best, chosen) = self.choose(master, proof, &known.best, &self.limits.share(MIP_SHARE));
            ended = chosen;
        }
        if let Some(proof) = proof.filter(|_| enumerates && !known.is_proved()) {
            ended = self.enumerate(master, root, proof, known, Extent::Best)?;
        }
        if !chosen && !known.is_proved() {
            // The enumeration left time unused.
            known.best = self.choose(master, proof, &known.best, self.limits).0;
        }
        Ok(Searched { leaves, in_time: in_time && ended })
    }

    /// True if a better rule set may exist, and there is time to look for it.
    fn is_open(&self, known: &Incumbent) -> bool {
        !known.is_proved() && self.limits.reached().is_none()
    }

    /// Returns the way in which a solve has ended, after column generation that ended as `run` did.
    fn status(&self, known: &Incumbent, run: Status, in_time: bool) -> Status {
        match (known.is_proved(), self.limits.reached().map(Status::from), run) {
            (true, _, _) => Status::Optimal,
            (_, Some(limit), _) => limit,
            // A search had only a part of the time, or of the work.
            (_, None, Status::Optimal | Status::Gap | Status::NoColumn) if !in_time => match self.work {
                Some(_) => Status::IterationLimit,
                None => Status::TimeLimit,
            },
            (_, _, Status::Optimal | Status::Gap) => Status::Gap,
            (_, _, other) => other,
        }
    }

    /// Returns the dual points of the problem without decisions, for a proof.
    fn dual_points(&self, master: &BooleanMaster, proof: Option<&DualProof>) -> Vec<DualValues> {
        let of_proof = proof.and_then(|proof| proof.problems.first()).map(dual_values);
        let of_master = master.pricing_problems();
        self.points.iter().cloned().chain(of_proof).chain(of_master.iter().map(dual_values)).collect()
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
    pub(super) fn heuristics(&self, master: &BooleanMaster) -> RuleSet {
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
        best: &RuleSet,
        limits: &Limits,
    ) -> (RuleSet, bool) {
        if self.p.heuristic {
            return (best.clone(), true);
        }
        if limits.reached().is_some() {
            return (best.clone(), false);
        }
        let least = proof.map_or(f64::NEG_INFINITY, |proof| least_gain(master, proof, best));
        let gain = |cover: &rulegen_rule::RowSet, length| proof.map_or(Some(0.0), |proof| proof.gain(cover, length));
        let useful = master
            .rules()
            .iter()
            .filter(|column| gain(&column.cover, column.rule.len()).is_some_and(|gain| gain > least));
        let selection = master.selection(useful.map(|column| &column.rule).chain(&best.rules));
        let bound = proof.map_or(self.unavoidable, |proof| master.round_up(proof.bound.max(self.unavoidable)));
        let near = self.near(&selection, best, bound, limits);
        if near.objective <= bound {
            return (near, true);
        }
        let outcome = self.best_choice(&selection, &near, limits);
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

    /// Returns the better of `best` and what a local search finds. `bound` is one on all rule sets.
    pub(super) fn near(&self, selection: &Selection<'_>, best: &RuleSet, bound: f64, limits: &Limits) -> RuleSet {
        let work = local_search_work(self.work);
        let near = selection.local_search(best, bound, work, &limits.share(LOCAL_SEARCH_SHARE));
        log::info!("local search among {} rules: {} from {}", selection.len(), near.objective, best.objective);
        near
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

/// Returns the proof of the higher bound.
pub(super) fn higher(a: DualProof, b: DualProof) -> DualProof {
    if b.bound > a.bound { b } else { a }
}

/// Rounds the weights of a linear program to a choice among rules.
pub(super) fn rounded<'r>(selection: &Selection<'_>, weights: impl Iterator<Item = (&'r Rule, f64)>) -> RuleSet {
    let weights: HashMap<&Rule, f64> = weights.collect();
    selection.round(|rule| weights[rule])
}
