//! The division of merged rows into folds, which does not depend on where a row lies.

use crate::keys::{code_keys, seeded};
use rayon::prelude::*;
use rulegen_binarize::Samples;
use serde::{Deserialize, Serialize};

/// A division of merged rows into folds, and the share of them that folds look at. Bits of the
/// codes of a row decide both.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct FoldDivision {
    pub(crate) folds: u32,
    pub(crate) seed: u64,
    /// The share that folds learn from, in parts of 2^32.
    pub(crate) learned: u32,
    /// The share that folds are scored on. It contains all that is learned from.
    pub(crate) scored: u32,
}

impl FoldDivision {
    /// Divides about `things` rows. All of them take part unless a fold would learn from more than
    /// `most_rows`, or score more.
    pub fn new(things: u64, folds: usize, seed: u64, most_rows: usize) -> Self {
        let folds = u32::try_from(folds).unwrap_or(u32::MAX);
        let of = f64::from(folds.max(1));
        // The cast saturates at the largest value.
        let part = |of_fold: f64| (most_rows as f64 / of_fold * 2f64.powi(32)) as u32;
        let (learned, scored) = (part(things as f64 * (of - 1.0) / of), part(things as f64 / of));
        FoldDivision { folds, seed, learned, scored: scored.max(learned) }
    }

    /// The number of folds.
    pub fn folds(&self) -> usize {
        self.folds as usize
    }

    /// The share of all rows that folds look at: the share that is scored.
    pub fn scored_share(&self) -> f64 {
        (f64::from(self.scored) + 1.0) / 2f64.powi(32)
    }

    /// Returns the place of each merged row, all of whose rows are in one fold. It does not depend
    /// on the class.
    pub(crate) fn places(&self, samples: &Samples) -> Vec<FoldPlace> {
        code_keys(&samples.table).into_iter().map(|key| self.place(key)).collect()
    }

    fn place(&self, key: u64) -> FoldPlace {
        let (fold, draw) = (self.first_fold(key), self.draw(key));
        let drawn = if draw <= self.learned { FoldPlace::LEARNED } else { u32::from(draw <= self.scored) };
        // With a billion folds, which only a damaged message asks for, some get the same number.
        FoldPlace((fold as u32).wrapping_mul(3).wrapping_add(drawn))
    }

    /// Returns the number of rows of each merged row that take part in a side of a fold. Rows are
    /// dealt to the folds and drawn one by one, as they would be at random, but by bits of their
    /// key ([`code_keys`]).
    pub(crate) fn shared_out(&self, samples: &Samples, keys: &[u64], side: FoldView) -> Vec<u64> {
        let share = |sample: usize| {
            let (rows, key) = (samples.counts[sample], seeded(keys[sample], u64::from(samples.labels[sample])));
            // Each side of each fold takes other bits. Otherwise the same rows would be drawn for
            // both.
            let (there, part, stream) = match side {
                FoldView::Train(fold) => (rows - self.held_out(rows, key, fold), self.learned, 2 * u64::from(fold) + 1),
                FoldView::Test(fold) => (self.held_out(rows, key, fold), self.scored, 2 * u64::from(fold) + 2),
            };
            binomial(there, u64::from(part) + 1, seeded(seeded(key, !self.seed), stream))
        };
        (0..samples.len()).into_par_iter().map(share).collect()
    }

    /// Returns the number of rows that a fold holds out, after the folds before it have taken
    /// theirs.
    fn held_out(&self, rows: u64, key: u64, fold: u32) -> u64 {
        let (folds, key) = (u64::from(self.folds.max(1)), seeded(key, self.seed));
        let mut left = rows;
        for before in 0..u64::from(fold).min(folds) {
            left -= binomial(left, ONE / (folds - before), seeded(key, before));
            if left == 0 {
                return 0;
            }
        }
        match folds.checked_sub(u64::from(fold)) {
            None | Some(0) => 0,
            Some(still) => binomial(left, ONE / still, seeded(key, u64::from(fold))),
        }
    }

    fn first_fold(&self, key: u64) -> u64 {
        seeded(key, self.seed) % u64::from(self.folds.max(1))
    }

    fn draw(&self, key: u64) -> u32 {
        (seeded(key, !self.seed) >> 32) as u32
    }
}

/// The whole, in parts of 2^32.
const ONE: u64 = 1 << 32;

/// The number of rows above which they are not drawn one by one.
const MANY: u64 = 16;

/// Returns how many of `rows` rows are drawn, each with a chance of `share`, by bits of a key. For
/// many rows it rounds a normal number, made as a sum of uniform ones so that any processor draws
/// the same.
fn binomial(rows: u64, share: u64, key: u64) -> u64 {
    let uniform = |draw: u64| seeded(key, draw) >> 32;
    match share {
        0 => 0,
        ONE.. => rows,
        _ if rows <= MANY => (0..rows).filter(|&row| uniform(row) < share).count() as u64,
        _ => {
            let (n, p) = (rows as f64, share as f64 / ONE as f64);
            // The sum of twelve uniform numbers has a variance of 1.
            let normal = (0..12).map(|draw| uniform(draw) as f64 / ONE as f64).sum::<f64>() - 6.0;
            ((n * p + (n * p * (1.0 - p)).sqrt() * normal).round().max(0.0) as u64).min(rows)
        }
    }
}

