//! Boolean rule sets: for each point of a path a linear program, followed by an integer program.

mod branching;
mod enumeration;
mod incumbent;
mod lagrangian;
mod problems;
mod rule_sets;
mod short;
mod solver;
mod ties;
mod work;

pub(crate) use rule_sets::{RuleSets, TimeShare};
