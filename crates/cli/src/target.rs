//! Targets of data files: classes, or numbers that cut points turn into classes, and rows without
//! one.

use crate::failure::BadInput;
use crate::input::named;
use crate::share::share;
use anyhow::Result;
use rulegen::data::{Column, DataError, ReadOptions, Table, Target, read_row_file};
use rulegen::rule::name_text;
use std::path::Path;

/// Words that often stand for an unknown label, in small letters.
const MISSING_WORDS: [&str; 6] = ["na", "n/a", "nan", "null", "none", "?"];

/// Declares the column of the target: numbers if it is cut into classes, else text.
pub(crate) fn declare(options: &mut ReadOptions, name: &str, cuts: &[f64]) {
    let list = if cuts.is_empty() { &mut options.text } else { &mut options.numeric };
    list.push(name.to_owned());
}

/// The rows of a file that have a label.
#[derive(Debug)]
pub(crate) struct FileRows {
    /// The number of rows of the file.
    pub(crate) number: usize,
    /// The rows with a label, if some have none.
    pub(crate) kept: Option<Vec<usize>>,
}

impl FileRows {
    /// Reads a file of row numbers. They are those of the data file; rows without a label, which
    /// are left out, do not count.
    pub(crate) fn read(&self, path: &Path) -> Result<Vec<usize>> {
        if share(&path.display().to_string()).is_some() && !path.exists() {
            return Err(BadInput(format!(
                "{}: a file of row numbers is needed here, one a line, from 0 to {} (`fit --holdout` takes the same \
                 file), such as from `shuf -i 0-{1} -n {} > rows.txt`",
                path.display(),
                self.number.saturating_sub(1),
                (self.number / 5).max(1),
            ))
            .into());
        }
        let rows = read_row_file(path, self.number).map_err(|e| named(path, e))?;
        let Some(kept) = &self.kept else { return Ok(rows) };
        Ok(rows.iter().filter_map(|row| kept.binary_search(row).ok()).collect())
    }

    /// Returns the number that a row with a label has in the file.
    pub(crate) fn in_file(&self, row: usize) -> usize {
        self.kept.as_ref().map_or(row, |kept| kept[row])
    }

    /// Returns an error about a row with the number that the row has in the file.
    pub(crate) fn error_in_file(&self, mut error: DataError) -> DataError {
        if let DataError::BadWeight { row, .. }
        | DataError::UnknownLabel { row, .. }
        | DataError::MissingBlock { row, .. } = &mut error
        {
            *row = self.in_file(*row);
        }
        error
    }
}

/// Leaves out the rows without a label, with a warning that counts them.
pub(crate) fn with_labels(table: Table, target: &str) -> Result<(Table, FileRows), DataError> {
    let (number, values) = (table.rows(), table.column(target)?.values());
    let kept: Vec<usize> = (0..number).filter(|&row| !values.is_missing(row)).collect();
    // A file without any label is an error of its own.
    if kept.len() == number || kept.is_empty() {
        return Ok((table, FileRows { number, kept: None }));
    }
    let without = number - kept.len();
    let (has, is) = if without == 1 { ("has", "is") } else { ("have", "are") };
    log::warn!("{without} of {number} rows {has} no value of {} and {is} left out", name_text(target));
    Ok((table.select_rows(&kept), FileRows { number, kept: Some(kept) }))
}

/// Returns the labels of a column as indices of a model's classes.
pub(crate) fn labels(column: Column, cuts: &[f64], classes: &[String]) -> Result<Vec<u32>, DataError> {
    match cuts.is_empty() {
        true => Target::labels_among(column, classes),
        false => Target::labels_of_numbers(column, cuts, classes),
    }
}

/// Makes the target to learn. A number that is not cut is refused, and warned of where it has few
/// values.
pub(crate) fn to_learn(column: Column, cuts: &[f64], file: &Path) -> Result<Target> {
    let name = column.name().to_owned();
    if !cuts.is_empty() {
        return Target::from_numbers(column, cuts).map_err(|e| named(file, e));
    }
    let target = Target::from_column(column).map_err(|e| named(file, e))?;
    match target.numbers(&name) {
        Ok(None) => {}
        Ok(Some(numbers)) => {
            log::warn!("{}", numbers.warning(&name_text(&name), &format!("--target-cut {}", numbers.cuts())));
        }
        Err(DataError::NumericTarget { found, target }) => {
            let cuts = found.cuts();
            let error = DataError::NumericTarget { found, target };
            return Err(BadInput(format!("{}: {error}: --target-cut {cuts}", file.display())).into());
        }
        Err(error) => return Err(named(file, error)),
    }
    let missing = |class: &&String| MISSING_WORDS.contains(&class.to_lowercase().as_str());
    if let Some(class) = target.classes.iter().find(missing) {
        log::warn!(
            "the target has the class '{class}': if that is a missing label, --missing {class:?} leaves its rows out"
        );
    }
    Ok(target)
}
