//! What is wrong with parameters.

use crate::parameter_error::ParameterError;
use thiserror::Error;

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
