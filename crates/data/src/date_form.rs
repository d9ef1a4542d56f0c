//! The forms in which dates are written: order and separator of year, month and day.

use std::fmt;
use std::str::FromStr;

use chrono::{Datelike, NaiveDate};
use serde::{Deserialize, Serialize};

use crate::error::DataError;
use crate::number::trim;

/// The first of January 1970, counted from the first of January of the year 1, which is 1.
const EPOCH: i32 = 719_163;

/// The days from the years 1 to 9999, since 1970.
const DAYS: std::ops::RangeInclusive<f64> = -719_162.0..=2_932_896.0;

/// The order of year, month and day.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum DateOrder {
    YearMonthDay,
    DayMonthYear,
    MonthDayYear,
}

/// The form in which the cells of a column have dates, such as `YYYY-MM-DD` or `DD.MM.YYYY`. Day
/// and month may lack their leading zero in cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct DateForm {
    pub(crate) order: DateOrder,
    pub(crate) separator: u8,
}

impl DateForm {
    /// The form of ISO 8601, in which rules write dates: `YYYY-MM-DD`.
    pub const ISO: DateForm = DateForm { order: DateOrder::YearMonthDay, separator: b'-' };

    /// Reads a date in this form, with or without a time. Returns days since 1970, or `None` for
    /// other text.
    ///
    /// ```
    /// use rulegen_data::DateForm;
    ///
    /// let form: DateForm = "DD.MM.YYYY".parse()?;
    /// assert_eq!(form.read("1.2.1970"), Some(31.0));
    /// assert_eq!(form.read("31.02.1970"), None);
    /// # Ok::<(), rulegen_data::DataError>(())
    /// ```
    pub fn read(self, text: &str) -> Option<f64> {
        let parts = DateParts::read(trim(text.as_bytes()))?;
        parts.orders().contains(&self.order).then_some(())?;
        parts.days(self.order).filter(|_| parts.separator == self.separator)
    }

    /// True for a text that is a date in some form, with or without a time.
    pub fn any_reads(text: &str) -> bool {
        let parts = DateParts::read(trim(text.as_bytes()));
        parts.is_some_and(|parts| parts.orders().iter().any(|&order| parts.days(order).is_some()))
    }

    /// True for a text with the numbers and separators of a date, whether or not there is such a
    /// day.
    pub fn looks_like_one(text: &str) -> bool {
        DateParts::read(trim(text.as_bytes())).is_some()
    }

    /// Writes a date in this form, with leading zeros. Returns `None` for a number that is no whole
    /// day from the years 1 to 9999.
    pub fn write(self, days: f64) -> Option<String> {
        let date = date(days)?;
        let (year, month, day) = (date.year(), date.month(), date.day());
        let separator = char::from(self.separator);
        Some(match self.order {
            DateOrder::YearMonthDay => format!("{year:04}{separator}{month:02}{separator}{day:02}"),
            DateOrder::DayMonthYear => format!("{day:02}{separator}{month:02}{separator}{year:04}"),
            DateOrder::MonthDayYear => format!("{month:02}{separator}{day:02}{separator}{year:04}"),
        })
    }

    /// Returns the year, month and day of a day since 1970. Returns `None` as [`DateForm::write`]
    /// does.
    pub fn year_month_day(days: f64) -> Option<(i32, u32, u32)> {
        date(days).map(|date| (date.year(), date.month(), date.day()))
    }

    /// Returns the days since 1970 of the first day of a month. Returns `None` if there is no such
    /// month in the years 1 to 9999.
    pub fn first_of_month(year: i32, month: u32) -> Option<f64> {
        days_of(year, month, 1)
    }
}

/// Returns the date of a whole number of days since 1970.
pub(crate) fn date(days: f64) -> Option<NaiveDate> {
    let fits = DAYS.contains(&days) && days.fract() == 0.0;
    fits.then(|| NaiveDate::from_num_days_from_ce_opt(days as i32 + EPOCH)).flatten()
}

/// Returns the days since 1970 of a date, if there is one in the years 1 to 9999.
fn days_of(year: i32, month: u32, day: u32) -> Option<f64> {
    let date = NaiveDate::from_ymd_opt(year, month, day).filter(|_| (1..=9999).contains(&year))?;
    Some(f64::from(date.num_days_from_ce() - EPOCH))
}

impl fmt::Display for DateForm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let parts = match self.order {
            DateOrder::YearMonthDay => ["YYYY", "MM", "DD"],
            DateOrder::DayMonthYear => ["DD", "MM", "YYYY"],
            DateOrder::MonthDayYear => ["MM", "DD", "YYYY"],
        };
        let [first, second, third] = parts;
        let separator = char::from(self.separator);
        write!(f, "{first}{separator}{second}{separator}{third}")
    }
}

impl FromStr for DateForm {
    type Err = DataError;

