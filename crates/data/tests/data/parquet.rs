//! Parquet files, written here.

use std::sync::Arc;

use parquet::basic::Compression;
use parquet::data_type::{
    BoolType, ByteArray, ByteArrayType, DataType, DoubleType, FixedLenByteArrayType, FloatType, Int32Type, Int64Type,
};
use parquet::file::properties::WriterProperties;
use parquet::file::writer::{SerializedFileWriter, SerializedRowGroupWriter};
use parquet::schema::parser::parse_message_type;
use rulegen_data::{DataError, Header, ReadOptions, read_bytes, read_path};

use crate::util::{columns, message, names, numbers, words};

type Group<'a> = SerializedRowGroupWriter<'a, Vec<u8>>;

/// A file with this schema; `write` fills its row groups.
fn file(schema: &str, compression: Compression, groups: &[&dyn Fn(&mut Columns<'_, '_>)]) -> Vec<u8> {
    let schema = Arc::new(parse_message_type(schema).unwrap());
    let properties = Arc::new(WriterProperties::builder().set_compression(compression).build());
    let mut writer = SerializedFileWriter::new(Vec::new(), schema, properties).unwrap();
    for write in groups {
        let mut group = writer.next_row_group().unwrap();
        write(&mut Columns(&mut group));
        group.close().unwrap();
    }
    writer.into_inner().unwrap()
}

struct Columns<'a, 'b>(&'a mut Group<'b>);

impl Columns<'_, '_> {
    /// Writes the next column; levels say which rows have a value.
    fn write<T: DataType>(&mut self, values: &[T::T], levels: Option<&[i16]>) {
        let mut column = self.0.next_column().unwrap().unwrap();
        column.typed::<T>().write_batch(values, levels, None).unwrap();
        column.close().unwrap();
    }
}

fn texts(texts: &[&str]) -> Vec<ByteArray> {
    texts.iter().map(|text| ByteArray::from(*text)).collect()
}

const MIXED: &str = "message m {
    required int32 i; optional int64 big; required int64 u (integer(64, false)); optional double d;
    required float f; optional boolean b; optional binary s (string); required binary raw;
    required int32 cents (decimal(9, 2)); }";

/// A file of two row groups.
pub(crate) fn mixed(compression: Compression) -> Vec<u8> {
    let first = |columns: &mut Columns<'_, '_>| {
        columns.write::<Int32Type>(&[1, -2], None);
        columns.write::<Int64Type>(&[1 << 60], Some(&[0, 1]));
        columns.write::<Int64Type>(&[-1, 5], None);
        columns.write::<DoubleType>(&[f64::NAN, 0.5], Some(&[1, 1]));
        columns.write::<FloatType>(&[0.1, 2.0], None);
        columns.write::<BoolType>(&[true], Some(&[1, 0]));
        columns.write::<ByteArrayType>(&texts(&["red", ""]), Some(&[1, 1]));
        columns.write::<ByteArrayType>(&texts(&["7", "x"]), None);
        columns.write::<Int32Type>(&[1999, 5], None);
    };
    let second = |columns: &mut Columns<'_, '_>| {
        columns.write::<Int32Type>(&[3], None);
        columns.write::<Int64Type>(&[], Some(&[0]));
        columns.write::<Int64Type>(&[6], None);
        columns.write::<DoubleType>(&[], Some(&[0]));
        columns.write::<FloatType>(&[3.0], None);
        columns.write::<BoolType>(&[false], Some(&[1]));
        columns.write::<ByteArrayType>(&texts(&["blue, \"or\"\n"]), Some(&[1]));
        columns.write::<ByteArrayType>(&texts(&["7"]), None);
        columns.write::<Int32Type>(&[-100], None);
    };
    file(MIXED, compression, &[&first, &second])
}

#[test]
fn all_supported_types_in_all_supported_compressions() {
    for compression in
        [Compression::UNCOMPRESSED, Compression::SNAPPY, Compression::GZIP(Default::default()), Compression::LZ4_RAW]
    {
        let table = read_bytes(&mixed(compression), &ReadOptions::default()).unwrap();
        assert_eq!(table.rows(), 3);
        assert_eq!(columns(&table), ["i", "big", "u", "d", "f", "b", "s", "raw", "cents"]);
        assert_eq!(numbers(&table, "i"), [Some(1.0), Some(-2.0), Some(3.0)]);
        assert_eq!(numbers(&table, "big"), [None, Some((1_u64 << 60) as f64), None]);
        assert_eq!(numbers(&table, "u"), [Some(u64::MAX as f64), Some(5.0), Some(6.0)]);
        assert_eq!(numbers(&table, "d"), [None, Some(0.5), None]);
        assert_eq!(numbers(&table, "f"), [Some(f64::from(0.1_f32)), Some(2.0), Some(3.0)]);
        assert_eq!(words(&table, "b"), ["true", "-", "false"]);
        assert_eq!(words(&table, "s"), ["red", "-", "blue, \"or\"\n"]);
        assert_eq!(words(&table, "raw"), ["7", "x", "7"]);
        assert_eq!(numbers(&table, "cents"), [Some(19.99), Some(0.05), Some(-1.0)]);
    }
}

