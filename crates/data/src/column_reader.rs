//! The columns of a file that are read, each with its coder.

use std::collections::HashSet;

use crate::coder::{Coder, Fault, Role};
use crate::column::Column;
#[cfg(feature = "parquet")]
use crate::date_form::DateForm;
use crate::error::{DataError, Place};
use crate::number::trim;
use crate::options::ReadOptions;
use crate::values::Values;
use crate::written_numbers::{Asked, is_settled};

/// The dates that a column may hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ReadDates {
    /// None: its text is read as it is.
    No,
    /// Any, if all of its text is dates.
    InText,
    /// Days of a typed file.
    #[cfg(feature = "parquet")]
    Typed,
}

/// A column that is being read.
#[derive(Debug)]
pub(crate) struct ColumnReader {
    pub(crate) name: String,
    /// The position in the file.
    pub(crate) index: usize,
    coder: Coder,
    /// The way in which text is read: as dates if all of it is, or as it is.
    dates: ReadDates,
    /// The first infinite cell, which is an error if the column turns out to be numeric.
    infinity: Option<(Place, String)>,
    asked: Asked,
}

impl ColumnReader {
    pub(crate) fn new(name: String, index: usize, role: Role) -> ColumnReader {
        let dates = if role == Role::Infer { ReadDates::InText } else { ReadDates::No };
        let asked = Asked { role, word: None };
        ColumnReader { name, index, coder: Coder::new(role), dates, infinity: None, asked }
    }

    /// Leaves dates as the text that stands in the file.
    fn without_dates(self) -> ColumnReader {
        ColumnReader { dates: ReadDates::No, ..self }
    }

    /// Returns a reader that reads this column from the start as categories.
    pub(crate) fn restart(self) -> ColumnReader {
        ColumnReader { coder: Coder::new(Role::Categorical), infinity: None, ..self }
    }

    /// Keeps the first word of a column that must hold numbers, which may be numbers in another
    /// form: the text of all its cells is needed.
    pub(crate) fn keep_word(&mut self, place: Place, cell: &[u8]) {
        let cell = String::from_utf8_lossy(trim(cell)).into_owned();
        self.asked.word.get_or_insert((place, cell));
        self.coder = Coder::Mixed;
    }

    /// Takes what was asked of the column.
    pub(crate) fn take_asked(&mut self) -> Asked {
        std::mem::replace(&mut self.asked, Asked { role: Role::Categorical, word: None })
    }

    /// Adds a cell as it stands in the file.
    #[inline]
    pub(crate) fn push(&mut self, cell: &[u8], missing: &MissingTokens<'_>) -> Result<(), Fault> {
        let cell = trim(cell);
        if cell.is_empty() || missing.has_text(cell) {
            self.coder.push_missing();
            return Ok(());
        }
        self.coder.push_text(cell)
    }

    /// Sets the type of the column before its first cell if the options left it open.
    #[cfg(feature = "parquet")]
    pub(crate) fn settle(&mut self, role: Role) {
        if matches!(self.coder, Coder::Undecided(_)) {
            self.coder = Coder::new(role);
        }
    }

    /// Sets that the cells are days of a typed file.
    #[cfg(feature = "parquet")]
    pub(crate) fn settle_dates(&mut self) {
        if self.dates == ReadDates::InText {
            self.settle(Role::Numeric);
            self.dates = ReadDates::Typed;
        }
    }

    /// Adds a day of a typed file, counted from 1970. It is text in columns of categories.
    #[cfg(feature = "parquet")]
    pub(crate) fn push_day(&mut self, day: i64, missing: &MissingTokens<'_>) -> Result<(), Fault> {
        let Some(text) = DateForm::ISO.write(day as f64) else { return Err(Fault::NoDay) };
        if missing.has_text(text.as_bytes()) {
            self.coder.push_missing();
            return Ok(());
        }
        self.coder.push_number(day as f64, || text)
    }

    /// Adds a missing cell.
    #[cfg(feature = "parquet")]
    pub(crate) fn push_missing(&mut self) {
        self.coder.push_missing();
    }

    /// Adds a number of a typed file. `text` writes the number for a categorical column.
    #[cfg(feature = "parquet")]
    pub(crate) fn push_number(
        &mut self,
        value: f64,
        missing: &MissingTokens<'_>,
        text: impl FnOnce() -> String,
    ) -> Result<(), Fault> {
        if missing.has_number(value) {
            self.coder.push_missing();
            return Ok(());
        }
        self.coder.push_number(value, text)
    }

    /// Turns a fault into an error, or keeps it for [`ColumnReader::finish`].
    pub(crate) fn fault(&mut self, fault: Fault, place: Place, cell: &[u8]) -> Result<(), DataError> {
        let column = self.name.clone();
        let cell = String::from_utf8_lossy(trim(cell)).into_owned();
        match fault {
            Fault::Word => Err(DataError::BadNumber { place, column, cell }),
            Fault::NotUtf8 => Err(DataError::NotUtf8 { place, column }),
            #[cfg(feature = "parquet")]
            Fault::NoDay => Err(DataError::NoDay { place, column, day: cell.parse().unwrap_or(f64::NAN) }),
            Fault::Infinite => {
                self.infinity.get_or_insert((place, cell));
                Ok(())
            }
        }
    }

