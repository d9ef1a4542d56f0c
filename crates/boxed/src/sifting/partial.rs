//! A program some of whose variables are held at a bound.

use super::constants::{ALSO_OPENED, CLEAR, EXCESS_COST, MOST_EXCESS_COST, MOST_OPENED, NEAR, ROUNDING, SMALLEST_COST};
use super::corner::{Ended, corner};
use super::place::Place;
use super::separate::settle;
use crate::lanes::TINY;
use crate::transfers::Transfers;
use crate::{BoxedProgram, BoxedSolution};
use rulegen_lp::{Basis, LpSolution};

pub(super) struct Partial<'a> {
    pub(super) program: &'a BoxedProgram,
    /// The largest cost.
    pub(super) scale: f64,
    pub(super) transfers: Transfers,
    pub(super) places: Vec<Place>,
    /// Whether rows may be exceeded as long as variables are held.
    pub(super) elastic: bool,
    /// What that costs, in units of the largest cost.
    pub(super) excess_cost: f64,
    /// Where to begin, if boxes do not stretch.
    pub(super) corner: Option<Basis>,
    pub(super) last: Option<Ended>,
}

impl<'a> Partial<'a> {
    pub(super) fn new(program: &'a BoxedProgram, guess: &BoxedSolution) -> Self {
        let scale = program.costs.iter().map(|c| c.abs()).fold(0.0, f64::max).max(SMALLEST_COST);
        let reduced = program.reduced_costs(&guess.multipliers);
        let upper = if guess.ratios.is_empty() { program.upper[..].into() } else { program.stretched(&guess.ratios) };
        let transfers = Transfers::of(program);
        // A variable of a separate row that does not stretch costs no row.
        let costs_row = |j: usize| program.cell(j).is_some() || !program.is_in_separate_row(j);
        let place = |j: usize| {
            let near = if !transfers.is_empty() && costs_row(j) { NEAR } else { 0.0 };
            let (x, u, d) = (guess.values[j], upper[j], reduced[j] / scale);
            // Of a box that has all but vanished both ends are near.
            let unit = if u.is_finite() { program.upper[j].max(TINY) } else { 1.0 };
            if d > 0.0 && x / unit < near.max(CLEAR * d) {
                Place::AtZero
            } else if d < 0.0 && u.is_finite() && (u - x) / unit < near.max(-CLEAR * d) {
                Place::AtUpper
            } else {
                Place::Open
            }
        };
        let places: Vec<Place> = (0..program.num_variables()).map(place).collect();
        let elastic = !transfers.is_empty();
        let corner = transfers.is_empty().then(|| corner(program, guess, &places));
        Partial { program, scale, transfers, places, elastic, excess_cost: EXCESS_COST, corner, last: None }
    }

    pub(super) fn num_open(&self) -> usize {
        self.places.iter().filter(|p| **p == Place::Open).count()
    }

    pub(super) fn holds_any(&self) -> bool {
        self.places.iter().any(|&p| p != Place::Open)
    }

    /// Whether a row is exceeded at a price.
    pub(super) fn exceeds(&self, found: &LpSolution) -> bool {
        let open = self.num_open();
        found.values[open + self.transfers.len()..].iter().any(|&excess| excess > ROUNDING)
    }

    /// Makes exceeding rows dearer, in the end impossible.
    pub(super) fn forbid_excess(&mut self) {
        self.excess_cost *= EXCESS_COST;
        if self.excess_cost > MOST_EXCESS_COST {
            self.open_all();
        }
    }

    pub(super) fn open_all(&mut self) {
        self.places.fill(Place::Open);
    }

    /// The solution of the whole program, held variables at their bounds.
    pub(super) fn complete(&self, found: &LpSolution) -> BoxedSolution {
        let open = self.num_open();
        let (open, rest) = found.values.split_at(open);
        let amounts = &rest[..self.transfers.len()];
        let ratios: Vec<f64> = self.transfers.ratios(amounts).into_iter().map(|r| r.max(0.0)).collect();
        let upper = self.program.stretched(&ratios);
        let mut open = open.iter();
        let value = |(j, place): (usize, &Place)| match place {
            Place::AtZero => 0.0,
            Place::AtUpper => upper[j],
            Place::Open => *open.next().expect("one value per open variable"),
        };
        let values = self.places.iter().enumerate().map(value).collect();
        let multipliers = found.row_duals[..self.program.num_rows()].iter().map(|y| (-y).max(0.0)).collect();
        BoxedSolution { values, multipliers, ratios }
    }

    /// Opens what the solution shows to be held wrongly; whether there was any. Multipliers of separate rows are put right.
    pub(super) fn open_violations(&mut self, solution: &mut BoxedSolution, tolerance: f64) -> bool {
        let program = self.program;
        let torn = settle(program, solution, tolerance);
        let reduced = program.reduced_costs(&solution.multipliers);
        let wrong = |j: &usize| match self.places[*j] {
            Place::AtZero => torn[*j] || reduced[*j] < -tolerance,
            Place::AtUpper => torn[*j] || reduced[*j] > tolerance,
            Place::Open => false,
        };
        let mut wrong: Vec<usize> = (0..program.num_variables()).filter(wrong).collect();
        if wrong.is_empty() {
            return false;
        }
        if self.transfers.is_empty() {
            let mut held: Vec<usize> =
                (0..program.num_variables()).filter(|&j| self.places[j] != Place::Open).collect();
            held.sort_by(|&a, &b| reduced[a].abs().total_cmp(&reduced[b].abs()).then(a.cmp(&b)));
            held.truncate((ALSO_OPENED * (program.num_rows() - program.separate) as f64) as usize);
            wrong.extend(held);
        } else {
            // Those that cost most first: each is another row, and many are wrong only because others are.
            let loss = |j: usize| (reduced[j] * program.upper[j]).abs();
            wrong.sort_by(|&a, &b| loss(b).total_cmp(&loss(a)).then(a.cmp(&b)));
            wrong.truncate(MOST_OPENED * (program.num_rows() - program.separate));
        }
        wrong.into_iter().for_each(|j| self.places[j] = Place::Open);
        true
    }
}
