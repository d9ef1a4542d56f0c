#![doc = include_str!("../README.md")]
//!
//! # The parts
//!
//! A [`Learner`] is made of [`Parameters`], or of parameters by name ([`Method::learner`]). A
//! [`Method`] is a preset of them. The parts are crates of their own, re-exported here: [`data`],
//! [`rule`], [`binarize`], [`lp`], [`boxed`], [`driver`], [`master`], [`pricing`], [`shards`].
#![forbid(unsafe_code)]

mod choice;
mod constraints;
mod edit;
mod error;
mod fit;
mod fitted;
mod loss;
mod name;
mod parameter_error;
mod parameters;
mod path;
mod pricers;
mod proof;
mod proved_over;
mod ratio;
mod registry;
mod source;
mod training;

pub use choice::{Front, FrontRow, MeanScore};
pub use edit::{Edit, Edited};
pub use error::FitError;
pub use fit::Learner;
pub use fitted::Fitted;
pub use loss::{Loss, LossKind, LossName, LossRegistry, LossSettings, ScoreKind};
pub use name::Name;
pub use parameter_error::ParameterError;
pub use parameters::{
    ChoiceWord, ClassWeight, CostScaling, Cuts, ErrorCosts, FairnessCriterion, FallbackKind, Method, MustHave,
    NormalForm, Parameter, ParameterGroup, ParameterInfo, ParameterKind, ParameterValue, Parameters, PathKind,
    ROWS_AT_HAND, Range, RunTerms, Scorer, Settings, SettingsError, SizeChoice, Start, Sweep, SweepParameter, Terms,
    Together, Trend, parameters,
};
pub use path::{ModelSettings, ModelsBySize, Restricted, SizedModel, assemble};
pub use pricers::{PricerKind, PricerName, PricerOption, PricerOptions, PricerRegistry, StageSettings};
pub use proof::{FileLayout, GroupedBy, ModelProof, Proof, ProvedRows};
pub use proved_over::proved_over;
pub use registry::Registry;
pub use training::GRACE;

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
pub use rulegen_shards as shards;
/// The values of settings that a model records, as in [`Loss::record`].
pub use serde_json;
