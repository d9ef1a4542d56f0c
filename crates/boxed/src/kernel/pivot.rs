//! One iteration: what leaves is given, the ratio test says what enters.

use super::constants::{PIVOT_ERROR, SMALL_PIVOT, SMALLEST_WEIGHT};
use super::place::Place;
use super::ratio::{Blocking, ratio_test};
use super::state::{KernelSimplex, squared};
use rulegen_lp::LpStatus;

/// What is to leave the basis: the largest violation.
#[derive(Clone, Copy, Debug)]
pub(super) enum Leaving {
    /// A row that is violated becomes tight.
    Row(usize),
    /// The basic variable at this place goes to its lower or upper bound.
    Variable { place: usize, to_upper: bool },
}

/// Why a run of iterations ended.
pub(super) enum End {
    Feasible,
    Stopped(LpStatus),
    /// The inverse has become too inaccurate.
    Inaccurate,
}

/// All that an exchange needs to be done.
struct Exchange {
    leaving: Leaving,
    blocking: Blocking,
    /// The dual step.
    step: f64,
    /// The reduced cost of a variable that leaves.
    reduced: f64,
    /// The value of a variable that enters.
    value: f64,
    /// The inverse of the kernel times the entering column.
    g: Vec<f64>,
    /// The leaving row times the inverse of the kernel.
    h: Vec<f64>,
    pivot: f64,
    /// The squared norm for what enters.
    weight: f64,
}

/// What an exchange does, beside what its dual step does.
struct Changes {
    /// The inverse of the basis times the leaving row of it, on the basic variables.
    tau: Vec<f64>,
    /// What the flips change the basic variables by.
    flips: Vec<f64>,
    on_rows: Vec<OnRow>,
}

/// The same on a row.
#[derive(Clone, Copy, Default)]
struct OnRow {
    /// The entering column times the inverse of the basis.
    entering: f64,
    tau: f64,
    /// What the flips change the slack by.
    flips: f64,
}

impl KernelSimplex {
    /// One exchange.
    pub(super) fn pivot(&mut self, leaving: Leaving) -> Result<(), End> {
        // How the multipliers of tight rows and the reduced costs change by a unit of the dual step.
        let sign = match leaving {
            Leaving::Variable { to_upper: true, .. } => -1.0,
            _ => 1.0,
        };
        let (slope, h) = match leaving {
            Leaving::Row(r) => (-self.slacks[r], self.inverse.left_times(&self.on_basic(r))),
            Leaving::Variable { place, to_upper } => {
                let x = self.values[place];
                let violation = if to_upper { x - self.upper[self.basic[place]] } else { -x };
                (violation, self.inverse.row(place).to_vec())
            }
        };
        let by: Vec<f64> = match leaving {
            Leaving::Row(_) => h.iter().map(|h| -h).collect(),
            Leaving::Variable { .. } => h.iter().map(|h| sign * h).collect(),
        };
        let mut change = vec![0.0; self.costs.len()];
        if let Leaving::Row(r) = leaving {
            self.rows[r].add_to(&mut change, 1.0);
        }
        for (&r, &by) in self.tight.iter().zip(&by).filter(|(_, by)| **by != 0.0) {
            self.rows[r].add_to(&mut change, by);
        }
        let Some((step, blocking, flips)) = ratio_test(self, slope, &by, &change) else {
            return Err(End::Stopped(LpStatus::Infeasible));
        };
        // The exchange, checked before anything is changed: the pivot by its row and by its column.
        let (g, by_row) = match blocking {
            Blocking::Variable(q) => (self.inverse.times(&self.on_tight(q)), sign * change[q]),
            Blocking::Row(i) => (self.inverse.column(i), sign * by[i]),
        };
        let by_column = match leaving {
            Leaving::Row(r) => {
                let corner = if let Blocking::Variable(q) = blocking { self.rows[r].at(q) } else { 0.0 };
                corner - self.rows[r].dot(&g, &self.places)
            }
            Leaving::Variable { place, .. } => g[place],
        };
        let off = (by_row - by_column).abs() > PIVOT_ERROR * by_row.abs().max(by_column.abs());
        if (off || by_row.abs() < SMALL_PIVOT) && self.updates > 0 {
            return Err(End::Inaccurate);
        }
        let changes = self.changes(leaving, blocking, &flips, &g, &h);
        let weight = self.update_weights(leaving, &changes, &g, &h, by_row);
        let value = self.primal_step(leaving, blocking, &changes, &g);
        // The dual step.
        self.multipliers.iter_mut().zip(&by).for_each(|(y, by)| *y += step * by);
        self.reduced.iter_mut().zip(&change).for_each(|(d, change)| *d += step * change);
        self.basic.iter().for_each(|&j| self.reduced[j] = 0.0);
        for j in flips {
            self.flip(j);
        }
        self.exchange(Exchange { leaving, blocking, step, reduced: sign * step, value, g, h, pivot: by_row, weight });
        self.updates += 1;
        Ok(())
    }

