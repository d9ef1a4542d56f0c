//! Reads tables from Parquet files.

mod chunks;
mod kind;

use std::panic::{AssertUnwindSafe, catch_unwind};

use parquet::basic::Compression;
use parquet::column::reader::{ColumnReader as ChunkReader, ColumnReaderImpl};
use parquet::data_type::DataType;
use parquet::errors::ParquetError;
use parquet::file::reader::{FileReader, RowGroupReader};
use parquet::file::serialized_reader::SerializedFileReader;
use parquet::schema::types::SchemaDescriptor;

use self::chunks::Chunks;
use self::kind::Kind;
use crate::coder::{Fault, Role};
use crate::column_reader::{ColumnReader, MissingTokens, plan};
use crate::error::{DataError, Place};
use crate::options::ReadOptions;
use crate::source::Source;
use crate::table::Table;

/// The number of cells that are decoded at a time.
const BATCH: usize = 4096;

/// Reads a table from Parquet: numbers, booleans (as the categories `false` and `true`), dates,
/// timestamps (as the dates of UTC) and strings, with nulls as missing cells. Strings are dates or
/// categories unless the column is declared numeric. Then they are read like cells of text.
pub(crate) fn read(source: Source<'_>, options: &ReadOptions) -> Result<Table, DataError> {
    // The decoder indexes and unwraps by what damaged files claim. None of its state outlives this
    // call.
    catch_unwind(AssertUnwindSafe(|| read_file(source, options)))
        .unwrap_or_else(|_| Err(bad(source, "the decoder failed")))
}

fn read_file(source: Source<'_>, options: &ReadOptions) -> Result<Table, DataError> {
    let file = SerializedFileReader::new(Chunks::open(source)?).map_err(|error| failed(source, error))?;
    let schema = file.metadata().file_metadata().schema_descr();
    let names = schema.root_schema().get_fields().iter().map(|field| field.name().to_owned()).collect();
    let mut columns: Vec<(Leaf, ColumnReader)> = Vec::new();
    for mut column in plan(names, options)? {
        let leaf = Leaf::find(schema, column.index).map_err(|kind| unsupported(source, &column.name, kind))?;
        match leaf.kind {
            Kind::Days | Kind::Moments(_) => column.settle_dates(),
            Kind::Text | Kind::Bool => column.settle(Role::Categorical),
            _ => column.settle(Role::Numeric),
        }
        columns.push((leaf, column));
    }

    let missing = MissingTokens::new(options);
    let mut rows = 0usize;
    for i in 0..file.num_row_groups() {
        let group = file.get_row_group(i).map_err(|error| failed(source, error))?;
        let n = usize::try_from(group.metadata().num_rows()).map_err(|_| bad(source, "a negative number of rows"))?;
        // A column is numbers, or codes with a name for each.
        source.check((8 * columns.len() as u64).saturating_mul(rows.saturating_add(n) as u64))?;
        for (leaf, column) in &mut columns {
            Cells { source, group: group.as_ref(), leaf, column, missing: &missing, first: rows, n }.read()?;
        }
        rows += n;
    }
    if rows == 0 {
        return Err(DataError::NoRows { input: source.input.to_owned() });
    }
    let columns = columns.into_iter().map(|(_, column)| column.finish()).collect::<Result<_, _>>()?;
    Ok(Table::checked(rows, columns, &options.missing))
}

/// A column of the file.
struct Leaf {
    index: usize,
    kind: Kind,
    nullable: bool,
}

impl Leaf {
    /// Finds the column for this field of the schema. Returns an error that says what is not
    /// supported.
    fn find(schema: &SchemaDescriptor, field: usize) -> Result<Leaf, String> {
        let mut leaves = (0..schema.num_columns()).filter(|&leaf| schema.get_column_root_idx(leaf) == field);
        let (Some(index), None) = (leaves.next(), leaves.next()) else {
            return Err("nested values".to_owned());
        };
        let column = schema.column(index);
        if column.path().parts().len() != 1 || column.max_rep_level() > 0 || column.max_def_level() > 1 {
            return Err("nested values".to_owned());
        }
        Ok(Leaf { index, kind: Kind::of(&column)?, nullable: column.max_def_level() == 1 })
    }
}

/// The cells of a column in one row group.
struct Cells<'a> {
    source: Source<'a>,
    group: &'a dyn RowGroupReader,
    leaf: &'a Leaf,
    column: &'a mut ColumnReader,
    missing: &'a MissingTokens<'a>,
    /// The first row of the group in the table.
    first: usize,
    /// The number of rows in the group.
    n: usize,
}

