//! Reads tables from delimited text.

use std::cell::Cell;
use std::io::{Cursor, Read};
use std::rc::Rc;

use crate::coder::Fault;
use crate::column_reader::{ColumnReader, MissingTokens, plan};
use crate::error::{DataError, Place};
use crate::foreign::foreign;
use crate::number::trim;
use crate::options::{ReadOptions, TextLayout};
use crate::sniff;
use crate::source::{Format, PARQUET_MAGIC, Source};
use crate::table::Table;
use crate::written_numbers::{read_numbers, warn_of_points};

/// The number of bytes at the start of a file from which its layout is inferred.
const SAMPLE_BYTES: u64 = 1 << 16;

/// Size of the buffer between the file and the parser.
const BUFFER_BYTES: usize = 1 << 18;

/// The number of cells between two checks of the memory that they take.
const CELLS_PER_LOOK: usize = 1 << 18;

/// The byte order mark of UTF-8.
const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";

/// Added to the end of every file, where blank lines mean nothing. A row that contains both line
/// feeds has an open quote.
const SENTINEL: &[u8] = b"\n\n";

/// The sentinel for lines that end in a carriage return and a line feed, so that the last row ends
/// like all others.
const SENTINEL_CRLF: &[u8] = b"\r\n\n";

/// Reads a table from text. Columns that begin with numbers and then hold words are read a second
/// time.
pub(crate) fn read(source: Source<'_>, format: Format, options: &ReadOptions) -> Result<Table, DataError> {
    let mut rows = Rows::open(source, format, options)?;
    if !rows.advance()? {
        return Err(DataError::Empty { input: source.input.to_owned() });
    }
    let header = sniff::has_header(&rows.record, options);
    rows.has_header = header;
    let width = rows.record.len();
    log::debug!(
        "{}: {width} columns separated by {:?}, header {}",
        source.input,
        char::from(rows.delimiter),
        if header { "found" } else { "not found" }
    );
    let delimiter = rows.delimiter;
    let names = names(&rows, header)?;
    if delimiter == b';' && options.decimal.is_none() && options.thousands.is_none() && options.forms.is_none() {
        warn_of_points(&names, &rows.first[usize::from(header).min(rows.first.len())..]);
    }
    let mut columns = plan(names, options)?;
    let missing = MissingTokens::new(options);
    if !header {
        rows.take_cells(&mut columns, &missing)?;
    }
    let n = usize::from(!header) + rows.take_rest(&mut columns, width, &missing)?;
    if n == 0 {
        return Err(DataError::HeaderOnly { input: source.input.to_owned() });
    }

    let (mixed, mut columns): (Vec<_>, Vec<_>) = columns.into_iter().partition(ColumnReader::is_mixed);
    if !mixed.is_empty() {
        let names: Vec<&str> = mixed.iter().map(|column| column.name.as_str()).collect();
        log::debug!("{}: reading again for words among the numbers of {}", source.input, names.join(", "));
        let mut again: Vec<ColumnReader> = mixed.into_iter().map(ColumnReader::restart).collect();
        let mut rows = Rows { has_header: header, ..Rows::open(source, format, options)? };
        let read = rows.advance()? && {
            if !header {
                rows.take_cells(&mut again, &missing)?;
            }
            rows.take_rest(&mut again, width, &missing)? == n - usize::from(!header)
        };
        if !read {
            return Err(DataError::Changed { input: source.input.to_owned() });
        }
        columns.append(&mut again);
        columns.sort_by_key(|column| column.index);
    }
    let asked = columns.iter_mut().map(ColumnReader::take_asked).collect();
    let columns = columns.into_iter().map(ColumnReader::finish).collect::<Result<_, _>>()?;
    Ok(Table::checked(n, read_numbers(columns, asked, options, delimiter)?, &options.missing))
}

/// Returns the layout of a text: that which [`read`] would find.
pub(crate) fn layout(source: Source<'_>, format: Format, options: &ReadOptions) -> Result<TextLayout, DataError> {
    let mut rows = Rows::open(source, format, options)?;
    match rows.advance()? {
        true => Ok(TextLayout { header: sniff::has_header(&rows.record, options), delimiter: rows.delimiter }),
        false => Err(DataError::Empty { input: source.input.to_owned() }),
    }
}

/// Returns the names of the columns, which the first row may give.
fn names(rows: &Rows<'_>, header: bool) -> Result<Vec<String>, DataError> {
    let numbered = |i: usize| format!("x{}", i + 1);
    let mut names = Vec::with_capacity(rows.record.len());
    for (i, cell) in rows.record.iter().enumerate() {
        let name = if header { std::str::from_utf8(trim(cell)) } else { Ok("") };
        let name =
            name.map_err(|_| DataError::NotUtf8 { place: Place::Line(rows.line()), column: (i + 1).to_string() })?;
        names.push(if name.is_empty() { numbered(i) } else { name.to_owned() });
    }
    Ok(names)
}

/// The rows of a text file, one at a time.
struct Rows<'a> {
    source: Source<'a>,
    format: Format,
    delimiter: u8,
    crlf: bool,
    reader: csv::Reader<Box<dyn Read + 'a>>,
    record: csv::ByteRecord,
    /// The number of rows that were read, the header included.
    records: u64,
    has_header: bool,
    /// The byte at which the row ends.
    end: u64,
    /// A copy of `end` for the reader underneath, which reads ahead.
    taken: Rc<Cell<u64>>,
    /// The first rows, from which the layout is inferred.
    first: Vec<csv::ByteRecord>,
    /// The line on which the row begins, if its text ends with the sentinel because a quote is
    /// open.
    swallowed: Option<u64>,
}

