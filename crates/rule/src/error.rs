//! Errors of rules and models.

use thiserror::Error;

/// An error of this crate.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum RuleError {
    /// A limit was reached.
    #[error(transparent)]
    Stopped(#[from] rulegen_limits::Limit),
    /// The data lack a column of the model.
    #[error("the data have no column '{0}', which the model needs")]
    MissingColumn(String),
    /// A column of the data cannot be the one that the model knows.
    #[error(
        "column '{column}' is {learned} in the model but holds {came} in the data, such as '{example}' in row {row} (from 0)"
    )]
    ColumnKind {
        /// The column's name.
        column: String,
        /// The kind of the column in the model: numeric, boolean, categorical or of dates.
        learned: &'static str,
        /// The kind of its cells in the data: words, numbers, booleans or dates.
        came: &'static str,
        /// One of these cells.
        example: String,
        /// The first row that has this cell.
        row: usize,
    },
    /// A column that the schema does not have.
    #[error("there is no column '{name}'{}", quoted_list(nearest))]
    UnknownFeature {
        /// The name that was asked for.
        name: String,
        /// The names that differ least from it.
        nearest: Vec<String>,
    },
    /// A category that its column does not have.
    #[error("'{category}' is no category of '{column}'{}", quoted_list(nearest))]
    UnknownCategory {
        /// The column.
        column: String,
        /// The category asked for.
        category: String,
        /// The categories that differ least from it.
        nearest: Vec<String>,
    },
    /// A number at which its column is not cut.
    #[error("{value} is no cut point of '{column}'{}", listed(nearest, " and "))]
    NoCutPoint {
        /// The column.
        column: String,
        /// The number asked for, or the date.
        value: String,
        /// The cut points next below and above it.
        nearest: Vec<String>,
    },
    /// A cut point is asked for of a column of categories.
    #[error("column '{column}' is categorical: it has no cut points")]
    NotNumeric {
        /// The column.
        column: String,
    },
    /// A category is asked for of a numeric column.
    #[error("column '{column}' is numeric: it has no categories")]
    NotCategorical {
        /// The column.
        column: String,
    },
    /// A text that is no rule.
    #[error("'{text}' is no rule: {reason}")]
    Unreadable {
        /// The text.
        text: String,
        /// The reason.
        reason: String,
    },
    /// The columns of a coded table are not of the same length.
    #[error("column {column} of the coded table has {codes} codes for {rows} rows")]
    RaggedCodes {
        /// The column, from 0.
        column: usize,
        /// The number of its codes.
        codes: usize,
        /// The number of rows.
        rows: usize,
    },
    /// An array that makes no valid table.
    #[error(transparent)]
    Data(#[from] rulegen_data::DataError),
    /// Features that contradict themselves or each other.
    #[error(transparent)]
    Schema(#[from] SchemaError),
    /// Not a model file: not JSON, or not of the right structure.
    #[error("not a model file of rulegen: {0}")]
    Malformed(String),
    /// A model file of a version that this build cannot read.
    #[error("the model file has version {found}; this build reads version {expected}")]
    Version {
        /// The version in the file.
        found: u64,
        /// The version that this build reads and writes.
        expected: u64,
    },
    /// A model file of the right structure whose content contradicts itself.
    #[error("the model file is inconsistent: {0}")]
    Inconsistent(String),
    /// A name that a format cannot express.
    #[error("the name {name:?} cannot be written in {format}")]
    Unwritable {
        /// The name of a column, class or category.
        name: String,
        /// The format.
        format: &'static str,
    },
    /// A model that is too large for a format.
    #[error("{found} {what} cannot be written in {format}: at most {most} can")]
    TooMany {
        /// The format.
        format: &'static str,
        /// The things of which there are too many, such as `rules for one class`.
        what: &'static str,
        /// The number of them in the model.
        found: usize,
        /// The most that can be written.
        most: usize,
    },
    /// A model whose votes are not log-odds, or that has rules without weight.
    #[error("the model gives no probabilities: models of the logistic loss do")]
    NoProbabilities,
    /// Whole points are asked for of a model whose votes are not log-odds.
    #[error(
        "whole points double the odds, but the votes of this model are not log-odds: those of the logistic loss are"
    )]
    NoLogOdds,
    /// A threshold that is no probability strictly between 0 and 1.
    #[error("a threshold is a probability above 0 and below 1, not {found}")]
    Threshold {
        /// The number asked for.
        found: f64,
    },
    /// A threshold is asked for of a model whose scores are not log-odds of two classes.
    #[error("the model can have no threshold: {0}")]
    NoThreshold(String),
    /// A scale of whole points that is not offered.
    #[error("{found} points cannot double the odds: the number must be from 1 to {most}")]
    PointsPerDoubling {
        /// The number asked for.
        found: u32,
        /// The largest number.
        most: u32,
    },
    /// Reasons are asked for of a model that has no scale for them.
    #[error("{0}")]
    NoReasons(&'static str),
    /// A model that no scorecard of PMML can be written of.
    #[error("no scorecard can be written: {0}")]
    NoScorecard(&'static str),
    /// A row that the data do not have.
    #[error("row {row} does not exist: the data have {rows} rows, numbered from 0")]
    NoSuchRow {
        /// The row asked for, from 0.
        row: usize,
        /// The number of rows.
        rows: usize,
    },
    /// A column that the model does not have.
    #[error("the model has no column '{0}'")]
    UnknownColumn(String),
    /// A class that the model does not have.
    #[error("the model has no class {class}: it has {classes}, numbered from 0")]
    NoSuchClass {
        /// The class asked for, from 0.
        class: u32,
        /// The number of classes.
        classes: usize,
    },
}

/// Lists the names near to an unknown one, as the end of a message.
fn quoted_list(names: &[String]) -> String {
    let names: Vec<String> = names.iter().map(|name| format!("'{name}'")).collect();
    listed(&names, ", ")
}

/// Lists things near to an unknown one, as the end of a message.
fn listed(near: &[String], separator: &str) -> String {
    match near {
        [] => String::new(),
        [one] => format!(": the nearest is {one}"),
        several => format!(": the nearest are {}", several.join(separator)),
    }
}

/// An error in a [`Schema`](crate::Schema).
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum SchemaError {
    /// Two features have the same name.
    #[error("the feature '{0}' is there twice")]
    DuplicateFeature(String),
    /// A feature has a category twice.
    #[error("the category '{category}' is there twice")]
    DuplicateCategory {
        /// The feature.
        feature: String,
        /// The category.
        category: String,
    },
    /// The cut points of a feature do not ascend, or are not finite.
    #[error("the cut points of '{0}' do not ascend")]
    UnsortedCuts(String),
    /// A feature of categories is said to be of dates, or the range of its dates is not known.
    #[error("'{0}' cannot be of dates: these are numbers of days, in a range that is known")]
    NoDates(String),
    /// A feature of dates has a cut point that is no day, or none that has a next one.
    #[error("'{feature}' is of dates, and {days} is no day of the years 1 to 9999 with a next one")]
    NoDay {
        /// The feature.
        feature: String,
        /// The number of days since 1970.
        days: String,
    },
    /// A range of whole numbers that ends before it begins.
    #[error("the whole numbers of '{feature}' cannot be from {least} to {most}")]
    NoWholeNumbers {
        /// The feature.
        feature: String,
        /// The smallest number.
        least: i64,
        /// The largest number.
        most: i64,
    },
    /// More cut points or categories than two bytes can tell apart.
    #[error("'{feature}' has {values} values, at most {most} can be")]
    TooManyValues {
        /// The feature.
        feature: String,
        /// The number of its cut points or categories.
        values: usize,
        /// The most there may be.
        most: usize,
    },
}
