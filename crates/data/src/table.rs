//! Tables: columns of equal length, with different names.

use std::collections::HashSet;

use crate::column::Column;
use crate::error::{DataError, TableError};
use crate::values::Values;

/// Columns of equal length, with different names.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Table {
    rows: usize,
    columns: Vec<Column>,
    missing_words: Vec<String>,
}

impl Table {
    /// Makes a table of these columns, in this order.
    ///
    /// # Errors
    ///
    /// [`DataError::DuplicateColumn`]; [`TableError::RaggedColumn`] within [`DataError::Table`].
    pub fn new(columns: Vec<Column>) -> Result<Table, DataError> {
        Table::with_rows(columns.first().map_or(0, Column::len), columns)
    }

    /// Makes a table with this number of rows, even if it has no columns.
    ///
    /// # Errors
    ///
    /// As [`Table::new`].
    pub fn with_rows(rows: usize, columns: Vec<Column>) -> Result<Table, DataError> {
        let mut names = HashSet::with_capacity(columns.len());
        if let Some(column) = columns.iter().find(|column| !names.insert(column.name())) {
            return Err(DataError::DuplicateColumn { column: column.name().to_owned() });
        }
        match columns.iter().find(|column| column.len() != rows) {
            Some(column) => {
                let (cells, column) = (column.len(), column.name().to_owned());
                Err(TableError::RaggedColumn { column, cells, rows }.into())
            }
            None => Ok(Table { rows, columns, ..Table::default() }),
        }
    }

    /// Makes a table of named cells. [`Values`] lists the types that these can be made of.
    ///
    /// # Errors
    ///
    /// As [`Column::new`] and [`Table::new`].
    ///
    /// ```
    /// use rulegen_data::{Table, Values};
    ///
    /// let ages = Values::from([31.0, f64::NAN]); // NaN is a missing cell
    /// let table = Table::from_columns([("age", ages), ("city", ["Rome", "Oslo"].into())])?;
    /// assert_eq!((table.rows(), table.columns().len()), (2, 2));
    ///
    /// let ragged = Table::from_columns([("a", Values::from([1.0, 2.0])), ("b", [1.0].into())]);
    /// let message = r#"column "b" has 1 cells, but there are 2 rows"#;
    /// assert_eq!(ragged.unwrap_err().to_string(), message);
    /// # Ok::<(), rulegen_data::DataError>(())
    /// ```
    pub fn from_columns<N: Into<String>>(columns: impl IntoIterator<Item = (N, Values)>) -> Result<Table, DataError> {
        let columns = columns.into_iter().map(|(name, values)| Column::new(name, values));
        Table::new(columns.collect::<Result<_, _>>()?)
    }

    /// Makes a table of columns that a reader has checked: different names, and this number of
    /// rows. The reader took these words for missing cells.
    pub(crate) fn checked(rows: usize, columns: Vec<Column>, missing_words: &[String]) -> Table {
        Table { rows, columns, missing_words: missing_words.to_vec() }
    }

    /// The number of rows of every column.
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// The words that were read as missing cells because [`ReadOptions::missing`] names them.
    ///
    /// [`ReadOptions::missing`]: crate::ReadOptions::missing
    pub fn missing_words(&self) -> &[String] {
        &self.missing_words
    }

    /// Returns the bytes of memory that the cells take, approximately.
    pub fn bytes(&self) -> u64 {
        self.columns.iter().map(|column| column.values().bytes()).sum()
    }

    /// The columns, in file order.
    pub fn columns(&self) -> &[Column] {
        &self.columns
    }

    /// The columns, in file order.
    pub fn into_columns(self) -> Vec<Column> {
        self.columns
    }

    /// Returns the position of the column with this name.
    pub fn column_index(&self, name: &str) -> Option<usize> {
        self.columns.iter().position(|column| column.name() == name)
    }

    /// Returns the column with this name.
    ///
    /// # Errors
    ///
    /// [`DataError::MissingColumn`].
    pub fn column(&self, name: &str) -> Result<&Column, DataError> {
        match self.column_index(name) {
            Some(index) => Ok(&self.columns[index]),
            None => Err(self.missing_column(name)),
        }
    }

    /// Removes the column with this name from the table and returns it.
    ///
    /// # Errors
    ///
    /// [`DataError::MissingColumn`].
    pub fn take_column(&mut self, name: &str) -> Result<Column, DataError> {
        match self.column_index(name) {
            Some(index) => Ok(self.columns.remove(index)),
            None => Err(self.missing_column(name)),
        }
    }

    /// Returns these rows, in the order given. Categories keep their codes.
    ///
    /// # Panics
    ///
    /// If a row does not exist.
    pub fn select_rows(&self, rows: &[usize]) -> Table {
        let columns = self.columns.iter().map(|column| column.select_rows(rows)).collect();
        Table { rows: rows.len(), columns, missing_words: self.missing_words.clone() }
    }

    fn missing_column(&self, name: &str) -> DataError {
        let present = self.columns.iter().map(|column| column.name().to_owned()).collect();
        DataError::MissingColumn { column: name.to_owned(), present }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::categories::MISSING;

    fn table() -> Table {
        Table::from_columns([("a", Values::from([1.0, f64::NAN, 3.0])), ("b", ["red", "blue", ""].into())]).unwrap()
    }

    #[test]
    fn columns_by_name() {
        let mut table = table();
        assert_eq!(table.column_index("b"), Some(1));
        assert_eq!(table.column_index("c"), None);
        assert_eq!(table.take_column("a").unwrap().name(), "a");
        let message = table.column("a").unwrap_err().to_string();
        assert_eq!(message, r#"there is no column "a"; the columns are "b""#);
        assert!(table.column("b").unwrap().values().is_missing(2));
    }

    #[test]
    fn rows_in_the_order_given() {
        let part = table().select_rows(&[2, 0, 0]);
        assert_eq!(part.rows(), 3);
        assert_eq!(*part.columns()[0].values(), Values::Numeric(vec![3.0, 1.0, 1.0]));
        assert!(matches!(part.columns()[1].values(), Values::Categorical { codes, categories }
            if *codes == [MISSING, 0, 0] && categories.len() == 2));
    }
}
