//! Cross-validation of a choice among candidates, plain and nested.

use rulegen_data::{Blocks, DataError, Split, Target, stratified_splits, stratified_splits_of};
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

/// An error in a cross-validation.
#[derive(Debug)]
pub enum CrossValidationError<E> {
    /// The rows cannot be divided into this many folds.
    Data(DataError),
    /// A fold could not be scored.
    Fold(E),
}

/// Scores all candidates on `k` stratified folds of the rows of `target`, or as many folds as
/// blocks if these are fewer. `score(train, test)` learns from the rows `train` and returns the
/// scores on the rows `test`, one per candidate.
///
/// # Errors
/// [`CrossValidationError::Data`] for fewer than two folds, more folds than rows or one block, or
/// [`CrossValidationError::Fold`] with the first error of `score`.
pub fn cross_validate<E>(
    target: &Target,
    blocks: Option<&Blocks>,
    k: usize,
    seed: u64,
    mut score: impl FnMut(&[usize], &[usize]) -> Result<Vec<f64>, E>,
) -> Result<Scores, CrossValidationError<E>> {
    score_splits(stratified_splits(target, blocks, k, seed), |train, test| {
        score(train, test).map_err(CrossValidationError::Fold)
    })
}

/// Scores all candidates on the test rows of each split.
fn score_splits<E>(
    splits: Result<Vec<Split>, DataError>,
    mut score: impl FnMut(&[usize], &[usize]) -> Result<Vec<f64>, CrossValidationError<E>>,
) -> Result<Scores, CrossValidationError<E>> {
    let splits = splits.map_err(CrossValidationError::Data)?;
    Ok(Scores { folds: splits.iter().map(|(train, test)| score(train, test)).collect::<Result<_, _>>()? })
}

/// Scores the choice itself: on each of `k` folds, it returns the score of the candidate that a
/// cross-validation with `k` folds of the other rows chooses.
///
/// # Errors
/// As [`cross_validate`].
pub fn cross_validate_choice<E>(
    target: &Target,
    blocks: Option<&Blocks>,
    k: usize,
    seed: u64,
    mut score: impl FnMut(&[usize], &[usize]) -> Result<Vec<f64>, E>,
) -> Result<Scores, CrossValidationError<E>> {
    let mut score = |train: &[usize], test: &[usize]| score(train, test).map_err(CrossValidationError::Fold);
    score_splits(stratified_splits(target, blocks, k, seed), |train, test| {
        let chosen = score_splits(stratified_splits_of(target, blocks, train, k, seed), &mut score)?.best();
        Ok(vec![score(train, test)?[chosen]])
    })
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
            Ok::<_, ()>(vec![test.len() as f64])
        });
        assert_eq!(scores.unwrap().folds, vec![vec![5.0]; 4]);
        assert_eq!(tested, [1; 20]);
    }

    #[test]
    fn the_choice_never_sees_the_rows_that_it_is_scored_on() {
        // The second candidate is better on training rows, the first on the held-out rows.
        let mut outer = Vec::new();
        let scores = cross_validate_choice(&target(), None, 4, 7, |train, test| {
            let whole = train.len() == 15;
            outer.extend(whole.then(|| test.to_vec()));
            Ok::<_, ()>(if whole { vec![1.0, 0.25] } else { vec![0.0, 1.0] })
        });
        assert_eq!(scores.unwrap().folds, vec![vec![0.25]; 4]);
        assert_eq!(outer.len(), 4);
    }

    #[test]
    fn bad_requests() {
        let score = |_: &[usize], _: &[usize]| Ok::<_, ()>(vec![1.0]);
        for k in [0, 1, 21] {
            assert!(matches!(cross_validate(&target(), None, k, 0, score), Err(CrossValidationError::Data(_))));
            assert!(matches!(cross_validate_choice(&target(), None, k, 0, score), Err(CrossValidationError::Data(_))));
        }
        let failing = |_: &[usize], _: &[usize]| Err("no");
        assert!(matches!(cross_validate(&target(), None, 2, 0, failing), Err(CrossValidationError::Fold("no"))));
    }
}
