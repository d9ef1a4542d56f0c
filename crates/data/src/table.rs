//! Tables: named columns of numbers or categories, with missing cells.

use crate::error::DataError;

/// The code of a missing cell in [`Values::Categorical`].
pub const MISSING: u32 = u32::MAX;

/// The cells of one column.
#[derive(Clone, Debug, PartialEq)]
pub enum Values {
    /// Finite numbers; `NaN` is a missing cell. Infinities never occur.
    Numeric(Vec<f64>),
    /// Codes into `categories`; [`MISSING`] is a missing cell.
    Categorical {
        /// One code per row.
        codes: Vec<u32>,
        /// The text of each code, in order of first appearance in the file.
        categories: Vec<String>,
    },
}

/// A named column.
#[derive(Clone, Debug, PartialEq)]
pub struct Column {
    /// The name in the header, unique in its table.
    pub name: String,
    /// The cells.
    pub values: Values,
}

/// Columns of equal length.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Table {
    /// Number of rows of every column.
    pub rows: usize,
    /// The columns, in file order.
    pub columns: Vec<Column>,
}

impl Values {
    /// The number of cells.
    pub fn len(&self) -> usize {
        match self {
            Values::Numeric(values) => values.len(),
            Values::Categorical { codes, .. } => codes.len(),
        }
    }

    /// Whether there are no cells.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Whether the cell in this row is missing.
    ///
    /// # Panics
    ///
    /// If there is no such row.
    pub fn is_missing(&self, row: usize) -> bool {
        match self {
            Values::Numeric(values) => values[row].is_nan(),
            Values::Categorical { codes, .. } => codes[row] == MISSING,
        }
    }

    /// The cells of these rows, in the order given. Categories keep their codes.
    ///
    /// # Panics
    ///
    /// If a row does not exist.
    pub fn select_rows(&self, rows: &[usize]) -> Values {
        match self {
            Values::Numeric(values) => Values::Numeric(rows.iter().map(|&row| values[row]).collect()),
            Values::Categorical { codes, categories } => Values::Categorical {
                codes: rows.iter().map(|&row| codes[row]).collect(),
                categories: categories.clone(),
            },
        }
    }
}

impl Table {
    /// The position of the column with this name.
    pub fn column_index(&self, name: &str) -> Option<usize> {
        self.columns.iter().position(|column| column.name == name)
    }

    /// The column with this name.
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

    /// Takes the column with this name out of the table.
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

    /// These rows, in the order given. Categories keep their codes.
    ///
    /// # Panics
    ///
    /// If a row does not exist.
    pub fn select_rows(&self, rows: &[usize]) -> Table {
        let columns = self
            .columns
            .iter()
            .map(|Column { name, values }| Column { name: name.clone(), values: values.select_rows(rows) });
        Table { rows: rows.len(), columns: columns.collect() }
    }

    fn missing_column(&self, name: &str) -> DataError {
        let present = self.columns.iter().map(|column| column.name.clone()).collect();
        DataError::MissingColumn { column: name.to_owned(), present }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table() -> Table {
        let a = Column { name: "a".into(), values: Values::Numeric(vec![1.0, f64::NAN, 3.0]) };
        let values = Values::Categorical { codes: vec![0, 1, MISSING], categories: vec!["red".into(), "blue".into()] };
        Table { rows: 3, columns: vec![a, Column { name: "b".into(), values }] }
    }

    #[test]
    fn columns_by_name() {
        let mut table = table();
        assert_eq!(table.column_index("b"), Some(1));
        assert_eq!(table.column_index("c"), None);
        assert_eq!(table.take_column("a").unwrap().name, "a");
        let message = table.column("a").unwrap_err().to_string();
        assert_eq!(message, r#"there is no column "a"; the columns are "b""#);
        assert!(table.column("b").unwrap().values.is_missing(2));
    }

    #[test]
    fn rows_in_the_order_given() {
        let part = table().select_rows(&[2, 0, 0]);
        assert_eq!(part.rows, 3);
        assert_eq!(part.columns[0].values, Values::Numeric(vec![3.0, 1.0, 1.0]));
        assert!(matches!(&part.columns[1].values, Values::Categorical { codes, categories }
            if *codes == [MISSING, 0, 0] && categories.len() == 2));
    }
}
