//! Gains as whole numbers.

use crate::lanes::multiples;

/// The sums of whole gains stay below two to this power, so that they are exact in doubles, in
/// whatever order they are added up.
const BITS: i32 = 51;

/// Whole numbers that stand for gains: `gain * scale`, rounded, where the scale is a power of two.
///
/// They are doubles, whose vector instructions every processor has. Sums of whole numbers below
/// 2^53 are exact in them.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct WholeGains {
    pub(super) gains: Vec<f64>,
    pub(super) scale: f64,
    /// No sum of gains, added up in doubles, differs by more than this from the sum of whole
    /// numbers divided by the scale.
    pub(super) error: f64,
}

/// Rounding of a sum of gains in doubles, relative to the sum of their absolute values.
const ROUNDING: f64 = 1e-12;

impl WholeGains {
    /// Rounds the gains of a problem.
    pub(super) fn new(gains: &[f64]) -> Self {
        let total: f64 = gains.iter().map(|gain| gain.abs()).sum();
        // A total of 2^e (1 + x) has the exponent e, so it is below 2^(e + 1).
        let exponent = ((total.to_bits() >> (f64::MANTISSA_DIGITS - 1)) as i32) - (f64::MAX_EXP - 1);
        let scale = 2f64.powi((BITS - 1 - exponent).clamp(-900, 900));
        let whole = multiples(gains, 1.0 / scale);
        let inexact = gains.iter().zip(&whole).filter(|(gain, whole)| *gain * scale != **whole).count();
        WholeGains { gains: whole, scale, error: 0.5 * inexact as f64 / scale + ROUNDING * total }
    }

    /// Returns the whole costs of rules by their number of literals, from 0 to `most`.
    pub(super) fn costs(&self, cost: impl Fn(usize) -> f64, most: usize) -> Vec<f64> {
        // A cost above every gain may count as the least such, so that differences stay exact.
        let above_all = 2f64.powi(BITS + 1);
        (0..=most).map(|literals| (cost(literals) * self.scale).round().min(above_all)).collect()
    }

    /// Returns a whole gain after costs that every rule of gain above `above` exceeds.
    pub(super) fn floor(&self, above: f64) -> f64 {
        ((above - self.error) * self.scale - 1.0).floor()
    }

    /// Returns a number that a gain after costs does not exceed whose whole number is `net`.
    pub(super) fn bound(&self, net: f64) -> f64 {
        (net + 0.5) / self.scale + self.error
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn sums_are_exact_and_near(gains in prop::collection::vec(-1e3..1e3f64, 1..50), power in -300..300i32) {
            let gains: Vec<f64> = gains.iter().map(|gain| gain * 2f64.powi(power)).collect();
            let whole = WholeGains::new(&gains);
            let total: f64 = whole.gains.iter().map(|gain| gain.abs()).sum();
            prop_assert!(whole.gains.iter().all(|gain| gain.fract() == 0.0) && total < 2f64.powi(BITS + 1));
            let (sum, exact): (f64, f64) = (gains.iter().sum(), whole.gains.iter().sum());
            prop_assert!((exact / whole.scale - sum).abs() <= whole.error);
        }
    }
}
