//! Rounds of column generation as dictionaries.

use pyo3::prelude::*;
use pyo3::types::PyDict;
use rulegen::driver::Round;

/// A round, under the names of the columns of a trace file.
pub(crate) fn said<'py>(py: Python<'py>, r: &Round) -> PyResult<Bound<'py, PyDict>> {
    let dict = PyDict::new(py);
    dict.set_item("iteration", r.iteration)?;
    dict.set_item("pricer", &r.pricer)?;
    dict.set_item("objective", r.objective)?;
    dict.set_item("lower_bound", r.lower_bound)?;
    dict.set_item("columns", r.columns)?;
    dict.set_item("added", r.added)?;
    dict.set_item("best_gain", r.best_gain)?;
    dict.set_item("proved", r.proved)?;
    dict.set_item("tolerance", r.tolerance)?;
    dict.set_item("nodes", r.nodes)?;
    dict.set_item("lp_seconds", r.lp.as_secs_f64())?;
    dict.set_item("pricing_seconds", r.pricing.as_secs_f64())?;
    dict.set_item("elapsed_seconds", r.elapsed.as_secs_f64())?;
    Ok(dict)
}
