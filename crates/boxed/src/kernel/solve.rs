//! Solving, and proving that the solution is right.

use super::constants::{MOST_FOR_TRUE_COSTS, MOST_ITERATIONS, PERTURBATION, PROVED};
use super::state::KernelSimplex;
use crate::BoxedSolution;
use rulegen_limits::Limits;
use rulegen_lp::LpStatus;

impl KernelSimplex {
    /// Solves the program as it is now, from the last basis; no solution unless optimal.
    ///
    /// The values are feasible, and optimal for costs moved by at most 1e-7 of themselves; the multipliers are not
    /// negative. With `exact`, some iterations more are spent on a vertex that is optimal for the costs as they
    /// are; where they do not suffice, the first answer stands.
    pub fn solve(&mut self, exact: bool, limits: &Limits) -> (LpStatus, Option<BoxedSolution>) {
        self.move_costs();
        let most = (self.rows.len() + self.costs.len()) * MOST_ITERATIONS;
        for last in [false, true] {
            match self.run(limits, most) {
                LpStatus::Optimal => {}
                status => return (status, None),
            }
            let solution = self.solution();
            if self.proves(&solution) {
                let most = MOST_FOR_TRUE_COSTS + self.tight.len();
                let exact = if exact { self.for_true_costs(most, limits) } else { None };
                return (LpStatus::Optimal, Some(exact.unwrap_or(solution)));
            }
            // Once more, with an inverse that no update has blurred.
            if last || !self.factorise() {
                break;
            }
        }
        (LpStatus::Unknown, None)
    }

    /// An optimal vertex for the costs as they are, or none: with at most `most` iterations for the moved costs and as many
    /// for the true ones.
    pub(super) fn solve_exactly(&mut self, most: usize, limits: &Limits) -> (LpStatus, Option<BoxedSolution>) {
        self.move_costs();
        match self.run(limits, most) {
            LpStatus::Optimal => match self.for_true_costs(most, limits) {
                Some(solution) => (LpStatus::Optimal, Some(solution)),
                None => (LpStatus::Unknown, None),
            },
            status => (status, None),
        }
    }

    /// Makes ties between multipliers unlikely.
    pub(super) fn move_costs(&mut self) {
        self.moved = self.costs.iter().enumerate().map(|(j, c)| c * (1.0 + PERTURBATION * spread(j))).collect();
    }

    /// Whether the values are feasible, and no better ones are possible by what the multipliers prove: an
    /// ill-conditioned kernel may call a basis optimal whose multipliers have the wrong sign.
    pub(super) fn proves(&self, solution: &BoxedSolution) -> bool {
        let BoxedSolution { values, multipliers, .. } = solution;
        let mut reduced = self.costs.clone();
        let (mut bound, mut feasible) = (0.0, true);
        for (row, &y) in self.rows.iter().zip(multipliers) {
            row.add_to(&mut reduced, y);
            bound -= y * row.rhs;
            let activity: f64 = row.indices.iter().zip(&row.coefficients).map(|(&j, a)| a * values[j as usize]).sum();
            feasible &= activity - row.rhs <= PROVED * row.rhs.abs().max(1.0);
        }
        bound += reduced.iter().zip(&self.upper).map(|(d, u)| d.min(0.0) * u).sum::<f64>();
        let objective: f64 = self.costs.iter().zip(values).map(|(c, x)| c * x).sum();
        // What is optimal for moved costs costs so much more at most.
        let moved: f64 = self.costs.iter().zip(&self.upper).map(|(c, u)| 2.0 * PERTURBATION * c.abs() * u).sum();
        // Phrased as acceptance, so that NaN fails.
        feasible && objective - bound <= moved + PROVED * (1.0 + objective.abs())
    }

    /// An optimal vertex for the costs as they are, from the one for the moved costs. The next solve starts
    /// from the latter: moved costs tell its ties apart in the same way again.
    fn for_true_costs(&mut self, most: usize, limits: &Limits) -> Option<BoxedSolution> {
        let mut exact = self.clone();
        exact.moved.clone_from(&self.costs);
        let status = exact.run(limits, most);
        self.iterations = exact.iterations;
        (status == LpStatus::Optimal).then(|| exact.solution()).filter(|solution| self.proves(solution))
    }
}

/// A number from 0 up to 1 for each index, without a pattern.
fn spread(index: usize) -> f64 {
    let mixed = (index as u64 + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    ((mixed ^ (mixed >> 29)).wrapping_mul(0xBF58_476D_1CE4_E5B9) >> 11) as f64 / (1u64 << 53) as f64
}
