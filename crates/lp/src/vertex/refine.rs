use super::cone::Cone;
use super::constants::ROUNDING;
use crate::{LpProblem, RowId};

impl Cone<'_> {
    /// Computes the point where the bounds and rows outside the basis hold exactly, by one solve
    /// with the basis and one more on the residual.
    pub(super) fn vertex(&self, problem: &LpProblem, near: &[f64]) -> Vec<f64> {
        let (columns, size) = (self.columns.len(), self.size());
        let bounds = |column: usize| (problem.lower()[column], problem.upper()[column]);
        let mut values = near.to_vec();
        for column in (0..columns).filter(|&column| !self.is_basic[column]) {
            values[column] = self.active[column].snapped(near[column], bounds(column));
        }
        let activities = problem.activities(near);
        let side = |(at, &row): (usize, &usize)| {
            self.active[columns + at].snapped(activities[row], (problem.row_lower()[row], problem.row_upper()[row]))
        };
        let mut sides: Vec<f64> = self.tight_rows.iter().enumerate().map(side).collect();
        for _ in 0..2 {
            let mut residuals: Vec<f64> = sides.iter().map(|side| -side).collect();
            for (at, &row) in self.tight_rows.iter().enumerate() {
                let terms = problem.row(RowId::new(row));
                residuals[at] += terms.map(|(v, coefficient)| coefficient * values[v.index()]).sum::<f64>();
            }
            for (basic, line) in self.basis.iter().zip(self.inverse.chunks_exact(size.max(1))) {
                let correction: f64 = line.iter().zip(&residuals).map(|(x, residual)| x * residual).sum();
                match basic.variable.checked_sub(columns) {
                    Some(at) => sides[at] -= correction,
                    None => values[basic.variable] -= correction,
                }
            }
        }
        // A value outside its interval by rounding is moved inside.
        for (column, value) in values.iter_mut().enumerate() {
            let (lower, upper) = bounds(column);
            if *value < lower && *value >= lower - ROUNDING * lower.abs().max(1.0) {
                *value = lower;
            } else if *value > upper && *value <= upper + ROUNDING * upper.abs().max(1.0) {
                *value = upper;
            }
        }
        values
    }
}
