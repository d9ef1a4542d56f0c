//! Errors of experiments.

use std::fmt::Display;
use std::path::{Path, PathBuf};
use thiserror::Error;

/// An error of an experiment.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum ExperimentError {
    /// A file could not be written, or a plot not drawn.
    #[error("cannot write {path}: {message}")]
    Output {
        /// The file.
        path: PathBuf,
        /// The reason.
        message: String,
    },
    /// Data that cannot be used.
    #[error("data set '{set}': {source}")]
    Data {
        /// The data set.
        set: String,
        /// The reason.
        source: rulegen_data::DataError,
    },
    /// A specification, or files of results, that cannot be used, and the reason.
    #[error("{0}")]
    Input(String),
}

impl ExperimentError {
    /// True if the request is at fault and not the machine.
    pub fn is_bad_input(&self) -> bool {
        !matches!(self, ExperimentError::Output { .. })
    }

    pub(crate) fn read<E: Display>(path: &Path) -> impl FnOnce(E) -> Self {
        move |error| ExperimentError::Input(format!("cannot read {}: {error}", path.display()))
    }

    pub(crate) fn write<E: Display>(path: &Path) -> impl FnOnce(E) -> Self {
        move |error| ExperimentError::Output { path: path.into(), message: error.to_string().replace('\n', " ") }
    }

    /// Names the file that a message is about.
    pub(crate) fn within(path: &Path, message: impl Display) -> Self {
        ExperimentError::Input(format!("{}: {message}", path.display()))
    }

    /// Names the line of a fault in a TOML file.
    pub(crate) fn syntax(path: &Path, text: &str, error: &toml::de::Error) -> Self {
        let line = error.span().map(|span| text[..span.start.min(text.len())].matches('\n').count() + 1);
        let place = line.map_or(String::new(), |line| format!("line {line}: "));
        ExperimentError::within(path, format!("{place}{}", error.message().replace('\n', " ")))
    }
}

/// Refuses a specification unless a condition holds.
pub(crate) fn ensure(holds: bool, message: impl FnOnce() -> String) -> Result<(), ExperimentError> {
    if holds { Ok(()) } else { Err(ExperimentError::Input(message())) }
}
