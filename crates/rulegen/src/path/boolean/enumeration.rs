//! The enumeration of the rules that a better rule set may have, and integer programs over them.

use super::branching::ListedRules;
use super::incumbent::Incumbent;
use super::solver::{Extent, Solver, least_gain};
use super::work::Work;
use crate::FitError;
use crate::training::has_cheap_cubes;
use rulegen_binarize::Samples;
use rulegen_driver::{Candidate, DriverError, Pricer, PricingProblem};
use rulegen_limits::Limits;
use rulegen_master::{BooleanMaster, BranchedMaster, DualProof, MipOutcome};
use rulegen_pricing::{BranchAndBound, BranchAndBoundSettings, Cube, CubeSettings, RulesAbove};
use std::collections::HashSet;
use std::num::NonZeroUsize;
use std::sync::Arc;
use std::time::Instant;

/// The part of the time left for a whole list and the search over it. Branch and price over all
/// rules follows if it is too long.
const WHOLE_SHARE: f64 = 0.4;

/// The part of that time for the search for rules.
const SEARCH_SHARE: f64 = 0.7;

/// The number of enumerated rules in the first integer program, and the factor by which it grows.
const FIRST: usize = 500;
const GROWTH: usize = 3;

impl Solver<'_> {
    /// Proves bounds over all rule sets with more and more rules, in the order of their reduced
    /// costs `r_k`.
    ///
    /// A rule set has an objective of at least `z + sum r_k`, with `z` the bound of the proof. So
    /// one better than `best` has only rules of `r_k <= best - step - z`. If these are not too
    /// many, the best choice among them, or `best`, is the best of all. If they are too many, the
    /// choice among those of `r_k < r` still proves a bound, unless the whole list is asked for: a
    /// rule set either has only these, or costs at least `z + r`.
    ///
    /// With the root of a branch and price the choice is a search over these rules, else an integer
    /// program. Returns true if there was time for all of it.
    pub(super) fn enumerate(
        &self,
        master: &mut BooleanMaster,
        root: Option<&BranchedMaster>,
        proof: &DualProof,
        known: &mut Incumbent,
        extent: Extent,
    ) -> Result<bool, FitError> {
        let limits = &match extent {
            Extent::Whole => self.limits.share(WHOLE_SHARE),
            Extent::Best => self.limits.clone(),
        };
        let mut in_time = false;
        let mut searches = Searches::of(proof, self.parts, self.work.map(Work::of_enumeration));
        let room = room(self.limits.memory, self.training.samples.len()) / searches.0.len();
        let most = self.p.enumeration_limit.min(room);
        // A search over rule sets takes little longer for more rules, the list itself neither.
        let mut number = if root.is_some() { most } else { FIRST.min(most) };
        while let Some(rules) = NonZeroUsize::new(number).filter(|_| limits.reached().is_none()) {
            let start = Instant::now();
            let above = least_gain(master, proof, &known.best);
            let Some(found) = searches.list(above, rules, &limits.share(SEARCH_SHARE))? else {
                in_time = false;
                break;
            };
            let complete = found.left_out.is_none();
            if extent == Extent::Whole && !complete {
                log::info!("more than {number} rules may be in a better rule set");
                in_time = false;
                break;
            }
            let next = found.left_out.map_or(f64::INFINITY, |gain| proof.bound - gain);
            let best = known.best.clone();
            let rules = found.rules.iter().map(|candidate| &candidate.rule);
            let mut selection = master.selection(rules.chain(&best.rules));
            let listed = selection.len();
            selection.drop_dominated(&best, limits);
            let kept = selection.len();
            log::info!("{kept} of {listed} rules listed in {:.1} s", start.elapsed().as_secs_f64());
            known.best = self.near(&selection, &best, known.bound.unwrap_or(self.unavoidable), limits);
            if known.is_proved() {
                in_time = true;
                break;
            }
            let outcome = match root {
                Some(root) => {
                    let list = ListedRules::new(&self.training.samples, selection.rules());
                    let pricer = || Ok(Box::new(list.clone()) as Box<dyn Pricer>);
                    let found = self.branch_and_price(master, root, pricer, known, limits)?;
                    MipOutcome { best: found.best, bound: found.bound, optimal: found.in_time }
                }
                None => self.best_choice(&selection, &known.best, limits),
            };
            known.best = outcome.best;
            in_time = outcome.optimal;
            let proved_here = outcome.bound.min(master.round_up(next)).min(known.best.objective);
            known.bound = known.bound.map(|bound| bound.max(proved_here));
            log::info!(
                "rule sets of {kept} of {listed} rules, {}: {}, bound {}",
                if complete { "all that matter".into() } else { format!("all of value below {next:.4}") },
                known.best.objective,
                proved_here
            );
            if complete || !outcome.optimal || known.is_proved() || number == most {
                break;
            }
            number = number.saturating_mul(GROWTH).min(most);
        }
        Ok(in_time)
    }
}

