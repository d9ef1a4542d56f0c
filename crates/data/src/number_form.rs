//! Numbers as people write them, such as `96,240`, `5280,90`, `3.2%` and `$1,200`.

use crate::categories::MISSING;
use std::fmt;

/// Marks of currencies before or after a number, and the percent sign.
const MARKS: [&str; 12] = ["$", "€", "£", "¥", "₹", "USD", "EUR", "GBP", "CHF", "JPY", "kr", "%"];

/// Marks between thousands besides the point and the comma: spaces of three widths and the
/// apostrophe.
const SPACES: [char; 4] = [' ', '\u{a0}', '\u{202f}', '\''];

/// The number of different cells whose forms are tried.
const SAMPLE: usize = 50;

/// One way to write numbers.
///
/// ```
/// use rulegen_data::NumberForm;
///
/// let form = NumberForm::detect(["$1,200", "$96,240.50"]).remove(0);
/// assert_eq!(form.to_string(), "$1,234.5");
/// assert_eq!(form.parse("$96,240.50"), Some(96240.5));
/// assert_eq!(NumberForm::from_text("$1,234.5"), Some(form));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NumberForm {
    /// The mark before the decimals, a point or a comma.
    decimal: char,
    /// The mark between thousands; each group after the first has three digits.
    thousands: Option<char>,
    /// The mark before every number, such as a currency.
    prefix: String,
    /// The mark after every number, such as a currency or the percent sign.
    suffix: String,
}

impl NumberForm {
    /// Numbers with these marks, and nothing before or after.
    pub fn new(decimal: char, thousands: Option<char>) -> NumberForm {
        NumberForm { decimal, thousands, prefix: String::new(), suffix: String::new() }
    }

