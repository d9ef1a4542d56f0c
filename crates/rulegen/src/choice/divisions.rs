//! The scores of candidates on rows that are divided into folds several times.

use rulegen_measure::Scores;

/// The scores of candidates: for each division of the rows into folds, those under each measure.
/// There is at least one division.
pub(crate) struct Divisions(pub(super) Vec<Vec<Scores>>);

impl Divisions {
    /// Returns the mean score of a candidate under a measure, over all divisions.
    pub(super) fn mean(&self, measure: usize, candidate: usize) -> f64 {
        self.over_divisions(|scores| scores[measure].mean(candidate))
    }

    /// Returns the candidate of the largest mean under a measure, the first of those that tie.
    pub(super) fn best(&self, measure: usize) -> usize {
        let candidates = self.0[0][measure].folds.first().map_or(0, Vec::len);
        // Means of the same scores may differ by rounding.
        let better = |a: usize, b: usize| if self.mean(measure, b) > self.mean(measure, a) + 1e-12 { b } else { a };
        (0..candidates).reduce(better).unwrap_or(0)
    }

    /// Returns the standard error of a mean over the folds of one division: more divisions of the
    /// same rows tell nothing about other rows.
    pub(super) fn standard_error(&self, measure: usize, candidate: usize) -> f64 {
        self.over_divisions(|scores| scores[measure].standard_error(candidate))
    }

    /// Returns the standard error of the difference between the means of two candidates on a
    /// division, from their differences on the same folds of all divisions. A fold that is hard for
    /// both does not count.
    pub(super) fn error_of_difference(&self, measure: usize, a: usize, b: usize) -> f64 {
        let folds = || self.0.iter().flat_map(|scores| &scores[measure].folds);
        let difference = |fold: &Vec<f64>| fold[a] - fold[b];
        let number = folds().count() as f64;
        let mean = folds().map(difference).sum::<f64>() / number;
        let squares: f64 = folds().map(|fold| (difference(fold) - mean).powi(2)).sum();
        (squares / (number - 1.0) / self.folds() as f64).sqrt()
    }

    /// Returns the sum of the mean scores of a candidate under all measures.
    pub(super) fn total(&self, candidate: usize) -> f64 {
        (0..self.measures()).map(|measure| self.mean(measure, candidate)).sum()
    }

    /// Returns the number of measures.
    pub(super) fn measures(&self) -> usize {
        self.0[0].len()
    }

    /// Returns the number of divisions.
    pub(super) fn number(&self) -> usize {
        self.0.len()
    }

    /// Returns the number of folds of a division.
    pub(super) fn folds(&self) -> usize {
        self.0[0][0].folds.len()
    }

    fn over_divisions(&self, of: impl Fn(&[Scores]) -> f64) -> f64 {
        self.0.iter().map(|scores| of(scores)).sum::<f64>() / self.0.len() as f64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_are_those_of_one_division() {
        let of = |folds: [[f64; 2]; 3]| vec![Scores { folds: folds.map(|fold| fold.to_vec()).to_vec() }];
        // Differences of -0.1, 0 and 0.1, where both candidates find the last fold hard.
        let once = of([[0.7, 0.8], [0.8, 0.8], [0.4, 0.3]]);
        let one = Divisions(vec![once.clone()]);
        assert!((one.error_of_difference(0, 0, 1) - 0.1 / 3f64.sqrt()).abs() < 1e-12);
        // Equal folds again leave the mean and its error; only the degrees of freedom change.
        let two = Divisions(vec![once.clone(), once]);
        assert!((two.error_of_difference(0, 1, 0) - (0.04_f64 / 5.0 / 3.0).sqrt()).abs() < 1e-12);
        assert!((two.mean(0, 0) - 1.9 / 3.0).abs() < 1e-12 && (two.mean(0, 0) - two.mean(0, 1)).abs() < 1e-12);
        assert_eq!(two.standard_error(0, 0), one.standard_error(0, 0));
        assert_eq!((two.folds(), two.number(), two.measures()), (3, 2, 1));
    }
}
