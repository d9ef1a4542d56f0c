//! Warm-start points, from which a similar program can be solved.

use super::constants::{EDGE, MOST_VIOLATED, SMALLEST_BOX};
use super::iterate::{Iterate, largest_cost, largest_rhs};
use crate::BoxedProgram;
use crate::transfers::Transfers;

/// A point that [`interior_point`](crate::interior_point) passed.
#[derive(Clone, Debug, PartialEq)]
pub struct InteriorPoint {
    /// One value per variable, inside its box.
    pub values: Vec<f64>,
    /// One slack per row, positive. It is arbitrary where the multiplier is 0.
    pub slacks: Vec<f64>,
    /// One multiplier per row, positive; 0 for a new row, and for a separate row whose multiplier
    /// is unknown.
    pub multipliers: Vec<f64>,
    /// The mean product of complementary pairs.
    pub complementarity: f64,
}

impl InteriorPoint {
    /// Extracts the parts of an iterate that serve a similar program.
    pub(super) fn of(point: &Iterate, program: &BoxedProgram) -> Self {
        let complementarity = point.complementarity() / point.pairs(program);
        let (values, slacks, multipliers) = (point.x.clone(), point.s.clone(), point.y.clone());
        InteriorPoint { values, slacks, multipliers, complementarity }
    }

    /// Builds a dual feasible iterate for `program`. Returns `None` if new rows are violated by too
    /// much for a point so near to the boundary, or if the point does not fit the program.
    ///
    /// `z - f` is the reduced cost, and the smaller of the two makes its pair central. A new row
    /// has a slack of the size of the right-hand sides, and a central pair too. Violations of rows
    /// are left to the steps.
    pub(super) fn start(&self, program: &BoxedProgram) -> Option<Iterate> {
        let mu = self.complementarity;
        let fits = self.values.len() == program.num_variables()
            && self.multipliers.len() == program.num_rows()
            && self.slacks.len() == program.num_rows();
        let fixed = program.cells.of_variable.is_empty() && program.upper.iter().all(|u| u.is_finite());
        if !fits || !fixed || mu.is_nan() || mu <= 0.0 {
            return None;
        }
        let inside = |(x, u): (&f64, &f64)| x.clamp(EDGE * u, (1.0 - EDGE) * u).max(SMALLEST_BOX);
        let x: Vec<f64> = self.values.iter().zip(&program.upper).map(inside).collect();
        let activities = program.activities(&x);
        let scale = largest_cost(program);
        let known = |i: usize| self.multipliers[i] > 0.0;
        let violations = (0..activities.len()).filter(|&i| !known(i)).map(|i| activities[i] - program.rhs[i]);
        if violations.fold(0.0, f64::max) * scale > MOST_VIOLATED * mu {
            return None;
        }
        let size = largest_rhs(program);
        let mut y: Vec<f64> = self.multipliers.iter().map(|&y| if y > 0.0 { y } else { mu / size }).collect();
        let mut s: Vec<f64> = (0..y.len()).map(|i| if known(i) { self.slacks[i] } else { size }).collect();
        for (i, multiplier) in self.of_separate_rows(program, &x, &y) {
            y[i] = multiplier;
            s[i] = (program.rhs[i] - activities[i]).max(mu / multiplier);
        }
        let t: Vec<f64> = x.iter().zip(&program.upper).map(|(x, u)| (u - x).max(SMALLEST_BOX)).collect();
        let reduced = program.reduced_costs(&y);
        let pair = |j: usize| {
            let d = reduced[j];
            if d >= 0.0 { (mu / t[j] + d, mu / t[j]) } else { (mu / x[j], mu / x[j] - d) }
        };
        let (z, f) = (0..x.len()).map(pair).unzip();
        let transfers = Transfers::of(program);
        Some(Iterate {
            transfers,
            amounts: Vec::new(),
            amount_duals: Vec::new(),
            x,
            t,
            z,
            f,
            s,
            y,
            activities,
            reduced,
        })
    }

    /// Computes multipliers for the separate rows that have none: the least ones that leave no
    /// reduced cost negative, plus an amount that makes these pairs central on average.
    fn of_separate_rows(&self, program: &BoxedProgram, x: &[f64], y: &[f64]) -> Vec<(usize, f64)> {
        let shared = program.num_rows() - program.separate;
        let new: Vec<usize> = (shared..program.num_rows()).filter(|&i| self.multipliers[i] <= 0.0).collect();
        if new.is_empty() {
            return Vec::new();
        }
        let mut without = y.to_vec();
        new.iter().for_each(|&i| without[i] = 0.0);
        let reduced = program.reduced_costs(&without);
        let (mut wanted, mut filled) = (vec![0.0; program.num_rows()], vec![SMALLEST_BOX; program.num_rows()]);
        for j in 0..program.num_variables() {
            let (rows, coefficients) = program.column(j);
            if let Some((&row, &e)) = rows.last().zip(coefficients.last())
                && e > 0.0
            {
                wanted[row as usize] = f64::max(wanted[row as usize], -reduced[j] / e);
                filled[row as usize] += e * x[j];
            }
        }
        new.into_iter().map(|i| (i, wanted[i] + self.complementarity / filled[i])).collect()
    }
}
