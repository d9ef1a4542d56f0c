//! What is the same for all searches of one problem.

use rulegen_binarize::Samples;
use rulegen_driver::PricingProblem;
use rulegen_limits::Limits;

/// One problem, and how it is searched.
#[derive(Clone, Copy)]
pub(super) struct Task<'a> {
    pub(super) samples: &'a Samples,
    pub(super) problem: &'a PricingProblem,
    pub(super) limits: &'a Limits,
    /// Whether only the best rule counts, so that dominated literals may go.
    pub(super) best_only: bool,
    /// What rounding may do to a sum of gains.
    pub(super) slack: f64,
}

impl Task<'_> {
    /// How many literals a rule of `length` may still get.
    pub(super) fn more(&self, length: usize) -> Option<usize> {
        self.problem.max_length.map(|most| most.saturating_sub(length))
    }

    /// What rounding may do to the gain removed by one literal.
    pub(super) fn rounding(&self) -> f64 {
        self.slack / 64.0
    }

    /// The fewest rows that a rule may cover.
    pub(super) fn least_rows(&self) -> f64 {
        self.problem.min_cover as f64
    }

    pub(super) fn cost(&self, length: usize) -> f64 {
        self.problem.cost(length)
    }
}
