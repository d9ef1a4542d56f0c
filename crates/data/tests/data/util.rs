//! Helpers for the tests.

use rulegen_data::{DataError, MISSING, ReadOptions, Table, Values, read_bytes};

/// Reads text with the default options.
pub(crate) fn read(text: &str) -> Table {
    read_with(text, &ReadOptions::default())
}

/// Reads text that has to be sound.
pub(crate) fn read_with(text: &str, options: &ReadOptions) -> Table {
    read_bytes(text.as_bytes(), options).unwrap()
}

/// The message about bytes that are not sound. It has to be one line.
pub(crate) fn message(bytes: &[u8], options: &ReadOptions) -> String {
    one_line(&read_bytes(bytes, options).unwrap_err())
}

/// An error's message, which has to be one line.
pub(crate) fn one_line(error: &DataError) -> String {
    let message = error.to_string();
    assert!(!message.contains('\n') && !message.is_empty(), "{message:?}");
    message
}

/// Names as the options hold them.
pub(crate) fn names(names: &[&str]) -> Vec<String> {
    names.iter().map(|name| (*name).to_owned()).collect()
}

/// The names of a table's columns.
pub(crate) fn columns(table: &Table) -> Vec<&str> {
    table.columns().iter().map(|column| column.name()).collect()
}

/// The cells of a numeric column; `None` is a missing cell.
pub(crate) fn numbers(table: &Table, column: &str) -> Vec<Option<f64>> {
    let values = table.column(column).unwrap().values().numbers();
    let values = values.unwrap_or_else(|| panic!("{column} is categorical"));
    values.iter().map(|&value| (!value.is_nan()).then_some(value)).collect()
}

/// The cells of a categorical column; `-` is a missing cell.
pub(crate) fn words<'a>(table: &'a Table, column: &str) -> Vec<&'a str> {
    match table.column(column).unwrap().values() {
        Values::Numeric(_) | Values::Sparse(_) => panic!("{column} is numeric"),
        Values::Categorical { codes, categories } => {
            let word = |&code: &u32| if code == MISSING { "-" } else { categories[code as usize].as_str() };
            codes.iter().map(word).collect()
        }
    }
}

/// Asserts what holds for every table.
pub(crate) fn assert_sound(table: &Table) {
    assert!(table.rows() > 0);
    for column in table.columns() {
        assert_eq!(column.values().len(), table.rows());
        match column.values() {
            Values::Numeric(_) | Values::Sparse(_) => {
                assert!(!column.values().numbers().unwrap().iter().any(|value| value.is_infinite()));
            }
            Values::Categorical { codes, categories } => {
                assert!(codes.iter().all(|&code| code == MISSING || (code as usize) < categories.len()));
                let first_use = |name: usize| codes.iter().position(|&code| code as usize == name);
                let uses: Vec<_> = (0..categories.len()).map(first_use).collect();
                assert!(uses.iter().all(Option::is_some) && uses.is_sorted(), "in order of first appearance");
            }
        }
    }
}
