//! What can go wrong in a fit.

use crate::parameter_error::ParameterError;
use crate::parameters::{Method, SweepParameter};
use thiserror::Error;

/// The most classes that a message lists.
const MOST_LISTED: usize = 10;

/// An error of a fit.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum FitError {
    /// The data are no good.
    #[error(transparent)]
    Data(#[from] rulegen_data::DataError),
    /// There is nothing to learn from.
    #[error(transparent)]
    Binarize(#[from] rulegen_binarize::BinarizeError),
    /// Partitions that cannot be asked.
    #[error("the partitions of the rows cannot be asked: {source}")]
    Workers {
        /// Why.
        source: Box<dyn std::error::Error + Send + Sync>,
    },
    /// Bytes between coordinator and workers that are no message.
    #[error("a message of {bytes} bytes cannot be read: {reason}")]
    BadMessage {
        /// Its length.
        bytes: usize,
        /// Why.
        reason: String,
    },
    /// A message that speaks of something else than what is asked.
    #[error("coordinator and workers do not speak of the same fit: {what} do not go together")]
    Misfit {
        /// What does not.
        what: &'static str,
    },
    /// No partitions of rows.
    #[error("there are no partitions of rows")]
    NoPartition,
    /// A weight that is no number of rows, where rows are counted.
    #[error(
        "where rows lie in shards, weights are numbers of rows: whole, not negative, at most 2^53 together, not {weight}"
    )]
    FractionalWeight {
        /// The first.
        weight: f64,
    },
    /// A class that is not among those of the data.
    #[error("'{class}' is not a class; the classes are {classes}")]
    NoSuchClass {
        /// The class asked for.
        class: String,
        /// The classes that there are, as far as they can be listed.
        classes: String,
    },
    /// A path over a parameter of which the method follows none.
    #[error("the method {method} follows no path over {parameter}")]
    NoPath {
        /// The method.
        method: Method,
        /// The parameter.
        parameter: SweepParameter,
    },
    /// Fairness is asked for, and the data do not say who belongs to which group.
    #[error("fairness needs the group of each row, and the data have none")]
    NoGroups,
    /// Fairness is asked for, and there is nothing to compare with.
    #[error("fairness needs two groups that have rows, and all rows are of the group '{group}'")]
    OneGroup {
        /// The only group.
        group: String,
    },
    /// Fairness of weighted rules is asked for between too many groups.
    #[error(
        "weighted rules can be fair to {most} groups at most, and there are {groups}: compare fewer columns or ranges"
    )]
    TooManyGroups {
        /// The groups that have rows.
        groups: usize,
        /// The most there may be.
        most: usize,
    },
    /// Of several classes none was named as the positive one.
    #[error("equal opportunity is about the positive class, which has to be named where there are {classes} classes")]
    NoPositive {
        /// How many there are.
        classes: usize,
    },
    /// Fair Boolean rules for several classes.
    #[error("fair Boolean rules need two classes, not {classes}")]
    FairClasses {
        /// How many there are.
        classes: usize,
    },
    /// A conjunctive normal form of several classes.
    #[error("an AND of ORs needs two classes, not {classes}")]
    ManyClasses {
        /// How many there are.
        classes: usize,
    },
    /// A rule that must be in and cannot be said of the data, or is for a class that has no rules.
    #[error(
        "the rule '{rule}' must be in, but its columns are not in the data as it needs them, or its class has no rules"
    )]
    MustHave {
        /// The rule in words.
        rule: String,
    },
    /// A rule that is given and cannot be said of the data.
    #[error("the rule '{rule}' is about columns, values or classes that the data do not have")]
    UnknownRule {
        /// The rule in words.
        rule: String,
    },
    /// Rules to be weighed that have no weights.
    #[error("Boolean rules have no weights: an integer program chooses them")]
    NotWeighed,
    /// A column to keep that is not in the data.
    #[error("there is no column '{column}' to keep")]
    Keep {
        /// The name given.
        column: String,
    },
    /// A forbidden condition that is not written as one, or names no column.
    #[error(
        "'{text}' is no condition on a column of the data: say COLUMN, COLUMN <=, COLUMN = VALUE or COLUMN is missing; \
         the columns are {columns}"
    )]
    Forbidden {
        /// The condition as the user wrote it.
        text: String,
        /// The names of the columns, as far as they can be listed.
        columns: String,
    },
    /// A forbidden condition that no rule could have: a cut point or category that was not learned, or an operator that
    /// does not suit the column.
    #[error("'{text}' forbids nothing: the conditions on '{column}' are {conditions}")]
    ForbidsNothing {
        /// The condition as the user wrote it.
        text: String,
        /// The column that it names.
        column: String,
        /// The conditions that rules can have on the column, as far as they can be listed.
        conditions: String,
    },
    /// A group of columns has one that is not in the data.
    #[error("there is no column '{column}' to go together with others")]
    Together {
        /// The name given.
        column: String,
    },
    /// A trend of a column that is not in the data.
    #[error("there is no column '{column}' to be monotone in")]
    NoTrend {
        /// The name given.
        column: String,
    },
    /// A trend of a column that has none.
    #[error("'{column}' holds words: a model can be monotone in numbers only")]
    Trend {
        /// The column.
        column: String,
    },
    /// Trends where there are not two classes.
    #[error("a model can be monotone for two classes, not for {classes}")]
    TrendClasses {
        /// How many there are.
        classes: usize,
    },
    /// There is not so much memory as it needs.
    #[error(transparent)]
    TooLarge(#[from] rulegen_limits::TooLarge),
    /// Ended before there was any model.
    #[error("interrupted before any model was found")]
    Interrupted,
    /// The master could not be built.
    #[error(transparent)]
    Master(#[from] rulegen_master::MasterError),
    /// Parameters that do not go together.
    #[error(transparent)]
    Parameter(#[from] ParameterError),
    /// A pricer could not be built.
    #[error(transparent)]
    Pricing(#[from] rulegen_pricing::PricingError),
    /// The run failed.
    #[error(transparent)]
    Run(#[from] rulegen_driver::DriverError),
}

impl FitError {
    /// A class that is not among `classes`.
    pub(crate) fn no_class(class: &str, classes: &[String]) -> FitError {
        let listed = classes.iter().take(MOST_LISTED).map(|c| format!("'{c}'")).collect::<Vec<_>>().join(", ");
        let more = if classes.len() > MOST_LISTED { ", ..." } else { "" };
        FitError::NoSuchClass { class: class.into(), classes: format!("{listed}{more}") }
    }
}
