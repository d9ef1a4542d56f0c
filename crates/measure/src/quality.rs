//! Shares of correct predictions.

use serde::Serialize;

/// Precision, recall and F1 of one class.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct ClassQuality {
    /// Rows of the class.
    pub n: usize,
    /// The share of the rows predicted as the class that are of the class, or 0 if none is
    /// predicted.
    pub precision: f64,
    /// The share of the rows of the class that are predicted as the class, or 0 if there is none.
    pub recall: f64,
    /// The harmonic mean of the two, or 0 if both are 0.
    pub f1: f64,
}

/// The quality of predictions on a set of rows.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Quality {
    /// The number of rows.
    pub n: usize,
    /// The share of correct predictions.
    pub accuracy: f64,
    /// F1 of the positive class, if there are two classes and one is positive.
    pub f1: Option<f64>,
    /// F1 of all classes, weighted by their rows.
    pub weighted_f1: f64,
    /// The measures of each class.
    #[serde(skip)]
    pub classes: Vec<ClassQuality>,
}

impl Quality {
    /// Compares predictions with labels. Both are class indices below `classes`. Without rows all
    /// measures are 0. Panics if the two differ in length.
    pub fn new(predicted: &[u32], labels: &[u32], classes: usize, positive: Option<u32>) -> Self {
        assert_eq!(predicted.len(), labels.len(), "one prediction per label");
        let n = labels.len();
        let (mut hits, mut said, mut there) = (vec![0; classes], vec![0; classes], vec![0; classes]);
        for (&p, &l) in predicted.iter().zip(labels) {
            said[p as usize] += 1;
            there[l as usize] += 1;
            hits[l as usize] += usize::from(p == l);
        }
        let class = |k: usize| ClassQuality {
            n: there[k],
            precision: share(hits[k], said[k]),
            recall: share(hits[k], there[k]),
            // This is 2PR / (P + R), without dividing by zero.
            f1: share(2 * hits[k], said[k] + there[k]),
        };
        let per_class: Vec<ClassQuality> = (0..classes).map(class).collect();
        let weighted: f64 = per_class.iter().map(|c| c.f1 * c.n as f64).sum();
        Quality {
            n,
            accuracy: share(hits.iter().sum(), n),
            f1: positive.filter(|_| classes == 2).map(|k| per_class[k as usize].f1),
            weighted_f1: if n == 0 { 0.0 } else { weighted / n as f64 },
            classes: per_class,
        }
    }

    /// Returns the mean cost of a row of two classes: `missed` for a row of the positive class that
    /// is predicted to be of the other, `false_alarm` for one of the other that is predicted
    /// positive.
    pub fn mean_cost(&self, positive: u32, missed: f64, false_alarm: f64) -> f64 {
        let cost = |(k, class): (usize, &ClassQuality)| {
            let error = if k == positive as usize { missed } else { false_alarm };
            error * class.n as f64 * (1.0 - class.recall)
        };
        self.classes.iter().enumerate().map(cost).sum::<f64>() / self.n.max(1) as f64
    }
}

fn share(part: usize, whole: usize) -> f64 {
    if whole == 0 { 0.0 } else { part as f64 / whole as f64 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn measures_of_a_small_table() {
        // 3 true positives, 1 false negative, 2 false positives, 4 true negatives.
        let labels = [1, 1, 1, 1, 0, 0, 0, 0, 0, 0];
        let predicted = [1, 1, 1, 0, 1, 1, 0, 0, 0, 0];
        let quality = Quality::new(&predicted, &labels, 2, Some(1));
        assert_eq!(quality.accuracy, 0.7);
        assert_eq!(quality.f1, Some(6.0 / 9.0));
        assert_eq!(quality.classes[1].precision, 0.6);
        assert_eq!(quality.classes[1].recall, 0.75);
        assert!((quality.weighted_f1 - (0.4 * 6.0 / 9.0 + 0.6 * 8.0 / 11.0)).abs() < 1e-12);
    }

    #[test]
    fn classes_that_do_not_occur_count_nothing() {
        let quality = Quality::new(&[0, 2], &[0, 0], 3, None);
        assert_eq!((quality.accuracy, quality.f1), (0.5, None));
        assert_eq!(quality.weighted_f1, 2.0 / 3.0);
        assert_eq!(Quality::new(&[], &[], 2, Some(0)).accuracy, 0.0);
    }
}
