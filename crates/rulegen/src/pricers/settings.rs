//! The settings that a run gives to its pricers, beside the samples.

use super::PricerOptions;
use crate::parameter_error::ParameterError;
use rulegen_pricing::{BranchAndBoundSettings, GreedySettings, TreeSettings};
use rulegen_rule::Model;
use std::num::NonZeroUsize;
use std::time::Duration;

/// The settings that the parameters of a run give to its pricers. Each pricer reads those that it
/// needs.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct StageSettings<'a> {
    /// The options that follow the name of the pricer.
    pub options: PricerOptions<'a>,
    /// The names of the classes, in the order of the samples' labels.
    pub classes: &'a [String],
    /// The most rules that an exact pricer returns for a class and round.
    pub columns: NonZeroUsize,
    /// The most time for one call of an exact pricer.
    pub time_limit: Option<Duration>,
    /// The most nodes of a branch and bound for a problem and call.
    pub node_limit: Option<u64>,
    /// True if an exact pricer that has found nothing searches on after the time limit.
    pub patient: bool,
    /// The lengths of rules that are searched first.
    pub short: &'a [usize],
    /// The model whose rules are offered.
    pub pool: Option<&'a Model>,
    /// The settings of decision trees.
    pub tree: TreeSettings,
    /// The number of rules of each length that the greedy search extends.
    pub beam: NonZeroUsize,
    /// The seed of random draws.
    pub seed: u64,
}

impl<'a> StageSettings<'a> {
    /// Makes settings without limits and without a pool, with the defaults of each pricer: those
    /// for a pricer that is made outside of a run
    /// ([`PricerRegistry::create`](crate::PricerRegistry::create)).
    pub fn new(classes: &'a [String]) -> Self {
        let BranchAndBoundSettings { columns, .. } = BranchAndBoundSettings::default();
        let (tree, beam) = (TreeSettings::default(), GreedySettings::default().beam);
        StageSettings {
            options: PricerOptions::default(),
            classes,
            columns,
            time_limit: None,
            node_limit: None,
            patient: false,
            short: &[],
            pool: None,
            tree,
            beam,
            seed: 0,
        }
    }

    /// The settings of a branch and bound, without its patience.
    ///
    /// # Errors
    /// An option that is not of its type.
    pub(super) fn branch_and_bound(&self) -> Result<BranchAndBoundSettings, ParameterError> {
        let columns = self.options.get("columns")?.unwrap_or(self.columns);
        let (time_limit, short) = (self.time_limit, self.short.to_vec());
        Ok(BranchAndBoundSettings {
            columns,
            time_limit,
            short,
            node_limit: self.options.get("node-limit")?.or(self.node_limit),
            ..Default::default()
        })
    }
}
