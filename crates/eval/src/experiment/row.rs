//! The results of fits, and the CSV files in which they are published.

use super::error::ExperimentError;
use super::measure::{Measure, Values};
use super::size_path::SizePath;
use super::spec::Spec;
use rulegen_data::csv_text;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// The status of a fit that failed.
pub(crate) const FAILED: &str = "failed";

/// The status of a fit that the end of the run cut short.
pub(crate) const INTERRUPTED: &str = "interrupted";

/// The key of a row.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub(crate) struct Key {
    pub(crate) set: String,
    pub(crate) method: String,
    pub(crate) split: usize,
    /// The place of the setting in the grid; 0 for a setting that was chosen.
    pub(crate) setting: usize,
    /// The fold of the training rows that a trial was tested on.
    pub(crate) fold: Option<usize>,
}

/// The result of one fit.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct Row {
    pub(crate) key: Key,
    /// The settings from the grid, in words.
    pub(crate) settings: String,
    pub(crate) values: Values,
    /// The way in which the fit ended, [`FAILED`] or [`INTERRUPTED`].
    pub(crate) status: String,
    /// The reason of a failure.
    pub(crate) note: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) record: Option<FitRecord>,
}

/// The record of a fit beside its numbers, if one is kept.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct FitRecord {
    /// The settings that the model records.
    pub settings: BTreeMap<String, Value>,
    /// The version of the program that made the fit.
    pub version: String,
    /// The machine on which it was made.
    pub machine: String,
    /// The rounds, as lines of CSV without a heading.
    pub(crate) rounds: String,
    /// The models of every size, if they are learned.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) sizes: Option<SizePath>,
}

/// Rows by their keys.
pub(crate) type Rows = BTreeMap<Key, Row>;

impl Row {
    pub(crate) fn failed(&self) -> bool {
        self.status == FAILED
    }

    /// True if the end of the run cut the fit short.
    pub(crate) fn interrupted(&self) -> bool {
        self.status == INTERRUPTED
    }

    /// The value of a measure, if it is known.
    pub(crate) fn get(&self, measure: Measure) -> Option<f64> {
        self.values.get(measure.name).copied()
    }
}

/// Writes `results.csv`, and the times of the same rows as `timing.csv`. Rows are sorted by set,
/// method as given, split and setting; trials are left out.
pub(crate) fn write_csv(folder: &Path, rows: &Rows, spec: &Spec) -> Result<(), ExperimentError> {
    let mut rows: Vec<&Row> = rows.values().filter(|row| row.key.fold.is_none()).collect();
    let place = |method: &String| spec.methods.iter().position(|known| known.name == *method);
    rows.sort_by_key(|Row { key, .. }| (&key.set, place(&key.method)));
    let cell = |Row { key, settings, values, status, note, .. }: &Row, column: &str| match column {
        "set" => key.set.clone(),
        "method" => key.method.clone(),
        "split" => key.split.to_string(),
        "setting" => key.setting.to_string(),
        "settings" => settings.clone(),
        "status" => status.clone(),
        "note" => note.clone(),
        name => values.get(name).map_or(String::new(), f64::to_string),
    };
    let measures = |of_machine| Measure::columns(of_machine).collect::<Vec<_>>();
    let key = ["set", "method", "split", "setting"];
    let results = [&key[..], &["settings"], &measures(false), &["status", "note"]].concat();
    for (name, columns) in [("results.csv", results), ("timing.csv", [&key[..], &measures(true)].concat())] {
        let line = |row: &&Row| columns.iter().map(|column| cell(row, column)).collect();
        let heading: Vec<String> = columns.iter().map(|&column| column.to_owned()).collect();
        let text = csv_text(std::iter::once(heading).chain(rows.iter().map(line)));
        write_whole(&folder.join(name), text.as_bytes())?;
    }
    Ok(())
}

/// Reads the results of other programs in `results.csv` and `timing.csv` of a folder. Files may be
/// missing, and so may columns but for the set, the method and the split. Unknown columns are
/// skipped, and so are cells that are no number.
pub(crate) fn read_csv(folder: &Path) -> Result<Rows, ExperimentError> {
    let mut rows = Rows::new();
    for path in ["results.csv", "timing.csv"].map(|name| folder.join(name)).into_iter().filter(|path| path.exists()) {
        let bad = |error: csv::Error| ExperimentError::within(&path, error);
        let mut keys = BTreeSet::new();
        for record in csv::Reader::from_path(&path).map_err(bad)?.deserialize() {
            let mut cells: BTreeMap<String, String> = record.map_err(bad)?;
            let mut take = |name: &str| cells.remove(name).unwrap_or_default();
            let split = take("split").parse().map_err(|_| ExperimentError::within(&path, "a split is not a number"))?;
            let key = Key { set: take("set"), method: take("method"), split, ..Key::default() };
            let (status, note) = (take("status"), take("note"));
            if !keys.insert(key.clone()) {
                let message = format!("two rows are of {} on {}, split {split}", key.method, key.set);
                return Err(ExperimentError::within(&path, message));
            }
            let value = |(name, cell): (String, String)| {
                let value = cell.parse::<f64>().ok().filter(|value| value.is_finite())?;
                Some((Measure::named(&name)?.name.into(), value))
            };
            let row = rows.entry(key.clone()).or_insert_with(|| Row { key, status, note, ..Row::default() });
            row.values.extend(cells.into_iter().filter_map(value));
        }
    }
    Ok(rows)
}

/// Writes a file whole or not at all.
pub(crate) fn write_whole(path: &Path, bytes: &[u8]) -> Result<(), ExperimentError> {
    rulegen_data::write_whole(path, bytes).map_err(ExperimentError::write(path))
}