impl Cells<'_> {
    fn read(mut self) -> Result<(), DataError> {
        let chunk = self.group.metadata().column(self.leaf.index);
        let unread = match chunk.compression() {
            Compression::ZSTD(_) => Some("Zstandard compression"),
            Compression::BROTLI(_) => Some("Brotli compression"),
            Compression::LZO => Some("LZO compression"),
            _ => None,
        };
        if let Some(kind) = unread {
            return Err(unsupported(self.source, &self.column.name, kind.to_owned()));
        }
        // The decoder panics on these.
        let offsets = [chunk.data_page_offset(), chunk.dictionary_page_offset().unwrap_or(0), chunk.compressed_size()];
        if offsets.iter().any(|&offset| offset < 0) {
            return Err(bad(self.source, "a negative offset or length"));
        }
        let reader = self.group.get_column_reader(self.leaf.index).map_err(|error| failed(self.source, error))?;
        let missing = self.missing;
        let number = |column: &mut ColumnReader, value: f64| column.push_number(value, missing, || value.to_string());
        match (reader, self.leaf.kind) {
            (ChunkReader::BoolColumnReader(reader), _) => {
                self.take(reader, |column, &value| column.push(if value { b"true" } else { b"false" }, missing))
            }
            (ChunkReader::Int32ColumnReader(reader), Kind::Unsigned) => {
                self.take(reader, |column, &value| number(column, f64::from(value as u32)))
            }
            (ChunkReader::Int32ColumnReader(reader), Kind::Days) => {
                self.take(reader, |column, &value| column.push_day(value.into(), missing))
            }
            (ChunkReader::Int64ColumnReader(reader), Kind::Moments(of_day)) => {
                self.take(reader, |column, &value| column.push_day(value.div_euclid(of_day), missing))
            }
            (ChunkReader::Int32ColumnReader(reader), kind) => {
                self.take(reader, |column, &value| number(column, kind.scaled(f64::from(value))))
            }
            (ChunkReader::Int64ColumnReader(reader), Kind::Unsigned) => self.take(reader, |column, &value| {
                let value = value as u64;
                column.push_number(value as f64, missing, || value.to_string())
            }),
            (ChunkReader::Int64ColumnReader(reader), Kind::Signed) => {
                self.take(reader, |column, &value| column.push_number(value as f64, missing, || value.to_string()))
            }
            (ChunkReader::Int64ColumnReader(reader), kind) => {
                self.take(reader, |column, &value| number(column, kind.scaled(value as f64)))
            }
            (ChunkReader::FloatColumnReader(reader), _) => self.take(reader, |column, &value| {
                // Goes through text in a column of text, so that 0.1 does not become
                // 0.10000000149011612.
                column.push_number(f64::from(value), missing, || value.to_string())
            }),
            (ChunkReader::DoubleColumnReader(reader), _) => self.take(reader, |column, &value| number(column, value)),
            (ChunkReader::ByteArrayColumnReader(reader), _) => {
                self.take(reader, |column, value| column.push(value.data(), missing))
            }
            _ => Err(unsupported(self.source, &self.column.name, "an unknown type".to_owned())),
        }
    }

    /// Adds all cells to the column, each with `push`.
    fn take<T: DataType>(
        &mut self,
        mut reader: ColumnReaderImpl<T>,
        mut push: impl FnMut(&mut ColumnReader, &T::T) -> Result<(), Fault>,
    ) -> Result<(), DataError> {
        let (mut values, mut levels) = (Vec::new(), Vec::new());
        let mut done = 0;
        loop {
            values.clear();
            levels.clear();
            let nulls = self.leaf.nullable.then_some(&mut levels);
            let (records, ..) =
                reader.read_records(BATCH, nulls, None, &mut values).map_err(|error| failed(self.source, error))?;
            if records == 0 {
                break;
            }
            let mut present = values.iter();
            for i in 0..records {
                let value = if levels.get(i).is_none_or(|&level| level > 0) { present.next() } else { None };
                let Some(value) = value else {
                    self.column.push_missing();
                    continue;
                };
                if let Err(fault) = push(self.column, value) {
                    let place = Place::Row((self.first + done + i) as u64);
                    self.column.fault(fault, place, kind::text(value).as_bytes())?;
                }
            }
            done += records;
            self.source.check(self.column.bytes())?;
            if done > self.n {
                break;
            }
        }
        if done != self.n {
            return Err(bad(self.source, "its columns do not have the number of rows it claims"));
        }
        Ok(())
    }
}

fn bad(source: Source<'_>, reason: &str) -> DataError {
    DataError::BadParquet { input: source.input.to_owned(), reason: reason.to_owned() }
}

/// Turns an error of the decoder into one line.
fn failed(source: Source<'_>, error: ParquetError) -> DataError {
    let reason = match error {
        ParquetError::General(reason) | ParquetError::EOF(reason) | ParquetError::NYI(reason) => reason,
        other => other.to_string(),
    };
    bad(source, &reason.split_whitespace().collect::<Vec<_>>().join(" "))
}

fn unsupported(source: Source<'_>, column: &str, kind: String) -> DataError {
    DataError::UnsupportedParquet { input: source.input.to_owned(), column: column.to_owned(), kind }
}
