//! Errors of figures.

use thiserror::Error;

/// An error of a figure.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum FigureError {
    /// A file that is no trace of strategies, and the reason.
    #[error("no trace of strategies: {0}")]
    Trace(String),
    /// The library for plots failed.
    #[error("the plot cannot be drawn: {0}")]
    Drawing(String),
}
