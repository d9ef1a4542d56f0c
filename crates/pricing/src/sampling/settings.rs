//! Settings of sampled pricing.

use std::num::NonZeroUsize;

/// Settings of [`Sampling`](crate::Sampling).
///
/// | name | default | range |
/// |---|---|---|
/// | `rows` | 2,000 | at least 1 |
/// | `nonzeros` | 100,000 | at least 1 |
/// | `seed` | 0 | |
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SamplingSettings {
    /// The number of samples drawn for a call.
    pub rows: NonZeroUsize,
    /// The most samples times satisfied literals. Literals are drawn to meet it, at least one cut
    /// point or category.
    pub nonzeros: NonZeroUsize,
    /// The seed of the random numbers.
    pub seed: u64,
}

impl Default for SamplingSettings {
    fn default() -> Self {
        let of = |n| NonZeroUsize::new(n).expect("not zero");
        SamplingSettings { rows: of(2000), nonzeros: of(100_000), seed: 0 }
    }
}
