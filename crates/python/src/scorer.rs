//! Measures written in Python, by which sizes are chosen.

use crate::model::Model;
use numpy::PyArray1;
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use rulegen::Scorer;
use std::error::Error;

/// A name, and a function of a model and the places of rows in the data of the task.
#[derive(Debug)]
pub(crate) struct PythonScorer {
    pub(crate) name: String,
    pub(crate) score: Py<PyAny>,
}

impl Scorer for PythonScorer {
    fn name(&self) -> &str {
        &self.name
    }

    fn score(&self, model: &rulegen::rule::Model, rows: &[usize]) -> Result<f64, Box<dyn Error + Send + Sync>> {
        let ask = |py: Python<'_>| -> PyResult<f64> {
            let rows = PyArray1::from_iter(py, rows.iter().map(|&row| row as i64));
            self.score.bind(py).call1((Model::new(model.clone()), rows))?.extract()
        };
        // Python may be ending: then nobody waits for an answer.
        let asked =
            Python::try_attach(ask).unwrap_or_else(|| Err(PyRuntimeError::new_err("the interpreter is shutting down")));
        Ok(asked?)
    }
}
