//! Columns: a name and valid cells.

use std::collections::HashSet;

use crate::categories::MISSING;
use crate::date_form::DateForm;
use crate::error::{DataError, Place, TableError};
use crate::number_form::WrittenNumbers;
use crate::values::Values;

/// A named column of valid cells: no number is infinite, every code stands for a category, and
/// categories differ.
#[derive(Clone, Debug, PartialEq)]
pub struct Column {
    name: String,
    values: Values,
    /// The form in which the cells were written, if the numbers are days.
    dates: Option<DateForm>,
    written: Option<Box<WrittenNumbers>>,
}

impl Column {
    /// Makes a column and checks every cell once.
    ///
    /// # Errors
    ///
    /// [`DataError::Infinity`]; [`TableError::UnknownCode`] and [`TableError::DuplicateCategory`]
    /// within [`DataError::Table`].
    ///
    /// ```
    /// use rulegen_data::Column;
    ///
    /// let error = Column::new("income", [2e3, f64::INFINITY]).unwrap_err();
    /// assert_eq!(error.to_string(), r#"row 1 (from 0), column "income": "inf" is infinite"#);
    /// ```
    pub fn new(name: impl Into<String>, values: impl Into<Values>) -> Result<Column, DataError> {
        let (name, values) = (name.into(), values.into());
        match &values {
            Values::Numeric(numbers) => check_finite(&name, numbers.iter().copied().enumerate())?,
            Values::Sparse(numbers) => check_finite(&name, numbers.entries())?,
            Values::Categorical { codes, categories } => check_categories(&name, codes, categories)?,
        }
        Ok(Column::checked(name, values))
    }

    /// Makes a column of cells that were checked while they were read.
    pub(crate) fn checked(name: String, values: Values) -> Column {
        Column { name, values, dates: None, written: None }
    }

    /// Makes a column of days that were checked.
    pub(crate) fn checked_dates(name: String, days: Vec<f64>, form: DateForm) -> Column {
        Column { dates: Some(form), ..Column::checked(name, Values::Numeric(days)) }
    }

    /// Notes the way in which the numbers are written in their file.
    pub(crate) fn written(self, written: Option<WrittenNumbers>) -> Column {
        Column { written: written.map(Box::new), ..self }
    }

    /// The way in which the numbers are written in their file, if not as 1234.5.
    pub fn written_numbers(&self) -> Option<&WrittenNumbers> {
        self.written.as_deref()
    }

    /// The name, unique in its table.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The cells.
    pub fn values(&self) -> &Values {
        &self.values
    }

    /// The form in which the cells were written, if the numbers are dates: whole days since the
    /// first of January 1970.
    pub fn dates(&self) -> Option<DateForm> {
        self.dates
    }

    /// The number of cells.
    pub fn len(&self) -> usize {
        self.values.len()
    }

    /// True if there are no cells.
    pub fn is_empty(&self) -> bool {
        self.values.is_empty()
    }

    /// The name and the cells. Dates are numbers of days.
    pub fn into_parts(self) -> (String, Values) {
        (self.name, self.values)
    }

    /// Returns the cells of these rows, in the order given. Categories keep their codes.
    ///
    /// # Panics
    ///
    /// If a row does not exist.
    pub fn select_rows(&self, rows: &[usize]) -> Column {
        let (name, values) = (self.name.clone(), self.values.select_rows(rows));
        Column { name, values, dates: self.dates, written: self.written.clone() }
    }
}

fn check_finite(column: &str, mut cells: impl Iterator<Item = (usize, f64)>) -> Result<(), DataError> {
    match cells.find(|(_, number)| number.is_infinite()) {
        None => Ok(()),
        Some((row, number)) => Err(DataError::Infinity {
            place: Place::Row(row as u64),
            column: column.to_owned(),
            cell: number.to_string(),
        }),
    }
}

fn check_categories(column: &str, codes: &[u32], categories: &[String]) -> Result<(), TableError> {
    let column = || column.to_owned();
    let known = |&code: &u32| code == MISSING || (code as usize) < categories.len();
    if let Some(row) = codes.iter().position(|code| !known(code)) {
        let (code, categories) = (codes[row], categories.len());
        return Err(TableError::UnknownCode { column: column(), row, code, categories });
    }
    let mut seen = HashSet::with_capacity(categories.len());
    match categories.iter().find(|category| !seen.insert(category.as_str())) {
        Some(category) => Err(TableError::DuplicateCategory { column: column(), category: category.clone() }),
        None => Ok(()),
    }
}
