//! Linear programs that grow by rows and are solved again.
//!
//! The problem is always
//!
//! ```text
//! minimise    c·x
//! subject to  row_lower <= A x <= row_upper
//!             lower     <=   x <= upper
//! ```
//!
//! with bounds that may be infinite. [`Backend::create`] gives a solver behind the trait
//! [`LpSolver`]; variables and rows may be added before and between solves, and a backend starts
//! again from where it was. Every optimal answer is checked by [`verify`], which shares no code with
//! any solver, before it is handed out.
//!
//! # Signs of the duals
//!
//! The dual `y_r` of a row is the change of the optimal objective per unit of its right-hand side.
//! With the reduced costs `d = c - Aᵀ y`:
//!
//! | where | dual or reduced cost |
//! |---|---|
//! | row at its lower side | `y_r >= 0` |
//! | row at its upper side | `y_r <= 0` |
//! | row strictly between | `y_r = 0` |
//! | variable at its lower bound | `d_j >= 0` |
//! | variable at its upper bound | `d_j <= 0` |
//! | variable strictly between | `d_j = 0` |
//!
//! A caller who maximises negates costs and duals at its own boundary; in here nothing maximises.
//!
//! # Example
//!
//! ```
//! # #[cfg(feature = "microlp")] {
//! use rulegen_lp::{Backend, LpStatus, SolveOptions};
//!
//! // maximise x + 2y with x + y <= 4, 0 <= x, 0 <= y <= 3
//! let mut lp = Backend::Microlp.create()?;
//! let x = lp.add_variable(-1.0, 0.0, f64::INFINITY);
//! let y = lp.add_variable(-2.0, 0.0, 3.0);
//! let row = lp.add_row(f64::NEG_INFINITY, &[(x, 1.0), (y, 1.0)], 4.0);
//! let solution = lp.solve(&SolveOptions::default())?;
//! assert_eq!(solution.status, LpStatus::Optimal);
//! assert!((solution.objective + 7.0).abs() < 1e-9);
//! assert!((solution.row_duals[row.index()] + 1.0).abs() < 1e-9);
//! # }
//! # Ok::<(), rulegen_lp::LpError>(())
//! ```
//!
//! # Integers
//!
//! [`MipProblem`] asks some variables of a program to be integers. [`MipBackend::create`] gives a solver behind the
//! trait [`MipSolver`]: HiGHS, CBC, or a branch and bound of our own over any of the LP backends. Here, too, every point
//! is checked before it is handed out.
//!
//! # Features
//!
//! `microlp`, `minilp` and `highs` each add one backend; `cbc` (and `highs`) a solver of mixed-integer programs; any subset compiles, the empty one too.
//! Asking for a backend that was left out is [`LpError::NotBuilt`].

mod backend;
mod basis;
mod boxed;
mod cells;
mod error;
mod id;
mod interior;
mod interrupt;
mod kernel;
mod lanes;
mod levers;
mod mip;
mod problem;
mod sifting;
mod solver;
mod verify;

#[cfg(any(feature = "microlp", feature = "minilp", feature = "highs"))]
mod supervisor;

#[cfg(any(feature = "microlp", feature = "minilp"))]
mod one_sided;
#[cfg(any(feature = "microlp", feature = "minilp"))]
mod vertex;
#[cfg(any(feature = "microlp", feature = "minilp"))]
mod warm;
mod worker;

#[cfg(feature = "highs")]
mod highs;
#[cfg(feature = "microlp")]
mod microlp;
#[cfg(feature = "minilp")]
mod minilp;

pub use backend::Backend;
pub use basis::{Basis, BasisStatus};
pub use boxed::{BoxedProgram, BoxedSolution};
pub use cells::Cells;
pub use error::LpError;
pub use id::{RowId, VariableId};
pub use interior::{
    InteriorOptions, InteriorPoint, InteriorSolution, InteriorStatus, interior_point, interior_point_from,
};
pub use interrupt::Interrupt;
pub use kernel::KernelSimplex;
pub use mip::{MipBackend, MipOptions, MipPoint, MipProblem, MipSolution, MipSolver};
pub use problem::LpProblem;
pub use sifting::sift;
pub use solver::{LpSolution, LpSolver, LpStatus, SolveOptions};
pub use verify::{Violation, verify};
