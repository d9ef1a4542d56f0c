//! Calibration: predicted probabilities compared with observed frequencies.

use crate::intervals::NORMAL_QUANTILE;
use crate::probability::first_largest;
use crate::{Estimate, Rate};
use statrs::function::erf::erfc;
use std::f64::consts::{PI, SQRT_2};

/// The number of bins, of equal width.
const BINS: usize = 10;

/// The number of halvings of the range in which an end of the interval lies.
const HALVINGS: usize = 60;

/// Rows with similar probabilities.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CalibrationBin {
    /// The least probability of the bin, which is a tenth wide.
    pub low: f64,
    /// Their mean probability.
    pub mean: f64,
    /// The share of the rows for which the claim is true.
    pub observed: Rate,
}

/// Probabilities in ten bins of equal width, compared with observed frequencies: a reliability
/// diagram.
#[derive(Clone, Debug, PartialEq)]
pub struct CalibrationCurve {
    /// The bins by ascending probability, without those that have no rows.
    pub bins: Vec<CalibrationBin>,
    /// The expected calibration error: the gap between mean probability and frequency, averaged
    /// over the bins of the rows.
    pub error: Estimate,
}

impl CalibrationCurve {
    /// Makes the curve of claims, each a probability and true if it came true. Returns `None`
    /// without claims.
    ///
    /// The error is biased, because chance makes gaps even if probabilities are right. So its
    /// interval contains the errors `e` for which the observed error is neither too large nor too
    /// small: not further than 1.96 standard deviations from its mean. For both, the signed gap of
    /// a bin, by its share of the rows, is assumed to be normal, and the true gaps to be in
    /// proportion to the observed ones. Then each adds a folded normal (Leone, Nelson and
    /// Nottingham, Technometrics 3, 1961). In simulations of 50 to 5,000 rows the interval contains
    /// the true error in 90 to 98% of cases; a bootstrap of a calibrated model does in half of
    /// them. There is no interval for one claim, nor if all claims came true exactly.
    pub fn new(claims: impl IntoIterator<Item = (f64, bool)>) -> Option<CalibrationCurve> {
        let mut bins = [Bin::default(); BINS];
        for (probability, came_true) in claims {
            bins[((probability * BINS as f64) as usize).min(BINS - 1)].add(probability, came_true);
        }
        let n: usize = bins.iter().map(|bin| bin.n).sum();
        if n == 0 {
            return None;
        }
        let gaps: Vec<Gap> = bins.iter().map(|bin| bin.gap(n)).collect();
        let value = gaps.iter().map(|gap| gap.size).sum();
        let bin = |(at, bin): (usize, &Bin)| CalibrationBin {
            low: at as f64 / BINS as f64,
            mean: bin.probabilities / bin.n as f64,
            observed: Rate::new(bin.came_true, bin.n),
        };
        Some(CalibrationCurve {
            bins: bins.iter().enumerate().filter(|(_, bin)| bin.n > 0).map(bin).collect(),
            error: Estimate { value, interval: if n > 1 { interval(value, &gaps) } else { None } },
        })
    }
}

/// Returns the claims that probabilities make. With two classes, they are that rows are of
/// `positive`, or of the second class. With more classes, they are that rows are of the class with
/// the largest probability, the first of those that tie (Guo, Pleiss, Sun and Weinberger, On
/// calibration of modern neural networks, 2017).
///
/// `probabilities` are row by row, one for each class.
///
/// # Panics
/// If there are not `classes` probabilities for each label.
pub fn claims<'a>(
    probabilities: &'a [f64],
    classes: usize,
    labels: &'a [u32],
    positive: Option<u32>,
) -> impl Iterator<Item = (f64, bool)> + 'a {
    assert_eq!(probabilities.len(), labels.len() * classes, "a probability for each row and class");
    let about = (classes == 2).then(|| positive.unwrap_or(1) as usize);
    probabilities.chunks(classes).zip(labels).map(move |(row, &label)| {
        let class = about.unwrap_or_else(|| first_largest(row));
        (row[class], class == label as usize)
    })
}

