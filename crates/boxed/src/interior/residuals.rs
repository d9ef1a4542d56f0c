//! The right-hand sides of the Newton system: infeasibility, and products of complementary pairs.

use super::direction::Direction;
use super::iterate::Iterate;
use crate::BoxedProgram;
use crate::lanes::refill;

/// The amounts by which each constraint is missed.
#[derive(Default)]
pub(super) struct Infeasibility {
    pub(super) rows: Vec<f64>,
    pub(super) upper: Vec<f64>,
    pub(super) dual: Vec<f64>,
    pub(super) amounts: Vec<f64>,
}

/// The amounts by which the product of each complementary pair is below its target.
#[derive(Default)]
pub(super) struct ComplementarityResiduals {
    pub(super) xz: Vec<f64>,
    pub(super) tf: Vec<f64>,
    pub(super) sy: Vec<f64>,
    pub(super) amounts: Vec<f64>,
}

impl Infeasibility {
    pub(super) fn put_at(&mut self, point: &Iterate, program: &BoxedProgram) {
        let rows = point.activities.iter().zip(&point.s).zip(&program.rhs);
        refill(&mut self.rows, rows.map(|((a, s), rhs)| rhs - a - s));
        let bounds = point.transfers.upper(program, &point.amounts);
        // An infinite box cannot be missed: its multiplier is 0.
        let upper = |((u, x), t): ((&f64, &f64), &f64)| if u.is_finite() { u - x - t } else { 0.0 };
        refill(&mut self.upper, bounds.iter().zip(&point.x).zip(&point.t).map(upper));
        refill(&mut self.dual, point.z.iter().zip(&point.f).zip(&point.reduced).map(|((z, f), d)| z - f - d));
        if !point.transfers.is_empty() {
            let paid = point.transfers.transposed(&program.cells.sums(|j| program.upper[j] * point.f[j]));
            let costs = point.transfers.costs();
            refill(&mut self.amounts, (0..costs.len()).map(|l| paid[l] + point.amount_duals[l] - costs[l]));
        }
    }
}

impl ComplementarityResiduals {
    /// Computes the residuals towards `target`, without the second-order terms of the affine
    /// direction.
    pub(super) fn put_at(&mut self, point: &Iterate, target: f64, affine: Option<&Direction>) {
        let put = |to: &mut Vec<f64>, (a, b): (&[f64], &[f64]), ahead: Option<(&[f64], &[f64])>| match ahead {
            None => refill(to, a.iter().zip(b).map(|(a, b)| target - a * b)),
            Some((da, db)) => {
                let terms = a.iter().zip(b).zip(da.iter().zip(db));
                refill(to, terms.map(|((a, b), (da, db))| target - a * b - da * db));
            }
        };
        put(&mut self.xz, (&point.x, &point.z), affine.map(|d| (&d.x[..], &d.z[..])));
        put(&mut self.tf, (&point.t, &point.f), affine.map(|d| (&d.t[..], &d.f[..])));
        put(&mut self.sy, (&point.s, &point.y), affine.map(|d| (&d.s[..], &d.y[..])));
        put(
            &mut self.amounts,
            (&point.amounts, &point.amount_duals),
            affine.map(|d| (&d.amounts[..], &d.amount_duals[..])),
        );
    }
}
