//! Restricted masters: they hold the rules found so far, solve their LP, and say what they would pay
//! for a new rule.
//!
//! [`RugMaster`] is the linear program of RUG, for weighted rules and any number of classes.
#![forbid(unsafe_code)]

mod column;
mod cost;
mod error;
mod restricted;
mod rug;

pub use column::Column;
pub use cost::{CustomCost, RuleCost};
pub use error::MasterError;
pub use restricted::LpStrategy;
pub use rug::{RugMaster, RugSettings};
