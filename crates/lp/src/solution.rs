use std::fmt;

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
