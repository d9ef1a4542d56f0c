use rulegen_limits::{Limit, Limits};

use super::problem::MipProblem;
use crate::{LpError, LpStatus};

/// How to solve a mixed-integer program, and when to be content.
///
/// | field | default | purpose | range |
/// |---|---|---|---|
/// | `relative_gap` | 0 | the best point may be worse than the bound by this share of its size | from 0 up to 1, 1 not included |
/// | `absolute_gap` | 0 | or by this much | from 0, finite |
/// | `objective_step` | none | a number of which the objectives of all points of interest are multiples | positive, finite |
/// | `limits` | none | end the search with [`LpStatus::TimeLimit`] or [`LpStatus::Interrupted`] | any |
/// | `node_limit` | none | how many nodes to look at, until [`LpStatus::NodeLimit`] | any |
/// | `start` | none | a point to begin with | a solution |
#[derive(Clone, Debug, Default)]
pub struct MipOptions {
    /// The search ends when the best point is within `relative_gap * |objective|` of the bound.
    pub relative_gap: f64,
    /// The search ends when the best point is within `absolute_gap` of the bound.
    pub absolute_gap: f64,
    /// A number of which the best objective, if not all, is a multiple: bounds are rounded up to one. Where only integers
    /// have costs and the costs are integers, their greatest common divisor is used without being asked for.
    pub objective_step: Option<f64>,
    /// The limits of time and patience. HiGHS and our own branch and bound look at them between
    /// linear programs; a solver that overruns one by half a second is left alone, on a thread of
    /// its own. CBC is ended at once by an interrupt, without its points.
    pub limits: Limits,
    /// The most nodes to look at: exact for our own branch and bound, roughly for HiGHS and CBC.
    pub node_limit: Option<u64>,
    /// A known solution. It is among the points that come back, whether the solver can make use of it (HiGHS and our own
    /// can, CBC cannot) or not.
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

    /// The start, made whole.
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
