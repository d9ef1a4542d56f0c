#![doc = include_str!("../README.md")]
//!
//! # Terms
//!
//! A **literal** is one condition on one column, a [`Rule`] a conjunction of literals. Rules are
//! about the small codes of a [`Schema`], which maps each code to raw values. A [`CodedTable`]
//! holds the codes of many rows, and [`CodedTable::cover`] finds the rows that a rule covers. A
//! [`Model`] is a schema with weighted rules. It predicts the class with the largest sum of weights
//! of the rules that cover a row.
//!
//! [`explain()`] gives the reasons for the class of a row, [`counterfactuals`] the nearest changes
//! that would give it another class. [`Model::to_sql`] and its neighbours write a model in other
//! languages, and [`ModelDiff`] compares two models.
//!
//! A feature of dates is one of numbers of days ([`Feature::dates`]). Its conditions have dates.
//!
//! A condition on a missing cell is false, except for `is missing`. A category that training did
//! not see satisfies every `!=` of its column and no `=`.
#![forbid(unsafe_code)]

mod array;
mod boolean;
mod by_value;
mod card;
mod certificate;
mod coded;
mod condition;
mod counterfactual;
mod cover;
mod days;
mod diff;
mod error;
mod explain;
mod export;
mod file;
mod folds_found;
mod held_out;
mod literal;
mod lookup;
mod model;
mod name_text;
mod notes;
mod points;
mod predict;
mod reasons;
mod row;
mod rule;
mod schema;
mod spelling;
mod text;
mod threshold;
mod training_rows;
mod used;
mod value;
mod whole;
mod whole_points;
mod written;

pub use card::{Card, CardColumn, CardRule, CardStep};
pub use certificate::{Certificate, OPTIMAL_GAP, OneByOne, ROUNDING, Scope, Status, of_at_most, relative_gap};
pub use coded::{CodedTable, Codes};
pub use counterfactual::{
    ColumnChange, Counterfactual, CounterfactualProof, CounterfactualSettings, Counterfactuals, NewValue,
    counterfactuals,
};
pub use cover::RowSet;
pub use diff::{ChangedWeight, DiffRule, ModelDiff};
pub use error::{RuleError, SchemaError};
pub use explain::{ClassVotes, CoveringRule, Decider, Explanation, explain};
pub use export::{RuleLines, SqlColumns, hanging, wrapped};
pub use folds_found::FoldsFound;
pub use held_out::{Estimate, HeldOut, HeldOutOf};
pub use literal::{Literal, Test};
pub use model::{Fallback, Form, Model, Support, WeightedRule};
pub use name_text::name_text;
pub use points::points_text;
pub use predict::{Coverage, Predictor};
pub use reasons::{Reason, Reasons};
pub use rule::Rule;
pub use schema::{Domain, Feature, Schema};
pub use spelling::Spelling;
pub use text::{clause, conditions, rule_text};
pub use threshold::{Cut, threshold_text};
pub use training_rows::TrainingRows;
pub use whole::WholeNumbers;
pub use whole_points::PointsRows;
pub use written::WrittenRule;
