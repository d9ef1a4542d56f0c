//! Our own dual simplex under the restricted LP.

use super::Budget;
use super::simplex::{HotRow, MOST_RESTING, Simplex};
use rulegen_lp::{BoxedSolution, KernelSimplex, LpError, LpStatus};
use std::time::Instant;

/// A [`KernelSimplex`] over the columns that take part.
#[derive(Debug)]
pub(super) struct KernelLp {
    simplex: KernelSimplex,
    /// The column of each row.
    rows: Vec<usize>,
    work: f64,
}

impl KernelLp {
    /// One variable `0 <= beta_i <= upper_i` of cost -1 per sample, and one per budget.
    pub(super) fn new(upper: &[f64], budgets: &[Budget]) -> Self {
        let costs = vec![-1.0; upper.len()].into_iter().chain(budgets.iter().map(|b| b.limit)).collect();
        let upper = upper.iter().copied().chain(budgets.iter().map(|b| b.largest_price)).collect();
        KernelLp { simplex: KernelSimplex::new(costs, upper), rows: Vec::new(), work: 0.0 }
    }
}

impl Simplex for KernelLp {
    fn hold(&mut self, members: &[usize], row: &dyn Fn(usize) -> HotRow) -> Result<(), LpError> {
        let member = |k: &usize| members.binary_search(k).is_ok();
        let resting = self.rows.iter().filter(|k| !member(k)).count();
        if resting as f64 > MOST_RESTING * self.rows.len() as f64 {
            let mut stays = self.simplex.retain_rows(|r| member(&self.rows[r])).into_iter();
            self.rows.retain(|_| stays.next().expect("one answer per row"));
        }
        let mut held = self.rows.clone();
        held.sort_unstable();
        let prices = self.simplex.num_variables();
        for &k in members.iter().filter(|k| held.binary_search(k).is_err()) {
            let HotRow { terms, usage, rhs } = row(k);
            let first = prices - usage.len();
            let usage = usage.iter().enumerate().map(|(j, u)| (first + j, -u));
            self.simplex.add_row(terms.into_iter().chain(usage), rhs);
            self.rows.push(k);
        }
        Ok(())
    }

    fn solve(
        &mut self,
        columns: usize,
        exact: bool,
        deadline: Option<Instant>,
    ) -> Result<Option<BoxedSolution>, LpError> {
        let (start, before) = (Instant::now(), self.simplex.iterations());
        let (status, solution) = self.simplex.solve(exact, deadline);
        self.work = (self.simplex.iterations() - before) as f64 * self.simplex.iteration_work();
        log::debug!(
            "kernel simplex: {} rows of {columns}, kernel of {}, {} iterations, {status}, {:.3} s",
            self.rows.len(),
            self.simplex.kernel_size(),
            self.simplex.iterations() - before,
            start.elapsed().as_secs_f64()
        );
        match (status, solution) {
            (LpStatus::Optimal, Some(solution)) => {
                let mut multipliers = vec![0.0; columns];
                self.rows.iter().zip(&solution.multipliers).for_each(|(&k, y)| multipliers[k] = *y);
                Ok(Some(BoxedSolution { multipliers, ..solution }))
            }
            (LpStatus::TimeLimit, _) => Ok(None),
            (status, _) => Err(LpError::Backend { name: "the kernel simplex", message: format!("it ended {status}") }),
        }
    }

    fn work(&self) -> Option<f64> {
        Some(self.work)
    }
}
