//! By what a model is chosen.

use crate::Quality;
use crate::probability::log_loss;
use crate::ranking::auc;

/// What a choice among models looks at, on rows that they have not seen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum ChoiceMeasure {
    /// The share of right predictions.
    #[default]
    Accuracy,
    /// The mean over the classes of the share of their rows that are predicted right.
    BalancedAccuracy,
    /// The area under the ROC curve.
    Auc,
    /// The mean of `-ln p` of the rows' classes, negative: larger is better.
    LogLoss,
    /// F1 of the positive class of two; without one, of all classes, weighted by their rows.
    F1,
}

impl ChoiceMeasure {
    /// All of them.
    pub const ALL: [ChoiceMeasure; 5] = [
        ChoiceMeasure::Accuracy,
        ChoiceMeasure::BalancedAccuracy,
        ChoiceMeasure::Auc,
        ChoiceMeasure::LogLoss,
        ChoiceMeasure::F1,
    ];

    /// Its name on the command line and in files.
    pub fn name(self) -> &'static str {
        match self {
            ChoiceMeasure::Accuracy => "accuracy",
            ChoiceMeasure::BalancedAccuracy => "balanced-accuracy",
            ChoiceMeasure::Auc => "auc",
            ChoiceMeasure::LogLoss => "log-loss",
            ChoiceMeasure::F1 => "f1",
        }
    }

    /// The measure on rows with these `scores`, row by row with one for each class; larger is better. The class of a row is that of its
    /// largest score, of several the first. Rows of one class have an AUC of 1/2, and no rows a score of 0.
    ///
    /// # Panics
    /// If there are not `classes` scores for each label, or a label is not below `classes`.
    pub fn of(self, scores: &[f64], classes: usize, labels: &[u32], positive: Option<u32>) -> f64 {
        match self {
            ChoiceMeasure::Auc => auc(scores, classes, labels, positive).map_or(0.5, |auc| auc.value),
            ChoiceMeasure::LogLoss => -log_loss(scores, classes, labels).map_or(0.0, |loss| loss.value),
            _ => {
                let first = |row: &[f64]| (0..row.len()).fold(0, |best, k| if row[k] > row[best] { k } else { best });
                let predicted: Vec<u32> = scores.chunks(classes).map(|row| first(row) as u32).collect();
                self.of_quality(&Quality::new(&predicted, labels, classes, positive))
            }
        }
    }

    fn of_quality(self, quality: &Quality) -> f64 {
        match self {
            ChoiceMeasure::BalancedAccuracy => {
                let there: Vec<f64> = quality.classes.iter().filter(|c| c.n > 0).map(|c| c.recall).collect();
                there.iter().sum::<f64>() / there.len().max(1) as f64
            }
            ChoiceMeasure::F1 => quality.f1.unwrap_or(quality.weighted_f1),
            _ => quality.accuracy,
        }
    }
}

impl std::fmt::Display for ChoiceMeasure {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn measures_of_four_rows_by_hand() {
        let scores = [0.9, 0.1, 0.6, 0.4, 0.2, 0.8, 0.7, 0.3];
        let labels = [0, 0, 1, 1];
        let of = |measure: ChoiceMeasure| measure.of(&scores, 2, &labels, Some(1));
        assert_eq!(of(ChoiceMeasure::Accuracy), 0.75);
        assert_eq!(of(ChoiceMeasure::BalancedAccuracy), 0.75);
        assert_eq!(of(ChoiceMeasure::Auc), 0.75);
        assert!((of(ChoiceMeasure::F1) - 2.0 / 3.0).abs() < 1e-15);
        let loss: f64 = [0.9_f64, 0.6, 0.8, 0.3].iter().map(|p| p.ln()).sum::<f64>() / 4.0;
        assert!((of(ChoiceMeasure::LogLoss) - loss).abs() < 1e-15);
    }

    #[test]
    fn unequal_classes_count_alike_in_balanced_accuracy() {
        let scores = [0.9, 0.1, 0.9, 0.1, 0.9, 0.1, 0.9, 0.1];
        assert_eq!(ChoiceMeasure::BalancedAccuracy.of(&scores, 2, &[0, 0, 0, 1], None), 0.5);
        assert_eq!(ChoiceMeasure::Auc.of(&scores, 2, &[0; 4], None), 0.5);
        assert_eq!(ChoiceMeasure::Accuracy.of(&[], 2, &[], None), 0.0);
    }
}
