//! Columns of dates: days since the first of January 1970, and the form in which cells have them.
//!
//! A column of text is one of dates if every cell that is not missing is a date of one form. The
//! text may be any [`DateForm`], and a time behind the date, with or without a time zone, is
//! dropped. Dots mean that the day comes first. With slashes or hyphens behind the day or month, a
//! cell with a part above 12 shows which comes first. Without such a cell the column stays text.

use crate::categories::MISSING;
use crate::column::Column;
use crate::date_form::{DateForm, DateOrder, DateParts};
use crate::error::{DataError, Place};
use crate::number::{Number, parse_number};
use crate::values::Values;

/// The dates that a column of text holds.
#[derive(Clone, Debug, PartialEq)]
pub enum DatesInText {
    /// Some cell is no date or of another form, and is given here, or all are missing.
    None(Option<String>),
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
        match days.iter().position(|day| !day.is_nan() && DateForm::ISO.write(*day).is_none()) {
            Some(row) => Err(DataError::NoDay { place: Place::Row(row as u64), column: name, day: days[row] }),
            None => Ok(Column::checked_dates(name, days, form)),
        }
    }

    /// Looks for dates in the text of a column. `preferred` decides where day and month may change
    /// places, and makes a column of missing cells one of dates. As among numbers, `NA` and the
    /// like are missing cells. So is `NaT`.
    pub fn dates_in_text(&self, preferred: Option<DateForm>) -> DatesInText {
        let Values::Categorical { codes, categories } = self.values() else { return DatesInText::None(None) };
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
            let Some(of) = DateParts::read(cell) else { return DatesInText::None(Some(category.clone())) };
            let (_, like) = first.get_or_insert((category, of));
            if (of.is_year_first, of.separator) != (like.is_year_first, like.separator) {
                return DatesInText::None(Some(category.clone()));
            }
            parts[at] = Some(of);
        }
        let Some((example, like)) = first else {
            return match preferred {
                Some(form) => DatesInText::Days(vec![f64::NAN; codes.len()], form),
                None => DatesInText::None(None),
            };
        };
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
            None => {
                let present = categories.iter().zip(&parts).filter(|(_, parts)| parts.is_some());
                let mut words = present.map(|(category, _)| category).filter(|category| !DateForm::any_reads(category));
                DatesInText::None(Some(words.next().unwrap_or(example).clone()))
            }
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
            assert!(matches!(found(cells), DatesInText::None(_)), "{cells:?}");
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
            let says = format!(r#"row 0 (from 0), column "d": {day} is no day of the years 1 to 9999"#);
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
