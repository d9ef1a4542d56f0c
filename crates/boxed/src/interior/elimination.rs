//! The elimination of the variables from the Newton system.

use super::direction::Direction;
use super::iterate::Iterate;
use super::residuals::{ComplementarityResiduals, Infeasibility};
use crate::BoxedProgram;
use crate::lanes::{refill, wide};

/// The coefficients of the eliminated equations at one point, one per variable.
#[derive(Default)]
pub(super) struct VariableElimination {
    /// `1/x`.
    pub(super) over_x: Vec<f64>,
    /// `1/t`; 0 where the box is infinite.
    pub(super) over_t: Vec<f64>,
    /// `D = 1/(z/x + f/t)`.
    pub(super) scales: Vec<f64>,
    /// `h`, the residuals of the reduced cost and of both complementary products, in units of the
    /// reduced cost.
    h: Vec<f64>,
    /// `D h`.
    pub(super) scaled: Vec<f64>,
}

impl VariableElimination {
    pub(super) fn put_at(&mut self, point: &Iterate, program: &BoxedProgram) {
        refill(&mut self.over_x, point.x.iter().map(|x| 1.0 / x));
        let over = |(u, t): (&f64, &f64)| if u.is_finite() { 1.0 / t } else { 0.0 };
        refill(&mut self.over_t, program.upper.iter().zip(&point.t).map(over));
        let pairs = point.z.iter().zip(&self.over_x).zip(point.f.iter().zip(&self.over_t));
        refill(&mut self.scales, pairs.map(|((z, x), (f, t))| 1.0 / (z * x + f * t)));
    }

    /// Computes `h` and `D h`.
    pub(super) fn right_side(
        &mut self,
        point: &Iterate,
        infeasibility: &Infeasibility,
        products: &ComplementarityResiduals,
    ) {
        let n = self.scales.len();
        self.h.resize(n, 0.0);
        let (over_x, over_t) = (&self.over_x[..n], &self.over_t[..n]);
        let (xz, tf, f) = (&products.xz[..n], &products.tf[..n], &point.f[..n]);
        let (dual, upper) = (&infeasibility.dual[..n], &infeasibility.upper[..n]);
        wide(|| {
            for (j, h) in self.h.iter_mut().enumerate() {
                *h = dual[j] + xz[j] * over_x[j] - (tf[j] - f[j] * upper[j]) * over_t[j];
            }
        });
        refill(&mut self.scaled, self.h.iter().zip(&self.scales).map(|(h, d)| h * d));
    }

    /// Computes the directions of `x`, `t`, `z` and `f` from the changes `to.paid` of the reduced
    /// costs and `raise` of the upper bounds; `raise` is empty without transfers.
    pub(super) fn back(
        &mut self,
        point: &Iterate,
        infeasibility: &Infeasibility,
        products: &ComplementarityResiduals,
        raise: &[f64],
        to: &mut Direction,
    ) {
        let n = self.scales.len();
        [&mut to.x, &mut to.t, &mut to.z, &mut to.f].into_iter().for_each(|part| part.resize(n, 0.0));
        let (over_x, over_t, scales) = (&self.over_x[..n], &self.over_t[..n], &self.scales[..n]);
        let (z, f, paid) = (&point.z[..n], &point.f[..n], &to.paid[..n]);
        let (xz, tf, upper) = (&products.xz[..n], &products.tf[..n], &infeasibility.upper[..n]);
        for (j, raise) in raise.iter().enumerate() {
            self.h[j] += f[j] * over_t[j] * raise;
        }
        let h = &self.h[..n];
        let (dx, dt) = (&mut to.x[..n], &mut to.t[..n]);
        wide(|| {
            for j in 0..n {
                dx[j] = scales[j] * (h[j] - paid[j]);
                // An infinite box has no end.
                dt[j] = if over_t[j] > 0.0 { upper[j] - dx[j] } else { 0.0 };
            }
        });
        dt.iter_mut().zip(raise).zip(over_t).filter(|(_, t)| **t > 0.0).for_each(|((dt, raise), _)| *dt += raise);
        let (dz, df) = (&mut to.z[..n], &mut to.f[..n]);
        wide(|| {
            for j in 0..n {
                dz[j] = (xz[j] - z[j] * dx[j]) * over_x[j];
                df[j] = (tf[j] - f[j] * dt[j]) * over_t[j];
            }
        });
    }
}
