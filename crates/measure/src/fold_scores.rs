//! Scores of a cross-validation.

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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn means_and_errors() {
        let scores = Scores { folds: vec![vec![0.5, 1.0], vec![0.7, 1.0], vec![0.9, 0.1]] };
        assert!((scores.mean(0) - 0.7).abs() < 1e-12 && (scores.mean(1) - 0.7).abs() < 1e-12);
        assert!((scores.standard_error(0) - 0.2 / 3f64.sqrt()).abs() < 1e-12);
        assert_eq!(scores.best(), 0);
    }
}
