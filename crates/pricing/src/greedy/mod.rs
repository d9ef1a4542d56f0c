//! Greedy pricing: clauses grown literal by literal, the best of each length first.

mod histogram;
mod search;
mod settings;
mod shard;
mod shortlist;
mod source;
mod whole;

pub use histogram::Share;
pub use settings::GreedySettings;
pub use shard::Shard;
pub use source::{ShardPart, Shards};

use crate::check::check_problems;
use histogram::keys;
use rulegen_binarize::Samples;
use rulegen_driver::{Candidate, DriverError, Pricer, PricingOutcome, PricingProblem};
use rulegen_limits::Limits;
use search::Search;
use source::{LocalSource, ShardedSource, Source};
use std::sync::Arc;
use whole::WholeGains;

/// The heuristic of CG, section 3: builds rules by increasing length, each from the best of the
/// length before, and returns several good ones of every length.
///
/// For each rule that is extended, one histogram of gain per column over the rows that it covers
/// and its running sums price all its extensions. Rules that cover the same samples (of nonzero
/// gain) count once, the shortest of them. A rule is extended only if some longer one on fewer rows
/// could gain more than itself. The heuristic proves nothing, so it returns no bounds.
#[derive(Clone, Debug)]
pub struct Greedy {
    samples: Arc<Samples>,
    keys: Arc<[u64]>,
    settings: GreedySettings,
}

impl Greedy {
    /// Makes a pricer over `samples`.
    pub fn new(samples: Arc<Samples>, settings: GreedySettings) -> Self {
        let keys = keys(&samples).into();
        Greedy { samples, keys, settings }
    }
}

impl Pricer for Greedy {
    fn name(&self) -> &str {
        NAME
    }

    fn price(&mut self, problems: &[PricingProblem], limits: &Limits) -> Result<PricingOutcome, DriverError> {
        check_problems(problems, self.samples.len())?;
        let gains: Vec<_> = problems.iter().map(|problem| WholeGains::new(problem, &self.samples)).collect();
        let source = LocalSource::new(&self.samples, &self.keys, problems, &gains);
        price(&source, problems, &gains, &self.settings, limits)
    }
}

/// The search of [`Greedy`] over rows in shards elsewhere. Since sums are exact, it finds the rules
/// that [`Greedy`] finds with all rows in memory, with the same gains.
#[derive(Clone, Debug)]
pub struct ShardedGreedy {
    shards: Arc<dyn Shards>,
    settings: GreedySettings,
}

impl ShardedGreedy {
    /// Makes a pricer over `shards`.
    pub fn new(shards: Arc<dyn Shards>, settings: GreedySettings) -> Self {
        ShardedGreedy { shards, settings }
    }
}

impl Pricer for ShardedGreedy {
    fn name(&self) -> &str {
        NAME
    }

    fn price(&mut self, problems: &[PricingProblem], limits: &Limits) -> Result<PricingOutcome, DriverError> {
        let samples = self.shards.samples();
        check_problems(problems, samples.len())?;
        let gains: Vec<_> = problems.iter().map(|problem| WholeGains::of_rows(problem, &samples)).collect();
        let source = ShardedSource::new(&*self.shards, samples, &gains);
        price(&source, problems, &gains, &self.settings, limits)
    }
}

const NAME: &str = "greedy";

fn price<S: Source>(
    source: &S,
    problems: &[PricingProblem],
    gains: &[WholeGains],
    settings: &GreedySettings,
    limits: &Limits,
) -> Result<PricingOutcome, DriverError> {
    let (mut candidates, nodes) = Search { source, problems, gains, settings }.run(limits)?;
    candidates.sort_unstable_by(Candidate::best_first);
    Ok(PricingOutcome { candidates, bounds: vec![None; problems.len()], nodes })
}

#[cfg(test)]
mod tests;
