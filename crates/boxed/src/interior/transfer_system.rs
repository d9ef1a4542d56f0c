//! The part of the Newton system that belongs to the transfers.

use super::constants::{CORRECTIONS, REGULAR_TRANSFERS, RESISTANCE};
use super::normal::Factor;
use crate::BoxedProgram;
use crate::lanes::dot;
use crate::transfers::Transfers;
use faer::linalg::solvers::{Llt, Solve};
use faer::{Mat, Side};

/// The Newton system of a program whose boxes stretch, with all but rows and transfers eliminated.
///
/// With `U` the upper bounds, `S` the stretch that transfers give, `Φ = F/T` and `D = 1/(Z/X + Φ)`,
///
/// ```text
/// | M  -B | |Δy|   |rhs|          M = A D A' + diag(s/y)
/// | B'  K | |Δm| = |own|     B = A D Φ U S,    K = S' U Φ D (Z/X) U S + diag(amount_duals/amounts)
/// ```
///
/// and therefore `(K + B' M^-1 B) Δm = own - B' M^-1 rhs`, with a matrix of the number of
/// transfers, and `Δy = M^-1 (rhs + B Δm)`. Terms that transfers share are computed once per cell.
#[derive(Default)]
pub(super) struct TransferSystem {
    transfers: Transfers,
    /// The upper bound and the cell of each variable.
    boxes: Vec<(f64, Option<u32>)>,
    /// `A D Φ U`, summed over each cell, and `M^-1` times it.
    by_cell: Vec<Vec<f64>>,
    solved: Vec<Vec<f64>>,
    /// The two diagonals of `K`, one by cell and one by transfer.
    stiff: Vec<f64>,
    diagonal: Vec<f64>,
    factor: Option<Llt<f64>>,
}

/// The diagonal matrices from which the system is built.
pub(super) struct Diagonals<'a> {
    /// `D Φ`.
    pub(super) coupling: &'a dyn Fn(usize) -> f64,
    /// `Φ D Z/X`.
    pub(super) variables: &'a dyn Fn(usize) -> f64,
    /// `amount_duals/amounts`.
    pub(super) transfers: &'a dyn Fn(usize) -> f64,
}

impl TransferSystem {
    /// Builds the system; `normal` is `M`.
    pub(super) fn new(
        program: &BoxedProgram,
        transfers: &Transfers,
        normal: &Factor<'_>,
        diagonals: &Diagonals<'_>,
    ) -> Self {
        if transfers.is_empty() {
            return TransferSystem::default();
        }
        let (cells, upper) = (&program.cells, &program.upper);
        let mut by_cell = vec![vec![0.0; program.num_rows()]; cells.count()];
        for (j, cell) in cells.of_variable.iter().enumerate() {
            if let Some(cell) = *cell {
                let factor = (diagonals.coupling)(j) * upper[j];
                let (rows, coefficients) = program.column(j);
                let target = &mut by_cell[cell as usize];
                rows.iter().zip(coefficients).for_each(|(&r, a)| target[r as usize] += factor * a);
            }
        }
        let stiff = cells.sums(|j| upper[j] * upper[j] * (diagonals.variables)(j));
        let solved: Vec<Vec<f64>> = by_cell.iter().map(|b| normal.solve(b.clone())).collect();
        // Averages both triangles, so that the matrix is symmetric despite rounding and opposite
        // transfers stay opposite.
        let met = |c: usize, d: usize| (dot(&by_cell[c], &solved[d]) + dot(&by_cell[d], &solved[c])) / 2.0;
        let met: Vec<Vec<f64>> = (0..stiff.len())
            .map(|c| (0..stiff.len()).map(|d| met(c, d) + if c == d { stiff[c] } else { 0.0 }).collect())
            .collect();
        let count = transfers.len();
        // One column per transfer, with its effect on each cell.
        let unit = |l: usize| (0..count).map(|k| f64::from(u8::from(k == l))).collect::<Vec<_>>();
        let across = |l: usize| {
            let stretch = transfers.stretch(&unit(l));
            transfers.transposed(&met.iter().map(|row| dot(row, &stretch)).collect::<Vec<_>>())
        };
        let columns: Vec<Vec<f64>> = (0..count).map(across).collect();
        let diagonal: Vec<f64> = (0..count).map(diagonals.transfers).collect();
        let mut matrix = Mat::from_fn(count, count, |i, l| columns[l][i] + if i == l { diagonal[l] } else { 0.0 });
        // Cells that rounding makes equal, or in which no row has terms, leave a direction without
        // resistance. A little resistance keeps the step short, and only delays what the next steps
        // find.
        let widths = transfers.units();
        let largest = columns.iter().flatten().map(|a| a.abs()).fold(0.0, f64::max);
        for regular in REGULAR_TRANSFERS {
            (0..count).for_each(|l| matrix[(l, l)] += regular * largest + RESISTANCE * widths[l]);
            if let Ok(factor) = Llt::new(matrix.as_ref(), Side::Lower) {
                let boxes = upper.iter().copied().zip(cells.of_variable.iter().copied()).collect();
                let (transfers, factor) = (transfers.clone(), Some(factor));
                return TransferSystem { transfers, boxes, by_cell, solved, stiff, diagonal, factor };
            }
        }
        // The matrix is singular by rounding, so the transfers wait for the next step.
        TransferSystem { transfers: transfers.clone(), ..TransferSystem::default() }
    }

