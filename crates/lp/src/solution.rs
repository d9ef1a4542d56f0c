use std::fmt;

/// The way in which a solve ended, one to one with the report of the backend.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "cbc", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum LpStatus {
    /// An optimal solution was found.
    Optimal,
    /// No point meets all bounds.
    Infeasible,
    /// The objective is unbounded below.
    Unbounded,
    /// Infeasible or unbounded: the backend proved only that there is no optimum.
    UnboundedOrInfeasible,
    /// The deadline passed.
    TimeLimit,
    /// The backend used up its iterations.
    IterationLimit,
    /// The backend used up its memory.
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
    /// The backend reached no conclusion.
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
    /// The way in which the solve ended.
    pub status: LpStatus,
    /// `c·x`; +infinity if infeasible, -infinity if unbounded, NaN after a limit.
    pub objective: f64,
    /// One value per variable; empty unless optimal.
    pub values: Vec<f64>,
    /// One dual per row (signs: see the crate); empty unless optimal and asked for.
    pub row_duals: Vec<f64>,
    /// The simplex or interior point iterations of this solve, if the backend counts them.
    pub iterations: Option<u64>,
}

impl LpSolution {
    /// Creates the answer of a solve that ended without a point.
    pub fn without_point(status: LpStatus) -> Self {
        let objective = match status {
            LpStatus::Infeasible => f64::INFINITY,
            LpStatus::Unbounded => f64::NEG_INFINITY,
            _ => f64::NAN,
        };
        Self { status, objective, values: Vec::new(), row_duals: Vec::new(), iterations: None }
    }
}
