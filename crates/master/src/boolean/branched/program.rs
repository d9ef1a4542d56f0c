//! The linear program of a node, in its dual form.

use super::profiles::Profiles;
use crate::Column;
use rulegen_boxed::{BoxedSolution, DualSimplex};
use rulegen_limits::Limits;
use rulegen_lp::LpStatus;

/// A boxed program with a variable for each sample, one for the price of a place of each length,
/// and one for the cost of all places. Its rows are those of the profiles and of the lengths, and
/// one for each column.
#[derive(Clone, Debug)]
pub(super) struct Program {
    simplex: DualSimplex,
    samples: usize,
    lengths: usize,
    /// The number of rows before those of columns.
    first: usize,
}

impl Program {
    /// Makes a program without columns. `most` bounds every price.
    pub(super) fn new(samples: usize, lengths: usize, profiles: &Profiles, most: f64) -> Self {
        let costs = [vec![-1.0; samples], vec![0.0; lengths], vec![1.0]].concat();
        let upper = [vec![0.0; samples], vec![most; lengths + 1]].concat();
        let mut simplex = DualSimplex::new(costs, upper);
        let all = samples + lengths;
        for places in &profiles.places {
            let terms = places.iter().enumerate().map(|(at, number)| (samples + at, *number));
            simplex.add_row(terms.filter(|term| term.1 > 0.0).chain([(all, -1.0)]), 0.0);
        }
        // A place costs no less than that of a shorter rule.
        for at in samples + 1..all {
            simplex.add_row([(at - 1, 1.0), (at, -1.0)], 0.0);
        }
        Program { simplex, samples, lengths, first: profiles.places.len() + lengths - 1 }
    }

    /// Adds a column of a cost, whatever place it takes.
    pub(super) fn add(&mut self, column: &Column, cost: f64) {
        let place = self.samples + column.rule.len() - 1;
        self.simplex.add_row(column.cover.iter().map(|i| (i, 1.0)).chain([(place, -1.0)]), cost);
    }

    /// Changes what missing a sample costs.
    pub(super) fn set_missing(&mut self, sample: usize, cost: f64) {
        self.simplex.set_upper(sample, cost);
    }

    /// Changes the cost of a column.
    pub(super) fn set_cost(&mut self, column: usize, cost: f64) {
        self.simplex.set_rhs(self.first + column, cost);
    }

    /// Takes out columns that are slack unless `keeps` says otherwise. Returns, for each, whether it
    /// is still there.
    pub(super) fn retain(&mut self, keeps: &[bool]) -> Vec<bool> {
        let first = self.first;
        self.simplex.retain_rows(|r| r < first || keeps[r - first]).split_off(first)
    }

    /// Returns an upper bound on the optimum, after some iterations of the simplex.
    pub(super) fn bound_within(&mut self, iterations: usize, limits: &Limits) -> f64 {
        -self.simplex.bound_within(iterations, limits)
    }

    /// Solves to a vertex. Returns the values of the samples and prices, and the weight of each
    /// column, or the status if there is no solution.
    pub(super) fn solve(&mut self, exact: bool, limits: &Limits) -> Result<Vertex, LpStatus> {
        match self.simplex.solve(exact, limits) {
            (LpStatus::Optimal, Some(BoxedSolution { mut values, mut multipliers, .. })) => {
                let mut prices = values.split_off(self.samples);
                prices.truncate(self.lengths);
                Ok(Vertex { values, prices, weights: multipliers.split_off(self.first) })
            }
            (status, _) => Err(status),
        }
    }
}

/// An optimal vertex of a program.
#[derive(Clone, Debug)]
pub(super) struct Vertex {
    pub(super) values: Vec<f64>,
    pub(super) prices: Vec<f64>,
    pub(super) weights: Vec<f64>,
}
