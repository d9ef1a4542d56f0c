//! The part of the Newton system that belongs to the levers.

use super::normal::Factor;
use crate::BoxedProgram;
use crate::lanes::dot;
use crate::levers::Levers;
use faer::linalg::solvers::{Llt, Solve};
use faer::{Mat, Side};

/// Resistance of every lever, in units of the width that it moves.
const RESISTANCE: f64 = 1e-9;

/// How often a direction is corrected.
const CORRECTIONS: usize = 2;

/// The Newton system of a program whose boxes stretch, with all but rows and levers eliminated.
///
/// With `U` the upper bounds, `S` the stretch that levers give, `Φ = F/T` and `D = 1/(Z/X + Φ)`,
///
/// ```text
/// | M  -B | |Δy|   |rhs|          M = A D A' + diag(s/y)
/// | B'  K | |Δm| = |own|          B = A D Φ U S,    K = S' U Φ D (Z/X) U S + diag(idle/moved)
/// ```
///
/// so that `(K + B' M^-1 B) Δm = own - B' M^-1 rhs`, a matrix of the number of levers, and
/// `Δy = M^-1 (rhs + B Δm)`. What levers share is computed once a cell.
#[derive(Default)]
pub(super) struct MoveSystem {
    levers: Levers,
    /// The upper bound and the cell of each variable.
    boxes: Vec<(f64, Option<u32>)>,
    /// `A D Φ U`, summed over each cell, and `M^-1` of it.
    by_cell: Vec<Vec<f64>>,
    solved: Vec<Vec<f64>>,
    /// The two diagonals of `K`, by cell and by lever.
    stiff: Vec<f64>,
    diagonal: Vec<f64>,
    factor: Option<Llt<f64>>,
}

/// The diagonal matrices that it is made of.
pub(super) struct Diagonals<'a> {
    /// `D Φ`.
    pub(super) coupling: &'a dyn Fn(usize) -> f64,
    /// `Φ D Z/X`.
    pub(super) variables: &'a dyn Fn(usize) -> f64,
    /// `idle/moved`.
    pub(super) levers: &'a dyn Fn(usize) -> f64,
}