/// A side of a fold.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum FoldView {
    /// The rows that are learned from when this fold is held out.
    Train(u32),
    /// The rows of this fold that are scored.
    Test(u32),
}

impl FoldView {
    /// True if a merged row of this place takes part.
    pub(crate) fn has(self, place: FoldPlace) -> bool {
        match self {
            FoldView::Train(fold) => place.fold() != fold && place.is_learned(),
            FoldView::Test(fold) => place.fold() == fold && place.is_scored(),
        }
    }
}

/// The fold of a merged row, and the use that it is drawn for: none, being scored, or being learned
/// from too. It is stored as the group of a sample.
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

    const MOST_ROWS: usize = 100_000;

    proptest! {
        /// Each row is held out once and learned from otherwise.
        #[test]
        fn each_row_is_in_one_fold(
            counts in prop::collection::vec(1u64..1000, 2..40),
            folds in 2usize..8,
            seed in any::<u64>(),
        ) {
            let samples = samples_of(&counts);
            let of = FoldDivision::new(samples.counts.iter().sum(), folds, seed, MOST_ROWS);
            let (train, test): (Vec<_>, Vec<_>) = (0..folds as u32)
                .map(|fold| (shares(&of, &samples, FoldView::Train(fold)), shares(&of, &samples, FoldView::Test(fold))))
                .unzip();
            for (sample, &rows) in samples.counts.iter().enumerate() {
                let held_out = || test.iter().map(|of_fold| of_fold[sample]);
                prop_assert_eq!(held_out().sum::<u64>(), rows);
                prop_assert!(train.iter().zip(&test).all(|(train, test)| train[sample] + test[sample] == rows));
            }
        }
    }

    fn shares(folds: &FoldDivision, samples: &Samples, side: FoldView) -> Vec<u64> {
        folds.shared_out(samples, &code_keys(&samples.table), side)
    }

    /// Makes samples with these numbers of rows, all of different codes.
    fn samples_of(counts: &[u64]) -> Samples {
        let column =
            |of: fn(usize) -> usize| Values::from((0..counts.len()).map(|row| of(row) as f64).collect::<Vec<_>>());
        let table = Table::from_columns([("x", column(|row| row % 64)), ("y", column(|row| row / 64))]).unwrap();
        let labels: Vec<u32> = (0..counts.len() as u32).map(|row| row % 2).collect();
        let weights: Vec<f64> = counts.iter().map(|&rows| rows as f64).collect();
        let (samples, _) = Samples::learn(&table, &labels, Some(&weights), 2, Bins::Values).unwrap();
        assert_eq!(samples.len(), counts.len());
        samples
    }

    /// The mean and the variance of these numbers.
    fn moments(of: &[u64]) -> (f64, f64) {
        let n = of.len() as f64;
        let mean = of.iter().sum::<u64>() as f64 / n;
        (mean, of.iter().map(|&x| (x as f64 - mean).powi(2)).sum::<f64>() / n)
    }

    #[test]
    fn rows_are_dealt_as_at_random() {
        for rows in [1, 5, 10, 16, 17, 40, 1_000_000] {
            let samples = samples_of(&vec![rows; 4000]);
            let folds = FoldDivision::new(samples.counts.iter().sum::<u64>().min(MOST_ROWS as u64), 5, 3, MOST_ROWS);
            let dealt: Vec<Vec<u64>> = (0..5).map(|fold| shares(&folds, &samples, FoldView::Test(fold))).collect();
            for of_fold in &dealt {
                let (n, (mean, variance)) = (rows as f64, moments(of_fold));
                // The mean of 4,000 numbers has a 63rd of the standard error of one, and the
                // variance is known to a 45th of itself.
                assert!((mean - n / 5.0).abs() < 5.0 * (n * 0.16).sqrt() / 63.0, "{rows}: {mean}");
                assert!((variance / (n * 0.16) - 1.0).abs() < 5.0 / 45.0 + 0.2 / n.sqrt(), "{rows}: {variance}");
            }
            assert!(dealt.windows(2).all(|folds| folds[0] != folds[1]));
        }
    }

    /// Rows drawn to be learned from and rows drawn to be scored are nearly independent, and folds
    /// differ.
    #[test]
    fn of_many_rows_each_side_of_a_fold_draws_for_itself() {
        let samples = samples_of(&[10; 4000]);
        let share = |of: f64| (of * ONE as f64) as u32;
        let folds = FoldDivision { folds: 5, seed: 3, learned: share(0.05), scored: share(0.2) };
        let rows = |side| shares(&folds, &samples, side);
        for fold in 0..5 {
            let (train, test) = (rows(FoldView::Train(fold)), rows(FoldView::Test(fold)));
            let (learned, scored) = (train.iter().sum::<u64>(), test.iter().sum::<u64>());
            assert!(learned.abs_diff(1600) < 200 && scored.abs_diff(1600) < 200, "{learned}, {scored}");
            let both = train.iter().zip(&test).filter(|(train, test)| **train > 0 && **test > 0).count();
            // Each side has a third of the merged rows, so a ninth is in both, a little less
            // because a row that is held out is not learned from.
            assert!((300..520).contains(&both), "{both}");
            assert_ne!(train, rows(FoldView::Train((fold + 1) % 5)));
        }
    }
}
