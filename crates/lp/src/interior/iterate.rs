//! The current point, and one predictor-corrector step from it.

use super::InteriorPoint;
use super::moves::{Diagonals, MoveSystem};
use super::normal::{Factor, NormalMatrix};
use crate::levers::Levers;
use crate::{BoxedProgram, BoxedSolution, LpError};

/// How much of the way to the boundary a step goes.
const TO_BOUNDARY: f64 = 0.995;

/// Multipliers to start with, in units of the largest cost: rule weights are about so large (0.1 and 1
/// took up to a third more steps on the LPs of adult, magic and skinnonskin).
const START_MULTIPLIER: f64 = 0.3;

/// What every lever moves to start with, in units of the narrower cell: those of a pair undo each other.
const START_MOVE: f64 = 0.1;

/// What two levers that undo each other may both move, in the same units.
const MOST_MOVE: f64 = 1.0;

/// A strictly positive point: `A x + s = rhs`, `x + t = upper`, `costs + A'y - z + f = 0` up to residuals.
///
/// Complementary pairs: `x` and `z`, `t` and `f` (both idle where `upper` is infinite), `s` and `y`.
///
/// Where boxes stretch, `upper` moves with the levers `moved >= 0`, whose reduced costs are `idle`: a
/// complementary pair each.
pub(super) struct Iterate {
    pub(super) levers: Levers,
    pub(super) moved: Vec<f64>,
    pub(super) idle: Vec<f64>,
    pub(super) x: Vec<f64>,
    pub(super) t: Vec<f64>,
    pub(super) z: Vec<f64>,
    pub(super) f: Vec<f64>,
    pub(super) s: Vec<f64>,
    pub(super) y: Vec<f64>,
    /// `A x`, kept because going through the program costs as much as the rest of a step.
    pub(super) activities: Vec<f64>,
    /// `costs + A'y`, likewise.
    pub(super) reduced: Vec<f64>,
}

/// A Newton direction.
struct Direction {
    moved: Vec<f64>,
    idle: Vec<f64>,
    x: Vec<f64>,
    t: Vec<f64>,
    z: Vec<f64>,
    f: Vec<f64>,
    s: Vec<f64>,
    y: Vec<f64>,
}

/// What is missing from feasibility.
struct Residuals {
    rows: Vec<f64>,
    upper: Vec<f64>,
    dual: Vec<f64>,
    moves: Vec<f64>,
}

impl Iterate {
    /// In the middle of the boxes, with slacks and multipliers of the size of the data.
    pub(super) fn start(program: &BoxedProgram) -> Self {
        let scale = program.costs.iter().map(|c| c.abs()).fold(0.0, f64::max).max(1e-6);
        let x: Vec<f64> = program.upper.iter().map(|u| if u.is_finite() { u.max(1e-12) / 2.0 } else { 1.0 }).collect();
        let size = program.rhs.iter().map(|r| r.abs()).fold(0.0, f64::max).max(1e-3);
        let slack = |(r, a): (&f64, f64)| (r - a).max(size);
        let activities = program.activities(&x);
        let s = program.rhs.iter().zip(activities.iter().copied()).map(slack).collect();
        let y = vec![START_MULTIPLIER * scale; program.num_rows()];
        let reduced = program.reduced_costs(&y);
        let finite = |j: usize| program.upper[j].is_finite();
        // z - f equals the reduced cost: dual feasible from the start where the box is finite.
        let z = reduced.iter().map(|d| d.max(0.0) + scale).collect();
        let f: Vec<f64> = (0..x.len()).map(|j| if finite(j) { (-reduced[j]).max(0.0) + scale } else { 0.0 }).collect();
        let levers = Levers::of(program);
        let paid = levers.transposed(&program.cells.sums(|j| program.upper[j] * f[j]));
        let short = levers.costs().into_iter().zip(paid).map(|(cost, paid)| (cost - paid).max(0.0));
        let idle = short.zip(levers.units()).map(|(short, unit)| short + scale * unit).collect();
        let moved = vec![START_MOVE; levers.len()];
        Iterate { levers, moved, idle, t: x.clone(), x, z, f, s, y, activities, reduced }
    }

