//! The files of a comparison in its folder: the table, the rounds and the plots.

use super::table::Table;
use crate::args::TableFormatArg;
use crate::output::write_file;
use anyhow::Result;
use rulegen_eval::{Against, draw_convergence, draw_profile, sizes_csv, traces_csv};
use std::path::Path;

/// The relative gap at which a profile counts a problem as solved.
const WITHIN: f64 = 0.01;

/// Writes the table in each format, the models of every size, and the rounds.
pub(super) fn write(folder: &Path, table: &Table<'_>) -> Result<()> {
    let formats = [("csv", TableFormatArg::Csv), ("tex", TableFormatArg::Latex), ("md", TableFormatArg::Markdown)];
    for (ending, format) in formats {
        write_file(&folder.join(format!("comparison.{ending}")), table.text(format).as_bytes())?;
    }
    if !table.sizes().is_empty() {
        write_file(&folder.join("sizes.csv"), sizes_csv(table.sizes()).as_bytes())?;
    }
    let trace = traces_csv(table.fits()).into_bytes();
    write_file(&folder.join("trace.csv"), &trace)?;
    let plots = [
        ("convergence-seconds", draw_convergence(&trace, Against::Seconds)),
        ("convergence-rounds", draw_convergence(&trace, Against::Rounds)),
        ("profile", draw_profile(&trace, WITHIN)),
    ];
    for (name, svg) in plots {
        write_file(&folder.join(format!("{name}.svg")), svg?.as_bytes())?;
    }
    Ok(())
}
