//! The Newton matrix, with one row for each row of the program.

use super::constants::{BLOCK, DENSE, REGULAR_ROWS};
use super::separate::SeparateRows;
use crate::BoxedProgram;
use faer::dyn_stack::{MemBuffer, MemStack, StackReq};
use faer::linalg::cholesky::llt;
use faer::linalg::matmul::triangular::{self, BlockStructure};
use faer::{Accum, Mat, MatMut, Par};
use rulegen_lp::LpError;
use std::ops::Range;

/// The dense matrix `A diag(d) A' + diag(e)` without separate rows, and its factor. It is allocated
/// once for all steps, because the system clears fresh memory.
pub(super) struct NormalMatrix {
    /// The rows that are eliminated first, if there are any.
    separate: Option<SeparateRows>,
    /// The lower triangle, scaled to a unit diagonal.
    matrix: Mat<f64>,
    factor: Mat<f64>,
    unit: Vec<f64>,
    work: MemBuffer,
}

impl NormalMatrix {
    pub(super) fn new(program: &BoxedProgram) -> Self {
        let m = program.num_rows() - program.separate;
        let work = llt::factor::cholesky_in_place_scratch::<f64>(m, Par::Seq, Default::default());
        let (matrix, factor) = (Mat::zeros(m, m), Mat::zeros(m, m));
        let separate = (program.separate > 0).then(|| SeparateRows::of(program));
        NormalMatrix { separate, matrix, factor, unit: Vec::new(), work: MemBuffer::new(work) }
    }

    /// Assembles and factorises the matrix, with more and more regularisation as long as rounding
    /// makes the factorisation fail.
    ///
    /// Slack rows have entries many orders above the others, so the matrix is scaled to a unit
    /// diagonal.
    pub(super) fn factorise(
        &mut self,
        program: &BoxedProgram,
        variable_scales: &[f64],
        row_scales: &[f64],
    ) -> Result<Factor<'_>, LpError> {
        self.assemble(program, variable_scales, row_scales);
        let m = self.matrix.nrows();
        self.unit.clear();
        self.unit.extend((0..m).map(|i| 1.0 / self.matrix[(i, i)].max(f64::MIN_POSITIVE).sqrt()));
        let unit = &self.unit;
        for j in 0..m {
            let column = &mut self.matrix.col_as_slice_mut(j)[j..];
            column.iter_mut().zip(&unit[j..]).for_each(|(a, u)| *a *= u * unit[j]);
        }
        let mut regular = 0.0;
        for more in REGULAR_ROWS {
            (0..m).for_each(|i| self.matrix[(i, i)] += more - regular);
            regular = more;
            self.factor.copy_from_triangular_lower(&self.matrix);
            let (factor, work) = (self.factor.as_mut(), MemStack::new(&mut self.work));
            let done = llt::factor::cholesky_in_place(factor, Default::default(), Par::Seq, work, Default::default());
            if done.is_ok() {
                (0..m).for_each(|i| self.matrix[(i, i)] -= regular);
                let NormalMatrix { separate, matrix, factor, unit, .. } = self;
                return Ok(Factor { separate, factor, unit, matrix });
            }
        }
        let message = "the Newton matrix could not be factorised".to_string();
        Err(LpError::Backend { name: "interior point".to_owned(), message })
    }

    /// Assembles the lower triangle of the matrix.
    fn assemble(&mut self, program: &BoxedProgram, variable_scales: &[f64], row_scales: &[f64]) {
        self.matrix.fill(0.0);
        match &mut self.separate {
            None => add(&mut self.matrix, program, variable_scales),
            Some(separate) => {
                separate.put_at(variable_scales, row_scales);
                separate.add_to(&mut self.matrix);
                let (program, scales) = separate.others(variable_scales);
                add(&mut self.matrix, program, &scales);
            }
        }
        // Separate rows come last and are not part of this matrix.
        for (i, e) in row_scales[..self.matrix.nrows()].iter().enumerate() {
            self.matrix[(i, i)] += e;
        }
    }
}

/// Adds the outer products of the columns to the lower triangle.
fn add(matrix: &mut Mat<f64>, program: &BoxedProgram, variable_scales: &[f64]) {
    let squares: f64 = (0..program.num_variables()).map(|j| (program.column(j).0.len() as f64).powi(2)).sum();
    let all = (matrix.nrows() as f64).powi(2) * program.num_variables() as f64;
    if squares > DENSE * all {
        add_halves(matrix, program, variable_scales);
    } else {
        add_columns(matrix, program, variable_scales);
    }
}

/// Adds the outer products column by column. The work is the sum of the squares of the column
/// lengths.
fn add_columns(matrix: &mut Mat<f64>, program: &BoxedProgram, variable_scales: &[f64]) {
    for (j, &scale) in variable_scales.iter().enumerate() {
        let (rows, coefficients) = program.column(j);
        for (first, (&column, &factor)) in rows.iter().zip(coefficients).enumerate() {
            let target = matrix.col_as_slice_mut(column as usize);
            let factor = factor * scale;
            for (&row, coefficient) in rows[first..].iter().zip(&coefficients[first..]) {
                target[row as usize] += factor * coefficient;
            }
        }
    }
}

