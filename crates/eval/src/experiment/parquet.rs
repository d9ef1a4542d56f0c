//! The results as Parquet.

use super::error::ExperimentError;
use super::results::{RESULTS, TIMING};
use super::store::write_whole;
use parquet::basic::{ConvertedType, Repetition, Type as Physical};
use parquet::data_type::{ByteArray, ByteArrayType, DoubleType};
use parquet::errors::ParquetError;
use parquet::file::properties::WriterProperties;
use parquet::file::writer::SerializedFileWriter;
use parquet::schema::types::Type;
use std::path::Path;
use std::sync::Arc;

/// Writes `results.parquet` and `timing.parquet` beside the CSV files: the same columns, numbers as doubles.
///
/// # Errors
/// Files that cannot be read or written.
pub(crate) fn write_parquet(folder: &Path) -> Result<(), ExperimentError> {
    for name in [RESULTS, TIMING] {
        let source = folder.join(name);
        let path = source.with_extension("parquet");
        let bad = |message: String| ExperimentError::BadResults { path: source.clone(), message };
        let mut reader = csv::Reader::from_path(&source).map_err(|error| bad(error.to_string()))?;
        let names = reader.headers().map_err(|error| bad(error.to_string()))?.clone();
        let records: Vec<csv::StringRecord> =
            reader.records().collect::<Result<_, _>>().map_err(|error| bad(error.to_string()))?;
        let bytes = parquet(&names, &records)
            .map_err(|error| ExperimentError::Write { path: path.clone(), source: std::io::Error::other(error) })?;
        write_whole(&path, &bytes)?;
    }
    Ok(())
}

/// The columns that hold words.
fn is_text(name: &str) -> bool {
    ["set", "method", "settings", "status", "note"].contains(&name)
}

fn parquet(names: &csv::StringRecord, records: &[csv::StringRecord]) -> Result<Vec<u8>, ParquetError> {
    let field = |name: &str| {
        let (kind, words) = match is_text(name) {
            true => (Physical::BYTE_ARRAY, ConvertedType::UTF8),
            false => (Physical::DOUBLE, ConvertedType::NONE),
        };
        let field = Type::primitive_type_builder(name, kind).with_repetition(Repetition::OPTIONAL);
        field.with_converted_type(words).build().map(Arc::new)
    };
    let fields = names.iter().map(field).collect::<Result<_, _>>()?;
    let schema = Type::group_type_builder("results").with_fields(fields).build()?;
    let properties = Arc::new(WriterProperties::builder().build());
    let mut writer = SerializedFileWriter::new(Vec::new(), Arc::new(schema), properties)?;
    let mut group = writer.next_row_group()?;
    for (at, name) in names.iter().enumerate() {
        let cells = || records.iter().map(|record| record.get(at).unwrap_or_default()).filter(|cell| !cell.is_empty());
        let levels: Vec<i16> =
            records.iter().map(|record| i16::from(record.get(at).is_some_and(|cell| !cell.is_empty()))).collect();
        let Some(mut column) = group.next_column()? else { break };
        if is_text(name) {
            let values: Vec<ByteArray> = cells().map(ByteArray::from).collect();
            column.typed::<ByteArrayType>().write_batch(&values, Some(&levels), None)?;
        } else {
            let values: Vec<f64> = cells().map(|cell| cell.parse().unwrap_or(f64::NAN)).collect();
            column.typed::<DoubleType>().write_batch(&values, Some(&levels), None)?;
        }
        column.close()?;
    }
    group.close()?;
    writer.into_inner()
}
