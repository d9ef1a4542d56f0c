//! One iteration: given the leaving variable, the ratio test finds the entering one.

use super::constants::{PIVOT_ERROR, SMALL_PIVOT, SMALLEST_WEIGHT};
use super::ratio::{EnteringVariable, ratio_test};
use super::state::{DualSimplex, squared};
use super::status::VariableStatus;
use rulegen_lp::LpStatus;

/// The variable that leaves the basis: the one with the largest violation.
#[derive(Clone, Copy, Debug)]
pub(super) enum LeavingVariable {
    /// The slack of a violated row, which becomes tight.
    Slack(usize),
    /// The basic variable at this position, which goes to its lower or upper bound.
    Structural { position: usize, to_upper: bool },
}

/// The reason why a run of iterations ended.
pub(super) enum End {
    Feasible,
    Stopped(LpStatus),
    /// The inverse has become too inaccurate and must be recomputed.
    Inaccurate,
}

/// All data that a basis exchange needs.
pub(super) struct Exchange {
    pub(super) leaving: LeavingVariable,
    pub(super) entering: EnteringVariable,
    /// The length of the dual step.
    pub(super) step: f64,
    /// The reduced cost of a structural variable that leaves.
    pub(super) reduced: f64,
    /// The value of a structural variable that enters.
    pub(super) value: f64,
    /// The inverse of the working basis times the entering column.
    pub(super) g: Vec<f64>,
    /// The leaving row times the inverse of the working basis.
    pub(super) h: Vec<f64>,
    pub(super) pivot: f64,
    /// The squared norm that belongs to the entering variable.
    pub(super) weight: f64,
}

/// The products that a basis exchange needs beside the dual step.
struct Changes {
    /// The inverse of the basis times its leaving row, on the basic variables.
    tau: Vec<f64>,
    /// The changes of the basic variables by the bound flips.
    flips: Vec<f64>,
    on_rows: Vec<OnRow>,
}

/// The parts of [`Changes`] that belong to one row.
#[derive(Clone, Copy, Default)]
struct OnRow {
    /// The entry of this row in the inverse of the basis times the entering column.
    entering: f64,
    tau: f64,
    /// The change of the slack by the bound flips.
    flips: f64,
}

impl DualSimplex {
    /// Does one basis exchange.
    pub(super) fn pivot(&mut self, leaving: LeavingVariable) -> Result<(), End> {
        // The sign with which a unit of the dual step changes the multipliers of tight rows and the
        // reduced costs.
        let sign = match leaving {
            LeavingVariable::Structural { to_upper: true, .. } => -1.0,
            _ => 1.0,
        };
        let (slope, h) = match leaving {
            LeavingVariable::Slack(r) => (-self.slacks[r], self.inverse.left_times(&self.on_basic(r))),
            LeavingVariable::Structural { position, to_upper } => {
                let x = self.values[position];
                let violation = if to_upper { x - self.upper[self.basic[position]] } else { -x };
                (violation, self.inverse.row(position).to_vec())
            }
        };
        let by: Vec<f64> = match leaving {
            LeavingVariable::Slack(_) => h.iter().map(|h| -h).collect(),
            LeavingVariable::Structural { .. } => h.iter().map(|h| sign * h).collect(),
        };
        let slack = match leaving {
            LeavingVariable::Slack(r) => Some((r, 1.0)),
            LeavingVariable::Structural { .. } => None,
        };
        let change = self.change(slack, &by);
        let (step, Some(entering), flips) = ratio_test(self, slope, &by, &change, f64::INFINITY) else {
            return Err(End::Stopped(LpStatus::Infeasible));
        };
        // The exchange is checked before anything changes: the pivot is computed by row and by
        // column.
        let (g, by_row) = match entering {
            EnteringVariable::Structural(q) => (self.inverse.times(&self.on_tight(q)), sign * change[q]),
            EnteringVariable::Slack(i) => (self.inverse.column(i), sign * by[i]),
        };
        let by_column = match leaving {
            LeavingVariable::Slack(r) => {
                let corner = if let EnteringVariable::Structural(q) = entering { self.rows[r].at(q) } else { 0.0 };
                corner - self.rows[r].dot(&g, &self.statuses)
            }
            LeavingVariable::Structural { position, .. } => g[position],
        };
        let off = (by_row - by_column).abs() > PIVOT_ERROR * by_row.abs().max(by_column.abs());
        if (off || by_row.abs() < SMALL_PIVOT) && self.updates > 0 {
            return Err(End::Inaccurate);
        }
        let changes = self.changes(leaving, entering, &flips, &g, &h);
        let weight = self.update_weights(leaving, &changes, &g, &h, by_row);
        let value = self.primal_step(leaving, entering, &changes, &g);
        self.dual_step(step, &by, &change);
        for j in flips {
            self.flip(j);
        }
        self.exchange(Exchange { leaving, entering, step, reduced: sign * step, value, g, h, pivot: by_row, weight });
        self.updates += 1;
        Ok(())
    }

