//! Errors as Python's: `ValueError` for what the user can fix, `RuntimeError` for the rest.

use pyo3::PyErr;
use pyo3::exceptions::{PyRuntimeError, PyValueError};
use rulegen::FitError;
use rulegen::driver::DriverError;
use rulegen::shards::ShardError;
use std::fmt::Display;

/// Bad input or a bad parameter, in the words of the crate that found it.
pub(crate) fn bad_input(error: impl Display) -> PyErr {
    PyValueError::new_err(error.to_string())
}

/// An error of a fit: an exception of a pricer, a scorer or workers in Python is raised as it is;
/// of the others only a run that fails is not the user's to fix.
pub(crate) fn fit_failed(error: FitError) -> PyErr {
    match error {
        FitError::Run(DriverError::Pricer { name, source }) => match source.downcast::<PyErr>() {
            Ok(raised) => *raised,
            // A search over shards fails where these cannot be asked.
            Err(source) => match source.downcast::<ShardError>() {
                Ok(failed) => shards_failed(*failed),
                Err(source) => PyRuntimeError::new_err(DriverError::Pricer { name, source }.to_string()),
            },
        },
        FitError::Shards(error) => shards_failed(error),
        FitError::Scorer { name, source } => match source.downcast::<PyErr>() {
            Ok(raised) => *raised,
            Err(source) => bad_input(FitError::Scorer { name, source }),
        },
        FitError::Run(error) => PyRuntimeError::new_err(error.to_string()),
        error => bad_input(error),
    }
}

/// An error of rows in shards: an exception of workers in Python is raised as it is.
pub(crate) fn shards_failed(error: ShardError) -> PyErr {
    match error {
        ShardError::Workers { source } => match source.downcast::<PyErr>() {
            Ok(raised) => *raised,
            Err(source) => PyRuntimeError::new_err(ShardError::Workers { source }.to_string()),
        },
        error @ (ShardError::BadMessage { .. } | ShardError::Misfit { .. }) => {
            PyRuntimeError::new_err(error.to_string())
        }
        error => bad_input(error),
    }
}
