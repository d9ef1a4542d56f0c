//! The inverse of the working basis, stored as a dense matrix and updated.

use crate::lanes::{add, dot};
use faer::Mat;
use faer::linalg::solvers::DenseSolveCore;

/// The inverse of a square matrix, stored by rows. Row `p` belongs to column `p` of the matrix,
/// column `i` to row `i` of the matrix.
#[derive(Clone, Debug, Default)]
pub(super) struct Inverse {
    rows: Vec<Vec<f64>>,
}

impl Inverse {
    /// Inverts the matrix with these entries. Returns `None` if it is so singular that numbers
    /// overflow.
    pub(super) fn of(size: usize, entries: impl Iterator<Item = (usize, usize, f64)>) -> Option<Self> {
        let mut matrix = Mat::<f64>::zeros(size, size);
        entries.for_each(|(row, column, a)| matrix[(row, column)] = a);
        let inverse = matrix.partial_piv_lu().inverse();
        let rows: Vec<Vec<f64>> = (0..size).map(|p| (0..size).map(|i| inverse[(p, i)]).collect()).collect();
        rows.iter().flatten().all(|a| a.is_finite()).then_some(Inverse { rows })
    }

    /// Returns the largest absolute value of an entry.
    pub(super) fn largest(&self) -> f64 {
        self.rows.iter().flatten().map(|a| a.abs()).fold(0.0, f64::max)
    }

    pub(super) fn size(&self) -> usize {
        self.rows.len()
    }

    pub(super) fn row(&self, p: usize) -> &[f64] {
        &self.rows[p]
    }

    pub(super) fn column(&self, i: usize) -> Vec<f64> {
        self.rows.iter().map(|row| row[i]).collect()
    }

    /// Multiplies the inverse by a column vector.
    pub(super) fn times(&self, v: &[f64]) -> Vec<f64> {
        self.rows.iter().map(|row| dot(row, v)).collect()
    }

    /// Multiplies a row vector by the inverse.
    pub(super) fn left_times(&self, v: &[f64]) -> Vec<f64> {
        let mut product = vec![0.0; self.size()];
        for (row, &factor) in self.rows.iter().zip(v).filter(|(_, factor)| **factor != 0.0) {
            add(&mut product, factor, row);
        }
        product
    }

    /// Updates the inverse after a row and a column were appended to the matrix. Here `g` is the
    /// inverse times the column, `h` the row times the inverse, and `pivot` the Schur complement of
    /// the new corner.
    pub(super) fn border(&mut self, g: &[f64], h: &[f64], pivot: f64) {
        for (row, &g) in self.rows.iter_mut().zip(g) {
            if g != 0.0 {
                add(row, g / pivot, h);
            }
            row.push(-g / pivot);
        }
        self.rows.push(h.iter().map(|h| -h / pivot).chain([1.0 / pivot]).collect());
    }

    /// Updates the inverse after row `i` of the matrix was replaced by one whose product with the
    /// inverse is `h`.
    pub(super) fn replace_row(&mut self, i: usize, mut h: Vec<f64>) {
        let pivot = h[i];
        h[i] -= 1.0;
        for row in &mut self.rows {
            let factor = row[i] / pivot;
            if factor != 0.0 {
                add(row, -factor, &h);
            }
        }
    }

    /// Updates the inverse after column `p` of the matrix was replaced by one whose product with
    /// the inverse is `g`.
    pub(super) fn replace_column(&mut self, p: usize, g: &[f64]) {
        let pivot_row = self.rows[p].clone();
        let pivot = g[p];
        for (at, (row, &g)) in self.rows.iter_mut().zip(g).enumerate() {
            let factor = if at == p { g - 1.0 } else { g };
            if factor != 0.0 {
                add(row, -factor / pivot, &pivot_row);
            }
        }
    }

    /// Updates the inverse after row `i` and column `p` were removed from the matrix. The last row
    /// and column move to their positions.
    pub(super) fn remove(&mut self, p: usize, i: usize) {
        let mut pivot_row = self.rows.swap_remove(p);
        let pivot = pivot_row.swap_remove(i);
        for row in &mut self.rows {
            let factor = row.swap_remove(i) / pivot;
            if factor != 0.0 {
                add(row, -factor, &pivot_row);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Inverts the updated matrix from scratch, as a reference.
    fn inverse(matrix: &[Vec<f64>]) -> Option<Inverse> {
        let entries =
            matrix.iter().enumerate().flat_map(|(i, row)| row.iter().enumerate().map(move |(j, &a)| (i, j, a)));
        Inverse::of(matrix.len(), entries).filter(|inverse| inverse.rows.iter().flatten().all(|a| a.abs() < 1e3))
    }

    fn close(a: &Inverse, b: &Inverse) -> bool {
        a.size() == b.size() && a.rows.iter().flatten().zip(b.rows.iter().flatten()).all(|(a, b)| (a - b).abs() < 1e-6)
    }

    proptest! {
        #[test]
        fn updates_are_inverses(
            entries in prop::collection::vec(-3i8..=3, 36),
            size in 1usize..6,
            (i, p) in (0usize..5, 0usize..5),
        ) {
            let (i, p) = (i % size, p % size);
            let at = |r: usize, c: usize| f64::from(entries[6 * r + c]);
            let square = |n: usize| (0..n).map(|r| (0..n).map(|c| at(r, c)).collect::<Vec<f64>>()).collect::<Vec<_>>();
            let small = square(size);
            let Some(start) = inverse(&small) else { return Ok(()) };
            let column: Vec<f64> = (0..size).map(|r| at(r, size)).collect();
            let row: Vec<f64> = (0..size).map(|c| at(size, c)).collect();
            let (g, h) = (start.times(&column), start.left_times(&row));

            if let Some(expected) = inverse(&square(size + 1)) {
                let mut found = start.clone();
                let pivot = at(size, size) - row.iter().zip(&g).map(|(a, b)| a * b).sum::<f64>();
                found.border(&g, &h, pivot);
                prop_assert!(close(&found, &expected));
                // Removing the last row and column again gives the matrix from before.
                found.remove(size, size);
                prop_assert!(close(&found, &start));
            }
            let mut replaced = small.clone();
            replaced[i] = row;
            if let Some(expected) = inverse(&replaced) {
                let mut found = start.clone();
                found.replace_row(i, h);
                prop_assert!(close(&found, &expected));
            }
            let mut replaced = small.clone();
            replaced.iter_mut().zip(&column).for_each(|(row, c)| row[p] = *c);
            if let Some(expected) = inverse(&replaced) {
                let mut found = start.clone();
                found.replace_column(p, &g);
                prop_assert!(close(&found, &expected));
            }
            let mut less = small;
            less.swap_remove(i);
            less.iter_mut().for_each(|row| { row.swap_remove(p); });
            if let Some(expected) = inverse(&less) {
                let mut found = start;
                found.remove(p, i);
                prop_assert!(close(&found, &expected));
            }
        }
    }
}
