#![doc = include_str!("../README.md")]
//!
//! # Tables
//!
//! A data file becomes a [`Table`]: columns of numbers, or of categories coded in order of first
//! appearance, in either case with missing cells. [`read_path`] recognises CSV (any common
//! delimiter, with a header or without, with a byte order mark or without), CSV in gzip, and
//! Parquet by their content. [`Table::from_columns`], [`Table::from_rows`] and
//! [`Table::from_array`] (of `ndarray`) take what is in memory, and check it: every table is valid.
//! A [`Dataset`] splits a table into features, a [`Target`] of classes, and row weights;
//! [`stratified_split`] and [`stratified_folds`] divide its rows.
//!
//! # How cells are understood
//!
//! * Spaces and tabs around a cell are not part of it. A blank cell is always missing.
//! * A column is **numeric** if every other cell reads as a number (`7`, `-0.5`, `1e-3`), or is one
//!   of `NA`, `N/A`, `null`, `NULL`, `?` and `NaN` in any case, which are missing there. A column
//!   with nothing but missing cells is numeric too.
//! * A column is of **dates** if every other cell, except for these tokens and `NaT`, is a date of
//!   one [`DateForm`], such as `2024-03-05` or `5.3.2024`. A time behind it is dropped. The cells
//!   are numbers of days ([`Column::dates`]). Where day and month may change places in all cells,
//!   the column stays text.
//! * Any other column is **categorical**. There `NA`, `?` and the like are categories as any other
//!   text, unless [`ReadOptions::missing`] names them.
//! * In text files, a column is numeric too if all of its cells are numbers in one other
//!   [form](NumberForm), such as `96,240`, `5280,90`, `3.2%` or `$1,200`.
//! * Infinity in a numeric column, written out or by overflow (`1e999`), is an error.
//! * [`ReadOptions`] can set the type of a column beforehand, for example for integers that are
//!   codes.

#![forbid(unsafe_code)]

mod array;
mod blocks;
mod categories;
mod cells;
mod coder;
mod column;
mod column_reader;
mod csv_text;
mod dataset;
mod date_form;
mod dates;
mod error;
mod foreign;
mod groups;
mod guard;
mod gzip;
mod number;
mod number_form;
mod numeric_classes;
mod options;
#[cfg(feature = "parquet")]
mod parquet;
mod read;
mod sniff;
mod source;
mod sparse;
mod split;
mod table;
mod target;
mod target_cuts;
mod text;
mod values;
mod written;
mod written_numbers;

pub use blocks::Blocks;
pub use categories::MISSING;
pub use cells::Cell;
pub use column::Column;
pub use csv_text::csv_text;
pub use dataset::Dataset;
pub use date_form::DateForm;
pub use dates::DatesInText;
pub use error::{DataError, Place, TableError};
pub use groups::{GroupColumn, GroupValues, Groups};
pub use number::is_missing_word;
pub use number_form::{NumberForm, WrittenNumbers};
pub use numeric_classes::NumericClasses;
pub use options::{Header, ReadOptions, TextLayout};
pub use read::{read_bytes, read_layout, read_path, read_path_within, read_reader, read_reader_within};
pub use sparse::Sparse;
pub use split::{
    Split, read_row_file, split, stratified_folds, stratified_split, stratified_splits, stratified_splits_of,
};
pub use table::Table;
pub use target::Target;
pub use values::Values;
pub use written::write_whole;
