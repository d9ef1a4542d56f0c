//! Arrow's arrays as columns. Buffers are read where they are.

use crate::failure::bad_input;
use crate::numbers::{as_categories, numeric};
use arrow_array::cast::AsArray;
use arrow_array::types::{Date32Type, Float64Type};
use arrow_array::{Array, RecordBatchReader, StringArray};
use arrow_cast::cast;
use arrow_schema::DataType;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use rulegen::data::{Column, DateForm, MISSING, Table, Values};
use std::collections::HashMap;

/// All batches as one table. Columns named in `categorical` are categories whatever their type;
/// with `only` just these columns are read.
pub(crate) fn table(
    reader: Box<dyn RecordBatchReader + Send>,
    categorical: &[String],
    only: Option<&[String]>,
) -> PyResult<Table> {
    let schema = reader.schema();
    let wanted = |name: &String| only.is_none_or(|only| only.contains(name));
    let mut columns = Vec::new();
    for (index, field) in schema.fields().iter().enumerate().filter(|(_, field)| wanted(field.name())) {
        columns.push((index, field.name().clone(), Builder::new(field.name(), field.data_type())?));
    }
    let mut rows = 0;
    for batch in reader {
        let batch = batch.map_err(bad_input)?;
        rows += batch.num_rows();
        for (index, name, builder) in &mut columns {
            builder.push(batch.column(*index)).map_err(|error| bad_input(format!("column '{name}': {error}")))?;
        }
    }
    let column = |(_, name, builder): (usize, String, Builder)| {
        let values = match builder {
            Builder::Numbers(numbers) if categorical.contains(&name) => as_categories(&numbers),
            Builder::Numbers(numbers) => numeric(&name, numbers)?,
            Builder::Words(words) => Values::Categorical { codes: words.codes, categories: words.categories },
            Builder::Days(days) => {
                let dates = Column::of_dates(name.as_str(), days, DateForm::ISO).map_err(bad_input)?;
                return Ok(if categorical.contains(&name) { dates.with_dates_as_text() } else { dates });
            }
        };
        Column::new(name, values).map_err(bad_input)
    };
    let columns = columns.into_iter().map(column).collect::<PyResult<_>>()?;
    Table::with_rows(rows, columns).map_err(bad_input)
}

/// A column so far.
enum Builder {
    Numbers(Vec<f64>),
    Words(Words),
    /// Days since 1970, in the time zone of the column if it has one.
    Days(Vec<f64>),
}

#[derive(Default)]
struct Words {
    codes: Vec<u32>,
    categories: Vec<String>,
    place: HashMap<String, u32>,
}

impl Builder {
    fn new(name: &str, kind: &DataType) -> PyResult<Builder> {
        match kind {
            kind if kind.is_numeric() || *kind == DataType::Null => Ok(Builder::Numbers(Vec::new())),
            DataType::Boolean | DataType::Utf8 | DataType::LargeUtf8 | DataType::Utf8View => {
                Ok(Builder::Words(Words::default()))
            }
            DataType::Date32 | DataType::Date64 | DataType::Timestamp(..) => Ok(Builder::Days(Vec::new())),
            DataType::Dictionary(_, values) if !values.is_nested() => Ok(Builder::Words(Words::default())),
            other => Err(PyTypeError::new_err(format!(
                "column '{name}' is of type {other}, which is not supported: make it numbers, words or categories"
            ))),
        }
    }

    fn push(&mut self, array: &dyn Array) -> Result<(), arrow_schema::ArrowError> {
        match self {
            Builder::Numbers(numbers) => {
                let array = cast(array, &DataType::Float64)?;
                let array = array.as_primitive::<Float64Type>();
                match array.null_count() {
                    0 => numbers.extend_from_slice(array.values()),
                    _ => numbers.extend(array.iter().map(|x| x.unwrap_or(f64::NAN))),
                }
            }
            Builder::Days(days) => {
                let array = cast(array, &DataType::Date32)?;
                days.extend(array.as_primitive::<Date32Type>().iter().map(|day| day.map_or(f64::NAN, f64::from)));
            }
            Builder::Words(words) => match array.as_any_dictionary_opt() {
                Some(dictionary) => {
                    let names = cast(dictionary.values(), &DataType::Utf8)?;
                    let codes = words.codes_of(names.as_string());
                    let keys = dictionary.normalized_keys();
                    let code = |(row, key): (usize, &usize)| {
                        if dictionary.is_null(row) { MISSING } else { codes.get(*key).copied().unwrap_or(MISSING) }
                    };
                    words.codes.extend(keys.iter().enumerate().map(code));
                }
                None => {
                    let names = cast(array, &DataType::Utf8)?;
                    let codes = words.codes_of(names.as_string());
                    words.codes.extend(codes);
                }
            },
        }
        Ok(())
    }
}

impl Words {
    /// The code of each of these words.
    fn codes_of(&mut self, names: &StringArray) -> Vec<u32> {
        let code = |name: Option<&str>| match name {
            None => MISSING,
            Some(name) => self.place.get(name).copied().unwrap_or_else(|| {
                let code = self.categories.len() as u32;
                self.categories.push(name.to_owned());
                self.place.insert(name.to_owned(), code);
                code
            }),
        };
        names.iter().map(code).collect()
    }
}
