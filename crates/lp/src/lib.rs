#![doc = include_str!("../README.md")]
//!
//! # The program
//!
//! The problem is always
//!
//! ```text
//! minimise    c·x
//! subject to  row_lower <= A x <= row_upper
//!             lower     <=   x <= upper
//! ```
//!
//! with bounds that may be infinite. [`LpModel`] holds such a program and a solver for it.
//! Variables and rows may be added before and between solves, and each solve is warm-started from
//! the last where the solver can. [`verify()`], which shares no code with any solver, checks every
//! optimal answer before it is returned.
//!
//! Solvers implement [`LpSolver`] and are created by an [`LpFactory`]: one of the built-in
//! libraries ([`Backend`]), or a solver of one's own. With the feature `conformance`, any solver
//! can be run through the suite that the built-in ones pass.
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
//! A caller who maximises negates costs and duals at its own boundary. Nothing in this crate
//! maximises.
//!
//! # Integers
//!
//! [`MipProblem`] restricts some variables of a program to integers. [`MipBackend::create`] returns
//! a solver behind the trait [`MipSolver`]: HiGHS, CBC or microlp. Here, too, every point is
//! checked before it is returned.

mod backend;
mod basis;
mod built_in;
#[cfg(feature = "conformance")]
pub mod conformance;
mod error;
mod factory;
mod id;
mod mip;
mod model;
mod problem;
mod solution;
mod solver;
mod verify;
#[cfg(any(feature = "microlp", feature = "minilp"))]
mod vertex;
mod violation;
#[cfg_attr(not(any(feature = "cbc", feature = "highs", feature = "microlp", feature = "minilp")), allow(dead_code))]
mod worker;

#[cfg(feature = "highs")]
mod highs;
#[cfg(feature = "microlp")]
mod microlp;
#[cfg(feature = "minilp")]
mod minilp;

pub use backend::Backend;
pub use basis::{Basis, BasisStatus};
pub use error::LpError;
pub use factory::LpFactory;
pub use id::{RowId, VariableId};
pub use mip::{MipBackend, MipOptions, MipPoint, MipProblem, MipSolution, MipSolver};
pub use model::LpModel;
pub use problem::LpProblem;
pub use solution::{LpSolution, LpStatus};
pub use solver::{LpSolver, SolveOptions};
pub use verify::verify;
pub use violation::Violation;
