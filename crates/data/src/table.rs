//! Tables: named columns of numbers or categories, with missing cells.

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
