use std::fmt;
use std::time::Instant;

use crate::{Basis, LpError, RowId, VariableId};

/// A linear program that can be solved, grown and solved again.
///
/// To implement it, provide the four methods without a default.
///
/// `add_variable` and `add_row` never fail: input that no solver can take (NaN, a variable that
/// does not exist) is remembered and comes back as the error of every later [`solve`](Self::solve).
/// A lower bound above its upper bound is no bad input but a program without a solution: the solve
/// says [`LpStatus::Infeasible`].
pub trait LpSolver: Send {
    /// The name of the backend.
    fn name(&self) -> &'static str;

    /// Adds a variable that occurs in no row yet.
    fn add_variable(&mut self, cost: f64, lower: f64, upper: f64) -> VariableId;

    /// Adds `lower <= Σ coefficient * variable <= upper`. Repeated variables are summed.
    fn add_row(&mut self, lower: f64, terms: &[(VariableId, f64)], upper: f64) -> RowId;

    /// Solves the program as it is now, from the last solution where the backend can.
    fn solve(&mut self, options: &SolveOptions) -> Result<LpSolution, LpError>;

    /// The basis that the last solve ended with, as long as nothing was added since; none where the backend
    /// cannot say (only HiGHS can).
    fn basis(&self) -> Option<Basis> {
        None
    }

    /// Gives a variable other bounds, as in [`add_variable`](Self::add_variable); the next solve starts from the last
    /// solution where the backend can (HiGHS), else from scratch.
    ///
    /// # Errors
    /// [`LpError::NoSuchVariable`], [`LpError::InvalidVariableBounds`], and [`LpError::FixedBounds`] where the backend
    /// keeps the bounds that a variable was added with (none of this crate does). The program is as before then.
    fn set_variable_bounds(&mut self, variable: VariableId, lower: f64, upper: f64) -> Result<(), LpError> {
        let _ = (variable, lower, upper);
        Err(LpError::FixedBounds { name: self.name() })
    }

    /// Starts the next solve from a basis; [`LpError::NoStartingBasis`] where the backend cannot (only HiGHS can).
    fn set_basis(&mut self, basis: &Basis) -> Result<(), LpError> {
        let _ = basis;
        Err(LpError::NoStartingBasis { name: self.name() })
    }
}

/// How to solve.
///
/// | field | default | range |
/// |---|---|---|
/// | `tolerance` | 1e-9 | (0, 1) |
/// | `deadline` | none | any |
/// | `row_duals` | true | |
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SolveOptions {
    /// How far, relative to the numbers of the program, primal and dual feasibility may be missed.
    /// Backends take what they can of it: HiGHS and microlp nothing below 1e-10, minilp works with
    /// its own 1e-8.
    pub tolerance: f64,
    /// When to give up, with [`LpStatus::TimeLimit`].
    pub deadline: Option<Instant>,
    /// Whether [`LpSolution::row_duals`] are wanted. The pure-Rust backends work for them after the
    /// solve. Without them an answer is checked for primal feasibility only.
    pub row_duals: bool,
}

impl Default for SolveOptions {
    fn default() -> Self {
        Self { tolerance: 1e-9, deadline: None, row_duals: true }
    }
}

/// How a solve ended, one to one with what the backend said.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "cbc", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum LpStatus {
    /// An optimal solution was found.
    Optimal,
    /// No point meets all bounds.
    Infeasible,
    /// The objective falls without end.
    Unbounded,
    /// Either of the two: the backend proved only that there is no optimum.
    UnboundedOrInfeasible,
    /// The deadline passed.
    TimeLimit,
    /// The backend used up its iterations.
    IterationLimit,
    /// The backend used up its memory allowance.
    MemoryLimit,
    /// The backend stopped at a bound on the objective.
    ObjectiveBound,
    /// The backend stopped at a target for the objective.
    ObjectiveTarget,
    /// The backend stopped at a number of solutions.
    SolutionLimit,
    /// The search of a mixed-integer program used up its nodes.
    NodeLimit,
    /// The backend was interrupted.
    Interrupted,
    /// The backend cannot say.
    Unknown,
}

impl fmt::Display for LpStatus {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Optimal => "optimal",
            Self::Infeasible => "infeasible",
            Self::Unbounded => "unbounded",
            Self::UnboundedOrInfeasible => "unbounded or infeasible",
            Self::TimeLimit => "time limit",
            Self::IterationLimit => "iteration limit",
            Self::MemoryLimit => "memory limit",
            Self::ObjectiveBound => "objective bound",
            Self::ObjectiveTarget => "objective target",
            Self::SolutionLimit => "solution limit",
            Self::NodeLimit => "node limit",
            Self::Interrupted => "interrupted",
            Self::Unknown => "unknown",
        })
    }
}

/// The answer to a linear program.
#[derive(Clone, Debug, PartialEq)]
pub struct LpSolution {
    /// How the solve ended.
    pub status: LpStatus,
    /// `c·x`; +infinity if infeasible, -infinity if unbounded, NaN after a limit.
    pub objective: f64,
    /// The value of every variable; empty unless optimal.
    pub values: Vec<f64>,
    /// The dual of every row (signs: see the crate); empty unless optimal and asked for.
    pub row_duals: Vec<f64>,
    /// Simplex or interior point iterations of this solve, where the backend counts them.
    pub iterations: Option<u64>,
}

impl LpSolution {
    /// The answer of a solve that ended without a point.
    pub fn without_point(status: LpStatus) -> Self {
        let objective = match status {
            LpStatus::Infeasible => f64::INFINITY,
            LpStatus::Unbounded => f64::NEG_INFINITY,
            _ => f64::NAN,
        };
        Self { status, objective, values: Vec::new(), row_duals: Vec::new(), iterations: None }
    }
}
