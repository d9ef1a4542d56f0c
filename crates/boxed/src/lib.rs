#![doc = include_str!("../README.md")]
//!
//! # The program
//!
//! ```text
//! minimise costs·x   subject to   A x <= rhs,   0 <= x <= upper
//! ```
//!
//! * [`interior_point`]: Mehrotra's predictor-corrector method, with the Newton system reduced to
//!   the rows; [`interior_point_from`] starts from a warm-start point.
//! * [`cross_over`]: from an interior point to the multipliers of a vertex.
//! * [`sift`]: from an interior point to an optimal vertex, by any simplex solver.
//! * [`DualSimplex`]: a dual simplex with a dense working basis, for programs that grow by rows.
//!   [`DualSimplexBackend`] puts it behind the traits of `rulegen-lp`.
//!
//! Boxes may stretch at the expense of others ([`Cells`]), which is the dual of fairness rows.
//! There may be many more rows if they share no variable ([`BoxedProgram::separate`]), for example
//! bounds on sums of variables.

mod by_rows;
mod cells;
mod dual_simplex;
mod interior;
mod lanes;
mod program;
mod sifting;
#[cfg(test)]
mod test_programs;
mod transfers;

pub use cells::Cells;
pub use dual_simplex::{DualSimplex, DualSimplexBackend, cross_over};
pub use interior::{
    InteriorOptions, InteriorPoint, InteriorSolution, InteriorStatus, interior_point, interior_point_from,
};
pub use program::{BoxedProgram, BoxedSolution};
pub use sifting::sift;