#[test]
fn from_a_file_with_options() {
    let mut file = tempfile::NamedTempFile::with_suffix(".csv").unwrap();
    std::io::Write::write_all(&mut file, &mixed(Compression::SNAPPY)).unwrap();
    let options = ReadOptions {
        text: names(&["u"]),
        categorical: names(&["f", "i", "cents"]),
        missing: names(&["7", "3"]),
        only: Some(names(&["raw", "u", "f", "i", "cents"])),
        ..ReadOptions::default()
    };
    let table = read_path(file.path(), &options).unwrap();
    assert_eq!(columns(&table), ["i", "u", "f", "raw", "cents"]);
    assert_eq!(words(&table, "i"), ["1", "-2", "-"]);
    assert_eq!(words(&table, "u"), ["18446744073709551615", "5", "6"]);
    assert_eq!(words(&table, "f"), ["0.1", "2", "-"]);
    assert_eq!(words(&table, "raw"), ["-", "x", "-"]);
    assert_eq!(words(&table, "cents"), ["19.99", "0.05", "-1"]);
}

/// Writes three rows of dates: days, timestamps in three units, and text.
fn dates() -> Vec<u8> {
    let write = |columns: &mut Columns<'_, '_>| {
        columns.write::<Int32Type>(&[1, -1], Some(&[1, 0, 1]));
        columns.write::<Int64Type>(&[86_399_999, 86_400_000, -1], None);
        columns.write::<Int64Type>(&[0, 86_400_000_000, -86_400_000_001], None);
        columns.write::<Int64Type>(&[86_400_000_000_000, 0, 1], None);
        columns.write::<ByteArrayType>(&texts(&["2.1.1970", "13.1.1970", "NaT"]), None);
    };
    let schema = "message m { optional int32 day (date); required int64 ms (timestamp(millis, true));
        required int64 us (timestamp(micros, false)); required int64 ns (timestamp(nanos, true));
        required binary s (string); }";
    file(schema, Compression::SNAPPY, &[&write])
}

#[test]
fn dates_and_timestamps_are_days() {
    let table = read_bytes(&dates(), &ReadOptions::default()).unwrap();
    assert_eq!(numbers(&table, "day"), [Some(1.0), None, Some(-1.0)]);
    assert_eq!(numbers(&table, "ms"), [Some(0.0), Some(1.0), Some(-1.0)]);
    assert_eq!(numbers(&table, "us"), [Some(0.0), Some(1.0), Some(-2.0)]);
    assert_eq!(numbers(&table, "ns"), [Some(1.0), Some(0.0), Some(0.0)]);
    assert_eq!(numbers(&table, "s"), [Some(1.0), Some(12.0), None]);
    let forms: Vec<String> = table.columns().iter().map(|column| column.dates().unwrap().to_string()).collect();
    assert_eq!(forms, ["YYYY-MM-DD", "YYYY-MM-DD", "YYYY-MM-DD", "YYYY-MM-DD", "DD.MM.YYYY"]);
    let options = ReadOptions {
        categorical: names(&["ms"]),
        undated: names(&["us"]),
        missing: names(&["1970-01-02"]),
        ..ReadOptions::default()
    };
    let table = read_bytes(&dates(), &options).unwrap();
    assert_eq!(numbers(&table, "day"), [None, None, Some(-1.0)]);
    assert_eq!(words(&table, "ms"), ["1970-01-01", "-", "1969-12-31"]);
    assert_eq!(words(&table, "us"), ["1970-01-01", "-", "1969-12-30"]);
    let far = |columns: &mut Columns<'_, '_>| columns.write::<Int32Type>(&[0, 3_000_000], None);
    let bytes = file("message m { required int32 d (date); }", Compression::SNAPPY, &[&far]);
    let says = r#"row 1 (from 0), column "d": 3000000 is no day of the years 1 to 9999"#;
    assert_eq!(message(&bytes, &ReadOptions::default()), says);
}