/// The searches for rules: one for each problem of a proof and each part of the literals.
struct Searches<'a>(Vec<(&'a PricingProblem, Enumerator)>);

/// Rules above a gain.
struct Listed {
    /// The rules, the best first.
    rules: Vec<Candidate>,
    /// An upper bound on the gain of each rule above the threshold that is not listed. `None` if
    /// all are.
    left_out: Option<f64>,
}

impl<'a> Searches<'a> {
    /// Makes searches of at most this many nodes each.
    fn of(proof: &'a DualProof, parts: &[Arc<Samples>], node_limit: Option<u64>) -> Self {
        let later = proof.problems.iter().skip(1).map(Some).chain([None]);
        // The last problem of a price has the rules of all that have the same.
        let is_last = |(problem, next): &(&PricingProblem, Option<&PricingProblem>)| {
            next.is_none_or(|next| next.fixed > problem.fixed || next.per_literal != problem.per_literal)
        };
        let problems = proof.problems.iter().zip(later).filter(is_last).map(|(problem, _)| problem);
        let search = |problem: &'a PricingProblem| {
            parts.iter().map(move |part| (problem, Enumerator::of(part, problem.max_length, node_limit)))
        };
        Searches(problems.flat_map(search).collect())
    }

    /// Lists at most this many rules above a gain. Returns `None` if a limit ends it.
    fn list(&mut self, above: f64, most: NonZeroUsize, limits: &Limits) -> Result<Option<Listed>, DriverError> {
        let mut left_out: Option<f64> = None;
        let mut rules: Vec<Candidate> = Vec::new();
        let number = self.0.len();
        for (at, (problem, search)) in self.0.iter_mut().enumerate() {
            let found = search.rules_above(problem, above, most, &limits.part(number - at))?;
            if found.stopped {
                return Ok(None);
            }
            if !found.complete {
                // Rules that were left out gain no more than the last rule listed.
                let last = found.candidates.last().map_or(found.bound, |last| last.gain);
                left_out = Some(left_out.map_or(last, |gain| gain.max(last)));
            }
            rules.extend(found.candidates);
        }
        rules.sort_unstable_by(Candidate::best_first);
        let mut known = HashSet::new();
        rules.retain(|candidate| known.insert(candidate.rule.clone()));
        if let Some(first) = rules.get(most.get()) {
            left_out = Some(left_out.map_or(first.gain, |gain| gain.max(first.gain)));
            rules.truncate(most.get());
        }
        Ok(Some(Listed { rules, left_out }))
    }
}

/// A pricer that lists all rules above a gain.
enum Enumerator {
    Cube(Cube),
    Search(BranchAndBound),
}

impl Enumerator {
    /// Takes cubes if they hold all rules of at most this length and take little time.
    fn of(samples: &Arc<Samples>, longest: Option<usize>, node_limit: Option<u64>) -> Enumerator {
        let settings = BranchAndBoundSettings { node_limit, ..Default::default() };
        match has_cheap_cubes(samples, longest) {
            true => Enumerator::Cube(Cube::new(samples.clone(), CubeSettings::default())),
            false => Enumerator::Search(BranchAndBound::new(samples.clone(), settings)),
        }
    }

    fn rules_above(
        &mut self,
        problem: &PricingProblem,
        above: f64,
        most: NonZeroUsize,
        limits: &Limits,
    ) -> Result<RulesAbove, DriverError> {
        match self {
            Enumerator::Cube(cube) => cube.rules_above(problem, above, most, limits),
            Enumerator::Search(search) => search.rules_above(problem, above, most, limits),
        }
    }
}

/// The number of rules that a quarter of the memory holds, with the samples that each covers.
fn room(memory: Option<u64>, samples: usize) -> usize {
    const PER_RULE: u64 = 256;
    memory.map_or(usize::MAX, |bytes| (bytes / 4 / (PER_RULE + samples as u64 / 8)) as usize)
}
