//! Experiments: data sets x methods x splits from a specification, run in parallel and resumable after a kill.

mod cells;
mod check;
mod choose;
mod error;
mod grid;
mod learn;
mod manifest;
mod measure;
mod memory;
#[cfg(feature = "parquet")]
mod parquet;
mod plot;
mod published;
mod queue;
mod report;
mod report_spec;
mod results;
mod row;
mod run;
mod sets;
mod settings;
mod spec;
mod splits;
mod store;
mod tally;
mod watcher;
mod work;

pub use error::ExperimentError;
pub use measure::Measure;
pub use report::{ToPdf, write_experiment_report};
pub use run::{End, RunOptions, RunOutcome, run_experiment, write_experiment_splits};
pub use watcher::Watcher;
