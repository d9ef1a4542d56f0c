//! Measures of probabilities, row by row.

use crate::{Estimate, Spread};

/// Computes the mean of `-ln p` over rows, with `p` the probability of the row's class: 0 at best.
/// Probabilities below 2.2e-16, the distance of 1 from the next number, count as that, so that it
/// is at most 36.05.
///
/// `probabilities` are row by row, one for each class. The interval is the t-interval of a mean
/// over rows, cut at the ends of the range. There is none for one row. Returns `None` without rows.
///
/// # Panics
/// If there are not `classes` probabilities for each label, or a label is not below `classes`.
pub(crate) fn log_loss(probabilities: &[f64], classes: usize, labels: &[u32]) -> Option<Estimate> {
    mean_loss(probabilities, classes, labels, surprise(0.0), |row, label| surprise(row[label]))
}

/// Returns `-ln p` with a lower bound on `p`.
pub(crate) fn surprise(p: f64) -> f64 {
    -p.clamp(f64::EPSILON, 1.0).ln()
}

/// Returns the class of the largest score, the first of several.
pub(crate) fn first_largest(scores: &[f64]) -> usize {
    (0..scores.len()).fold(0, |best, class| if scores[class] > scores[best] { class } else { best })
}

/// Computes the Brier score: the mean over rows of `(p - y)^2`, with `p` the probability of the
/// positive class, and `y` 1 if the row is of that class and else 0. With more than two classes it
/// is the mean of the sum of that over all classes (Brier, Verification of forecasts expressed in
/// terms of probability, Monthly Weather Review 78, 1950). It ranges from 0, the best, to 1, or to
/// 2 with more than two classes.
///
/// Arguments, interval and panics are those of [`log_loss`].
pub(crate) fn brier(probabilities: &[f64], classes: usize, labels: &[u32]) -> Option<Estimate> {
    // Both of two classes give the same square.
    let scale = if classes == 2 { 0.5 } else { 1.0 };
    mean_loss(probabilities, classes, labels, 2.0 * scale, |row, label| {
        let square = |(class, p): (usize, &f64)| (p - f64::from(u8::from(class == label))).powi(2);
        scale * row.iter().enumerate().map(square).sum::<f64>()
    })
}

/// Returns the mean of a loss between 0 and `most`.
fn mean_loss(
    probabilities: &[f64],
    classes: usize,
    labels: &[u32],
    most: f64,
    loss: impl Fn(&[f64], usize) -> f64,
) -> Option<Estimate> {
    assert_eq!(probabilities.len(), labels.len() * classes, "a probability for each row and class");
    let rows = probabilities.chunks(classes).zip(labels);
    let losses: Vec<f64> = rows.map(|(row, &label)| loss(row, label as usize)).collect();
    let spread = Spread::of(&losses, 0.0)?;
    let within = |ends: [f64; 2]| ends.map(|end| end.clamp(0.0, most));
    Some(Estimate { value: spread.mean, interval: spread.interval.map(within) })
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn small_tables_by_hand() {
        let two = [0.75, 0.25, 0.5, 0.5, 0.0, 1.0];
        let loss = log_loss(&two, 2, &[0, 1, 1]).unwrap();
        assert!((loss.value - ((4.0 / 3.0_f64).ln() + 2_f64.ln()) / 3.0).abs() < 1e-15);
        let score = brier(&two, 2, &[0, 1, 1]).unwrap();
        assert!((score.value - (1.0 / 16.0 + 1.0 / 4.0) / 3.0).abs() < 1e-15);
        // The losses are 1/16, 1/4 and 0. The deviations from 5/48 are -2, 7 and -5 of 48ths, and t
        // = 4.3027 with two degrees of freedom.
        let half = 4.302_652_73 * (78.0 / 48.0_f64.powi(2) / 2.0 / 3.0).sqrt();
        let [low, high] = score.interval.unwrap();
        assert_eq!(low, 0.0);
        assert!((high - 5.0 / 48.0 - half).abs() < 1e-8, "{high}");
        // Two rows tell next to nothing, and no score is above 1.
        let few = brier(&[1.0, 0.0, 0.0, 1.0], 2, &[1, 1]).unwrap();
        assert_eq!(few, Estimate { value: 0.5, interval: Some([0.0, 1.0]) });
        let three = [0.5, 0.25, 0.25];
        assert_eq!(log_loss(&three, 3, &[1]).unwrap(), Estimate { value: 4_f64.ln(), interval: None });
        assert_eq!(brier(&three, 3, &[1]).unwrap().value, 0.25 + 0.5625 + 0.0625);
    }

    #[test]
    fn what_was_thought_impossible_costs_a_finite_loss() {
        assert!((log_loss(&[1.0, 0.0], 2, &[1]).unwrap().value - 52.0 * 2_f64.ln()).abs() < 1e-12);
        assert_eq!(brier(&[1.0, 0.0], 2, &[1]).unwrap().value, 1.0);
        assert_eq!(brier(&[1.0, 0.0, 0.0], 3, &[1]).unwrap().value, 2.0);
        assert_eq!((log_loss(&[], 2, &[]), brier(&[], 2, &[])), (None, None));
    }

    proptest! {
        /// Both are proper: the shares of the rows are the best constant probabilities, with the
        /// entropy as the loss.
        #[test]
        fn nothing_beats_the_truth(
            counts in prop::collection::vec(1..20_usize, 2..5),
            other in prop::collection::vec(0.01..1.0_f64, 5),
        ) {
            let (classes, n) = (counts.len(), counts.iter().sum::<usize>());
            let labels: Vec<u32> = (0..).zip(&counts).flat_map(|(k, &count)| vec![k; count]).collect();
            let truth: Vec<f64> = counts.iter().map(|&count| count as f64 / n as f64).collect();
            let total: f64 = other[..classes].iter().sum();
            let other: Vec<f64> = other[..classes].iter().map(|p| p / total).collect();
            let entropy: f64 = truth.iter().map(|p| -p * p.ln()).sum();
            let gini: f64 = truth.iter().map(|p| p * (1.0 - p)).sum();
            prop_assert!((log_loss(&truth.repeat(n), classes, &labels).unwrap().value - entropy).abs() < 1e-12);
            prop_assert!(log_loss(&other.repeat(n), classes, &labels).unwrap().value >= entropy - 1e-12);
            let half = if classes == 2 { 0.5 } else { 1.0 };
            prop_assert!((brier(&truth.repeat(n), classes, &labels).unwrap().value - half * gini).abs() < 1e-12);
            prop_assert!(brier(&other.repeat(n), classes, &labels).unwrap().value >= half * gini - 1e-12);
        }
    }
}
