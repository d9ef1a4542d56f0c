//! The command line, in Python's process.

use pyo3::prelude::*;
use rulegen::Registry;
use std::ffi::OsString;
use std::io::Write;

/// Does what the arguments ask for, the first of which is the name of the program, and returns the
/// exit code.
#[pyfunction]
pub(crate) fn run_command_line(py: Python<'_>, args: Vec<OsString>) -> u8 {
    py.detach(|| {
        let code = rulegen_cli::run_from(args.into_iter(), Registry::default());
        // Only the end of a Rust program would write what is left.
        let _ = std::io::stdout().flush();
        code
    })
}
