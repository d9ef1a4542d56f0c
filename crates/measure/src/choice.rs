//! Measures by which a model is chosen.

use crate::probability::{first_largest, surprise};

/// A measure for the choice among models, on rows that they have not seen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum ChoiceMeasure {
    /// The share of correct predictions.
    #[default]
    Accuracy,
    /// The mean over the classes of the share of their rows that are predicted correctly.
    BalancedAccuracy,
    /// The area under the ROC curve.
    Auc,
    /// The mean of `-ln p` of the classes of the rows, with a negative sign: larger is better.
    LogLoss,
    /// F1 of the positive class of two. Without a positive class, F1 of all classes, weighted by
    /// their rows.
    F1,
}

impl ChoiceMeasure {
    /// All measures.
    pub const ALL: [ChoiceMeasure; 5] = [
        ChoiceMeasure::Accuracy,
        ChoiceMeasure::BalancedAccuracy,
        ChoiceMeasure::Auc,
        ChoiceMeasure::LogLoss,
        ChoiceMeasure::F1,
    ];

    /// Returns the name on the command line and in files.
    pub fn name(self) -> &'static str {
        match self {
            ChoiceMeasure::Accuracy => "accuracy",
            ChoiceMeasure::BalancedAccuracy => "balanced-accuracy",
            ChoiceMeasure::Auc => "auc",
            ChoiceMeasure::LogLoss => "log-loss",
            ChoiceMeasure::F1 => "f1",
        }
    }

    /// Returns a value of [`ChoiceMeasure::of`] in the usual sign of the measure: log loss is
    /// positive.
    pub fn as_known(self, value: f64) -> f64 {
        if self == ChoiceMeasure::LogLoss { -value } else { value }
    }

    /// Returns the measure on these rows. Larger is better. The class of a row is that of its
    /// largest score, the first of several. Rows of one class have an AUC of 1/2, and rows without
    /// weight a score of 0.
    ///
    /// # Panics
    /// If there are not as many scores as classes and rows, or weights as rows, or a label is no
    /// class.
    pub fn of(self, rows: &ScoredRows<'_>) -> f64 {
        assert_eq!(rows.scores.len(), rows.labels.len() * rows.classes, "a score for each row and class");
        match self {
            ChoiceMeasure::Auc => rows.auc(),
            ChoiceMeasure::LogLoss => -rows.log_loss(),
            _ => self.of_shares(&rows.shares(), rows.positive),
        }
    }

    fn of_shares(self, shares: &[Share], positive: Option<u32>) -> f64 {
        let all: f64 = shares.iter().map(|share| share.there).sum();
        let part = |x: f64, of: f64| if of > 0.0 { x / of } else { 0.0 };
        let f1 = |share: &Share| part(2.0 * share.hit, share.said + share.there);
        match self {
            ChoiceMeasure::BalancedAccuracy => {
                let there = || shares.iter().filter(|share| share.there > 0.0);
                part(there().map(|share| share.hit / share.there).sum(), there().count() as f64)
            }
            ChoiceMeasure::F1 => match positive {
                Some(class) => f1(&shares[class as usize]),
                None => part(shares.iter().map(|share| share.there * f1(share)).sum(), all),
            },
            _ => part(shares.iter().map(|share| share.hit).sum(), all),
        }
    }
}

/// Rows with the scores that a model gives them.
#[derive(Clone, Copy, Debug)]
pub struct ScoredRows<'a> {
    /// The scores, row by row, one for each class.
    pub scores: &'a [f64],
    /// The number of classes.
    pub classes: usize,
    /// The class of each row.
    pub labels: &'a [u32],
    /// The weight of each row, not negative. Without it, all weigh the same.
    pub weights: Option<&'a [f64]>,
    /// The class for F1 and, with two classes, AUC.
    pub positive: Option<u32>,
}

/// Sums of weights for a class.
#[derive(Clone, Copy, Default)]
struct Share {
    /// The weight of the rows of the class that are predicted as the class.
    hit: f64,
    /// The weight of the rows that are predicted as the class.
    said: f64,
    /// The weight of the rows of the class.
    there: f64,
}

