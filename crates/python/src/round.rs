//! Rounds of column generation as dictionaries.

use pyo3::prelude::*;
use pyo3::types::PyDict;
use rulegen::driver::Round;
use rulegen_eval::TraceRow;

/// A round, under the names of the columns of a trace file.
pub(crate) fn said<'py>(py: Python<'py>, r: &Round) -> PyResult<Bound<'py, PyDict>> {
    let counts = (r.iteration, &r.pricer, r.objective, r.lower_bound, r.columns, r.added, r.best_gain, r.proved);
    let seconds = [r.lp, r.pricing, r.elapsed].map(|time| time.as_secs_f64());
    let counts = counts.into_pyobject(py)?;
    let last = (r.tolerance, r.nodes, seconds[0], seconds[1], seconds[2]).into_pyobject(py)?;
    let dict = PyDict::new(py);
    for (name, value) in TraceRow::COLUMNS.into_iter().zip(counts.iter().chain(last.iter())) {
        dict.set_item(name, value)?;
    }
    Ok(dict)
}
