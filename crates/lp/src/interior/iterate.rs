//! The current point, and one predictor-corrector step from it.

use super::InteriorPoint;
use super::boxes::Boxes;
use super::moves::{Diagonals, MoveSystem};
use super::normal::{Factor, NormalMatrix};
use crate::lanes::{dot, dot_after, go, longest, refill, wide};
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
#[derive(Default)]
pub(super) struct Direction {
    moved: Vec<f64>,
    idle: Vec<f64>,
    pub(super) x: Vec<f64>,
    pub(super) t: Vec<f64>,
    pub(super) z: Vec<f64>,
    pub(super) f: Vec<f64>,
    s: Vec<f64>,
    y: Vec<f64>,
    /// `A'y`: what the reduced costs change by.
    pub(super) paid: Vec<f64>,
}

/// What is missing from feasibility.
#[derive(Default)]
pub(super) struct Residuals {
    rows: Vec<f64>,
    pub(super) upper: Vec<f64>,
    pub(super) dual: Vec<f64>,
    moves: Vec<f64>,
}

/// What the products of the pairs lack.
#[derive(Default)]
pub(super) struct Lacks {
    pub(super) xz: Vec<f64>,
    pub(super) tf: Vec<f64>,
    sy: Vec<f64>,
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
    pub(super) fn kept(&self, program: &BoxedProgram) -> InteriorPoint {
        let complementarity = self.complementarity() / self.pairs(program);
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
        room: &mut Room,
        tolerance: f64,
    ) -> Result<(), LpError> {
        let Room { boxes, residuals, affine, corrected, lacks } = room;
        boxes.put_at(self, program);
        residuals.put_at(self, program);
        let row_scales: Vec<f64> = self.s.iter().zip(&self.y).map(|(s, y)| s / y).collect();
        let factor = matrix.factorise(program, &boxes.scales, &row_scales)?;
        let moves = MoveSystem::new(
            program,
            &self.levers,
            &factor,
            &Diagonals {
                coupling: &|j| self.f[j] * boxes.over_t[j] * boxes.scales[j],
                variables: &|j| self.f[j] * boxes.over_t[j] * boxes.scales[j] * (self.z[j] * boxes.over_x[j]),
                levers: &|l| self.idle[l] / self.moved[l],
            },
        );
        let system = System { program, factor: &factor, residuals, moves: &moves };

        let pairs = self.pairs(program);
        let mu = self.complementarity() / pairs;
        lacks.put_at(self, 0.0, None);
        self.direction(&system, boxes, lacks, affine);
        let (primal, dual) = self.step_lengths(affine, 1.0);
        let ahead = self.complementarity_after(affine, primal, dual) / pairs;
        let sigma = (ahead / mu).clamp(0.0, 1.0).powi(3);
        let enough = 0.1 * tolerance * program.objective(&self.x).abs() / pairs;
        lacks.put_at(self, (sigma * mu).max(enough), Some(affine));
        self.direction(&system, boxes, lacks, corrected);
        let (primal, dual) = self.step_lengths(corrected, TO_BOUNDARY);
        self.advance(corrected, primal, dual);
        self.activities = program.activities(&self.x);
        Ok(())
    }

    /// Solves the Newton system for what products of the pairs lack.
    fn direction(&self, system: &System<'_>, boxes: &mut Boxes, lacks: &Lacks, to: &mut Direction) {
        let System { program, factor, residuals, moves } = system;
        boxes.right_side(self, residuals, lacks);
        let mut rhs = program.activities(&boxes.scaled);
        rhs.iter_mut().enumerate().for_each(|(i, rhs)| *rhs += lacks.sy[i] / self.y[i] - residuals.rows[i]);
        let own = |l: usize| lacks.moves[l] / self.moved[l];
        let pull =
            |j: usize| (lacks.tf[j] - self.f[j] * residuals.upper[j] + self.f[j] * boxes.scaled[j]) * boxes.over_t[j];
        (to.y, to.moved) = moves.solve(factor, rhs, |l| residuals.moves[l] + own(l), pull);
        refill(&mut to.idle, (0..to.moved.len()).map(|l| own(l) - self.idle[l] / self.moved[l] * to.moved[l]));
        refill(&mut to.s, (0..to.y.len()).map(|i| (lacks.sy[i] - self.s[i] * to.y[i]) / self.y[i]));
        program.transposed_product_into(&to.y, &mut to.paid);
        boxes.back(self, residuals, lacks, &moves.raise(&to.moved), to);
    }

