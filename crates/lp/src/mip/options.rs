use rulegen_limits::{Limit, Limits};

use super::problem::MipProblem;
use crate::{LpError, LpStatus};

/// The gaps, limits and start of a search.
///
/// | field | default | purpose | range |
/// |---|---|---|---|
/// | `relative_gap` | 0 | relative distance of best point and bound | [0, 1) |
/// | `absolute_gap` | 0 | or by this much | from 0, finite |
/// | `objective_step` | none | a common divisor of objectives | positive, finite |
/// | `limits` | none | time and patience | any |
/// | `node_limit` | none | the most nodes to search | any |
/// | `start` | none | a point to begin with | a solution |
#[derive(Clone, Debug, Default)]
pub struct MipOptions {
    /// The search ends when the best point is within `relative_gap * |objective|` of the bound.
    pub relative_gap: f64,
    /// The search ends when the best point is within `absolute_gap` of the bound.
    pub absolute_gap: f64,
    /// A number of which the best objective is a multiple, so that bounds can be rounded up to one.
    /// If only integers have costs and the costs are integers, their greatest common divisor is
    /// used by default.
    pub objective_step: Option<f64>,
    /// The limits of time and patience. HiGHS checks them between linear programs, microlp between
    /// runs of a few nodes. A solver that overruns one by half a second is left behind on a thread
    /// of its own. CBC is ended at once by an interrupt, without its points.
    pub limits: Limits,
    /// The most nodes to search: exact for microlp, approximate for HiGHS and CBC.
    pub node_limit: Option<u64>,
    /// A known solution. It is among the returned points whether the solver can use it (HiGHS
    /// and microlp) or not (CBC).
    pub start: Option<Vec<f64>>,
}

impl MipOptions {
    pub(super) fn check(&self) -> Result<(), LpError> {
        let (relative, absolute) = (self.relative_gap, self.absolute_gap);
        if !(0.0..1.0).contains(&relative) {
            return Err(LpError::InvalidGap { what: "relative", limit: "below 1", gap: relative });
        }
        if !(absolute >= 0.0 && absolute.is_finite()) {
            return Err(LpError::InvalidGap { what: "absolute", limit: "finite", gap: absolute });
        }
        match self.objective_step {
            Some(step) if !(step > 0.0 && step.is_finite()) => Err(LpError::InvalidStep { step }),
            _ => Ok(()),
        }
    }

    /// Returns the start with its integers rounded, after a check.
    pub(super) fn checked_start(&self, problem: &MipProblem) -> Result<Option<Vec<f64>>, LpError> {
        let invalid = |violation| LpError::InvalidStart { violation };
        self.start.as_ref().map(|start| problem.rounded(start).map_err(invalid)).transpose()
    }

    /// Returns the status of a search that a limit ends now.
    pub(super) fn reached(&self) -> Option<LpStatus> {
        self.limits.reached().map(|limit| match limit {
            Limit::Time => LpStatus::TimeLimit,
            Limit::Interrupt => LpStatus::Interrupted,
        })
    }
}
