//! Checks a proof about a model of rules against the raw data (`docs/proof.md`).
//!
//! The checker has no dependency, no solver and no search. It reads the data, merges equal rows,
//! adds up the objective of the model in fractions, and finds the largest gain of any rule by data
//! cubes of whole numbers. Doubles hold values of the data, and ends of intervals under the
//! logistic loss.
//!
//! ```no_run
//! let (proof, data) = (std::fs::read_to_string("model.proof")?, std::fs::read("data.csv")?);
//! for line in rulegen_check::check(&proof, &data)? {
//!     println!("{line}");
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod axis;
mod boolean;
mod column;
mod csv;
mod cube;
mod duals;
mod fault;
mod fields;
mod fraction;
mod hinge;
mod interval;
mod json;
mod logistic;
mod model;
mod proof;
mod samples;
mod scope;
mod sha256;
mod whole;

pub use fault::Fault;
pub use proof::check;
