//! Our own dual simplex under the restricted LP.

use super::constants::{LARGEST_WORKING_BASIS, MOST_INACTIVE};
use super::loss::SampleRow;
use super::simplex::Engine;
use rulegen_boxed::{BoxedSolution, DualSimplex};
use rulegen_limits::Limits;
use rulegen_lp::{LpError, LpStatus};
use std::time::Instant;

/// A [`DualSimplex`] over the columns that take part.
#[derive(Debug)]
pub(super) struct DualSimplexEngine {
    simplex: DualSimplex,
    /// The number of rows of the loss, which come before those of columns.
    first: usize,
    /// The column of each later row.
    rows: Vec<usize>,
}

impl DualSimplexEngine {
    /// Makes an engine without columns. `boxes` are the cost and the upper bound of each variable,
    /// `rows` those of the loss.
    pub(super) fn new(boxes: &[(f64, f64)], rows: Vec<SampleRow>) -> Self {
        let (costs, upper) = boxes.iter().copied().unzip();
        let mut simplex = DualSimplex::new(costs, upper);
        let first = rows.len();
        rows.into_iter().for_each(|row| simplex.add_row(row.terms, row.rhs));
        DualSimplexEngine { simplex, first, rows: Vec::new() }
    }
}

impl Engine for DualSimplexEngine {
    fn set_columns(&mut self, members: &[usize], row: &dyn Fn(usize) -> SampleRow) -> Result<(), LpError> {
        let member = |k: &usize| members.binary_search(k).is_ok();
        let inactive = self.rows.iter().filter(|k| !member(k)).count();
        if inactive as f64 > MOST_INACTIVE * self.rows.len() as f64 {
            let keeps = |r: usize| r < self.first || member(&self.rows[r - self.first]);
            let mut stays = self.simplex.retain_rows(keeps).into_iter().skip(self.first);
            self.rows.retain(|_| stays.next().expect("one answer per row"));
        }
        let mut known = self.rows.clone();
        known.sort_unstable();
        let prices = self.simplex.num_variables();
        for &k in members.iter().filter(|k| known.binary_search(k).is_err()) {
            let SampleRow { terms, usage, rhs } = row(k);
            let first = prices - usage.len();
            let usage = usage.iter().enumerate().map(|(j, u)| (first + j, -u));
            self.simplex.add_row(terms.into_iter().chain(usage), rhs);
            self.rows.push(k);
        }
        Ok(())
    }

    fn solve(&mut self, columns: usize, exact: bool, limits: &Limits) -> Result<Option<BoxedSolution>, LpError> {
        let (start, before) = (Instant::now(), self.simplex.iterations());
        let (status, solution) = self.simplex.solve(exact, limits);
        log::debug!(
            "dual simplex: {} rows of {columns}, working basis of {}, {} iterations, {status}, {:.3} s",
            self.rows.len(),
            self.simplex.working_basis_size(),
            self.simplex.iterations() - before,
            start.elapsed().as_secs_f64()
        );
        match (status, solution) {
            (LpStatus::Optimal, Some(solution)) => {
                let mut multipliers = vec![0.0; columns];
                self.rows.iter().zip(&solution.multipliers[self.first..]).for_each(|(&k, y)| multipliers[k] = *y);
                Ok(Some(BoxedSolution { multipliers, ..solution }))
            }
            (LpStatus::TimeLimit, _) => Ok(None),
            (status, _) => {
                Err(LpError::Backend { name: "the dual simplex".to_owned(), message: format!("it ended {status}") })
            }
        }
    }

    fn is_outgrown(&self) -> bool {
        self.simplex.working_basis_size() > LARGEST_WORKING_BASIS
    }
}