/// Sums over the claims of a bin.
#[derive(Clone, Copy, Debug, Default)]
struct Bin {
    n: usize,
    came_true: usize,
    probabilities: f64,
    /// The sum of `(p - y)^2`.
    squares: f64,
}

impl Bin {
    fn add(&mut self, probability: f64, came_true: bool) {
        let truth = usize::from(came_true);
        self.n += 1;
        self.came_true += truth;
        self.probabilities += probability;
        self.squares += (probability - truth as f64).powi(2);
    }

    /// Returns the part of the bin in the error of `n` claims.
    fn gap(&self, n: usize) -> Gap {
        let n = n as f64;
        let mean = (self.probabilities - self.came_true as f64) / n;
        let variance = (self.squares / n - mean * mean) / (n - 1.0);
        Gap { size: mean.abs(), deviation: variance.max(0.0).sqrt() }
    }
}

/// The gap of a bin, by its share of the rows, and its standard deviation.
#[derive(Clone, Copy, Debug)]
struct Gap {
    size: f64,
    deviation: f64,
}

/// Returns the smallest and the largest error for which the observed error is neither too small nor
/// too large.
fn interval(found: f64, gaps: &[Gap]) -> Option<[f64; 2]> {
    let gaps: Vec<Gap> = gaps.iter().copied().filter(|gap| gap.deviation > 0.0).collect();
    if gaps.is_empty() {
        return None;
    }
    // Without an observed gap there is no proportion. The deviations take its place.
    let part = |gap: &Gap| if found > 0.0 { gap.size } else { gap.deviation };
    let whole: f64 = gaps.iter().map(part).sum();
    // The largest, or the smallest, error that would be observed if this were the true error.
    let expected = |error: f64, side: f64| {
        let moments = gaps.iter().map(|gap| folded(error * part(gap) / whole, gap.deviation));
        let (mean, variance) = moments.fold((0.0, 0.0), |sum, of| (sum.0 + of.0, sum.1 + of.1));
        mean + side * NORMAL_QUANTILE * variance.sqrt()
    };
    // Both grow with the error.
    let least_where = |side: f64| {
        let (mut low, mut high) = (0.0, 1.0);
        if expected(low, side) >= found {
            return low;
        }
        for _ in 0..HALVINGS {
            let middle = 0.5 * (low + high);
            if expected(middle, side) < found { low = middle } else { high = middle }
        }
        high
    };
    Some([least_where(1.0).min(found), least_where(-1.0).max(found)])
}

