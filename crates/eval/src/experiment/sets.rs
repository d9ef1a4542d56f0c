//! The data sets of an experiment, and their splits.

use super::error::{ExperimentError, ensure};
use super::row::write_whole;
use super::spec::{Classes, DataSpec, SetSpec, SplitSpec, check_name};
use crate::memory::most_for_a_table;
use rulegen::limits::Limits;
use rulegen_data::{
    DataError, Dataset, GroupColumn, Groups, Header, ReadOptions, Split, read_path_within, read_row_file, split,
    stratified_split, stratified_splits,
};
use sha2::{Digest, Sha256};
use std::collections::{BTreeMap, HashSet};
use std::fmt::Write;
use std::path::Path;

/// The keys of a catalogue that are read. It may have more.
const KEYS: [&str; 5] = ["file", "target", "positive", "categorical", "sensitive"];

/// A data set in memory.
#[derive(Debug)]
pub(crate) struct Set {
    /// The description, with a path that can be opened.
    pub(crate) spec: SetSpec,
    pub(crate) data: Dataset,
    /// The index of the positive class.
    pub(crate) positive: Option<u32>,
    /// SHA-256 of the file.
    pub(crate) checksum: String,
    pub(crate) splits: Vec<Split>,
    /// Test rows of every split, in place of those of the splits.
    pub(crate) held_out: Option<Dataset>,
}

impl Set {
    pub(crate) fn rows(&self) -> usize {
        self.data.target.labels.len()
    }

    /// The name of the positive class.
    pub(crate) fn positive_class(&self) -> Option<String> {
        self.positive.map(|k| self.data.target.classes[k as usize].clone())
    }

    /// The texts of the files of test rows, one for each split.
    pub(crate) fn split_files(&self) -> impl Iterator<Item = String> {
        self.splits.iter().map(|(_, test)| test.iter().map(|row| format!("{row}\n")).collect())
    }

    /// Writes the test rows of every split as `fit --holdout` reads them: `SET.0.test`,
    /// `SET.1.test`, ...
    pub(crate) fn write_splits(&self, folder: &Path) -> Result<(), ExperimentError> {
        std::fs::create_dir_all(folder).map_err(ExperimentError::write(folder))?;
        let write = |(at, text): (usize, String)| {
            write_whole(&folder.join(format!("{}.{at}.test", self.spec.name)), text.as_bytes())
        };
        self.split_files().enumerate().try_for_each(write)
    }
}

impl Set {
    /// Makes a set of data that were read already. `flags` is what the data depend on beside the
    /// file.
    ///
    /// # Errors
    /// A file that cannot be read, or a positive class that the data do not have.
    pub(crate) fn of(spec: SetSpec, data: Dataset, flags: &str) -> Result<Set, ExperimentError> {
        let classes = &data.target.classes;
        let positive = match &spec.positive {
            Some(class) => {
                let absent = || ExperimentError::Input(format!("the data set '{}' has no class '{class}'", spec.name));
                Some(classes.iter().position(|known| known == class).ok_or_else(absent)? as u32)
            }
            None => (classes.len() == 2).then_some(1),
        };
        let mut bytes = Vec::new();
        if spec.file != Path::new("-") {
            bytes = std::fs::read(&spec.file).map_err(ExperimentError::read(&spec.file))?;
        }
        bytes.extend(flags.as_bytes());
        Ok(Set { checksum: checksum(&bytes), spec, data, positive, splits: Vec::new(), held_out: None })
    }
}

/// Returns the sets that are given, and reads those of the specification, in its order. If `only`
/// names any, the others are left out.
///
/// # Errors
/// A set or a split that is not there or cannot be used.
pub(crate) fn read_sets(
    spec: &DataSpec,
    given: Vec<Set>,
    splits: &SplitSpec,
    seed: u64,
    only: &[String],
) -> Result<Vec<Set>, ExperimentError> {
    let described = described(spec)?;
    for name in only {
        let known = described.iter().any(|set| set.name == *name);
        ensure(known, || format!("the experiment has no data set '{name}'"))?;
    }
    let mut sets = given;
    for set in &mut sets {
        set.splits = make_splits(splits, set, seed)?;
    }
    for described in described.into_iter().filter(|set| only.is_empty() || only.contains(&set.name)) {
        let mut set = read(described, spec.groups)?;
        let classes = match spec.classes {
            Classes::Any => true,
            Classes::Two => set.data.target.classes.len() == 2,
            Classes::Several => set.data.target.classes.len() > 2,
        };
        if classes && spec.max_rows.is_none_or(|most| set.rows() <= most) {
            set.splits = make_splits(splits, &set, seed)?;
            sets.push(set);
        }
    }
    ensure(!sets.is_empty(), || "no data set is chosen, or all are excluded".into())?;
    Ok(sets)
}

