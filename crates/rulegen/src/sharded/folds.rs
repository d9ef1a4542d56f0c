//! Folds of rows by their content: the same wherever a row lies.

use super::keys::{row_keys, seeded};
use rulegen_data::Table;
use serde::{Deserialize, Serialize};

/// How rows are divided into folds, and which of them folds are about: bits of a row decide. Equal rows are in the same fold.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub(crate) struct Folds {
    pub(crate) folds: u32,
    pub(crate) seed: u64,
    /// The part of the rows that folds learn from, in parts of 2^32.
    pub(crate) learned: u32,
    /// The part of the rows that folds are scored on: no smaller, and these among them.
    pub(crate) scored: u32,
}

impl Folds {
    /// All rows together.
    pub(crate) const NONE: Folds = Folds { folds: 1, seed: 0, learned: u32::MAX, scored: u32::MAX };

    /// The place of each row of a table.
    pub(crate) fn places(&self, table: &Table) -> Vec<FoldPlace> {
        row_keys(table).into_iter().map(|key| self.place(key)).collect()
    }

    /// The share of the rows that folds are about: those that are scored.
    pub(crate) fn scored_share(&self) -> f64 {
        (f64::from(self.scored) + 1.0) / 2f64.powi(32)
    }

    fn place(&self, key: u64) -> FoldPlace {
        let (fold, draw) =
            (seeded(key, self.seed) % u64::from(self.folds.max(1)), (seeded(key, !self.seed) >> 32) as u32);
        let drawn = if draw <= self.learned { FoldPlace::LEARNED } else { u32::from(draw <= self.scored) };
        // Of a billion folds, which only a damaged message asks for, some are one.
        FoldPlace((fold as u32).wrapping_mul(3).wrapping_add(drawn))
    }
}

/// The fold of a row, and what the row is drawn for: nothing, being scored, or being learned from too. As the group of a sample it is a
/// number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct FoldPlace(pub(crate) u32);

impl FoldPlace {
    const SCORED: u32 = 1;
    const LEARNED: u32 = 2;

    pub(crate) fn fold(self) -> u32 {
        self.0 / 3
    }

    pub(crate) fn is_scored(self) -> bool {
        self.0 % 3 >= Self::SCORED
    }

    pub(crate) fn is_learned(self) -> bool {
        self.0 % 3 == Self::LEARNED
    }
}
