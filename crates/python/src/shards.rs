//! Rows that lie in shards: what workers do with theirs, and the fit over all of them.

use crate::failure::{bad_input, fit_failed, shards_failed};
use crate::fit::Outcome;
use crate::frame::Frame;
use crate::settings::over_shards;
use crate::watch::{Watched, watched};
use numpy::PyReadonlyArray1;
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedBytes;
use pyo3::types::{PyBytes, PyDict};
use rayon::ThreadPoolBuilder;
use rulegen::driver::Observer;
use rulegen::limits::StopFlag;
use rulegen::shards::{CodedShard, ShardError, Workers, WorkersError, sum_answers};
use std::num::NonZeroUsize;
use std::sync::Arc;

/// A part of the training rows.
#[pyclass(frozen, module = "rulegen._rulegen")]
#[derive(Debug)]
pub(crate) struct Partition {
    rows: rulegen::shards::Partition,
}

#[pymethods]
impl Partition {
    /// Takes the rows of `frame`, which is empty afterwards, with the class of each as an index and
    /// its weight.
    #[new]
    fn new(
        mut frame: PyRefMut<'_, Frame>,
        labels: PyReadonlyArray1<'_, i32>,
        weights: Option<PyReadonlyArray1<'_, f64>>,
    ) -> PyResult<Partition> {
        let labels = labels.as_array().into_iter().map(|&code| u32::try_from(code).map_err(bad_input));
        let labels = labels.collect::<PyResult<_>>()?;
        let weights = weights.map(|weights| weights.as_array().iter().copied().collect());
        Ok(Partition { rows: rulegen::shards::Partition { table: std::mem::take(&mut frame.table), labels, weights } })
    }

    /// Answers a question of the coordinator before rows are coded. `class_rows` counts the rows of
    /// each class in all partitions.
    fn summary<'py>(
        &self,
        py: Python<'py>,
        class_rows: Vec<u64>,
        question: PyBackedBytes,
    ) -> PyResult<Bound<'py, PyBytes>> {
        let summary = py.detach(|| self.rows.summary(&class_rows, &question)).map_err(shards_failed)?;
        Ok(PyBytes::new(py, &summary))
    }

    /// Codes the rows as the coordinator says.
    fn code(&self, py: Python<'_>, coding: &[u8]) -> PyResult<Shard> {
        let shard = py.detach(|| CodedShard::new(&self.rows, coding)).map_err(shards_failed)?;
        Ok(Shard { shard })
    }
}

/// The rows of a partition, coded: what a worker keeps.
#[pyclass(frozen, module = "rulegen._rulegen")]
#[derive(Debug)]
pub(crate) struct Shard {
    shard: CodedShard,
}

#[pymethods]
impl Shard {
    /// Reads the bytes that `__reduce__` wrote.
    #[staticmethod]
    fn from_bytes(py: Python<'_>, bytes: &[u8]) -> PyResult<Shard> {
        Ok(Shard { shard: py.detach(|| CodedShard::from_bytes(bytes)).map_err(shards_failed)? })
    }

    /// Pickled as bytes: workers may hand it on or write it to disk.
    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (Bound<'py, PyBytes>,))> {
        let bytes = py.detach(|| self.shard.to_bytes());
        Ok((py.get_type::<Shard>().getattr("from_bytes")?, (PyBytes::new(py, &bytes),)))
    }

    fn __sizeof__(&self) -> usize {
        self.shard.bytes()
    }
}

/// Workers that a Python object asks.
#[derive(Debug)]
struct Remote(Py<PyAny>);

impl Workers for Remote {
    fn summaries(&self, question: &[u8]) -> Result<Vec<Vec<u8>>, WorkersError> {
        Ok(Python::attach(|py| self.0.call_method1(py, "summaries", (PyBytes::new(py, question),))?.extract(py))?)
    }

    fn code(&self, coding: &[u8]) -> Result<(), WorkersError> {
        Python::attach(|py| self.0.call_method1(py, "code", (PyBytes::new(py, coding),)))?;
        Ok(())
    }

    fn answers(&self, request: &[u8]) -> Result<Vec<Vec<u8>>, WorkersError> {
        Ok(Python::attach(|py| self.0.call_method1(py, "answers", (PyBytes::new(py, request),))?.extract(py))?)
    }
}

/// Returns the sum of the shards' answers to a request of the coordinator. It uses one thread, so
/// callers with more call it several times at once.
#[pyfunction]
pub(crate) fn answer<'py>(
    py: Python<'py>,
    shards: Vec<Bound<'py, Shard>>,
    request: PyBackedBytes,
) -> PyResult<Bound<'py, PyBytes>> {
    let shards: Vec<&CodedShard> = shards.iter().map(|shard| &shard.get().shard).collect();
    let answers = || -> Result<Vec<u8>, ShardError> {
        let answers = shards.iter().map(|shard| shard.answer(&request)).collect::<Result<Vec<_>, _>>()?;
        sum_answers(answers.iter().map(|answer| &answer[..]))
    };
    let sum = py.detach(|| -> PyResult<Vec<u8>> {
        let pool = ThreadPoolBuilder::new()
            .num_threads(1)
            .build()
            .map_err(|error| PyRuntimeError::new_err(error.to_string()))?;
        pool.install(answers).map_err(shards_failed)
    })?;
    Ok(PyBytes::new(py, &sum))
}

/// Checks the parameters of a fit over shards before any row is read. If rows may be fetched, all
/// parameters are allowed.
#[pyfunction]
pub(crate) fn check_over_shards(
    method: &str,
    settings: &Bound<'_, PyDict>,
    rows_at_hand: NonZeroUsize,
    may_fetch: bool,
) -> PyResult<()> {
    let learner = over_shards(method, settings, rows_at_hand)?;
    if may_fetch { Ok(()) } else { learner.check_shards().map_err(bad_input) }
}

/// Learns by a method from rows that `workers` hold: an object whose `summaries(bytes)`,
/// `code(bytes)` and `answers(bytes)` ask each partition, the last from several threads at once. An
/// exception of theirs is raised as it is. `each` is called as in `fit`.
#[pyfunction]
#[pyo3(signature = (method, settings, workers, target, classes, threads, each, rows_at_hand))]
#[expect(clippy::too_many_arguments, reason = "they are those of a function of Python")]
pub(crate) fn fit_shards(
    py: Python<'_>,
    method: &str,
    settings: &Bound<'_, PyDict>,
    workers: Py<PyAny>,
    target: &str,
    classes: Vec<String>,
    threads: usize,
    each: Option<Py<PyAny>>,
    rows_at_hand: NonZeroUsize,
) -> PyResult<Outcome> {
    let learner = over_shards(method, settings, rows_at_hand)?;
    let workers: Arc<dyn Workers> = Arc::new(Remote(workers));
    let work = |stop: &StopFlag, observer: &mut dyn Observer| {
        learner.fit_shards(&workers, target, &classes, &stop.clone().into(), observer)
    };
    let Watched { done, took, rounds, notes } = watched(py, threads, each.as_ref(), work)?;
    Ok(Outcome { fitted: done.map_err(fit_failed)?, rounds, notes, learning: took })
}
