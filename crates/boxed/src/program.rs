//! Boxed programs: the shape of a restricted master's dual.

use crate::Cells;
use std::borrow::Cow;

/// A linear program of the shape that column generation for rules gives, stored by columns:
///
/// ```text
/// minimise costs·x   subject to   A x <= rhs,   0 <= x <= upper
/// ```
///
/// There are few rows (one per rule) and many boxed variables (one per merged sample). Boxes may
/// stretch at the expense of others, see [`Cells`]. There may be many rows if they share no
/// variable, see [`separate`](BoxedProgram::separate).
#[derive(Clone, Debug, Default, PartialEq)]
pub struct BoxedProgram {
    /// The cost of each variable.
    pub costs: Vec<f64>,
    /// The upper bound of each variable, not negative; may be infinite.
    pub upper: Vec<f64>,
    /// The index in `rows` at which the terms of each variable begin, and the end of the last.
    pub starts: Vec<usize>,
    /// The row of each term, ascending within a variable.
    pub rows: Vec<u32>,
    /// The coefficient of each term.
    pub coefficients: Vec<f64>,
    /// The right-hand side of each row.
    pub rhs: Vec<f64>,
    /// The number of separate rows, which come last. A variable has a term in at most one of them.
    /// The interior point method eliminates them, so there may be as many as variables. Bounds on
    /// sums of variables are such rows.
    pub separate: usize,
    /// The boxes that stretch.
    pub cells: Cells,
}

/// A point of a [`BoxedProgram`] with multipliers for its rows.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct BoxedSolution {
    /// One value per variable.
    pub values: Vec<f64>,
    /// One multiplier per row, not negative: minus its dual.
    pub multipliers: Vec<f64>,
    /// The stretch of each cell's boxes, `r` of [`Cells`]; empty if there are no cells.
    pub ratios: Vec<f64>,
}

impl BoxedProgram {
    /// Creates a program without variables, whose rows have the given right-hand sides.
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

    /// Returns the number of variables.
    pub fn num_variables(&self) -> usize {
        self.costs.len()
    }

    /// Returns the number of rows.
    pub fn num_rows(&self) -> usize {
        self.rhs.len()
    }

    /// True if the variable has a term in a separate row.
    pub(crate) fn is_in_separate_row(&self, variable: usize) -> bool {
        self.column(variable).0.last().is_some_and(|&row| row as usize >= self.num_rows() - self.separate)
    }

    /// Returns the cell of a variable whose box stretches.
    pub(crate) fn cell(&self, variable: usize) -> Option<usize> {
        self.cells.of_variable.get(variable).copied().flatten().map(|c| c as usize)
    }

    /// Returns the terms of a variable: rows and coefficients.
    pub fn column(&self, variable: usize) -> (&[u32], &[f64]) {
        let range = self.starts[variable]..self.starts[variable + 1];
        (&self.rows[range.clone()], &self.coefficients[range])
    }

    /// Returns `A x`.
    pub fn activities(&self, values: &[f64]) -> Vec<f64> {
        let mut activities = vec![0.0; self.num_rows()];
        for (j, &x) in values.iter().enumerate().filter(|(_, x)| **x != 0.0) {
            let (rows, coefficients) = self.column(j);
            rows.iter().zip(coefficients).for_each(|(&r, a)| activities[r as usize] += a * x);
        }
        activities
    }

    /// Returns `A' y`.
    fn transposed_product(&self, multipliers: &[f64]) -> Vec<f64> {
        let mut product = Vec::with_capacity(self.num_variables());
        self.transposed_product_into(multipliers, &mut product);
        product
    }

    /// Computes `A' y` in the memory of `product`.
    pub(crate) fn transposed_product_into(&self, multipliers: &[f64], product: &mut Vec<f64>) {
        let of = |j: usize| {
            let (rows, coefficients) = self.column(j);
            rows.iter().zip(coefficients).map(|(&r, a)| a * multipliers[r as usize]).sum::<f64>()
        };
        product.clear();
        product.extend((0..self.num_variables()).map(of));
    }

    /// Returns the reduced costs at multipliers `y`, `costs + A' y`.
    pub(crate) fn reduced_costs(&self, multipliers: &[f64]) -> Vec<f64> {
        self.costs.iter().zip(self.transposed_product(multipliers)).map(|(c, paid)| c + paid).collect()
    }

    /// Returns the objective at `values`, without the price of stretching boxes.
    pub fn objective(&self, values: &[f64]) -> f64 {
        self.costs.iter().zip(values).map(|(c, x)| c * x).sum()
    }

    /// Returns the upper bounds with boxes stretched by `ratios`.
    pub fn stretched(&self, ratios: &[f64]) -> Cow<'_, [f64]> {
        if self.cells.of_variable.is_empty() {
            return Cow::Borrowed(&self.upper);
        }
        let stretched = |(u, cell): (&f64, &Option<u32>)| cell.map_or(*u, |c| u * ratios[c as usize]);
        Cow::Owned(self.upper.iter().zip(&self.cells.of_variable).map(stretched).collect())
    }

    /// Returns the lower bound on the optimum that multipliers `y >= 0` prove, by Lagrange: `sum_j
    /// upper_j min(0, reduced_j) - rhs·y`. It is minus infinity if an unbounded variable has a
    /// negative reduced cost. Where boxes stretch, capacity goes to the cell of a block with the
    /// largest mean `m_c` of `max(0, -reduced)` as long as that pays. The bound is then less by
    /// `sum_c W_c (m'_c - m_c)`, with `m'` the raised means of [`Cells::raised`].
    pub fn lagrangian_bound(&self, multipliers: &[f64]) -> f64 {
        self.lagrangian_bound_at(multipliers, &self.reduced_costs(multipliers))
    }

    /// Computes [`lagrangian_bound`](Self::lagrangian_bound) from known reduced costs.
    pub(crate) fn lagrangian_bound_at(&self, multipliers: &[f64], reduced: &[f64]) -> f64 {
        let boxes: f64 = (reduced.iter().zip(&self.upper)).filter(|(d, _)| **d < 0.0).map(|(d, u)| d * u).sum();
        boxes - self.rhs.iter().zip(multipliers).map(|(r, y)| r * y).sum::<f64>() - self.raise(reduced)
    }

    /// Returns `sum_c W_c (m'_c - m_c)`.
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
