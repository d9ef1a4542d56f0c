//! Figures at every threshold of a score: the ROC and the precision-recall curve.

/// The rows that are taken for a class at a threshold: those whose score is at least as large.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ThresholdPoint {
    /// The threshold; infinite if no row is taken.
    pub threshold: f64,
    /// The rows of the class among those taken.
    pub hits: usize,
    /// The other rows among those taken.
    pub false_alarms: usize,
}

/// The figures of a score for one class at every threshold that makes a difference.
///
/// ```
/// use rulegen_measure::ThresholdCurve;
///
/// let curve = ThresholdCurve::new(&[0.9, 0.8, 0.8, 0.1], &[true, true, false, false]).unwrap();
/// assert_eq!(curve.points.len(), 4); // none, from 0.9, from 0.8, all
/// assert_eq!(curve.recall(&curve.points[1]), 0.5);
/// assert_eq!(curve.precision(&curve.points[2]), Some(2.0 / 3.0));
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct ThresholdCurve {
    /// The rows of the class, one or more.
    pub members: usize,
    /// The other rows, one or more.
    pub others: usize,
    /// By descending threshold: from no row taken to all rows taken.
    pub points: Vec<ThresholdPoint>,
}

impl ThresholdCurve {
    /// Sorts rows by score. Returns `None` unless there are rows of the class and others.
    ///
    /// # Panics
    /// If there is not one score for each row.
    pub fn new(scores: &[f64], is_member: &[bool]) -> Option<ThresholdCurve> {
        assert_eq!(scores.len(), is_member.len(), "one score per row");
        let members = is_member.iter().filter(|is| **is).count();
        let others = is_member.len() - members;
        if members == 0 || others == 0 {
            return None;
        }
        let mut order: Vec<usize> = (0..scores.len()).collect();
        order.sort_by(|&a, &b| scores[b].total_cmp(&scores[a]));
        let mut last = ThresholdPoint { threshold: f64::INFINITY, hits: 0, false_alarms: 0 };
        let mut points = vec![last];
        for tied in order.chunk_by(|&a, &b| scores[a] == scores[b]) {
            let hits = tied.iter().filter(|&&row| is_member[row]).count();
            last = ThresholdPoint {
                threshold: scores[tied[0]],
                hits: last.hits + hits,
                false_alarms: last.false_alarms + tied.len() - hits,
            };
            points.push(last);
        }
        Some(ThresholdCurve { members, others, points })
    }

    /// Returns the share of the class that is taken (recall, the rate of true positives).
    pub fn recall(&self, at: &ThresholdPoint) -> f64 {
        at.hits as f64 / self.members as f64
    }

    /// Returns the share of the other rows that is taken (the rate of false positives).
    pub fn fall_out(&self, at: &ThresholdPoint) -> f64 {
        at.false_alarms as f64 / self.others as f64
    }

    /// Returns the share of the rows taken that are of the class, or `None` if no row is taken.
    pub fn precision(&self, at: &ThresholdPoint) -> Option<f64> {
        let taken = at.hits + at.false_alarms;
        (taken > 0).then(|| at.hits as f64 / taken as f64)
    }

    /// Returns the harmonic mean of precision and recall, 0 if no row is taken.
    pub fn f1(&self, at: &ThresholdPoint) -> f64 {
        2.0 * at.hits as f64 / (self.members + at.hits + at.false_alarms) as f64
    }

    /// Returns the area under the ROC curve: that of `evaluate`.
    pub fn area(&self) -> f64 {
        let trapezoid = |pair: &[ThresholdPoint]| {
            (self.fall_out(&pair[1]) - self.fall_out(&pair[0])) * (self.recall(&pair[0]) + self.recall(&pair[1])) / 2.0
        };
        self.points.windows(2).map(trapezoid).sum()
    }

    /// Returns the average precision: the mean of the precision at each step, weighted by the
    /// recall that the step adds.
    pub fn average_precision(&self) -> f64 {
        let step = |pair: &[ThresholdPoint]| {
            (self.recall(&pair[1]) - self.recall(&pair[0])) * self.precision(&pair[1]).unwrap_or(0.0)
        };
        self.points.windows(2).map(step).sum()
    }

    /// Returns the point at a threshold.
    pub fn at(&self, threshold: f64) -> &ThresholdPoint {
        &self.points[self.points.partition_point(|point| point.threshold >= threshold).max(1) - 1]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The example of scikit-learn's `roc_curve`, `roc_auc_score` and `average_precision_score`.
    #[test]
    fn figures_are_those_of_scikit_learn() {
        let curve = ThresholdCurve::new(&[0.1, 0.4, 0.35, 0.8], &[false, false, true, true]).unwrap();
        let roc: Vec<(f64, f64, f64)> =
            curve.points.iter().map(|at| (at.threshold, curve.fall_out(at), curve.recall(at))).collect();
        assert_eq!(
            roc,
            [(f64::INFINITY, 0.0, 0.0), (0.8, 0.0, 0.5), (0.4, 0.5, 0.5), (0.35, 0.5, 1.0), (0.1, 1.0, 1.0)]
        );
        assert_eq!(curve.area(), 0.75);
        assert!((curve.average_precision() - 0.8333333333333333).abs() < 1e-12);
        assert_eq!((curve.at(0.5).threshold, curve.at(0.8).threshold, curve.at(0.9).hits), (0.8, 0.8, 0));
        assert_eq!(curve.f1(curve.at(0.35)), 0.8);
        assert_eq!(curve.precision(&curve.points[0]), None);
    }

    #[test]
    fn one_class_has_no_curve() {
        assert_eq!(ThresholdCurve::new(&[0.1, 0.2], &[true, true]), None);
        assert_eq!(ThresholdCurve::new(&[], &[]), None);
    }
}
