//! Errors of binarization.

use crate::{Bins, DroppedColumn};
use thiserror::Error;

/// An error of this crate. Rows count from 1.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum BinarizeError {
    /// A limit was reached.
    #[error(transparent)]
    Stopped(#[from] rulegen_limits::Limit),
    /// No column can be a feature.
    #[error("none of the {columns} columns can serve as a feature: {why}")]
    NoFeature {
        /// The number of columns.
        columns: usize,
        /// The reasons.
        why: String,
    },
    /// Only columns that name rows could be features.
    #[error("no column can serve as a feature; {0}")]
    OnlyNames(String),
    /// A number of bins that is out of range.
    #[error("{0} bins are asked for; 2 to {most} are possible", most = Bins::MOST)]
    BadBins(usize),
    /// Labels, groups or weights are not one per row.
    #[error("there are {found} {what} for {rows} rows")]
    NotOnePerRow {
        /// The things that should be one per row, such as `labels`.
        what: &'static str,
        /// The number of them.
        found: usize,
        /// The number of rows.
        rows: usize,
    },
    /// A label is not the index of a class.
    #[error("row {row} (from 0) has the label {label}, and there are {classes} classes, counted from 0")]
    BadLabel {
        /// The row, counted from 0.
        row: usize,
        /// Its label.
        label: u32,
        /// The number of classes.
        classes: usize,
    },
    /// A weight is negative, infinite or no number.
    #[error("row {row} (from 0) has the weight {weight}, which is not a number of at least 0")]
    BadWeight {
        /// The row, counted from 0.
        row: usize,
        /// Its weight.
        weight: f64,
    },
    /// A coded table does not have one column per feature of its schema.
    #[error("the coded table has {columns} columns for {features} features")]
    ColumnsOfSchema {
        /// The columns of the table.
        columns: usize,
        /// The features of the schema.
        features: usize,
    },
    /// A code that the feature of its column does not have.
    #[error("row {row} (from 0) has the code {code} of '{feature}', which has {codes} codes, counted from 0")]
    BadCode {
        /// The name of the feature.
        feature: String,
        /// The row, counted from 0.
        row: usize,
        /// The code.
        code: u16,
        /// The number of codes of the feature.
        codes: usize,
    },
    /// More rows than can be numbered in four bytes.
    #[error("there are {0} rows, more than can be merged (2^32 - 1)")]
    TooManyRows(usize),
    /// A partition of a table has another number of columns than those before it.
    #[error("a partition has {found} columns, and those before it have {expected}")]
    PartitionColumns {
        /// Its columns.
        found: usize,
        /// The columns of those before it.
        expected: usize,
    },
    /// A partition of a table has other columns than those before it, or has them in another order.
    #[error("column {column} of a partition is '{found}', and '{expected}' in those before it")]
    PartitionName {
        /// The place of the column, counted from 1.
        column: usize,
        /// Its name.
        found: String,
        /// Its name in the partitions before.
        expected: String,
    },
    /// A column has text in one partition of a table and numbers or dates in another.
    #[error("column '{column}' has {found} in a partition and {expected} in those before it")]
    PartitionKind {
        /// The name of the column.
        column: String,
        /// The cells that it has: `numbers`, `dates` or `text`.
        found: &'static str,
        /// The cells that it has in the partitions before.
        expected: &'static str,
    },
    /// The answer of a partition to a closer look does not fit the rows of its summary.
    #[error("column '{column}' of a partition is not what it was at the first look")]
    PartitionChanged {
        /// The name of the column.
        column: String,
    },
    /// The array or the table is not valid.
    #[error(transparent)]
    Data(#[from] rulegen_data::DataError),
    /// Coding failed, or the schema is not valid.
    #[error(transparent)]
    Rule(rulegen_rule::RuleError),
}

/// A limit stays a limit, whatever code reached it.
impl From<rulegen_rule::RuleError> for BinarizeError {
    fn from(error: rulegen_rule::RuleError) -> Self {
        match error {
            rulegen_rule::RuleError::Stopped(limit) => BinarizeError::Stopped(limit),
            error => BinarizeError::Rule(error),
        }
    }
}

impl BinarizeError {
    /// Makes the error that no column can be a feature, with the reasons.
    pub fn no_feature(dropped: &[DroppedColumn]) -> Self {
        BinarizeError::NoFeature { columns: dropped.len(), why: DroppedColumn::all(dropped) }
    }
}

/// Checks the number of labels, weights or the like.
pub(crate) fn one_per_row(what: &'static str, found: usize, rows: usize) -> Result<(), BinarizeError> {
    if found == rows { Ok(()) } else { Err(BinarizeError::NotOnePerRow { what, found, rows }) }
}
