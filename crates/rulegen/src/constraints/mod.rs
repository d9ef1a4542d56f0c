//! The constraints that users put on rules: groups of columns, monotone columns, forbidden
//! conditions, required rules, and fairness between groups.

mod fairness;
mod forbid;
mod given;
mod named;
mod range;
mod together;
mod trend;

pub(crate) use fairness::{compared_groups, fairness_rows, groups, warn_if_alone};
pub(crate) use forbid::ForbiddenCondition;
pub(crate) use given::{required_rules, with_written_rules};
pub(crate) use together::{check_groups, parts, permits};
pub(crate) use trend::{check_trends, forbid_against};
