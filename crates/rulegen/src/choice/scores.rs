//! The scores that a path gives to rows.

use crate::loss::ScoreKind;
use crate::path::SupportPath;
use rulegen_measure::{ChoiceMeasure, ScoredRows};
use rulegen_numeric::softmax;
use rulegen_rule::RowSet;

/// Rows that a path was not learned from, with what its rules cover of them.
pub(crate) struct HeldOutRows {
    /// The rows that each rule of the path covers.
    pub(crate) covers: Vec<RowSet>,
    /// The class of each row.
    pub(crate) labels: Vec<u32>,
    /// The weight of each row. `None` if all weigh the same.
    pub(crate) weights: Option<Vec<f64>>,
}

impl HeldOutRows {
    /// Scores steps of a path: by measure, then by step. A path that ends early stays as it is.
    pub(crate) fn score(
        &self,
        path: &SupportPath,
        kind: ScoreKind,
        steps: &[usize],
        measures: &[ChoiceMeasure],
        positive: Option<u32>,
    ) -> Vec<Vec<f64>> {
        let mut by_measure = vec![Vec::with_capacity(steps.len()); measures.len()];
        for &step in steps {
            let (scores, classes) = self.scores(path, kind, step.min(path.last()));
            for (measure, values) in measures.iter().zip(&mut by_measure) {
                let (labels, weights) = (&self.labels[..], self.weights.as_deref());
                values.push(measure.of(&ScoredRows { scores: &scores, classes, labels, weights, positive }));
            }
        }
        by_measure
    }

    /// Returns the scores after a step, row by row, one for each class; and the number of classes.
    fn scores(&self, path: &SupportPath, kind: ScoreKind, step: usize) -> (Vec<f64>, usize) {
        let step = &path.steps[step];
        let classes = step.intercepts.len();
        let mut scores = step.intercepts.repeat(self.labels.len());
        for (&weight, &k) in step.weights.iter().zip(&step.support).filter(|(weight, _)| **weight > 0.0) {
            let class = path.rules[k].1 as usize;
            self.covers[k].iter().for_each(|row| scores[row * classes + class] += weight);
        }
        match kind {
            ScoreKind::LogOdds => scores.chunks_exact_mut(classes).for_each(softmax),
            ScoreKind::Decisions => scores.chunks_exact_mut(classes).for_each(|votes| decide(votes, step.fallback)),
            ScoreKind::Votes => {}
        }
        (scores, classes)
    }
}

/// Replaces votes by a decision: the class of most votes, the first of those that tie, or the fallback
/// if there are none.
fn decide(votes: &mut [f64], fallback: u32) {
    let first = |best: usize, k: usize| if votes[k] > votes[best] { k } else { best };
    let most = (0..votes.len()).fold(0, first);
    let class = if votes[most] > 0.0 { most } else { fallback as usize };
    votes.fill(0.0);
    votes[class] = 1.0;
}

#[cfg(test)]
mod tests {
    use super::decide;

    #[test]
    fn decisions_take_the_first_of_most_votes_and_else_the_fallback() {
        let of = |votes: [f64; 3]| {
            let mut votes = votes;
            decide(&mut votes, 2);
            votes
        };
        assert_eq!(of([0.0, 0.0, 0.0]), [0.0, 0.0, 1.0]);
        assert_eq!(of([0.0, 2.0, 2.0]), [0.0, 1.0, 0.0]);
        assert_eq!(of([1.0, 0.0, 3.0]), [0.0, 0.0, 1.0]);
    }
}
