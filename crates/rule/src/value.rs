//! The values of columns of numbers, which may be dates, in texts and files.

use crate::Feature;
use rulegen_data::DateForm;
use serde_json::Value;

impl Feature {
    /// Writes a number of the column: a date, in the form of ISO 8601, if the column is of dates.
    pub fn number_text(&self, x: f64) -> String {
        self.dates.and_then(|_| DateForm::ISO.write(x)).unwrap_or_else(|| x.to_string())
    }

    /// Reads a number of the column. If the column is of dates, the text is one, in the form of
    /// ISO 8601 or of the column's cells. Returns `None` for any other text, and for infinity.
    ///
    /// ```
    /// use rulegen_rule::{Domain, Feature};
    ///
    /// let joined = Feature::new("joined", Domain::Numeric { cuts: vec![] });
    /// assert_eq!((joined.read_number("-0"), joined.read_number("soon")), (Some(0.0), None));
    /// let joined = Feature { dates: Some("DD.MM.YYYY".parse()?), ..joined };
    /// assert_eq!(joined.read_number("1970-02-01"), joined.read_number("1.2.1970"));
    /// # Ok::<(), rulegen_data::DataError>(())
    /// ```
    pub fn read_number(&self, text: &str) -> Option<f64> {
        let text = text.trim();
        match self.dates {
            Some(form) => DateForm::ISO.read(text).or_else(|| form.read(text)),
            // Minus zero is zero.
            None => text.parse::<f64>().ok().filter(|x| x.is_finite()).map(|x| x + 0.0),
        }
    }

    /// Returns the noun for a value of the column in messages, with examples if it is a date.
    pub fn value_noun(&self) -> String {
        let Some(form) = self.dates else { return "number".into() };
        let example = "2024-12-31";
        let other = DateForm::ISO.read(example).and_then(|day| form.write(day)).filter(|other| *other != example);
        format!("date, such as {example}{}", other.map_or(String::new(), |other| format!(" or {other}")))
    }

    /// Returns a number of the column as it stands in files: as a text if it is a date.
    pub(crate) fn to_value(&self, x: f64) -> Value {
        match self.dates {
            Some(_) => self.number_text(x).into(),
            None => x.into(),
        }
    }

    /// Returns the number of the column that stands in a file ([`Feature::to_value`]).
    pub(crate) fn of_value(&self, value: &Value) -> Option<f64> {
        match (self.dates, value) {
            (Some(_), Value::String(text)) => self.read_number(text),
            (None, value) => value.as_f64(),
            _ => None,
        }
    }

    /// Returns the day behind a cut point of a column of dates. A date is at most the cut point if
    /// it is before this day, and so is any moment of the date.
    pub(crate) fn day_behind(&self, cut: f64) -> Option<String> {
        self.dates.and_then(|_| DateForm::ISO.write(cut + 1.0))
    }
}
