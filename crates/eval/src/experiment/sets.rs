//! The data sets of an experiment.

use super::error::ExperimentError;
use super::spec::{Classes, DataSpec, Entry};
use crate::memory::most_for_a_table;
use rulegen::limits::Limits;
use rulegen_data::{DataError, Dataset, GroupColumn, Groups, Header, ReadOptions, read_path_within};
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::Path;

/// A data set in memory.
#[derive(Debug)]
pub(crate) struct Set {
    pub(crate) name: String,
    /// Its description, with a path that can be opened.
    pub(crate) entry: Entry,
    pub(crate) data: Dataset,
    /// The index of the positive class.
    pub(crate) positive: Option<u32>,
    /// SHA-256 of the file.
    pub(crate) checksum: String,
}

impl Set {
    pub(crate) fn rows(&self) -> usize {
        self.data.target.labels.len()
    }
}

/// Reads the sets that are asked for, in the order of the specification; of these only those named in `only`, where
/// any is.
///
/// # Errors
/// A set that is not there or cannot be used.
pub(crate) fn read_sets(spec: &DataSpec, only: &[String]) -> Result<Vec<Set>, ExperimentError> {
    let described = described(spec)?;
    if let Some(name) = only.iter().find(|name| !described.iter().any(|(there, _)| there == *name)) {
        return Err(ExperimentError::spec(format!("the experiment has no data set '{name}'")));
    }
    let mut sets = Vec::new();
    for (name, entry) in described {
        if !only.is_empty() && !only.contains(&name) {
            continue;
        }
        let set = read(name, entry, spec.groups)?;
        let fits = match spec.classes {
            Classes::Any => true,
            Classes::Two => set.data.target.classes.len() == 2,
            Classes::Several => set.data.target.classes.len() > 2,
        };
        if fits && spec.max_rows.is_none_or(|most| set.rows() <= most) {
            sets.push(set);
        }
    }
    if sets.is_empty() {
        return Err(ExperimentError::spec("no data set is chosen, or all are excluded"));
    }
    Ok(sets)
}

/// The descriptions of the chosen sets, by name.
fn described(spec: &DataSpec) -> Result<Vec<(String, Entry)>, ExperimentError> {
    let mut described: Vec<(String, Entry)> = Vec::new();
    if let Some(path) = &spec.catalogue {
        let catalogue = read_catalogue(path)?;
        let names: Vec<&String> = match &spec.sets {
            Some(names) => names.iter().collect(),
            None => catalogue.keys().collect(),
        };
        for name in names.into_iter().chain(&spec.exclude) {
            let absent = || ExperimentError::spec(format!("{} has no data set '{name}'", path.display()));
            let entry = catalogue.get(name).ok_or_else(absent)?;
            if !spec.exclude.contains(name) {
                described.push((name.clone(), entry.clone()));
            }
        }
    } else if spec.sets.is_some() || !spec.exclude.is_empty() {
        return Err(ExperimentError::spec("data: sets and exclude need a catalogue, and none is named"));
    }
    let own = spec.own.iter().cloned().map(|own| {
        let super::spec::OwnSet { name, file, target, positive, categorical, sensitive } = own;
        (name, Entry { file, target, positive, categorical, sensitive })
    });
    described.extend(own);
    described.iter().try_for_each(|(name, _)| check_name("data set", name))?;
    let twice = described.iter().enumerate().find(|(at, set)| described[..*at].iter().any(|other| other.0 == set.0));
    match twice {
        Some((_, (name, _))) => Err(ExperimentError::spec(format!("the data set '{name}' is listed twice"))),
        None => Ok(described),
    }
}

/// Names appear in results, and those of data sets in file names too.
///
/// # Errors
/// A name that is empty, begins with a point, or has slashes or control characters.
pub(super) fn check_name(what: &str, name: &str) -> Result<(), ExperimentError> {
    let wrong = |letter: char| letter.is_control() || letter == '/' || letter == '\\';
    match name.trim().is_empty() || name.starts_with('.') || name.contains(wrong) {
        true => Err(ExperimentError::spec(format!("{name:?} cannot be the name of a {what}"))),
        false => Ok(()),
    }
}

/// A catalogue, with paths that can be opened.
fn read_catalogue(path: &Path) -> Result<BTreeMap<String, Entry>, ExperimentError> {
    let text = std::fs::read_to_string(path).map_err(ExperimentError::read(path))?;
    let mut sets: BTreeMap<String, Entry> =
        toml::from_str(&text).map_err(|error| ExperimentError::syntax(path, &text, &error))?;
    let folder = path.parent().unwrap_or(Path::new(""));
    sets.values_mut().for_each(|entry| entry.file = folder.join(&entry.file));
    Ok(sets)
}

fn read(name: String, entry: Entry, with_groups: bool) -> Result<Set, ExperimentError> {
    let bad = |source: DataError| ExperimentError::Data { set: name.clone(), source };
    let options = ReadOptions {
        header: Header::Auto,
        text: vec![entry.target.clone()],
        categorical: entry.categorical.clone(),
        ..ReadOptions::default()
    };
    let limits = Limits { memory: most_for_a_table(), ..Limits::default() };
    let mut table = read_path_within(&entry.file, &options, &limits).map_err(bad)?;
    let mut groups = None;
    if with_groups {
        let Some(column) = &entry.sensitive else {
            return Err(ExperimentError::spec(format!("the data set '{name}' names no sensitive column")));
        };
        let by = GroupColumn { name: column.clone(), cuts: Vec::new() };
        groups = Some(Groups::from_table(&table, &[by]).map_err(bad)?);
        table.take_column(column).map_err(bad)?;
    }
    let mut data = Dataset::from_table(table, &entry.target, None).map_err(bad)?;
    data.groups = groups;
    let classes = &data.target.classes;
    let positive = match &entry.positive {
        Some(class) => {
            let absent = || ExperimentError::spec(format!("the data set '{name}' has no class '{class}'"));
            Some(classes.iter().position(|known| known == class).ok_or_else(absent)? as u32)
        }
        None => (classes.len() == 2).then_some(1),
    };
    let checksum = checksum(&std::fs::read(&entry.file).map_err(ExperimentError::read(&entry.file))?);
    Ok(Set { name, entry, data, positive, checksum })
}

/// SHA-256 in hexadecimal digits.
pub(crate) fn checksum(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().fold(String::new(), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}
