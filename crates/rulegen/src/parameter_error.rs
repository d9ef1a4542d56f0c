//! A parameter out of its range.

use std::borrow::Cow;
use std::fmt::{self, Display};
use thiserror::Error;

/// The range of a parameter that cannot be given beside others.
const ABSENT: &str = "absent";

/// The value of a parameter that was given, whatever it is.
const GIVEN: &str = "given";

/// A parameter out of its range.
#[derive(Clone, Debug, PartialEq, Error)]
pub struct ParameterError {
    /// The parameter.
    pub name: Cow<'static, str>,
    /// The values that it may have.
    pub range: String,
    /// The value that it had.
    pub value: String,
}

impl Display for ParameterError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ParameterError { name, range, value } = self;
        match range.strip_prefix(ABSENT).filter(|_| value == GIVEN) {
            Some(condition) => write!(f, "{name} cannot be given{condition}"),
            None => write!(f, "{name} must be {range}, not {value}"),
        }
    }
}

/// Returns an error unless a parameter is good. Checks say which values are accepted, so that NaN
/// is refused.
pub(crate) fn accept(good: bool, name: &'static str, range: &str, value: impl Display) -> Result<(), ParameterError> {
    if good { Ok(()) } else { Err(ParameterError { name: name.into(), range: range.into(), value: value.to_string() }) }
}
