//! Errors in tables and data sets that were built in memory.

use super::shown::shown;

/// An error in a table or a data set that was built in memory. Rows count from 1.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum TableError {
    /// A column is longer or shorter than the first.
    #[error("column {} has {cells} cells, but there are {rows} rows", shown(.column))]
    RaggedColumn {
        /// The column.
        column: String,
        /// The number of its cells.
        cells: usize,
        /// The number of cells of the first column.
        rows: usize,
    },
    /// A row has more or fewer cells than there are columns.
    #[error("row {row} (from 0) has {cells} cells, but there are {columns} columns")]
    RaggedRow {
        /// The row.
        row: usize,
        /// The number of its cells.
        cells: usize,
        /// The number of columns.
        columns: usize,
    },
    /// A column of rows holds numbers and text.
    #[error("column {} holds a number in row {number} and text in row {text} (from 0)", shown(.column))]
    MixedColumn {
        /// The column.
        column: String,
        /// The first row with a number.
        number: usize,
        /// The first row with text.
        text: usize,
    },
    /// A code stands for no category.
    #[error("row {row} (from 0), column {}: the code {code} stands for none of the {categories} categories", shown(.column))]
    UnknownCode {
        /// The column.
        column: String,
        /// The row.
        row: usize,
        /// The code.
        code: u32,
        /// The number of categories.
        categories: usize,
    },
    /// Two codes stand for the same category.
    #[error("column {} has the category {} twice", shown(.column), shown(.category))]
    DuplicateCategory {
        /// The column.
        column: String,
        /// The category.
        category: String,
    },
    /// The rows and numbers of a sparse column contradict each other or its length.
    #[error(
        "{places} rows and {numbers} numbers of a sparse column of {rows} cells: one number for each row, and rows ascend"
    )]
    SparseRows {
        /// The number of cells.
        rows: usize,
        /// The number of rows that are kept.
        places: usize,
        /// The number of numbers.
        numbers: usize,
    },
    /// There are not as many names as columns.
    #[error("there are {names} names for {columns} columns")]
    NamesOfColumns {
        /// The number of names.
        names: usize,
        /// The number of columns.
        columns: usize,
    },
    /// The target, the weights or the groups are not one per row of the features.
    #[error("there are {found} {what} for {rows} rows")]
    NotOnePerRow {
        /// The things that should be one per row, such as `labels`.
        what: &'static str,
        /// The number of them.
        found: usize,
        /// The number of rows of the features.
        rows: usize,
    },
    /// A label or a group is not the index of a name.
    #[error("row {row} (from 0): {what} {index} does not exist, there are {names}, counted from 0")]
    IndexOutOfRange {
        /// The kind of name that the index stands for, such as `class`.
        what: &'static str,
        /// The row.
        row: usize,
        /// The index.
        index: u32,
        /// The number of names.
        names: usize,
    },
}
