//! Rows that lie in many places: the same learner over shards.
//!
//! Rows never move. What a path needs of them are sums: rows of each class that the same rules cover (clusters), histograms of gain for each part
//! of a search, and summaries of columns for cut points. The coordinator has a sample for each cluster, and runs the ordinary master, search and
//! choice on these ([`Remote`](remote::Remote)); the greedy search asks the shards for its histograms. Numbers of rows and gains are whole, so sums
//! are exact: the model does not depend on how rows are divided into partitions, where these are, or who answers first, but for cut points
//! of columns of more values than a summary holds.

mod division;
mod keys;
mod message;
mod partition;
mod remote;
mod shard;
mod sum;
mod workers;

pub(crate) use message::{Coding, Summarised, View, from_bytes, to_bytes};
pub use partition::Partition;
pub(crate) use remote::Remote;
pub use shard::CodedShard;
pub use sum::sum_answers;
pub use workers::{InProcess, Workers, WorkersError};
