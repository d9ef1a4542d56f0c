//! Shares of rows and other measures, with their intervals.

use serde::Serialize;

/// The 97.5% quantile of the normal distribution, for intervals that contain the true value in 95%
/// of cases.
pub(crate) const NORMAL_QUANTILE: f64 = 1.959_963_984_540_054;

/// A share of rows, which count once each, whatever their weights.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Rate {
    /// The number of rows counted.
    pub count: usize,
    /// The number of all rows.
    pub n: usize,
    /// `count / n`, or `None` without rows.
    pub rate: Option<f64>,
    /// The 95% interval of [`wilson_interval`].
    pub interval: Option<[f64; 2]>,
}

impl Rate {
    /// Makes the share of `count` of `n` rows.
    pub fn new(count: usize, n: usize) -> Rate {
        Rate { count, n, rate: (n > 0).then(|| count as f64 / n as f64), interval: wilson_interval(count, n) }
    }
}

/// Returns the 95% interval of a share of which `count` of `n` were observed, without continuity
/// correction, or `None` if `n` is 0.
///
/// With `p = count / n` it is the set of all `x` that are not too far from `p`: `|p - x| <= z
/// sqrt(x (1 - x) / n)`, so (E. B. Wilson, Probable inference, the law of succession, and
/// statistical inference, JASA 22, 1927)
///
/// ```text
/// ( p + z^2 / 2n  ±  z sqrt(p (1 - p) / n + z^2 / 4n^2) ) / (1 + z^2 / n),    z = 1.959964
/// ```
///
/// # Panics
///
/// If `count` is larger than `n`.
pub fn wilson_interval(count: usize, n: usize) -> Option<[f64; 2]> {
    assert!(count <= n, "a share of rows is at most all");
    let (rows, z) = (n as f64, NORMAL_QUANTILE);
    let p = count as f64 / rows;
    let centre = p + z * z / (2.0 * rows);
    let half = z * (p * (1.0 - p) / rows + z * z / (4.0 * rows * rows)).sqrt();
    let scale = 1.0 + z * z / rows;
    // A share of none or all is exactly an end of its interval, but not after rounding.
    let low = if count == 0 { 0.0 } else { (centre - half) / scale };
    let high = if count == n { 1.0 } else { (centre + half) / scale };
    (n > 0).then_some([low, high])
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn intervals_of_the_literature() {
        // Newcombe, Two-sided confidence intervals for the single proportion, Statistics in
        // Medicine 17, 1998, table I, method 3: to four decimals.
        for (count, n, low, high) in
            [(81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605), (0, 20, 0.0, 0.1611), (1, 29, 0.0061, 0.1718)]
        {
            let [found_low, found_high] = wilson_interval(count, n).unwrap();
            assert!((found_low - low).abs() < 5e-5 && (found_high - high).abs() < 5e-5, "{count} of {n}");
        }
        assert_eq!(wilson_interval(0, 0), None);
        assert_eq!(Rate::new(3, 4).rate, Some(0.75));
        assert_eq!(Rate::new(0, 0).rate, None);
    }

    proptest! {
        /// The ends are just as far from the share as the definition allows.
        #[test]
        fn the_interval_inverts_the_score_test(n in 1..5000_usize, part in 0.0..=1.0_f64) {
            let count = (part * n as f64).round() as usize;
            let p = count as f64 / n as f64;
            let [low, high] = wilson_interval(count, n).unwrap();
            prop_assert!(0.0 <= low && low <= p && p <= high && high <= 1.0);
            let distance = |x: f64| NORMAL_QUANTILE * (x * (1.0 - x) / n as f64).sqrt();
            prop_assert!((p - low - distance(low)).abs() < 1e-9, "{low} {p}");
            prop_assert!((high - p - distance(high)).abs() < 1e-9, "{p} {high}");
            let [other_low, other_high] = wilson_interval(n - count, n).unwrap();
            prop_assert!((low + other_high - 1.0).abs() < 1e-12 && (high + other_low - 1.0).abs() < 1e-12);
        }
    }
}
