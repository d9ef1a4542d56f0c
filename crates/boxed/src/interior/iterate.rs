//! The current point of the interior point method.

use super::constants::{
    MOST_AMOUNT, SMALLEST_BOX, SMALLEST_COST, SMALLEST_OBJECTIVE, SMALLEST_RHS, START_AMOUNT, START_MULTIPLIER,
};
use super::direction::Direction;
use crate::lanes::{advance, dot, dot_after, longest, wide};
use crate::transfers::Transfers;
use crate::{BoxedProgram, BoxedSolution};

/// A strictly positive point: `A x + s = rhs`, `x + t = upper`, `costs + A'y - z + f = 0` up to
/// infeasibility.
///
/// The complementary pairs are `x` and `z`, `t` and `f` (both unused where `upper` is infinite),
/// `s` and `y`.
///
/// Where boxes stretch, `upper` moves with the transfers `amounts >= 0`, whose reduced costs are
/// `amount_duals`. Each transfer and its reduced cost are a complementary pair.
pub(super) struct Iterate {
    pub(super) transfers: Transfers,
    pub(super) amounts: Vec<f64>,
    pub(super) amount_duals: Vec<f64>,
    pub(super) x: Vec<f64>,
    pub(super) t: Vec<f64>,
    pub(super) z: Vec<f64>,
    pub(super) f: Vec<f64>,
    pub(super) s: Vec<f64>,
    pub(super) y: Vec<f64>,
    /// `A x`, stored because computing it costs as much as the rest of a step.
    pub(super) activities: Vec<f64>,
    /// `costs + A'y`, stored for the same reason.
    pub(super) reduced: Vec<f64>,
}

impl Iterate {
    /// Returns the starting point: in the middle of the boxes, with slacks and multipliers of the
    /// size of the data.
    pub(super) fn start(program: &BoxedProgram) -> Self {
        let scale = largest_cost(program);
        let x: Vec<f64> =
            program.upper.iter().map(|u| if u.is_finite() { u.max(SMALLEST_BOX) / 2.0 } else { 1.0 }).collect();
        let size = largest_rhs(program);
        let slack = |(r, a): (&f64, f64)| (r - a).max(size);
        let activities = program.activities(&x);
        let s = program.rhs.iter().zip(activities.iter().copied()).map(slack).collect();
        let y = vec![START_MULTIPLIER * scale; program.num_rows()];
        let reduced = program.reduced_costs(&y);
        let finite = |j: usize| program.upper[j].is_finite();
        // `z - f` equals the reduced cost, so the point is dual feasible where the box is finite.
        let z = reduced.iter().map(|d| d.max(0.0) + scale).collect();
        let f: Vec<f64> = (0..x.len()).map(|j| if finite(j) { (-reduced[j]).max(0.0) + scale } else { 0.0 }).collect();
        let transfers = Transfers::of(program);
        let paid = transfers.transposed(&program.cells.sums(|j| program.upper[j] * f[j]));
        let short = transfers.costs().into_iter().zip(paid).map(|(cost, paid)| (cost - paid).max(0.0));
        let amount_duals = short.zip(transfers.units()).map(|(short, unit)| short + scale * unit).collect();
        let amounts = vec![START_AMOUNT; transfers.len()];
        Iterate { transfers, amounts, amount_duals, t: x.clone(), x, z, f, s, y, activities, reduced }
    }

    /// Returns the larger of the relative gap and the relative row infeasibility.
    pub(super) fn error(&self, program: &BoxedProgram) -> f64 {
        let objective = program.objective(&self.x) + self.transfers.cost(&self.amounts);
        let bound = program.lagrangian_bound_at(&self.y, &self.reduced);
        let gap = (objective - bound).abs()
            / (SMALLEST_OBJECTIVE + objective.abs().max(if bound.is_finite() { bound.abs() } else { 0.0 }));
        let excess = self.activities.iter().zip(&program.rhs).map(|(a, r)| (a - r).max(0.0) / (1.0 + r.abs()));
        let error = gap.max(excess.fold(0.0, f64::max));
        // `max` ignores NaN, and a point with NaN must not count as solved.
        if gap.is_finite() && self.activities.iter().all(|a| a.is_finite()) { error } else { f64::INFINITY }
    }

    pub(super) fn into_solution(self) -> BoxedSolution {
        let ratios = self.transfers.ratios(&self.amounts);
        BoxedSolution { values: self.x, multipliers: self.y, ratios }
    }

    /// Returns the longest primal and dual steps that keep everything positive, times `part`, at
    /// most 1.
    pub(super) fn step_lengths(&self, d: &Direction, part: f64) -> (f64, f64) {
        let least = |steps: [f64; 4]| (part * steps.into_iter().fold(f64::INFINITY, f64::min)).min(1.0);
        let primal = [(&self.x, &d.x), (&self.t, &d.t), (&self.s, &d.s), (&self.amounts, &d.amounts)];
        let dual = [(&self.z, &d.z), (&self.f, &d.f), (&self.y, &d.y), (&self.amount_duals, &d.amount_duals)];
        (least(primal.map(|(now, by)| longest(now, by))), least(dual.map(|(now, by)| longest(now, by))))
    }

    /// Returns the sum of the products of all pairs.
    pub(super) fn complementarity(&self) -> f64 {
        dot(&self.x, &self.z) + dot(&self.t, &self.f) + dot(&self.s, &self.y) + dot(&self.amounts, &self.amount_duals)
    }

    pub(super) fn complementarity_after(&self, d: &Direction, primal: f64, dual: f64) -> f64 {
        dot_after((&self.x, &d.x, primal), (&self.z, &d.z, dual))
            + dot_after((&self.t, &d.t, primal), (&self.f, &d.f, dual))
            + dot_after((&self.s, &d.s, primal), (&self.y, &d.y, dual))
            + dot_after((&self.amounts, &d.amounts, primal), (&self.amount_duals, &d.amount_duals, dual))
    }

    /// Returns the number of complementary pairs.
    pub(super) fn pairs(&self, program: &BoxedProgram) -> f64 {
        let boxed = program.upper.iter().filter(|u| u.is_finite()).count();
        (self.s.len() + self.x.len() + boxed + self.transfers.len()) as f64
    }

    pub(super) fn advance(&mut self, d: &Direction, primal: f64, dual: f64) {
        advance(&mut self.x, &d.x, primal);
        advance(&mut self.t, &d.t, primal);
        advance(&mut self.s, &d.s, primal);
        advance(&mut self.z, &d.z, dual);
        advance(&mut self.f, &d.f, dual);
        advance(&mut self.y, &d.y, dual);
        advance(&mut self.amounts, &d.amounts, primal);
        advance(&mut self.amount_duals, &d.amount_duals, dual);
        wide(|| self.reduced.iter_mut().zip(&d.paid).for_each(|(reduced, paid)| *reduced += dual * paid));
        self.transfers.cancel_opposites(&mut self.amounts, MOST_AMOUNT);
    }
}

/// Returns the size of the costs.
pub(super) fn largest_cost(program: &BoxedProgram) -> f64 {
    program.costs.iter().map(|c| c.abs()).fold(0.0, f64::max).max(SMALLEST_COST)
}

/// Returns the size of the right-hand sides.
pub(super) fn largest_rhs(program: &BoxedProgram) -> f64 {
    program.rhs.iter().map(|r| r.abs()).fold(0.0, f64::max).max(SMALLEST_RHS)
}
