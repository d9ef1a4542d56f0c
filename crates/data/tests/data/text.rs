//! Delimited text: headers, delimiters, quotes, types, missing cells, the second reading.

use std::io::Write;

use rulegen_data::{DataError, Header, ReadOptions, read_path, read_reader};

use crate::util::{columns, message, names, numbers, read, read_with, words};

#[test]
fn numbers_and_categories() {
    let table = read("n,c\n1,red\n-2.5e1,blue\n +3 ,red\n");
    assert_eq!(numbers(&table, "n"), [Some(1.0), Some(-25.0), Some(3.0)]);
    assert_eq!(words(&table, "c"), ["red", "blue", "red"]);
}

#[test]
fn header_found_absent_or_said() {
    assert_eq!(columns(&read("a,b\n1,2\n")), ["a", "b"]);
    assert_eq!(columns(&read("5,b\n1,c\n")), ["x1", "x2"]);
    assert_eq!(read("5,b\n1,c\n").rows(), 2);
    let said = |header| ReadOptions { header, ..ReadOptions::default() };
    assert_eq!(columns(&read_with("5,b\n1,c\n", &said(Header::Present))), ["5", "b"]);
    let table = read_with("a,b\nc,d\n", &said(Header::Absent));
    assert_eq!(words(&table, "x1"), ["a", "c"]);
}

#[test]
fn a_named_column_shows_that_there_is_a_header() {
    let options = ReadOptions { text: names(&["2019"]), ..ReadOptions::default() };
    assert_eq!(columns(&read_with("2018,2019\n1,2\n", &options)), ["2018", "2019"]);
    let options = ReadOptions { text: names(&["x2"]), ..ReadOptions::default() };
    assert_eq!(words(&read_with("2018,2019\n1,2\n", &options), "x2"), ["2019", "2"]);
}

#[test]
fn blank_names_are_numbered() {
    assert_eq!(columns(&read(",b\n1,2\n")), ["x1", "b"]);
}

#[test]
fn byte_order_mark() {
    let table = read("\u{feff}a,b\n1,2\n");
    assert_eq!(columns(&table), ["a", "b"]);
    let table = read("\u{feff}\"a,1\";b\n1;2\n");
    assert_eq!(columns(&table), ["a,1", "b"]);
    assert_eq!(message("\u{feff}".as_bytes(), &ReadOptions::default()), "the input is empty");
}

#[test]
fn delimiters_and_line_ends() {
    for delimiter in [",", ";", "\t", "|", " "] {
        for end in ["\n", "\r\n", "\r"] {
            for last in [end, ""] {
                let text = ["a,b", "1,x", "2,y"].join(end).replace(',', delimiter) + last;
                let table = read(&text);
                assert_eq!(columns(&table), ["a", "b"], "{text:?}");
                assert_eq!(words(&table, "b"), ["x", "y"], "{text:?}");
            }
        }
    }
    let options = ReadOptions { delimiter: Some(b':'), ..ReadOptions::default() };
    assert_eq!(numbers(&read_with("a:b\n1:2\n", &options), "b"), [Some(2.0)]);
}

#[test]
fn quotes_keep_commas_quotes_and_line_breaks() {
    let table = read("a,label\n1,\"<=50K, \"\"net\"\"\nor so\"\n2,plain\n");
    assert_eq!(words(&table, "label"), ["<=50K, \"net\"\nor so", "plain"]);
}

#[test]
fn blank_lines_are_skipped() {
    let table = read("\n\na,b\n\n1,2\n\n\n3,4\n\n");
    assert_eq!(numbers(&table, "a"), [Some(1.0), Some(3.0)]);
}

