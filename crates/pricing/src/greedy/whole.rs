//! Gains as whole numbers: sums of them are exact, and so the same in any order and in any number of parts.

use rulegen_binarize::Samples;
use rulegen_driver::{PricingProblem, few_bits};

/// Sums of gains stay below two to this power, a bit below what 64 bits hold.
const SUM_BITS: i32 = 61;

/// The gains of a problem in multiples of a unit that is a power of two.
pub(super) struct WholeGains {
    /// What one is worth.
    pub(super) unit: f64,
    /// The gain of each sample: of a row of it where weights are numbers of rows.
    pub(super) gains: Vec<i64>,
    /// Whether weights are numbers of rows. Then a sample gains so much for each of them, however rows are merged.
    pub(super) by_row: bool,
}

impl WholeGains {
    /// Rounds the gains of `problem`: together they lose less than the last bits of their sum.
    pub(super) fn new(problem: &PricingProblem, samples: &Samples) -> Self {
        let counts = &samples.counts;
        let by_row = samples.weights.iter().zip(counts).all(|(&weight, &rows)| weight == rows as f64);
        let gain = |(&gain, &rows): (&f64, &u64)| if by_row { few_bits(gain / rows as f64) } else { gain };
        let gains: Vec<f64> = problem.gains.iter().zip(counts).map(gain).collect();
        let terms = if by_row { counts.iter().sum::<u64>() as f64 } else { gains.len() as f64 };
        let largest = gains.iter().fold(0.0, |most: f64, gain| most.max(gain.abs()));
        let unit = unit(terms * largest);
        WholeGains { unit, gains: gains.iter().map(|gain| (gain / unit).round() as i64).collect(), by_row }
    }

    /// The gain of a sample of so many rows.
    pub(super) fn of(&self, sample: usize, rows: u64) -> i64 {
        if self.by_row { self.gains[sample] * rows as i64 } else { self.gains[sample] }
    }
}

/// The unit in which sums of up to `most` stay within their bits.
fn unit(most: f64) -> f64 {
    let exponent = (most.log2().ceil() as i32).saturating_sub(SUM_BITS);
    2f64.powi(exponent.clamp(f64::MIN_EXP, f64::MAX_EXP - 1))
}
