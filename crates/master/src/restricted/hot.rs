//! Simplex, started again from the last basis.

use super::Budget;
use rulegen_lp::{Backend, BoxedSolution, LpError, LpSolver, LpStatus, SolveOptions, VariableId};
use std::time::Instant;

/// A simplex solver that keeps its basis.
pub(crate) struct HotLp {
    solver: Box<dyn LpSolver>,
    variables: Vec<VariableId>,
}

impl std::fmt::Debug for HotLp {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("HotLp").field("solver", &self.solver.name()).finish_non_exhaustive()
    }
}

impl HotLp {
    /// One variable `0 <= beta_i <= upper_i` of cost -1 per sample, and one per budget.
    pub(crate) fn new(backend: Backend, upper: &[f64], budgets: &[Budget]) -> Result<Self, LpError> {
        let mut solver = backend.create()?;
        let samples = upper.iter().map(|&u| (-1.0, u));
        let prices = budgets.iter().map(|b| (b.limit, b.largest_price));
        let variables = samples.chain(prices).map(|(cost, most)| solver.add_variable(cost, 0.0, most)).collect();
        Ok(HotLp { solver, variables })
    }

    /// Adds a rule as a row: `sum coefficient * beta - sum usage * price <= rhs`.
    pub(crate) fn add_row(&mut self, terms: impl Iterator<Item = (usize, f64)>, usage: &[f64], rhs: f64) {
        let prices = &self.variables[self.variables.len() - usage.len()..];
        let prices = prices.iter().zip(usage).map(|(&price, u)| (price, -u));
        let terms: Vec<(VariableId, f64)> = terms.map(|(i, a)| (self.variables[i], a)).chain(prices).collect();
        self.solver.add_row(f64::NEG_INFINITY, &terms, rhs);
    }

    /// An optimal vertex, or what was reached at the deadline: nothing.
    pub(crate) fn solve(&mut self, deadline: Option<Instant>) -> Result<Option<BoxedSolution>, LpError> {
        let solution = self.solver.solve(&SolveOptions { deadline, ..SolveOptions::default() })?;
        Ok((solution.status == LpStatus::Optimal).then(|| BoxedSolution {
            values: solution.values,
            multipliers: solution.row_duals.iter().map(|y| (-y).max(0.0)).collect(),
        }))
    }
}
