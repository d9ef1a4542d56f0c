//! What is wrong with parameters.

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

/// Parameters by name that are none.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum SettingsError {
    /// A name that no method has.
    #[error("unknown field `{name}`")]
    Unknown {
        /// The name.
        name: String,
    },
    /// A name that only other methods have.
    #[error("{name} is no setting of this method")]
    OtherMethod {
        /// The name.
        name: String,
    },
    /// A value that is not of the parameter's kind.
    #[error("{error}")]
    Value {
        /// The name of the parameter.
        parameter: &'static str,
        /// What the value should be.
        error: ParameterError,
    },
    /// A solver that is none.
    #[error(transparent)]
    Lp(rulegen_lp::LpError),
    /// A model that cannot be read.
    #[error("{parameter}: {source}")]
    Model {
        /// The name of the parameter.
        parameter: &'static str,
        /// Why.
        source: rulegen_rule::RuleError,
    },
    /// A value out of its range, or values that do not go together.
    #[error(transparent)]
    Parameter(#[from] ParameterError),
}

/// Phrased as acceptance, so that NaN is refused.
pub(crate) fn accept(good: bool, name: &'static str, range: &str, value: impl Display) -> Result<(), ParameterError> {
    if good { Ok(()) } else { Err(ParameterError { name, range: range.into(), value: value.to_string() }) }
}
