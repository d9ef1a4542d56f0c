//! Solves a program and proves that the solution is right.

use super::constants::{MOST_FOR_TRUE_COSTS, MOST_ITERATIONS, PERTURBATION, PROVED};
use super::state::DualSimplex;
use crate::BoxedSolution;
use rulegen_limits::Limits;
use rulegen_lp::LpStatus;

impl DualSimplex {
    /// Solves the program as it is now, from the last basis. Returns a solution only if the status
    /// is optimal.
    ///
    /// The values are feasible, and optimal for costs perturbed by at most 1e-7 of their size. The
    /// multipliers are not negative. With `exact`, more iterations are spent on a vertex that is
    /// optimal for the unperturbed costs; if they do not suffice, the first answer stands.
    pub fn solve(&mut self, exact: bool, limits: &Limits) -> (LpStatus, Option<BoxedSolution>) {
        self.perturb_costs();
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
            // One more try, with an inverse free of update errors.
            if last || !self.factorise() {
                break;
            }
        }
        (LpStatus::Unknown, None)
    }

    /// Finds an optimal vertex for the unperturbed costs, within `most` iterations for the
    /// perturbed costs and as many for the unperturbed ones.
    pub(super) fn solve_exactly(&mut self, most: usize, limits: &Limits) -> (LpStatus, Option<BoxedSolution>) {
        self.perturb_costs();
        match self.run(limits, most) {
            LpStatus::Optimal => match self.for_true_costs(most, limits) {
                Some(solution) => (LpStatus::Optimal, Some(solution)),
                None => (LpStatus::Unknown, None),
            },
            status => (status, None),
        }
    }

    /// Perturbs the costs, so that ties between multipliers are unlikely.
    pub(super) fn perturb_costs(&mut self) {
        self.perturbed = self.costs.iter().enumerate().map(|(j, c)| c * (1.0 + PERTURBATION * spread(j))).collect();
    }

    /// True if the values are feasible and the multipliers prove that no better ones exist. An
    /// ill-conditioned working basis may call a basis optimal whose multipliers have the wrong
    /// sign.
    pub(super) fn proves(&self, solution: &BoxedSolution) -> bool {
        let BoxedSolution { values, multipliers, .. } = solution;
        let bound = self.bound(multipliers);
        let mut feasible = true;
        for row in &self.rows {
            let activity: f64 = row.indices.iter().zip(&*row.coefficients).map(|(&j, a)| a * values[j as usize]).sum();
            feasible &= activity - row.rhs <= PROVED * row.rhs.abs().max(1.0);
        }
        let objective: f64 = self.costs.iter().zip(values).map(|(c, x)| c * x).sum();
        // The most that an optimum for perturbed costs can cost more.
        let perturbed: f64 = self.costs.iter().zip(&self.upper).map(|(c, u)| 2.0 * PERTURBATION * c.abs() * u).sum();
        // Phrased as acceptance, so that NaN fails.
        feasible && objective - bound <= perturbed + PROVED * (1.0 + objective.abs())
    }

    /// Returns a lower bound on the optimum, after at most `most` iterations from the last basis.
    /// It says in little time how far a change of the program moves the optimum.
    pub fn bound_within(&mut self, most: usize, limits: &Limits) -> f64 {
        self.perturb_costs();
        self.run(limits, most);
        self.bound(&self.solution().multipliers)
    }

    /// Returns the lower bound on the optimum that multipliers prove, one for each row and none
    /// negative.
    pub fn bound(&self, multipliers: &[f64]) -> f64 {
        let mut reduced = self.costs.clone();
        let mut bound = 0.0;
        for (row, &y) in self.rows.iter().zip(multipliers).filter(|(_, y)| **y != 0.0) {
            row.add_to(&mut reduced, y);
            bound -= y * row.rhs;
        }
        bound + reduced.iter().zip(&self.upper).map(|(d, u)| d.min(0.0) * u).sum::<f64>()
    }

    /// Goes on from the vertex for the perturbed costs to one for the unperturbed costs. The next
    /// solve starts from the former, because perturbed costs break its ties in the same way again.
    fn for_true_costs(&mut self, most: usize, limits: &Limits) -> Option<BoxedSolution> {
        let mut exact = self.clone();
        exact.perturbed.clone_from(&self.costs);
        let status = exact.run(limits, most);
        self.iterations = exact.iterations;
        (status == LpStatus::Optimal).then(|| exact.solution()).filter(|solution| self.proves(solution))
    }
}

/// Returns a number in [0, 1) for each index, without a pattern.
fn spread(index: usize) -> f64 {
    let mixed = (index as u64 + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    ((mixed ^ (mixed >> 29)).wrapping_mul(0xBF58_476D_1CE4_E5B9) >> 11) as f64 / (1u64 << 53) as f64
}
