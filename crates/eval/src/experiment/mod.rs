//! Experiments: data sets x methods x splits from a specification, run in parallel and resumable
//! after a kill.

mod choose;
mod error;
mod journal;
mod judge;
mod learn;
mod manifest;
mod measure;
mod plan;
mod plot;
mod published;
mod report;
mod row;
mod run;
mod scores;
mod sets;
mod size_path;
mod sizes;
mod spec;
mod strategies;
mod tally;
mod watch;
mod work;

pub use error::ExperimentError;
pub use learn::FitFailure;
pub(crate) use measure::Measure;
pub use report::write_experiment_report;
pub use row::FitRecord;
pub use run::{RunOptions, RunOutcome, run_experiment, write_experiment_splits};
pub use sizes::{SizeRow, models_by_size, sizes_csv};
pub use spec::SplitSpec;
pub use strategies::{Comparison, GivenSet, StrategyFit, compare_bounds, run_comparison, traces_csv};
pub use work::Watcher;
