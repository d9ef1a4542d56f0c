//! Folds of merged rows: the same wherever a row lies.

use super::keys::{code_keys, seeded};
use crate::size::MOST_ROWS;
use rulegen_binarize::Samples;
use serde::{Deserialize, Serialize};

/// How merged rows are divided into folds, and how many of them folds are about: bits of their codes decide.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct Folds {
    pub(crate) folds: u32,
    pub(crate) seed: u64,
    /// The part that folds learn from, in parts of 2^32.
    pub(crate) learned: u32,
    /// The part that folds are scored on: no smaller, and what is learned from is among it.
    pub(crate) scored: u32,
}

impl Folds {
    /// Of about so many things, all of them unless a fold would learn from more than [`MOST_ROWS`], or have more to score.
    pub(crate) fn new(things: u64, folds: usize, seed: u64) -> Self {
        let folds = u32::try_from(folds).unwrap_or(u32::MAX);
        let of = f64::from(folds.max(1));
        // A number above the largest is the largest.
        let part = |of_fold: f64| (MOST_ROWS as f64 / of_fold * 2f64.powi(32)) as u32;
        let (learned, scored) = (part(things as f64 * (of - 1.0) / of), part(things as f64 / of));
        Folds { folds, seed, learned, scored: scored.max(learned) }
    }

    /// The share of what there is that folds are about: what is scored.
    pub(crate) fn scored_share(&self) -> f64 {
        (f64::from(self.scored) + 1.0) / 2f64.powi(32)
    }

    /// The place of each merged row, all of whose rows are in one fold: alike whatever their class.
    pub(crate) fn places(&self, samples: &Samples) -> Vec<FoldPlace> {
        code_keys(&samples.table).into_iter().map(|key| self.place(key)).collect()
    }

    fn place(&self, key: u64) -> FoldPlace {
        let (fold, draw) = (self.first_fold(key), self.draw(key));
        let drawn = if draw <= self.learned { FoldPlace::LEARNED } else { u32::from(draw <= self.scored) };
        // Of a billion folds, which only a damaged message asks for, some are one.
        FoldPlace((fold as u32).wrapping_mul(3).wrapping_add(drawn))
    }

    /// What takes part in a view of folds, where the rows of each merged row are shared out among the folds: as evenly as can be, and of
    /// what remains, as of what is drawn, bits decide. So folds are of rows, as if drawn at random among them.
    pub(crate) fn shared_out(&self, samples: &Samples, view: FoldView) -> Vec<u64> {
        let keys = code_keys(&samples.table).into_iter().zip(&samples.labels).zip(&samples.counts);
        let folds = u64::from(self.folds.max(1));
        let drawn = |rows: u64, part: u32, key: u64| {
            let parts = u128::from(rows) * (u128::from(part) + 1) + u128::from(self.draw(key));
            (parts >> 32) as u64
        };
        let share = |((key, &label), &rows): ((u64, &u32), &u64)| {
            let key = seeded(key, u64::from(label));
            let held_out = |fold: u32| {
                let place = (u64::from(fold) + folds - self.first_fold(key)) % folds;
                rows / folds + u64::from(place < rows % folds)
            };
            match view {
                FoldView::Train(fold) => drawn(rows - held_out(fold), self.learned, key),
                FoldView::Test(fold) => drawn(held_out(fold), self.scored, key),
            }
        };
        keys.map(share).collect()
    }

    fn first_fold(&self, key: u64) -> u64 {
        seeded(key, self.seed) % u64::from(self.folds.max(1))
    }

    fn draw(&self, key: u64) -> u32 {
        (seeded(key, !self.seed) >> 32) as u32
    }
}

/// A side of a fold.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) enum FoldView {
    /// What is learned from where this fold is held out.
    Train(u32),
    /// What is scored of this fold.
    Test(u32),
}

impl FoldView {
    /// Whether a merged row of this place takes part.
    pub(crate) fn has(self, place: FoldPlace) -> bool {
        match self {
            FoldView::Train(fold) => place.fold() != fold && place.is_learned(),
            FoldView::Test(fold) => place.fold() == fold && place.is_scored(),
        }
    }
}

/// The fold of a merged row, and what it is drawn for: nothing, being scored, or being learned from too. As the group of a sample it is a
/// number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct FoldPlace(pub(crate) u32);

impl FoldPlace {
    const SCORED: u32 = 1;
    const LEARNED: u32 = 2;

    fn fold(self) -> u32 {
        self.0 / 3
    }

    pub(crate) fn is_scored(self) -> bool {
        self.0 % 3 >= Self::SCORED
    }

    fn is_learned(self) -> bool {
        self.0 % 3 == Self::LEARNED
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use rulegen_binarize::Bins;
    use rulegen_data::{Table, Values};

    proptest! {
        /// Each row is held out once and learned from otherwise; folds have as many rows of a merged row as others, to one.
        #[test]
        fn rows_are_shared_out_evenly(
            counts in prop::collection::vec(1u64..1000, 2..40),
            folds in 2usize..8,
            seed in any::<u64>(),
        ) {
            let x: Vec<f64> = (0..counts.len()).map(|row| row as f64).collect();
            let table = Table::from_columns([("x", Values::from(x))]).unwrap();
            let labels: Vec<u32> = (0..counts.len() as u32).map(|row| row % 2).collect();
            let weights: Vec<f64> = counts.iter().map(|&rows| rows as f64).collect();
            let (samples, _) = Samples::learn(&table, &labels, Some(&weights), 2, Bins::Values).unwrap();
            let of = Folds::new(samples.counts.iter().sum(), folds, seed);
            let (train, test): (Vec<_>, Vec<_>) = (0..folds as u32)
                .map(|fold| (of.shared_out(&samples, FoldView::Train(fold)), of.shared_out(&samples, FoldView::Test(fold))))
                .unzip();
            for (sample, &rows) in samples.counts.iter().enumerate() {
                let held_out = || test.iter().map(|of_fold| of_fold[sample]);
                prop_assert_eq!(held_out().sum::<u64>(), rows);
                prop_assert!(held_out().max().unwrap() - held_out().min().unwrap() <= 1);
                prop_assert!(train.iter().zip(&test).all(|(train, test)| train[sample] + test[sample] == rows));
            }
        }
    }

    #[test]
    fn of_many_rows_about_as_many_are_drawn_as_are_asked_for() {
        let x: Vec<f64> = (0..2000).map(f64::from).collect();
        let table = Table::from_columns([("x", Values::from(x))]).unwrap();
        let labels: Vec<u32> = (0..2000).map(|row| row % 2).collect();
        let weights: Vec<f64> = (0..2000).map(|row| if row % 10 == 0 { 9000.0 } else { 1.0 }).collect();
        let (samples, _) = Samples::learn(&table, &labels, Some(&weights), 2, Bins::Values).unwrap();
        let folds = Folds::new(samples.counts.iter().sum(), 5, 3);
        let rows = |view| folds.shared_out(&samples, view).iter().sum::<u64>();
        for fold in 0..5 {
            assert!(rows(FoldView::Train(fold)).abs_diff(MOST_ROWS as u64) < 100);
            assert!(rows(FoldView::Test(fold)).abs_diff(MOST_ROWS as u64) < 100);
        }
    }
}
