//! The errors of rows in shards.

use rulegen_binarize::BinarizeError;
use thiserror::Error;

/// An error of a worker or of the coordinator.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum ShardError {
    /// Rows cannot be summarised, coded or merged.
    #[error(transparent)]
    Binarize(#[from] BinarizeError),
    /// The partitions of rows cannot be asked.
    #[error("the partitions of the rows cannot be asked: {source}")]
    Workers {
        /// The error of the workers.
        source: Box<dyn std::error::Error + Send + Sync>,
    },
    /// Bytes between coordinator and workers are no message.
    #[error("a message of {bytes} bytes cannot be read: {reason}")]
    BadMessage {
        /// The length of the message.
        bytes: usize,
        /// The reason.
        reason: String,
    },
    /// A message is about something else than the fit.
    #[error("coordinator and workers do not speak of the same fit: {what} do not go together")]
    Misfit {
        /// The things that do not go together.
        what: &'static str,
    },
    /// There are no partitions of rows.
    #[error("there are no partitions of rows")]
    NoPartition,
    /// A weight is no number of rows, although rows are counted.
    #[error(
        "where rows lie in shards, weights are numbers of rows: whole, not negative, at most 2^53 together, not {weight}"
    )]
    FractionalWeight {
        /// The first such weight.
        weight: f64,
    },
}
