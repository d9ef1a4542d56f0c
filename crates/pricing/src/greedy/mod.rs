//! Greedy pricing: clauses grown literal by literal, the best of each length first.

mod histogram;
mod search;

use crate::check::check_problems;
use rayon::prelude::*;
use rulegen_binarize::Samples;
use rulegen_driver::{Candidate, DriverError, Limits, Pricer, PricingOutcome, PricingProblem};
use search::Search;
use std::num::NonZeroUsize;
use std::sync::Arc;

/// Settings of [`Greedy`].
///
/// | name | default | purpose | range |
/// |---|---|---|---|
/// | `max_length` | 5 | the most literals of a rule, where the problem does not ask for fewer | at least 1 |
/// | `beam` | 50 | rules of each length that are extended | at least 1 |
/// | `columns` | 5 | the most rules returned of each length, for each problem | at least 1 |
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GreedySettings {
    /// The most literals of a rule, where the problem does not ask for fewer.
    pub max_length: NonZeroUsize,
    /// Rules of each length that are extended. 50 find a best rule in 21 of 22 rounds, 20 in 17
    /// (docs/measurements/pricing.md).
    pub beam: NonZeroUsize,
    /// The most rules returned of each length, for each problem.
    pub columns: NonZeroUsize,
}

impl Default for GreedySettings {
    fn default() -> Self {
        let of = |n| NonZeroUsize::new(n).expect("not zero");
        GreedySettings { max_length: of(5), beam: of(50), columns: of(5) }
    }
}

/// The heuristic of CG, section 3: rules by increasing length, each grown from the best of the length
/// before, several good ones of every length returned.
///
/// For each rule that is extended, one histogram of gain per column over the rows that it covers and
/// its running sums price all its extensions. Rules that cover the same samples (of nonzero gain)
/// count once, the shortest of them. A rule is extended only if some longer one on fewer rows could
/// gain more than itself. It proves nothing: there are no bounds.
#[derive(Clone, Debug)]
pub struct Greedy {
    samples: Arc<Samples>,
    settings: GreedySettings,
}

impl Greedy {
    /// A pricer over `samples`.
    pub fn new(samples: Arc<Samples>, settings: GreedySettings) -> Self {
        Greedy { samples, settings }
    }
}

impl Pricer for Greedy {
    fn name(&self) -> &str {
        "greedy"
    }

    fn price(&mut self, problems: &[PricingProblem], limits: &Limits) -> Result<PricingOutcome, DriverError> {
        check_problems(problems, self.samples.len())?;
        let search = |problem| Search::new(&self.samples, problem, &self.settings).run(limits);
        let found: Vec<(Vec<Candidate>, u64)> = problems.par_iter().map(search).collect();
        let nodes = found.iter().map(|(_, nodes)| nodes).sum();
        let mut candidates: Vec<Candidate> = found.into_iter().flat_map(|(candidates, _)| candidates).collect();
        candidates.sort_unstable_by(Candidate::best_first);
        Ok(PricingOutcome { candidates, bounds: vec![None; problems.len()], nodes })
    }
}

#[cfg(test)]
mod tests;
