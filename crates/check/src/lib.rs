#![doc = include_str!("../README.md")]
//!
//! The checker reads the data, merges equal rows, adds up the objective of the model in fractions,
//! and finds the largest gain of any rule by data cubes of whole numbers. Doubles hold values of
//! the data, and ends of intervals under the logistic loss.
#![forbid(unsafe_code)]

mod axis;
mod boolean;
mod cell;
mod column;
mod csv;
mod cube;
mod duals;
mod fairness;
mod fault;
mod fields;
mod fraction;
mod gains;
mod hinge;
mod interval;
mod json;
mod largest;
mod logistic;
mod model;
mod proof;
mod samples;
mod scope;
mod sha256;
mod whole;

pub use fault::Fault;
pub use proof::check;
