//! The errors of a fit.

use crate::parameter_error::ParameterError;
use crate::parameters::{Method, SweepParameter};
use rulegen_shards::ShardError;
use thiserror::Error;

/// The most classes that a message lists.
const MOST_LISTED: usize = 10;

/// An error of a fit.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum FitError {
    /// The data cannot be used.
    #[error(transparent)]
    Data(#[from] rulegen_data::DataError),
    /// No column or literal can be learned from.
    #[error(transparent)]
    Binarize(#[from] rulegen_binarize::BinarizeError),
    /// Rows in shards cannot be asked, or answer something else.
    #[error(transparent)]
    Shards(ShardError),
    /// A given fold has a row that the data do not have.
    #[error("fold {fold} (from 0) has row {row} (from 0), and there are {rows} rows")]
    NoSuchRow {
        /// The fold, counted from 0.
        fold: usize,
        /// The row, counted from 0.
        row: usize,
        /// The number of rows of the data.
        rows: usize,
    },
    /// A given fold learns from no row, or holds out none.
    #[error("fold {fold} (from 0) has no rows to learn from, or none to hold out")]
    EmptyFold {
        /// The fold, counted from 0.
        fold: usize,
    },
    /// A measure of the caller's own fails, or gives no finite number.
    #[error("the measure '{name}' cannot score a model: {source}")]
    Scorer {
        /// The name of the measure.
        name: String,
        /// The failure.
        source: Box<dyn std::error::Error + Send + Sync>,
    },
    /// A fold learns from rows of one class, or without a usable column, so that it has no model
    /// that a measure of the caller's own could score.
    #[error(
        "a fold has rows of one class only, or no usable column, and so no model that a measure of one's own could \
         score: use fewer folds, or a measure by its name, such as accuracy"
    )]
    UnscoredFold,
    /// A class is not among those of the data.
    #[error("'{class}' is not a class; the classes are {classes}")]
    NoSuchClass {
        /// The class asked for.
        class: String,
        /// The classes of the data, as far as they can be listed.
        classes: String,
    },
    /// A path is asked for over a parameter that the method cannot sweep.
    #[error("the method {method} follows no path over {parameter}")]
    NoPath {
        /// The method.
        method: Method,
        /// The parameter.
        parameter: SweepParameter,
    },
    /// Fairness is asked for, but the data do not give the group of each row.
    #[error("fairness needs the group of each row, and the data have none")]
    NoGroups,
    /// Fairness is asked for, but there is nothing to compare with.
    #[error("fairness needs two groups that have rows, and all rows are of the group '{group}'")]
    OneGroup {
        /// The only group.
        group: String,
    },
    /// Weighted rules are to be fair between too many groups.
    #[error(
        "weighted rules can be fair to {most} groups at most, and there are {groups}: compare fewer columns or ranges"
    )]
    TooManyGroups {
        /// The groups that have rows.
        groups: usize,
        /// The most groups that are possible.
        most: usize,
    },
    /// There are several classes, and none was named as the positive one.
    #[error("equal opportunity is about the positive class, which has to be named where there are {classes} classes")]
    NoPositive {
        /// The number of classes.
        classes: usize,
    },
    /// Boolean rules are to be fair, but there are not two classes.
    #[error("fair Boolean rules need two classes, not {classes}")]
    FairClasses {
        /// The number of classes.
        classes: usize,
    },
    /// A conjunctive normal form is asked for, but there are not two classes.
    #[error("an AND of ORs needs two classes, not {classes}")]
    ManyClasses {
        /// The number of classes.
        classes: usize,
    },
    /// A required rule cannot be said of the data, or is for a class that has no rules.
    #[error(
        "the rule '{rule}' must be in, but a column of it is left out, is not there or holds other values, or its class \
         has no rules"
    )]
    MustHave {
        /// The rule in words.
        rule: String,
    },
    /// A required rule in words covers nothing: perhaps a category is misspelled.
    #[error("the rule '{rule}' must be in, but no training row meets it")]
    Unmet {
        /// The rule in words.
        rule: String,
    },
    /// A given rule cannot be said of the data.
    #[error("the rule '{rule}' is about columns, values or classes that the data do not have")]
    UnknownRule {
        /// The rule in words.
        rule: String,
    },
    /// A rule that a run is to begin with is no rule of the run.
    #[error("the start: '{rule}' cannot be a column, because {reason}")]
    Start {
        /// The rule in words.
        rule: String,
        /// The reason.
        reason: String,
    },
    /// Rules that have no weights are to be weighed.
    #[error("Boolean rules have no weights: an integer program chooses them")]
    NotWeighed,
    /// A model was learned in a way that leaves its weights no way to be fitted again.
    #[error("the model cannot be edited: {reason}")]
    NotEditable {
        /// The reason.
        reason: String,
    },
    /// An edit is about a rule that the model does not have.
    #[error("there is no rule {number}: the model has {rules} rules")]
    NoSuchRule {
        /// The number of the rule, from 1.
        number: usize,
        /// The number of rules.
        rules: usize,
    },
    /// A rule is to be left out, and its weight to be locked.
    #[error("rule {number} cannot be dropped and locked")]
    DroppedAndLocked {
        /// The number of the rule, from 1.
        number: usize,
    },
    /// The text of a rule cannot be read, or does not fit the model.
    #[error(transparent)]
    WrittenRule(rulegen_rule::RuleError),
    /// A rule cannot be added to a model.
    #[error("the rule '{rule}' cannot be added: {reason}")]
    AddedRule {
        /// The rule in words.
        rule: String,
        /// The reason.
        reason: String,
    },
    /// A column to keep is not in the data.
    #[error("there is no column '{column}' to keep")]
    Keep {
        /// The name given.
        column: String,
    },
    /// A forbidden condition is not written as one, or names no column.
    #[error(
        "'{text}' is no condition on a column of the data: say COLUMN, COLUMN <=, COLUMN = VALUE, LOW <= COLUMN < HIGH \
         or COLUMN is missing; the columns are {columns}"
    )]
    Forbidden {
        /// The condition as the user wrote it.
        text: String,
        /// The names of the columns, as far as they can be listed.
        columns: String,
    },
    /// A forbidden condition compares a column with a value that it cannot have.
    #[error("'{text}' forbids nothing: '{value}' is no {noun}")]
    ForbiddenValue {
        /// The condition as the user wrote it.
        text: String,
        /// The value.
        value: String,
        /// The values that the column has: numbers or dates.
        noun: String,
    },
    /// A forbidden condition is one that no rule could have: a cut point or category that was not
    /// learned, or an operator that does not suit the column.
    #[error("'{text}' forbids nothing: the conditions on '{column}' are {conditions}")]
    ForbidsNothing {
        /// The condition as the user wrote it.
        text: String,
        /// The column that it names.
        column: String,
        /// The conditions that rules can have on the column, as far as they can be listed.
        conditions: String,
    },
    /// A column of a group is not in the data.
    #[error("there is no column '{column}' to go together with others")]
    Together {
        /// The name given.
        column: String,
    },
    /// A trend is asked for in a column that is not in the data.
    #[error("there is no column '{column}' to be monotone in")]
    NoTrend {
        /// The name given.
        column: String,
    },
    /// A trend is asked for in a column that does not hold numbers.
    #[error("'{column}' holds words: a model can be monotone in numbers only")]
    Trend {
        /// The column.
        column: String,
    },
    /// Trends are asked for, but there are not two classes.
    #[error("a model can be monotone for two classes, not for {classes}")]
    TrendClasses {
        /// The number of classes.
        classes: usize,
    },
    /// A threshold is asked for, but there are not two classes.
    #[error(
        "a threshold is for two classes, and there are {classes}: compare the probabilities of the classes instead"
    )]
    ThresholdClasses {
        /// The number of classes.
        classes: usize,
    },
    /// A model can have no threshold, or not this one.
    #[error(transparent)]
    Threshold(rulegen_rule::RuleError),
    /// A proof that others can check is asked for, and there is none.
    #[error("no proof can be written: {reason}")]
    NoProof {
        /// The reason.
        reason: String,
    },
    /// The work needs more memory than the limit allows.
    #[error(transparent)]
    TooLarge(#[from] rulegen_limits::TooLarge),
    /// The user stopped the fit before there was any model.
    #[error("interrupted before any model was found")]
    Interrupted,
    /// The master could not be built.
    #[error(transparent)]
    Master(#[from] rulegen_master::MasterError),
    /// Parameters are out of range or do not go together.
    #[error(transparent)]
    Parameter(#[from] ParameterError),
    /// A pricer could not be built.
    #[error(transparent)]
    Pricing(#[from] rulegen_pricing::PricingError),
    /// The run failed.
    #[error(transparent)]
    Run(#[from] rulegen_driver::DriverError),
}

impl From<ShardError> for FitError {
    /// Keeps an error about rows what it is where they are at hand.
    fn from(error: ShardError) -> Self {
        match error {
            ShardError::Binarize(error) => FitError::Binarize(error),
            error => FitError::Shards(error),
        }
    }
}

impl FitError {
    /// Returns the error for a class that is not among `classes`.
    pub(crate) fn no_class(class: &str, classes: &[String]) -> FitError {
        let listed = classes.iter().take(MOST_LISTED).map(|c| format!("'{c}'")).collect::<Vec<_>>().join(", ");
        let more = if classes.len() > MOST_LISTED { ", ..." } else { "" };
        FitError::NoSuchClass { class: class.into(), classes: format!("{listed}{more}") }
    }
}
