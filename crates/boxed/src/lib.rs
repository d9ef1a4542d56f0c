//! Solvers for box-constrained linear programs with few rows and many columns, the shape of a restricted master in its
//! dual form:
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
//!
//! # Example
//!
//! ```
//! use rulegen_boxed::{BoxedProgram, InteriorOptions, KernelBackend, interior_point, sift};
//! use rulegen_lp::{LpStatus, SolveOptions};
//!
//! // maximise x + y with x + y <= 3, x - y <= 1, 0 <= x, y <= 2
//! let mut program = BoxedProgram::with_rows(vec![3.0, 1.0]);
//! program.add_variable(-1.0, 2.0, [(0, 1.0), (1, 1.0)]);
//! program.add_variable(-1.0, 2.0, [(0, 1.0), (1, -1.0)]);
//! let inside = interior_point(&program, &InteriorOptions::default())?.solution;
//! let (status, vertex) = sift(&program, &inside, &KernelBackend, &SolveOptions::default())?;
//! assert_eq!(status, LpStatus::Optimal);
//! assert!((program.objective(&vertex.values) + 3.0).abs() < 1e-9);
//! // Any multipliers prove a bound; those of an optimum prove the optimum.
//! assert!((program.lagrangian_bound(&vertex.multipliers) + 3.0).abs() < 1e-9);
//! # Ok::<(), rulegen_lp::LpError>(())
//! ```

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
