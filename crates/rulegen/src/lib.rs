#![doc = include_str!("../README.md")]
//!
//! # The parts
//!
//! What learns is a [`Learner`], made by a [`Method`] of parameters by name, or of a structure of them:
//! [`RugClassifier`] and [`RuleClassifier`] learn weighted rules for any number of classes, [`BooleanRuleClassifier`] rule sets
//! that say yes or no, of bounded complexity. The parts are crates of their own, re-exported here: [`data`], [`rule`], [`binarize`], [`lp`], [`boxed`], [`driver`], [`master`], [`pricing`].
#![forbid(unsafe_code)]

mod assemble;
mod boolean;
mod coding;
mod cuts;
mod error;
mod fairness;
mod given;
mod learner;
mod method;
mod parameters;
mod path;
mod pricers;
mod registry;
mod restricted;
mod rows;
mod rug;
mod rules;
mod schema;
mod sharded;
mod size;
mod terms;
mod together;
mod training;
mod trend;
mod weighted;

pub use assemble::{ModelSettings, assemble};
pub use boolean::BooleanRuleClassifier;
pub use coding::GRACE;
pub use error::FitError;
pub use fairness::FairnessCriterion;
pub use learner::{Fitted, Learner, Restricted};
pub use method::Method;
pub use parameters::{
    BooleanParameters, ChoiceWord, ClassWeight, CostScaling, Cuts, FallbackKind, Loss, NormalForm, ParameterError,
    ParameterGroup, ParameterInfo, ParameterKind, ParameterValue, PathKind, Range, RugParameters, RuleParameters,
    Settings, SettingsError,
};
pub use path::{Path, PathParameter};
pub use pricers::{PricerName, PricerRegistry, StageSettings};
pub use registry::{Parameter, parameters};
pub use rug::RugClassifier;
pub use rules::RuleClassifier;
pub use sharded::{CodedShard, InProcess, Partition, ROWS_AT_HAND, Workers, WorkersError, sum_answers};
pub use size::{Front, FrontRow, SizeChoice};
pub use together::Together;
pub use trend::Trend;

pub use rulegen_binarize as binarize;
pub use rulegen_boxed as boxed;
pub use rulegen_data as data;
pub use rulegen_driver as driver;
pub use rulegen_limits as limits;
pub use rulegen_lp as lp;
pub use rulegen_master as master;
pub use rulegen_measure as measure;
pub use rulegen_pricing as pricing;
pub use rulegen_rule as rule;
