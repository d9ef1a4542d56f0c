//! The functions that read a table.

use std::io::Read;
use std::path::Path;
use std::rc::Rc;

use crate::error::DataError;
use crate::guard::Guard;
use crate::options::{Header, ReadOptions, TextLayout};
use crate::source::{Format, Origin, Source, open_file, read_error};
use crate::table::Table;
use rulegen_limits::Limits;

/// The name in messages of bytes that come from no file.
const UNNAMED: &str = "the input";

/// Reads a table from a file, which is CSV, CSV in gzip, or Parquet. The content decides, not the
/// name.
///
/// The file is read in one pass. It is read once more only if words turn up in a column that began
/// with numbers. A pipe or device, which cannot be read twice, is first read into memory.
///
/// # Errors
///
/// [`DataError`], whatever the bytes: nothing in a file makes this panic.
pub fn read_path(path: &Path, options: &ReadOptions) -> Result<Table, DataError> {
    read_path_within(path, options, &Limits::default())
}

/// Reads a table from a file as [`read_path`] does, within limits.
///
/// # Errors
///
/// [`DataError::Stopped`] if a limit is reached first, [`DataError::TooLarge`], and as
/// [`read_path`].
pub fn read_path_within(path: &Path, options: &ReadOptions, limits: &Limits) -> Result<Table, DataError> {
    let input = path.display().to_string();
    let mut file = open_file(path)?;
    let metadata = file.metadata().map_err(|reason| DataError::Open { input: input.clone(), reason })?;
    if metadata.is_file() || metadata.is_dir() {
        return read(Source { input: &input, origin: Origin::File(path), limits }, options);
    }
    read_all(&input, &mut file, options, limits)
}

/// Returns the layout that [`read_path`] finds in a file of text. Returns `None` for a file in gzip
/// or Parquet.
///
/// # Errors
///
/// A file that cannot be opened, or is empty.
pub fn read_layout(path: &Path, options: &ReadOptions) -> Result<Option<TextLayout>, DataError> {
    let input = path.display().to_string();
    let source = Source { input: &input, origin: Origin::File(path), limits: &Limits::default() };
    match source.format()? {
        format @ Format::Text => crate::text::layout(source, format, options).map(Some),
        Format::Gzip | Format::Parquet => Ok(None),
    }
}

/// Reads a table from anything, such as standard input. The bytes are first read into memory,
/// packed as they are.
///
/// # Errors
///
/// As [`read_path`].
pub fn read_reader(reader: impl Read, options: &ReadOptions) -> Result<Table, DataError> {
    read_reader_within(reader, options, &Limits::default())
}

/// Reads a table as [`read_reader`] does, within limits. A reader that blocks is waited for.
///
/// # Errors
///
/// As [`read_path_within`].
pub fn read_reader_within(mut reader: impl Read, options: &ReadOptions, limits: &Limits) -> Result<Table, DataError> {
    read_all(UNNAMED, &mut reader, options, limits)
}

fn read_all(input: &str, reader: &mut dyn Read, options: &ReadOptions, limits: &Limits) -> Result<Table, DataError> {
    let mut bytes = Vec::new();
    let mut guard = Guard::new(reader, limits, Rc::default());
    guard.read_to_end(&mut bytes).map_err(|reason| read_error(input, reason))?;
    read(Source { input, origin: Origin::Bytes(&bytes), limits }, options)
}

/// Reads a table from the bytes of a file.
///
/// # Errors
///
/// As [`read_path`].
pub fn read_bytes(bytes: &[u8], options: &ReadOptions) -> Result<Table, DataError> {
    read(Source { input: UNNAMED, origin: Origin::Bytes(bytes), limits: &Limits::default() }, options)
}

fn read(source: Source<'_>, options: &ReadOptions) -> Result<Table, DataError> {
    match source.format()? {
        Format::Parquet if options.header == Header::Absent || options.delimiter.is_some() => {
            Err(DataError::ParquetUnavailable {
                input: source.input.to_owned(),
                obstacle: "whose columns have names, and which has no delimiter: options about these are for text",
            })
        }
        #[cfg(feature = "parquet")]
        Format::Parquet => crate::parquet::read(source, options),
        #[cfg(not(feature = "parquet"))]
        Format::Parquet => Err(DataError::ParquetUnavailable {
            input: source.input.to_owned(),
            obstacle: "which this build cannot read",
        }),
        format => crate::text::read(source, format, options),
    }
}
