//! Files that are written whole or not at all.

use pyo3::prelude::*;
use rulegen::data::write_whole as write;
use std::io::Error;
use std::path::PathBuf;

/// Writes a text: whoever reads sees the old file or the new one, and an error leaves the old one.
///
/// # Errors
/// `OSError`.
#[pyfunction]
pub(crate) fn write_whole(py: Python<'_>, path: PathBuf, text: &str) -> PyResult<()> {
    // The kind of an error decides on its class in Python.
    let named = |error: Error| Error::new(error.kind(), format!("cannot write {}: {error}", path.display()));
    Ok(py.detach(|| write(&path, text.as_bytes())).map_err(named)?)
}
