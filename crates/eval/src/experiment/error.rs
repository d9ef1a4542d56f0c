//! Errors of experiments.

use std::io;
use std::path::{Path, PathBuf};
use thiserror::Error;

/// An error of an experiment.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum ExperimentError {
    /// A file could not be read.
    #[error("cannot read {path}: {source}")]
    Read {
        /// The file.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// A file could not be written.
    #[error("cannot write {path}: {source}")]
    Write {
        /// The file.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// A TOML file says something that is not understood.
    #[error("{path}: {message}")]
    Syntax {
        /// The file.
        path: PathBuf,
        /// Where and why, on one line.
        message: String,
    },
    /// A specification that cannot be run.
    #[error("{message}")]
    Spec {
        /// Why.
        message: String,
    },
    /// A setting of a method that is not understood or is out of range.
    #[error("method '{method}': {message}")]
    Setting {
        /// The method.
        method: String,
        /// Why.
        message: String,
    },
    /// Data that cannot be used.
    #[error("data set '{set}': {source}")]
    Data {
        /// The data set.
        set: String,
        /// Why.
        source: rulegen_data::DataError,
    },
    /// The folder holds results of something else.
    #[error("{folder} holds the results of another experiment ({what}): name another folder")]
    OtherResults {
        /// The folder.
        folder: PathBuf,
        /// What is different.
        what: String,
    },
    /// Another run is using the folder.
    #[error("another run is using {folder}: wait for its end, or name another folder")]
    InUse {
        /// The folder.
        folder: PathBuf,
    },
    /// A results file that holds something else.
    #[error("{path}: {message}")]
    BadResults {
        /// The file.
        path: PathBuf,
        /// Why.
        message: String,
    },
    /// A plot could not be drawn.
    #[error("cannot draw {path}: {message}")]
    Plot {
        /// The file.
        path: PathBuf,
        /// Why.
        message: String,
    },
}

impl ExperimentError {
    /// Whether the request is at fault and not the machine.
    pub fn is_bad_input(&self) -> bool {
        !matches!(self, ExperimentError::Write { .. } | ExperimentError::Plot { .. })
    }

    pub(crate) fn spec(message: impl Into<String>) -> Self {
        ExperimentError::Spec { message: message.into() }
    }

    pub(crate) fn other(folder: &Path, what: &str) -> Self {
        ExperimentError::OtherResults { folder: folder.into(), what: what.into() }
    }

    pub(crate) fn read(path: &Path) -> impl FnOnce(io::Error) -> Self {
        move |source| ExperimentError::Read { path: path.into(), source }
    }

    pub(crate) fn write(path: &Path) -> impl FnOnce(io::Error) -> Self {
        move |source| ExperimentError::Write { path: path.into(), source }
    }

    /// A fault in a TOML file, on one line with its place.
    pub(crate) fn syntax(path: &Path, text: &str, error: &toml::de::Error) -> Self {
        let line = error.span().map(|span| text[..span.start.min(text.len())].matches('\n').count() + 1);
        let place = line.map_or(String::new(), |line| format!("line {line}: "));
        ExperimentError::Syntax { path: path.into(), message: format!("{place}{}", error.message().replace('\n', " ")) }
    }
}
