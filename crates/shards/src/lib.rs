#![doc = include_str!("../README.md")]
//!
//! # The two sides
//!
//! A worker holds a [`Partition`]. It answers questions about its columns ([`Partition::summary`]),
//! codes its rows ([`CodedShard::new`]) and answers requests about them ([`CodedShard::answer`]).
//! [`sum_answers`] adds up the answers of several shards.
//!
//! The coordinator asks all partitions for a summary ([`Coordinator`]) and has them coded
//! ([`ShardedRows`]). Then it needs only sums of rows: those of each class that the same rules
//! cover (clusters) and histograms of gain for each part of a search. [`RemoteRows`] has a sample
//! for each cluster, over which an ordinary master can be solved, and answers a greedy search.
//!
//! Merged rows, the different coded rows of each class, do move if the coordinator has room for all
//! of them, or for a sample ([`RowsAtHand`]), or for those of cross-validation folds
//! ([`FoldRows`]).
#![forbid(unsafe_code)]

mod at_hand;
mod coordinator;
mod division;
mod error;
mod fold_rows;
mod folds;
mod keys;
mod merged;
mod message;
mod partition;
mod remote;
mod rows;
mod selected;
mod shard;
mod sum;
mod wire;
mod workers;

pub use at_hand::{RowsAtHand, SmallestDraws};
pub use coordinator::Coordinator;
pub use error::ShardError;
pub use fold_rows::FoldRows;
pub use folds::{FoldDivision, FoldView};
pub use message::{RowSummary, View};
pub use partition::Partition;
pub use remote::RemoteRows;
pub use rows::ShardedRows;
pub use shard::CodedShard;
pub use sum::sum_answers;
pub use workers::{InProcess, Workers, WorkersError};