    /// Returns the forms that all cells have, of decimal point and decimal comma. Two forms say
    /// that the cells may be read either way; they are the same number in each if no cell has a
    /// mark.
    pub fn detect<'a>(cells: impl IntoIterator<Item = &'a str> + Clone) -> Vec<NumberForm> {
        let Some(first) = cells.clone().into_iter().next() else { return Vec::new() };
        let (prefix, suffix) = marks(first);
        let space = |cell: &str| cell.trim_matches(|c: char| !c.is_ascii_digit()).chars().find(|c| SPACES.contains(c));
        let space = cells.clone().into_iter().find_map(space);
        let form = |decimal: char, other: char| {
            let (prefix, suffix) = (prefix.to_owned(), suffix.to_owned());
            NumberForm { decimal, thousands: Some(space.unwrap_or(other)), prefix, suffix }
        };
        let holds = |form: &NumberForm| cells.clone().into_iter().all(|cell| form.parse(cell).is_some());
        [form('.', ','), form(',', '.')].into_iter().filter(holds).collect()
    }

    /// Returns the form of most cells of a column of categories. Forms are those of the first
    /// different cells, up to 50, and 1234.5. Returns `None` if most are written so, or no cell is
    /// a number.
    pub fn of_most(codes: &[u32], categories: &[String]) -> Option<NumberForm> {
        let mut counts = vec![0; categories.len()];
        codes.iter().filter(|&&code| code != MISSING).for_each(|&code| counts[code as usize] += 1);
        let plain = NumberForm::new('.', None);
        let mut forms = vec![plain.clone()];
        for form in categories.iter().take(SAMPLE).flat_map(|cell| NumberForm::detect([cell.as_str()])) {
            if !forms.contains(&form) {
                forms.push(form);
            }
        }
        let cells = |form: &NumberForm| -> usize {
            categories.iter().zip(&counts).filter(|(cell, _)| form.parse(cell).is_some()).map(|(_, count)| count).sum()
        };
        // The last of equally many is the most, and plain numbers come before all others.
        forms.into_iter().rev().max_by_key(cells).filter(|form| *form != plain && cells(form) > 0)
    }

    /// Reads a trimmed cell. Returns `None` unless it is a number in this form. Negative numbers
    /// may be written as accountants do: `(1,234)` and `1,234-`.
    pub fn parse(&self, cell: &str) -> Option<f64> {
        let (sign, rest) = signed(cell);
        let rest = rest.strip_prefix(self.prefix.as_str())?.strip_suffix(self.suffix.as_str())?.trim();
        let (inner, rest) = if sign.is_empty() { signed(rest) } else { ("", rest) };
        let (whole, part) = rest.split_once(self.decimal).unwrap_or((rest, ""));
        let digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
        let mut groups = self.thousands.map_or(vec![whole], |mark| whole.split(mark).collect()).into_iter();
        let first = groups.next().unwrap_or_default();
        let rest: Vec<&str> = groups.collect();
        // A group of 0 is no thousand: 0.123 is no 123.
        let grouped = rest.is_empty()
            || ((1..=3).contains(&first.len()) && !first.starts_with('0') && rest.iter().all(|group| group.len() == 3));
        if !grouped || !digits(first) || !rest.iter().all(|group| digits(group)) || !digits(part) {
            return None;
        }
        if first.is_empty() && part.is_empty() {
            return None;
        }
        format!("{sign}{inner}{first}{}.{part}", rest.concat()).parse().ok().filter(|x: &f64| x.is_finite())
    }

    /// The mark before the decimals.
    pub fn decimal(&self) -> char {
        self.decimal
    }

    /// Returns this form with the marks before and after the numbers of a cell.
    pub fn with_marks_of(self, cell: &str) -> NumberForm {
        let (prefix, suffix) = marks(cell);
        NumberForm { prefix: prefix.to_owned(), suffix: suffix.to_owned(), ..self }
    }

    /// True if the numbers are percentages, which are a hundred times the shares that they say.
    pub(crate) fn is_percent(&self) -> bool {
        self.suffix == "%"
    }

    /// Reads a form as it is written: 1234.5 in it. Returns `None` for other text.
    pub fn from_text(text: &str) -> Option<NumberForm> {
        let (prefix, rest) = text.split_once('1')?;
        let (thousands, rest) = rest.split_once("234")?;
        let (decimal, suffix) = rest.split_once('5')?;
        let mark = |text: &str| {
            let mut marks = text.chars();
            marks.next().filter(|_| marks.next().is_none())
        };
        if thousands.chars().count() > 1 {
            return None;
        }
        let (prefix, suffix) = (prefix.to_owned(), suffix.to_owned());
        Some(NumberForm { decimal: mark(decimal)?, thousands: mark(thousands), prefix, suffix })
    }
}

impl fmt::Display for NumberForm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let thousands = self.thousands.map_or(String::new(), String::from);
        write!(f, "{}1{thousands}234{}5{}", self.prefix, self.decimal, self.suffix)
    }
}

/// The way in which the numbers of a column are written.
#[derive(Clone, Debug, PartialEq)]
pub struct WrittenNumbers {
    /// The form.
    pub form: NumberForm,
    /// The first cell that shows it.
    pub example: String,
    /// The number that the example would be if it were read the other way, where it may be.
    pub otherwise: Option<f64>,
}

/// The marks before and after the number of a cell. Empty if there are none.
fn marks(cell: &str) -> (&str, &str) {
    let (_, cell) = signed(cell);
    let prefix = MARKS.iter().find(|mark| cell.starts_with(**mark)).copied().unwrap_or_default();
    let suffix = MARKS.iter().find(|mark| prefix.is_empty() && cell.ends_with(**mark)).copied().unwrap_or_default();
    (prefix, suffix)
}

