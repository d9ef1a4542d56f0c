//! What the ways to solve that keep a basis have in common.

use rulegen_lp::{BoxedSolution, LpError};
use std::time::Instant;

/// Columns that rest stay in a simplex solver until they are this part of its rows.
pub(super) const MOST_RESTING: f64 = 0.2;

/// A column as a row of a simplex solver: `sum coefficient * beta - sum usage * price <= rhs`.
pub(super) struct HotRow {
    /// Samples with their coefficients, ascending.
    pub(super) terms: Vec<(usize, f64)>,
    /// The use of each budget.
    pub(super) usage: Vec<f64>,
    pub(super) rhs: f64,
}

/// A simplex solver that keeps its basis, over the columns that take part.
pub(super) trait Simplex: std::fmt::Debug + Send {
    /// Brings in the columns `members` (ascending) that are not there yet; when many of those that are
    /// there rest, goes on without them.
    fn hold(&mut self, members: &[usize], row: &dyn Fn(usize) -> HotRow) -> Result<(), LpError>;

    /// An optimal vertex, with a multiplier for each of `columns` columns, or, after the deadline, nothing.
    /// One that is not `exact` may be that of a program of very nearly the same costs.
    fn solve(
        &mut self,
        columns: usize,
        exact: bool,
        deadline: Option<Instant>,
    ) -> Result<Option<BoxedSolution>, LpError>;

    /// What the last solve took, in simple operations; none for what is to be used whatever it takes.
    fn work(&self) -> Option<f64> {
        None
    }
}
