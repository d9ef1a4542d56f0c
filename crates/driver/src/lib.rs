#![doc = include_str!("../README.md")]
//!
//! # The loop
//!
//! A [`Master`] holds the rules found so far, solves its LP, and says what it would pay for a new
//! rule: [`PricingProblem`]s, as plain data. A [`Pricer`] answers them with rules and with what it
//! knows. [`run`] goes round between them, with stages of pricers from cheap to exact.
#![forbid(unsafe_code)]

mod check;
mod error;
mod master;
mod observed;
mod observer;
mod pricer;
mod problem;
mod run;
mod settings;
mod stabilisation;

pub use check::check_outcome;
pub use error::DriverError;
pub use master::{AddCounts, ColumnWeight, Master, MasterSolution};
pub use observed::ObservedPricer;
pub use observer::{Observer, Round, StageReport};
pub use pricer::{Pricer, PricingOutcome};
#[doc(hidden)]
pub use problem::few_bits;
pub use problem::{Candidate, PricingProblem};
pub use run::{RunSummary, run};
pub use settings::{RunSettings, StagePolicy};
pub use stabilisation::{PricingState, Stabilisation, WentgesSmoothing};
