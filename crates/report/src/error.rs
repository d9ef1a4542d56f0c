//! Errors of reports and plots.

use rulegen_rule::RuleError;
use thiserror::Error;

/// An error of this crate.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum ReportError {
    /// There is no row to evaluate the model on.
    #[error("there is no row to measure the model on")]
    NoRows,
    /// Labels or groups that are not one for each row.
    #[error("there are {found} {what} for {rows} rows")]
    NotOnePerRow {
        /// The noun for the things that every row should have one of.
        what: &'static str,
        /// Their number.
        found: usize,
        /// The number of rows.
        rows: usize,
    },
    /// A held-out row that the table does not have, counted from 0.
    #[error("row {row} is held out, but there are {rows} rows, counted from 0")]
    NoSuchRow {
        /// The row.
        row: usize,
        /// The number of rows.
        rows: usize,
    },
    /// A row that is held out twice, counted from 0.
    #[error("row {row} is held out twice")]
    RowTwice {
        /// The row.
        row: usize,
    },
    /// More classes than a page can compare with each other.
    #[error("the model has {classes} classes; a report compares at most {most} with each other")]
    TooManyClasses {
        /// The classes of the model.
        classes: usize,
        /// The most there may be.
        most: usize,
    },
    /// The data do not fit the model.
    #[error(transparent)]
    Rule(#[from] RuleError),
    /// Not a trace that `fit --trace` wrote.
    #[error("not a trace of a run: {0}")]
    Trace(String),
    /// Not the output of `front --json` or `fit --json` with a front, or one of another model.
    #[error("not a front of sizes: {0}")]
    Front(String),
    /// The plot has nothing to show.
    #[error("there is nothing to plot for '{plot}': {why}")]
    NothingToPlot {
        /// The plot's name.
        plot: &'static str,
        /// The part that is missing.
        why: &'static str,
    },
    /// The drawing library failed.
    #[error("the plot could not be drawn: {0}")]
    Drawing(String),
    /// The page's template failed.
    #[error("the page could not be written: {0}")]
    Template(#[from] askama::Error),
}
