//! Settings for learning columns, and the result.

use crate::cuts::Bins;
use crate::dropped::DroppedColumn;
use rulegen_rule::Schema;

/// The treatment of columns whose values name rows (names, running numbers, unique codes).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Names<'a> {
    /// They are kept like all other columns.
    Kept,
    /// They are left out, with exceptions.
    LeftOut {
        /// The names of columns that are kept, with all of their categories.
        but: &'a [String],
    },
}

/// Settings for learning the features of columns.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LearnSettings<'a> {
    /// The rule for cut points.
    pub bins: Bins,
    /// The treatment of columns that name rows.
    pub names: Names<'a>,
    /// The fewest training rows of a category that has conditions of its own. Rarer ones are coded
    /// like categories that training did not see. If a column keeps any category, it keeps at least
    /// the three with the most rows.
    pub min_category: u64,
    /// The number of rows that each row stands for in quantiles, as whole numbers. Without it, the
    /// weights decide.
    pub ranks: Option<&'a [f64]>,
}

impl LearnSettings<'_> {
    /// Settings that keep all columns and categories.
    pub fn everything(bins: Bins) -> Self {
        LearnSettings { bins, names: Names::Kept, min_category: 1, ranks: None }
    }
}

/// The features learned from columns.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct LearnedColumns {
    /// The features.
    pub schema: Schema,
    /// The columns that cannot be features.
    pub dropped: Vec<DroppedColumn>,
    /// The names of features with rare categories that have no condition of their own.
    pub pooled: Vec<String>,
}
