//! What is learned of columns, and how.

use crate::cuts::Bins;
use crate::dropped::Dropped;
use rulegen_rule::Schema;

/// What is done with columns whose values name rows (names, running numbers, unique codes).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Names<'a> {
    /// They are columns like others.
    Kept,
    /// They are left out, unless they are called so.
    LeftOut {
        /// The names of columns that stay, with all of their categories.
        but: &'a [String],
    },
}

/// What is learned of columns.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LearnSettings<'a> {
    /// How cut points are chosen.
    pub bins: Bins,
    /// What becomes of columns that name rows.
    pub names: Names<'a>,
    /// A category of fewer training rows has no condition of its own: it is coded like one that training did not see. Of a
    /// column that keeps any, the three with most rows stay.
    pub min_category: u64,
    /// For how many rows each row counts in quantiles: whole numbers. Without, for as many as its weight says.
    pub ranks: Option<&'a [f64]>,
}

impl LearnSettings<'_> {
    /// All columns and categories.
    pub fn everything(bins: Bins) -> Self {
        LearnSettings { bins, names: Names::Kept, min_category: 1, ranks: None }
    }
}

/// What was learned of columns.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Learned {
    /// The features.
    pub schema: Schema,
    /// The columns that cannot serve.
    pub dropped: Vec<Dropped>,
    /// The features of which rare categories have no condition of their own.
    pub pooled: Vec<String>,
}