    /// What an exchange does, in one pass over the basic columns: that is most of the work of an iteration.
    fn changes(&self, leaving: Leaving, blocking: Blocking, flips: &[usize], g: &[f64], h: &[f64]) -> Changes {
        let sign = match leaving {
            Leaving::Row(_) => -1.0,
            Leaving::Variable { .. } => 1.0,
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
        if let Blocking::Variable(q) = blocking {
            self.columns[q].iter().for_each(|&(r, a)| on_rows[r as usize].entering += a);
        }
        Changes { tau, flips, on_rows }
    }

    /// Brings the squared norms up to date (Forrest and Goldfarb); gives that of what enters.
    fn update_weights(&mut self, leaving: Leaving, changes: &Changes, g: &[f64], h: &[f64], pivot: f64) -> f64 {
        let old = match leaving {
            Leaving::Row(_) => 1.0 + squared(h),
            Leaving::Variable { .. } => squared(h),
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

    /// Values and slacks after the flips, and after what enters has gone as far as what leaves asks; gives the value of
    /// a variable that enters.
    fn primal_step(&mut self, leaving: Leaving, blocking: Blocking, changes: &Changes, g: &[f64]) -> f64 {
        let Changes { flips, on_rows, .. } = changes;
        self.values.iter_mut().zip(flips).for_each(|(x, by)| *x += by);
        self.slacks.iter_mut().zip(on_rows).for_each(|(slack, on)| *slack += on.flips);
        let length = match leaving {
            Leaving::Row(r) => self.slacks[r] / on_rows[r].entering,
            Leaving::Variable { place, to_upper } => {
                let bound = if to_upper { self.upper[self.basic[place]] } else { 0.0 };
                (self.values[place] - bound) / g[place]
            }
        };
        self.values.iter_mut().zip(g).for_each(|(x, g)| *x -= length * g);
        self.slacks.iter_mut().zip(on_rows).for_each(|(slack, on)| *slack -= length * on.entering);
        match blocking {
            Blocking::Variable(q) if self.places[q] == Place::Upper => self.upper[q] + length,
            _ => length,
        }
    }

    /// Brings the basis and the inverse of its kernel up to date.
    fn exchange(&mut self, exchange: Exchange) {
        let Exchange { leaving, blocking, step, reduced, value, g, h, pivot, weight } = exchange;
        match (leaving, blocking) {
            (Leaving::Row(r), Blocking::Variable(q)) => {
                self.inverse.border(&g, &h, pivot);
                self.rows[r].tight = Some(self.tight.len());
                self.tight.push(r);
                self.multipliers.push(step);
                self.enter(q, self.basic.len());
                self.values.push(value);
                self.weights.push(weight);
            }
            (Leaving::Row(r), Blocking::Row(i)) => {
                self.inverse.replace_row(i, h);
                self.rows[self.tight[i]].tight = None;
                self.rows[self.tight[i]].weight = weight;
                self.rows[r].tight = Some(i);
                self.tight[i] = r;
                self.multipliers[i] = step;
            }
            (Leaving::Variable { place, to_upper }, Blocking::Variable(q)) => {
                self.inverse.replace_column(place, &g);
                self.leave(place, to_upper, reduced);
                self.enter(q, place);
                self.values[place] = value;
                self.weights[place] = weight;
            }
            (Leaving::Variable { place, to_upper }, Blocking::Row(i)) => {
                self.inverse.remove(place, i);
                self.leave(place, to_upper, reduced);
                self.basic.swap_remove(place);
                self.values.swap_remove(place);
                self.weights.swap_remove(place);
                if let Some(&moved) = self.basic.get(place) {
                    self.places[moved] = Place::Basic(place);
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

    /// The variable `q` takes `place` in the kernel; what it had at its bound is given back to the rows.
    fn enter(&mut self, q: usize, place: usize) {
        if self.places[q] == Place::Upper {
            self.give_back(q, 1.0);
        }
        self.places[q] = Place::Basic(place);
        self.reduced[q] = 0.0;
        if place == self.basic.len() { self.basic.push(q) } else { self.basic[place] = q }
    }

    /// The basic variable at `place` goes to a bound, its place is free.
    fn leave(&mut self, place: usize, to_upper: bool, reduced: f64) {
        let j = self.basic[place];
        self.places[j] = if to_upper { Place::Upper } else { Place::Lower };
        self.reduced[j] = reduced;
        if to_upper {
            self.give_back(j, -1.0);
        }
    }

    fn flip(&mut self, j: usize) {
        let factor = self.sign_of_flip(j);
        self.places[j] = if factor < 0.0 { Place::Upper } else { Place::Lower };
        self.give_back(j, factor);
    }

    /// Whether a flip gives its column back to the rows (1) or takes it (-1).
    fn sign_of_flip(&self, j: usize) -> f64 {
        if self.places[j] == Place::Lower { -1.0 } else { 1.0 }
    }
}
