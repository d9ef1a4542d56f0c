//! Shares of rows, and other figures on them, with their intervals.

use serde::Serialize;

/// The 97.5% quantile of the normal distribution, for intervals that hold in 95% of cases.
pub(crate) const NORMAL_QUANTILE: f64 = 1.959_963_984_540_054;

/// A measure on rows, each counted once whatever its weight.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// The measure.
    pub value: f64,
    /// Its 95% interval; none where the rows do not say how far it varies.
    pub interval: Option<[f64; 2]>,
}

/// A share of rows, each counted once whatever its weight.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Rate {
    /// The rows counted.
    pub count: usize,
    /// The rows that they are a share of.
    pub n: usize,
    /// `count / n`; none of no rows.
    pub rate: Option<f64>,
    /// The 95% interval of [`wilson_interval`].
    pub interval: Option<[f64; 2]>,
}

impl Rate {
    /// `count` of `n` rows.
    pub fn new(count: usize, n: usize) -> Rate {
        Rate { count, n, rate: (n > 0).then(|| count as f64 / n as f64), interval: wilson_interval(count, n) }
    }
}

/// The 95% interval of a share of which `count` of `n` were seen, without continuity correction; none if `n` is 0.
///
/// With `p = count / n` it is the set of all `x` that are not too far from `p`: `|p - x| <= z sqrt(x (1 - x) / n)`, so
/// (E. B. Wilson, Probable inference, the law of succession, and statistical inference, JASA 22, 1927)
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
    // None and all are ends of the interval themselves, but for rounding.
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
        // Newcombe, Two-sided confidence intervals for the single proportion, Statistics in Medicine 17, 1998, table I,
        // method 3: to four places.
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
