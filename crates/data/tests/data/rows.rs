//! Row files.

use std::io::Write;
use std::path::Path;

use rulegen_data::{DataError, read_row_file};

use crate::util::one_line;

/// Reads a row file with this content for ten rows of data; an error as its message, without the
/// path.
fn rows(content: &[u8]) -> Result<Vec<usize>, String> {
    let mut file = tempfile::NamedTempFile::new().unwrap();
    file.write_all(content).unwrap();
    let path = file.path().display().to_string();
    read_row_file(file.path(), 10).map_err(|error| one_line(&error).replace(&path, "FILE"))
}

#[test]
fn sound() {
    assert_eq!(rows(b"3\n0\r\n\n 9 \n"), Ok(vec![3, 0, 9]));
}

#[test]
fn refused() {
    let message = |content: &[u8]| rows(content).unwrap_err();
    assert_eq!(message(b""), "FILE is empty");
    assert_eq!(message(b"1\ntwo\n"), "FILE, line 2: \"two\" is not a row number");
    assert_eq!(message(b"-1\n"), "FILE, line 1: \"-1\" is not a row number");
    assert_eq!(message(b"\xff\n"), "FILE, line 1: \"\u{fffd}\" is not a row number");
    assert_eq!(message(b"1\n10\n"), "FILE, line 2: row 10 does not exist, the data has 10 rows counted from 0");
    assert_eq!(message(b"1\n2\n1\n"), "FILE, line 3: row 1 is listed twice");
    assert!(matches!(read_row_file(Path::new("/no/such/rows"), 10), Err(DataError::Open { .. })));
}
