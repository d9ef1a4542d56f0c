//! Columns from Python.

use crate::arrow;
use crate::failure::bad_input;
use crate::numbers::{numeric, sparse};
use numpy::PyReadonlyArray1;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedStr;
use pyo3_arrow::input::AnyRecordBatch;
use rulegen::data::{Column, DateForm, DatesInText, MISSING, Table, Values};

/// A table that Rust holds: the one copy that is made of the data.
#[pyclass(module = "rulegen._rulegen")]
#[derive(Debug)]
pub(crate) struct Frame {
    pub(crate) table: Table,
}

#[pymethods]
impl Frame {
    /// Makes a frame of pairs of a name and the cells of a column. Cells are a NumPy array of
    /// `rows` numbers (float64, with any stride; NaN is missing), a pair of the rows of numbers
    /// that are not 0 (int32, ascending) and these numbers, a pair of codes (int32, negative if
    /// missing) and the words that they stand for, or a pair of `"dates"` and days since 1970
    /// (float64, NaN is missing).
    #[staticmethod]
    fn from_columns(columns: Vec<(String, Bound<'_, PyAny>)>, rows: usize) -> PyResult<Frame> {
        let column = |(name, cells): (String, Bound<'_, PyAny>)| {
            if let Ok((_, days)) = cells.extract::<(PyBackedStr, PyReadonlyArray1<'_, f64>)>() {
                let days = days.as_array().iter().copied().collect();
                return Column::of_dates(name, days, DateForm::ISO).map_err(bad_input);
            }
            let values = values(&name, &cells, rows)?;
            Column::new(name, values).map_err(bad_input)
        };
        let columns = columns.into_iter().map(column).collect::<PyResult<_>>()?;
        Ok(Frame { table: Table::with_rows(rows, columns).map_err(bad_input)? })
    }

    /// Reads an object with Arrow's stream or array interface batch by batch. Columns named in
    /// `categorical` become categories whatever their type. With `only`, no other columns are read.
    #[staticmethod]
    fn from_arrow(frame: AnyRecordBatch, categorical: Vec<String>, only: Option<Vec<String>>) -> PyResult<Frame> {
        let table = arrow::table(frame.into_reader()?, &categorical, only.as_deref())?;
        Ok(Frame { table })
    }

    /// Makes columns of words columns of dates if each of their words is one, except for those
    /// named. Returns the names of columns whose dates could be others, each with one of them.
    fn read_dates(&mut self, but: Vec<String>) -> PyResult<Vec<(String, String)>> {
        let mut ambiguous = Vec::new();
        let (rows, columns) = (self.table.rows(), std::mem::take(&mut self.table).into_columns());
        let mut read = |column: Column| {
            if but.iter().any(|name| name == column.name()) {
                return column;
            }
            if let DatesInText::Ambiguous(date) = column.dates_in_text(None) {
                ambiguous.push((column.name().to_owned(), date));
            }
            column.with_dates()
        };
        let columns = columns.into_iter().map(&mut read).collect();
        self.table = Table::with_rows(rows, columns).map_err(bad_input)?;
        Ok(ambiguous)
    }

    /// Names and whether they hold numbers or dates, by column.
    #[getter]
    fn columns(&self) -> Vec<(String, bool)> {
        self.table
            .columns()
            .iter()
            .map(|c| (c.name().to_owned(), !matches!(c.values(), Values::Categorical { .. })))
            .collect()
    }
}

fn values(name: &str, cells: &Bound<'_, PyAny>, rows: usize) -> PyResult<Values> {
    if let Ok(numbers) = cells.extract::<PyReadonlyArray1<'_, f64>>() {
        return numeric(name, numbers.as_array().iter().copied().collect());
    }
    if let Ok((places, numbers)) = cells.extract::<(PyReadonlyArray1<'_, i32>, PyReadonlyArray1<'_, f64>)>() {
        return sparse(name, rows, places.as_array(), numbers.as_array());
    }
    let (codes, categories): (PyReadonlyArray1<'_, i32>, Vec<String>) = cells.extract().map_err(|_| {
        PyTypeError::new_err(format!(
            "column '{name}' is neither float64 numbers, of all rows or of some, nor int32 codes with categories"
        ))
    })?;
    let code = |&code: &i32| u32::try_from(code).unwrap_or(MISSING);
    Ok(Values::Categorical { codes: codes.as_array().iter().map(code).collect(), categories })
}
