use std::time::Instant;

use super::problem::MipProblem;
use crate::{Interrupt, LpError, LpStatus, Until};

/// How to solve a mixed-integer program, and when to be content.
///
/// | field | default | purpose | range |
/// |---|---|---|---|
/// | `relative_gap` | 0 | the best point may be worse than the bound by this share of its size | from 0 up to 1, 1 not included |
/// | `absolute_gap` | 0 | or by this much | from 0, finite |
/// | `objective_step` | none | a number of which the objectives of all points of interest are multiples | positive, finite |
/// | `deadline` | none | when to give up, with [`LpStatus::TimeLimit`] | any |
/// | `node_limit` | none | how many nodes to look at, until [`LpStatus::NodeLimit`] | any |
/// | `start` | none | a point to begin with | a solution |
/// | `interrupted` | none | asked whether to end the search, with [`LpStatus::Interrupted`] | |
#[derive(Clone, Debug, Default)]
pub struct MipOptions {
    /// The search ends when the best point is within `relative_gap * |objective|` of the bound.
    pub relative_gap: f64,
    /// The search ends when the best point is within `absolute_gap` of the bound.
    pub absolute_gap: f64,
    /// A number of which the best objective, if not all, is a multiple: bounds are rounded up to one. Where only integers
    /// have costs and the costs are integers, their greatest common divisor is used without being asked for.
    pub objective_step: Option<f64>,
    /// When to give up. Looked at between linear programs; a solver that overruns it by half a second is left alone, on
    /// a thread of its own.
    pub deadline: Option<Instant>,
    /// The most nodes to look at: exact for our own branch and bound, roughly for HiGHS and CBC.
    pub node_limit: Option<u64>,
    /// A known solution. It is among the points that come back, whether the solver can make use of it (HiGHS and our own
    /// can, CBC cannot) or not.
    pub start: Option<Vec<f64>>,
    /// The wish of another thread to end the search. HiGHS and our own branch and bound look at it between linear
    /// programs; CBC is ended at once, without its points.
    pub interrupted: Option<Interrupt>,
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

    /// When each linear program is given up.
    pub(super) fn until(&self) -> Until {
        Until { deadline: self.deadline, interrupted: self.interrupted.clone() }
    }

    /// The limit that is reached, if one is.
    pub(super) fn reached(&self) -> Option<LpStatus> {
        if self.interrupted.as_ref().is_some_and(Interrupt::is_wanted) {
            return Some(LpStatus::Interrupted);
        }
        self.deadline.filter(|&deadline| Instant::now() >= deadline).map(|_| LpStatus::TimeLimit)
    }
}
