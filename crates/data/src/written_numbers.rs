//! Columns of text files whose numbers are not written as 1234.5.

use std::collections::BTreeSet;

use crate::categories::MISSING;
use crate::coder::Role;
use crate::column::Column;
use crate::error::{DataError, Place};
use crate::number::is_missing_word;
use crate::number_form::{NumberForm, WrittenNumbers};
use crate::options::ReadOptions;
use crate::values::Values;

/// The demands on a column of a text file.
#[derive(Debug)]
pub(crate) struct Asked {
    pub(crate) role: Role,
    /// The first word of a column that must hold numbers.
    pub(crate) word: Option<(Place, String)>,
}

/// True if the numbers of a column have a form that is known beforehand, so that its text is
/// needed: 96.240 would be a number in any case.
pub(crate) fn is_settled(options: &ReadOptions, name: &str) -> bool {
    options.decimal.is_some() || options.thousands.is_some() || recorded(options, name).is_some()
}

fn recorded<'a>(options: &'a ReadOptions, name: &str) -> Option<&'a NumberForm> {
    options.forms.as_ref()?.get(name)
}

/// Turns columns of text into numbers where all of their cells are numbers in one form.
pub(crate) fn read_numbers(
    columns: Vec<Column>,
    asked: Vec<Asked>,
    options: &ReadOptions,
    delimiter: u8,
) -> Result<Vec<Column>, DataError> {
    let forms: Vec<Vec<NumberForm>> =
        columns.iter().zip(&asked).map(|(column, asked)| forms(column, asked, options)).collect();
    // Columns that can be read in one way only say what a comma means in the others.
    let sure: BTreeSet<char> =
        forms.iter().filter_map(|forms| Some(forms.first()?.decimal()).filter(|_| forms.len() == 1)).collect();
    let usual = if delimiter == b';' { ',' } else { '.' };
    let decimal = if sure.len() == 1 { sure.first().copied().unwrap_or(usual) } else { usual };
    let settle = |((column, asked), mut forms): ((Column, Asked), Vec<NumberForm>)| {
        forms.sort_by_key(|form| form.decimal() != decimal);
        match forms.split_first() {
            Some((form, others)) => Ok(numbers(column, form, others.first())),
            None if asked.word.is_some() || asked.role == Role::Numeric => refused(column, asked.word, options),
            None => Ok(column),
        }
    };
    columns.into_iter().zip(asked).zip(forms).map(settle).collect()
}

/// The cells of a column that are neither missing nor tokens for it.
fn cells(values: &Values) -> impl Iterator<Item = &str> + Clone {
    let categories = match values {
        Values::Categorical { categories, .. } => &categories[..],
        _ => &[],
    };
    categories.iter().map(String::as_str).filter(|cell| !is_missing_word(cell))
}

/// The forms that a column may have.
fn forms(column: &Column, asked: &Asked, options: &ReadOptions) -> Vec<NumberForm> {
    let Values::Categorical { .. } = column.values() else { return Vec::new() };
    let Some(first) = cells(column.values()).next().filter(|_| asked.role != Role::Categorical) else {
        return Vec::new();
    };
    let holds = |form: &NumberForm| cells(column.values()).all(|cell| form.parse(cell).is_some());
    if options.decimal.is_some() || options.thousands.is_some() {
        let decimal = options.decimal.unwrap_or(if options.thousands == Some('.') { ',' } else { '.' });
        let other = if decimal == ',' { '.' } else { ',' };
        let asked = NumberForm::new(decimal, options.thousands.or(Some(other))).with_marks_of(first);
        // Without a flag for thousands, spaces may part them too.
        let detected = NumberForm::detect(cells(column.values())).into_iter();
        let detected = detected.filter(|form| form.decimal() == decimal && options.thousands.is_none());
        // A column that has other marks than those asked for may still be of plain numbers. Flags
        // do not make percentages of shares.
        let plain = Some(NumberForm::new('.', None)).filter(holds);
        let is_as_recorded =
            |form: &NumberForm| recorded(options, column.name()).is_none_or(|r| r.is_percent() == form.is_percent());
        let forms = Some(asked).filter(holds).into_iter().chain(detected).chain(plain);
        return forms.filter(is_as_recorded).take(1).collect();
    }
    match (recorded(options, column.name()), &options.forms) {
        (Some(form), _) => Some(form.clone()).filter(holds).into_iter().collect(),
        // The columns of a model that are not written so were written plainly in training.
        (None, Some(_)) => Vec::new(),
        (None, None) => NumberForm::detect(cells(column.values())),
    }
}