    /// Solves for the directions of the rows and of the transfers, and corrects them by their
    /// residuals: where a cell has nearly vanished, the elimination loses many digits.
    ///
    /// The right-hand side of the transfers is `own` plus `S' U pull`.
    pub(super) fn solve(
        &self,
        normal: &Factor<'_>,
        rhs: Vec<f64>,
        own: impl Fn(usize) -> f64,
        pull: impl Fn(usize) -> f64,
    ) -> (Vec<f64>, Vec<f64>) {
        let Some(factor) = &self.factor else { return (normal.solve(rhs), vec![0.0; self.transfers.len()]) };
        let mut pulled = vec![0.0; self.stiff.len()];
        for (j, &(upper, cell)) in self.boxes.iter().enumerate() {
            if let Some(cell) = cell {
                pulled[cell as usize] += upper * pull(j);
            }
        }
        let own: Vec<f64> = self.transfers.transposed(&pulled).iter().enumerate().map(|(l, p)| own(l) + p).collect();
        let (mut y, mut amounts) = self.eliminate(normal, factor, rhs.clone(), own.clone());
        for _ in 0..CORRECTIONS {
            let stretch = self.transfers.stretch(&amounts);
            let mut rows: Vec<f64> = rhs.iter().zip(normal.times(&y)).map(|(b, a)| b - a).collect();
            for (share, cell) in stretch.iter().zip(&self.by_cell) {
                rows.iter_mut().zip(cell).for_each(|(r, b)| *r += share * b);
            }
            let cell = |(c, b): (usize, &Vec<f64>)| dot(b, &y) + self.stiff[c] * stretch[c];
            let met = self.transfers.transposed(&self.by_cell.iter().enumerate().map(cell).collect::<Vec<_>>());
            let left = (0..own.len()).map(|l| own[l] - met[l] - self.diagonal[l] * amounts[l]).collect();
            let (more_y, more_moved) = self.eliminate(normal, factor, rows, left);
            y.iter_mut().zip(more_y).for_each(|(y, more)| *y += more);
            amounts.iter_mut().zip(more_moved).for_each(|(m, more)| *m += more);
        }
        (y, amounts)
    }

    fn eliminate(&self, normal: &Factor<'_>, factor: &Llt<f64>, rhs: Vec<f64>, own: Vec<f64>) -> (Vec<f64>, Vec<f64>) {
        let mut y = normal.solve(rhs);
        let paid = self.transfers.transposed(&self.by_cell.iter().map(|b| dot(b, &y)).collect::<Vec<_>>());
        let mut amounts: Vec<f64> = own.iter().zip(paid).map(|(own, paid)| own - paid).collect();
        let count = amounts.len();
        factor.solve_in_place(faer::MatMut::from_column_major_slice_mut(&mut amounts, count, 1));
        for (stretch, solved) in self.transfers.stretch(&amounts).iter().zip(&self.solved) {
            y.iter_mut().zip(solved).for_each(|(y, s)| *y += stretch * s);
        }
        (y, amounts)
    }

    /// Returns `U S Δm`, one number per variable; empty without transfers.
    pub(super) fn raise(&self, amounts: &[f64]) -> Vec<f64> {
        if self.factor.is_none() {
            return Vec::new();
        }
        let stretch = self.transfers.stretch(amounts);
        self.boxes.iter().map(|&(upper, cell)| cell.map_or(0.0, |c| upper * stretch[c as usize])).collect()
    }
}
