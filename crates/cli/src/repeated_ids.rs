//! Columns of ids that repeat, such as the patient of each visit. Rows of one patient on both sides
//! of a split make held-out quality too good.

use rulegen::binarize::{KEY_WORDS, ends_in_word};
use rulegen::data::{Column, DateForm, Table, Values};
use std::collections::{BTreeSet, HashMap};

/// Last words of names of columns, besides those of keys, that say whom a row is about.
const PEOPLE: [&str; 8] = ["patient", "subject", "participant", "person", "customer", "client", "user", "member"];

/// With fewer different values, they may well be categories.
const LEAST_VALUES: usize = 20;

/// With more rows a value, values are more likely those of a feature, such as a shop.
const MOST_ROWS_A_VALUE: usize = 10;

/// At least this share of the rows must have a value that another row has, too.
const LEAST_SHARED: f64 = 0.2;

/// Warns of columns of ids that repeat. The columns `meant` have a use already.
pub(crate) fn warn_of_repeated_ids(table: &Table, meant: &[&String]) {
    for column in table.columns().iter().filter(|column| !meant.iter().any(|name| *name == column.name())) {
        if let Some(values) = repeated_ids(column) {
            let name = column.name();
            log::warn!(
                "'{name}' looks like ids that repeat: {values} values in {} rows (--split-by {name} keeps rows of one \
                 value together when quality is measured, --ignore {name} only leaves the column out)",
                table.rows()
            );
        }
    }
}

/// Returns the number of different ids of a column, if it is of ids that repeat: of text codes of
/// one shape, such as `C-10273`, or of text or whole numbers under a name that says so.
fn repeated_ids(column: &Column) -> Option<usize> {
    let is_called_so = ends_in_word(column.name(), &KEY_WORDS) || ends_in_word(column.name(), &PEOPLE);
    let counts = match column.values() {
        Values::Categorical { codes, categories } => {
            let counts = counts(codes.iter().copied());
            let present = || counts.keys().filter_map(|&code| categories.get(code as usize));
            // Fewer codes than rows have one: a cell is missing.
            let is_complete = present().count() == counts.len();
            (is_complete && (is_called_so || are_codes(present()))).then_some(())?;
            counts.into_values().collect::<Vec<usize>>()
        }
        values => {
            let numbers = values.numbers().filter(|_| is_called_so && column.dates().is_none())?;
            numbers.iter().all(|x| x.fract() == 0.0).then_some(())?;
            counts(numbers.iter().map(|x| x.to_bits())).into_values().collect()
        }
    };
    let rows: usize = counts.iter().sum();
    let shared: usize = counts.iter().filter(|count| **count > 1).sum();
    let values = counts.len();
    let repeats = shared as f64 >= LEAST_SHARED * rows as f64;
    (values >= LEAST_VALUES && values * MOST_ROWS_A_VALUE >= rows && repeats).then_some(values)
}

fn counts<T: Eq + std::hash::Hash>(values: impl Iterator<Item = T>) -> HashMap<T, usize> {
    let mut counts = HashMap::new();
    values.for_each(|value| *counts.entry(value).or_insert(0) += 1);
    counts
}

/// True if all texts have the same letters and digits in the same places, and at least a letter and
/// two digits. Dates are no codes.
fn are_codes<'a>(texts: impl Iterator<Item = &'a String>) -> bool {
    let kind = |c: char| match c {
        c if c.is_ascii_digit() => '0',
        c if c.is_alphabetic() => 'a',
        c => c,
    };
    let shapes: BTreeSet<String> = texts.map(|text| text.chars().map(kind).collect()).collect();
    let Some(shape) = shapes.first().filter(|_| shapes.len() == 1) else { return false };
    shape.contains('a') && shape.matches('0').count() >= 2 && !DateForm::looks_like_one(shape)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(name: &str, values: impl Into<Values>) -> Option<usize> {
        repeated_ids(&Column::new(name, values.into()).unwrap())
    }

    fn texts(text: impl Fn(usize) -> String) -> Values {
        Values::from_text((0..200).map(text).collect::<Vec<_>>())
    }

    fn numbers(number: impl Fn(usize) -> f64) -> Values {
        Values::Numeric((0..200).map(number).collect())
    }

    #[test]
    fn ids_that_repeat_are_found() {
        assert_eq!(of("who", texts(|i| format!("P-{:03}", i % 80))), Some(80));
        assert_eq!(of("patient", texts(|i| format!("name {}", i % 80))), Some(80));
        assert_eq!(of("PatientID", numbers(|i| (i * 7 % 50) as f64)), Some(50));
        assert_eq!(of("customer", numbers(|i| (i % 160) as f64)), Some(160));
    }

    #[test]
    fn other_columns_are_left_alone() {
        for (name, values) in [
            // Each once, rarely twice, or many times.
            ("id", numbers(|i| i as f64)),
            ("id", numbers(|i| (i % 190) as f64)),
            ("shop id", numbers(|i| (i % 15) as f64)),
            ("id", numbers(|i| if i == 3 { f64::NAN } else { (i % 80) as f64 })),
            ("id", numbers(|i| (i % 80) as f64 + 0.5)),
            ("age", numbers(|i| (i % 80) as f64)),
            ("town", texts(|i| format!("town {}", "x".repeat(i % 80)))),
            ("who", texts(|i| if i == 3 { String::new() } else { format!("P-{:03}", i % 80) })),
            ("hour", texts(|i| format!("{:02}:{:02}", i % 20, i % 4))),
            ("day", texts(|i| format!("{:02}/{:02}/2024", 1 + i % 12, 1 + i % 5))),
        ] {
            assert_eq!(repeated_ids(&Column::new(name, values).unwrap()), None, "{name}");
        }
    }
}
