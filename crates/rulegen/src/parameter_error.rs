//! A parameter out of its range.

use std::fmt::Display;
use thiserror::Error;

/// A parameter out of its range.
#[derive(Clone, Debug, PartialEq, Error)]
#[error("{name} must be {range}, not {value}")]
pub struct ParameterError {
    /// The parameter.
    pub name: &'static str,
    /// What it may be.
    pub range: String,
    /// What it was.
    pub value: String,
}

/// Returns an error unless a parameter is good. Checks are written as acceptance, so that NaN is
/// refused.
pub(crate) fn accept(good: bool, name: &'static str, range: &str, value: impl Display) -> Result<(), ParameterError> {
    if good { Ok(()) } else { Err(ParameterError { name, range: range.into(), value: value.to_string() }) }
}
