//! What a folder of results is about: the specification, the data, the machine.

use super::error::ExperimentError;
use super::sets::{Set, checksum};
use super::spec::Spec;
use super::store::write_whole;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// The version that results are of; their times are others in a development build.
const VERSION: &str = match cfg!(debug_assertions) {
    true => concat!(env!("CARGO_PKG_VERSION"), " (development build)"),
    false => env!("CARGO_PKG_VERSION"),
};

/// What a folder of results is about. Programs that are compared read from it where the data are; the rows of each split
/// lie beside it, in `splits/SET.SPLIT.test`.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Manifest {
    pub(crate) title: String,
    /// SHA-256 of all in the specification that decides about results.
    pub(crate) fingerprint: String,
    pub(crate) version: String,
    pub(crate) seed: u64,
    pub(crate) threads: usize,
    pub(crate) fit_threads: usize,
    pub(crate) machine: Machine,
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

    pub(crate) fn new(spec: &Spec, fingerprint: String, sets: &[(&Set, usize)], threads: usize) -> Manifest {
        let record = |&(set, splits): &(&Set, usize)| {
            let entry = &set.entry;
            let record = SetRecord {
                file: entry.file.canonicalize().unwrap_or_else(|_| entry.file.clone()),
                sha256: set.checksum.clone(),
                rows: set.rows(),
                features: set.data.features.columns.len(),
                classes: set.data.target.classes.clone(),
                target: entry.target.clone(),
                positive: set.positive.map(|k| set.data.target.classes[k as usize].clone()),
                categorical: entry.categorical.clone(),
                group: entry.sensitive.clone().filter(|_| spec.data.groups),
                splits,
            };
            (set.name.clone(), record)
        };
        Manifest {
            title: spec.title.clone(),
            fingerprint,
            version: VERSION.into(),
            seed: spec.seed,
            threads,
            fit_threads: spec.fit_threads,
            machine: Machine::here(),
            sets: sets.iter().map(record).collect(),
        }
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

    /// Writes the manifest into a folder, with what it says of other sets already: refused where the folder is about
    /// something else.
    pub(crate) fn write(mut self, folder: &Path) -> Result<(), ExperimentError> {
        if let Some(before) = Manifest::read(folder)? {
            let other = |what: String| ExperimentError::OtherResults { folder: folder.into(), what };
            if before.fingerprint != self.fingerprint {
                return Err(other("the specification has changed".into()));
            }
            if before.version != self.version {
                return Err(other(format!("of version {}, not {}", before.version, self.version)));
            }
            for (name, set) in before.sets {
                let same = |now: &SetRecord| *now == SetRecord { file: now.file.clone(), ..set.clone() };
                if self.sets.get(&name).is_some_and(|now| !same(now)) {
                    return Err(other(format!("the data set '{name}' has changed")));
                }
                self.sets.entry(name).or_insert(set);
            }
        }
        let text = serde_json::to_string_pretty(&self).expect("plain data");
        write_whole(&Manifest::path(folder), format!("{text}\n").as_bytes())
    }
}

/// SHA-256 of what decides about results in a specification: not its report, nor which sets are asked for, as what is
/// known of others stays true.
pub(crate) fn fingerprint(path: &Path) -> Result<String, ExperimentError> {
    let text = std::fs::read_to_string(path).map_err(ExperimentError::read(path))?;
    let mut table: toml::Table = text.parse().map_err(|error| ExperimentError::syntax(path, &text, &error))?;
    for key in ["title", "note", "report"] {
        table.remove(key);
    }
    if let Some(toml::Value::Table(data)) = table.get_mut("data") {
        // What a set is, the manifest says.
        data.retain(|key, _| key == "groups");
    }
    if let Some(toml::Value::Table(splits)) = table.get_mut("splits") {
        splits.remove("folder");
    }
    Ok(checksum(table.to_string().as_bytes()))
}
