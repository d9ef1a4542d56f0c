//! A symmetric matrix by panels of columns, and its factor.

use faer::linalg::matmul::matmul;
use faer::linalg::solvers::Llt;
use faer::linalg::triangular_solve::solve_lower_triangular_in_place;
use faer::{Accum, Mat, Par, Side};
use rayon::prelude::*;

/// The columns of a panel. A fixed number, so that every entry is computed by the same sums on any number of
/// threads.
const WIDTH: usize = 128;

/// The lower triangle of a symmetric matrix, in panels of columns; a panel begins at its diagonal block.
#[derive(Clone)]
pub(super) struct Panels {
    size: usize,
    panels: Vec<Mat<f64>>,
}

impl Panels {
    pub(super) fn zeros(size: usize) -> Self {
        let panel = |start: usize| Mat::zeros(size - start, WIDTH.min(size - start));
        Panels { size, panels: (0..size).step_by(WIDTH).map(panel).collect() }
    }

    pub(super) fn size(&self) -> usize {
        self.size
    }

    /// A column, from its diagonal entry down.
    pub(super) fn column(&self, j: usize) -> &[f64] {
        &self.panels[j / WIDTH].col_as_slice(j % WIDTH)[j % WIDTH..]
    }

    pub(super) fn column_mut(&mut self, j: usize) -> &mut [f64] {
        &mut self.panels[j / WIDTH].col_as_slice_mut(j % WIDTH)[j % WIDTH..]
    }

    /// Lets `fill` make every panel, on all threads: it gets the panel's first column, its number of columns
    /// and the panel, whose first row is that of its first column.
    pub(super) fn fill(&mut self, fill: impl Fn(usize, usize, &mut Mat<f64>) + Sync) {
        self.panels.par_iter_mut().enumerate().for_each(|(at, panel)| {
            panel.fill(0.0);
            fill(at * WIDTH, panel.ncols(), panel);
        });
    }

    /// Turns the matrix into its Cholesky factor, panel by panel; false if it is not positive definite.
    pub(super) fn factorise(&mut self) -> bool {
        for at in 0..self.panels.len() {
            let (done, open) = self.panels.split_at_mut(at + 1);
            let panel = &mut done[at];
            let width = panel.ncols();
            let Ok(factor) = Llt::new(panel.as_ref().subrows(0, width), Side::Lower) else { return false };
            panel.as_mut().subrows_mut(0, width).copy_from(factor.L());
            let (_, below) = panel.as_mut().split_at_row_mut(width);
            solve_lower_triangular_in_place(factor.L(), below.transpose_mut(), Par::Seq);
            let panel = &*panel;
            open.par_iter_mut().enumerate().for_each(|(ahead, target)| {
                let start = width + ahead * WIDTH;
                let rows = panel.as_ref().subrows(start, panel.nrows() - start);
                let across = rows.subrows(0, target.ncols()).transpose();
                matmul(target.as_mut(), Accum::Add, rows, across, -1.0, Par::Seq);
            });
        }
        true
    }

    /// With the Cholesky factor L in here: solves `L L' x = rhs` in place.
    pub(super) fn solve(&self, x: &mut [f64]) {
        for j in 0..self.size {
            let column = self.column(j);
            let x_j = x[j] / column[0];
            x[j] = x_j;
            x[j + 1..].iter_mut().zip(&column[1..]).for_each(|(x, l)| *x -= l * x_j);
        }
        for j in (0..self.size).rev() {
            let column = self.column(j);
            let below: f64 = x[j + 1..].iter().zip(&column[1..]).map(|(x, l)| x * l).sum();
            x[j] = (x[j] - below) / column[0];
        }
    }

    /// The symmetric matrix times a vector.
    pub(super) fn product(&self, x: &[f64]) -> Vec<f64> {
        let mut product = vec![0.0; self.size];
        for j in 0..self.size {
            let column = self.column(j);
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

    #[test]
    fn a_factor_solves_across_panels() {
        let size = 2 * WIDTH + 17;
        let entry = |i: usize, j: usize| if i == j { size as f64 } else { ((i * 7 + j * 3) % 11) as f64 / 11.0 };
        let mut matrix = Panels::zeros(size);
        for j in 0..size {
            matrix.column_mut(j).iter_mut().enumerate().for_each(|(below, a)| *a = entry(j + below, j));
        }
        let x: Vec<f64> = (0..size).map(|i| i as f64 - 100.0).collect();
        let mut solved = matrix.product(&x);
        let mut factor = matrix.clone();
        assert!(factor.factorise());
        factor.solve(&mut solved);
        assert!(solved.iter().zip(&x).all(|(a, b)| (a - b).abs() < 1e-8));
        // A matrix that is not positive definite has no factor.
        matrix.column_mut(size - 1)[0] = -1.0;
        assert!(!matrix.factorise());
    }
}
