//! Files that are written whole or not at all.

use pyo3::prelude::*;
use rulegen::data::write_whole as write;
use std::path::PathBuf;

/// Writes a text: whoever reads sees the old file or the new one, and an error leaves the old one.
///
/// # Errors
/// `OSError`.
#[pyfunction]
pub(crate) fn write_whole(py: Python<'_>, path: PathBuf, text: &str) -> PyResult<()> {
    Ok(py.detach(|| write(&path, text.as_bytes()))?)
}
