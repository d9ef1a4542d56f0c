//! Dual values as whole numbers.

use rulegen_rule::OPTIMAL_GAP;

/// The most that all values may sum up to, times their scale: a value of a proof is below 2^53, and
/// that of a fine is their sum.
const MOST: f64 = (1u64 << 52) as f64;

/// The total error that rounding all values may make.
#[derive(Clone, Copy, Debug)]
pub(super) enum Tolerance {
    /// This part of the values' sum. Where rules cost next to nothing, a bound may lose more.
    OfSum(f64),
    /// Next to nothing of the sum and of the least cost of a rule.
    Fine,
}

impl Tolerance {
    /// Coarser tolerances, from small to large. As values are rounded to the nearest, much of the
    /// errors cancels out, but for values at rounded limits.
    pub(super) const COARSER: [Tolerance; 4] = [
        Tolerance::OfSum(0.1 * OPTIMAL_GAP),
        Tolerance::OfSum(OPTIMAL_GAP),
        Tolerance::OfSum(10.0 * OPTIMAL_GAP),
        Tolerance::OfSum(100.0 * OPTIMAL_GAP),
    ];

    /// Returns the error tolerated beside values of this sum and rules that cost at least `cost`.
    fn error(self, sum: f64, cost: f64) -> f64 {
        match self {
            Tolerance::OfSum(part) => part * sum,
            Tolerance::Fine => (1e-9 * sum).min(1e-8 * cost),
        }
    }
}

/// A whole number by which values are multiplied before they are rounded.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Scale(f64);

impl Scale {
    /// Scales for the duals of vertices where all weights and costs are whole numbers. Their
    /// denominators are small, and most divide one of these, the least first.
    pub(super) const OF_VERTICES: [Scale; 3] = [Scale(12.0), Scale(60.0), Scale(840.0)];

    /// Returns the least power of two at which `number` values of this sum have a tolerated error,
    /// beside rules that cost at least `cost`. No sum of weights exceeds `most`. Returns `None` if
    /// that leaves no scale of at least 1.
    pub(super) fn of(tolerance: Tolerance, number: usize, sum: f64, cost: f64, most: f64) -> Option<Scale> {
        let tolerated = tolerance.error(sum, cost);
        let wanted = if tolerated > 0.0 { number as f64 / tolerated } else { 1.0 };
        let possible = (MOST / most.max(1.0)).log2().floor();
        (possible >= 0.0).then(|| Scale(wanted.log2().ceil().clamp(0.0, possible).exp2()))
    }

    /// The scale as a whole number.
    pub(super) fn whole(self) -> u64 {
        self.0 as u64
    }

    /// Returns a value, or 0 if it is negative, in units of the scale, rounded to the nearest.
    pub(super) fn units(self, value: f64) -> u64 {
        (value.max(0.0) * self.0).round() as u64
    }

    /// Returns the value of so many units.
    pub(super) fn value(self, units: u64) -> f64 {
        units as f64 / self.0
    }
}

/// The largest value of a sample: its weight as the checker computes it, in fractions, or what
/// fairness makes of it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Most {
    pub(super) weight: f64,
    /// True if the weight is no rounded number.
    pub(super) is_exact: bool,
}

/// The relative error of a weight: sums of weights and a product with a factor were rounded.
const ROUNDING: f64 = 1e-12;

impl Most {
    /// Returns the most units of a value that is at most the weight.
    pub(super) fn units(self, scale: Scale) -> u64 {
        let least = if self.is_exact { self.weight } else { self.weight * (1.0 - ROUNDING) };
        let units = (least * scale.0).floor() as u64;
        if self.is_exact { units } else { units.saturating_sub(1) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_rounded_and_within_weights() {
        let scale = Scale::of(Tolerance::Fine, 4, 2.0, 1.0, 4.0).unwrap();
        assert_eq!(scale.whole(), 1 << 31);
        let exact = Most { weight: 1.0, is_exact: true };
        assert_eq!((exact.units(scale), scale.units(0.75 + 1e-12)), (1 << 31, 3 << 29));
        assert_eq!((scale.units(-1e-12), scale.value(3 << 29)), (0, 0.75));
        assert_eq!(Scale::of(Tolerance::COARSER[1], 4, 2.0, 1.0, 4.0).unwrap().whole(), 1 << 21);
        let [twelfths, ..] = Scale::OF_VERTICES;
        assert_eq!((twelfths.units(1.0 / 3.0), twelfths.units(0.3), twelfths.units(-1.0)), (4, 4, 0));
        let third = Most { weight: 1.0 / 3.0, is_exact: false };
        assert!(3 * third.units(scale) < scale.whole());
    }

    #[test]
    fn heavy_samples_have_a_small_scale_or_none() {
        assert_eq!(Scale::of(Tolerance::Fine, 10, 1e15, 1.0, 1e15).unwrap().whole(), 4);
        assert_eq!(Scale::of(Tolerance::Fine, 10, 1e19, 1.0, 1e19), None);
    }
}