impl MoveSystem {
    /// `normal` is `M`.
    pub(super) fn new(program: &BoxedProgram, levers: &Levers, normal: &Factor<'_>, diagonals: &Diagonals<'_>) -> Self {
        if levers.is_empty() {
            return MoveSystem::default();
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
        // Half from either side, so that rounding leaves it symmetric: levers that undo each other then do.
        let met = |c: usize, d: usize| (dot(&by_cell[c], &solved[d]) + dot(&by_cell[d], &solved[c])) / 2.0;
        let met: Vec<Vec<f64>> = (0..stiff.len())
            .map(|c| (0..stiff.len()).map(|d| met(c, d) + if c == d { stiff[c] } else { 0.0 }).collect())
            .collect();
        let count = levers.len();
        // A column per lever of what it meets in each cell.
        let unit = |l: usize| (0..count).map(|k| f64::from(u8::from(k == l))).collect::<Vec<_>>();
        let across = |l: usize| {
            let stretch = levers.stretch(&unit(l));
            levers.transposed(&met.iter().map(|row| dot(row, &stretch)).collect::<Vec<_>>())
        };
        let columns: Vec<Vec<f64>> = (0..count).map(across).collect();
        let diagonal: Vec<f64> = (0..count).map(diagonals.levers).collect();
        let mut matrix = Mat::from_fn(count, count, |i, l| columns[l][i] + if i == l { diagonal[l] } else { 0.0 });
        // Cells that rounding makes alike, or that no row looks at, leave a direction without resistance:
        // a little of it keeps the step short, and only delays what the next steps find.
        let widths = levers.units();
        let largest = columns.iter().flatten().map(|a| a.abs()).fold(0.0, f64::max);
        for regular in [1e-15, 1e-12, 1e-9, 1e-6, 1e-3] {
            (0..count).for_each(|l| matrix[(l, l)] += regular * largest + RESISTANCE * widths[l]);
            if let Ok(factor) = Llt::new(matrix.as_ref(), Side::Lower) {
                let boxes = upper.iter().copied().zip(cells.of_variable.iter().copied()).collect();
                let (levers, factor) = (levers.clone(), Some(factor));
                return MoveSystem { levers, boxes, by_cell, solved, stiff, diagonal, factor };
            }
        }
        // Rounding has won: the levers wait for a better step of the others.
        MoveSystem { levers: levers.clone(), ..MoveSystem::default() }
    }

    /// The directions of the rows and of the levers, corrected by what they leave: where a cell has all but
    /// vanished the elimination loses many digits.
    ///
    /// The right-hand side of the levers is `own` plus `S' U pull`.
    pub(super) fn solve(
        &self,
        normal: &Factor<'_>,
        rhs: Vec<f64>,
        own: impl Fn(usize) -> f64,
        pull: impl Fn(usize) -> f64,
    ) -> (Vec<f64>, Vec<f64>) {
        let Some(factor) = &self.factor else { return (normal.solve(rhs), vec![0.0; self.levers.len()]) };
        let mut pulled = vec![0.0; self.stiff.len()];
        for (j, &(upper, cell)) in self.boxes.iter().enumerate() {
            if let Some(cell) = cell {
                pulled[cell as usize] += upper * pull(j);
            }
        }
        let own: Vec<f64> = self.levers.transposed(&pulled).iter().enumerate().map(|(l, p)| own(l) + p).collect();
        let (mut y, mut moved) = self.eliminate(normal, factor, rhs.clone(), own.clone());
        for _ in 0..CORRECTIONS {
            let stretch = self.levers.stretch(&moved);
            let mut rows: Vec<f64> = rhs.iter().zip(normal.times(&y)).map(|(b, a)| b - a).collect();
            for (share, cell) in stretch.iter().zip(&self.by_cell) {
                rows.iter_mut().zip(cell).for_each(|(r, b)| *r += share * b);
            }
            let cell = |(c, b): (usize, &Vec<f64>)| dot(b, &y) + self.stiff[c] * stretch[c];
            let met = self.levers.transposed(&self.by_cell.iter().enumerate().map(cell).collect::<Vec<_>>());
            let left = (0..own.len()).map(|l| own[l] - met[l] - self.diagonal[l] * moved[l]).collect();
            let (more_y, more_moved) = self.eliminate(normal, factor, rows, left);
            y.iter_mut().zip(more_y).for_each(|(y, more)| *y += more);
            moved.iter_mut().zip(more_moved).for_each(|(m, more)| *m += more);
        }
        (y, moved)
    }

    fn eliminate(&self, normal: &Factor<'_>, factor: &Llt<f64>, rhs: Vec<f64>, own: Vec<f64>) -> (Vec<f64>, Vec<f64>) {
        let mut y = normal.solve(rhs);
        let paid = self.levers.transposed(&self.by_cell.iter().map(|b| dot(b, &y)).collect::<Vec<_>>());
        let mut moved: Vec<f64> = own.iter().zip(paid).map(|(own, paid)| own - paid).collect();
        let count = moved.len();
        factor.solve_in_place(faer::MatMut::from_column_major_slice_mut(&mut moved, count, 1));
        for (stretch, solved) in self.levers.stretch(&moved).iter().zip(&self.solved) {
            y.iter_mut().zip(solved).for_each(|(y, s)| *y += stretch * s);
        }
        (y, moved)
    }

    /// `U S Δm`, by variable; empty without levers.
    pub(super) fn raise(&self, moved: &[f64]) -> Vec<f64> {
        if self.factor.is_none() {
            return Vec::new();
        }
        let stretch = self.levers.stretch(moved);
        self.boxes.iter().map(|&(upper, cell)| cell.map_or(0.0, |c| upper * stretch[c as usize])).collect()
    }
}
