//! Means over splits with their intervals.

use serde::Serialize;
use statrs::distribution::{ContinuousCDF, StudentsT};

/// A mean over splits, with its uncertainty.
///
/// The training sets of several splits share rows, so that intervals from the variance of the
/// scores alone are too narrow. The variance of the mean is therefore estimated as `s^2 (1/n +
/// n_test/n_train)`, with `s^2` the variance of the `n` scores (Nadeau and Bengio, Inference for
/// the generalization error, Machine Learning 52, 2003).
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Spread {
    /// The number of scores.
    pub n: usize,
    /// Their mean.
    pub mean: f64,
    /// `s / sqrt(n)`, as in published tables of cross-validations. `None` for one score.
    pub standard_error: Option<f64>,
    /// The 95% t-interval of the mean by the variance above. `None` for one score.
    pub interval: Option<[f64; 2]>,
}

impl Spread {
    /// Returns the spread of the mean of `scores`, or `None` without scores. `ratio` is the number
    /// of test rows divided by that of training rows.
    pub fn of(scores: &[f64], ratio: f64) -> Option<Spread> {
        let n = scores.len();
        let mean = scores.iter().sum::<f64>() / n as f64;
        let degrees = n as f64 - 1.0;
        let variance = scores.iter().map(|score| (score - mean).powi(2)).sum::<f64>() / degrees;
        let half = (n > 1).then(|| t_quantile(degrees) * (variance * (1.0 / n as f64 + ratio)).sqrt());
        let standard_error = (n > 1).then(|| (variance / n as f64).sqrt());
        let interval = half.map(|half| [mean - half, mean + half]);
        (n > 0).then_some(Spread { n, mean, standard_error, interval })
    }
}

/// The outcome of a paired comparison of two methods on the same splits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    /// Better by more than the interval.
    Win,
    /// No difference beyond the interval.
    Tie,
    /// Worse by more than the interval.
    Loss,
}

/// Compares two methods by their scores on the same splits: a win or a loss if the 95% interval of
/// the mean difference ([`Spread`]) excludes 0, or if all differences are the same. Returns `None`
/// for fewer than two splits.
///
/// # Panics
/// If the numbers of scores differ.
pub fn compare_paired(ours: &[f64], theirs: &[f64], ratio: f64, larger_is_better: bool) -> Option<Verdict> {
    assert_eq!(ours.len(), theirs.len(), "scores of the same splits");
    let sign = if larger_is_better { 1.0 } else { -1.0 };
    let differences: Vec<f64> = ours.iter().zip(theirs).map(|(a, b)| sign * (a - b)).collect();
    let [low, high] = Spread::of(&differences, ratio)?.interval?;
    Some(match (low, high) {
        (low, _) if low > ROUNDING => Verdict::Win,
        (_, high) if high < -ROUNDING => Verdict::Loss,
        _ => Verdict::Tie,
    })
}

/// The largest difference between means of equal scores that is taken for rounding.
const ROUNDING: f64 = 1e-12;

/// Returns the 97.5% quantile of Student's t distribution.
fn t_quantile(degrees: f64) -> f64 {
    StudentsT::new(0.0, 1.0, degrees).expect("at least one degree of freedom").inverse_cdf(0.975)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantiles_of_the_tables() {
        for (degrees, quantile) in [(1.0, 12.706), (4.0, 2.776), (9.0, 2.262), (29.0, 2.045)] {
            assert!((t_quantile(degrees) - quantile).abs() < 5e-4, "{degrees}");
        }
    }

    #[test]
    fn a_mean_by_hand() {
        let spread = Spread::of(&[0.7, 0.8, 0.9], 0.25).unwrap();
        assert!((spread.mean - 0.8).abs() < 1e-12);
        assert!((spread.standard_error.unwrap() - 0.1 / 3f64.sqrt()).abs() < 1e-12);
        let [low, high] = spread.interval.unwrap();
        // t = 4.302653 with two degrees of freedom; 0.01 (1/3 + 1/4) is the variance.
        let half = 4.302_653 * (0.01 * (1.0 / 3.0 + 0.25_f64)).sqrt();
        assert!((high - 0.8 - half).abs() < 1e-6 && (0.8 - low - half).abs() < 1e-6);
    }

    #[test]
    fn one_score_has_no_interval() {
        assert_eq!(Spread::of(&[], 0.25), None);
        let one = Spread::of(&[0.5], 0.25).unwrap();
        assert_eq!((one.mean, one.standard_error, one.interval), (0.5, None, None));
        assert_eq!(compare_paired(&[1.0], &[0.0], 0.25, true), None);
    }

    #[test]
    fn differences_decide() {
        // Splits differ far more from each other than the methods do. Only the pairs tell.
        let (ours, theirs) = ([0.61, 0.71, 0.82, 0.91], [0.60, 0.70, 0.80, 0.90]);
        assert_eq!(compare_paired(&ours, &theirs, 0.25, true), Some(Verdict::Win));
        assert_eq!(compare_paired(&ours, &theirs, 0.25, false), Some(Verdict::Loss));
        assert_eq!(compare_paired(&ours, &ours, 0.25, true), Some(Verdict::Tie));
        assert_eq!(compare_paired(&[0.6, 0.8], &[0.8, 0.6], 0.25, true), Some(Verdict::Tie));
    }
}
