//! A dual simplex for boxed programs that grow by rows, with a dense working basis.

mod basis;
mod constants;
mod crossover;
mod inverse;
mod iterate;
mod pivot;
mod ratio;
mod row;
mod solve;
mod solver;
mod state;
mod status;
#[cfg(test)]
mod tests;
mod warm_start;

pub use crossover::cross_over;
pub use solver::DualSimplexBackend;
pub use state::DualSimplex;
