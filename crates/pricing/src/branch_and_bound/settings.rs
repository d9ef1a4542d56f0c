//! What a user may choose.

use std::num::NonZeroUsize;
use std::time::Duration;

/// What a finished search has proved beyond the bound.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Proof {
    /// The first rule has the greatest gain of all; the others are good ones met on the way. This is all that
    /// column generation needs, and much the faster: dominated literals leave whole subtrees (docs/MATH.md 5, reductions 2 and 3).
    Best,
    /// The rules returned are those of greatest gain, of all that cover different samples; of rules
    /// that cover the same, the shortest, then the first in the order of rules, stands for all.
    Columns,
}

/// Settings of [`BranchAndBound`](crate::BranchAndBound).
///
/// | name | default | purpose | range |
/// |---|---|---|---|
/// | `columns` | 10 | the most rules returned for a problem | at least 1 |
/// | `short` | none | lengths of rules that are searched first, ascending: longer ones only where none gains | at least 1 |
/// | `node_limit` | none | the most nodes opened for a problem | |
/// | `patience` | none | the time after which the search of a problem ends if it has found a rule | |
/// | `time_limit` | none | the most time for one call, all problems together | |
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BranchAndBoundSettings {
    /// The most rules returned for a problem.
    pub columns: NonZeroUsize,
    /// Rules of at most so many literals are searched first, then of at most the next number, and all rules only where
    /// none of these gains. Until then nothing is proved about longer rules. That no short rule gains is proved in a moment
    /// where the same proof for all rules takes hours. Limits on nodes and patience hold for each of these searches.
    pub short: Vec<usize>,
    /// The most nodes opened for a problem.
    pub node_limit: Option<u64>,
    /// The time after which the search of a problem ends if it has found a rule; without a rule it goes on, since an earlier
    /// end would be of no use to column generation. With it, results depend on the clock.
    pub patience: Option<Duration>,
    /// The most time for one call, all problems together. With it, or a deadline, results depend on the clock.
    pub time_limit: Option<Duration>,
}

impl Default for BranchAndBoundSettings {
    fn default() -> Self {
        BranchAndBoundSettings {
            columns: NonZeroUsize::new(10).expect("ten is not zero"),
            short: Vec::new(),
            node_limit: None,
            patience: None,
            time_limit: None,
        }
    }
}
