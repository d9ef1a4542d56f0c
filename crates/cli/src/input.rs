//! Reading data and model files, with the file's name in every message.

use crate::args::ReadArgs;
use crate::failure::BadInput;
use anyhow::{Context, Result};
use rulegen::data::{
    Column, DataError, DatesInText, Header, MISSING, NumberForm, ReadOptions, Table, Values, WrittenNumbers,
    read_path_within, read_reader_within,
};
use rulegen::limits::Limits;
use rulegen::rule::{Domain, Feature, Model, Schema};
use rulegen_eval::most_for_a_table;
use std::collections::{HashMap, HashSet};
use std::path::Path;

/// The options that the flags ask for.
pub(crate) fn read_options(args: &ReadArgs) -> Result<ReadOptions> {
    let delimiter = match args.delimiter {
        Some(c) if c.is_ascii() => Some(c as u8),
        Some(c) => return Err(BadInput(format!("the delimiter {c:?} is not one byte")).into()),
        None => None,
    };
    check_marks(args)?;
    let header = if args.no_header { Header::Absent } else { Header::Auto };
    let ReadArgs { decimal, thousands, missing, .. } = args;
    let missing = missing.clone();
    Ok(ReadOptions { header, delimiter, missing, decimal: *decimal, thousands: *thousands, ..ReadOptions::default() })
}

/// Refuses marks in numbers that cannot be told apart.
fn check_marks(args: &ReadArgs) -> Result<(), BadInput> {
    let bad = |flag: &str, mark: char, range: &str| Err(BadInput(format!("--{flag} must be {range}, not {mark:?}")));
    match (args.decimal, args.thousands) {
        (Some(mark), _) if !matches!(mark, '.' | ',') => bad("decimal", mark, "a point or a comma"),
        (_, Some(mark)) if mark.is_alphanumeric() || matches!(mark, '-' | '+' | '"') => {
            bad("thousands", mark, "a point, a comma, a space or an apostrophe")
        }
        (Some(decimal), Some(thousands)) if decimal == thousands => {
            bad("thousands", thousands, "another mark than --decimal")
        }
        _ => Ok(()),
    }
}

/// Says how numbers are read that are not written as 1234.5, in a line for each form.
fn say_how_numbers_are_read(table: &Table) {
    let mut forms: Vec<(String, Vec<String>, &WrittenNumbers)> = Vec::new();
    for column in table.columns() {
        let Some(written) = column.written_numbers() else { continue };
        let (form, name) = (written.form.to_string(), format!("'{}'", column.name()));
        match forms.iter_mut().find(|(known, ..)| *known == form) {
            Some((_, names, _)) => names.push(name),
            None => forms.push((form, vec![name], written)),
        }
    }
    for (form, names, written) in forms {
        let number = written.form.parse(&written.example).unwrap_or(f64::NAN);
        let otherwise = written.otherwise.map_or(String::new(), |other| format!(", not {other}"));
        log::warn!(
            "numbers in {} are read as written {form}: {:?} is {number}{otherwise} (--decimal and --thousands read them \
             otherwise)",
            names.join(", "),
            written.example
        );
    }
}

/// The limit on memory that the flags ask for, or four fifths of what there is.
pub(crate) fn limits(args: &ReadArgs) -> Result<Limits> {
    let memory = match args.memory_limit {
        Some(gigabytes) => Some(bytes(gigabytes)?),
        None => most_for_a_table(),
    };
    Ok(Limits { memory, ..Limits::default() })
}

/// Gigabytes in bytes.
pub(crate) fn bytes(gigabytes: f64) -> Result<u64, BadInput> {
    match gigabytes > 0.0 && gigabytes < 1e6 {
        true => Ok((gigabytes * 1e9) as u64),
        false => Err(BadInput(format!("the memory must be positive gigabytes, not {gigabytes}"))),
    }
}

/// Reads a table within limits; `-` is standard input.
pub(crate) fn read_table(path: &Path, options: &ReadOptions, limits: &Limits) -> Result<Table> {
    let table = match path == Path::new("-") {
        true => read_reader_within(std::io::stdin().lock(), options, limits),
        false => read_path_within(path, options, limits),
    };
    let table = table.map_err(|error| match advice(&error, options) {
        Some(advice) => BadInput(format!("{}: {error} ({advice})", path.display())).into(),
        None => named(path, error),
    })?;
    // A model says how its numbers are written.
    if options.forms.is_none() {
        say_how_numbers_are_read(&table);
    }
    Ok(table)
}

/// Returns the flag that has a cell read which is not the number that it has to be.
fn advice(error: &DataError, options: &ReadOptions) -> Option<String> {
    let (DataError::BadNumber { cell, .. } | DataError::OtherForm { cell, .. }) = error else { return None };
    match NumberForm::detect([cell.as_str()]).first() {
        None => Some(format!("--missing {cell:?} takes it for a missing cell")),
        // Without a model all forms are tried, and with flags only theirs.
        Some(form) if options.forms.is_some() && options.decimal.is_none() => {
            Some(format!("--decimal {} reads it as {}", form.decimal(), form.parse(cell)?))
        }
        Some(_) => None,
    }
}

