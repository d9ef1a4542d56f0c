//! Names and cells in messages.

use super::Place;

/// The most characters of a name or cell in a message.
const SHOWN_CHARS: usize = 60;

/// The most columns listed in a message.
const SHOWN_COLUMNS: usize = 12;

/// A name or cell for a message: in quotes, on one line, not too long.
pub(super) fn shown(text: &str) -> String {
    match text.char_indices().nth(SHOWN_CHARS) {
        Some((end, _)) => format!("{:?}...", &text[..end]),
        None => format!("{text:?}"),
    }
}

/// A column for a message: its name, or its number where its name, on the line of the header, is at
/// fault.
pub(super) fn name_or_number(place: &Place, column: &str) -> String {
    if matches!(place, Place::Line(_)) { column.to_owned() } else { shown(column) }
}

/// The noun for the text at a place: the header has names.
pub(super) fn cell_or_name(place: &Place) -> &'static str {
    if matches!(place, Place::Line(_)) { "name" } else { "cell" }
}

/// The advice on text that is not UTF-8. Text files of Windows programs are often in Latin-1.
pub(super) fn encoding(place: &Place) -> &'static str {
    match place {
        Place::Line(_) | Place::TextRow { .. } => ": the file seems to be in Latin-1 (Windows-1252); save it as UTF-8",
        Place::Row(_) => "",
    }
}

/// A list of columns for a message.
pub(super) fn listed(columns: &[String]) -> String {
    let mut names: Vec<String> = columns.iter().take(SHOWN_COLUMNS).map(|name| shown(name)).collect();
    if columns.len() > SHOWN_COLUMNS {
        names.push(format!("and {} more", columns.len() - SHOWN_COLUMNS));
    }
    names.join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_names_are_cut_on_a_character_boundary() {
        let text = "é".repeat(100);
        assert_eq!(shown(&text), format!("\"{}\"...", "é".repeat(SHOWN_CHARS)));
        assert_eq!(shown("a\nb"), r#""a\nb""#);
    }

    #[test]
    fn long_lists_are_shortened() {
        let columns: Vec<String> = (1..=14).map(|i| format!("x{i}")).collect();
        let text = listed(&columns);
        assert!(text.starts_with(r#""x1", "x2""#) && text.ends_with(r#""x12", and 2 more"#), "{text}");
    }
}
