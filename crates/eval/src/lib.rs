//! Measures of classifiers made of rules (docs/MATH.md 9) and of their fairness (docs/MATH.md 3), cross-validation, and experiments.
#![forbid(unsafe_code)]

mod calibration;
mod cross_validation;
mod experiment;
mod fairness;
mod front;
mod intervals;
mod path;
mod probability;
mod quality;
mod ranking;
mod scores;
mod size;
mod spread;
mod table;
mod trace;

pub use calibration::{CalibrationBin, CalibrationCurve, claims};
pub use cross_validation::{CrossValidationError, Scores, cross_validate, cross_validate_choice};
pub use experiment::{
    End, ExperimentError, Measure, RunOptions, RunOutcome, ToPdf, Watcher, run_experiment, write_experiment_report,
    write_experiment_splits,
};
pub use fairness::{ClassErrors, FairnessReport, FairnessScores, GroupRates};
pub use front::pareto_front;
pub use intervals::{Estimate, Rate, wilson_interval};
pub use path::{Accuracy, PathRow, Validated};
pub use quality::{ClassQuality, Quality};
pub use scores::ScoreQuality;
pub use size::{SampleSize, Size};
pub use spread::{Spread, Verdict, compare_paired};
pub use table::{LATEX_PACKAGES, latex_table, markdown_table};
pub use trace::TraceRow;
