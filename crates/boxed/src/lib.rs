#![doc = include_str!("../README.md")]
//!
//! # The program
//!
//! ```text
//! minimise costs·x   subject to   A x <= rhs,   0 <= x <= upper
//! ```
//!
//! * [`interior_point`]: Mehrotra's predictor-corrector method on the rows alone, also from a warm-start point
//!   ([`interior_point_from`]).
//! * [`sift`]: from an interior point to an optimal vertex, by any simplex solver.
//! * [`KernelSimplex`]: a dual simplex on a dense kernel, for programs that grow by rows; as [`KernelBackend`] also behind
//!   the traits of `rulegen-lp`.
//!
//! Boxes may stretch at the expense of others ([`Cells`]): fairness rows have that dual. There may be many rows more that share no
//! variable ([`BoxedProgram::separate`]), such as bounds on sums of variables.

mod by_rows;
mod cells;
mod interior;
mod kernel;
mod lanes;
mod program;
mod sifting;
#[cfg(test)]
mod test_programs;
mod transfers;

pub use cells::Cells;
pub use interior::{
    InteriorOptions, InteriorPoint, InteriorSolution, InteriorStatus, interior_point, interior_point_from,
};
pub use kernel::{KernelBackend, KernelSimplex};
pub use program::{BoxedProgram, BoxedSolution};
pub use sifting::sift;
