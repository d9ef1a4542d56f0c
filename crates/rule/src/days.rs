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
        if let Some(numbers) = column.values().numbers() {
            return match numbers.iter().find(|x| !x.is_nan()) {
                Some(number) => Err(self.kind(OF_DATES, "numbers", &number.to_string())),
                None => Ok(Cow::Borrowed(column.values())),
            };
        }
        match column.dates_in_text(Some(form)) {
            DatesInText::Days(days, _) => Ok(Cow::Owned(Values::Numeric(days))),
            DatesInText::Ambiguous(example) => Err(self.kind(OF_DATES, SWAPPED, &example)),
            DatesInText::None(word) => Err(self.kind(OF_DATES, "words", &word.unwrap_or_default())),
        }
    }

    /// Returns the cells of a column of dates for a feature of numbers: none but missing ones.
    pub(crate) fn without_dates<'a>(&self, days: &'a Values) -> Result<Cow<'a, Values>, RuleError> {
        let numbers = days.numbers().unwrap_or_default();
        match numbers.iter().find_map(|&day| DateForm::ISO.write(day)) {
            Some(date) => Err(self.kind("numeric", "dates", &date)),
            None => Ok(Cow::Borrowed(days)),
        }
    }
}
