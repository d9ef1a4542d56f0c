//! Columns that name rows, carried from the data to what is printed of them.

use crate::failure::BadInput;
use crate::input::named;
use anyhow::Result;
use rulegen::data::{Column, MISSING, ReadOptions, Table, Values};
use rulegen::rule::{Model, name_text};
use std::path::Path;

/// Asks for these columns besides those of a model. Columns that the model does not know are read
/// as the text that stands in the file.
pub(crate) fn declare(options: &mut ReadOptions, model: &Model, names: &[String]) {
    let known = |name: &String| model.schema.features.iter().any(|feature| feature.name == *name);
    options.text.extend(names.iter().filter(|name| !known(name)).cloned());
    options.only.get_or_insert_default().extend(names.iter().cloned());
}

/// The cells of a column as text; missing cells are blank.
pub(crate) fn cells(table: &Table, name: &str, file: &Path) -> Result<Vec<String>> {
    let column = table.column(name).map_err(|e| named(file, e))?;
    Ok((0..table.rows()).map(|row| cell(column, row)).collect())
}

fn cell(column: &Column, row: usize) -> String {
    match column.values() {
        values if values.is_missing(row) => String::new(),
        Values::Categorical { codes, categories } if codes[row] != MISSING => categories[codes[row] as usize].clone(),
        values => values.number(row).map_or(String::new(), |number| number.to_string()),
    }
}

/// Returns the only row whose cell in a column is `value`.
pub(crate) fn row_of(table: &Table, name: &str, value: &str, file: &Path) -> Result<usize> {
    let cells = cells(table, name, file)?;
    let mut rows = (0..cells.len()).filter(|&row| cells[row] == value.trim());
    let bad = |why: String| Err(BadInput(format!("{}: {why}", file.display())).into());
    match (rows.next(), rows.next()) {
        (Some(row), None) => Ok(row),
        (None, _) => bad(format!("no row has {value:?} in the column {}", name_text(name))),
        (Some(first), Some(second)) => bad(format!(
            "rows {first} and {second} (from 0) both have {value:?} in the column {}: leave out --id, and give the number",
            name_text(name)
        )),
    }
}
