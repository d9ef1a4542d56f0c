//! A program some of whose variables are fixed at a bound.

use super::constants::{ALSO_OPENED, CLEAR, EXCESS_COST, MOST_EXCESS_COST, MOST_OPENED, NEAR, ROUNDING, SMALLEST_COST};
use super::corner::{LastBasis, corner};
use super::fixing::Fixing;
use super::separate::correct_multipliers;
use crate::lanes::TINY;
use crate::transfers::Transfers;
use crate::{BoxedProgram, BoxedSolution};
use rulegen_lp::{Basis, LpSolution};

pub(super) struct PartialProgram<'a> {
    pub(super) program: &'a BoxedProgram,
    /// The largest cost.
    pub(super) scale: f64,
    pub(super) transfers: Transfers,
    pub(super) fixings: Vec<Fixing>,
    /// True if rows may be violated as long as variables are fixed.
    pub(super) elastic: bool,
    /// The price of violating a row, in units of the largest cost.
    pub(super) excess_cost: f64,
    /// The basis to start from, if no box stretches.
    pub(super) corner: Option<Basis>,
    pub(super) last: Option<LastBasis>,
}

impl<'a> PartialProgram<'a> {
    pub(super) fn new(program: &'a BoxedProgram, guess: &BoxedSolution) -> Self {
        let scale = program.costs.iter().map(|c| c.abs()).fold(0.0, f64::max).max(SMALLEST_COST);
        let reduced = program.reduced_costs(&guess.multipliers);
        let upper = if guess.ratios.is_empty() { program.upper[..].into() } else { program.stretched(&guess.ratios) };
        let transfers = Transfers::of(program);
        // An open variable of a separate row costs no row if its box does not stretch.
        let costs_row = |j: usize| program.cell(j).is_some() || !program.is_in_separate_row(j);
        let fixing = |j: usize| {
            let near = if !transfers.is_empty() && costs_row(j) { NEAR } else { 0.0 };
            let (x, u, d) = (guess.values[j], upper[j], reduced[j] / scale);
            // A box that has nearly vanished has both ends near.
            let unit = if u.is_finite() { program.upper[j].max(TINY) } else { 1.0 };
            if d > 0.0 && x / unit < near.max(CLEAR * d) {
                Fixing::AtZero
            } else if d < 0.0 && u.is_finite() && (u - x) / unit < near.max(-CLEAR * d) {
                Fixing::AtUpper
            } else {
                Fixing::Open
            }
        };
        let fixings: Vec<Fixing> = (0..program.num_variables()).map(fixing).collect();
        let elastic = !transfers.is_empty();
        let corner = transfers.is_empty().then(|| corner(program, guess, &fixings));
        PartialProgram { program, scale, transfers, fixings, elastic, excess_cost: EXCESS_COST, corner, last: None }
    }

    pub(super) fn num_open(&self) -> usize {
        self.fixings.iter().filter(|p| **p == Fixing::Open).count()
    }

    pub(super) fn fixes_any(&self) -> bool {
        self.fixings.iter().any(|&p| p != Fixing::Open)
    }

    /// True if a row is violated at a price.
    pub(super) fn exceeds(&self, found: &LpSolution) -> bool {
        let open = self.num_open();
        found.values[open + self.transfers.len()..].iter().any(|&excess| excess > ROUNDING)
    }

    /// Raises the price of violating rows, and in the end forbids it.
    pub(super) fn forbid_excess(&mut self) {
        self.excess_cost *= EXCESS_COST;
        if self.excess_cost > MOST_EXCESS_COST {
            self.open_all();
        }
    }

    pub(super) fn open_all(&mut self) {
        self.fixings.fill(Fixing::Open);
    }

    /// Extends a solution to the whole program, with fixed variables at their bounds.
    pub(super) fn complete(&self, found: &LpSolution) -> BoxedSolution {
        let open = self.num_open();
        let (open, rest) = found.values.split_at(open);
        let amounts = &rest[..self.transfers.len()];
        let ratios: Vec<f64> = self.transfers.ratios(amounts).into_iter().map(|r| r.max(0.0)).collect();
        let upper = self.program.stretched(&ratios);
        let mut open = open.iter();
        let value = |(j, fixing): (usize, &Fixing)| match fixing {
            Fixing::AtZero => 0.0,
            Fixing::AtUpper => upper[j],
            Fixing::Open => *open.next().expect("one value per open variable"),
        };
        let values = self.fixings.iter().enumerate().map(value).collect();
        let multipliers = found.row_duals[..self.program.num_rows()].iter().map(|y| (-y).max(0.0)).collect();
        BoxedSolution { values, multipliers, ratios }
    }

    /// Opens the variables that the solution shows to be fixed wrongly, and corrects the
    /// multipliers of separate rows. Returns true if there were any.
    pub(super) fn open_violations(&mut self, solution: &mut BoxedSolution, tolerance: f64) -> bool {
        let program = self.program;
        let misplaced = correct_multipliers(program, solution, tolerance);
        let reduced = program.reduced_costs(&solution.multipliers);
        let wrong = |j: &usize| match self.fixings[*j] {
            Fixing::AtZero => misplaced[*j] || reduced[*j] < -tolerance,
            Fixing::AtUpper => misplaced[*j] || reduced[*j] > tolerance,
            Fixing::Open => false,
        };
        let mut wrong: Vec<usize> = (0..program.num_variables()).filter(wrong).collect();
        if wrong.is_empty() {
            return false;
        }
        if self.transfers.is_empty() {
            let mut fixed: Vec<usize> =
                (0..program.num_variables()).filter(|&j| self.fixings[j] != Fixing::Open).collect();
            fixed.sort_by(|&a, &b| reduced[a].abs().total_cmp(&reduced[b].abs()).then(a.cmp(&b)));
            fixed.truncate((ALSO_OPENED * (program.num_rows() - program.separate) as f64) as usize);
            wrong.extend(fixed);
        } else {
            // The most expensive come first: each adds a row, and many are wrong only because
            // others are.
            let loss = |j: usize| (reduced[j] * program.upper[j]).abs();
            wrong.sort_by(|&a, &b| loss(b).total_cmp(&loss(a)).then(a.cmp(&b)));
            wrong.truncate(MOST_OPENED * (program.num_rows() - program.separate));
        }
        wrong.into_iter().for_each(|j| self.fixings[j] = Fixing::Open);
        true
    }
}
