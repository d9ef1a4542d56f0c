//! The loop over the iterations of one solve.

use super::constants::{FEASIBLE, LOOK, MOST_SHORT_RUNS, SHORT_RUN, UPDATES};
use super::pivot::{End, LeavingVariable};
use super::state::DualSimplex;
use rulegen_limits::Limits;
use rulegen_lp::LpStatus;

impl DualSimplex {
    /// Iterates from the last basis to the optimum for the costs in use, within `most` iterations.
    pub(super) fn run(&mut self, limits: &Limits, most: usize) -> LpStatus {
        let most = self.iterations + most as u64;
        self.refresh();
        let mut short_runs = 0;
        loop {
            let before = self.iterations;
            match self.iterate(limits, most) {
                End::Feasible => return LpStatus::Optimal,
                End::Stopped(status) => return status,
                End::Inaccurate => {
                    short_runs = if self.iterations - before > SHORT_RUN { 0 } else { short_runs + 1 };
                    if short_runs > MOST_SHORT_RUNS || !self.factorise() {
                        return LpStatus::Unknown;
                    }
                    self.refresh();
                }
            }
        }
    }

    fn iterate(&mut self, limits: &Limits, most: u64) -> End {
        // True while values and slacks come straight from the basis, with no updates added.
        let mut fresh = true;
        loop {
            if self.iterations.is_multiple_of(LOOK) && limits.reached().is_some() {
                return End::Stopped(LpStatus::TimeLimit);
            }
            if self.iterations >= most {
                return End::Stopped(LpStatus::IterationLimit);
            }
            let Some(leaving) = self.leaving() else {
                if fresh {
                    return End::Feasible;
                }
                self.primal();
                fresh = true;
                continue;
            };
            if let Err(end) = self.pivot(leaving) {
                return end;
            }
            self.iterations += 1;
            fresh = false;
            if self.updates >= UPDATES {
                return End::Inaccurate;
            }
        }
    }

    /// Chooses the largest violation, relative to the norm of its row of the inverse of the basis
    /// (dual steepest edge).
    fn leaving(&self) -> Option<LeavingVariable> {
        let mut largest = 0.0;
        let mut leaving = None;
        for (r, row) in self.rows.iter().enumerate().filter(|(_, row)| row.tight.is_none()) {
            let violation = -self.slacks[r];
            if violation > FEASIBLE * row.rhs.abs().max(1.0) && violation * violation / row.weight > largest {
                largest = violation * violation / row.weight;
                leaving = Some(LeavingVariable::Slack(r));
            }
        }
        for (position, (&x, &j)) in self.values.iter().zip(&self.basic).enumerate() {
            let (violation, to_upper) = if x < 0.0 { (-x, false) } else { (x - self.upper[j], true) };
            let weight = self.weights[position];
            if violation > FEASIBLE * self.upper[j].max(1.0) && violation * violation / weight > largest {
                largest = violation * violation / weight;
                leaving = Some(LeavingVariable::Structural { position, to_upper });
            }
        }
        leaving
    }
}
