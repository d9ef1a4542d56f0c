//! Reasons why nothing is verified.

use std::fmt;

/// A reason why a proof is not verified.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fault {
    /// The proof or the data cannot be read.
    Unreadable(String),
    /// The proof does not show what it claims about these data.
    Refused {
        /// The field of the proof, such as `claims.bounds[0]`.
        place: String,
        /// The reason, in words.
        reason: String,
    },
}

impl Fault {
    /// Makes a refusal.
    pub(crate) fn refused(place: impl Into<String>, reason: impl Into<String>) -> Fault {
        Fault::Refused { place: place.into(), reason: reason.into() }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Fault::Unreadable(reason) => write!(f, "error: {reason}"),
            Fault::Refused { place, reason } => write!(f, "refused: {place}: {reason}"),
        }
    }
}

impl std::error::Error for Fault {}
