//! Columns of dates: days since the first of January 1970, and the form in which cells have them.
//!
//! A column of text is one of dates if every cell that is not missing is a date of one form. The
//! text may be any [`DateForm`], and a time behind the date, with or without a time zone, is
//! dropped. Dots mean that the day comes first. With slashes or hyphens behind the day or month, a
//! cell with a part above 12 shows which comes first. Without such a cell the column stays text.

use std::fmt;
use std::str::FromStr;

use chrono::{Datelike, NaiveDate};
use serde::{Deserialize, Serialize};

use crate::categories::MISSING;
use crate::column::Column;
use crate::error::{DataError, Place};
use crate::number::{Number, parse_number, trim};
use crate::values::Values;

/// The first of January 1970, counted from the first of January of the year 1, which is 1.
const EPOCH: i32 = 719_163;

/// The days from the years 1 to 9999, since 1970.
const DAYS: std::ops::RangeInclusive<f64> = -719_162.0..=2_932_896.0;

/// The order of year, month and day.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum DateOrder {
    YearFirst,
    DayFirst,
    MonthFirst,
}

/// The form in which the cells of a column have dates, such as `YYYY-MM-DD` or `DD.MM.YYYY`. Day
/// and month may lack their leading zero in cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct DateForm {
    order: DateOrder,
    separator: u8,
}

impl DateForm {
    /// The form of ISO 8601, in which rules write dates: `YYYY-MM-DD`.
    pub const ISO: DateForm = DateForm { order: DateOrder::YearFirst, separator: b'-' };

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

