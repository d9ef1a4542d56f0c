//! Boolean rule sets: a linear program ended by an integer program, for each point of a path.

mod lagrangian;
mod problems;
mod recorded;
mod rule_sets;
mod solver;

pub(crate) use rule_sets::{RuleSets, TimeShare};
