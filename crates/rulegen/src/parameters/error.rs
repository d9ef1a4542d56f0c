//! The errors of parameters that are given by name.

use crate::parameter_error::ParameterError;
use thiserror::Error;

/// The error of parameters that are given by name.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum SettingsError {
    /// No method has a parameter of this name.
    #[error("unknown field `{name}`")]
    Unknown {
        /// The name.
        name: String,
    },
    /// Only other methods have a parameter of this name.
    #[error("{name} is no setting of this method{}{elsewhere}", if elsewhere.is_empty() { "" } else { ": " })]
    OtherMethod {
        /// The name.
        name: String,
        /// The reason, and what this method has instead. Empty if that is plain.
        elsewhere: &'static str,
    },
    /// A value is not of the parameter's kind.
    #[error("{error}")]
    Value {
        /// The name of the parameter.
        parameter: &'static str,
        /// The expected kind.
        error: ParameterError,
    },
    /// No solver has this name.
    #[error(transparent)]
    Lp(rulegen_lp::LpError),
    /// A model cannot be read.
    #[error("{parameter}: {source}")]
    Model {
        /// The name of the parameter.
        parameter: &'static str,
        /// The reason.
        source: rulegen_rule::RuleError,
    },
    /// A value is out of its range, or values do not go together.
    #[error(transparent)]
    Parameter(#[from] ParameterError),
}
