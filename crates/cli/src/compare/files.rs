//! The files of a comparison in its folder.

use super::table::Table;
use super::traces;
use crate::args::TableFormatArg;
use crate::output::write_file;
use anyhow::Result;
use std::path::Path;

/// Writes the table in each format, and the rounds.
pub(super) fn write(folder: &Path, table: &Table<'_>) -> Result<()> {
    let formats = [("csv", TableFormatArg::Csv), ("tex", TableFormatArg::Latex), ("md", TableFormatArg::Markdown)];
    for (ending, format) in formats {
        write_file(&folder.join(format!("comparison.{ending}")), table.text(format)?.as_bytes())?;
    }
    write_file(&folder.join("trace.csv"), &traces(table.fits())?)
}