#[test]
fn missing_tokens_in_numbers_and_in_words() {
    let cells = ["NA", "N/A", "NaN", "nan", "null", "NULL", "?", "", " "];
    let text = format!("n,w\n1,one\n{}", cells.map(|cell| format!("{cell},{cell}\n")).concat());
    let table = read(&text);
    assert_eq!(numbers(&table, "n"), [vec![Some(1.0)], vec![None; 9]].concat());
    assert_eq!(words(&table, "w"), ["one", "NA", "N/A", "NaN", "nan", "null", "NULL", "?", "-", "-"]);

    let options = ReadOptions { missing: names(&["?", "-9"]), ..ReadOptions::default() };
    let table = read_with("n,w\n-9,?\n1,NA\n2,b\n", &options);
    assert_eq!(numbers(&table, "n"), [None, Some(1.0), Some(2.0)]);
    assert_eq!(words(&table, "w"), ["-", "NA", "b"]);
}

#[test]
fn nothing_but_missing_is_numeric() {
    let table = read("a,b,c\n,NA,1\n,?,2\n");
    assert_eq!(numbers(&table, "a"), [None, None]);
    assert_eq!(numbers(&table, "b"), [None, None]);
}

#[test]
fn the_second_reading_keeps_the_text() {
    for text in ["a,b,c\n007,1,inf\nNA,2,\nx,3,word\n", "a,b,c\r\n007,1,inf\r\nNA,2,\r\nx,3,word"] {
        let table = read(text);
        assert_eq!(columns(&table), ["a", "b", "c"]);
        assert_eq!(words(&table, "a"), ["007", "NA", "x"]);
        assert_eq!(numbers(&table, "b"), [Some(1.0), Some(2.0), Some(3.0)]);
        assert_eq!(words(&table, "c"), ["inf", "-", "word"]);
    }
    // Without a header the first row has to come again, too.
    let table = read("1,5\nx,6\n");
    assert_eq!(words(&table, "x1"), ["1", "x"]);
    assert_eq!(numbers(&table, "x2"), [Some(5.0), Some(6.0)]);
}

#[test]
fn declared_types() {
    let options =
        ReadOptions { categorical: names(&["zip"]), numeric: names(&["n"]), text: names(&["y"]), ..Default::default() };
    let table = read_with("zip,n,y\n01,NA,1.0\n1,,1\n", &options);
    assert_eq!(words(&table, "zip"), ["01", "1"]);
    assert_eq!(numbers(&table, "n"), [None, None]);
    assert_eq!(words(&table, "y"), ["1.0", "1"]);
}

#[test]
fn only_some_columns() {
    let options = ReadOptions { only: Some(names(&["c", "a"])), numeric: names(&["c", "gone"]), ..Default::default() };
    // Neither the infinity nor the second `b` nor the declared column that is not read is in the
    // way.
    let table = read_with("a,b,c,b\n1,inf,2,x\n", &options);
    assert_eq!(columns(&table), ["a", "c"]);
}

#[test]
fn more_text_than_the_sample() {
    let wide: Vec<String> = (0..20_000).map(|i| format!("column{i}")).collect();
    let text = format!("{}\n{}\n", wide.join(","), vec!["1"; 20_000].join(","));
    assert_eq!(read(&text).columns().len(), 20_000);

    let mut text = "a;b\n".to_owned();
    for i in 0..50_000 {
        text.push_str(&format!("{i};{}\n", i % 7));
    }
    text.push_str("x;3\n");
    let table = read(&text);
    assert_eq!(table.rows(), 50_001);
    assert_eq!(words(&table, "a")[49_999..], ["49999", "x"]);
}

#[test]
fn files_and_streams() {
    let mut file = tempfile::NamedTempFile::with_suffix(".parquet").unwrap();
    file.write_all(b"a,b\n1,x\ny,2\n").unwrap();
    let table = read_path(file.path(), &ReadOptions::default()).unwrap();
    assert_eq!(words(&table, "a"), ["1", "y"]);
    let table = read_reader(&b"a,b\n1,x\ny,2\n"[..], &ReadOptions::default()).unwrap();
    assert_eq!(words(&table, "b"), ["x", "2"]);
}

#[cfg(target_os = "linux")]
#[test]
fn devices_are_read_once() {
    let error = read_path(std::path::Path::new("/dev/null"), &ReadOptions::default()).unwrap_err();
    assert!(matches!(&error, DataError::Empty { input } if input == "/dev/null"), "{error}");
}
