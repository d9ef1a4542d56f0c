//! A dual simplex for boxed programs that grow by rows, on a dense kernel.

mod basis;
mod constants;
mod inverse;
mod iterate;
mod pivot;
mod place;
mod ratio;
mod row;
mod solve;
mod solver;
mod state;
#[cfg(test)]
mod tests;
mod warm_start;

pub use solver::KernelBackend;
pub use state::KernelSimplex;
