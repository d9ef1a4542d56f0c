//! The scores that a path gives to rows.

use super::support::SupportPath;
use crate::FitError;
use rulegen_binarize::{BinarizeError, Samples};
use rulegen_data::Table;
use rulegen_numeric::softmax;
use rulegen_rule::{RowSet, Schema};

/// A path on rows that it was not learned from.
pub(crate) struct PathScores<'a> {
    path: &'a SupportPath,
    /// What each rule covers.
    covers: Vec<RowSet>,
    rows: usize,
    probabilities: bool,
}

impl<'a> PathScores<'a> {
    /// Codes the rows of `table`. Scores are log-odds where `probabilities` are wanted of them, else votes.
    pub(super) fn new(
        path: &'a SupportPath,
        schema: &Schema,
        table: &Table,
        probabilities: bool,
    ) -> Result<Self, FitError> {
        let coded = schema.encode(table).map_err(BinarizeError::from)?;
        let covers = path.rules.iter().map(|(rule, _)| coded.cover(schema, rule)).collect();
        Ok(PathScores { path, covers, rows: table.rows(), probabilities })
    }

    /// On samples that the rules of the path tell apart.
    pub(crate) fn of_samples(path: &'a SupportPath, samples: &Samples, probabilities: bool) -> Self {
        let covers = path.rules.iter().map(|(rule, _)| samples.cover(rule)).collect();
        PathScores { path, covers, rows: samples.len(), probabilities }
    }

    /// The last step of the path.
    pub(super) fn last(&self) -> usize {
        self.path.last()
    }

    /// After a step, row by row, one for each class; and the number of classes.
    pub(super) fn at(&self, step: usize) -> (Vec<f64>, usize) {
        let step = &self.path.steps[step];
        let classes = step.intercepts.len();
        let mut scores = step.intercepts.repeat(self.rows);
        for (&weight, &k) in step.weights.iter().zip(&step.support).filter(|(weight, _)| **weight > 0.0) {
            let class = self.path.rules[k].1 as usize;
            self.covers[k].iter().for_each(|row| scores[row * classes + class] += weight);
        }
        if self.probabilities {
            scores.chunks_exact_mut(classes).for_each(softmax);
        }
        (scores, classes)
    }
}
