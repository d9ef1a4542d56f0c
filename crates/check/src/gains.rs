//! Gains of samples under rules.

use crate::cell::{Cell, plus};
use crate::samples::Samples;
use crate::scope::{Condition, covers};

/// Samples that rules may cover, with what each of them gains.
#[derive(Clone, Debug)]
pub(crate) struct Gains {
    pub(crate) samples: Vec<usize>,
    pub(crate) cells: Vec<Cell>,
    /// The least number of rows that a rule covers.
    pub(crate) min_cover: i64,
}

impl Gains {
    /// True if a rule that covers so much, or rules within it, may gain more than `best`.
    pub(crate) fn may_exceed(&self, best: i64, [_, positive, rows]: Cell) -> bool {
        positive > best && rows >= self.min_cover
    }

    pub(crate) fn sum(&self) -> Cell {
        self.cells.iter().fold(Cell::default(), |sum, cell| plus(sum, *cell))
    }

    /// Returns those of the samples that pass a test.
    pub(crate) fn covered_by(&self, condition: Condition, samples: &Samples) -> Gains {
        let covered = |(i, _): &(&usize, &Cell)| covers(&[condition], samples, **i);
        let (samples, cells) = self.samples.iter().zip(&self.cells).filter(covered).unzip();
        Gains { samples, cells, min_cover: self.min_cover }
    }
}
