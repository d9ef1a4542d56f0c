//! The coded rows of all shards.

use crate::ShardError;
use crate::message::{Answer, Request, from_bytes, to_bytes};
use crate::workers::{InProcess, Workers};
use rulegen_binarize::{BinarizeError, Samples};
use rulegen_limits::Limits;
use rulegen_rule::Schema;
use std::sync::Arc;

/// Coded rows that lie in shards, and the workers that answer for them.
#[derive(Clone, Debug)]
pub struct ShardedRows {
    workers: Arc<dyn Workers>,
    schema: Schema,
    classes: usize,
}

impl ShardedRows {
    /// Takes the rows that `workers` have coded by `schema`, of `classes` classes.
    pub(crate) fn new(workers: Arc<dyn Workers>, schema: Schema, classes: usize) -> Self {
        ShardedRows { workers, schema, classes }
    }

    /// Divides samples, whose weights are numbers of rows, into shards of this process.
    pub fn in_process(samples: &Samples) -> Self {
        let workers = Arc::new(InProcess::of_samples(samples));
        ShardedRows::new(workers, samples.schema.clone(), samples.classes)
    }

    /// The schema by which the rows are coded.
    pub fn schema(&self) -> &Schema {
        &self.schema
    }

    /// The number of classes.
    pub fn classes(&self) -> usize {
        self.classes
    }

    /// Returns all merged rows. `None` if a limit is reached before.
    ///
    /// # Errors
    /// [`ShardError::Workers`] and [`ShardError::BadMessage`].
    pub fn merged(&self, limits: &Limits) -> Result<Option<Samples>, ShardError> {
        in_time(limits, || self.drawn(0, u64::MAX, limits))
    }

    /// Fetches the merged rows whose draw by `seed` is at most `most`.
    ///
    /// # Errors
    /// As [`ShardedRows::merged`], and a limit that is reached before.
    pub(crate) fn drawn(&self, seed: u64, most: u64, limits: &Limits) -> Result<Samples, ShardError> {
        self.fetch(&Request::Rows { seed, most }, limits)
    }

    /// Fetches the merged rows that answer a request.
    ///
    /// # Errors
    /// As [`ShardedRows::drawn`].
    pub(crate) fn fetch(&self, request: &Request, limits: &Limits) -> Result<Samples, ShardError> {
        match self.ask(request)? {
            Answer::Rows(rows) => rows.samples(self.schema.clone(), self.classes, limits),
            _ => Err(ShardError::Misfit { what: "answers" }),
        }
    }

    /// Asks all shards and adds up their answers.
    ///
    /// # Errors
    /// As [`ShardedRows::merged`].
    pub(crate) fn ask(&self, request: &Request) -> Result<Answer, ShardError> {
        let answers = self.workers.answers(&to_bytes(request)).map_err(|source| ShardError::Workers { source })?;
        let mut answers = answers.iter();
        let first = from_bytes(answers.next().ok_or(ShardError::NoPartition)?)?;
        answers.try_fold(first, |sum: Answer, answer| sum.plus(from_bytes(answer)?))
    }
}

/// Calls `fetched`. Returns `None` if a limit is reached before.
pub(crate) fn in_time<T>(
    limits: &Limits,
    fetched: impl FnOnce() -> Result<T, ShardError>,
) -> Result<Option<T>, ShardError> {
    if limits.reached().is_some() {
        return Ok(None);
    }
    match fetched() {
        Err(ShardError::Binarize(BinarizeError::Stopped(_))) => Ok(None),
        fetched => fetched.map(Some),
    }
}
