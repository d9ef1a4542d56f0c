//! The messages between coordinator and workers.

use crate::ShardError;
use crate::division::Division;
use crate::folds::{FoldDivision, FoldPlace, FoldView};
use crate::merged::{Draw, MergedRows};
use rulegen_binarize::{Focus, Summary};
use rulegen_pricing::Share;
use rulegen_rule::{Rule, Schema};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

/// The version of the crate, which both sides must share.
const VERSION: &str = env!("CARGO_PKG_VERSION");

/// The question to a partition before its rows are coded. The answer is a [`RowSummary`].
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Look {
    /// True if rare classes count for more in quantiles.
    pub(crate) rare_cuts: bool,
    /// The values to look closer at. `None` asks about whole columns.
    pub(crate) focus: Option<Focus>,
}

/// The summary of a partition, or of several.
#[derive(Debug, Serialize, Deserialize)]
pub struct RowSummary {
    /// The summary of the columns.
    pub columns: Summary,
    /// The rows of each class.
    pub classes: Vec<u64>,
}

/// The way in which rows are coded.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Coding {
    pub(crate) schema: Schema,
    pub(crate) classes: usize,
}

/// The rows that take part in an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum View {
    /// All rows.
    All,
    /// The rows of a side of a fold.
    Fold(FoldDivision, FoldView),
}

impl View {
    /// True if a row of this place takes part.
    pub(crate) fn has(self, place: FoldPlace) -> bool {
        match self {
            View::All => true,
            View::Fold(_, side) => side.has(place),
        }
    }
}

/// A request to a worker about its shard.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) enum Request {
    /// Asks for the rows in clusters that the rules do not tell apart. The answer is
    /// [`Answer::Clusters`].
    Clusters { view: View, rules: Vec<Rule> },
    /// Asks for the histograms of parts of the rows. Each row has the gain of its cluster, by
    /// problem. The answer is [`Answer::Histograms`].
    Histograms { view: View, rules: Vec<Rule>, clusters: Division, gains: Vec<Vec<i64>>, parts: Vec<(u32, Rule)> },
    /// Asks for the smallest draws of merged rows by this seed, at most `most`. The answer is
    /// [`Answer::Draws`].
    Draws { seed: u64, most: usize },
    /// Asks for the merged rows whose draw by this seed is at most `most`. The answer is
    /// [`Answer::Rows`].
    Rows { seed: u64, most: u64 },
    /// Asks for the merged rows of these folds. The answer is [`Answer::Rows`].
    FoldRows(FoldDivision),
}

/// The answer of a shard, or the sum of the answers of several.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) enum Answer {
    /// The clusters, and the rows of each.
    Clusters { clusters: Division, rows: Vec<u64> },
    /// The share of each code, for each part and column.
    Histograms(Vec<Vec<Vec<Share>>>),
    /// The smallest draws, at most `most`.
    Draws { most: usize, draws: Vec<Draw> },
    /// Merged rows. Those of several shards follow one another, so equal ones may occur more than
    /// once.
    Rows(MergedRows),
}

/// Encodes a message.
pub(crate) fn to_bytes(message: &impl Serialize) -> Vec<u8> {
    postcard::to_stdvec(&(VERSION, message)).expect("messages hold nothing that has no bytes")
}

/// Decodes a message.
///
/// # Errors
/// [`ShardError::BadMessage`].
pub(crate) fn from_bytes<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, ShardError> {
    let bad = |reason: String| ShardError::BadMessage { bytes: bytes.len(), reason };
    let read = |error: postcard::Error| bad(error.to_string());
    let (version, message): (&str, &[u8]) = postcard::take_from_bytes(bytes).map_err(read)?;
    if version != VERSION {
        return Err(bad(format!("it is of rulegen {version:?}, and this is {VERSION:?}")));
    }
    postcard::from_bytes(message).map_err(read)
}