    /// Reads a form as it is displayed.
    fn from_str(text: &str) -> Result<Self, DataError> {
        let orders = [DateOrder::YearMonthDay, DateOrder::DayMonthYear, DateOrder::MonthDayYear];
        let forms = orders.into_iter().flat_map(|order| b"-/.".map(|separator| DateForm { order, separator }));
        let mut forms = forms.filter(|form| (form.order, form.separator) != (DateOrder::MonthDayYear, b'.'));
        forms.find(|form| form.to_string() == text).ok_or_else(|| DataError::BadDateForm { form: text.to_owned() })
    }
}

impl TryFrom<String> for DateForm {
    type Error = DataError;

    fn try_from(text: String) -> Result<Self, DataError> {
        text.parse()
    }
}

impl From<DateForm> for String {
    fn from(form: DateForm) -> String {
        form.to_string()
    }
}

/// The numbers of a cell that looks like a date.
#[derive(Clone, Copy)]
pub(crate) struct DateParts {
    numbers: [u32; 3],
    pub(crate) is_year_first: bool,
    pub(crate) separator: u8,
}

impl DateParts {
    /// Reads a cell of three numbers, of which the first or the last has four digits and the others
    /// have one or two, and perhaps a time.
    pub(crate) fn read(cell: &[u8]) -> Option<DateParts> {
        let end = cell.iter().position(|byte| matches!(byte, b'T' | b't' | b' ')).unwrap_or(cell.len());
        let (date, time) = cell.split_at(end);
        let separator = *date.iter().find(|byte| !byte.is_ascii_digit())?;
        if !matches!(separator, b'-' | b'/' | b'.') || !(time.is_empty() || is_time(&time[1..])) {
            return None;
        }
        let mut fields = date.split(|&byte| byte == separator);
        let (Some(first), Some(second), Some(third), None) =
            (fields.next(), fields.next(), fields.next(), fields.next())
        else {
            return None;
        };
        let short = |field: &[u8]| matches!(field.len(), 1 | 2);
        if !(short(second) && (first.len() == 4 && short(third) || short(first) && third.len() == 4)) {
            return None;
        }
        let numbers = [number(first)?, number(second)?, number(third)?];
        Some(DateParts { numbers, is_year_first: first.len() == 4, separator })
    }

    /// Returns the orders that the numbers may have.
    pub(crate) fn orders(self) -> &'static [DateOrder] {
        match (self.is_year_first, self.separator) {
            (true, _) => &[DateOrder::YearMonthDay],
            (false, b'.') => &[DateOrder::DayMonthYear],
            (false, _) => &[DateOrder::DayMonthYear, DateOrder::MonthDayYear],
        }
    }

    /// Returns the days since 1970 if the numbers are a date in this order.
    pub(crate) fn days(self, order: DateOrder) -> Option<f64> {
        let [first, second, third] = self.numbers;
        let (year, month, day) = match order {
            DateOrder::YearMonthDay => (first, second, third),
            DateOrder::DayMonthYear => (third, second, first),
            DateOrder::MonthDayYear => (third, first, second),
        };
        days_of(year as i32, month, day)
    }
}

/// Reads a few digits.
fn number(digits: &[u8]) -> Option<u32> {
    digits.iter().try_fold(0, |number, byte| byte.is_ascii_digit().then(|| 10 * number + u32::from(byte - b'0')))
}

/// True for a time of day, `10:00`, `10:00:00` or `10:00:00.5`, perhaps with a time zone.
fn is_time(text: &[u8]) -> bool {
    let zone = text.iter().position(|byte| matches!(byte, b'Z' | b'z' | b'+' | b'-' | b' ')).unwrap_or(text.len());
    let (time, zone) = text.split_at(zone);
    let two = |field: &[u8], most: u32| field.len() == 2 && number(field).is_some_and(|x| x <= most);
    let is_second = |field: &[u8]| match field.iter().position(|byte| matches!(byte, b'.' | b',')) {
        None => two(field, 60),
        Some(dot) => two(&field[..dot], 60) && field.len() > dot + 1 && field[dot + 1..].iter().all(u8::is_ascii_digit),
    };
    let fields: Vec<&[u8]> = time.split(|&byte| byte == b':').collect();
    let is_clock = match fields[..] {
        [hour, minute] => two(hour, 23) && two(minute, 59),
        [hour, minute, second] => two(hour, 23) && two(minute, 59) && is_second(second),
        _ => false,
    };
    let is_zone = match trim(zone) {
        [] | b"Z" | b"z" | b"UTC" | b"GMT" => true,
        [b'+' | b'-', offset @ ..] => match *offset {
            [_, _] => two(offset, 23),
            [a, b, b':', c, d] | [a, b, c, d] => two(&[a, b], 23) && two(&[c, d], 59),
            _ => false,
        },
        _ => false,
    };
    is_clock && is_zone
}
