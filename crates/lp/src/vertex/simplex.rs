use super::active::Active;
use super::cone::{Basic, Cone};
use super::constants::{
    COLUMNS_A_ROW, CORRECTIONS, FEWEST_STEPS, LEAST_DISTANCE, PIVOT, REDUCED_COST, REFRESH, STEPS, STRETCH,
};
use rulegen_limits::Limits;

use crate::LpProblem;

/// The reason why there is no vertex.
#[derive(Debug)]
pub(super) enum Stop {
    /// A limit was reached.
    TimeLimit,
    /// The point is not next to an optimal vertex, or rounding prevents progress.
    Failed(&'static str),
}

impl Cone<'_> {
    /// Returns the duals of all rows of the program.
    pub(super) fn row_duals(&self, problem: &LpProblem) -> Vec<f64> {
        let mut row_duals = vec![0.0; problem.num_rows()];
        self.tight_rows.iter().zip(&self.duals).for_each(|(&row, &dual)| row_duals[row] = dual);
        row_duals
    }

    fn cost(&self, variable: usize) -> f64 {
        self.costs.get(variable).copied().unwrap_or(0.0)
    }

    fn reduced_cost(&self, variable: usize) -> f64 {
        let Some(terms) = self.columns.get(variable) else { return self.duals[variable - self.columns.len()] };
        let paid: f64 = terms.iter().map(|&(row, coefficient)| coefficient * self.duals[row as usize]).sum();
        self.costs[variable] - paid
    }

    /// Computes `y = B⁻ᵀ c_B`.
    fn refresh_duals(&mut self) {
        self.duals.fill(0.0);
        for _ in 0..=CORRECTIONS {
            let residuals: Vec<f64> = self.basis.iter().map(|basic| self.reduced_cost(basic.variable)).collect();
            let lines = self.inverse.chunks_exact(self.tight_rows.len().max(1));
            for (residual, line) in residuals.iter().zip(lines).filter(|(residual, _)| **residual != 0.0) {
                self.duals.iter_mut().zip(line).for_each(|(dual, x)| *dual += residual * x);
            }
        }
    }

    pub(super) fn minimise(&mut self, limits: &Limits) -> Result<(), Stop> {
        self.refresh_duals();
        let mut since_refresh = 0;
        let limit = FEWEST_STEPS + STEPS * (self.size() + self.columns.len().min(self.size() * COLUMNS_A_ROW));
        for _ in 0..limit {
            if limits.reached().is_some() {
                return Err(Stop::TimeLimit);
            }
            if since_refresh >= REFRESH {
                self.refresh_duals();
                since_refresh = 0;
            }
            let Some((entering, sign)) = self.most_improving() else {
                if since_refresh == 0 {
                    return Ok(());
                }
                self.refresh_duals();
                since_refresh = 0;
                continue;
            };
            self.step(entering, sign)?;
            since_refresh += 1;
        }
        Err(Stop::Failed("too many steps"))
    }

    fn most_improving(&self) -> Option<(usize, f64)> {
        let mut best = None;
        let mut best_merit = 0.0;
        for variable in (0..self.active.len()).filter(|&v| !self.is_basic[v] && self.active[v] != Active::Both) {
            let reduced_cost = self.reduced_cost(variable);
            let small = REDUCED_COST * self.cost(variable).abs().max(1.0);
            if let Some(sign) = self.active[variable].improving(reduced_cost, small)
                && reduced_cost.abs() > best_merit
            {
                best_merit = reduced_cost.abs();
                best = Some((variable, sign));
            }
        }
        best
    }

    fn step(&mut self, entering: usize, sign: f64) -> Result<(), Stop> {
        let direction = self.transformed(entering);
        let Some((pivot, step)) = self.leaving(&direction, sign) else {
            return Err(Stop::Failed("the point can be improved"));
        };
        let reduced_cost = self.reduced_cost(entering);
        for (basic, d) in self.basis.iter_mut().zip(&direction) {
            let rise = -sign * d * step;
            // The distances are arbitrary, so one that was overstepped a little is repaired.
            basic.up = (basic.up - rise).max(LEAST_DISTANCE);
            basic.down = (basic.down + rise).max(LEAST_DISTANCE);
        }
        let (down, up) = match self.active[entering] {
            Active::Lower => (step.max(LEAST_DISTANCE), f64::INFINITY),
            Active::Upper => (f64::INFINITY, step.max(LEAST_DISTANCE)),
            _ => (f64::INFINITY, f64::INFINITY),
        };
        self.replace(pivot, Basic { variable: entering, down, up }, &direction);
        let size = self.size();
        let line = &self.inverse[pivot * size..(pivot + 1) * size];
        self.duals.iter_mut().zip(line).for_each(|(dual, x)| *dual += reduced_cost * x);
        Ok(())
    }

    /// Harris' ratio test. The first pass computes the length of the step if every distance is
    /// stretched a little. The second takes, of the variables that block it before, the one with
    /// the largest pivot.
    fn leaving(&self, direction: &[f64], sign: f64) -> Option<(usize, f64)> {
        let distance = |i: usize| if -sign * direction[i] > 0.0 { self.basis[i].up } else { self.basis[i].down };
        let blocking = || (0..direction.len()).filter(|&i| direction[i].abs() > PIVOT);
        let longest = blocking().map(|i| (distance(i) + STRETCH) / direction[i].abs()).fold(f64::INFINITY, f64::min);
        if longest == f64::INFINITY {
            return None;
        }
        blocking()
            .filter(|&i| distance(i) / direction[i].abs() <= longest)
            .max_by(|&a, &b| direction[a].abs().total_cmp(&direction[b].abs()))
            .map(|i| (i, distance(i) / direction[i].abs()))
    }
}