impl<'a> Rows<'a> {
    fn open(source: Source<'a>, format: Format, options: &ReadOptions) -> Result<Rows<'a>, DataError> {
        if let Some(delimiter @ (b'"' | b'\n' | b'\r')) = options.delimiter {
            return Err(DataError::BadDelimiter { delimiter });
        }
        let taken = Rc::new(Cell::new(0));
        let mut rest = source.open_text(format, taken.clone())?;
        let mut sample = Vec::new();
        let read = rest.by_ref().take(SAMPLE_BYTES).read_to_end(&mut sample);
        let length = read.map_err(|reason| source.text_error(format, reason))?;
        if sample.starts_with(PARQUET_MAGIC) {
            let obstacle = "packed in gzip, which is not supported";
            return Err(DataError::ParquetUnavailable { input: source.input.to_owned(), obstacle });
        }
        if let Some(what) = foreign(&sample) {
            return Err(DataError::Foreign { input: source.input.to_owned(), what });
        }
        if sample.starts_with(BYTE_ORDER_MARK) {
            sample.drain(..BYTE_ORDER_MARK.len());
        }
        let complete = (length as u64) < SAMPLE_BYTES;
        let delimiter = options.delimiter.unwrap_or_else(|| sniff::delimiter(&sample, complete));
        let crlf = sniff::ends_in_crlf(&sample);
        let first = sniff::rows(&sample, complete, delimiter);
        let bytes: Box<dyn Read + 'a> =
            Box::new(Cursor::new(sample).chain(rest).chain(if crlf { SENTINEL_CRLF } else { SENTINEL }));
        let reader = csv::ReaderBuilder::new()
            .has_headers(false)
            .flexible(true)
            .delimiter(delimiter)
            .buffer_capacity(BUFFER_BYTES)
            .from_reader(bytes);
        Ok(Rows {
            source,
            format,
            delimiter,
            crlf,
            reader,
            record: csv::ByteRecord::new(),
            records: 0,
            has_header: false,
            end: 0,
            taken,
            first,
            swallowed: None,
        })
    }

    /// Moves to the next row. Returns false at the end of the file.
    fn advance(&mut self) -> Result<bool, DataError> {
        match self.reader.read_byte_record(&mut self.record) {
            Ok(true) => {
                self.records += 1;
                self.swallowed = self.record.as_slice().ends_with(SENTINEL).then(|| self.line() + self.lines_after());
                self.end = self.reader.position().byte();
                self.taken.set(self.end);
                Ok(true)
            }
            Ok(false) if self.end == self.reader.position().byte() && self.swallowed.is_some() => {
                Err(DataError::UnclosedQuote { line: self.swallowed.unwrap_or_default() })
            }
            Ok(false) => Ok(false),
            Err(error) => Err(match error.into_kind() {
                csv::ErrorKind::Io(reason) => self.source.text_error(self.format, reason),
                other => self.source.read_error(std::io::Error::other(format!("{other:?}"))),
            }),
        }
    }

    /// Adds the cells of the row to their columns.
    #[inline]
    fn take_cells(&self, columns: &mut [ColumnReader], missing: &MissingTokens<'_>) -> Result<(), DataError> {
        for column in columns {
            let cell = &self.record[column.index];
            match column.push(cell, missing) {
                Ok(()) => {}
                Err(Fault::Word) => column.keep_word(self.place(), cell),
                Err(fault) => column.fault(fault, self.place(), cell)?,
            }
        }
        Ok(())
    }

    /// Adds the cells of all further rows to their columns. Returns the number of rows.
    fn take_rest(
        &mut self,
        columns: &mut [ColumnReader],
        width: usize,
        missing: &MissingTokens<'_>,
    ) -> Result<usize, DataError> {
        let (mut n, mut unchecked) = (0, 0);
        while self.advance()? {
            if self.record.len() != width {
                let ragged = DataError::Ragged { line: self.line(), expected: width, found: self.record.len() };
                // An open quote explains more than the cells that it contains.
                return if self.swallowed.is_some() { self.advance().and(Err(ragged)) } else { Err(ragged) };
            }
            self.take_cells(columns, missing)?;
            n += 1;
            unchecked += width;
            if unchecked >= CELLS_PER_LOOK {
                unchecked = 0;
                self.source.check(columns.iter().map(ColumnReader::bytes).sum())?;
            }
        }
        Ok(n)
    }

    fn place(&self) -> Place {
        let row = self.records.saturating_sub(1 + u64::from(self.has_header));
        Place::TextRow { row, line: self.line() }
    }

    /// Returns the number of lines that the parser counts at the end of a row.
    fn lines_after(&self) -> u64 {
        if self.crlf { 0 } else { 1 }
    }

    /// Returns the line on which the row begins. It is counted back from the end of the row,
    /// because the parser counts the blank lines before a row to the row, and a line feed after a
    /// carriage return to the next one.
    fn line(&self) -> u64 {
        let inside = self.record.as_slice().iter().filter(|&&byte| byte == b'\n').count() as u64;
        self.reader.position().line().saturating_sub(inside + self.lines_after()).max(1)
    }
}
