//! The sources of training rows: memory, and workers that hold shards.
//!
//! A [`Source`] gives coded rows, and folds of them. Everything else is the same wherever the rows
//! lie.
//!
//! Rows in shards ([`rulegen_shards`]) stay where they are. A path needs only sums of them, so the
//! coordinator runs the ordinary master, search and choice on a sample for each cluster of rows
//! ([`RemoteRows`](rulegen_shards::RemoteRows)), and the greedy search asks the shards for its
//! histograms. The model does not depend on how rows are divided.
//!
//! If the coordinator has room for all merged rows, it fetches them and runs the ordinary fit.
//! Otherwise only those of folds, which are few, may move. Many rows in memory have the same folds,
//! so the model is the same too. At a given penalty the coordinator fetches all merged rows, or if
//! there are too many a sample, whose rules it weighs and prices again on all rows
//! ([`Rest`](repricing::Rest)).

mod coded;
mod in_shards;
mod memory;
mod merged_folds;
mod remote;
mod repricing;
mod rows;

pub(crate) use in_shards::InShards;
pub(crate) use memory::InMemory;
#[cfg(test)]
pub(crate) use rows::RowsToChoose;
pub(crate) use rows::Source;
