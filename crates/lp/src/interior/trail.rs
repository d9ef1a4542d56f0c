//! Where to start when a similar program has been solved.

use super::iterate::Iterate;
use crate::BoxedProgram;
use crate::levers::Levers;

/// New rows may be off by this many times the mean product of complementary pairs, in units of the largest cost: a
/// less central point is held up by the boundary. On phoneme (bound after 60 s): 3 at 653, 10 at 661, 30 at 669.30 of
/// 669.32; 100 at half of that time 497 where 30 had 612.
const MOST_OFF: f64 = 30.0;

/// How near to an end of its box a value may start, in units of the box.
const EDGE: f64 = 1e-9;

/// A point on the way of [`interior_point`](crate::interior_point).
#[derive(Clone, Debug, PartialEq)]
pub struct InteriorPoint {
    /// One per variable, inside its box.
    pub values: Vec<f64>,
    /// One per row, positive; any number where the multiplier is 0.
    pub slacks: Vec<f64>,
    /// One per row, positive; 0 for a row that is new.
    pub multipliers: Vec<f64>,
    /// The mean product of complementary pairs.
    pub complementarity: f64,
}

impl InteriorPoint {
    /// An iterate for `program`, dual feasible; none if new rows are off by too much for a point so near to the
    /// boundary, or this is no point of the program.
    ///
    /// `z - f` is the reduced cost, the smaller of the two what makes its pair central; a new row has a slack of
    /// the size of the right-hand sides, and a central pair too. What is missing from rows is left to the steps.
    pub(super) fn start(&self, program: &BoxedProgram) -> Option<Iterate> {
        let mu = self.complementarity;
        let fits = self.values.len() == program.num_variables()
            && self.multipliers.len() == program.num_rows()
            && self.slacks.len() == program.num_rows();
        let fixed = program.cells.of_variable.is_empty() && program.upper.iter().all(|u| u.is_finite());
        if !fits || !fixed || mu.is_nan() || mu <= 0.0 {
            return None;
        }
        let inside = |(x, u): (&f64, &f64)| x.clamp(EDGE * u, (1.0 - EDGE) * u).max(1e-12);
        let x: Vec<f64> = self.values.iter().zip(&program.upper).map(inside).collect();
        let activities = program.activities(&x);
        let scale = program.costs.iter().map(|c| c.abs()).fold(0.0, f64::max).max(1e-6);
        let known = |i: usize| self.multipliers[i] > 0.0;
        let off = (0..activities.len()).filter(|&i| !known(i)).map(|i| activities[i] - program.rhs[i]);
        if off.fold(0.0, f64::max) * scale > MOST_OFF * mu {
            return None;
        }
        let size = program.rhs.iter().map(|r| r.abs()).fold(0.0, f64::max).max(1e-3);
        let y: Vec<f64> = self.multipliers.iter().map(|&y| if y > 0.0 { y } else { mu / size }).collect();
        let s = (0..y.len()).map(|i| if known(i) { self.slacks[i] } else { size }).collect();
        let t: Vec<f64> = x.iter().zip(&program.upper).map(|(x, u)| (u - x).max(1e-12)).collect();
        let reduced = program.reduced_costs(&y);
        let pair = |j: usize| {
            let d = reduced[j];
            if d >= 0.0 { (mu / t[j] + d, mu / t[j]) } else { (mu / x[j], mu / x[j] - d) }
        };
        let (z, f) = (0..x.len()).map(pair).unzip();
        let levers = Levers::of(program);
        Some(Iterate { levers, moved: Vec::new(), idle: Vec::new(), x, t, z, f, s, y, activities, reduced })
    }
}
