//! Settings of pricing by data cubes.

use std::num::NonZeroUsize;

/// Settings of [`Cube`](crate::Cube).
///
/// | name | default | range |
/// |---|---|---|
/// | `dimensions` | 3 | 1 to 4 |
/// | `columns` | 10 | at least 1 |
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CubeSettings {
    /// The most table columns that a rule may have conditions on. More than 4 count as 4, 0 as 1.
    pub dimensions: usize,
    /// The most rules returned for a problem. They cover different samples, and each is the best
    /// over its own set of table columns.
    pub columns: NonZeroUsize,
}

impl Default for CubeSettings {
    fn default() -> Self {
        CubeSettings { dimensions: 3, columns: NonZeroUsize::new(10).expect("ten is not zero") }
    }
}
