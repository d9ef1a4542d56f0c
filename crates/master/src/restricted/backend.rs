//! A simplex backend that is started again from the last basis.

use super::constants::MOST_INACTIVE;
use super::loss::SampleRow;
use super::simplex::Engine;
use rulegen_boxed::BoxedSolution;
use rulegen_limits::Limits;
use rulegen_lp::{Basis, BasisStatus, LpError, LpFactory, LpModel, LpStatus, SolveOptions, VariableId};
use std::sync::Arc;
use std::time::Instant;

/// A simplex solver that keeps its basis, over the columns that take part.
pub(super) struct BackendEngine {
    backend: Arc<dyn LpFactory>,
    solver: LpModel,
    /// Cost and upper bound of each variable: the samples, then the budgets.
    boxes: Vec<(f64, f64)>,
    variables: Vec<VariableId>,
    /// The rows of the loss, which come first.
    first: Vec<SampleRow>,
    /// The column of each later row.
    rows: Vec<usize>,
}

impl std::fmt::Debug for BackendEngine {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("BackendEngine").field("solver", &self.solver.name()).finish_non_exhaustive()
    }
}

impl BackendEngine {
    /// Makes an engine without columns. `boxes` are the cost and the upper bound of each variable,
    /// `first` the rows of the loss.
    pub(super) fn new(
        backend: Arc<dyn LpFactory>,
        boxes: Vec<(f64, f64)>,
        first: Vec<SampleRow>,
    ) -> Result<Self, LpError> {
        let (solver, variables) = load(&*backend, &boxes, &first)?;
        Ok(BackendEngine { backend, solver, boxes, variables, first, rows: Vec::new() })
    }
}

impl Engine for BackendEngine {
    /// Drops inactive columns whose row is basic. Such a row is slack, so the rest of the basis is
    /// one without it.
    fn set_columns(&mut self, members: &[usize], row: &dyn Fn(usize) -> SampleRow) -> Result<(), LpError> {
        let member = |k: usize| members.binary_search(&k).is_ok();
        let inactive = self.rows.iter().filter(|&&k| !member(k)).count();
        if inactive as f64 > MOST_INACTIVE * self.rows.len() as f64
            && let Some(basis) = self.solver.basis()
        {
            let (mut rows, of_columns) = (basis.rows.clone(), self.first.len());
            let statuses = rows.split_off(of_columns);
            let keeps = |(&k, &status): (&usize, &BasisStatus)| member(k) || status != BasisStatus::Basic;
            let kept: Vec<bool> = self.rows.iter().zip(&statuses).map(keeps).collect();
            self.rows = self.rows.iter().zip(&kept).filter(|(_, kept)| **kept).map(|(&k, _)| k).collect();
            (self.solver, self.variables) = load(&*self.backend, &self.boxes, &self.first)?;
            for &k in &self.rows {
                add_row(&mut self.solver, &self.variables, &row(k));
            }
            rows.extend(statuses.iter().zip(&kept).filter(|(_, kept)| **kept).map(|(&status, _)| status));
            self.solver.set_basis(&Basis { variables: basis.variables, rows })?;
        }
        let mut known = self.rows.clone();
        known.sort_unstable();
        for &k in members.iter().filter(|k| known.binary_search(k).is_err()) {
            add_row(&mut self.solver, &self.variables, &row(k));
            self.rows.push(k);
        }
        Ok(())
    }

    fn solve(&mut self, columns: usize, _: bool, limits: &Limits) -> Result<Option<BoxedSolution>, LpError> {
        let start = Instant::now();
        let solution = self.solver.solve(&SolveOptions { limits: limits.clone(), ..SolveOptions::default() })?;
        log::debug!(
            "backend simplex: {} rows of {columns}, {} iterations, {:.3} s",
            self.rows.len(),
            solution.iterations.unwrap_or(0),
            start.elapsed().as_secs_f64()
        );
        match solution.status {
            LpStatus::Optimal => {
                let mut multipliers = vec![0.0; columns];
                let of_columns = &solution.row_duals[self.first.len()..];
                self.rows.iter().zip(of_columns).for_each(|(&k, y)| multipliers[k] = (-y).max(0.0));
                Ok(Some(BoxedSolution { values: solution.values, multipliers, ratios: Vec::new() }))
            }
            LpStatus::TimeLimit | LpStatus::Interrupted => Ok(None),
            // The LP always has an optimum.
            status => {
                Err(LpError::Backend { name: self.solver.name().to_owned(), message: format!("it ended {status}") })
            }
        }
    }
}

/// Returns a solver with the variables of the LP and the rows of the loss.
fn load(
    backend: &dyn LpFactory,
    boxes: &[(f64, f64)],
    rows: &[SampleRow],
) -> Result<(LpModel, Vec<VariableId>), LpError> {
    let mut solver = LpModel::new(backend)?;
    let variables: Vec<VariableId> = boxes.iter().map(|&(cost, upper)| solver.add_variable(cost, 0.0, upper)).collect();
    rows.iter().for_each(|row| add_row(&mut solver, &variables, row));
    Ok((solver, variables))
}

fn add_row(solver: &mut LpModel, variables: &[VariableId], row: &SampleRow) {
    let prices = &variables[variables.len() - row.usage.len()..];
    let prices = prices.iter().zip(&row.usage).map(|(&price, u)| (price, -u));
    let terms: Vec<_> = row.terms.iter().map(|&(i, a)| (variables[i], a)).chain(prices).collect();
    solver.add_row(f64::NEG_INFINITY, &terms, row.rhs);
}
