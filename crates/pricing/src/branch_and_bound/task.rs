//! The data that all searches of one problem share.

use rulegen_binarize::Samples;
use rulegen_driver::PricingProblem;
use rulegen_limits::Limits;

/// One problem, and the way it is searched.
#[derive(Clone, Copy)]
pub(super) struct Task<'a> {
    pub(super) samples: &'a Samples,
    pub(super) problem: &'a PricingProblem,
    pub(super) limits: &'a Limits,
    /// True if only the best rule counts, so that dominated literals may be dropped.
    pub(super) best_only: bool,
    /// The time of cubes relative to that of their additions.
    pub(super) cubes_per_addition: f64,
    /// The largest rounding error of a sum of gains.
    pub(super) slack: f64,
}

impl Task<'_> {
    /// Returns the number of literals that a rule of `length` may still get. `None` means no limit.
    pub(super) fn more(&self, length: usize) -> Option<usize> {
        self.problem.max_length.map(|most| most.saturating_sub(length))
    }

    /// Returns the largest rounding error of the gain removed by one literal.
    pub(super) fn rounding(&self) -> f64 {
        self.slack / 64.0
    }

    /// Returns the fewest rows that a rule may cover.
    pub(super) fn least_rows(&self) -> f64 {
        self.problem.min_cover as f64
    }

    pub(super) fn cost(&self, length: usize) -> f64 {
        self.problem.cost(length)
    }
}