    /// Writes a date in this form, with leading zeros. Returns `None` for a number that is no whole
    /// day from the years 1 to 9999.
    pub fn write(self, days: f64) -> Option<String> {
        let date = date(days)?;
        let (year, month, day) = (date.year(), date.month(), date.day());
        let separator = char::from(self.separator);
        Some(match self.order {
            DateOrder::YearFirst => format!("{year:04}{separator}{month:02}{separator}{day:02}"),
            DateOrder::DayFirst => format!("{day:02}{separator}{month:02}{separator}{year:04}"),
            DateOrder::MonthFirst => format!("{month:02}{separator}{day:02}{separator}{year:04}"),
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
fn date(days: f64) -> Option<NaiveDate> {
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
            DateOrder::YearFirst => ["YYYY", "MM", "DD"],
            DateOrder::DayFirst => ["DD", "MM", "YYYY"],
            DateOrder::MonthFirst => ["MM", "DD", "YYYY"],
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
        let orders = [DateOrder::YearFirst, DateOrder::DayFirst, DateOrder::MonthFirst];
        let forms = orders.into_iter().flat_map(|order| b"-/.".map(|separator| DateForm { order, separator }));
        let mut forms = forms.filter(|form| (form.order, form.separator) != (DateOrder::MonthFirst, b'.'));
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
struct DateParts {
    numbers: [u32; 3],
    is_year_first: bool,
    separator: u8,
}

impl DateParts {
    /// Reads a cell of three numbers, of which the first or the last has four digits and the others
    /// have one or two, and perhaps a time.
    fn read(cell: &[u8]) -> Option<DateParts> {
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
    fn orders(self) -> &'static [DateOrder] {
        match (self.is_year_first, self.separator) {
            (true, _) => &[DateOrder::YearFirst],
            (false, b'.') => &[DateOrder::DayFirst],
            (false, _) => &[DateOrder::DayFirst, DateOrder::MonthFirst],
        }
    }

    /// Returns the days since 1970 if the numbers are a date in this order.
    fn days(self, order: DateOrder) -> Option<f64> {
        let [first, second, third] = self.numbers;
        let (year, month, day) = match order {
            DateOrder::YearFirst => (first, second, third),
            DateOrder::DayFirst => (third, second, first),
            DateOrder::MonthFirst => (third, first, second),
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

/// The dates that a column of text holds.
#[derive(Clone, Debug, PartialEq)]
pub enum DatesInText {
    /// Some cell is no date, or is of another form, or all are missing.
    None,
    /// Every cell is a date, but day and month may change places. Holds the first of these cells.
    Ambiguous(String),
    /// Every cell that is not missing is a date of this form.
    Days(Vec<f64>, DateForm),
}

impl Column {
    /// Makes a column of days since the first of January 1970. `form` is the one in which their
    /// file has them; NaN is a missing cell.
    ///
    /// # Errors
    ///
    /// [`DataError::NoDay`] for a number that is no whole day from the years 1 to 9999.
    ///
    /// ```
    /// use rulegen_data::{Column, DateForm};
    ///
    /// let joined = Column::of_dates("joined", vec![0.0, f64::NAN], DateForm::ISO)?;
    /// assert_eq!(joined.dates(), Some(DateForm::ISO));
    /// # Ok::<(), rulegen_data::DataError>(())
    /// ```
    pub fn of_dates(name: impl Into<String>, days: Vec<f64>, form: DateForm) -> Result<Column, DataError> {
        let name = name.into();
        match days.iter().position(|day| !day.is_nan() && date(*day).is_none()) {
            Some(row) => Err(DataError::NoDay { place: Place::Row(row as u64 + 1), column: name, day: days[row] }),
            None => Ok(Column::checked_dates(name, days, form)),
        }
    }

    /// Looks for dates in the text of a column. `preferred` decides where day and month may change
    /// places. As among numbers, `NA` and the like are missing cells. So is `NaT`.
    pub fn dates_in_text(&self, preferred: Option<DateForm>) -> DatesInText {
        let Values::Categorical { codes, categories } = self.values() else { return DatesInText::None };
        // A category without rows, which a part of a table may have, is no cell.
        let mut has_rows = vec![false; categories.len()];
        codes.iter().filter(|code| **code != MISSING).for_each(|&code| has_rows[code as usize] = true);
        let mut parts: Vec<Option<DateParts>> = vec![None; categories.len()];
        let mut first: Option<(&String, DateParts)> = None;
        for (at, category) in categories.iter().enumerate().filter(|(at, _)| has_rows[*at]) {
            let cell = category.as_bytes();
            if parse_number(cell) == Number::Missing || cell == b"NaT" {
                continue;
            }
            let Some(of) = DateParts::read(cell) else { return DatesInText::None };
            let (_, like) = first.get_or_insert((category, of));
            if (of.is_year_first, of.separator) != (like.is_year_first, like.separator) {
                return DatesInText::None;
            }
            parts[at] = Some(of);
        }
        let Some((example, like)) = first else { return DatesInText::None };
        let form = |order| DateForm { order, separator: like.separator };
        let days_in = |order: DateOrder| -> Option<Vec<f64>> {
            parts.iter().map(|parts| parts.map_or(Some(f64::NAN), |parts| parts.days(order))).collect()
        };
        let mut fitting: Vec<(DateForm, Vec<f64>)> =
            like.orders().iter().filter_map(|&order| Some((form(order), days_in(order)?))).collect();
        if fitting.len() > 1 {
            fitting.retain(|(form, _)| Some(*form) == preferred);
            if fitting.is_empty() {
                return DatesInText::Ambiguous(example.clone());
            }
        }
        match fitting.pop() {
            None => DatesInText::None,
            Some((form, days)) => {
                let day = |&code: &u32| days.get(code as usize).copied().unwrap_or(f64::NAN);
                DatesInText::Days(codes.iter().map(day).collect(), form)
            }
        }
    }

    /// Returns the column with its text as dates if each cell is one, else as it is.
    pub fn with_dates(self) -> Column {
        match self.dates_in_text(None) {
            DatesInText::Days(days, form) => Column::checked_dates(self.name().to_owned(), days, form),
            _ => self,
        }
    }

    /// Returns the column with its dates as text in their form, in ascending order. Other columns
    /// stay as they are.
    pub fn with_dates_as_text(self) -> Column {
        let (Some(form), Some(days)) = (self.dates(), self.values().numbers()) else { return self };
        let mut distinct: Vec<f64> = days.iter().copied().filter(|day| !day.is_nan()).collect();
        distinct.sort_unstable_by(f64::total_cmp);
        distinct.dedup();
        let code = |day: &f64| match day.is_nan() {
            true => MISSING,
            false => distinct.partition_point(|other| other < day) as u32,
        };
        let codes = days.iter().map(code).collect();
        let categories = distinct.iter().map(|&day| form.write(day).unwrap_or_default()).collect();
        Column::checked(self.name().to_owned(), Values::Categorical { codes, categories })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn found(cells: &[&str]) -> DatesInText {
        Column::new("d", cells).unwrap().dates_in_text(None)
    }

    fn form_of(cells: &[&str]) -> Option<String> {
        match found(cells) {
            DatesInText::Days(_, form) => Some(form.to_string()),
            _ => None,
        }
    }

    #[test]
    fn every_form_is_recognised() {
        for (cells, form) in [
            (&["2024-03-05", "1999-12-31"][..], "YYYY-MM-DD"),
            (&["2024/3/5"], "YYYY/MM/DD"),
            (&["2024-03-05T10:00:00Z", "2024-03-05T10:00:00+02:00", "2024-03-05"], "YYYY-MM-DD"),
            (&["2024-03-05 10:00", "2024-03-05 10:00:59.125", "2024-03-05 10:00:00 UTC"], "YYYY-MM-DD"),
            (&["05.03.2024", "6.3.2024"], "DD.MM.YYYY"),
            (&["05/03/2024", "25/03/2024"], "DD/MM/YYYY"),
            (&["05/03/2024", "03/25/2024"], "MM/DD/YYYY"),
            (&["5-3-2024", "31-1-2024"], "DD-MM-YYYY"),
            (&["NA", "", "2024-03-05", "NaT"], "YYYY-MM-DD"),
        ] {
            assert_eq!(form_of(cells).as_deref(), Some(form), "{cells:?}");
        }
        let DatesInText::Days(days, _) = found(&["1970-01-02 23:59", "", "1969-12-31"]) else { panic!() };
        assert!(days[0] == 1.0 && days[1].is_nan() && days[2] == -1.0, "{days:?}");
    }

    #[test]
    fn text_that_is_no_date_of_one_form_stays_text() {
        for cells in [
            &["2024-03-05", "soon"][..],
            &["2024-03-05", "2024/03/06"],
            &["2024-03-05", "05.03.2024"],
            &["25/03/2024", "03/25/2024"],
            &["2024-02-30"],
            &["29.02.2023"],
            &["0000-01-01"],
            &["2024-03"],
            &["20240305"],
            &["24-03-05"],
            &["2024-03-05-06"],
            &["2024-03-05T25:00"],
            &["2024-03-05T10"],
            &["2024-03-05 10:00 CET"],
            &["2024-03.05"],
            &["192.168.2024"],
            &["NA", ""],
            &[""],
        ] {
            assert_eq!(found(cells), DatesInText::None, "{cells:?}");
        }
    }

    #[test]
    fn day_and_month_that_may_change_places_are_ambiguous_unless_a_form_is_preferred() {
        let column = Column::new("d", ["", "05/03/2024", "11/12/2024"]).unwrap();
        assert_eq!(column.dates_in_text(None), DatesInText::Ambiguous("05/03/2024".into()));
        assert_eq!(column.clone().with_dates(), column);
        for (form, first) in [("DD/MM/YYYY", "2024-03-05"), ("MM/DD/YYYY", "2024-05-03")] {
            let DatesInText::Days(days, found) = column.dates_in_text(Some(form.parse().unwrap())) else { panic!() };
            assert_eq!((found.to_string().as_str(), DateForm::ISO.write(days[1]).unwrap().as_str()), (form, first));
        }
        assert_eq!(column.dates_in_text(Some(DateForm::ISO)), DatesInText::Ambiguous("05/03/2024".into()));
        // A cell shows the order, whatever is preferred.
        let clear = Column::new("d", ["05/03/2024", "25/12/2024"]).unwrap();
        let preferred = Some("MM/DD/YYYY".parse().unwrap());
        assert!(
            matches!(clear.dates_in_text(preferred), DatesInText::Days(_, form) if form.to_string() == "DD/MM/YYYY")
        );
    }

    #[test]
    fn forms_have_names() {
        for name in ["YYYY-MM-DD", "YYYY.MM.DD", "DD/MM/YYYY", "MM-DD-YYYY"] {
            assert_eq!(name.parse::<DateForm>().unwrap().to_string(), name);
        }
        for name in ["MM.DD.YYYY", "YYYY-DD-MM", "dd.mm.yyyy", ""] {
            let says = format!("{name:?} is no form of dates, such as YYYY-MM-DD or DD.MM.YYYY");
            assert_eq!(name.parse::<DateForm>().unwrap_err().to_string(), says);
        }
    }

    #[test]
    fn days_are_whole_and_of_four_digit_years() {
        assert!(Column::of_dates("d", vec![-719_162.0, 2_932_896.0, f64::NAN], DateForm::ISO).is_ok());
        assert_eq!(DateForm::ISO.write(-719_162.0).unwrap(), "0001-01-01");
        assert_eq!(DateForm::ISO.write(2_932_896.0).unwrap(), "9999-12-31");
        for day in [0.5, -719_163.0, 2_932_897.0, f64::INFINITY] {
            let says = format!(r#"row 1, column "d": {day} is no day of the years 1 to 9999"#);
            assert_eq!(Column::of_dates("d", vec![day], DateForm::ISO).unwrap_err().to_string(), says);
        }
    }

    proptest! {
        #[test]
        fn a_written_date_reads_back(
            days in -719_162i32..=2_932_896,
            form in prop::sample::select(vec!["YYYY-MM-DD", "YYYY/MM/DD", "DD.MM.YYYY", "DD/MM/YYYY", "MM-DD-YYYY"]),
            time in prop::sample::select(vec!["", "T00:00:00Z", " 23:59", " 10:00:00.25+01:00"]),
        ) {
            let (form, days): (DateForm, f64) = (form.parse().unwrap(), days.into());
            let text = form.write(days).unwrap();
            prop_assert_eq!(form.read(&(text.clone() + time)), Some(days), "{}", text);
            let column = Column::new("d", [text.as_str()]).unwrap();
            prop_assert_eq!(column.dates_in_text(Some(form)), DatesInText::Days(vec![days], form));
            let dates = Column::of_dates("d", vec![days], form).unwrap();
            prop_assert_eq!(dates.with_dates_as_text(), column);
        }

        #[test]
        fn no_text_panics(cell in "[0-9TZ:+ ./-]{0,24}|\\PC{0,12}") {
            let _ = Column::new("d", [cell.as_str()]).unwrap().with_dates();
        }
    }
}