    /// The larger of the relative gap and the relative row infeasibility.
    pub(super) fn error(&self, program: &BoxedProgram) -> f64 {
        let objective = program.objective(&self.x) + self.levers.cost(&self.moved);
        let bound = program.lagrangian_bound_at(&self.y, &self.reduced);
        let gap =
            (objective - bound).abs() / (1e-9 + objective.abs().max(if bound.is_finite() { bound.abs() } else { 0.0 }));
        let excess = self.activities.iter().zip(&program.rhs).map(|(a, r)| (a - r).max(0.0) / (1.0 + r.abs()));
        let error = gap.max(excess.fold(0.0, f64::max));
        // `max` passes over NaN: a point that is none must not count as solved.
        if gap.is_finite() && self.activities.iter().all(|a| a.is_finite()) { error } else { f64::INFINITY }
    }

    /// What of it serves a similar program.
    pub(super) fn kept(&self) -> InteriorPoint {
        // An idle pair of an infinite box counts for nothing.
        let boxed: Vec<bool> = self.f.iter().map(|f| *f > 0.0).collect();
        let complementarity = self.mean_complementarity(&boxed);
        let (values, slacks, multipliers) = (self.x.clone(), self.s.clone(), self.y.clone());
        InteriorPoint { values, slacks, multipliers, complementarity }
    }

    pub(super) fn into_solution(self) -> BoxedSolution {
        let ratios = self.levers.ratios(&self.moved);
        BoxedSolution { values: self.x, multipliers: self.y, ratios }
    }

    /// One step of Mehrotra's method: an affine direction says how much to centre, a corrected one is taken.
    ///
    /// Products of pairs are not driven below what `tolerance` needs: the Newton matrix would only
    /// become worse conditioned.
    pub(super) fn step(
        &mut self,
        program: &BoxedProgram,
        matrix: &mut NormalMatrix,
        tolerance: f64,
    ) -> Result<(), LpError> {
        let n = self.x.len();
        let boxed: Vec<bool> = program.upper.iter().map(|u| u.is_finite()).collect();
        // D^-1 of the Newton system, per variable.
        let scales: Vec<f64> = (0..n)
            .map(|j| 1.0 / (self.z[j] / self.x[j] + if boxed[j] { self.f[j] / self.t[j] } else { 0.0 }))
            .collect();
        let row_scales: Vec<f64> = self.s.iter().zip(&self.y).map(|(s, y)| s / y).collect();
        let factor = matrix.factorise(program, &scales, &row_scales)?;
        let residuals = self.residuals(program, &boxed);
        let moves = MoveSystem::new(
            program,
            &self.levers,
            &factor,
            &Diagonals {
                coupling: &|j| self.f[j] / self.t[j] * scales[j],
                variables: &|j| self.f[j] / self.t[j] * scales[j] * (self.z[j] / self.x[j]),
                levers: &|l| self.idle[l] / self.moved[l],
            },
        );
        let (scales, boxed) = (&scales[..], &boxed[..]);
        let system = System { program, scales, boxed, factor: &factor, residuals: &residuals, moves: &moves };

        let mu = self.mean_complementarity(boxed);
        let affine = self.direction(&system, 0.0, None);
        let (primal, dual) = self.step_lengths(&affine, boxed, 1.0);
        let ahead = self.mean_complementarity_after(&affine, primal, dual, boxed);
        let sigma = (ahead / mu).clamp(0.0, 1.0).powi(3);
        let enough = 0.1 * tolerance * program.objective(&self.x).abs() / self.pairs(boxed);
        let corrected = self.direction(&system, (sigma * mu).max(enough), Some(&affine));
        let (primal, dual) = self.step_lengths(&corrected, boxed, TO_BOUNDARY);
        self.advance(&corrected, primal, dual);
        self.activities = program.activities(&self.x);
        self.reduced = program.reduced_costs(&self.y);
        Ok(())
    }

