//! What coordinator and workers say to each other.

use crate::FitError;
use rulegen_binarize::Summary;
use rulegen_pricing::Share;
use rulegen_rule::{Rule, Schema};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

/// What a partition is about.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Summarised {
    pub(crate) columns: Summary,
    /// The rows of each class.
    pub(crate) classes: Vec<u64>,
}

/// How rows are coded and divided into folds.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Coding {
    pub(crate) schema: Schema,
    pub(crate) classes: usize,
    pub(crate) folds: u32,
    pub(crate) seed: u64,
    /// The part of the rows that folds learn from, in parts of 2^32.
    pub(crate) learned: u32,
}

/// Which rows take part.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) enum View {
    /// All.
    All,
    /// Those that are learned from where this fold is held out.
    Train(u32),
    /// Those of this fold.
    Test(u32),
}

/// What a worker can be asked of its shard.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) enum Request {
    /// Its rows in clusters that the rules do not tell apart. A list of [`Cluster`] answers.
    Clusters { view: View, rules: Vec<Rule> },
    /// The histograms of parts of its rows: for each part, by column, by code. A row gains what its cluster does, by problem.
    Histograms {
        view: View,
        rules: Vec<Rule>,
        clusters: Vec<ClusterKey>,
        gains: Vec<Vec<i64>>,
        parts: Vec<(u32, Rule)>,
    },
}

/// What an answer about [`Request::Histograms`] holds.
pub(crate) type Histograms = Vec<Vec<Vec<Share>>>;

/// Rows of a class that the same rules cover.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub(crate) struct ClusterKey {
    pub(crate) label: u32,
    /// A bit for each rule.
    covered: Vec<u8>,
}

impl ClusterKey {
    /// Of a class, without rules.
    pub(crate) fn of_class(label: u32) -> Self {
        ClusterKey { label, covered: Vec::new() }
    }

    /// The same with another rule, the one of place `at`.
    pub(crate) fn with(&self, at: usize, covered: bool) -> Self {
        let mut key = self.clone();
        key.covered.resize(at / 8 + 1, 0);
        key.covered[at / 8] |= u8::from(covered) << (at % 8);
        key
    }
}

/// A cluster of a shard.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Cluster {
    pub(crate) key: ClusterKey,
    pub(crate) rows: u64,
    /// The codes of its first row: any row stands for all, where the rules are asked.
    pub(crate) codes: Vec<u16>,
}

/// A message as bytes.
pub(crate) fn to_bytes(message: &impl Serialize) -> Vec<u8> {
    postcard::to_stdvec(message).expect("messages hold nothing that has no bytes")
}

/// Bytes as the message that they are.
///
/// # Errors
/// [`FitError::BadMessage`].
pub(crate) fn from_bytes<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, FitError> {
    postcard::from_bytes(bytes).map_err(|error| FitError::BadMessage { bytes: bytes.len(), reason: error.to_string() })
}
