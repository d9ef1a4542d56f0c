#![doc = include_str!("../README.md")]
//!
//! # What is what
//!
//! A **literal** is one condition on one column, a [`Rule`] a conjunction of literals. Rules speak
//! in the small codes of a [`Schema`], which says what each code means in raw values; a
//! [`CodedTable`] holds the codes of many rows, and [`CodedTable::cover`] says which of them a rule
//! covers. A [`Model`] is a schema with weighted rules: it predicts the class with the largest
//! summed weight of the rules that cover a row.
//!
//! [`explain()`] says why a row gets its class, [`counterfactuals`] what would give it another;
//! [`Model::to_sql`] and its neighbours write a model in other languages, and [`ModelDiff`] compares two.
//!
//! A condition on a missing cell is false (but `is missing`); a category that training did not see
//! satisfies every `!=` of its column and no `=`.
#![forbid(unsafe_code)]

mod array;
mod boolean;
mod by_value;
mod certificate;
mod coded;
mod condition;
mod counterfactual;
mod cover;
mod diff;
mod error;
mod explain;
mod export;
mod file;
mod literal;
mod lookup;
mod model;
mod predict;
mod quoted;
mod row;
mod rule;
mod schema;
mod softmax;
mod text;

pub use certificate::{Certificate, OPTIMAL_GAP, ROUNDING, Status};
pub use coded::{CodedTable, Codes};
pub use counterfactual::{
    ColumnChange, Counterfactual, CounterfactualProof, CounterfactualSettings, Counterfactuals, NewValue,
    counterfactuals,
};
pub use cover::RowSet;
pub use diff::{ChangedWeight, DiffRule, ModelDiff};
pub use error::{RuleError, SchemaError};
pub use explain::{ClassVotes, CoveringRule, Decider, Explanation, explain};
pub use export::RuleLines;
pub use literal::{Literal, Test};
pub use model::{Fallback, Form, Model, Support, WeightedRule};
pub use predict::{Coverage, Predictor};
pub use quoted::quoted;
pub use rule::Rule;
pub use schema::{Domain, Feature, Schema};
pub use softmax::softmax;
pub use text::{clause, conditions, rule_text};
