//! Notes of a run: the warnings that the crates log.

use crate::failure::bad_input;
use log::{Level, LevelFilter, Log, Metadata, Record};
use pyo3::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};
use std::cell::RefCell;
use std::sync::{Arc, Mutex, PoisonError};

thread_local! {
    /// Where this thread notes.
    static NOTES: RefCell<Option<Notes>> = const { RefCell::new(None) };
}

/// The notes of one run, in order, each once.
#[derive(Clone, Debug, Default)]
pub(crate) struct Notes(Arc<Mutex<Vec<String>>>);

impl Notes {
    /// A pool of the run's own, whose threads note here: it is gone when the process forks.
    pub(crate) fn pool(&self, threads: usize) -> PyResult<ThreadPool> {
        let notes = self.clone();
        let start = move |_| NOTES.with(|own| *own.borrow_mut() = Some(notes.clone()));
        ThreadPoolBuilder::new().num_threads(threads).start_handler(start).build().map_err(bad_input)
    }

    /// Takes what was noted since it was last asked.
    pub(crate) fn take(&self) -> Vec<String> {
        std::mem::take(&mut *self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }

    fn push(&self, note: String) {
        let mut notes = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if !notes.contains(&note) {
            notes.push(note);
        }
    }
}

/// Sends warnings to Python's `logging`, under the names of the crates' modules (`rulegen.rug`,
/// ...), and notes them with the run whose thread warns.
struct Noting(pyo3_log::Logger);

impl Log for Noting {
    fn enabled(&self, metadata: &Metadata<'_>) -> bool {
        metadata.level() <= Level::Warn
    }

    fn log(&self, record: &Record<'_>) {
        if !self.enabled(record.metadata()) {
            return;
        }
        NOTES.with(|own| own.borrow().iter().for_each(|notes| notes.push(record.args().to_string())));
        self.0.log(record);
    }

    fn flush(&self) {}
}

/// Makes Python's `logging` the logger of the crates. Not so in the executable, which prints
/// warnings.
#[pyfunction]
pub(crate) fn log_to_python(py: Python<'_>) -> PyResult<()> {
    let logger = pyo3_log::Logger::new(py, pyo3_log::Caching::Nothing)?.filter(LevelFilter::Warn);
    // A process has one logger: where an extension put one in first, it stays.
    if log::set_boxed_logger(Box::new(Noting(logger))).is_ok() {
        log::set_max_level(LevelFilter::Warn);
    }
    Ok(())
}
