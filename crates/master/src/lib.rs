#![doc = include_str!("../README.md")]
//! # The masters
//!
//! [`RugMaster`] is the linear program of RUG, for weighted rules and any number of classes.
//! [`MarginHingeMaster`] and [`LogisticMaster`] learn weighted rules under other losses.
//! [`BooleanMaster`] is that of Boolean decision rules, for rule sets of bounded complexity, with
//! the restricted integer program over given rules ([`Selection`]) and the proofs that its duals
//! make ([`DualProof`]).
//!
//! # Losses of one's own
//!
//! A master implements [`Master`](rulegen_driver::Master), and [`RuleMaster`] if its rules have
//! weights. If the restricted problem is a linear program, implement [`LinearLoss`] and
//! [`RuleLoss`] instead: [`LinearRules`] is the master, with its solvers, strategies and bounds.
#![forbid(unsafe_code)]

mod boolean;
mod column;
#[cfg(feature = "conformance")]
pub mod conformance;
mod cost;
mod error;
mod fairness;
mod linear_rules;
mod logistic;
mod margin;
mod restricted;
mod rug;
mod weighted;

pub use boolean::{
    BooleanMaster, BooleanSettings, BranchedMaster, Decision, DualProof, GroupFairness, MipOutcome, RuleSet, RuleSize,
    Selection,
};
pub use column::Column;
pub use cost::{CustomCost, RuleCost};
pub use error::MasterError;
pub use fairness::{Fairness, FairnessRows, MistreatmentCriterion};
pub use linear_rules::{DualPoint, LinearRules, LinearSettings, RuleLoss};
pub use logistic::{LogisticMaster, LogisticSettings};
pub use margin::MarginHingeMaster;
pub use restricted::{Cluster, Duals, LinearLoss, LpStrategy, Partition, SampleRow, verified_cover};
pub use rug::RugMaster;
pub use weighted::{FairRuleMaster, RuleMaster, RuleTerms};
