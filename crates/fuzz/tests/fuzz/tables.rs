//! Bytes as tables: CSV with sniffing, gzip, Parquet.

use crate::target::fuzz_files;
use rulegen::data::{Header, MISSING, ReadOptions, Table, Values, read_bytes};
use std::io::Write;

const WORDS: &[&str] = &[
    ",",
    ";",
    "\t",
    "|",
    " ",
    "\"",
    "\"\"",
    "\n",
    "\r\n",
    "\r",
    "\n\n",
    "\u{feff}",
    "\0",
    "é",
    "1e999",
    "-0",
    "0x1F",
    "NaN",
    "inf",
    "-inf",
    "NA",
    "?",
    "null",
    "N/A",
    "1,000",
    "1e-320",
    "4.9e-324",
    "1.7976931348623157e308",
    "'",
    "a b",
    "9007199254740993",
    "٣",
    "１",
    "+1",
    ".5",
    "5.",
    "1_000",
    "\u{2028}",
    "\u{a0}",
    "true",
    "2024-01-01",
    "#",
    "=1+1",
];

#[test]
fn csv() {
    fuzz_files!("csv", WORDS, check_text);
}

#[test]
fn parquet() {
    fuzz_files!("parquet", &["PAR1", "\0\0\0\0", "\u{7f}", "x1"], check_bytes);
}

/// Text reads the same from memory and in gzip, and what was read can be written and read again.
fn check_text(bytes: &[u8]) -> bool {
    check_bytes(bytes);
    let plain = read_bytes(bytes, &ReadOptions::default());
    let packed = bytes.starts_with(&[0x1f, 0x8b]) || bytes.starts_with(b"PAR1");
    if !packed {
        let unpacked = read_bytes(&gzip(bytes), &ReadOptions::default());
        match (&plain, &unpacked) {
            (Ok(plain), Ok(unpacked)) => assert_same(plain, unpacked),
            (Err(_), Err(_)) => {}
            _ => panic!("{plain:?}, but in gzip {unpacked:?}"),
        }
    }
    let Ok(table) = plain else { return false };
    let (text, options) = written(&table);
    match read_bytes(&text, &options) {
        Ok(again) => assert_same(&table, &again),
        Err(error) => panic!("{error}: written as {}", String::from_utf8_lossy(&text)),
    }
    true
}

/// Reads bytes in several ways. The result is a sound table or a message of one line.
fn check_bytes(bytes: &[u8]) -> bool {
    let plain = ReadOptions::default();
    let headless = ReadOptions { header: Header::Absent, delimiter: Some(b','), ..ReadOptions::default() };
    let declared = ReadOptions {
        header: Header::Absent,
        numeric: vec!["x1".into()],
        categorical: vec!["x2".into()],
        missing: vec!["a".into(), "0".into()],
        ..ReadOptions::default()
    };
    let some = ReadOptions { only: Some(vec!["x".into(), "class".into()]), ..ReadOptions::default() };
    let mut sound = false;
    for options in [plain, headless, declared, some] {
        match read_bytes(bytes, &options) {
            Ok(table) => {
                assert_sound(&table);
                sound = true;
            }
            Err(error) => {
                let message = error.to_string();
                assert!(!message.is_empty() && !message.contains(['\n', '\r']), "{message:?}");
            }
        }
    }
    sound
}

/// Checks the invariants of every table.
pub(crate) fn assert_sound(table: &Table) {
    assert!(table.rows() > 0);
    for column in table.columns() {
        assert_eq!(column.values().len(), table.rows());
        match column.values() {
            Values::Categorical { codes, categories } => {
                assert!(codes.iter().all(|&code| code == MISSING || (code as usize) < categories.len()));
            }
            values => assert!(values.numbers().unwrap_or_default().iter().all(|number| !number.is_infinite())),
        }
    }
}

/// Equal names and cells; missing numbers, which are NaN, are equal.
fn assert_same(a: &Table, b: &Table) {
    assert_eq!((a.rows(), a.columns().len()), (b.rows(), b.columns().len()));
    for (a, b) in a.columns().iter().zip(b.columns()) {
        assert_eq!(a.name(), b.name());
        match (a.values(), b.values()) {
            (Values::Numeric(a), Values::Numeric(b)) => {
                assert!(a.iter().zip(b).all(|(a, b)| a == b || (a.is_nan() && b.is_nan())), "{a:?} is not {b:?}");
            }
            (a, b) => assert_eq!(a, b),
        }
    }
}

fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    encoder.write_all(bytes).and_then(|()| encoder.finish()).expect("memory can be written")
}

/// A table as CSV, and how to read it again.
fn written(table: &Table) -> (Vec<u8>, ReadOptions) {
    let mut writer = csv::WriterBuilder::new().quote_style(csv::QuoteStyle::Always).from_writer(Vec::new());
    writer.write_record(table.columns().iter().map(|column| column.name())).expect("memory can be written");
    for row in 0..table.rows() {
        let cells = table.columns().iter().map(|column| match column.values() {
            values if values.is_missing(row) => String::new(),
            Values::Categorical { codes, categories } => categories[codes[row] as usize].clone(),
            values => values.number(row).map_or_else(String::new, |number| number.to_string()),
        });
        writer.write_record(cells).expect("memory can be written");
    }
    let (numeric, categorical): (Vec<_>, Vec<_>) =
        table.columns().iter().partition(|column| !matches!(column.values(), Values::Categorical { .. }));
    let names = |columns: Vec<&rulegen::data::Column>| columns.iter().map(|column| column.name().to_owned()).collect();
    let options = ReadOptions {
        header: Header::Present,
        delimiter: Some(b','),
        numeric: names(numeric),
        categorical: names(categorical),
        ..ReadOptions::default()
    };
    (writer.into_inner().expect("memory can be written"), options)
}
