//! The contract of a loss whose restricted master is a linear program.

use super::partition::{Cluster, Partition};
use crate::Column;
use crate::fairness::FairnessRows;
use rulegen_boxed::{BoxedProgram, BoxedSolution};
use std::fmt::Debug;

/// A dual point. It is feasible, except that rules may earn more than they cost.
#[derive(Clone, Debug)]
pub struct Duals {
    /// The payment for the error of each sample. A covering rule earns a multiple of it
    /// ([`LinearLoss::income`]).
    pub samples: Vec<f64>,
    /// The price of a unit of each budget. Empty for losses without budgets, as those of weighted
    /// rules are.
    pub prices: Vec<f64>,
}

/// A linear constraint on the weights of all rules: `sum_k usage_k w_k <= limit`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Budget {
    /// The amount available, not negative.
    pub(crate) limit: f64,
    /// The largest value of its multiplier at an optimum, finite.
    pub(crate) largest_price: f64,
}

/// A column as a row of a simplex solver over all samples:
/// `sum coefficient * dual - sum usage * price <= rhs`.
#[derive(Debug)]
pub struct SampleRow {
    /// Samples with their coefficients, ascending.
    pub terms: Vec<(usize, f64)>,
    /// The use of each budget.
    pub usage: Vec<f64>,
    /// The right-hand side: the cost of the column.
    pub rhs: f64,
}

/// A loss function that makes the restricted master a linear program: its rows, its boxes, and the
/// objective of rule weights.
///
/// The dual form has one row per rule and boxed variables for the samples, so it is short and wide
/// (docs/MATH.md 7). Samples that the columns cannot tell apart share their variables
/// ([`Partition`]).
///
/// The example `own_linear_loss` implements one outside of this crate. With a
/// [`RuleLoss`](crate::RuleLoss), [`LinearRules`](crate::LinearRules) is its master.
pub trait LinearLoss: Debug + Send {
    /// Returns the partition without columns.
    fn partition(&self) -> Partition;

    /// Returns `omega_i`, the weight of each sample's error.
    fn weights(&self) -> &[f64];

    /// Returns the constraints on errors, if there are any.
    fn fairness(&self) -> Option<&FairnessRows> {
        None
    }

    /// Returns the weighted error of a cluster at given rule weights.
    fn missed(&self, columns: &[Column], weights: &[f64], cluster: &Cluster) -> f64;

    /// Returns the duals without columns: everything is an error, and every dual at its bound.
    fn first_duals(&self) -> Duals;

    /// Returns the restricted LP over `members` (ascending indices of `columns`) in its dual form:
    /// a row for each of them, then separate rows of the loss. The variables, the separate rows and
    /// their right-hand sides do not depend on the members.
    fn program(&self, columns: &[Column], members: &[usize], partition: &Partition) -> BoxedProgram;

    /// Returns the duals of the samples at a solution of [`LinearLoss::program`]. They are inside
    /// their boxes to the last bit, because a proof must not rest on a solver's tolerance.
    fn duals(
        &self,
        program: &BoxedProgram,
        solution: &BoxedSolution,
        columns: &[Column],
        partition: &Partition,
    ) -> Duals;

    /// Converts values of the variables of [`LinearLoss::program`] into values by sample and
    /// budget, which outlive clusters.
    fn by_sample(&self, values: &[f64], columns: &[Column], partition: &Partition) -> Vec<f64>;

    /// Inverts [`LinearLoss::by_sample`], also when there are more columns now.
    fn by_cluster(&self, values: &[f64], columns: &[Column], partition: &Partition) -> Vec<f64>;

    /// Returns cost and upper bound of the variables of a program over all samples: the samples,
    /// then the budgets.
    fn sample_boxes(&self) -> Vec<(f64, f64)>;

    /// Returns the rows of this program that belong to no column.
    fn sample_rows(&self) -> Vec<SampleRow> {
        Vec::new()
    }

    /// Returns a column as a row of that program.
    fn sample_row(&self, column: &Column) -> SampleRow;

    /// Returns the duals at values of that program's variables.
    fn sample_duals(&self, values: Vec<f64>) -> Duals;

    /// Returns the earnings of a column from the samples that it covers.
    fn income(&self, duals: &Duals, column: &Column) -> f64;

    /// Returns the values of the variables at a solution of [`LinearLoss::program`]. Values outside
    /// of stretched boxes, by the solver's rounding, would have to be paid for by all, so they are
    /// clamped.
    fn values(&self, program: &BoxedProgram, solution: &BoxedSolution) -> Vec<f64> {
        let mut values = solution.values.clone();
        if self.fairness().is_some() {
            let upper = program.stretched(&solution.ratios);
            values.iter_mut().zip(upper.iter()).for_each(|(x, u)| *x = x.clamp(0.0, u.max(0.0)));
        }
        values
    }

    /// Returns the cost of raising errors until the fairness rows are satisfied, at given rule
    /// weights.
    fn raised(&self, columns: &[Column], weights: &[f64], partition: &Partition) -> f64 {
        let Some(rows) = self.fairness() else { return 0.0 };
        let errors = partition.clusters.iter().filter_map(|c| Some((c.cell?, self.missed(columns, weights, c))));
        rows.cost_of_raising(errors)
    }

    /// Returns feasible weights near the given ones.
    fn feasible(&self, _columns: &[Column], weights: Vec<f64>) -> Vec<f64> {
        weights
    }

    /// Returns feasible weights near the given ones, and their objective.
    fn evaluate(&self, columns: &[Column], weights: Vec<f64>, partition: &Partition) -> (Vec<f64>, f64) {
        let weights = self.feasible(columns, weights);
        let cost: f64 = weights.iter().zip(columns).map(|(w, c)| w * c.cost).sum();
        let missed: f64 = partition.clusters.iter().map(|cluster| self.missed(columns, &weights, cluster)).sum();
        let raised = self.raised(columns, &weights, partition);
        (weights, cost + missed + raised)
    }
}

/// Returns the cost of a column at a dual point, its use of the budgets included.
pub(crate) fn charge(duals: &Duals, column: &Column) -> f64 {
    column.cost + column.usage.iter().zip(&duals.prices).map(|(u, p)| u * p).sum::<f64>()
}
