//! What can go wrong here.

use thiserror::Error;

/// An error of this crate.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum BinarizeError {
    /// Nothing to learn from.
    #[error("none of the {0} columns can serve as a feature: all are constant on the training rows")]
    NoFeature(usize),
    /// Coding failed.
    #[error(transparent)]
    Rule(#[from] rulegen_rule::RuleError),
}
