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

/// Leaves out the middle of a text that would fill a page: it quotes cells and names of any length.
fn in_a_line(text: &str) -> String {
    const SIDE: usize = 120;
    let characters: Vec<char> = printable(text).chars().collect();
    if characters.len() <= 2 * SIDE {
        return characters.into_iter().collect();
    }
    let (start, end) = (&characters[..SIDE], &characters[characters.len() - SIDE..]);
    start.iter().chain(&['…']).chain(end).collect()
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Fault::Unreadable(reason) => write!(f, "error: {}", in_a_line(reason)),
            Fault::Refused { place, reason } => write!(f, "refused: {}: {}", in_a_line(place), in_a_line(reason)),
        }
    }
}

impl std::error::Error for Fault {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fault_takes_a_line() {
        let fault = |cell: &str| Fault::Unreadable(format!("row 3: '{cell}' is no number")).to_string();
        assert_eq!(fault("a\nb"), "error: row 3: 'a\\nb' is no number");
        let whole = format!("error: row 3: '{}' is no number", "é".repeat(218));
        assert_eq!(fault(&"é".repeat(218)), whole);
        let shown = format!("error: row 3: '{}…{}' is no number", "é".repeat(112), "é".repeat(106));
        assert_eq!([219, 300].map(|length| fault(&"é".repeat(length))), [&shown[..]; 2]);
        let longest = Fault::refused("\u{1}".repeat(5000), "\u{10348}".repeat(5000)).to_string();
        assert!(longest.len() < 2000, "{longest}");
    }
}
