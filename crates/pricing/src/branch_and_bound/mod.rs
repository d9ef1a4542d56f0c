//! Exact pricing by branch and bound.

mod beam;
mod bins;
mod bounds;
mod cubes;
mod dominance;
mod incumbents;
mod instance;
mod node;
mod pairs;
mod price;
mod search;
mod settings;
mod solve;
mod table;
mod task;

pub use settings::BranchAndBoundSettings;

use crate::check::check_problems;
use crate::rules_above::RulesAbove;
use cubes::CUBES_PER_ADDITION;
use instance::most_bins;
use rayon::prelude::*;
use rulegen_binarize::Samples;
use rulegen_driver::{Candidate, DriverError, Pricer, PricingOutcome, PricingProblem};
use rulegen_limits::Limits;
use settings::Proof;
use solve::{Plan, SearchOutcome, solve};
use std::num::NonZeroUsize;
use std::sync::{Arc, OnceLock};
use std::time::Instant;

/// The number of conjunctions of each length that the beam search before the proof keeps. A good
/// rule known early cuts off most of the tree.
const BEAM: usize = 16;

/// The exact pricer: searches all rules, and proves that the best rule it returns is the best of
/// all.
///
/// Every set of literals occurs once in a tree, whose nodes are conjunctions. A histogram per
/// column of the positive and the negative gain that a node covers, with its running sum, prices
/// every child at once. The reductions of docs/MATH.md 5 cut the tree:
///
/// * literals that cannot be in a best rule leave whole subtrees (reductions 1 to 3);
/// * bounds on the gain of further literals cut off children (reduction 4);
/// * rows that no remaining literal tells apart become one row with their net gain (reduction 5).
///
/// The last two literals of a rule of limited length are found at once by two-dimensional
/// histograms, or the last three by data cubes, whichever takes less time.
///
/// Results, nodes included, do not depend on the number of threads, unless a clock or the stop flag
/// ends the search. The bound is valid however the search ends.
#[derive(Debug)]
pub struct BranchAndBound {
    samples: Arc<Samples>,
    /// The samples without labels, in which samples of equal codes are merged. Made when first
    /// needed.
    merged: OnceLock<Samples>,
    settings: BranchAndBoundSettings,
    beam: usize,
    cubes_per_addition: f64,
}

impl BranchAndBound {
    /// Makes a pricer over `samples`.
    pub fn new(samples: Arc<Samples>, settings: BranchAndBoundSettings) -> Self {
        BranchAndBound {
            samples,
            merged: OnceLock::new(),
            settings,
            beam: BEAM,
            cubes_per_addition: CUBES_PER_ADDITION,
        }
    }

    /// Finds the last three literals by cubes wherever these hold all rules.
    #[cfg(test)]
    pub(crate) fn always_by_cubes(self) -> Self {
        BranchAndBound { cubes_per_addition: 0.0, ..self }
    }

    /// Returns all rules of gain above `above` that cover any sample, at most `most` of them; of
    /// rules that cover the same samples only the shortest. These are the rules that an integer
    /// program over all rules needs (docs/MATH.md 6). Where there are more, the search goes on
    /// until these are the best. Settings for short rules and patience do not apply.
    ///
    /// # Errors
    /// A problem that [`PricingProblem::check`] refuses, or an `above` that is not finite.
    pub fn rules_above(
        &self,
        problem: &PricingProblem,
        above: f64,
        most: NonZeroUsize,
        limits: &Limits,
    ) -> Result<RulesAbove, DriverError> {
        let problem = PricingProblem { threshold: above, ..problem.clone() };
        problem.check(self.samples.len())?;
        // Asking for one more shows whether there are more.
        let columns = most.saturating_add(1);
        let settings = BranchAndBoundSettings { columns, patience: None, ..self.settings.clone() };
        let plan = self.plan(&settings, Proof::Columns);
        let SearchOutcome { mut candidates, bound, nodes, stopped } = self.search(&problem, plan, &self.limits(limits));
        let complete = !stopped && candidates.len() <= most.get();
        candidates.truncate(most.get());
        Ok(RulesAbove { candidates, complete, stopped, bound, nodes })
    }

    fn plan<'a>(&self, settings: &'a BranchAndBoundSettings, proof: Proof) -> Plan<'a> {
        Plan { settings, proof, beam: self.beam, cubes_per_addition: self.cubes_per_addition }
    }

    fn limits(&self, limits: &Limits) -> Limits {
        limits.until(self.settings.time_limit.and_then(|time| Instant::now().checked_add(time)))
    }

    /// Finds a best rule: searches short rules first, then all.
    fn solve(&self, problem: &PricingProblem, limits: &Limits) -> SearchOutcome {
        let plan = self.plan(&self.settings, Proof::Best);
        let shorter = |most: usize| most >= 1 && problem.max_length.is_none_or(|longest| longest > most);
        let mut nodes = 0;
        for &most in self.settings.short.iter().filter(|&&most| shorter(most)) {
            let short = PricingProblem { max_length: Some(most), ..problem.clone() };
            let found = self.search(&short, plan, limits);
            nodes += found.nodes;
            if !found.candidates.is_empty() {
                // Longer rules gain at most the sum of all positive gains.
                let bound = problem.positive_gain().max(found.bound);
                return SearchOutcome { bound, nodes, stopped: true, ..found };
            }
        }
        let found = self.search(problem, plan, limits);
        SearchOutcome { nodes: nodes + found.nodes, ..found }
    }

    fn search(&self, problem: &PricingProblem, plan: Plan<'_>, limits: &Limits) -> SearchOutcome {
        if limits.reached().is_some() {
            // Setting up takes time too.
            let bound = problem.positive_gain();
            return SearchOutcome { candidates: Vec::new(), bound, nodes: 0, stopped: true };
        }
        let merged = self.merged.get_or_init(|| self.samples.without_labels());
        if most_bins(merged) <= 256 {
            solve::<u8>(&self.samples, merged, problem, plan, limits)
        } else {
            solve::<u16>(&self.samples, merged, problem, plan, limits)
        }
    }
}

impl Pricer for BranchAndBound {
    fn name(&self) -> &str {
        "branch-and-bound"
    }

    fn may_prove(&self) -> bool {
        true
    }

    fn price(&mut self, problems: &[PricingProblem], limits: &Limits) -> Result<PricingOutcome, DriverError> {
        check_problems(problems, self.samples.len())?;
        let limits = self.limits(limits);
        let solved: Vec<SearchOutcome> = problems.par_iter().map(|problem| self.solve(problem, &limits)).collect();
        let bounds = solved.iter().map(|s| Some(s.bound)).collect();
        let nodes = solved.iter().map(|s| s.nodes).sum();
        let mut candidates: Vec<Candidate> = solved.into_iter().flat_map(|s| s.candidates).collect();
        candidates.sort_unstable_by(Candidate::best_first);
        Ok(PricingOutcome { candidates, bounds, nodes })
    }
}

#[cfg(test)]
mod tests;
