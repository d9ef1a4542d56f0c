//! The choice among settings by cross-validation.

use super::measure::Measure;
use super::row::Row;

/// Sums of the same scores may differ by this much from rounding.
const ROUNDING: f64 = 1e-9;

/// Returns the setting with the best mean score over folds, and that mean. `trials` has a row for
/// each setting and fold. The second measure decides ties; of settings that are equal in both, the
/// first one is taken. A setting that failed on a fold is taken only if all did.
pub(crate) fn best(trials: &[Vec<&Row>], measures: [Measure; 2]) -> Option<(usize, Option<f64>)> {
    let score = |row: &Row, of: Measure| if row.failed() { f64::NEG_INFINITY } else { of.score(&row.values) };
    let sum = |rows: &[&Row], of: Measure| rows.iter().map(|row| score(row, of)).sum::<f64>();
    let sums = trials.iter().map(|rows| measures.map(|of| sum(rows, of))).enumerate();
    let is_better = |a: [f64; 2], b: [f64; 2]| {
        a[0] > b[0] + ROUNDING || ((a[0] - b[0]).abs() <= ROUNDING && a[1] > b[1] + ROUNDING)
    };
    let (setting, [sum, _]) = sums.reduce(|best, next| if is_better(next.1, best.1) { next } else { best })?;
    let mean = measures[0].upwards(sum / trials[setting].len() as f64);
    Some((setting, Some(mean).filter(|mean| mean.is_finite())))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::experiment::row::FAILED;

    #[test]
    fn equal_means_are_decided_in_order() {
        let [accuracy, loss] = ["accuracy", "log_loss"].map(|name| Measure::named(name).unwrap());
        let row = |scores: [f64; 2]| {
            let values = [accuracy, loss].into_iter().zip(scores).map(|(of, score)| (of.name.into(), score));
            Row { values: values.collect(), ..Row::default() }
        };
        let best = |rows: &[Vec<Row>], measures| {
            best(&rows.iter().map(|rows| rows.iter().collect()).collect::<Vec<_>>(), measures)
        };
        assert_eq!(best(&[], [accuracy, loss]), None);
        let scores = [[[0.5, 0.2], [0.7, 0.2]], [[0.7, 0.2], [0.5, 0.2]], [[0.6, 0.1], [0.6, 0.1]]];
        let mut rows: Vec<Vec<Row>> = scores.into_iter().map(|scores| scores.map(row).to_vec()).collect();
        let (setting, mean) = best(&rows, [accuracy, loss]).unwrap();
        assert!(setting == 2 && (mean.unwrap() - 0.6).abs() < 1e-12);
        assert_eq!(best(&rows, [accuracy, accuracy]).unwrap().0, 0);
        assert_eq!(best(&rows, [loss, accuracy]), Some((2, Some(0.1))));
        rows[0][0].status = FAILED.into();
        assert_eq!(best(&rows, [accuracy, accuracy]).unwrap().0, 1);
        rows.iter_mut().for_each(|rows| rows[1].status = FAILED.into());
        assert_eq!(best(&rows, [accuracy, loss]), Some((0, None)));
    }
}
