//! Settings of the greedy search.

use std::num::NonZeroUsize;

/// Settings of [`Greedy`](crate::Greedy).
///
/// | name | default | range |
/// |---|---|---|
/// | `max_length` | 5 | at least 1 |
/// | `beam` | 50 | at least 1 |
/// | `columns` | 5 | at least 1 |
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GreedySettings {
    /// The most literals of a rule, where the problem does not ask for fewer.
    pub max_length: NonZeroUsize,
    /// The number of rules of each length that are extended. 50 find a best rule in 21 of 22
    /// rounds, 20 in 17 (docs/measurements/pricing.md).
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
