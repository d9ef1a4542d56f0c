//! Tables with typed columns and missing cells.

mod table;

pub use table::{Column, MISSING, Table, Values};
