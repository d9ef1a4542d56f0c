//! Settings of pricing by data cubes.

use std::num::NonZeroUsize;

/// The most axes of a cube.
pub(super) const MOST_DIMENSIONS: usize = 4;

/// Settings of [`Cube`](crate::Cube).
///
/// | name | default | range |
/// |---|---|---|
/// | `dimensions` | 4 | 1 to 4 |
/// | `columns` | 30 | at least 1 |
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CubeSettings {
    /// The most axes of a cube: the table columns that a rule may have conditions on. More than 4
    /// count as 4, 0 as 1. Rules of at most so many literals are all on the cubes. Where rules may
    /// have more, cubes have at most 3 axes.
    pub dimensions: usize,
    /// The most rules returned for a problem. They cover different samples, and each is the best
    /// over its own set of table columns.
    pub columns: NonZeroUsize,
}

impl Default for CubeSettings {
    fn default() -> Self {
        CubeSettings { dimensions: 4, columns: NonZeroUsize::new(30).expect("thirty is not zero") }
    }
}