    /// Returns the bytes of memory that the cells take.
    pub(crate) fn bytes(&self) -> u64 {
        self.coder.bytes()
    }

    /// True if the file has to be read again for this column.
    pub(crate) fn is_mixed(&self) -> bool {
        matches!(self.coder, Coder::Mixed)
    }

    /// Returns the column after its last cell.
    pub(crate) fn finish(self) -> Result<Column, DataError> {
        let name = self.name;
        let values = self.coder.finish().expect("a mixed column is read again before it is finished");
        match (self.infinity, values, self.dates) {
            (Some((place, cell)), Values::Numeric(_), _) => Err(DataError::Infinity { place, column: name, cell }),
            #[cfg(feature = "parquet")]
            (_, Values::Numeric(days), ReadDates::Typed) => Ok(Column::checked_dates(name, days, DateForm::ISO)),
            (_, values, ReadDates::InText) => Ok(Column::checked(name, values).with_dates()),
            (_, values, _) => Ok(Column::checked(name, values)),
        }
    }
}

/// Tokens that mean a missing cell, besides the blank cell.
#[derive(Debug)]
pub(crate) struct MissingTokens<'a> {
    texts: Vec<&'a [u8]>,
    #[cfg(feature = "parquet")]
    numbers: Vec<f64>,
}

impl<'a> MissingTokens<'a> {
    pub(crate) fn new(options: &'a ReadOptions) -> MissingTokens<'a> {
        MissingTokens {
            texts: options.missing.iter().map(|token| trim(token.as_bytes())).collect(),
            #[cfg(feature = "parquet")]
            numbers: options.missing.iter().filter_map(|token| token.trim().parse().ok()).collect(),
        }
    }

    #[inline]
    fn has_text(&self, cell: &[u8]) -> bool {
        self.texts.contains(&cell)
    }

    #[cfg(feature = "parquet")]
    fn has_number(&self, value: f64) -> bool {
        self.numbers.contains(&value)
    }
}

/// Returns a reader for each column that the options ask for, in file order.
pub(crate) fn plan(names: Vec<String>, options: &ReadOptions) -> Result<Vec<ColumnReader>, DataError> {
    let only: Option<HashSet<&str>> = options.only.as_ref().map(|columns| columns.iter().map(String::as_str).collect());
    let ignored: HashSet<&str> = options.ignored.iter().map(String::as_str).collect();
    let wanted = |name: &str| only.as_ref().is_none_or(|only| only.contains(name)) && !ignored.contains(name);

    if let Some(column) = options.ignored.iter().find(|column| !names.contains(column)) {
        return Err(DataError::MissingColumn { column: column.clone(), present: names });
    }

    let mut present: HashSet<&str> = HashSet::with_capacity(names.len());
    for name in names.iter().filter(|name| wanted(name)) {
        if !present.insert(name) {
            return Err(DataError::DuplicateColumn { column: name.clone() });
        }
    }
    let declared = [&options.text, &options.numeric, &options.categorical, &options.undated].into_iter().flatten();
    let needed = options.only.iter().flatten().chain(declared.filter(|name| wanted(name)));
    if let Some(column) = needed.into_iter().find(|name| !present.contains(name.as_str())) {
        return Err(DataError::MissingColumn { column: column.clone(), present: names });
    }

    let role = roles(options);
    let mut columns = Vec::with_capacity(present.len());
    for (index, name) in names.into_iter().enumerate().filter(|(_, name)| wanted(name)) {
        let role = role(&name)?;
        let settled = role != Role::Categorical && is_settled(options, &name);
        let undated = options.undated.contains(&name);
        let column = ColumnReader::new(name, index, role);
        let column = if undated { column.without_dates() } else { column };
        columns.push(if settled { column.restart() } else { column });
    }
    Ok(columns)
}

/// Returns a function from the name of a column to its type as the options declare it.
fn roles(options: &ReadOptions) -> impl Fn(&str) -> Result<Role, DataError> {
    fn set(names: &[String]) -> HashSet<&str> {
        names.iter().map(String::as_str).collect()
    }
    let (text, numeric, categorical) = (set(&options.text), set(&options.numeric), set(&options.categorical));
    move |name| match (text.contains(name), numeric.contains(name), categorical.contains(name)) {
        (true, _, _) | (false, false, true) => Ok(Role::Categorical),
        (false, true, false) => Ok(Role::Numeric),
        (false, true, true) => Err(DataError::ConflictingTypes { column: name.to_owned() }),
        (false, false, false) => Ok(Role::Infer),
    }
}
