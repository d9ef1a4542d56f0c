//! Exact pricing by branch and bound.

mod beam;
mod best_first;
mod bins;
mod bounds;
mod boxes;
mod frontier;
mod instance;
mod pairs;
mod pool;
mod price;
mod search;
mod settings;
mod solve;
mod table;
mod tests_of_literals;

pub use settings::{BranchAndBoundSettings, Order, Proof, SearchKind};

use instance::most_bins;
use rayon::prelude::*;
use rulegen_binarize::Samples;
use rulegen_driver::{Candidate, DriverError, Limits, Pricer, PricingOutcome, PricingProblem};
use solve::{Solved, solve};
use std::num::NonZeroUsize;
use std::sync::Arc;
use std::time::Instant;

/// The exact pricer: searches all rules, and proves what it says of the best.
///
/// Every set of literals stands once in a tree. A node is a conjunction; a histogram of the positive
/// and the negative gain that it covers, one per column, and its running sum price every child at
/// once. Literals that cannot be in a best rule leave whole subtrees (tests 1 to 3 of MATH.md), bounds
/// on the gain of further literals cut off children (test 4), rows that no remaining literal tells
/// apart become one row with their net gain (test 5), and the last two literals of a rule of limited
/// length are found at once by two-dimensional histograms. Where rules may be long, a problem that takes
/// many nodes is searched by boxes too ([`SearchKind`]).
///
/// Results do not depend on the number of threads, nodes included, unless a clock or the stop flag
/// ends the search. The bound is valid however the search ends.
#[derive(Debug)]
pub struct BranchAndBound {
    samples: Arc<Samples>,
    /// The same without labels: samples of equal codes are one.
    merged: Samples,
    settings: BranchAndBoundSettings,
}

/// All rules above a gain, if `complete`.
#[derive(Clone, Debug, PartialEq)]
pub struct RulesAbove {
    /// The rules, the best first.
    pub candidates: Vec<Candidate>,
    /// Whether there are no others.
    pub complete: bool,
    /// Whether a limit ended the search. If it did not and there are others, there were more than asked for,
    /// and none of those left out gains more than the last of these.
    pub stopped: bool,
    /// No rule gains more.
    pub bound: f64,
    /// Nodes opened.
    pub nodes: u64,
}

impl BranchAndBound {
    /// A pricer over `samples`.
    pub fn new(samples: Arc<Samples>, settings: BranchAndBoundSettings) -> Self {
        let merged = samples.without_labels();
        BranchAndBound { samples, merged, settings }
    }

    /// All rules of gain above `above` that cover anything, of those that cover the same samples the
    /// shortest, at most `most` of them: what an integer program over all rules needs (MATH.md 6). Where there
    /// are more, the search goes on until these are the best.
    pub fn rules_above(&self, problem: &PricingProblem, above: f64, most: NonZeroUsize, limits: &Limits) -> RulesAbove {
        let problem = PricingProblem { threshold: above, ..problem.clone() };
        // With room for one more it shows whether there are more.
        let columns = most.saturating_add(1);
        let settings = BranchAndBoundSettings {
            columns,
            proof: Proof::Columns,
            enough: None,
            patience: None,
            short: Vec::new(),
            ..self.settings.clone()
        };
        let solved = self.solve(&problem, &settings, &self.limits(limits));
        let complete = !solved.stopped && solved.candidates.len() <= most.get();
        let mut candidates = solved.candidates;
        candidates.truncate(most.get());
        RulesAbove { candidates, complete, stopped: solved.stopped, bound: solved.bound, nodes: solved.nodes }
    }

    fn limits(&self, limits: &Limits) -> Limits {
        limits.until(self.settings.time_limit.and_then(|time| Instant::now().checked_add(time)))
    }

    /// Short rules first, then all.
    fn solve(&self, problem: &PricingProblem, settings: &BranchAndBoundSettings, limits: &Limits) -> Solved {
        let mut nodes = 0;
        for &most in settings.short.iter().filter(|&&most| problem.max_length.is_none_or(|longest| longest > most)) {
            let short = PricingProblem { max_length: Some(most), ..problem.clone() };
            let found = self.search(&short, settings, limits);
            nodes += found.nodes;
            if !found.candidates.is_empty() {
                // Of longer rules is known that they gain no more than all gains that are positive.
                let bound = problem.gains.iter().map(|gain| gain.max(0.0)).sum::<f64>().max(found.bound);
                return Solved { bound, nodes, stopped: true, ..found };
            }
        }
        let found = self.search(problem, settings, limits);
        Solved { nodes: nodes + found.nodes, ..found }
    }

    fn search(&self, problem: &PricingProblem, settings: &BranchAndBoundSettings, limits: &Limits) -> Solved {
        if most_bins(&self.merged) <= 256 {
            solve::<u8>(&self.samples, &self.merged, problem, settings, limits)
        } else {
            solve::<u16>(&self.samples, &self.merged, problem, settings, limits)
        }
    }
}

impl Pricer for BranchAndBound {
    fn name(&self) -> &str {
        "branch-and-bound"
    }

    fn price(&mut self, problems: &[PricingProblem], limits: &Limits) -> Result<PricingOutcome, DriverError> {
        let limits = self.limits(limits);
        let solved: Vec<Solved> =
            problems.par_iter().map(|problem| self.solve(problem, &self.settings, &limits)).collect();
        let bounds = solved.iter().map(|s| Some(s.bound)).collect();
        let nodes = solved.iter().map(|s| s.nodes).sum();
        let mut candidates: Vec<Candidate> = solved.into_iter().flat_map(|s| s.candidates).collect();
        candidates.sort_unstable_by(Candidate::best_first);
        Ok(PricingOutcome { candidates, bounds, nodes })
    }
}
