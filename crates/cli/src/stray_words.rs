//! Words in columns of numbers or dates. A single word makes the column one of categories, and each
//! number a category. So do dates whose day and month may change places. Words such as `NA`, which
//! mean a missing cell among numbers, are categories in columns of words.

use crate::target::FileRows;
use rulegen::data::{Column, DateForm, DatesInText, MISSING, NumberForm, Table, Values, is_missing_word};
use std::collections::{BTreeMap, HashSet};

/// A column is meant to hold numbers or dates if at least this share of its cells reads as such.
const MOSTLY: f64 = 0.9;

/// So is a column with at least this share if its other cells are few different words, such as
/// `unknown`: many different ones are parts of codes.
const HALF: f64 = 0.5;
const FEW_WORDS: usize = 10;

/// With fewer distinct numbers, they may well be names of categories.
const LEAST_NUMBERS: usize = 20;

/// Warns of columns read as categories that are numbers or dates except for some cells, or dates
/// that could be others, and of words such as `NA` that are categories. Columns of `declared` are
/// meant to be categories.
pub(crate) fn warn_of_stray_words(table: &Table, rows: &FileRows, declared: &[String]) {
    let mut named: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for column in table.columns().iter().filter(|column| !declared.iter().any(|name| name == column.name())) {
        if let DatesInText::Ambiguous(date) = column.dates_in_text(None) {
            log::warn!("{}", ambiguous(column.name(), &date));
        }
        let stray = |meant| Some(StrayWords::of(column, meant)?.message(column.name(), rows, meant));
        match [Meant::Numbers, Meant::Dates].into_iter().find_map(stray) {
            Some(message) => log::warn!("{message}"),
            None => missing_words(column).for_each(|word| named.entry(word).or_default().push(column.name())),
        }
    }
    for (word, columns) in named {
        let columns: Vec<String> = columns.iter().map(|column| format!("'{column}'")).collect();
        let (have, columns) = (if columns.len() == 1 { "has" } else { "have" }, columns.join(", "));
        log::warn!(
            "{columns} {have} the category {word:?}: if that means a missing cell, --missing {word:?} takes it for one \
             (--categorical COLUMN says that it is meant so)"
        );
    }
}

/// Returns the words such as `NA` that are categories of a column of words.
fn missing_words(column: &Column) -> impl Iterator<Item = &str> {
    let categories = match column.values() {
        Values::Categorical { categories, .. } => &categories[..],
        _ => &[],
    };
    categories.iter().map(String::as_str).filter(|word| is_missing_word(word))
}

/// Writes that a column of dates is read as categories because day and month may change places.
fn ambiguous(column: &str, date: &str) -> String {
    format!(
        "column '{column}' is read as categories: {date:?} and its other dates leave open which part is the day and \
         which the month (write them as 2024-12-31, --categorical {column} says that it is meant so)"
    )
}

/// The cells that a column is meant to have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Meant {
    Numbers,
    Dates,
}

impl Meant {
    /// True for a word that is a missing cell in such columns.
    fn is_missing(self, cell: &str) -> bool {
        is_missing_word(cell) || self == Meant::Dates && cell == "NaT"
    }

    /// True for a cell that is meant as such.
    fn is_like(self, cell: &str) -> bool {
        match self {
            Meant::Numbers => is_written_number(cell),
            Meant::Dates => DateForm::any_reads(cell),
        }
    }
}

/// The words that keep a column from being one of numbers or dates.
#[derive(Debug, PartialEq)]
struct StrayWords<'a> {
    /// The first cell that is no number or date, and its row, from 0 without the header.
    first: (usize, &'a str),
    /// The number of such cells.
    words: usize,
    /// The number of cells that are not missing.
    cells: usize,
}

impl<'a> StrayWords<'a> {
    fn of(column: &'a Column, meant: Meant) -> Option<Self> {
        let Values::Categorical { codes, categories } = column.values() else { return None };
        let reads: Vec<bool> = match meant {
            Meant::Numbers => match NumberForm::of_most(codes, categories) {
                Some(form) => categories.iter().map(|cell| form.parse(cell).is_some()).collect(),
                None => categories.iter().map(|cell| cell.parse::<f64>().is_ok()).collect(),
            },
            Meant::Dates => categories.iter().map(|cell| DateForm::any_reads(cell)).collect(),
        };
        let missing: Vec<bool> = categories.iter().map(|category| meant.is_missing(category)).collect();
        let like_one: Vec<bool> = categories.iter().map(|category| meant.is_like(category)).collect();
        let (mut first, mut words, mut cells, mut alike) = (None, 0, 0, 0);
        let (mut different, mut different_words) = (HashSet::new(), HashSet::new());
        for (row, &code) in (0..).zip(codes).filter(|(_, code)| **code != MISSING && !missing[**code as usize]) {
            cells += 1;
            if like_one[code as usize] || reads[code as usize] {
                alike += 1;
                different.insert(code);
            }
            if !reads[code as usize] {
                words += 1;
                different_words.insert(code);
                first.get_or_insert((row, categories[code as usize].as_str()));
            }
        }
        let share = if different_words.len() <= FEW_WORDS { HALF } else { MOSTLY };
        let is_meant = alike as f64 >= share * cells as f64 && different.len() >= LEAST_NUMBERS;
        first.filter(|_| is_meant).map(|first| StrayWords { first, words, cells })
    }

