//! Tables from rows in memory.

use crate::column::Column;
use crate::error::{DataError, TableError};
use crate::table::Table;
use crate::values::Values;

/// A cell of a row in memory.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Cell<'a> {
    /// A number; `NaN` is a missing cell.
    Number(f64),
    /// A category; blank text is a missing cell.
    Text(&'a str),
    /// A missing cell.
    Missing,
}

impl From<f64> for Cell<'_> {
    fn from(number: f64) -> Self {
        Cell::Number(number)
    }
}

impl<'a> From<&'a str> for Cell<'a> {
    fn from(text: &'a str) -> Self {
        Cell::Text(text)
    }
}

impl<'a, T: Into<Cell<'a>>> From<Option<T>> for Cell<'a> {
    fn from(cell: Option<T>) -> Self {
        cell.map_or(Cell::Missing, Into::into)
    }
}

impl Table {
    /// A table of rows, each with a cell for each of `names`. A column holds numbers or text, not
    /// both; one with nothing but missing cells is numeric.
    ///
    /// # Errors
    ///
    /// [`DataError::Infinity`] and [`DataError::DuplicateColumn`]; [`TableError::RaggedRow`] and
    /// [`TableError::MixedColumn`] within [`DataError::Table`].
    ///
    /// ```
    /// use rulegen_data::{Cell, Table};
    ///
    /// let rows = [[Cell::from(31.0), "Rome".into()], [Cell::Missing, "Oslo".into()]];
    /// let table = Table::from_rows(&["age", "city"], rows)?;
    /// assert!(table.column("age")?.values().is_missing(1));
    /// # Ok::<(), rulegen_data::DataError>(())
    /// ```
    pub fn from_rows<'a, R>(names: &[&str], rows: impl IntoIterator<Item = R>) -> Result<Table, DataError>
    where
        R: IntoIterator<Item: Into<Cell<'a>>>,
    {
        let mut columns: Vec<Vec<Cell<'a>>> = vec![Vec::new(); names.len()];
        for (row, cells) in rows.into_iter().enumerate() {
            let mut found = 0;
            for cell in cells {
                if let Some(column) = columns.get_mut(found) {
                    column.push(cell.into());
                }
                found += 1;
            }
            if found != names.len() {
                return Err(TableError::RaggedRow { row, cells: found, columns: names.len() }.into());
            }
        }
        let column = |(name, cells): (&&str, Vec<Cell<'a>>)| Column::new(*name, values(name, &cells)?);
        Table::new(names.iter().zip(columns).map(column).collect::<Result<_, _>>()?)
    }
}

fn values(column: &str, cells: &[Cell<'_>]) -> Result<Values, TableError> {
    let number = |cell: &Cell<'_>| matches!(cell, Cell::Number(number) if !number.is_nan());
    let text = |cell: &Cell<'_>| matches!(cell, Cell::Text(text) if !text.trim().is_empty());
    match (cells.iter().position(number), cells.iter().position(text)) {
        (Some(number), Some(text)) => Err(TableError::MixedColumn { column: column.to_owned(), number, text }),
        (None, Some(_)) => Ok(Values::from_text(cells.iter().map(|cell| match cell {
            Cell::Text(text) => text,
            _ => "",
        }))),
        (_, None) => Ok(Values::Numeric(
            cells
                .iter()
                .map(|cell| match cell {
                    Cell::Number(number) => *number,
                    _ => f64::NAN,
                })
                .collect(),
        )),
    }
}