/// An error with the name of the file that it is about.
pub(crate) fn named(path: &Path, error: DataError) -> anyhow::Error {
    let name = path.display().to_string();
    let says_so = error.to_string().contains(&name);
    let error = anyhow::Error::from(error);
    if says_so { error } else { error.context(name) }
}

/// Reads a model file.
pub(crate) fn read_model(path: &Path) -> Result<Model> {
    let name = || path.display().to_string();
    let text = std::fs::read_to_string(path).map_err(|e| BadInput(format!("cannot read {}: {e}", name())))?;
    Model::from_json(&text).with_context(name)
}

/// Reads the columns of `schema`, a part of the model's, with the types that the model has, and
/// those that `options` names. A column of dates, or of numbers that may have been booleans, takes
/// the type of its cells, which may be words now.
///
/// # Errors
/// A column that cannot be the one that the model was trained on, too.
pub(crate) fn read_for_model(
    model: &Model,
    schema: &Schema,
    path: &Path,
    options: ReadOptions,
    limits: &Limits,
) -> Result<Table> {
    let used: HashSet<&str> = schema.features.iter().map(|feature| feature.name.as_str()).collect();
    let features: Vec<&Feature> = model.schema.features.iter().filter(|f| used.contains(f.name.as_str())).collect();
    let names = |of: &dyn Fn(&Feature) -> bool| -> Vec<String> {
        features.iter().filter(|feature| of(feature)).map(|feature| feature.name.clone()).collect()
    };
    let is_numeric = |feature: &Feature| matches!(feature.domain, Domain::Numeric { .. });
    let mut only = options.only.clone().unwrap_or_default();
    only.extend(names(&|_| true));
    let form = |(column, form): (String, String)| Some((column, NumberForm::from_text(&form)?));
    let forms = model.number_forms().into_iter().filter_map(form).collect();
    let missing = if options.missing.is_empty() { model.missing_words() } else { options.missing.clone() };
    let options = ReadOptions {
        numeric: [
            names(&|feature| is_numeric(feature) && !feature.may_be_boolean() && feature.dates.is_none()),
            options.numeric.clone(),
        ]
        .concat(),
        categorical: names(&|feature| !is_numeric(feature)),
        only: Some(only),
        forms: Some(forms),
        missing,
        ..options
    };
    let table = read_table(path, &options, limits)?;
    model.schema.check_kinds(&table).with_context(|| path.display().to_string())?;
    say_how_dates_are_read(&features, &table);
    Ok(table)
}

/// Says in which form dates are read that leave open which part is the day: in the one of training.
fn say_how_dates_are_read(features: &[&Feature], table: &Table) {
    for feature in features {
        if let (Some(form), Some(at)) = (feature.dates, table.column_index(&feature.name))
            && let DatesInText::Ambiguous(date) = table.columns()[at].dates_in_text(None)
        {
            log::warn!(
                "dates in '{}' leave open which part is the day and which the month: they are read as {form}, as in \
                 training, such as {date:?}",
                feature.name
            );
        }
    }
}

/// Warns of columns that are all missing where training saw no missing cell, and of cells of
/// categories that the model does not know: conditions `is` on them are false, `is not` true.
pub(crate) fn warn_of_unseen(schema: &Schema, table: &Table) {
    let columns: HashMap<&str, &Column> = table.columns().iter().map(|column| (column.name(), column)).collect();
    for feature in &schema.features {
        let column = columns.get(feature.name.as_str());
        if !feature.missing_seen
            && table.rows() > 0
            && column.is_some_and(|column| (0..table.rows()).all(|row| column.values().is_missing(row)))
        {
            log::warn!(
                "every cell of '{}' is missing, and none was in training: all conditions on it are false",
                feature.name
            );
        }
        let cells = column.and_then(|column| feature.as_learned(column).ok());
        if let (Domain::Categorical { categories: known }, Some(Values::Categorical { codes, categories })) =
            (&feature.domain, cells.as_deref())
        {
            let known: HashSet<&String> = known.iter().collect();
            let unseen: Vec<bool> = categories.iter().map(|category| !known.contains(category)).collect();
            let mut cells = codes.iter().filter(|&&code| code != MISSING && unseen[code as usize]).peekable();
            let example = cells.peek().map(|&&code| categories[code as usize].clone());
            if let Some(example) = example {
                let count = cells.count();
                let (cells, have) = if count == 1 { ("cell", "has") } else { ("cells", "have") };
                log::warn!(
                    "{count} {cells} of '{}' {have} a category that the model does not know, such as '{example}'",
                    feature.name
                );
            }
        }
    }
}

/// The index of a class by its name.
pub(crate) fn class_index(classes: &[String], name: &str) -> Result<u32> {
    let index = classes.iter().position(|c| c == name);
    let shown = classes.iter().take(10).map(|c| format!("'{c}'")).collect::<Vec<_>>().join(", ");
    let more = if classes.len() > 10 { ", ..." } else { "" };
    index
        .map(|k| k as u32)
        .ok_or_else(|| BadInput(format!("'{name}' is not a class; the classes are {shown}{more}")).into())
}
