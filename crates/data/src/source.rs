//! Sources of bytes: a file that can be opened again, or memory.

use std::cell::Cell;
use std::fs::File;
use std::io::{self, Read};
use std::path::Path;
use std::rc::Rc;

use crate::error::DataError;
use crate::guard::Guard;
use crate::gzip;
use rulegen_limits::{Limits, TooLarge};

/// The first bytes of a Parquet file.
pub(crate) const PARQUET_MAGIC: &[u8] = b"PAR1";

/// Size of the buffer under the gzip decoder.
const GZIP_BUFFER: usize = 1 << 16;

/// A source that can be read from the start as often as needed.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Source<'a> {
    /// The name in messages.
    pub(crate) input: &'a str,
    pub(crate) origin: Origin<'a>,
    /// The limits that end the reading.
    pub(crate) limits: &'a Limits,
}

/// The place of the bytes.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Origin<'a> {
    File(&'a Path),
    Bytes(&'a [u8]),
}

/// The formats that are recognised by their first bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Format {
    Text,
    Gzip,
    Parquet,
}

impl<'a> Source<'a> {
    /// Opens the bytes as they are stored.
    pub(crate) fn open(&self) -> Result<Box<dyn Read + 'a>, DataError> {
        Ok(match self.origin {
            Origin::File(path) => Box::new(open_file(path)?),
            Origin::Bytes(bytes) => Box::new(bytes),
        })
    }

    /// Returns the format of the content.
    pub(crate) fn format(&self) -> Result<Format, DataError> {
        let mut start = Vec::new();
        let limit = PARQUET_MAGIC.len() as u64;
        self.open()?.take(limit).read_to_end(&mut start).map_err(|reason| self.read_error(reason))?;
        Ok(if start.starts_with(gzip::MAGIC) {
            Format::Gzip
        } else if start == PARQUET_MAGIC {
            Format::Parquet
        } else {
            Format::Text
        })
    }

    /// Opens the text within the limits, unpacked if it is in gzip. `taken` holds the number of
    /// bytes of the rows parsed so far.
    pub(crate) fn open_text(&self, format: Format, taken: Rc<Cell<u64>>) -> Result<Box<dyn Read + 'a>, DataError> {
        let stored = self.open()?;
        let text: Box<dyn Read + 'a> = match format {
            Format::Gzip => Box::new(gzip::Members::new(io::BufReader::with_capacity(GZIP_BUFFER, stored))),
            Format::Text | Format::Parquet => stored,
        };
        Ok(Box::new(Guard::new(text, self.limits, taken)))
    }

    /// Checks that no limit is reached, and that memory has room for the cells so far.
    pub(crate) fn check(&self, bytes: u64) -> Result<(), DataError> {
        let input = || self.input.to_owned();
        self.limits.check().map_err(|limit| DataError::Stopped { input: input(), limit })?;
        self.limits.admit("its table", bytes).map_err(|reason| DataError::TooLarge { input: input(), reason })
    }

    /// Returns the error for a failure of the system while reading.
    pub(crate) fn read_error(&self, reason: io::Error) -> DataError {
        read_error(self.input, reason)
    }

    /// Returns the error for a failure while reading text in this format. The decoder reports
    /// damaged gzip as a failure to read.
    pub(crate) fn text_error(&self, format: Format, reason: io::Error) -> DataError {
        use io::ErrorKind::{InvalidData, InvalidInput, UnexpectedEof};
        match (format, reason.kind()) {
            (Format::Gzip, UnexpectedEof) => self.bad_gzip("it is cut short".to_owned()),
            (Format::Gzip, InvalidData | InvalidInput) => self.bad_gzip(reason.to_string()),
            _ => self.read_error(reason),
        }
    }

    fn bad_gzip(&self, reason: String) -> DataError {
        DataError::BadGzip { input: self.input.to_owned(), reason }
    }
}

/// Returns the error for a limit or a failure of the system while reading.
pub(crate) fn read_error(input: &str, reason: io::Error) -> DataError {
    let input = input.to_owned();
    let guarded = reason.get_ref();
    if let Some(&limit) = guarded.and_then(|reason| reason.downcast_ref()) {
        return DataError::Stopped { input, limit };
    }
    match guarded.and_then(|reason| reason.downcast_ref::<TooLarge>()) {
        Some(reason) => DataError::TooLarge { input, reason: reason.clone() },
        None => DataError::Read { input, reason },
    }
}

/// Opens a file. The error names the file.
pub(crate) fn open_file(path: &Path) -> Result<File, DataError> {
    File::open(path).map_err(|reason| DataError::Open { input: path.display().to_string(), reason })
}