impl ScoredRows<'_> {
    fn weight(&self, row: usize) -> f64 {
        self.weights.map_or(1.0, |weights| weights[row])
    }

    fn shares(&self) -> Vec<Share> {
        let mut shares = vec![Share::default(); self.classes];
        for (row, (scores, &label)) in self.scores.chunks(self.classes).zip(self.labels).enumerate() {
            let (weight, said, there) = (self.weight(row), first_largest(scores), label as usize);
            shares[said].said += weight;
            shares[there].there += weight;
            shares[there].hit += if said == there { weight } else { 0.0 };
        }
        shares
    }

    /// Returns the area of the positive class of two, or the mean over more classes by their
    /// weights (Provost and Domingos, 2000).
    fn auc(&self) -> f64 {
        let there: Vec<f64> = self.shares().iter().map(|share| share.there).collect();
        let all: f64 = there.iter().sum();
        if there.iter().filter(|&&weight| weight > 0.0).count() < 2 {
            return if all > 0.0 { 0.5 } else { 0.0 };
        }
        match self.classes {
            2 => self.area(self.positive.map_or(1, |class| class as usize), &there),
            _ => (0..self.classes).filter(|&k| there[k] > 0.0).map(|k| there[k] / all * self.area(k, &there)).sum(),
        }
    }

    /// Returns the chance, by weight, that a row of the class scores higher for it than another
    /// row. A tie counts half.
    fn area(&self, class: usize, there: &[f64]) -> f64 {
        let score = |row: usize| self.scores[row * self.classes + class];
        let mut order: Vec<usize> = (0..self.labels.len()).collect();
        order.sort_unstable_by(|&a, &b| score(a).total_cmp(&score(b)));
        let (mut below, mut area) = (0.0, 0.0);
        for tied in order.chunk_by(|&a, &b| score(a) == score(b)) {
            let weigh = |member: bool| -> f64 {
                let rows = tied.iter().filter(|&&row| (self.labels[row] as usize == class) == member);
                rows.map(|&row| self.weight(row)).sum()
            };
            let (members, others) = (weigh(true), weigh(false));
            area += members * (below + 0.5 * others);
            below += others;
        }
        area / (there[class] * below)
    }

    /// Computes [`ChoiceMeasure::LogLoss`].
    fn log_loss(&self) -> f64 {
        let rows = self.scores.chunks(self.classes).zip(self.labels).enumerate();
        let (mut losses, mut all) = (0.0, 0.0);
        for (row, (scores, &label)) in rows {
            losses += self.weight(row) * surprise(scores[label as usize]);
            all += self.weight(row);
        }
        if all > 0.0 { losses / all } else { 0.0 }
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
    use crate::Quality;
    use crate::probability::log_loss;
    use crate::ranking::auc;
    use proptest::prelude::*;

    #[test]
    fn measures_of_four_rows_by_hand() {
        let scores = [0.9, 0.1, 0.6, 0.4, 0.2, 0.8, 0.7, 0.3];
        let rows = ScoredRows { scores: &scores, classes: 2, labels: &[0, 0, 1, 1], weights: None, positive: Some(1) };
        assert_eq!(ChoiceMeasure::Accuracy.of(&rows), 0.75);
        assert_eq!(ChoiceMeasure::BalancedAccuracy.of(&rows), 0.75);
        assert_eq!(ChoiceMeasure::Auc.of(&rows), 0.75);
        assert!((ChoiceMeasure::F1.of(&rows) - 2.0 / 3.0).abs() < 1e-15);
        let loss: f64 = [0.9_f64, 0.6, 0.8, 0.3].iter().map(|p| p.ln()).sum::<f64>() / 4.0;
        assert!((ChoiceMeasure::LogLoss.of(&rows) - loss).abs() < 1e-15);
    }

    #[test]
    fn unequal_classes_count_alike_in_balanced_accuracy() {
        let scores = [0.9, 0.1, 0.9, 0.1, 0.9, 0.1, 0.9, 0.1];
        let rows = |labels| ScoredRows { scores: &scores, classes: 2, labels, weights: None, positive: None };
        assert_eq!(ChoiceMeasure::BalancedAccuracy.of(&rows(&[0, 0, 0, 1])), 0.5);
        assert_eq!(ChoiceMeasure::Auc.of(&rows(&[0; 4])), 0.5);
        assert_eq!(ChoiceMeasure::Accuracy.of(&ScoredRows { scores: &[], ..rows(&[]) }), 0.0);
    }

    proptest! {
        /// Without weights they are the measures in reports. A row of weight n is n rows.
        #[test]
        fn weights_are_numbers_of_rows(
            (classes, rows) in (2usize..5).prop_flat_map(|classes| {
                let row = (prop::collection::vec(0u8..4, classes), 0..classes as u32, 0u8..4);
                (Just(classes), prop::collection::vec(row, 0..30))
            }),
            positive in 0u32..2,
        ) {
            let positive = Some(positive).filter(|_| classes == 2);
            let flat = |repeat: bool| {
                let times = |n: u8| if repeat { n as usize } else { 1 };
                let repeated = || rows.iter().flat_map(|row| std::iter::repeat_n(row, times(row.2)));
                let scores: Vec<f64> = repeated().flat_map(|row| row.0.iter().map(|&s| f64::from(s) / 3.0)).collect();
                let labels: Vec<u32> = repeated().map(|row| row.1).collect();
                (scores, labels)
            };
            let ((scores, labels), (scores_of_many, labels_of_many)) = (flat(false), flat(true));
            let weights: Vec<f64> = rows.iter().map(|row| f64::from(row.2)).collect();
            let weighted = ScoredRows { scores: &scores, classes, labels: &labels, weights: Some(&weights), positive };
            let many = ScoredRows { scores: &scores_of_many, classes, labels: &labels_of_many, weights: None, positive };
            for measure in ChoiceMeasure::ALL {
                prop_assert!((measure.of(&weighted) - measure.of(&many)).abs() < 1e-12, "{}", measure);
            }
            let predicted: Vec<u32> = scores_of_many.chunks(classes).map(|row| first_largest(row) as u32).collect();
            let quality = Quality::new(&predicted, &labels_of_many, classes, positive);
            if !labels_of_many.is_empty() {
                let near = |measure: ChoiceMeasure, value: f64| (measure.of(&many) - value).abs() < 1e-12;
                prop_assert!(near(ChoiceMeasure::Accuracy, quality.accuracy));
                prop_assert!(near(ChoiceMeasure::F1, quality.f1.unwrap_or(quality.weighted_f1)));
                let area = auc(&scores_of_many, classes, &labels_of_many, positive).map_or(0.5, |auc| auc.value);
                prop_assert!(near(ChoiceMeasure::Auc, area));
                let loss = log_loss(&scores_of_many, classes, &labels_of_many).unwrap().value;
                prop_assert!(near(ChoiceMeasure::LogLoss, -loss));
            }
        }
    }
}
