#![doc = include_str!("../README.md")]
//!
//! The definitions are in docs/MATH.md 9.
#![forbid(unsafe_code)]

mod calibration;
mod choice;
mod fold_scores;
mod held_out;
mod intervals;
mod probability;
mod quality;
mod ranking;
mod scores;
mod size;
mod spread;
mod thresholds;

pub use calibration::{CalibrationBin, CalibrationCurve, claims};
pub use choice::{ChoiceMeasure, ScoredRows};
pub use fold_scores::Scores;
pub use held_out::held_out;
pub use intervals::{Rate, wilson_interval};
pub use quality::{ClassQuality, Quality};
pub use rulegen_rule::Estimate;
pub use scores::ScoreQuality;
pub use size::{SampleSize, Size};
pub use spread::{Spread, Verdict, compare_paired};
pub use thresholds::{ThresholdCurve, ThresholdPoint};