/// Returns mean and variance of the absolute value of a normal number.
fn folded(mean: f64, deviation: f64) -> (f64, f64) {
    let z = mean / deviation;
    let size = deviation * (2.0 / PI).sqrt() * (-0.5 * z * z).exp() + mean * (1.0 - erfc(z / SQRT_2));
    (size, (mean * mean + deviation * deviation - size * size).max(0.0))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use rulegen_numeric::Random;
    use std::iter::repeat_n;

    #[test]
    fn a_small_table_by_hand() {
        let curve =
            CalibrationCurve::new([(0.25, false), (0.29, true), (0.95, true), (1.0, true), (0.0, false)]).unwrap();
        let bins: Vec<(f64, f64, Rate)> = curve.bins.iter().map(|bin| (bin.low, bin.mean, bin.observed)).collect();
        assert_eq!(bins, [(0.0, 0.0, Rate::new(0, 1)), (0.2, 0.27, Rate::new(1, 2)), (0.9, 0.975, Rate::new(2, 2))]);
        assert!((curve.error.value - (2.0 * 0.23 + 2.0 * 0.025) / 5.0).abs() < 1e-15);
        let [low, high] = curve.error.interval.unwrap();
        assert!(low == 0.0 && high < 0.6, "{low} {high}");
    }

    #[test]
    fn claims_are_of_the_positive_or_of_the_likeliest_class() {
        let two = [0.9, 0.1, 0.4, 0.6];
        assert_eq!(claims(&two, 2, &[0, 0], None).collect::<Vec<_>>(), [(0.1, false), (0.6, false)]);
        assert_eq!(claims(&two, 2, &[0, 0], Some(0)).collect::<Vec<_>>(), [(0.9, true), (0.4, true)]);
        let three = [0.4, 0.4, 0.2, 0.1, 0.3, 0.6];
        assert_eq!(claims(&three, 3, &[1, 2], Some(1)).collect::<Vec<_>>(), [(0.4, false), (0.6, true)]);
    }

    #[test]
    fn no_claims_and_certain_ones() {
        assert_eq!(CalibrationCurve::new([]), None);
        assert_eq!(CalibrationCurve::new([(0.5, true)]).unwrap().error, Estimate { value: 0.5, interval: None });
        let certain = CalibrationCurve::new([(1.0, true), (0.0, false), (1.0, true)]).unwrap();
        assert_eq!(certain.error, Estimate { value: 0.0, interval: None });
        // No gap is observed, but there may be one.
        let [low, high] = CalibrationCurve::new([(0.5, true), (0.5, false)]).unwrap().error.interval.unwrap();
        assert!(low == 0.0 && high > 0.0, "{high}");
    }

    #[test]
    fn a_large_gap_has_the_interval_of_a_share() {
        // One bin: the error is |0.95 - frequency|, far from 0, so that its interval is that of the
        // frequency.
        let claims = repeat_n((0.95, true), 600).chain(repeat_n((0.95, false), 400));
        let error = CalibrationCurve::new(claims).unwrap().error;
        let half = NORMAL_QUANTILE * (0.24_f64 / 999.0).sqrt();
        let [low, high] = error.interval.unwrap();
        assert!((error.value - 0.35).abs() < 1e-12);
        assert!((low - (0.35 - half)).abs() < 1e-6 && (high - (0.35 + half)).abs() < 1e-6, "{low} {high}");
    }

    /// Claims that come true exactly as often as they say, in a fixed pseudo-random order.
    fn calibrated(n: usize, seed: u64, scale: f64) -> Vec<(f64, bool)> {
        let mut random = Random::of_seed(seed);
        (0..n)
            .map(|_| random.unit())
            .map(|p| (p, 0.5 + scale * (p - 0.5)))
            .map(|(p, truth)| (p, draw_below(p, truth)))
            .collect()
    }

    /// Makes a second number of the digits of the first one, which is practically independent of
    /// it.
    fn draw_below(p: f64, truth: f64) -> bool {
        (p * 1e7).fract() < truth
    }

    #[test]
    fn intervals_hold_the_true_error() {
        // If the chance is 1/2 + s (p - 1/2) instead of p, the true error is (1 - s) / 4, because
        // bins keep its sign.
        for scale in [1.0, 0.7] {
            let truth = (1.0 - scale) / 4.0;
            let held = (0..400_u64).filter(|&seed| {
                let curve = CalibrationCurve::new(calibrated(300, 1000 * seed, scale)).unwrap();
                let [low, high] = curve.error.interval.unwrap();
                low <= truth && truth <= high
            });
            let held = held.count();
            assert!(held >= 360, "{held} of 400 at {scale}");
        }
    }

    proptest! {
        #[test]
        fn the_error_is_that_of_its_bins(claims in prop::collection::vec((0..=20_u8, any::<bool>()), 1..60)) {
            let claims: Vec<(f64, bool)> = claims.into_iter().map(|(p, y)| (f64::from(p) / 20.0, y)).collect();
            let curve = CalibrationCurve::new(claims.iter().copied()).unwrap();
            let mut error = 0.0;
            for at in 0..10 {
                let inside = |p: f64| ((10.0 * p).floor() as usize).min(9) == at;
                let here: Vec<_> = claims.iter().filter(|(p, _)| inside(*p)).collect();
                let gap: f64 = here.iter().map(|(p, y)| p - f64::from(u8::from(*y))).sum();
                error += gap.abs() / claims.len() as f64;
            }
            prop_assert!((curve.error.value - error).abs() < 1e-12);
            prop_assert_eq!(curve.bins.iter().map(|bin| bin.observed.n).sum::<usize>(), claims.len());
            if let Some([low, high]) = curve.error.interval {
                prop_assert!(0.0 <= low && low <= error + 1e-12 && error - 1e-12 <= high && high <= 1.0);
            }
        }
    }
}
