//! Cells of columns of dates as the days of training.

use crate::{Feature, RuleError};
use rulegen_data::{Column, DateForm, DatesInText, Values};
use std::borrow::Cow;

/// The kind of a column of dates, in messages.
const OF_DATES: &str = "of dates";

impl Feature {
    /// Returns the days of a column that is not known to be of dates.
    pub(crate) fn as_dates<'a>(&self, column: &'a Column, form: DateForm) -> Result<Cow<'a, Values>, RuleError> {
        const SWAPPED: &str = "dates whose day and month may change places";
        let cells = column.values();
        if let Some(numbers) = cells.numbers() {
            return match numbers.iter().find(|x| !x.is_nan()) {
                Some(number) => Err(self.kind(OF_DATES, "numbers", &number.to_string(), cells)),
                None => Ok(Cow::Borrowed(cells)),
            };
        }
        match column.dates_in_text(Some(form)) {
            DatesInText::Days(days, _) => Ok(Cow::Owned(Values::Numeric(days))),
            DatesInText::Ambiguous(example) => Err(self.kind(OF_DATES, SWAPPED, &example, cells)),
            DatesInText::None(cell) => {
                let cell = cell.unwrap_or_default();
                let came = match DateForm::any_reads(&cell) {
                    true => "dates of several forms",
                    false if DateForm::looks_like_one(&cell) => "dates that do not exist",
                    false => "words",
                };
                Err(self.kind(OF_DATES, came, &cell, cells))
            }
        }
    }

    /// Returns the cells of a column of dates for a feature of numbers: none but missing ones.
    pub(crate) fn without_dates<'a>(&self, days: &'a Values) -> Result<Cow<'a, Values>, RuleError> {
        let numbers = days.numbers().unwrap_or_default();
        match numbers.iter().find_map(|&day| DateForm::ISO.write(day)) {
            Some(date) => Err(self.kind("numeric", "dates", &date, days)),
            None => Ok(Cow::Borrowed(days)),
        }
    }
}