    fn message(&self, column: &str, rows: &FileRows, meant: Meant) -> String {
        let StrayWords { first: (row, word), words, cells } = *self;
        let row = rows.in_file(row);
        let missing = || format!("--missing {word:?} takes such a cell for missing");
        let (what, advice) = match meant {
            Meant::Numbers if is_written_number(word) => {
                ("number", format!("write them as 1234.5, --numeric {column} stops at them"))
            }
            Meant::Numbers => ("number", format!("{}, --numeric {column} stops at them", missing())),
            Meant::Dates => ("date", missing()),
        };
        format!(
            "column '{column}' is read as categories: row {row} (from 0) holds {word:?}; no {what} in {words} of {cells} \
             cells ({advice}, --categorical {column} says that it is meant so)"
        )
    }
}

/// True if a cell is a number, perhaps with separators of thousands, a decimal comma, a currency or
/// a percent sign.
fn is_written_number(cell: &str) -> bool {
    let sign = |c: char| matches!(c, ',' | '\'' | '_' | ' ' | '\u{a0}' | '\u{202f}' | '%' | '$' | '€' | '£' | '¥');
    let digits: String = cell.chars().filter(|&c| !sign(c)).collect();
    digits.starts_with(|c: char| c.is_ascii_digit() || matches!(c, '-' | '+' | '.')) && digits.parse::<f64>().is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn column(cells: &[String]) -> Column {
        Column::new("v", Values::from_text(cells)).unwrap()
    }

    #[test]
    fn a_word_among_numbers() {
        let mut cells: Vec<String> = (0..100).map(|i| format!("{}", f64::from(i) / 4.0)).collect();
        cells[70] = "unknown".into();
        cells[80] = "none".into();
        cells[90] = String::new();
        let found = column(&cells);
        assert_eq!(
            StrayWords::of(&found, Meant::Numbers),
            Some(StrayWords { first: (70, "unknown"), words: 2, cells: 99 })
        );
    }

    #[test]
    fn a_few_words_in_many_cells() {
        let cells = |words: usize| -> Vec<String> {
            let cell = |i: usize| if i % 9 < 4 { format!("n.{}.", i % words) } else { (i * 7).to_string() };
            (0..180).map(cell).collect()
        };
        let found = column(&cells(2));
        assert_eq!(
            StrayWords::of(&found, Meant::Numbers),
            Some(StrayWords { first: (0, "n.0."), words: 80, cells: 180 })
        );
        assert_eq!(StrayWords::of(&column(&cells(40)), Meant::Numbers), None);
        let few_numbers: Vec<String> = (0..100).map(|i| if i % 9 < 5 { "x".into() } else { i.to_string() }).collect();
        assert_eq!(StrayWords::of(&column(&few_numbers), Meant::Numbers), None);
    }

    #[test]
    fn numbers_as_people_write_them() {
        let mut cells: Vec<String> = (0..60).map(|i| format!("{},{:03}", 1 + i / 7, i * 16)).collect();
        assert_eq!(StrayWords::of(&column(&cells), Meant::Numbers), None);
        (cells[3], cells[7], cells[9]) = ("NA".into(), "-".into(), "$5".into());
        let found = column(&cells);
        let stray = StrayWords::of(&found, Meant::Numbers);
        assert_eq!(stray, Some(StrayWords { first: (7, "-"), words: 2, cells: 59 }));
        for number in ["1,000", "$12.50", "1 234", "1'234", "12 %", "-1,5", "7"] {
            assert!(is_written_number(number), "{number}");
        }
        for word in ["", "x", "nan", "inf", "C-10273", "2024-01-05", "12a", "10.5.1", "%", "é"] {
            assert!(!is_written_number(word), "{word}");
        }
    }

    #[test]
    fn a_word_among_dates() {
        let mut cells: Vec<String> = (0..100).map(|i| format!("2024-{:02}-{:02}", 1 + i / 28, 1 + i % 28)).collect();
        cells[7] = "open".into();
        let found = column(&cells);
        let stray = StrayWords::of(&found, Meant::Dates).unwrap();
        assert_eq!((stray.first, stray.words), ((7, "open"), 1));
        let rows = FileRows { number: 100, kept: None };
        let says = stray.message("until", &rows, Meant::Dates);
        assert!(
            says.contains(r#"row 7 (from 0) holds "open"; no date in 1 of 100 cells (--missing "open" takes"#),
            "{says}"
        );
        assert_eq!(StrayWords::of(&found, Meant::Numbers), None);
    }

    #[test]
    fn categories_are_left_alone() {
        let codes: Vec<String> = (0..100).map(|i| if i == 3 { "X".into() } else { (i % 12).to_string() }).collect();
        let mixed: Vec<String> = (0..100).map(|i| if i % 5 == 0 { format!("{i}a") } else { i.to_string() }).collect();
        let words: Vec<String> = (0..100).map(|i| format!("C-{i}")).collect();
        for cells in [codes, mixed, words] {
            let found = column(&cells);
            assert_eq!([Meant::Numbers, Meant::Dates].map(|meant| StrayWords::of(&found, meant)), [None, None]);
        }
    }
}
