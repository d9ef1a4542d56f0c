//! One predictor-corrector step.

use super::constants::{CENTRING_POWER, SMALLEST_TARGET, TO_BOUNDARY};
use super::direction::Direction;
use super::elimination::VariableElimination;
use super::iterate::Iterate;
use super::normal::{Factor, NormalMatrix};
use super::residuals::{ComplementarityResiduals, Infeasibility};
use super::transfer_system::{Diagonals, TransferSystem};
use crate::BoxedProgram;
use crate::lanes::refill;
use rulegen_lp::LpError;

/// The vectors of a step, reused from one step to the next: fresh memory costs time, since the
/// system clears it.
#[derive(Default)]
pub(super) struct Workspace {
    variables: VariableElimination,
    infeasibility: Infeasibility,
    affine: Direction,
    corrected: Direction,
    products: ComplementarityResiduals,
}

/// The data that all directions of one step share.
struct System<'a> {
    program: &'a BoxedProgram,
    factor: &'a Factor<'a>,
    infeasibility: &'a Infeasibility,
    transfers: &'a TransferSystem,
}

impl Iterate {
    /// Takes one step of Mehrotra's method: an affine direction says how much to centre, and a
    /// corrected direction is taken.
    ///
    /// Products of pairs are not driven below what `tolerance` needs, since that would only make
    /// the Newton matrix worse conditioned.
    pub(super) fn step(
        &mut self,
        program: &BoxedProgram,
        matrix: &mut NormalMatrix,
        workspace: &mut Workspace,
        tolerance: f64,
    ) -> Result<(), LpError> {
        let Workspace { variables, infeasibility, affine, corrected, products } = workspace;
        variables.put_at(self, program);
        infeasibility.put_at(self, program);
        let row_scales: Vec<f64> = self.s.iter().zip(&self.y).map(|(s, y)| s / y).collect();
        let factor = matrix.factorise(program, &variables.scales, &row_scales)?;
        let transfers = TransferSystem::new(
            program,
            &self.transfers,
            &factor,
            &Diagonals {
                coupling: &|j| self.f[j] * variables.over_t[j] * variables.scales[j],
                variables: &|j| {
                    self.f[j] * variables.over_t[j] * variables.scales[j] * (self.z[j] * variables.over_x[j])
                },
                transfers: &|l| self.amount_duals[l] / self.amounts[l],
            },
        );
        let system = System { program, factor: &factor, infeasibility, transfers: &transfers };

        let pairs = self.pairs(program);
        let mu = self.complementarity() / pairs;
        products.put_at(self, 0.0, None);
        self.direction(&system, variables, products, affine);
        let (primal, dual) = self.step_lengths(affine, 1.0);
        let ahead = self.complementarity_after(affine, primal, dual) / pairs;
        let sigma = (ahead / mu).clamp(0.0, 1.0).powi(CENTRING_POWER);
        let enough = SMALLEST_TARGET * tolerance * program.objective(&self.x).abs() / pairs;
        products.put_at(self, (sigma * mu).max(enough), Some(affine));
        self.direction(&system, variables, products, corrected);
        let (primal, dual) = self.step_lengths(corrected, TO_BOUNDARY);
        self.advance(corrected, primal, dual);
        self.activities = program.activities(&self.x);
        Ok(())
    }

    /// Solves the Newton system.
    fn direction(
        &self,
        system: &System<'_>,
        variables: &mut VariableElimination,
        products: &ComplementarityResiduals,
        to: &mut Direction,
    ) {
        let System { program, factor, infeasibility, transfers } = system;
        variables.right_side(self, infeasibility, products);
        let mut rhs = program.activities(&variables.scaled);
        rhs.iter_mut().enumerate().for_each(|(i, rhs)| *rhs += products.sy[i] / self.y[i] - infeasibility.rows[i]);
        let own = |l: usize| products.amounts[l] / self.amounts[l];
        let pull = |j: usize| {
            (products.tf[j] - self.f[j] * infeasibility.upper[j] + self.f[j] * variables.scaled[j])
                * variables.over_t[j]
        };
        (to.y, to.amounts) = transfers.solve(factor, rhs, |l| infeasibility.amounts[l] + own(l), pull);
        refill(
            &mut to.amount_duals,
            (0..to.amounts.len()).map(|l| own(l) - self.amount_duals[l] / self.amounts[l] * to.amounts[l]),
        );
        refill(&mut to.s, (0..to.y.len()).map(|i| (products.sy[i] - self.s[i] * to.y[i]) / self.y[i]));
        program.transposed_product_into(&to.y, &mut to.paid);
        variables.back(self, infeasibility, products, &transfers.raise(&to.amounts), to);
    }
}
