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

/// Refuses a proof because of a place in it, unless something holds.
pub(crate) fn ensure(holds: bool, place: &str, reason: &str) -> Result<(), Fault> {
    if holds { Ok(()) } else { Err(Fault::refused(place, reason)) }
}

/// Writes control characters as escapes: a name of the data must not look like a line of the
/// checker.
pub(crate) fn printable(text: &str) -> String {
    let shown = |character: char| match character.is_control() {
        true => character.escape_default().to_string(),
        false => character.to_string(),
    };
    text.chars().map(shown).collect()
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Fault::Unreadable(reason) => write!(f, "error: {}", printable(reason)),
            Fault::Refused { place, reason } => write!(f, "refused: {}: {}", printable(place), printable(reason)),
        }
    }
}

impl std::error::Error for Fault {}
