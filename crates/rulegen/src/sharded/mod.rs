//! Rows that lie in many places: the same learner over shards.
//!
//! Rows stay where they are. What a path needs of them are sums: rows of each class that the same rules cover (clusters), histograms of gain for each part
//! of a search, and summaries of columns for cut points. The coordinator has a sample for each cluster, and runs the ordinary master, search and
//! choice on these ([`Remote`]); the greedy search asks the shards for its histograms. Numbers of rows and gains are
//! whole, so sums are exact: the model does not depend on how rows are divided into partitions, where these are, or who
//! answers first.
//!
//! Merged rows, the different coded rows of each class, do move if the coordinator has room for all of them: then it runs the ordinary fit. Else those of folds,
//! which are few, may ([`FoldRows`]). Many rows at hand have the same folds, so the model is the same too.
//!
//! At a given penalty, merged rows move: the coordinator fetches all, and runs the ordinary fit, or where there are
//! too many a sample ([`AtHand`](at_hand::AtHand)), whose rules it weighs and prices again on all rows ([`Repricing`]).

mod at_hand;
mod checkpoint;
mod coded;
mod division;
mod fold_rows;
mod folds;
mod keys;
mod merged;
mod message;
mod partition;
mod remote;
mod repricing;
mod selected;
mod shard;
mod sum;
mod wire;
mod workers;

pub use at_hand::ROWS_AT_HAND;
pub(crate) use at_hand::{AtHand, Smallest};
pub(crate) use checkpoint::{Checkpoint, kept, kept_stages};
pub(crate) use coded::{Coded, summarised};
pub(crate) use fold_rows::FoldRows;
pub(crate) use folds::{FoldView, Folds};
pub(crate) use message::View;
pub use partition::Partition;
pub(crate) use remote::Remote;
pub(crate) use repricing::{Repricing, of_share};
pub use shard::CodedShard;
pub use sum::sum_answers;
pub use workers::{InProcess, Workers, WorkersError};