/// Returns the sign of a number and the rest. `(5)` and `5-` are -5.
fn signed(text: &str) -> (&str, &str) {
    let negative = text.strip_prefix('(').and_then(|text| text.strip_suffix(')')).or(text.strip_suffix('-'));
    match (text.starts_with(['-', '+']), negative) {
        (true, _) => text.split_at(1),
        (false, Some(number)) => ("-", number),
        (false, None) => ("", text),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Values;

    fn read(cells: &[&str]) -> Vec<(String, Vec<f64>)> {
        let forms = NumberForm::detect(cells.iter().copied());
        let numbers = |form: &NumberForm| cells.iter().map(|cell| form.parse(cell).unwrap()).collect();
        forms.iter().map(|form| (form.to_string(), numbers(form))).collect()
    }

    #[test]
    fn forms_of_numbers() {
        for (cells, form, numbers) in [
            (vec!["5280,90", "-12", "1.280,5"], "1.234,5", vec![5280.9, -12.0, 1280.5]),
            (vec!["96,240", "1,234,567.5", "7"], "1,234.5", vec![96240.0, 1234567.5, 7.0]),
            (vec!["3.2%", "100 %", "-0.5%"], "1,234.5%", vec![3.2, 100.0, -0.5]),
            (vec!["$1,200", "-$5.5", "$-7"], "$1,234.5", vec![1200.0, -5.5, -7.0]),
            (vec!["€ 5,25", "€ 1.000"], "€1.234,5", vec![5.25, 1000.0]),
            (vec!["1 200,50 EUR", "12,5 EUR"], "1 234,5EUR", vec![1200.5, 12.5]),
            (vec!["1'200.50", "3"], "1'234.5", vec![1200.5, 3.0]),
            (vec!["(1,234)", "12", "7.5-"], "1,234.5", vec![-1234.0, 12.0, -7.5]),
            (vec!["($5)", "$(6)", "$7", "$8.5-"], "$1,234.5", vec![-5.0, -6.0, 7.0, -8.5]),
        ] {
            assert_eq!(read(&cells), [(form.to_owned(), numbers)]);
        }
    }

    #[test]
    fn a_group_of_three_may_be_thousands_or_decimals() {
        assert_eq!(
            read(&["96,240", "1,200"]),
            [("1,234.5".to_owned(), vec![96240.0, 1200.0]), ("1.234,5".to_owned(), vec![96.24, 1.2])]
        );
        assert_eq!(read(&["0,240", "1,200"]), [("1.234,5".to_owned(), vec![0.24, 1.2])]);
    }

    #[test]
    fn the_form_of_most_cells() {
        let of_most = |cells: &[&str]| {
            let Values::Categorical { codes, categories } = Values::from_text(cells) else { panic!("words") };
            NumberForm::of_most(&codes, &categories).map(|form| form.to_string())
        };
        assert_eq!(of_most(&["-", "€ 5,25", "€ 1.000", ""]).as_deref(), Some("€1.234,5"));
        assert_eq!(of_most(&["x", "5", "5,5"]).as_deref(), Some("1.234,5"));
        assert_eq!(of_most(&["$5", "7", "7", "x", "x", "x"]), None);
        assert_eq!(of_most(&["x", "-"]), None);
    }

    #[test]
    fn other_text_is_no_number() {
        for cells in [
            &["1,2,3"][..],
            &["12,34.5"],
            &["1.2.3"],
            &["2024-01-05"],
            &["555 1234"],
            &["$5", "5"],
            &["5 kg"],
            &["$", "€"],
            &["-"],
            &[","],
            &["%"],
            &["12:30"],
            &["--5,5"],
            &["(-5)"],
            &["-5-"],
            &["()"],
            &["(5"],
            &["1,234", "1;5"],
        ] {
            assert_eq!(read(cells), [], "{cells:?}");
        }
    }

    #[test]
    fn forms_are_written_and_read_back() {
        for text in ["1,234.5", "1.234,5", "1234,5", "$1,234.5", "1 234,5€", "1'234.5%"] {
            let form = NumberForm::from_text(text).unwrap();
            assert_eq!(form.to_string(), text);
        }
        for text in ["", "1234", "words", "1,,234.5", "12345"] {
            assert_eq!(NumberForm::from_text(text), None, "{text}");
        }
    }
}
