//! The files of results in a folder.

use super::error::ExperimentError;
use super::row::{Key, Keyed, Row, Timing, Trial};
use super::store::Store;
use std::collections::HashSet;
use std::fs::{File, TryLockError};
use std::path::Path;

/// Rows without times.
pub(crate) const RESULTS: &str = "results.csv";

/// Times of the same rows.
pub(crate) const TIMING: &str = "timing.csv";

/// The scores of the choice among settings.
pub(crate) const TRIALS: &str = "trials.csv";

/// The files that a run continues from.
#[derive(Debug)]
pub(crate) struct Results {
    pub(crate) rows: Store<Row>,
    timing: Store<Timing>,
    pub(crate) trials: Store<Trial>,
    /// Rows whose times are there too.
    known: HashSet<Key>,
}

/// Locks a folder as long as it is held. The lock ends with the process, however that ends.
#[derive(Debug)]
pub(crate) struct Lock {
    _file: File,
}

impl Lock {
    /// Locks a folder, which is created if it is missing.
    ///
    /// # Errors
    /// Another run has it, or it cannot be written to.
    pub(crate) fn take(folder: &Path) -> Result<Lock, ExperimentError> {
        std::fs::create_dir_all(folder).map_err(ExperimentError::write(folder))?;
        let path = folder.join(".lock");
        let file = File::create(&path).map_err(ExperimentError::write(&path))?;
        match file.try_lock() {
            Ok(()) => Ok(Lock { _file: file }),
            Err(TryLockError::WouldBlock) => Err(ExperimentError::InUse { folder: folder.into() }),
            // Some file systems have no locks. Results can still be kept there.
            Err(TryLockError::Error(error)) => {
                log::warn!("{} cannot be locked: {error}", path.display());
                Ok(Lock { _file: file })
            }
        }
    }
}

impl Results {
    pub(crate) fn open(folder: &Path) -> Result<Results, ExperimentError> {
        let rows: Store<Row> = Store::open(folder.join(RESULTS))?;
        let timing: Store<Timing> = Store::open(folder.join(TIMING))?;
        let trials = Store::open(folder.join(TRIALS))?;
        let timed: HashSet<Key> = timing.rows.iter().map(Keyed::key).collect();
        let known = rows.rows.iter().map(Keyed::key).filter(|key| timed.contains(key)).collect();
        Ok(Results { rows, timing, trials, known })
    }

    /// Whether a folder holds results.
    pub(crate) fn are_in(folder: &Path) -> bool {
        [RESULTS, TIMING, TRIALS].iter().any(|name| folder.join(name).exists())
    }

    pub(crate) fn has(&self, key: &Key) -> bool {
        self.known.contains(key)
    }

    /// Rows of fits that failed do not count as known.
    pub(crate) fn forget_failed(&mut self) {
        for row in self.rows.rows.iter().filter(|row| row.failed()) {
            self.known.remove(&row.key());
        }
    }

    /// Drops rows, and times without a row: what a kill left of a cell.
    pub(crate) fn forget(&mut self, keys: &HashSet<Key>) -> Result<(), ExperimentError> {
        self.known.retain(|key| !keys.contains(key));
        let known = |key: Key| self.known.contains(&key);
        self.rows.retain(|row| known(row.key()))?;
        self.timing.retain(|timing| known(timing.key()))
    }

    /// Keeps rows. Times are written first, so a row implies that its times are there.
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
