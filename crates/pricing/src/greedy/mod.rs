//! Greedy pricing: clauses grown literal by literal, the best of each length first.

mod covers;
mod histogram;
mod least;
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
use rulegen_driver::{DriverError, Pricer, PricingOutcome, PricingProblem};
use rulegen_limits::Limits;
use rulegen_rule::{Feature, Test};
use search::Search;
use source::{LocalSource, ShardedSource};
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
    tests: Arc<[Vec<Test>]>,
    settings: GreedySettings,
}

impl Greedy {
    /// Makes a pricer over `samples`.
    pub fn new(samples: Arc<Samples>, settings: GreedySettings) -> Self {
        let (keys, tests) = (keys(&samples).into(), tests(&samples));
        Greedy { samples, keys, tests, settings }
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
        Search { source: &source, problems, gains: &gains, settings: &self.settings, tests: &self.tests }
            .outcome(limits)
    }
}

/// The search of [`Greedy`] over rows in shards elsewhere. Since sums are exact, it finds the rules
/// that [`Greedy`] finds with all rows in memory, with the same gains.
#[derive(Clone, Debug)]
pub struct ShardedGreedy {
    shards: Arc<dyn Shards>,
    tests: Arc<[Vec<Test>]>,
    settings: GreedySettings,
}

impl ShardedGreedy {
    /// Makes a pricer over `shards`.
    pub fn new(shards: Arc<dyn Shards>, settings: GreedySettings) -> Self {
        ShardedGreedy { tests: tests(&shards.samples()), shards, settings }
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
        let source = ShardedSource::new(&*self.shards, &gains);
        Search { source: &source, problems, gains: &gains, settings: &self.settings, tests: &self.tests }
            .outcome(limits)
    }
}

const NAME: &str = "greedy";

/// Returns the tests of each column.
fn tests(samples: &Samples) -> Arc<[Vec<Test>]> {
    samples.schema.features.iter().map(Feature::tests).collect()
}

#[cfg(test)]
mod tests;
