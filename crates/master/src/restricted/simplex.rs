//! Simplex over all samples, from the last basis.

use super::loss::SampleRow;
use super::solver::{Restricted, Solved, Solver};
use rulegen_boxed::BoxedSolution;
use rulegen_limits::Limits;
use rulegen_lp::LpError;

/// A simplex solver that keeps its basis, over the columns that take part.
pub(super) trait Engine: std::fmt::Debug + Send {
    /// Brings in the columns `members` (ascending) that are not there yet; when many of those that are
    /// there are inactive, goes on without them.
    fn hold(&mut self, members: &[usize], row: &dyn Fn(usize) -> SampleRow) -> Result<(), LpError>;

    /// An optimal vertex, with a multiplier for each of `columns` columns, or, where it was given up, nothing.
    /// One that is not `exact` may be that of a program of very nearly the same costs.
    fn solve(&mut self, columns: usize, exact: bool, limits: &Limits) -> Result<Option<BoxedSolution>, LpError>;

    /// Whether another way to solve would be faster from now on.
    fn is_outgrown(&self) -> bool {
        false
    }
}

/// Solves by an engine that keeps its basis. A sample is a variable: merged ones would split as rules come, and no basis outlives
/// that.
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
        lp: Restricted<'_>,
        members: &[usize],
        tolerance: f64,
        limits: &Limits,
    ) -> Result<Option<Solved>, LpError> {
        self.0.hold(members, &|k| lp.loss.sample_row(&lp.columns[k]))?;
        let solution = self.0.solve(lp.columns.len(), tolerance == 0.0, limits)?;
        Ok(solution.map(|solution| Solved {
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
