//! Measures of classifiers made of rules (MATH.md 9).
#![forbid(unsafe_code)]

mod quality;
mod size;

pub use quality::{ClassQuality, Quality};
pub use size::{SampleSize, Size};