    /// The longest primal and dual steps that keep everything positive, times `part`, at most 1.
    fn step_lengths(&self, d: &Direction, part: f64) -> (f64, f64) {
        let least = |steps: [f64; 4]| (part * steps.into_iter().fold(f64::INFINITY, f64::min)).min(1.0);
        let primal = [(&self.x, &d.x), (&self.t, &d.t), (&self.s, &d.s), (&self.moved, &d.moved)];
        let dual = [(&self.z, &d.z), (&self.f, &d.f), (&self.y, &d.y), (&self.idle, &d.idle)];
        (least(primal.map(|(now, by)| longest(now, by))), least(dual.map(|(now, by)| longest(now, by))))
    }

    /// The sum of the products of all pairs.
    fn complementarity(&self) -> f64 {
        dot(&self.x, &self.z) + dot(&self.t, &self.f) + dot(&self.s, &self.y) + dot(&self.moved, &self.idle)
    }

    fn complementarity_after(&self, d: &Direction, primal: f64, dual: f64) -> f64 {
        dot_after((&self.x, &d.x, primal), (&self.z, &d.z, dual))
            + dot_after((&self.t, &d.t, primal), (&self.f, &d.f, dual))
            + dot_after((&self.s, &d.s, primal), (&self.y, &d.y, dual))
            + dot_after((&self.moved, &d.moved, primal), (&self.idle, &d.idle, dual))
    }

    /// The number of complementary pairs.
    fn pairs(&self, program: &BoxedProgram) -> f64 {
        let boxed = program.upper.iter().filter(|u| u.is_finite()).count();
        (self.s.len() + self.x.len() + boxed + self.levers.len()) as f64
    }

    fn advance(&mut self, d: &Direction, primal: f64, dual: f64) {
        go(&mut self.x, &d.x, primal);
        go(&mut self.t, &d.t, primal);
        go(&mut self.s, &d.s, primal);
        go(&mut self.z, &d.z, dual);
        go(&mut self.f, &d.f, dual);
        go(&mut self.y, &d.y, dual);
        go(&mut self.moved, &d.moved, primal);
        go(&mut self.idle, &d.idle, dual);
        wide(|| self.reduced.iter_mut().zip(&d.paid).for_each(|(reduced, paid)| *reduced += dual * paid));
        self.levers.settle(&mut self.moved, MOST_MOVE);
    }
}

/// What the directions of one step share.
struct System<'a> {
    program: &'a BoxedProgram,
    factor: &'a Factor<'a>,
    residuals: &'a Residuals,
    moves: &'a MoveSystem,
}

/// What a step works with, kept from one to the next: memory is cleared by the system each time that it is asked for.
#[derive(Default)]
pub(super) struct Room {
    boxes: Boxes,
    residuals: Residuals,
    affine: Direction,
    corrected: Direction,
    lacks: Lacks,
}

impl Residuals {
    fn put_at(&mut self, point: &Iterate, program: &BoxedProgram) {
        let rows = point.activities.iter().zip(&point.s).zip(&program.rhs);
        refill(&mut self.rows, rows.map(|((a, s), rhs)| rhs - a - s));
        let bounds = point.levers.upper(program, &point.moved);
        // What an infinite box lacks counts for nothing: its multiplier is 0.
        let upper = |((u, x), t): ((&f64, &f64), &f64)| if u.is_finite() { u - x - t } else { 0.0 };
        refill(&mut self.upper, bounds.iter().zip(&point.x).zip(&point.t).map(upper));
        refill(&mut self.dual, point.z.iter().zip(&point.f).zip(&point.reduced).map(|((z, f), d)| z - f - d));
        if !point.levers.is_empty() {
            let paid = point.levers.transposed(&program.cells.sums(|j| program.upper[j] * point.f[j]));
            let costs = point.levers.costs();
            refill(&mut self.moves, (0..costs.len()).map(|l| paid[l] + point.idle[l] - costs[l]));
        }
    }
}

impl Lacks {
    /// Up to `target`, second-order terms of the affine direction taken off.
    fn put_at(&mut self, point: &Iterate, target: f64, affine: Option<&Direction>) {
        let put = |lacks: &mut Vec<f64>, (a, b): (&[f64], &[f64]), ahead: Option<(&[f64], &[f64])>| match ahead {
            None => refill(lacks, a.iter().zip(b).map(|(a, b)| target - a * b)),
            Some((da, db)) => {
                let terms = a.iter().zip(b).zip(da.iter().zip(db));
                refill(lacks, terms.map(|((a, b), (da, db))| target - a * b - da * db));
            }
        };
        put(&mut self.xz, (&point.x, &point.z), affine.map(|d| (&d.x[..], &d.z[..])));
        put(&mut self.tf, (&point.t, &point.f), affine.map(|d| (&d.t[..], &d.f[..])));
        put(&mut self.sy, (&point.s, &point.y), affine.map(|d| (&d.s[..], &d.y[..])));
        put(&mut self.moves, (&point.moved, &point.idle), affine.map(|d| (&d.moved[..], &d.idle[..])));
    }
}
