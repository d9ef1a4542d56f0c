//! Settings of branch and bound.

use std::num::NonZeroUsize;
use std::time::Duration;

/// The claim about its rules that a finished search has proved, beyond the bound.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Proof {
    /// The first rule has the greatest gain of all; the others are good ones met on the way. Column
    /// generation needs no more, and it is much faster: dominated literals leave whole subtrees
    /// (docs/MATH.md 5, reductions 2 and 3).
    Best,
    /// The rules returned are those of greatest gain among all that cover different samples. Of
    /// rules that cover the same samples, the shortest, then the first in the order of rules,
    /// stands for all.
    Columns,
}

/// Settings of [`BranchAndBound`](crate::BranchAndBound).
///
/// | name | default | range |
/// |---|---|---|
/// | `columns` | 30 | at least 1 |
/// | `short` | none | at least 1, ascending |
/// | `node_limit` | none | |
/// | `patience` | none | |
/// | `time_limit` | none | |
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BranchAndBoundSettings {
    /// The most rules returned for a problem.
    pub columns: NonZeroUsize,
    /// Lengths that are searched first. Rules of at most the first length are searched, then of at
    /// most the next, and all rules only where none of these gains. Until then nothing is proved
    /// about longer rules. A proof that no short rule gains takes a moment where the same proof for
    /// all rules takes hours. Limits on nodes and patience apply to each of these searches.
    pub short: Vec<usize>,
    /// The most nodes opened for a problem.
    pub node_limit: Option<u64>,
    /// The time after which the search of a problem ends if it has found a rule. Without a rule it
    /// goes on, since an earlier end would be of no use to column generation. With it, results
    /// depend on the clock.
    pub patience: Option<Duration>,
    /// The most time for one call, all problems together. With it, or a deadline, results depend on
    /// the clock.
    pub time_limit: Option<Duration>,
}

impl Default for BranchAndBoundSettings {
    fn default() -> Self {
        BranchAndBoundSettings {
            columns: NonZeroUsize::new(30).expect("thirty is not zero"),
            short: Vec::new(),
            node_limit: None,
            patience: None,
            time_limit: None,
        }
    }
}