#[test]
fn strings_declared_numeric() {
    let write = |columns: &mut Columns<'_, '_>| columns.write::<ByteArrayType>(&texts(&["7", "NA", "x"]), None);
    let bytes = file("message m { required binary s (utf8); }", Compression::SNAPPY, &[&write]);
    let options = ReadOptions { numeric: names(&["s"]), ..ReadOptions::default() };
    assert_eq!(message(&bytes, &options), r#"row 2 (from 0), column "s": "x" is not a number"#);
}

#[test]
fn bad_cells() {
    let write = |columns: &mut Columns<'_, '_>| columns.write::<DoubleType>(&[1.0, f64::INFINITY], None);
    let bytes = file("message m { required double d; }", Compression::SNAPPY, &[&write]);
    assert_eq!(message(&bytes, &ReadOptions::default()), r#"row 1 (from 0), column "d": "inf" is infinite"#);
    let write = |columns: &mut Columns<'_, '_>| {
        columns.write::<ByteArrayType>(&[ByteArray::from("a"), ByteArray::from(vec![0xff])], None)
    };
    let bytes = file("message m { required binary s; }", Compression::SNAPPY, &[&write]);
    let expected = r#"row 1 (from 0), column "s": the cell is not valid UTF-8"#;
    assert_eq!(message(&bytes, &ReadOptions::default()), expected);
}

#[test]
fn unsupported_columns_are_named_unless_left_out() {
    for (column, kind) in [
        ("required int32 x (time(millis, true));", "times"),
        ("required binary x (decimal(30, 2));", "decimals of type BYTE_ARRAY"),
        ("required int96 x;", "the type INT96"),
        ("required fixed_len_byte_array(4) x;", "the type FIXED_LEN_BYTE_ARRAY"),
        ("repeated int32 x;", "nested values"),
        ("optional group x { optional int32 y; }", "nested values"),
        ("optional group x { optional int32 y; optional int32 z; }", "nested values"),
    ] {
        let bytes = file(&format!("message m {{ required int32 a; {column} }}"), Compression::UNCOMPRESSED, &[]);
        let expected = format!("the input: column \"x\" has {kind}, which is not supported");
        assert_eq!(message(&bytes, &ReadOptions::default()), expected);
    }
    let write = |columns: &mut Columns<'_, '_>| {
        columns.write::<Int32Type>(&[1], None);
        columns.write::<FixedLenByteArrayType>(&[ByteArray::from("wide").into()], None);
    };
    let schema = "message m { required int32 a; required fixed_len_byte_array(4) x; }";
    let bytes = file(schema, Compression::UNCOMPRESSED, &[&write]);
    let options = ReadOptions { only: Some(names(&["a"])), ..ReadOptions::default() };
    assert_eq!(numbers(&read_bytes(&bytes, &options).unwrap(), "a"), [Some(1.0)]);
}

#[test]
fn no_rows_and_no_such_column() {
    let bytes = file("message m { required int32 a; }", Compression::UNCOMPRESSED, &[]);
    assert_eq!(message(&bytes, &ReadOptions::default()), "the input has columns but no rows");
    let options = ReadOptions { text: names(&["y"]), ..ReadOptions::default() };
    assert_eq!(message(&bytes, &options), r#"there is no column "y"; the columns are "a""#);
}

#[test]
fn what_is_said_of_text_is_refused() {
    let bytes = mixed(Compression::SNAPPY);
    let of_text = [
        ReadOptions { header: Header::Absent, ..ReadOptions::default() },
        ReadOptions { delimiter: Some(b';'), ..ReadOptions::default() },
    ];
    let expected = "the input is a Parquet file, whose columns have names, and which has no delimiter: options about these are for text";
    for options in of_text {
        assert_eq!(message(&bytes, &options), expected);
    }
}

#[test]
fn damaged_files_are_errors() {
    let bytes = mixed(Compression::SNAPPY);
    assert!(message(b"PAR1", &ReadOptions::default()).starts_with("the input is not a sound Parquet file: "));
    for end in 4..bytes.len() {
        let error = read_bytes(&bytes[..end], &ReadOptions::default()).unwrap_err();
        assert!(matches!(error, DataError::BadParquet { .. }), "{error}");
    }
}

#[test]
fn no_flipped_byte_panics() {
    let bytes = mixed(Compression::UNCOMPRESSED);
    for i in 4..bytes.len() {
        for flip in [0x01, 0x80, 0xff] {
            let mut bytes = bytes.clone();
            bytes[i] ^= flip;
            if let Ok(table) = read_bytes(&bytes, &ReadOptions::default()) {
                assert!(table.columns().iter().all(|column| column.values().len() == table.rows()));
            }
        }
    }
}

#[test]
fn zstandard_is_named() {
    // The writer here cannot compress so, but the file has a byte that says how it is compressed:
    // 0, or 12 for this.
    let write = |columns: &mut Columns<'_, '_>| columns.write::<Int32Type>(&[1, 2, 3], None);
    let bytes = file("message m { required int32 a; }", Compression::UNCOMPRESSED, &[&write]);
    let zeros = (4..bytes.len()).filter(|&i| bytes[i] == 0);
    let messages = zeros.filter_map(|i| {
        let mut bytes = bytes.clone();
        bytes[i] = 12;
        read_bytes(&bytes, &ReadOptions::default()).err().map(|error| error.to_string())
    });
    let expected = r#"the input: column "a" has Zstandard compression, which is not supported"#;
    assert!(messages.into_iter().any(|message| message == expected));
}
