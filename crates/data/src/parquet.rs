//! Reads tables from Parquet files.

use crate::error::DataError;
use crate::options::ReadOptions;
use crate::source::Source;
use crate::table::Table;

/// Reads a table from Parquet.
pub(crate) fn read(source: Source<'_>, _options: &ReadOptions) -> Result<Table, DataError> {
    Err(DataError::ParquetUnavailable { input: source.input.to_owned(), obstacle: "and this build cannot read them" })
}