    /// Returns the changes of the reduced costs while the multipliers of the tight rows change by
    /// `by`, and that of a slack row by its sign.
    pub(super) fn change(&self, slack: Option<(usize, f64)>, by: &[f64]) -> Vec<f64> {
        let mut change = vec![0.0; self.costs.len()];
        if let Some((r, sign)) = slack {
            self.rows[r].add_to(&mut change, sign);
        }
        for (&r, &by) in self.tight.iter().zip(by).filter(|(_, by)| **by != 0.0) {
            self.rows[r].add_to(&mut change, by);
        }
        change
    }

    /// Takes a dual step: changes multipliers and reduced costs.
    pub(super) fn dual_step(&mut self, step: f64, by: &[f64], change: &[f64]) {
        self.multipliers.iter_mut().zip(by).for_each(|(y, by)| *y += step * by);
        self.reduced.iter_mut().zip(change).for_each(|(d, change)| *d += step * change);
        self.basic.iter().for_each(|&j| self.reduced[j] = 0.0);
    }

    /// Computes the products of an exchange in one pass over the basic columns, which is most of
    /// the work of an iteration.
    fn changes(
        &self,
        leaving: LeavingVariable,
        entering: EnteringVariable,
        flips: &[usize],
        g: &[f64],
        h: &[f64],
    ) -> Changes {
        let sign = match leaving {
            LeavingVariable::Slack(_) => -1.0,
            LeavingVariable::Structural { .. } => 1.0,
        };
        let tau: Vec<f64> = self.inverse.times(h).into_iter().map(|t| sign * t).collect();
        let mut on_rows = vec![OnRow::default(); self.rows.len()];
        for &j in flips {
            let amount = self.sign_of_flip(j) * self.upper[j];
            self.columns[j].iter().for_each(|&(r, a)| on_rows[r as usize].flips += a * amount);
        }
        let freed: Vec<f64> = self.tight.iter().map(|&r| on_rows[r].flips).collect();
        let flips = if flips.is_empty() { freed } else { self.inverse.times(&freed) };
        for (((&j, &g), &tau), &x) in self.basic.iter().zip(g).zip(&tau).zip(&flips) {
            for &(r, a) in &self.columns[j] {
                let on = &mut on_rows[r as usize];
                on.entering -= a * g;
                on.tau -= a * tau;
                on.flips -= a * x;
            }
        }
        if let EnteringVariable::Structural(q) = entering {
            self.columns[q].iter().for_each(|&(r, a)| on_rows[r as usize].entering += a);
        }
        Changes { tau, flips, on_rows }
    }

    /// Updates the squared norms (Forrest and Goldfarb) and returns that of the entering variable.
    fn update_weights(&mut self, leaving: LeavingVariable, changes: &Changes, g: &[f64], h: &[f64], pivot: f64) -> f64 {
        let old = match leaving {
            LeavingVariable::Slack(_) => 1.0 + squared(h),
            LeavingVariable::Structural { .. } => squared(h),
        };
        let update = |weight: &mut f64, column: f64, tau: f64, least: f64| {
            let ratio = column / pivot;
            *weight = (*weight - 2.0 * ratio * tau + ratio * ratio * old).max(least + ratio * ratio);
        };
        for (row, on) in self.rows.iter_mut().zip(&changes.on_rows) {
            update(&mut row.weight, on.entering, on.tau, 1.0);
        }
        for ((weight, &g), &tau) in self.weights.iter_mut().zip(g).zip(&changes.tau) {
            update(weight, g, tau, SMALLEST_WEIGHT);
        }
        (old / (pivot * pivot)).max(SMALLEST_WEIGHT)
    }

