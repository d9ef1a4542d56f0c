//! Measures of classifiers made of rules (MATH.md 9) and of their fairness (MATH.md 3), and cross-validation.
#![forbid(unsafe_code)]

mod cross_validation;
mod fairness;
mod front;
mod intervals;
mod quality;
mod size;

pub use cross_validation::{CrossValidationError, Scores, cross_validate, cross_validate_choice};
pub use fairness::{ClassErrors, FairnessReport, FairnessScores, GroupRates};
pub use front::pareto_front;
pub use intervals::{Rate, wilson_interval};
pub use quality::{ClassQuality, Quality};
pub use size::{SampleSize, Size};
