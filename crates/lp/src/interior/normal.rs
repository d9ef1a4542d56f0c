//! The Newton matrix on the rows.

use super::panels::Panels;
use crate::{BoxedProgram, LpError};

/// `A diag(d) A' + diag(e)`, dense.
pub(super) struct NormalMatrix {
    matrix: Panels,
}

impl NormalMatrix {
    pub(super) fn new(program: &BoxedProgram) -> Self {
        NormalMatrix { matrix: Panels::zeros(program.num_rows()) }
    }

    /// Puts the matrix together and factorises it; regularised more and more if rounding makes that fail.
    ///
    /// Slack rows have entries many orders above the others, so the matrix is scaled to a unit diagonal.
    pub(super) fn factorise(
        &mut self,
        program: &BoxedProgram,
        variable_scales: &[f64],
        row_scales: &[f64],
    ) -> Result<Factor<'_>, LpError> {
        self.assemble(program, variable_scales, row_scales);
        let m = self.matrix.size();
        let unit: Vec<f64> = (0..m).map(|i| 1.0 / self.matrix.column(i)[0].max(f64::MIN_POSITIVE).sqrt()).collect();
        for j in 0..m {
            self.matrix.column_mut(j).iter_mut().zip(&unit[j..]).for_each(|(a, u)| *a *= u * unit[j]);
        }
        for regular in [0.0, 1e-13, 1e-11, 1e-9] {
            let mut factor = self.matrix.clone();
            (0..m).for_each(|i| factor.column_mut(i)[0] += regular);
            if factor.factorise() {
                return Ok(Factor { factor, unit, matrix: &self.matrix });
            }
        }
        let message = "the Newton matrix could not be factorised".to_string();
        Err(LpError::Backend { name: "interior", message })
    }

    /// Adds up the outer products of the columns, lower triangle only.
    fn assemble(&mut self, program: &BoxedProgram, variable_scales: &[f64], row_scales: &[f64]) {
        self.matrix.fill(|start, width, panel| {
            for (j, &scale) in variable_scales.iter().enumerate() {
                let (rows, coefficients) = program.column(j);
                let first = rows.partition_point(|&r| (r as usize) < start);
                let last = first + rows[first..].partition_point(|&r| (r as usize) < start + width);
                for at in first..last {
                    let target = panel.col_as_slice_mut(rows[at] as usize - start);
                    let factor = coefficients[at] * scale;
                    for (&row, coefficient) in rows[at..].iter().zip(&coefficients[at..]) {
                        target[row as usize - start] += factor * coefficient;
                    }
                }
            }
        });
        for (i, e) in row_scales.iter().enumerate() {
            self.matrix.column_mut(i)[0] += e;
        }
    }
}

/// A factorised Newton matrix, with the scaled matrix itself to correct by.
pub(super) struct Factor<'a> {
    factor: Panels,
    unit: Vec<f64>,
    matrix: &'a Panels,
}

impl Factor<'_> {
    /// Solves, and corrects the solution once by its own residual.
    pub(super) fn solve(&self, rhs: Vec<f64>) -> Vec<f64> {
        let scaled: Vec<f64> = rhs.iter().zip(&self.unit).map(|(b, u)| b * u).collect();
        let mut x = scaled.clone();
        self.factor.solve(&mut x);
        let mut correction: Vec<f64> = scaled.iter().zip(self.matrix.product(&x)).map(|(b, a)| b - a).collect();
        self.factor.solve(&mut correction);
        x.iter_mut().zip(&correction).zip(&self.unit).for_each(|((x, c), u)| *x = (*x + c) * u);
        x
    }
}