/// Adds dense blocks, half of the columns on each of two threads, so that the sum does not depend
/// on the number of threads.
fn add_halves(matrix: &mut Mat<f64>, program: &BoxedProgram, variable_scales: &[f64]) {
    let (m, n) = (matrix.nrows(), variable_scales.len());
    let middle = n / 2;
    let mut other = Mat::zeros(m, m);
    rayon::join(
        || add_blocks(matrix, program, variable_scales, 0..middle),
        || add_blocks(&mut other, program, variable_scales, middle..n),
    );
    for j in 0..m {
        let sum = matrix.col_as_slice_mut(j)[j..].iter_mut();
        sum.zip(&other.col_as_slice(j)[j..]).for_each(|(a, b)| *a += b);
    }
}

/// Adds many columns at once as dense blocks: more work than column by column, at many times the
/// speed.
fn add_blocks(matrix: &mut Mat<f64>, program: &BoxedProgram, variable_scales: &[f64], columns: Range<usize>) {
    for start in columns.clone().step_by(BLOCK) {
        let mut block = Mat::<f64>::zeros(matrix.nrows(), BLOCK.min(columns.end - start));
        for at in 0..block.ncols() {
            let root = variable_scales[start + at].sqrt();
            let (rows, coefficients) = program.column(start + at);
            let column = block.col_as_slice_mut(at);
            rows.iter().zip(coefficients).for_each(|(&r, a)| column[r as usize] = a * root);
        }
        let (lower, whole) = (BlockStructure::TriangularLower, BlockStructure::Rectangular);
        let (left, right) = (block.as_ref(), block.transpose());
        triangular::matmul(matrix.as_mut(), lower, Accum::Add, left, whole, right, whole, 1.0, Par::Seq);
    }
}

/// A factorised Newton matrix, with the lower triangle of the scaled matrix itself for corrections.
pub(super) struct Factor<'a> {
    separate: &'a Option<SeparateRows>,
    factor: &'a Mat<f64>,
    unit: &'a [f64],
    matrix: &'a Mat<f64>,
}

impl Factor<'_> {
    /// Solves the system over all rows.
    pub(super) fn solve(&self, mut rhs: Vec<f64>) -> Vec<f64> {
        let Some(separate) = self.separate else { return self.solve_shared(rhs) };
        let own = rhs.split_off(self.matrix.nrows());
        separate.take_off(&own, &mut rhs);
        let mut solution = self.solve_shared(rhs);
        solution.extend(separate.back(own, &solution));
        solution
    }

    /// Multiplies the whole matrix by a vector.
    pub(super) fn times(&self, x: &[f64]) -> Vec<f64> {
        let (shared, own) = x.split_at(self.matrix.nrows());
        let scaled: Vec<f64> = shared.iter().zip(self.unit).map(|(x, u)| x / u).collect();
        let mut product: Vec<f64> = self.product(&scaled).iter().zip(self.unit).map(|(p, u)| p / u).collect();
        if let Some(separate) = self.separate {
            let by_separate = separate.times(shared, own);
            separate.add_product(shared, own, &mut product);
            product.extend(by_separate);
        }
        product
    }

    /// Solves the system without the separate rows, and corrects the solution once by its residual.
    fn solve_shared(&self, rhs: Vec<f64>) -> Vec<f64> {
        let scaled: Vec<f64> = rhs.iter().zip(self.unit).map(|(b, u)| b * u).collect();
        let mut x = self.solve_scaled(scaled.clone());
        let residual = scaled.iter().zip(self.product(&x)).map(|(b, a)| b - a).collect();
        let correction = self.solve_scaled(residual);
        x.iter_mut().zip(&correction).zip(self.unit).for_each(|((x, c), u)| *x = (*x + c) * u);
        x
    }

    fn solve_scaled(&self, mut rhs: Vec<f64>) -> Vec<f64> {
        let m = rhs.len();
        let mut none = MemBuffer::new(StackReq::EMPTY);
        let rhs_as_matrix = MatMut::from_column_major_slice_mut(&mut rhs, m, 1);
        llt::solve::solve_in_place(self.factor.as_ref(), rhs_as_matrix, Par::Seq, MemStack::new(&mut none));
        rhs
    }

    /// Multiplies the scaled matrix by a vector.
    fn product(&self, x: &[f64]) -> Vec<f64> {
        let mut product = vec![0.0; x.len()];
        for j in 0..x.len() {
            let column = &self.matrix.col_as_slice(j)[j..];
            let mut across = column[0] * x[j];
            for ((p, a), x_i) in product[j + 1..].iter_mut().zip(&column[1..]).zip(&x[j + 1..]) {
                *p += a * x[j];
                across += a * x_i;
            }
            product[j] += across;
        }
        product
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_programs::program;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn both_ways_make_the_same_matrix(program in program()) {
            let scales: Vec<f64> = (0..program.num_variables()).map(|j| 0.5 + j as f64).collect();
            let (mut columns, mut blocks) = (NormalMatrix::new(&program), NormalMatrix::new(&program));
            add_columns(&mut columns.matrix, &program, &scales);
            add_halves(&mut blocks.matrix, &program, &scales);
            for j in 0..program.num_rows() {
                for i in j..program.num_rows() {
                    let (a, b) = (columns.matrix[(i, j)], blocks.matrix[(i, j)]);
                    prop_assert!((a - b).abs() <= 1e-12 * (1.0 + a.abs()), "{} against {}", a, b);
                }
            }
        }
    }
}
