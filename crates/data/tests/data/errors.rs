//! Every error of reading, by its message.

use std::io;
use std::path::Path;

use rulegen_data::{ReadOptions, read_path, read_reader};

use crate::util::{message, names, one_line};

/// The message about text, read with the default options.
fn plain(text: &str) -> String {
    message(text.as_bytes(), &ReadOptions::default())
}

#[test]
fn cannot_open_or_read() {
    let error = read_path(Path::new("/no/such/file.csv"), &ReadOptions::default()).unwrap_err();
    assert_eq!(one_line(&error), "cannot open /no/such/file.csv: No such file or directory (os error 2)");
    let directory = tempfile::tempdir().unwrap();
    let error = read_path(directory.path(), &ReadOptions::default()).unwrap_err();
    let expected = format!("cannot read {}: Is a directory (os error 21)", directory.path().display());
    assert_eq!(one_line(&error), expected);
}

#[test]
fn failing_reader() {
    struct Failing;
    impl io::Read for Failing {
        fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
            Err(io::Error::other("the line went dead"))
        }
    }
    let error = read_reader(Failing, &ReadOptions::default()).unwrap_err();
    assert_eq!(one_line(&error), "cannot read the input: the line went dead");
}

#[test]
fn nothing_to_read() {
    assert_eq!(plain(""), "the input is empty");
    assert_eq!(plain("\n\r\n\n"), "the input is empty");
    assert_eq!(plain("a,b\n"), "the input has a header but no rows");
    assert_eq!(plain("a,b"), "the input has a header but no rows");
}

#[test]
fn ragged_rows() {
    assert_eq!(plain("a,b,c\n1,2,3\n4,5\n"), "line 3 has 2 cells, but the first row has 3");
    assert_eq!(plain("a,b\n1,2\n3,4,5"), "line 3 has 3 cells, but the first row has 2");
}

#[test]
fn lines_are_those_of_an_editor() {
    for end in ["\n", "\r\n"] {
        for last in [end, ""] {
            let text = ["", "a,b", "", "\"x", "y\",1", "\"p", "", "q\",r,s"].join(end) + last;
            assert_eq!(plain(&text), "line 6 has 3 cells, but the first row has 2", "{text:?}");
        }
    }
}

#[test]
fn open_quotes() {
    let expected = "a quote is opened in the row that begins on line 3 and never closed";
    assert_eq!(plain("a,b\n1,2\n3,\"4\n5,6\n"), expected);
    assert_eq!(plain("a,b\n1,2\n\"3,4\n5,6"), expected);
    assert_eq!(plain("a,b\r\n1,2\r\n3,\"4\r\n5,6\r\n"), expected);
    // A cell that ends in line breaks is not one.
    assert!(rulegen_data::read_bytes(b"a,b\n1,\"x\n\n\"", &ReadOptions::default()).is_ok());
    assert!(rulegen_data::read_bytes(b"a,b\n1,\"x\n\n\"\n", &ReadOptions::default()).is_ok());
}

#[test]
fn delimiter_that_is_none() {
    let options = ReadOptions { delimiter: Some(b'\n'), ..ReadOptions::default() };
    assert_eq!(message(b"a,b\n1,2\n", &options), r"'\n' cannot be the delimiter");
}

#[test]
fn columns_twice_or_not_there() {
    assert_eq!(plain("a,b,a\n1,2,3\n"), r#"two columns have the name "a""#);
    for options in [
        ReadOptions { text: names(&["y"]), ..ReadOptions::default() },
        ReadOptions { numeric: names(&["y"]), ..ReadOptions::default() },
        ReadOptions { categorical: names(&["y"]), ..ReadOptions::default() },
        ReadOptions { only: Some(names(&["a", "y"])), ..ReadOptions::default() },
    ] {
        let expected = r#"there is no column "y"; the columns are "a", "b""#;
        assert_eq!(message(b"a,b\n1,2\n", &options), expected);
    }
}

#[test]
fn two_types_for_a_column() {
    let options = ReadOptions { numeric: names(&["a"]), categorical: names(&["a"]), ..ReadOptions::default() };
    assert_eq!(message(b"a,b\n1,2\n", &options), r#"column "a" is declared both numeric and categorical"#);
}

#[test]
fn words_in_a_numeric_column() {
    let options = ReadOptions { numeric: names(&["b"]), ..ReadOptions::default() };
    assert_eq!(
        message(b"a,b\n1,2\n3, two\n", &options),
        r#"row 1 (from 0, line 3), column "b": "two" is not a number"#
    );
    let long = format!("a,b\n1,{}\n", "w".repeat(100));
    let expected = format!("row 0 (from 0, line 2), column \"b\": \"{}\"... is not a number", "w".repeat(60));
    assert_eq!(message(long.as_bytes(), &options), expected);
}

#[test]
fn infinities() {
    assert_eq!(plain("a,b\n1,2\n3,-inf\n"), r#"row 1 (from 0, line 3), column "b": "-inf" is infinite"#);
    assert_eq!(plain("a,b\n1,Infinity\n3,inf\n"), r#"row 0 (from 0, line 2), column "b": "Infinity" is infinite"#);
    let options = ReadOptions { numeric: names(&["b"]), ..ReadOptions::default() };
    assert_eq!(message(b"a,b\n1,1e999\n", &options), r#"row 0 (from 0, line 2), column "b": "1e999" is infinite"#);
}

#[test]
fn text_that_is_not_utf8() {
    let says = |bytes: &[u8], place: &str| {
        let advice = "is not valid UTF-8: the file seems to be in Latin-1 (Windows-1252); save it as UTF-8";
        assert_eq!(message(bytes, &ReadOptions::default()), format!("{place} {advice}"));
    };
    says(b"a,b\n1,\xff\n", "row 0 (from 0, line 2), column \"b\": the cell");
    says(b"a,b\n1,2\n1,\xff\n", "row 1 (from 0, line 3), column \"b\": the cell");
    says(b"a,\xe9t\xe9\n1,2\n", "line 1, column 2: the name");
}

#[cfg(not(feature = "parquet"))]
#[test]
fn parquet_without_the_feature() {
    let expected = "the input is a Parquet file, which this build cannot read";
    assert_eq!(message(b"PAR1", &ReadOptions::default()), expected);
}

#[test]
fn formats_that_are_not_read_are_named() {
    let utf16: Vec<u8> = "a,b\n1,2\n".encode_utf16().flat_map(u16::to_le_bytes).collect();
    let marked = [&b"\xff\xfe"[..], &utf16].concat();
    for (bytes, what) in [
        (&utf16[..], "text in UTF-16: save it as UTF-8"),
        (&marked, "text in UTF-16: save it as UTF-8"),
        (b"PK\x03\x04\x14\0\0\0\x08\0data.csv", "a zip archive: unpack it"),
        (b"PK\x03\x04\x14\0\x06\0\x08\0\0\0!\0[Content_Types].xml", "an Excel workbook (xlsx): save the sheet as CSV"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "an Excel workbook (xls): save the sheet as CSV"),
        (b"BZh91AY&SY\x12\x34", "packed by bzip2: unpack it, or pack it with gzip"),
    ] {
        assert_eq!(message(bytes, &ReadOptions::default()), format!("the input is {what}"));
    }
}
