//! Short sets of if-then rules learned from data by column generation, with proofs of their quality.
//!
//! [`RugClassifier`] learns weighted rules for any number of classes, [`BooleanRuleClassifier`] rule sets that
//! say yes or no, of bounded complexity. The parts are crates of their own, re-exported here: [`data`], [`rule`], [`binarize`], [`lp`], [`boxed`], [`driver`], [`master`], [`pricing`].
#![forbid(unsafe_code)]

mod assemble;
mod boolean;
mod error;
mod fairness;
mod parameters;
mod rug;
mod schema;
mod stages;

pub use boolean::{BooleanCriterion, BooleanFairness, BooleanParameters, BooleanRuleClassifier, NormalForm};
pub use error::{FitError, ParameterError};
pub use fairness::FairnessParameters;
pub use parameters::{ClassWeight, CostScaling, FallbackKind, RugParameters};
pub use rug::{Fitted, RugClassifier};
pub use stages::PricerKind;

pub use rulegen_binarize as binarize;
pub use rulegen_boxed as boxed;
pub use rulegen_data as data;
pub use rulegen_driver as driver;
pub use rulegen_lp as lp;
pub use rulegen_master as master;
pub use rulegen_pricing as pricing;
pub use rulegen_rule as rule;
