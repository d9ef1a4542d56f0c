//! Gains of samples under rules.

use crate::cell::{Cell, plus};
use crate::samples::Samples;
use crate::scope::{Condition, covering};

/// The largest sums in two directions: of gains, and of negated gains.
pub(crate) type Best = [i64; 2];

/// The largest sum in a direction in which nothing is asked: no sum of gains exceeds it.
pub(crate) const NOTHING: i64 = i64::MAX;

pub(crate) fn largest(a: Best, b: Best) -> Best {
    [a[0].max(b[0]), a[1].max(b[1])]
}

/// Samples that rules may cover, with what each of them gains.
#[derive(Clone, Debug)]
pub(crate) struct Gains {
    pub(crate) samples: Vec<usize>,
    pub(crate) cells: Vec<Cell>,
    /// The least number of rows that a rule covers.
    pub(crate) min_cover: i64,
}

impl Gains {
    /// Returns the directions in which a rule that covers so much, or rules within it, may gain
    /// more than `best`.
    pub(crate) fn exceeding(&self, [up, down]: Best, [gain, positive, rows]: Cell) -> [bool; 2] {
        let covers_enough = rows >= self.min_cover;
        [covers_enough && positive > up, covers_enough && positive - gain > down]
    }

    /// True if there is such a direction.
    pub(crate) fn may_exceed(&self, best: Best, cell: Cell) -> bool {
        self.exceeding(best, cell) != [false; 2]
    }

    pub(crate) fn sum(&self) -> Cell {
        self.cells.iter().fold(Cell::default(), |sum, cell| plus(sum, *cell))
    }

    /// Returns those of the samples that pass a test.
    pub(crate) fn covered_by(&self, condition: Condition, samples: &Samples) -> Gains {
        let covers = covering(&[condition], samples);
        let covered = self.samples.iter().zip(&self.cells).filter(|(i, _)| covers(**i));
        let (samples, cells) = covered.unzip();
        Gains { samples, cells, min_cover: self.min_cover }
    }
}
