use super::node::Branch;
use crate::mip::constants::LEAST_PSEUDO_COST;

/// The rise of the objective per unit that a variable had to move.
#[derive(Clone, Copy, Debug, Default)]
struct Record {
    rise: f64,
    count: u32,
}

impl Record {
    fn add(&mut self, rise: f64) {
        self.rise += rise;
        self.count += 1;
    }

    fn mean(self) -> Option<f64> {
        (self.count > 0).then(|| self.rise / f64::from(self.count))
    }
}

/// The rises that branching on each variable brought so far, down and up.
#[derive(Debug)]
pub(super) struct PseudoCosts {
    of: Vec<[Record; 2]>,
    all: [Record; 2],
}

impl PseudoCosts {
    pub(super) fn new(columns: usize) -> Self {
        Self { of: vec![Default::default(); columns], all: Default::default() }
    }

    /// Records the rise of the objective by a branch.
    pub(super) fn note(&mut self, branch: Branch, rise: f64) {
        let rise = rise.max(0.0) / branch.distance.max(LEAST_PSEUDO_COST);
        let side = usize::from(branch.up);
        self.of[branch.column][side].add(rise);
        self.all[side].add(rise);
    }

    /// Returns the score of branching on a variable at `value`. The variable with the largest score
    /// is chosen.
    pub(super) fn score(&self, column: usize, value: f64) -> f64 {
        let fraction = value - value.floor();
        let estimate = |side: usize, distance: f64| {
            let known = self.of[column][side].mean().or_else(|| self.all[side].mean());
            (distance * known.unwrap_or(1.0).max(LEAST_PSEUDO_COST)).max(LEAST_PSEUDO_COST * LEAST_PSEUDO_COST)
        };
        estimate(0, fraction) * estimate(1, 1.0 - fraction)
    }
}
