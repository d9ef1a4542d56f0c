#![doc = include_str!("../README.md")]
//!
//! The scores of fairness are in docs/MATH.md 3. Measures and cross-validation are in
//! `rulegen-measure`.
#![forbid(unsafe_code)]

mod comparison;
mod experiment;
mod fairness;
mod figures;
mod front;
mod memory;
mod table;
mod trace;

pub use comparison::{comparison_csv, comparison_json};
pub use experiment::{
    Comparison, ExperimentError, FitFailure, FitRecord, GivenSet, RunOptions, RunOutcome, SizeRow, SplitSpec,
    StrategyFit, Watcher, compare_bounds, models_by_size, run_comparison, run_experiment, sizes_csv, traces_csv,
    write_experiment_report, write_experiment_splits,
};
pub use fairness::{ClassErrors, FairnessReport, FairnessScores, GroupRates};
pub use figures::{Against, FigureError, draw_convergence, draw_profile};
pub use front::pareto_front;
pub use memory::most_for_a_table;
pub use table::{LATEX_PACKAGES, latex_table, markdown_table};
pub use trace::TraceRow;
