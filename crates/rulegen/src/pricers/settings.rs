//! What a pricer of a run is made of, beside the samples.

use rulegen_pricing::{BranchAndBoundSettings, GreedySettings, TreeSettings};
use rulegen_rule::Model;
use std::num::NonZeroUsize;
use std::time::Duration;

/// What the parameters of a run say to its pricers. A pricer takes from it what it has a use for.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct StageSettings<'a> {
    /// The names of the classes, in the order of the samples' labels.
    pub classes: &'a [String],
    /// The most rules that an exact pricer returns for a class and round.
    pub columns: NonZeroUsize,
    /// The most time for one call of an exact pricer.
    pub time_limit: Option<Duration>,
    /// Whether an exact pricer goes on after that for as long as it has found nothing.
    pub patient: bool,
    /// The lengths of rules to search first.
    pub short: &'a [usize],
    /// A model whose rules are offered.
    pub pool: Option<&'a Model>,
    /// How trees grow.
    pub tree: TreeSettings,
    /// The rules of each length that the greedy search extends.
    pub beam: NonZeroUsize,
    /// The seed of random draws.
    pub seed: u64,
}

impl<'a> StageSettings<'a> {
    /// No limits, no pool, and the defaults of each pricer: what a pricer is made of outside of a run
    /// ([`PricerRegistry::create`](crate::PricerRegistry::create)).
    pub fn new(classes: &'a [String]) -> Self {
        let BranchAndBoundSettings { columns, .. } = BranchAndBoundSettings::default();
        let (tree, beam) = (TreeSettings::default(), GreedySettings::default().beam);
        StageSettings {
            classes,
            columns,
            time_limit: None,
            patient: false,
            short: &[],
            pool: None,
            tree,
            beam,
            seed: 0,
        }
    }

    /// The settings of a branch and bound, without its patience.
    pub(super) fn branch_and_bound(&self) -> BranchAndBoundSettings {
        let (columns, time_limit, short) = (self.columns, self.time_limit, self.short.to_vec());
        BranchAndBoundSettings { columns, time_limit, short, ..Default::default() }
    }
}
