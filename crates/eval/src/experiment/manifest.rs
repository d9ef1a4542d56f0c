//! The manifest of a folder of results: its specification, its data, and what made the results.

use super::error::ExperimentError;
use super::journal::Journal;
use super::plan::Plan;
use super::row::write_whole;
use super::sets::{Set, checksum};
use crate::memory::usable_memory;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::path::Path;

/// The version in manifests. Development builds are marked, because their times differ.
pub(crate) const VERSION: &str = match cfg!(debug_assertions) {
    true => concat!(env!("CARGO_PKG_VERSION"), " (development build)"),
    false => env!("CARGO_PKG_VERSION"),
};

/// The digits of the executable's checksum that a manifest has.
const SHOWN_DIGITS: usize = 12;

/// The manifest of a folder of results, `manifest.json`. Other programs read from it where the data
/// are.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Manifest {
    title: String,
    /// SHA-256 of everything in the specification that results depend on.
    fingerprint: String,
    pub(crate) seed: u64,
    /// The terms of column generation of weighted rules.
    pub(crate) terms: String,
    version: String,
    /// The makers of the results, in words; several if a run was continued elsewhere.
    pub(crate) made_by: Vec<String>,
    /// The description of each set, as it was read.
    pub(crate) sets: BTreeMap<String, Value>,
}

/// Describes a data set. The file may move.
fn record(set: &Set) -> Value {
    let (spec, data) = (&set.spec, &set.data);
    json!({
        "file": spec.file.canonicalize().unwrap_or_else(|_| spec.file.clone()),
        "sha256": set.checksum,
        "rows": set.rows(),
        "features": data.features.columns().len(),
        "classes": data.target.classes,
        "target": spec.target,
        "positive": set.positive_class(),
        "categorical": spec.categorical,
        // The column of groups is then no feature.
        "group": spec.sensitive.as_ref().filter(|_| data.groups.is_some()),
        "splits": set.splits.len(),
        // The files of test rows, one after the other.
        "splits_sha256": checksum(set.split_files().collect::<String>().as_bytes()),
    })
}

/// Describes this program, the machine on which it runs, and the fits at a time.
pub(crate) fn maker(threads: usize) -> String {
    let commit = option_env!("RULEGEN_COMMIT").map_or(String::new(), |commit| format!(", built from {commit}"));
    // Pricers and losses of one's own have no version.
    let executable = std::env::current_exe().and_then(std::fs::read).ok();
    let executable =
        executable.map_or(String::new(), |bytes| format!(", executable {}", &checksum(&bytes)[..SHOWN_DIGITS]));
    format!("rulegen {VERSION}{commit}{executable}, {}, fits at a time: {threads}", machine())
}

/// Describes the machine.
pub(crate) fn machine() -> String {
    let cpu = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let model = cpu.lines().find(|line| line.starts_with("model name")).and_then(|line| line.split_once(':'));
    let processor = model.map_or("unknown processor", |(_, name)| name.trim());
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let memory = usable_memory().map_or(String::new(), |bytes| format!("{} GB, ", bytes.div_ceil(1 << 30)));
    let (system, processors) = (std::env::consts::OS, std::env::consts::ARCH);
    format!("{processor} ({cores} cores, {memory}{system} {processors})")
}

impl Manifest {
    /// The manifest of a run that has not started.
    pub(crate) fn new(plan: &Plan<'_>, fingerprint: String) -> Manifest {
        let sets = plan.sets.iter().map(|set| (set.spec.name.clone(), record(set))).collect();
        let (title, version) = (plan.spec.title.clone(), VERSION.into());
        Manifest {
            title,
            version,
            fingerprint,
            seed: plan.spec.seed,
            terms: plan.spec.terms().to_owned(),
            made_by: Vec::new(),
            sets,
        }
    }

    /// Reads the manifest of a folder, if there is one, for the specification of this fingerprint.
    ///
    /// # Errors
    /// A damaged manifest, or one of another specification.
    pub(crate) fn read(folder: &Path, fingerprint: &str) -> Result<Option<Manifest>, ExperimentError> {
        let path = folder.join("manifest.json");
        if !path.exists() {
            return Ok(None);
        }
        let text = std::fs::read_to_string(&path).map_err(ExperimentError::read(&path))?;
        let read: Manifest = serde_json::from_str(&text).map_err(|error| ExperimentError::within(&path, error))?;
        match read.fingerprint == fingerprint {
            true => Ok(Some(read)),
            false => Err(other_results(folder, "the specification has changed")),
        }
    }

    /// Takes over the makers of results, and sets that are not in this one, from the manifest of
    /// the folder.
    ///
    /// # Errors
    /// A folder with results of something else, or of another version.
    pub(crate) fn continued(mut self, folder: &Path) -> Result<Manifest, ExperimentError> {
        let Some(before) = Manifest::read(folder, &self.fingerprint)? else {
            // A run that was killed at its start leaves an empty journal.
            let has_rows = std::fs::metadata(Journal::path(folder)).is_ok_and(|file| file.len() > 0);
            return match has_rows {
                true => Err(other_results(folder, "it has no manifest.json to say of what")),
                false => Ok(self),
            };
        };
        if before.version != VERSION && !before.made_by.is_empty() {
            return Err(other_results(folder, &format!("of version {}, not {VERSION}", before.version)));
        }
        if before.terms != self.terms {
            return Err(other_results(folder, &format!("on the terms '{}', not '{}'", before.terms, self.terms)));
        }
        for (name, mut before) in before.sets {
            let now = self.sets.entry(name.clone()).or_insert_with(|| before.clone());
            before["file"] = now["file"].clone();
            if *now != before {
                let part = if now["splits_sha256"] == before["splits_sha256"] { "data" } else { "splits" };
                return Err(other_results(folder, &format!("the {part} of '{name}' have changed")));
            }
        }
        self.made_by = before.made_by;
        Ok(self)
    }

    pub(crate) fn write(&self, folder: &Path) -> Result<(), ExperimentError> {
        let text = serde_json::to_string_pretty(self).expect("plain data");
        write_whole(&folder.join("manifest.json"), format!("{text}\n").as_bytes())
    }
}

fn other_results(folder: &Path, difference: &str) -> ExperimentError {
    let folder = folder.display();
    ExperimentError::Input(format!(
        "{folder} holds the results of another experiment ({difference}): name another folder"
    ))
}

/// SHA-256 of everything in a specification that results depend on. The report and the choice of
/// sets are left out, because results of other sets stay true; the manifest describes each set
/// itself.
pub(crate) fn fingerprint(path: &Path) -> Result<String, ExperimentError> {
    let text = std::fs::read_to_string(path).map_err(ExperimentError::read(path))?;
    let mut table: toml::Table = text.parse().map_err(|error| ExperimentError::syntax(path, &text, &error))?;
    ["title", "note", "report"].iter().for_each(|key| drop(table.remove(*key)));
    if let Some(toml::Value::Table(data)) = table.get_mut("data") {
        data.retain(|key, _| key == "groups");
    }
    if let Some(toml::Value::Table(splits)) = table.get_mut("splits") {
        splits.remove("folder");
    }
    Ok(checksum(table.to_string().as_bytes()))
}
