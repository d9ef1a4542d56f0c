//! The sources of training rows: memory, and workers that hold shards.
//!
//! A [`Source`] gives coded rows, and folds of them. Everything else is the same wherever the rows
//! lie.
//!
//! Rows in shards stay where they are. A path needs only sums of them: rows of each class that the
//! same rules cover (clusters), histograms of gain for each part of a search, and summaries of
//! columns for cut points. The coordinator has a sample for each cluster and runs the ordinary
//! master, search and choice on these ([`Remote`](remote::Remote)); the greedy search asks the
//! shards for its histograms. Numbers of rows and gains are whole, so sums are exact: the model
//! does not depend on how rows are divided into partitions, where these are, or who answers first.
//!
//! Merged rows, the different coded rows of each class, do move if the coordinator has room for all
//! of them: then it runs the ordinary fit. Otherwise only those of folds, which are few, may move
//! ([`FoldRows`](fold_rows::FoldRows)). Many rows in memory have the same folds, so the model is
//! the same too. At a given penalty the coordinator fetches all merged rows, or if there are too
//! many a sample ([`RowsAtHand`](at_hand::RowsAtHand)), whose rules it weighs and prices again on
//! all rows ([`Rest`](repricing::Rest)).

mod at_hand;
mod coded;
mod division;
mod fold_rows;
mod folds;
mod in_shards;
mod keys;
mod memory;
mod merged;
mod merged_folds;
mod message;
mod partition;
mod remote;
mod repricing;
mod rows;
mod selected;
mod shard;
mod sum;
mod wire;
mod workers;

pub(crate) use in_shards::InShards;
pub(crate) use memory::InMemory;
pub use partition::Partition;
pub(crate) use rows::Source;
pub use shard::CodedShard;
pub use sum::sum_answers;
pub use workers::{InProcess, Workers, WorkersError};