    fn residuals(&self, program: &BoxedProgram, boxed: &[bool]) -> Residuals {
        let rows = (0..self.s.len()).map(|i| program.rhs[i] - self.activities[i] - self.s[i]).collect();
        let bounds = self.levers.upper(program, &self.moved);
        let upper = |j: usize| if boxed[j] { bounds[j] - self.x[j] - self.t[j] } else { 0.0 };
        let dual = (0..self.x.len()).map(|j| self.z[j] - self.f[j] - self.reduced[j]).collect();
        let paid = self.levers.transposed(&program.cells.sums(|j| program.upper[j] * self.f[j]));
        let costs = self.levers.costs();
        let moves = (0..costs.len()).map(|l| paid[l] + self.idle[l] - costs[l]).collect();
        Residuals { rows, upper: (0..self.x.len()).map(upper).collect(), dual, moves }
    }

    /// Solves the Newton system for products of the pairs equal to `target`, second-order terms of the
    /// affine direction taken off.
    fn direction(&self, system: &System<'_>, target: f64, affine: Option<&Direction>) -> Direction {
        let System { program, scales, boxed, factor, residuals, moves } = system;
        let (n, m) = (self.x.len(), self.s.len());
        let correction = |a: Option<f64>| a.unwrap_or(0.0);
        let xz = |j: usize| target - self.x[j] * self.z[j] - correction(affine.map(|d| d.x[j] * d.z[j]));
        let tf = |j: usize| target - self.t[j] * self.f[j] - correction(affine.map(|d| d.t[j] * d.f[j]));
        let sy = |i: usize| target - self.s[i] * self.y[i] - correction(affine.map(|d| d.s[i] * d.y[i]));
        let from_upper = |j: usize| if boxed[j] { (tf(j) - self.f[j] * residuals.upper[j]) / self.t[j] } else { 0.0 };
        let h: Vec<f64> = (0..n).map(|j| residuals.dual[j] + xz(j) / self.x[j] - from_upper(j)).collect();
        let scaled: Vec<f64> = h.iter().zip(*scales).map(|(h, d)| h * d).collect();
        let mut rhs = program.activities(&scaled);
        (0..m).for_each(|i| rhs[i] += sy(i) / self.y[i] - residuals.rows[i]);
        let mi = |l: usize| target - self.moved[l] * self.idle[l] - correction(affine.map(|d| d.moved[l] * d.idle[l]));
        let own = |l: usize| mi(l) / self.moved[l];
        let pull = |j: usize| from_upper(j) + self.f[j] / self.t[j] * scaled[j];
        let (y, moved) = moves.solve(factor, rhs, |l| residuals.moves[l] + own(l), pull);
        let idle = (0..moved.len()).map(|l| own(l) - self.idle[l] / self.moved[l] * moved[l]).collect();
        // How far each upper bound goes up with the levers.
        let raise = moves.raise(&moved);
        let raised = |j: usize| raise.get(j).copied().unwrap_or(0.0);
        let paid = program.transposed_product(&y);
        let x: Vec<f64> = (0..n).map(|j| scales[j] * (h[j] - paid[j] + self.f[j] / self.t[j] * raised(j))).collect();
        let t: Vec<f64> = (0..n).map(|j| if boxed[j] { residuals.upper[j] - x[j] + raised(j) } else { 0.0 }).collect();
        let z = (0..n).map(|j| (xz(j) - self.z[j] * x[j]) / self.x[j]).collect();
        let f = (0..n).map(|j| if boxed[j] { (tf(j) - self.f[j] * t[j]) / self.t[j] } else { 0.0 }).collect();
        let s = (0..m).map(|i| (sy(i) - self.s[i] * y[i]) / self.y[i]).collect();
        Direction { moved, idle, x, t, z, f, s, y }
    }