    /// Updates values and slacks by the bound flips and by the primal step, which takes the leaving
    /// variable to its bound. Returns the value of a structural variable that enters.
    fn primal_step(
        &mut self,
        leaving: LeavingVariable,
        entering: EnteringVariable,
        changes: &Changes,
        g: &[f64],
    ) -> f64 {
        let Changes { flips, on_rows, .. } = changes;
        self.values.iter_mut().zip(flips).for_each(|(x, by)| *x += by);
        self.slacks.iter_mut().zip(on_rows).for_each(|(slack, on)| *slack += on.flips);
        let length = match leaving {
            LeavingVariable::Slack(r) => self.slacks[r] / on_rows[r].entering,
            LeavingVariable::Structural { position, to_upper } => {
                let bound = if to_upper { self.upper[self.basic[position]] } else { 0.0 };
                (self.values[position] - bound) / g[position]
            }
        };
        self.values.iter_mut().zip(g).for_each(|(x, g)| *x -= length * g);
        self.slacks.iter_mut().zip(on_rows).for_each(|(slack, on)| *slack -= length * on.entering);
        match entering {
            EnteringVariable::Structural(q) if self.statuses[q] == VariableStatus::Upper => self.upper[q] + length,
            _ => length,
        }
    }

    /// Updates the basis and the inverse of the working basis.
    pub(super) fn exchange(&mut self, exchange: Exchange) {
        let Exchange { leaving, entering, step, reduced, value, g, h, pivot, weight } = exchange;
        match (leaving, entering) {
            (LeavingVariable::Slack(r), EnteringVariable::Structural(q)) => {
                self.inverse.border(&g, &h, pivot);
                self.rows[r].tight = Some(self.tight.len());
                self.tight.push(r);
                self.multipliers.push(step);
                self.enter(q, self.basic.len());
                self.values.push(value);
                self.weights.push(weight);
            }
            (LeavingVariable::Slack(r), EnteringVariable::Slack(i)) => {
                self.inverse.replace_row(i, h);
                self.rows[self.tight[i]].tight = None;
                self.rows[self.tight[i]].weight = weight;
                self.rows[r].tight = Some(i);
                self.tight[i] = r;
                self.multipliers[i] = step;
            }
            (LeavingVariable::Structural { position, to_upper }, EnteringVariable::Structural(q)) => {
                self.inverse.replace_column(position, &g);
                self.leave(position, to_upper, reduced);
                self.enter(q, position);
                self.values[position] = value;
                self.weights[position] = weight;
            }
            (LeavingVariable::Structural { position, to_upper }, EnteringVariable::Slack(i)) => {
                self.inverse.remove(position, i);
                self.leave(position, to_upper, reduced);
                self.basic.swap_remove(position);
                self.values.swap_remove(position);
                self.weights.swap_remove(position);
                if let Some(&moved) = self.basic.get(position) {
                    self.statuses[moved] = VariableStatus::Basic(position);
                }
                let row = self.tight.swap_remove(i);
                self.rows[row].tight = None;
                self.rows[row].weight = weight;
                self.multipliers.swap_remove(i);
                if let Some(&moved) = self.tight.get(i) {
                    self.rows[moved].tight = Some(i);
                }
            }
        }
    }

    /// Puts variable `q` at `position` of the working basis. If it was at its upper bound, its
    /// contribution returns to the right-hand sides.
    fn enter(&mut self, q: usize, position: usize) {
        if self.statuses[q] == VariableStatus::Upper {
            self.give_back(q, 1.0);
        }
        self.statuses[q] = VariableStatus::Basic(position);
        self.reduced[q] = 0.0;
        if position == self.basic.len() { self.basic.push(q) } else { self.basic[position] = q }
    }

    /// Moves the basic variable at `position` to a bound, which frees the position.
    fn leave(&mut self, position: usize, to_upper: bool, reduced: f64) {
        let j = self.basic[position];
        self.statuses[j] = if to_upper { VariableStatus::Upper } else { VariableStatus::Lower };
        self.reduced[j] = reduced;
        if to_upper {
            self.give_back(j, -1.0);
        }
    }

    pub(super) fn flip(&mut self, j: usize) {
        let factor = self.sign_of_flip(j);
        self.statuses[j] = if factor < 0.0 { VariableStatus::Upper } else { VariableStatus::Lower };
        self.give_back(j, factor);
    }

    /// Returns 1 if a flip returns the column to the right-hand sides, and -1 if it takes it off.
    fn sign_of_flip(&self, j: usize) -> f64 {
        if self.statuses[j] == VariableStatus::Lower { -1.0 } else { 1.0 }
    }
}
