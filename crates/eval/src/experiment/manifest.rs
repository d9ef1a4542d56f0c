//! The manifest of a folder of results: its specification, its data, and what made the results.

use super::error::ExperimentError;
use super::results::Results;
use super::sets::{Set, checksum};
use super::spec::Spec;
use super::splits::{Split, split_file};
use super::store::write_whole;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// The version in manifests. Development builds are marked, because their times differ.
const VERSION: &str = match cfg!(debug_assertions) {
    true => concat!(env!("CARGO_PKG_VERSION"), " (development build)"),
    false => env!("CARGO_PKG_VERSION"),
};

/// The manifest of a folder of results. Other programs read from it where the data are. The test rows of each split are
/// beside it, in `splits/SET.SPLIT.test`.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Manifest {
    pub(crate) title: String,
    /// SHA-256 of everything in the specification that results depend on.
    pub(crate) fingerprint: String,
    pub(crate) seed: u64,
    /// What made the results; several entries where a run was continued elsewhere.
    pub(crate) made_by: Vec<Maker>,
    pub(crate) sets: BTreeMap<String, SetRecord>,
}

/// A data set, as it was read.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct SetRecord {
    pub(crate) file: PathBuf,
    pub(crate) sha256: String,
    pub(crate) rows: usize,
    pub(crate) features: usize,
    pub(crate) classes: Vec<String>,
    pub(crate) target: String,
    pub(crate) positive: Option<String>,
    pub(crate) categorical: Vec<String>,
    /// The column of groups, which is then no feature.
    pub(crate) group: Option<String>,
    pub(crate) splits: usize,
    /// SHA-256 of the files of test rows, one after the other.
    pub(crate) splits_sha256: String,
}

/// A program, and how and where it ran.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Maker {
    pub(crate) version: String,
    /// The commit that it was built from, where that is known.
    pub(crate) commit: Option<String>,
    /// Threads of all fits together.
    pub(crate) threads: usize,
    /// Threads of one fit.
    pub(crate) fit_threads: usize,
    pub(crate) machine: Machine,
}

impl Maker {
    pub(crate) fn here(threads: usize, fit_threads: usize) -> Maker {
        let commit = option_env!("RULEGEN_COMMIT").map(str::to_owned);
        Maker { version: VERSION.into(), commit, threads, fit_threads, machine: Machine::here() }
    }
}

/// The machine that results come from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Machine {
    pub(crate) processor: String,
    pub(crate) cores: usize,
    pub(crate) memory_gigabytes: u64,
    pub(crate) system: String,
}

impl Machine {
    fn here() -> Machine {
        let cpu = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
        let model = cpu.lines().find(|line| line.starts_with("model name")).and_then(|line| line.split_once(':'));
        Machine {
            processor: model.map_or("unknown", |(_, name)| name.trim()).into(),
            cores: std::thread::available_parallelism().map_or(1, usize::from),
            // The bound is half of what there is.
            memory_gigabytes: (super::memory::usual_bound() * 2).div_ceil(1 << 30),
            system: format!("{} {}", std::env::consts::OS, std::env::consts::ARCH),
        }
    }
}

impl Manifest {
    pub(crate) fn path(folder: &Path) -> PathBuf {
        folder.join("manifest.json")
    }

    /// The manifest of a run that has not started.
    pub(crate) fn new(spec: &Spec, fingerprint: String, sets: &[(&Set, &[Split])]) -> Manifest {
        let record = |&(set, splits): &(&Set, &[Split])| {
            let entry = &set.entry;
            let files: String = splits.iter().map(split_file).collect();
            let record = SetRecord {
                file: entry.file.canonicalize().unwrap_or_else(|_| entry.file.clone()),
                sha256: set.checksum.clone(),
                rows: set.rows(),
                features: set.data.features.columns().len(),
                classes: set.data.target.classes.clone(),
                target: entry.target.clone(),
                positive: set.positive.map(|k| set.data.target.classes[k as usize].clone()),
                categorical: entry.categorical.clone(),
                group: entry.sensitive.clone().filter(|_| spec.data.groups),
                splits: splits.len(),
                splits_sha256: checksum(files.as_bytes()),
            };
            (set.name.clone(), record)
        };
        let sets = sets.iter().map(record).collect();
        Manifest { title: spec.title.clone(), fingerprint, seed: spec.seed, made_by: Vec::new(), sets }
    }

    /// Reads the manifest of a folder; none if there is none.
    pub(crate) fn read(folder: &Path) -> Result<Option<Manifest>, ExperimentError> {
        let path = Manifest::path(folder);
        let text = match std::fs::read_to_string(&path) {
            Ok(text) => text,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(ExperimentError::read(&path)(error)),
        };
        let bad = |error: serde_json::Error| ExperimentError::BadResults { path, message: error.to_string() };
        serde_json::from_str(&text).map(Some).map_err(bad)
    }

    /// Whether a folder with this manifest is about the specification of this fingerprint.
    ///
    /// # Errors
    /// Another specification.
    pub(crate) fn check(&self, fingerprint: &str, folder: &Path) -> Result<(), ExperimentError> {
        match self.fingerprint == fingerprint {
            true => Ok(()),
            false => Err(ExperimentError::other(folder, "the specification has changed")),
        }
    }

    /// Takes over the other sets and the makers of results from the manifest of the folder, if there is one.
    ///
    /// # Errors
    /// A folder that is about something else, or with results of another version.
    pub(crate) fn go_on(&mut self, folder: &Path) -> Result<(), ExperimentError> {
        let Some(before) = Manifest::read(folder)? else {
            return match Results::are_in(folder) {
                true => Err(ExperimentError::other(folder, "it has no manifest.json to say of what")),
                false => Ok(()),
            };
        };
        before.check(&self.fingerprint, folder)?;
        if let Some(other) = before.made_by.iter().find(|maker| maker.version != VERSION) {
            return Err(ExperimentError::other(folder, &format!("of version {}, not {VERSION}", other.version)));
        }
        for (name, set) in before.sets {
            let Some(now) = self.sets.get(&name) else {
                self.sets.insert(name, set);
                continue;
            };
            if now.splits_sha256 != set.splits_sha256 {
                return Err(ExperimentError::other(folder, &format!("the splits of '{name}' have changed")));
            }
            if *now != (SetRecord { file: now.file.clone(), ..set }) {
                return Err(ExperimentError::other(folder, &format!("the data set '{name}' has changed")));
            }
        }
        self.made_by = before.made_by;
        Ok(())
    }

    /// Writes the manifest into a folder.
    pub(crate) fn write(&self, folder: &Path) -> Result<(), ExperimentError> {
        let text = serde_json::to_string_pretty(self).expect("plain data");
        write_whole(&Manifest::path(folder), format!("{text}\n").as_bytes())
    }
}

/// SHA-256 of everything in a specification that results depend on. The report and the choice of sets are left out,
/// because results of other sets stay true.
pub(crate) fn fingerprint(path: &Path) -> Result<String, ExperimentError> {
    let text = std::fs::read_to_string(path).map_err(ExperimentError::read(path))?;
    let mut table: toml::Table = text.parse().map_err(|error| ExperimentError::syntax(path, &text, &error))?;
    for key in ["title", "note", "report"] {
        table.remove(key);
    }
    if let Some(toml::Value::Table(data)) = table.get_mut("data") {
        // The manifest describes each set itself.
        data.retain(|key, _| key == "groups");
    }
    if let Some(toml::Value::Table(splits)) = table.get_mut("splits") {
        splits.remove("folder");
    }
    Ok(checksum(table.to_string().as_bytes()))
}
