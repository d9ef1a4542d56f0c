//! Simplex over all samples, from the last basis.

use super::loss::SampleRow;
use super::solver::{RestrictedSolution, RestrictedView, Solver};
use rulegen_boxed::BoxedSolution;
use rulegen_limits::Limits;
use rulegen_lp::LpError;

/// A simplex solver that keeps its basis, over the columns that take part.
pub(super) trait Engine: std::fmt::Debug + Send {
    /// Brings in the columns `members` (ascending) that are not there yet. When many of those that
    /// are there are inactive, they are dropped.
    fn set_columns(&mut self, members: &[usize], row: &dyn Fn(usize) -> SampleRow) -> Result<(), LpError>;

    /// Solves to an optimal vertex, with a multiplier for each of `columns` columns. Returns `None`
    /// if it was interrupted. If not `exact`, the vertex may be that of a program of very nearly
    /// the same costs.
    fn solve(&mut self, columns: usize, exact: bool, limits: &Limits) -> Result<Option<BoxedSolution>, LpError>;

    /// True if another way to solve would be faster from now on.
    fn is_outgrown(&self) -> bool {
        false
    }
}

/// Solves by an engine that keeps its basis. Each sample is a variable: merged ones would split as
/// rules come, and no basis outlives that.
#[derive(Debug)]
pub(super) struct SimplexSolver<E>(E);

impl<E: Engine> SimplexSolver<E> {
    pub(super) fn new(engine: E) -> Self {
        SimplexSolver(engine)
    }
}

impl<E: Engine> Solver for SimplexSolver<E> {
    fn solve(
        &mut self,
        lp: RestrictedView<'_>,
        members: &[usize],
        tolerance: f64,
        limits: &Limits,
    ) -> Result<Option<RestrictedSolution>, LpError> {
        self.0.set_columns(members, &|k| lp.loss.sample_row(&lp.columns[k]))?;
        let solution = self.0.solve(lp.columns.len(), tolerance == 0.0, limits)?;
        Ok(solution.map(|solution| RestrictedSolution {
            duals: lp.loss.sample_duals(solution.values),
            weights: solution.multipliers,
            objective: None,
            tolerance: 0.0,
            converged: true,
        }))
    }

    fn is_warm(&self) -> bool {
        true
    }

    fn is_outgrown(&self) -> bool {
        self.0.is_outgrown()
    }
}
