//! Boxed programs: the shape of a restricted master's dual.

use crate::Cells;
use std::borrow::Cow;

/// A linear program of the shape that column generation for rules gives, stored by columns:
///
/// ```text
/// minimise costs·x   subject to   A x <= rhs,   0 <= x <= upper
/// ```
///
/// Few rows (one per rule) and many boxed variables (one per merged sample). Boxes may stretch at the
/// expense of others, see [`Cells`]. There may be many rows where these share no variable, see
/// [`separate`](BoxedProgram::separate).
#[derive(Clone, Debug, Default, PartialEq)]
pub struct BoxedProgram {
    /// One per variable.
    pub costs: Vec<f64>,
    /// Upper bounds, not negative; may be infinite.
    pub upper: Vec<f64>,
    /// Where the terms of each variable begin in `rows`, and one end more.
    pub starts: Vec<usize>,
    /// The row of each term, ascending within a variable.
    pub rows: Vec<u32>,
    /// The coefficient of each term.
    pub coefficients: Vec<f64>,
    /// One per row.
    pub rhs: Vec<f64>,
    /// How many of the last rows are separate: a variable has a term in one of them at most. The interior point method
    /// eliminates them, so there may be as many as variables. Bounds on sums of variables are such rows.
    pub separate: usize,
    /// Which boxes stretch.
    pub cells: Cells,
}

/// A point of a [`BoxedProgram`] with multipliers for its rows.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct BoxedSolution {
    /// The value of every variable.
    pub values: Vec<f64>,
    /// The multiplier of every row, not negative: minus its dual.
    pub multipliers: Vec<f64>,
    /// How far the boxes of each cell are stretched: `r` of [`Cells`]; empty if there are no cells.
    pub ratios: Vec<f64>,
}

impl BoxedProgram {
    /// No variables, and rows with the given right-hand sides.
    pub fn with_rows(rhs: Vec<f64>) -> Self {
        BoxedProgram { starts: vec![0], rhs, ..BoxedProgram::default() }
    }

    /// Adds a variable with its terms, rows ascending.
    pub fn add_variable(&mut self, cost: f64, upper: f64, terms: impl IntoIterator<Item = (u32, f64)>) {
        self.costs.push(cost);
        self.upper.push(upper);
        for (row, coefficient) in terms {
            self.rows.push(row);
            self.coefficients.push(coefficient);
        }
        self.starts.push(self.rows.len());
    }

    /// The number of variables.
    pub fn num_variables(&self) -> usize {
        self.costs.len()
    }

    /// The number of rows.
    pub fn num_rows(&self) -> usize {
        self.rhs.len()
    }

    /// Whether a variable has a term in a separate row.
    pub(crate) fn is_in_separate_row(&self, variable: usize) -> bool {
        self.column(variable).0.last().is_some_and(|&row| row as usize >= self.num_rows() - self.separate)
    }

    /// The cell of a variable whose box stretches.
    pub(crate) fn cell(&self, variable: usize) -> Option<usize> {
        self.cells.of_variable.get(variable).copied().flatten().map(|c| c as usize)
    }

    /// The terms of a variable: rows and coefficients.
    pub fn column(&self, variable: usize) -> (&[u32], &[f64]) {
        let range = self.starts[variable]..self.starts[variable + 1];
        (&self.rows[range.clone()], &self.coefficients[range])
    }

    /// `A x`.
    pub fn activities(&self, values: &[f64]) -> Vec<f64> {
        let mut activities = vec![0.0; self.num_rows()];
        for (j, &x) in values.iter().enumerate().filter(|(_, x)| **x != 0.0) {
            let (rows, coefficients) = self.column(j);
            rows.iter().zip(coefficients).for_each(|(&r, a)| activities[r as usize] += a * x);
        }
        activities
    }

    /// `A' y`.
    pub fn transposed_product(&self, multipliers: &[f64]) -> Vec<f64> {
        let mut product = Vec::with_capacity(self.num_variables());
        self.transposed_product_into(multipliers, &mut product);
        product
    }

    /// The same in the place of what is in `product`.
    pub(crate) fn transposed_product_into(&self, multipliers: &[f64], product: &mut Vec<f64>) {
        let of = |j: usize| {
            let (rows, coefficients) = self.column(j);
            rows.iter().zip(coefficients).map(|(&r, a)| a * multipliers[r as usize]).sum::<f64>()
        };
        product.clear();
        product.extend((0..self.num_variables()).map(of));
    }

    /// `costs + A' y`: the reduced costs at multipliers `y`.
    pub fn reduced_costs(&self, multipliers: &[f64]) -> Vec<f64> {
        self.costs.iter().zip(self.transposed_product(multipliers)).map(|(c, paid)| c + paid).collect()
    }

    /// The objective at `values`, without what stretching boxes costs.
    pub fn objective(&self, values: &[f64]) -> f64 {
        self.costs.iter().zip(values).map(|(c, x)| c * x).sum()
    }

    /// The upper bounds with boxes stretched by `ratios`.
    pub fn stretched(&self, ratios: &[f64]) -> Cow<'_, [f64]> {
        if self.cells.of_variable.is_empty() {
            return Cow::Borrowed(&self.upper);
        }
        let stretched = |(u, cell): (&f64, &Option<u32>)| cell.map_or(*u, |c| u * ratios[c as usize]);
        Cow::Owned(self.upper.iter().zip(&self.cells.of_variable).map(stretched).collect())
    }

    /// The lower bound on the optimum that multipliers `y >= 0` prove, by Lagrange:
    /// `sum_j upper_j min(0, reduced_j) - rhs·y`; minus infinity if an unbounded variable has a
    /// negative reduced cost. Where boxes stretch, capacity goes to the cell of a block with the largest mean
    /// `m_c` of `max(0, -reduced)` as long as that pays: the bound is less by `sum_c W_c (m'_c - m_c)`,
    /// with `m'` the raised means of [`Cells::raised`].
    pub fn lagrangian_bound(&self, multipliers: &[f64]) -> f64 {
        self.lagrangian_bound_at(multipliers, &self.reduced_costs(multipliers))
    }

    /// The same, where the reduced costs are known already.
    pub(crate) fn lagrangian_bound_at(&self, multipliers: &[f64], reduced: &[f64]) -> f64 {
        let boxes: f64 = (reduced.iter().zip(&self.upper)).filter(|(d, _)| **d < 0.0).map(|(d, u)| d * u).sum();
        boxes - self.rhs.iter().zip(multipliers).map(|(r, y)| r * y).sum::<f64>() - self.raise(reduced)
    }

    /// `sum_c W_c (m'_c - m_c)`.
    fn raise(&self, reduced: &[f64]) -> f64 {
        if self.cells.of_variable.is_empty() {
            return 0.0;
        }
        let widths = self.cells.sums(|j| self.upper[j]);
        let totals = self.cells.sums(|j| self.upper[j] * (-reduced[j]).max(0.0));
        let means: Vec<f64> = totals.iter().zip(&widths).map(|(t, w)| if *w > 0.0 { t / w } else { 0.0 }).collect();
        let raised = self.cells.raised(&means);
        widths.iter().zip(raised.iter().zip(&means)).map(|(w, (to, from))| w * (to - from)).sum()
    }
}