/// Turns the cells of a column into numbers of a form.
fn numbers(column: Column, form: &NumberForm, other: Option<&NumberForm>) -> Column {
    let Values::Categorical { codes, categories } = column.values() else { return column };
    let read: Vec<f64> = categories.iter().map(|cell| form.parse(cell).unwrap_or(f64::NAN)).collect();
    let number = |&code: &u32| if code == MISSING { f64::NAN } else { read[code as usize] };
    let values = Values::Numeric(codes.iter().map(number).collect());
    // Plain numbers are no example of anything.
    let is_example = |(cell, read): &(&String, &f64)| !read.is_nan() && cell.parse::<f64>().ok() != Some(**read);
    let written = categories.iter().zip(&read).find(is_example).map(|(cell, read)| WrittenNumbers {
        form: form.clone(),
        example: cell.clone(),
        otherwise: other.and_then(|other| other.parse(cell)).filter(|other| other != read),
    });
    Column::checked(column.name().to_owned(), values).written(written)
}

/// Refuses a column that must hold numbers for its first cell that is none, or not in the form of
/// most of the others. `word` is the first cell that is not written as 1234.5.
fn refused(column: Column, word: Option<(Place, String)>, options: &ReadOptions) -> Result<Column, DataError> {
    let Values::Categorical { codes, categories } = column.values() else { return Ok(column) };
    let by_flags = options.decimal.is_some() || options.thousands.is_some();
    let recorded = recorded(options, column.name()).filter(|_| !by_flags);
    let form = recorded.cloned().or_else(|| form_of_most(codes, categories, options));
    let is_number = |cell: &str| form.as_ref().map_or(cell.parse::<f64>().is_ok(), |form| form.parse(cell).is_some());
    let is_present = |code: &u32| *code != MISSING && !is_missing_word(&categories[*code as usize]);
    let is_bad = |code: &u32| is_present(code) && !is_number(&categories[*code as usize]);
    let Some(row) = codes.iter().position(is_bad).or_else(|| codes.iter().position(is_present)) else {
        // Nothing but missing cells: numbers all the same.
        let values = Values::Numeric(vec![f64::NAN; codes.len()]);
        return Ok(Column::checked(column.name().to_owned(), values));
    };
    let (place, name) = (Place::Row(row as u64), column.name().to_owned());
    let cell = categories[codes[row] as usize].clone();
    Err(match (recorded, word) {
        (Some(form), _) => DataError::OtherForm { place, column: name, cell, form: form.to_string() },
        // The line of this cell is known.
        (None, Some((place, word))) if word == cell => DataError::BadNumber { place, column: name, cell },
        (None, _) => DataError::BadNumber { place, column: name, cell },
    })
}

/// Returns the form of most cells if the options allow it: flags say the decimal mark, and columns
/// of a model that has no form for them were written as 1234.5.
fn form_of_most(codes: &[u32], categories: &[String], options: &ReadOptions) -> Option<NumberForm> {
    let is_allowed = |form: &NumberForm| match options.decimal {
        Some(decimal) => form.decimal() == decimal,
        None => options.forms.is_none() || options.thousands.is_some(),
    };
    NumberForm::of_most(codes, categories).filter(is_allowed)
}

/// Warns of columns of a file with semicolons whose points may part thousands: its cells are such
/// as 96.240. `rows` are the first rows of the file, without the header.
pub(crate) fn warn_of_points(names: &[String], rows: &[csv::ByteRecord]) {
    let grouped = NumberForm::new(',', Some('.'));
    for (at, name) in names.iter().enumerate() {
        let cells = || rows.iter().filter_map(|row| std::str::from_utf8(row.get(at)?).ok()).map(str::trim);
        let pointed = || cells().filter(|cell| cell.contains('.'));
        let Some(example) = pointed().next() else { continue };
        let all_grouped =
            pointed().all(|cell| grouped.parse(cell).is_some()) && !cells().any(|cell| cell.contains(','));
        if let (true, Ok(plain), Some(thousands)) = (all_grouped, example.parse::<f64>(), grouped.parse(example)) {
            log::warn!(
                "column '{name}': {example:?} is read as {plain}, but in files with semicolons points often part \
                 thousands: --decimal , reads it as {thousands}, --decimal . says that it is meant so"
            );
        }
    }
}
