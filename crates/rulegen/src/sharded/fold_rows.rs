//! The rows of folds at the coordinator.

use super::folds::{FoldPlace, Folds};
use super::message::{Answer, Request, View};
use super::remote::{Remote, ask};
use super::shard::{CodedShard, selected};
use super::workers::{InProcess, Workers};
use crate::FitError;
use rulegen_binarize::{BinarizeError, Samples};
use rulegen_data::{Dataset, Limits};
use rulegen_rule::Schema;
use std::sync::Arc;

/// The rows that folds learn from or are scored on, merged. The group of a sample is its [`FoldPlace`].
///
/// Folds ask some thousand questions about few rows. From here the answers take less time than from elsewhere.
pub(crate) struct FoldRows {
    samples: Samples,
    folds: u32,
}

impl FoldRows {
    /// Those of rows at hand.
    ///
    /// # Errors
    /// Weights that are none, and a limit that is reached before.
    pub(crate) fn of(data: &Dataset, schema: Schema, folds: Folds, limits: &Limits) -> Result<Self, FitError> {
        let places = folds.places(&data.features);
        let drawn: Vec<usize> = (0..places.len()).filter(|&row| places[row].is_scored()).collect();
        let groups: Vec<u32> = drawn.iter().map(|&row| places[row].0).collect();
        let (rows, classes) = (data.select_rows(&drawn), data.target.classes.len());
        let table = schema.encode_until(&rows.features, limits).map_err(BinarizeError::from)?;
        let weights = rows.weights.unwrap_or_else(|| vec![1.0; drawn.len()]);
        let rows = (&rows.target.labels[..], Some(&groups[..]), &weights[..]);
        Ok(FoldRows { samples: Samples::merge_until(schema, &table, rows, classes, limits)?, folds: folds.folds })
    }

    /// Those of rows in shards, fetched.
    ///
    /// # Errors
    /// [`FitError::Workers`], [`FitError::BadMessage`], and a limit that is reached before.
    pub(super) fn fetch(
        workers: &dyn Workers,
        schema: Schema,
        (classes, folds): (usize, Folds),
        limits: &Limits,
    ) -> Result<Self, FitError> {
        let Answer::Rows(rows) = ask(workers, &Request::FoldRows)? else {
            return Err(FitError::Misfit { what: "answers" });
        };
        Ok(FoldRows { samples: rows.samples(schema, classes, limits)?, folds: folds.folds })
    }

    /// The rows of a view.
    pub(crate) fn remote(&self, view: View) -> Result<Remote, FitError> {
        let Samples { schema, groups, classes, .. } = &self.samples;
        let takes_part = |i: &u32| view.has(FoldPlace(groups[*i as usize]), self.folds);
        let rows: Vec<u32> = (0..self.samples.len() as u32).filter(takes_part).collect();
        let shard = CodedShard::of(selected(&self.samples, &rows)?, self.folds)?;
        Remote::new(Arc::new(InProcess::of_shard(shard)), schema.clone(), *classes, view)
    }
}
