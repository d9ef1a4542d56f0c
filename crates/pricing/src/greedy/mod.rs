//! Greedy pricing: clauses grown literal by literal, the best of each length first.

mod histogram;
mod search;
mod settings;

pub use settings::GreedySettings;

use crate::check::check_problems;
use rayon::prelude::*;
use rulegen_binarize::Samples;
use rulegen_driver::{Candidate, DriverError, Limits, Pricer, PricingOutcome, PricingProblem};
use search::Search;
use std::sync::Arc;

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
