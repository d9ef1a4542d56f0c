//! Boolean rule sets that err alike in all groups (Lawless, Dash, Günlük, Wei 2023; docs/MATH.md
//! 4).

mod clusters;
mod group_fairness;
mod parity;
mod solver;
mod value;

pub use group_fairness::GroupFairness;
pub(super) use parity::Parity;
pub(super) use solver::FairSolver;
