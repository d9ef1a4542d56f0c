//! Writes a model in other languages.
//!
//! All of them predict what [`Predictor`](crate::Predictor) predicts, even if classes tie: the
//! votes of a class are added in the order of its rules, as doubles, so that the same sums are
//! compared. A missing cell is `NULL`, `None` or a missing value there. A number that is NaN counts
//! as missing if the language has it.

mod card;
mod decision;
mod markdown;
mod names;
mod pmml;
mod points;
mod possible_reasons;
mod python;
mod rust;
mod scorecard;
mod sql;
mod sql_reasons;
mod sql_terms;
mod text;
mod words;
mod xml;

pub use sql::SqlColumns;
pub use text::{RuleLines, hanging, wrapped};
