//! Gains as whole numbers. Sums of them are exact, and so the same in any order and in any number
//! of parts.

use crate::lanes::multiples;
use rulegen_binarize::Samples;
use rulegen_driver::{PricingProblem, few_bits};

/// Sums of gains stay below two to this power, a bit below the capacity of 64 bits.
const SUM_BITS: i32 = 61;

/// The gains of a problem in multiples of a unit that is a power of two.
pub(super) struct WholeGains {
    /// The value of one.
    pub(super) unit: f64,
    /// The gain of each sample, or of one of its rows where weights are numbers of rows.
    pub(super) gains: Vec<i64>,
    /// True if these are gains of rows, because weights are numbers of rows. A sample then gains
    /// this much for each of its rows, however rows are merged.
    pub(super) by_row: bool,
}

impl WholeGains {
    /// Rounds the gains of `problem`, so that the gain of a rule is off by at most half a unit for
    /// each term of its sum. For `n` rows, or samples where weights are not numbers of rows, that
    /// is `n / 2^61` of the sum of the absolute values of all gains.
    pub(super) fn new(problem: &PricingProblem, samples: &Samples) -> Self {
        let by_row = samples.weights.iter().zip(&samples.counts).all(|(&weight, &rows)| weight == rows as f64);
        WholeGains::rounded(problem, samples, by_row)
    }

    /// Rounds the gain of each row of a sample, whatever it weighs. The rows of a sample must weigh
    /// the same.
    pub(super) fn of_rows(problem: &PricingProblem, samples: &Samples) -> Self {
        WholeGains::rounded(problem, samples, true)
    }

    fn rounded(problem: &PricingProblem, samples: &Samples, by_row: bool) -> Self {
        let counts = &samples.counts;
        let gain = |(&gain, &rows): (&f64, &u64)| if by_row { few_bits(gain / rows as f64) } else { gain };
        let gains: Vec<f64> = problem.gains.iter().zip(counts).map(gain).collect();
        let terms = |i: usize| if by_row { counts[i] } else { 1 };
        let all: u64 = (0..gains.len()).map(terms).sum();
        let largest = gains.iter().fold(0.0, |most: f64, gain| most.max(gain.abs()));
        // All terms might be as large as the largest. In the unit for that their sum is computed,
        // and then a unit chosen that fits the sum.
        let coarse = unit(all as f64 * largest);
        let size = |(i, gain): (usize, f64)| u128::from(terms(i)) * u128::from(gain.abs() as u64);
        let sum: u128 = multiples(&gains, coarse).into_iter().enumerate().map(size).sum();
        let spare = SUM_BITS - (u128::BITS - sum.leading_zeros()) as i32;
        let unit = (coarse * 2f64.powi(-spare.clamp(0, SUM_BITS))).max(f64::MIN_POSITIVE);
        WholeGains { unit, gains: multiples(&gains, unit).into_iter().map(|gain| gain as i64).collect(), by_row }
    }

    /// Returns the gain of a sample of this number of rows.
    pub(super) fn of(&self, sample: usize, rows: u64) -> i64 {
        if self.by_row { self.gains[sample] * rows as i64 } else { self.gains[sample] }
    }
}

/// Returns the unit in which sums of up to `most` stay within their bits.
fn unit(most: f64) -> f64 {
    let exponent = (most.log2().ceil() as i32).saturating_sub(SUM_BITS);
    2f64.powi(exponent.clamp(f64::MIN_EXP, f64::MAX_EXP - 1))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use rulegen_binarize::Bins;
    use rulegen_data::{Table, Values};

    fn samples(weights: &[f64]) -> Samples {
        let x: Vec<f64> = (0..weights.len()).map(|i| i as f64).collect();
        let table = Table::from_columns([("x", Values::from(x))]).unwrap();
        Samples::learn_unlabelled(&table, Some(weights), Bins::Values).unwrap().0
    }

    fn problem(gains: Vec<f64>) -> PricingProblem {
        let (fixed, per_literal, threshold) = (0.0, 1.0, 1e-9);
        PricingProblem { tag: 0, gains, fixed, per_literal, max_length: None, min_cover: 0, threshold }
    }

    proptest! {
        #[test]
        fn sums_are_true_to_the_bits_that_are_promised(
            rows in prop::collection::vec((1u64..1_000_000_000, -1.0f64..1.0, -40i32..0), 2..60), fraction: bool,
        ) {
            let weight = |rows: u64| if fraction { rows as f64 + 0.5 } else { rows as f64 };
            let weights: Vec<f64> = rows.iter().map(|row| weight(row.0)).collect();
            let gains: Vec<f64> = rows.iter().map(|row| weight(row.0) * few_bits(row.1 * 2f64.powi(row.2))).collect();
            let samples = samples(&weights);
            let whole = WholeGains::new(&problem(gains.clone()), &samples);
            prop_assert_eq!(whole.by_row, !fraction);
            let found: i128 = (0..gains.len()).map(|i| i128::from(whole.of(i, samples.counts[i]))).sum();
            let size: i128 = (0..gains.len()).map(|i| i128::from(whole.of(i, samples.counts[i])).abs()).sum();
            prop_assert!(size < 1 << 62);
            let (actual, all) = (gains.iter().sum::<f64>(), gains.iter().map(|gain| gain.abs()).sum::<f64>());
            let terms = if fraction { rows.len() as f64 } else { weights.iter().sum() };
            let promised = all * (terms / 2f64.powi(61) + 1e-14);
            prop_assert!((found as f64 * whole.unit - actual).abs() <= promised, "{found} {actual}");
        }
    }

    /// There are few rows of a large gain and many of small ones. Half a unit for each of the many
    /// is still nothing beside their sum.
    #[test]
    fn ten_million_rows_of_a_rare_class_keep_their_digits() {
        let (rare, share) = (10_000.0, 0.001);
        let gains = vec![rare * (1.0 - share), -9_990_000.0 * few_bits(share)];
        let samples = samples(&[rare, 9_990_000.0]);
        let whole = WholeGains::new(&problem(gains.clone()), &samples);
        for (i, gain) in gains.iter().enumerate() {
            let found = whole.of(i, samples.counts[i]) as f64 * whole.unit;
            assert!((found - gain).abs() < 1e-10 * gain.abs(), "{found} {gain}");
        }
    }
}
