//! A convex quadratic program within bounds.

use super::constants::{MOST_ROUNDS, NO_DECREASE, RIDGE, SWEEPS};
use super::hessian::Hessian;
use faer::linalg::solvers::Solve;
use faer::{Mat, Side};

/// A variable of the model: its value, the slope of the objective, and its bounds.
#[derive(Clone, Copy, Debug)]
pub(super) struct Variable {
    pub(super) at: f64,
    pub(super) slope: f64,
    pub(super) lower: f64,
    pub(super) upper: f64,
}

/// Returns the step `d` that minimises `slope·d + d'Hd / 2` with every variable within its bounds.
///
/// Coordinate descent finds the active bounds, and a Cholesky factorisation solves for the
/// variables that are free, until the two agree. If they never do, the result is still a descent
/// direction.
pub(super) fn minimise(hessian: &Hessian, variables: &[Variable]) -> Vec<f64> {
    let mut model = Model::new(hessian, variables);
    for _ in 0..MOST_ROUNDS {
        (0..SWEEPS).for_each(|_| model.sweep());
        let free = model.free();
        if !model.solve_for(&free) {
            continue;
        }
        if model.is_optimal() {
            break;
        }
    }
    model.step
}

struct Model<'a> {
    hessian: &'a Hessian,
    variables: &'a [Variable],
    ridge: f64,
    step: Vec<f64>,
    /// `slope + H d`.
    slopes: Vec<f64>,
}

impl<'a> Model<'a> {
    fn new(hessian: &'a Hessian, variables: &'a [Variable]) -> Self {
        let largest = (0..hessian.size).map(|j| hessian.entries[j * hessian.size + j]).fold(0.0, f64::max);
        let slopes = variables.iter().map(|v| v.slope).collect();
        let ridge = (RIDGE * largest).max(f64::MIN_POSITIVE);
        Model { hessian, variables, ridge, step: vec![0.0; variables.len()], slopes }
    }

    fn line(&self, j: usize) -> &'a [f64] {
        &self.hessian.entries[j * self.hessian.size..(j + 1) * self.hessian.size]
    }

    fn lowest(&self, j: usize) -> f64 {
        self.variables[j].lower - self.variables[j].at
    }

    fn highest(&self, j: usize) -> f64 {
        self.variables[j].upper - self.variables[j].at
    }

    fn shift(&mut self, j: usize, by: f64) {
        self.step[j] += by;
        let line = self.line(j);
        self.slopes.iter_mut().zip(line).for_each(|(slope, h)| *slope += h * by);
    }

    /// Runs one round of coordinate descent.
    fn sweep(&mut self) {
        for j in 0..self.step.len() {
            let curvature = self.line(j)[j] + self.ridge;
            let to = (self.step[j] - self.slopes[j] / curvature).clamp(self.lowest(j), self.highest(j));
            if to != self.step[j] {
                self.shift(j, to - self.step[j]);
            }
        }
    }

    /// Returns the variables that are at no bound.
    fn free(&self) -> Vec<usize> {
        (0..self.step.len()).filter(|&j| self.step[j] > self.lowest(j) && self.step[j] < self.highest(j)).collect()
    }

    /// Moves to the minimum over the free variables, or as far towards it as bounds allow. Returns
    /// false if the matrix could not be factorised.
    fn solve_for(&mut self, free: &[usize]) -> bool {
        let matrix = Mat::from_fn(free.len(), free.len(), |r, c| {
            self.line(free[r])[free[c]] + if r == c { self.ridge } else { 0.0 }
        });
        let Ok(factor) = matrix.llt(Side::Lower) else { return false };
        let right = Mat::from_fn(free.len(), 1, |r, _| -self.slopes[free[r]]);
        let wanted = factor.solve(&right);
        let mut part = 1.0f64;
        for (r, &j) in free.iter().enumerate() {
            let by = wanted[(r, 0)];
            let room = if by > 0.0 { self.highest(j) - self.step[j] } else { self.lowest(j) - self.step[j] };
            if by != 0.0 && room / by < part {
                part = room / by;
            }
        }
        for (r, &j) in free.iter().enumerate() {
            let to = (self.step[j] + part * wanted[(r, 0)]).clamp(self.lowest(j), self.highest(j));
            self.step[j] = to;
        }
        // Computed anew, because rounding errors add up.
        for j in 0..self.slopes.len() {
            let line = self.line(j);
            self.slopes[j] = self.variables[j].slope + line.iter().zip(&self.step).map(|(h, d)| h * d).sum::<f64>();
        }
        true
    }

    /// True if no single variable can improve by more than rounding.
    fn is_optimal(&self) -> bool {
        let promised = self.step.iter().zip(self.variables).map(|(d, v)| (d * v.slope).abs()).sum::<f64>();
        let small = NO_DECREASE * promised.max(f64::MIN_POSITIVE);
        (0..self.step.len()).all(|j| {
            let curvature = self.line(j)[j] + self.ridge;
            let to = (self.step[j] - self.slopes[j] / curvature).clamp(self.lowest(j), self.highest(j));
            let by = to - self.step[j];
            // The decrease of a move by `by`.
            -(self.slopes[j] * by + curvature * by * by / 2.0) <= small
        })
    }
}
