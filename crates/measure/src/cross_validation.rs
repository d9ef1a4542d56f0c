//! Cross-validation of a choice among candidates.

use rulegen_data::{Blocks, DataError, Target, stratified_splits};
use serde::Serialize;

/// The scores of several candidates on the folds of a cross-validation.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Scores {
    /// The scores by fold, then by candidate. Larger is better.
    pub folds: Vec<Vec<f64>>,
}

impl Scores {
    /// Returns the mean score of a candidate over the folds.
    pub fn mean(&self, candidate: usize) -> f64 {
        self.of(candidate).sum::<f64>() / self.folds.len() as f64
    }

    /// Returns the standard error of that mean: the standard deviation over the folds, divided by
    /// the root of their number.
    pub fn standard_error(&self, candidate: usize) -> f64 {
        let (n, mean) = (self.folds.len() as f64, self.mean(candidate));
        (self.of(candidate).map(|score| (score - mean).powi(2)).sum::<f64>() / (n - 1.0) / n).sqrt()
    }

    /// Returns the candidate with the largest mean, the first of those that tie.
    pub fn best(&self) -> usize {
        let candidates = self.folds.first().map_or(0, Vec::len);
        // Means of the same scores may differ by rounding.
        let better = |a: usize, b: usize| if self.mean(b) > self.mean(a) + 1e-12 { b } else { a };
        (0..candidates).reduce(better).unwrap_or(0)
    }

    fn of(&self, candidate: usize) -> impl Iterator<Item = f64> + '_ {
        self.folds.iter().map(move |fold| fold[candidate])
    }
}

/// Scores all candidates on `k` stratified folds of the rows of `target`, or as many folds as
/// blocks if these are fewer. `score(train, test)` learns from the rows `train` and returns the
/// scores on the rows `test`, one per candidate.
///
/// # Errors
/// [`DataError`] for fewer than two folds, more folds than rows or one block, or the first error of
/// `score`.
pub fn cross_validate<E: From<DataError>>(
    target: &Target,
    blocks: Option<&Blocks>,
    k: usize,
    seed: u64,
    mut score: impl FnMut(&[usize], &[usize]) -> Result<Vec<f64>, E>,
) -> Result<Scores, E> {
    let splits = stratified_splits(target, blocks, k, seed)?;
    Ok(Scores { folds: splits.iter().map(|(train, test)| score(train, test)).collect::<Result<_, _>>()? })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn target() -> Target {
        Target {
            classes: vec!["a".into(), "b".into()],
            labels: (0..20).map(|row| row % 2).collect(),
            ..Target::default()
        }
    }

    #[test]
    fn means_and_errors() {
        let scores = Scores { folds: vec![vec![0.5, 1.0], vec![0.7, 1.0], vec![0.9, 0.1]] };
        assert!((scores.mean(0) - 0.7).abs() < 1e-12 && (scores.mean(1) - 0.7).abs() < 1e-12);
        assert!((scores.standard_error(0) - 0.2 / 3f64.sqrt()).abs() < 1e-12);
        assert_eq!(scores.best(), 0);
    }

    #[test]
    fn every_row_is_tested_once_and_never_trained_on() {
        let mut tested = [0; 20];
        let scores = cross_validate(&target(), None, 4, 7, |train, test| {
            test.iter().for_each(|&row| tested[row] += 1);
            assert!(test.iter().all(|row| !train.contains(row)) && train.len() + test.len() == 20);
            Ok::<_, DataError>(vec![test.len() as f64])
        });
        assert_eq!(scores.unwrap().folds, vec![vec![5.0]; 4]);
        assert_eq!(tested, [1; 20]);
    }

    #[test]
    fn bad_requests() {
        let score = |_: &[usize], _: &[usize]| Ok::<_, DataError>(vec![1.0]);
        for k in [0, 1, 21] {
            let refused = cross_validate(&target(), None, k, 0, score).unwrap_err();
            assert!(refused.to_string().contains("folds"), "{refused}");
        }
        let failing = |_: &[usize], _: &[usize]| Err(DataError::BadFolds { folds: 7, rows: 3 });
        let failed = cross_validate(&target(), None, 2, 0, failing);
        assert!(matches!(failed, Err(DataError::BadFolds { folds: 7, rows: 3 })));
    }
}
