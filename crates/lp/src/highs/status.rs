//! Translates the statuses of HiGHS.

use highs::HighsModelStatus as Said;

use super::call::failure;
use super::raw::Int;
use crate::{BasisStatus, LpError, LpStatus};

/// Translates a status. Limits and verdicts map one to one; a status that HiGHS itself counts as a
/// failure is an error.
pub(crate) fn status(said: Said) -> Result<LpStatus, LpError> {
    match said {
        Said::Optimal => Ok(LpStatus::Optimal),
        Said::Infeasible => Ok(LpStatus::Infeasible),
        Said::Unbounded => Ok(LpStatus::Unbounded),
        Said::UnboundedOrInfeasible => Ok(LpStatus::UnboundedOrInfeasible),
        Said::ObjectiveBound => Ok(LpStatus::ObjectiveBound),
        Said::ObjectiveTarget => Ok(LpStatus::ObjectiveTarget),
        Said::ReachedTimeLimit => Ok(LpStatus::TimeLimit),
        Said::ReachedIterationLimit => Ok(LpStatus::IterationLimit),
        Said::ReachedSolutionLimit => Ok(LpStatus::SolutionLimit),
        Said::ReachedInterrupt => Ok(LpStatus::Interrupted),
        Said::ReachedMemoryLimit => Ok(LpStatus::MemoryLimit),
        Said::Unknown => Ok(LpStatus::Unknown),
        other => Err(failure(format!("it reports the status {other:?}"))),
    }
}

/// The constants `kHighsBasisStatus…`, for which highs-sys has no patterns.
pub(crate) fn code(status: BasisStatus) -> Int {
    match status {
        BasisStatus::Lower => 0,
        BasisStatus::Basic => 1,
        BasisStatus::Upper => 2,
        BasisStatus::Free => 3,
    }
}

/// Translates a basis status. Returns `None` for one that only says that it is not basic.
pub(crate) fn basis_status(code: Int) -> Option<BasisStatus> {
    match code {
        0 => Some(BasisStatus::Lower),
        1 => Some(BasisStatus::Basic),
        2 => Some(BasisStatus::Upper),
        3 => Some(BasisStatus::Free),
        _ => None,
    }
}
