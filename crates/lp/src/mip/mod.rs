//! Mixed-integer programs: linear programs some of whose variables are integers.

mod backend;
mod built_in;
#[cfg(feature = "cbc")]
mod cbc;
#[cfg(feature = "cbc")]
mod child;
mod constants;
mod engine;
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

#[cfg(feature = "highs")]
pub(crate) use engine::seconds_until;
#[cfg(feature = "highs")]
pub(crate) use engine::{MipEngine, Outcome, Task};