    /// The longest primal and dual steps that keep everything positive, times `part`, at most 1.
    fn step_lengths(&self, d: &Direction, boxed: &[bool], part: f64) -> (f64, f64) {
        let longest = |now: &[f64], by: &[f64]| {
            let limits = now.iter().zip(by).filter(|(_, by)| **by < 0.0).map(|(now, by)| -now / by);
            limits.fold(f64::INFINITY, f64::min)
        };
        let longest_boxed = |now: &[f64], by: &[f64]| {
            let limits = (0..now.len()).filter(|&j| boxed[j] && by[j] < 0.0).map(|j| -now[j] / by[j]);
            limits.fold(f64::INFINITY, f64::min)
        };
        let primal = longest(&self.x, &d.x).min(longest(&self.s, &d.s)).min(longest_boxed(&self.t, &d.t));
        let dual = longest(&self.z, &d.z).min(longest(&self.y, &d.y)).min(longest_boxed(&self.f, &d.f));
        let (primal, dual) = (primal.min(longest(&self.moved, &d.moved)), dual.min(longest(&self.idle, &d.idle)));
        ((part * primal).min(1.0), (part * dual).min(1.0))
    }

    fn mean_complementarity(&self, boxed: &[bool]) -> f64 {
        let dot = |a: &[f64], b: &[f64]| a.iter().zip(b).map(|(a, b)| a * b).sum::<f64>();
        let upper: f64 = (0..self.t.len()).filter(|&j| boxed[j]).map(|j| self.t[j] * self.f[j]).sum();
        let moves = dot(&self.moved, &self.idle);
        (dot(&self.x, &self.z) + dot(&self.s, &self.y) + upper + moves) / self.pairs(boxed)
    }

    fn mean_complementarity_after(&self, d: &Direction, primal: f64, dual: f64, boxed: &[bool]) -> f64 {
        let dot = |a: &[f64], da: &[f64], b: &[f64], db: &[f64]| {
            (0..a.len()).map(|i| (a[i] + primal * da[i]) * (b[i] + dual * db[i])).sum::<f64>()
        };
        let upper = (0..self.t.len()).filter(|&j| boxed[j]);
        let upper: f64 = upper.map(|j| (self.t[j] + primal * d.t[j]) * (self.f[j] + dual * d.f[j])).sum();
        let moves = dot(&self.moved, &d.moved, &self.idle, &d.idle);
        (dot(&self.x, &d.x, &self.z, &d.z) + dot(&self.s, &d.s, &self.y, &d.y) + upper + moves) / self.pairs(boxed)
    }

    /// The number of complementary pairs.
    fn pairs(&self, boxed: &[bool]) -> f64 {
        (self.s.len() + boxed.len() + boxed.iter().filter(|b| **b).count() + self.levers.len()) as f64
    }

    fn advance(&mut self, d: &Direction, primal: f64, dual: f64) {
        let go = |now: &mut [f64], by: &[f64], length: f64| {
            // Rounding must not carry a value to zero: the next step divides by it.
            now.iter_mut().zip(by).for_each(|(a, d)| *a = (*a + length * d).max(1e-300));
        };
        go(&mut self.x, &d.x, primal);
        go(&mut self.t, &d.t, primal);
        go(&mut self.s, &d.s, primal);
        go(&mut self.z, &d.z, dual);
        go(&mut self.f, &d.f, dual);
        go(&mut self.y, &d.y, dual);
        go(&mut self.moved, &d.moved, primal);
        go(&mut self.idle, &d.idle, dual);
        self.levers.settle(&mut self.moved, MOST_MOVE);
    }
}

/// What the directions of one step share.
struct System<'a> {
    program: &'a BoxedProgram,
    scales: &'a [f64],
    boxed: &'a [bool],
    factor: &'a Factor<'a>,
    residuals: &'a Residuals,
    moves: &'a MoveSystem,
}
