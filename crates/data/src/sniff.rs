//! Infers the layout of a text file from its start.

use crate::number::{Number, parse_number, trim};
use crate::options::{Header, ReadOptions};

/// The delimiters in order of preference, the rarer in plain text first. If two split every row
/// equally often, the comma is the one inside cells (decimal commas, lists).
const DELIMITERS: [u8; 4] = [b'\t', b';', b'|', b','];

/// The most rows that are examined.
const SNIFFED_ROWS: usize = 100;

/// Chooses the delimiter from the start of a file. `complete` is true if the sample is the whole
/// file.
///
/// It is the first candidate that splits every row into the same number of cells, at least two.
/// Otherwise it is a space, if it does so and every row after the first holds a number. Otherwise
/// it is the candidate that splits the first row most, so that a ragged file is reported as one. A
/// file of one column has a comma.
pub(crate) fn delimiter(sample: &[u8], complete: bool) -> u8 {
    let widths = DELIMITERS.map(|delimiter| widths(sample, complete, delimiter));
    if let Some(i) = widths.iter().position(|widths| agree(widths)) {
        return DELIMITERS[i];
    }
    if agree(&self::widths(sample, complete, b' ')) && numbers_in_rows(sample, complete, b' ') {
        return b' ';
    }
    let first_width = |i: &usize| widths[*i].first().copied().unwrap_or(0);
    // `max_by_key` takes the last of equal ones: the comma.
    (0..DELIMITERS.len()).max_by_key(first_width).map_or(b',', |i| DELIMITERS[i])
}

/// True if all rows have the same width of at least two cells.
fn agree(widths: &[usize]) -> bool {
    widths.first().is_some_and(|&first| first >= 2 && widths.iter().all(|&width| width == first))
}

/// Returns the number of cells in each row of the sample.
fn widths(sample: &[u8], complete: bool, delimiter: u8) -> Vec<usize> {
    rows(sample, complete, delimiter).iter().map(csv::ByteRecord::len).collect()
}

/// True if there is a row after the first, and each of them holds a number.
fn numbers_in_rows(sample: &[u8], complete: bool, delimiter: u8) -> bool {
    let rows = rows(sample, complete, delimiter);
    rows.len() >= 2 && rows[1..].iter().all(|row| row.iter().any(is_number))
}

/// Returns the first rows, without a last one that may be cut short.
pub(crate) fn rows(sample: &[u8], complete: bool, delimiter: u8) -> Vec<csv::ByteRecord> {
    let reader = csv::ReaderBuilder::new().has_headers(false).flexible(true).delimiter(delimiter).from_reader(sample);
    // Takes one row more than are examined, so that the last one may be dropped.
    let mut rows: Vec<_> = reader.into_byte_records().take(SNIFFED_ROWS + 1).map_while(Result::ok).collect();
    if !complete && rows.len() > 1 {
        rows.pop();
    }
    rows
}

fn is_number(cell: &[u8]) -> bool {
    matches!(parse_number(trim(cell)), Number::Finite(_))
}

/// True if the first row is a header.
pub(crate) fn has_header(first: &csv::ByteRecord, options: &ReadOptions) -> bool {
    match options.header {
        Header::Present => true,
        Header::Absent => false,
        Header::Auto => {
            let lists = [&options.text, &options.numeric, &options.categorical];
            let mut named = lists.into_iter().flatten().chain(options.only.iter().flatten());
            named.any(|name| first.iter().any(|cell| trim(cell) == name.as_bytes())) || !first.iter().any(is_number)
        }
    }
}

/// True if lines end in a carriage return and a line feed.
pub(crate) fn ends_in_crlf(sample: &[u8]) -> bool {
    let end = sample.iter().position(|&byte| byte == b'\n');
    end.is_some_and(|end| end > 0 && sample[end - 1] == b'\r')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn detect(text: &str) -> char {
        char::from(delimiter(text.as_bytes(), true))
    }

    #[test]
    fn delimiters() {
        assert_eq!(detect("a,b\n1,2\n"), ',');
        assert_eq!(detect("a;b\n1,5;2,5\n"), ';');
        assert_eq!(detect("a;b\n\"x;y\";2,5\n"), ';');
        assert_eq!(detect("a\tb c\n1\t2, 3\n"), '\t');
        assert_eq!(detect("a|b\n1|2\n"), '|');
        assert_eq!(detect("a b\n1 2\n3 4\n"), ' ');
        assert_eq!(detect("first name\nJohn Smith\nJane Doe\n"), ',');
        assert_eq!(detect("a\n1\n2\n"), ',');
        assert_eq!(detect(""), ',');
        // Ragged.
        assert_eq!(detect("a,b,c\n1,2\n"), ',');
        assert_eq!(detect("a;b;c\n1;2\n"), ';');
    }

    #[test]
    fn a_cut_row_does_not_count() {
        assert_eq!(delimiter(b"a,b\n1,2\n3", false), b',');
    }

    #[test]
    fn line_ends() {
        assert!(ends_in_crlf(b"a\r\nb"));
        assert!(!ends_in_crlf(b"a\nb\r\n"));
        assert!(!ends_in_crlf(b"\n"));
        assert!(!ends_in_crlf(b""));
    }
}
