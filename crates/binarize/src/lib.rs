#![doc = include_str!("../README.md")]
//!
//! # Terms
//!
//! [`learn`] makes the schema, whose literals are `x <= t` and `x > t` for the cut points of a
//! numeric column, `x = v` and `x != v` for the categories of another, and `x is missing`, `x is
//! present` if training saw missing cells. [`learn_until`] leaves out columns that name rows and
//! categories that are rare. A [`Summary`] describes rows on other machines. [`Samples`] is the
//! coded training set that masters and pricers use.
#![forbid(unsafe_code)]

mod clusters;
#[cfg(feature = "conformance")]
pub mod conformance;
mod constructors;
mod cuts;
mod dropped;
mod error;
mod feature;
mod learn;
mod merge;
mod names;
mod quantile_weights;
mod rows;
mod samples;
mod settings;
mod summary;

pub use cuts::Bins;
pub use dropped::DroppedColumn;
pub use error::BinarizeError;
pub use learn::{learn, learn_until, learn_with};
pub use names::{KEY_WORDS, Naming, ends_in_word};
pub use quantile_weights::QuantileWeights;
pub use rows::{LabelledRows, are_whole, row_counts};
pub use samples::Samples;
pub use settings::{LearnSettings, LearnedColumns, Names};
pub use summary::{Focus, Summary};
