//! The training set: coded and merged rows, with the literals that rules may have.

mod auto;
mod classes;
mod coding;
mod cuts;
mod rows;
mod schema;
mod set;
mod weighing;

pub(crate) use auto::{SHORT, has_cheap_cubes, lengths_beside};
pub(crate) use classes::check_class_counts;
pub use coding::GRACE;
pub(crate) use coding::scale_classes;
pub(crate) use rows::{rows_of_classes, suited};
pub(crate) use schema::{check_kept, usable};
pub(crate) use set::{Rows, Target, Training};
pub(crate) use weighing::row_weights;
