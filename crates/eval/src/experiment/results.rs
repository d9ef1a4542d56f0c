//! The files of results in a folder.

use super::error::ExperimentError;
use super::row::{Key, Keyed, Row, Timing, Trial};
use super::store::Store;
use std::collections::HashSet;
use std::path::Path;

/// Rows without times.
pub(crate) const RESULTS: &str = "results.csv";

/// Times of the same rows.
pub(crate) const TIMING: &str = "timing.csv";

/// The files that a run goes on from.
#[derive(Debug)]
pub(crate) struct Results {
    pub(crate) rows: Store<Row>,
    timing: Store<Timing>,
    pub(crate) trials: Store<Trial>,
    known: HashSet<Key>,
}

impl Results {
    pub(crate) fn open(folder: &Path) -> Result<Results, ExperimentError> {
        let rows: Store<Row> = Store::open(folder.join(RESULTS))?;
        let (timing, trials) = (Store::open(folder.join(TIMING))?, Store::open(folder.join("trials.csv"))?);
        let known = rows.rows.iter().map(Keyed::key).collect();
        Ok(Results { rows, timing, trials, known })
    }

    pub(crate) fn has(&self, key: &Key) -> bool {
        self.known.contains(key)
    }

    /// Forgets rows, and times that no row belongs to: what a kill left of a cell.
    pub(crate) fn forget(&mut self, keys: &HashSet<Key>) -> Result<(), ExperimentError> {
        self.known.retain(|key| !keys.contains(key));
        let known = |key: Key| self.known.contains(&key);
        self.rows.retain(|row| known(row.key()))?;
        self.timing.retain(|timing| known(timing.key()))
    }

    /// Keeps rows. Times come first: a row says that all is there.
    pub(crate) fn append(&mut self, made: Vec<(Row, Timing)>) -> Result<(), ExperimentError> {
        let (rows, timing): (Vec<Row>, Vec<Timing>) = made.into_iter().unzip();
        self.timing.append(timing)?;
        self.known.extend(rows.iter().map(Keyed::key));
        self.rows.append(rows)
    }

    /// Puts all rows into their order: by set, then methods as given, split and setting.
    pub(crate) fn finish(mut self, methods: &[String]) -> Result<(), ExperimentError> {
        let order = |key: Key| {
            let method = methods.iter().position(|method| *method == key.method);
            (key.set, method, key.split, key.setting)
        };
        self.rows.sort_by_key(|row| order(row.key()))?;
        self.timing.sort_by_key(|timing| order(timing.key()))
    }
}
