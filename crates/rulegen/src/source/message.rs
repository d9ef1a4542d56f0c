//! What coordinator and workers say to each other.

use super::division::Division;
use super::folds::{FoldDivision, FoldPlace, FoldView};
use super::merged::{Draw, MergedRows};
use crate::FitError;
use rulegen_binarize::{Focus, Summary};
use rulegen_pricing::Share;
use rulegen_rule::{Rule, Schema};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

/// Both sides must be of one version.
const VERSION: &str = env!("CARGO_PKG_VERSION");

/// What a partition is asked before its rows are coded: [`Summarised`].
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Look {
    /// Whether rare classes count for more in quantiles.
    pub(crate) rare_cuts: bool,
    /// Where to look closer; without, at all of the columns.
    pub(crate) focus: Option<Focus>,
}

/// What a partition is about.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Summarised {
    pub(crate) columns: Summary,
    /// The rows of each class.
    pub(crate) classes: Vec<u64>,
}

/// How rows are coded.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Coding {
    pub(crate) schema: Schema,
    pub(crate) classes: usize,
}

/// Which rows take part.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) enum View {
    /// All.
    All,
    /// Those of a side of a fold.
    Fold(FoldDivision, FoldView),
}

impl View {
    /// Whether a row of this place takes part.
    pub(crate) fn has(self, place: FoldPlace) -> bool {
        match self {
            View::All => true,
            View::Fold(_, side) => side.has(place),
        }
    }
}

/// What a worker can be asked of its shard.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) enum Request {
    /// Its rows in clusters that the rules do not tell apart: [`Answer::Clusters`].
    Clusters { view: View, rules: Vec<Rule> },
    /// The histograms of parts of its rows: [`Answer::Histograms`]. A row gains what its cluster does, by problem.
    Histograms { view: View, rules: Vec<Rule>, clusters: Division, gains: Vec<Vec<i64>>, parts: Vec<(u32, Rule)> },
    /// The smallest draws of its merged rows by this seed, at most so many: [`Answer::Draws`].
    Draws { seed: u64, most: usize },
    /// Its merged rows whose draw by this seed is at most so much: [`Answer::Rows`].
    Rows { seed: u64, most: u64 },
    /// The merged rows of these folds: [`Answer::Rows`].
    FoldRows(FoldDivision),
}

/// What a shard answers, and what several answer together.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) enum Answer {
    /// The clusters, and the rows of each.
    Clusters { clusters: Division, rows: Vec<u64> },
    /// For each part, by column, the share of each code.
    Histograms(Vec<Vec<Vec<Share>>>),
    /// The smallest draws, at most so many.
    Draws { most: usize, draws: Vec<Draw> },
    /// Merged rows: those of several shards one after the other, so that equal ones may be there more than once.
    Rows(MergedRows),
}

/// A message as bytes.
pub(crate) fn to_bytes(message: &impl Serialize) -> Vec<u8> {
    postcard::to_stdvec(&(VERSION, message)).expect("messages hold nothing that has no bytes")
}

/// Bytes as the message that they are.
///
/// # Errors
/// [`FitError::BadMessage`].
pub(crate) fn from_bytes<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, FitError> {
    let bad = |reason: String| FitError::BadMessage { bytes: bytes.len(), reason };
    let read = |error: postcard::Error| bad(error.to_string());
    let (version, message): (&str, &[u8]) = postcard::take_from_bytes(bytes).map_err(read)?;
    if version != VERSION {
        return Err(bad(format!("it is of rulegen {version:?}, and this is {VERSION:?}")));
    }
    postcard::from_bytes(message).map_err(read)
}
