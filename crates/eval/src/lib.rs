//! Measures of classifiers made of rules (MATH.md 9), and cross-validation.
#![forbid(unsafe_code)]

mod cross_validation;
mod front;
mod quality;
mod size;

pub use cross_validation::{CrossValidationError, Scores, cross_validate, cross_validate_choice};
pub use front::pareto_front;
pub use quality::{ClassQuality, Quality};
pub use size::{SampleSize, Size};
