//! Mixed-integer programs: linear programs some of whose variables are integers.
// Without an engine nobody asks what is checked here.
#![cfg_attr(not(any(feature = "cbc", feature = "highs", feature = "microlp")), allow(dead_code))]

mod backend;
mod built_in;
#[cfg(feature = "cbc")]
mod cbc;
#[cfg(feature = "cbc")]
mod child;
mod constants;
mod engine;
#[cfg(feature = "highs")]
mod highs;
#[cfg(feature = "microlp")]
mod microlp;
mod options;
mod problem;
mod solution;
mod solver;

pub use backend::MipBackend;
pub use options::MipOptions;
pub use problem::MipProblem;
pub use solution::{MipPoint, MipSolution};
pub use solver::MipSolver;
