//! Places of cells in messages.

use std::fmt;

/// The place of a cell in its file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// The line of a text file that is the header, counted from 1.
    Line(u64),
    /// The row of a text file, counted as in tables, and the line on which it begins.
    TextRow {
        /// The row, counted from 0 without the header.
        row: u64,
        /// The line, counted from 1 with the header.
        line: u64,
    },
    /// The row of a table, counted from 0 without the header, as in row files.
    Row(u64),
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Place::Line(line) => write!(f, "line {line}"),
            Place::TextRow { row, line } => write!(f, "row {row} (from 0, line {line})"),
            Place::Row(row) => write!(f, "row {row} (from 0)"),
        }
    }
}