/// The descriptions of the chosen sets.
fn described(spec: &DataSpec) -> Result<Vec<SetSpec>, ExperimentError> {
    let mut described = Vec::new();
    if let Some(path) = &spec.catalogue {
        let catalogue = read_catalogue(path)?;
        let all = || catalogue.keys().cloned().collect();
        for name in spec.sets.clone().unwrap_or_else(all).iter().chain(&spec.exclude) {
            let absent = || ExperimentError::Input(format!("{} has no data set '{name}'", path.display()));
            let set = catalogue.get(name).ok_or_else(absent)?;
            described.extend((!spec.exclude.contains(name)).then(|| SetSpec { name: name.clone(), ..set.clone() }));
        }
    }
    let named = spec.catalogue.is_some() || (spec.sets.is_none() && spec.exclude.is_empty());
    ensure(named, || "data: sets and exclude need a catalogue, and none is named".into())?;
    described.extend(spec.own.iter().cloned());
    let mut names = HashSet::new();
    for SetSpec { name, .. } in &described {
        check_name("data set", name)?;
        ensure(names.insert(name), || format!("the data set '{name}' is listed twice"))?;
    }
    Ok(described)
}

/// Reads a catalogue. Paths in it are relative to its folder.
fn read_catalogue(path: &Path) -> Result<BTreeMap<String, SetSpec>, ExperimentError> {
    let text = std::fs::read_to_string(path).map_err(ExperimentError::read(path))?;
    let bad = |error| ExperimentError::syntax(path, &text, &error);
    let tables: BTreeMap<String, toml::Table> = toml::from_str(&text).map_err(bad)?;
    let set = |(name, mut table): (String, toml::Table)| {
        table.retain(|key, _| KEYS.contains(&key));
        let mut set: SetSpec = table.try_into().map_err(bad)?;
        set.file = path.parent().unwrap_or(Path::new("")).join(set.file);
        Ok((name, set))
    };
    tables.into_iter().map(set).collect()
}

fn read(spec: SetSpec, with_groups: bool) -> Result<Set, ExperimentError> {
    let name = &spec.name;
    let bad = |source: DataError| ExperimentError::Data { set: name.clone(), source };
    let text = vec![spec.target.clone()];
    let categorical = spec.categorical.clone();
    let options = ReadOptions { header: Header::Auto, text, categorical, ..ReadOptions::default() };
    let limits = Limits { memory: most_for_a_table(), ..Limits::default() };
    let mut table = read_path_within(&spec.file, &options, &limits).map_err(bad)?;
    let mut groups = None;
    if with_groups {
        let none = || ExperimentError::Input(format!("the data set '{name}' names no sensitive column"));
        let column = spec.sensitive.as_ref().ok_or_else(none)?;
        let by = GroupColumn { name: column.clone(), cuts: Vec::new() };
        groups = Some(Groups::from_table(&table, &[by]).map_err(bad)?);
        table.take_column(column).map_err(bad)?;
    }
    let mut data = Dataset::from_table(table, &spec.target, None).map_err(bad)?;
    data.groups = groups;
    Set::of(spec, data, "")
}

/// Makes the splits of a set. Split `s` of repeated splits has the seed `seed + s`; of repeated
/// folds repeat `r` has.
fn make_splits(spec: &SplitSpec, set: &Set, seed: u64) -> Result<Vec<Split>, ExperimentError> {
    let name = &set.spec.name;
    let (target, blocks) = (&set.data.target, set.data.blocks.as_ref());
    let seeded = |at: usize| seed.wrapping_add(at as u64);
    let splits: Result<Vec<Split>, DataError> = match spec {
        SplitSpec::Holdout { repeats, test } => {
            (0..*repeats).map(|s| stratified_split(target, blocks, *test, seeded(s))).collect()
        }
        SplitSpec::Folds { k, repeats } => {
            let repeats = (0..repeats.unwrap_or(1)).map(|r| stratified_splits(target, blocks, *k, seeded(r)));
            repeats.collect::<Result<Vec<_>, _>>().map(|repeats| repeats.concat())
        }
        SplitSpec::Rows { folder, .. } => {
            let file = if folder.is_dir() { folder.join(format!("{name}.test")) } else { folder.clone() };
            let rows = read_row_file(&file, set.rows()).and_then(|rows| match blocks {
                Some(blocks) => blocks.check_whole(&rows).map(|()| rows),
                None => Ok(rows),
            });
            rows.map(|rows| vec![split(set.rows(), &rows); spec.repeats()])
        }
        SplitSpec::None { .. } => Ok(vec![split(set.rows(), &[]); spec.repeats()]),
    };
    let splits = splits.map_err(|source| ExperimentError::Data { set: name.clone(), source })?;
    let tested = !matches!(spec, SplitSpec::None { .. });
    let whole = splits.iter().all(|(train, test)| !train.is_empty() && test.is_empty() != tested);
    ensure(whole, || format!("data set '{name}': a split has no rows on one side"))?;
    Ok(splits)
}

/// SHA-256 in hexadecimal digits.
pub(crate) fn checksum(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().fold(String::new(), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}
