//! The contract between a solver and [`CheckedEngine`](super::solver::CheckedEngine), which checks
//! questions and answers.

use std::fmt::Debug;
#[cfg(any(feature = "cbc", feature = "highs"))]
use std::time::Instant;

use super::MipOptions;
#[cfg(any(feature = "cbc", feature = "highs"))]
use super::constants::RESERVE;
use super::problem::MipProblem;
use crate::{LpError, LpStatus};

/// A solver behind [`CheckedEngine`](super::solver::CheckedEngine). It sees only programs with at
/// least one variable, no empty interval and whole bounds of integers, and only options in their
/// ranges.
pub(crate) trait MipEngine: Clone + Debug + Send + Sync + 'static {
    /// True if the solver returns by itself soon after a limit.
    const PUNCTUAL: bool;

    fn name(&self) -> &'static str;

    fn solve(&self, problem: &MipProblem, task: &Task) -> Result<Outcome, LpError>;
}

/// Checked options.
#[derive(Clone, Debug)]
pub(crate) struct Task {
    /// The options as given, except that the absolute gap is at least nearly the step of the
    /// objective, and the start is whole.
    pub(crate) options: MipOptions,
}

#[cfg(any(feature = "cbc", feature = "highs"))]
impl Task {
    /// Returns the bound that is left when a search calls its best point optimal. Some solvers
    /// report the point itself, though they cut off better points that were within the gap,
    /// relative to the larger of point and bound.
    pub(crate) fn bound_of_optimum(&self, objective: f64, cut_off: f64) -> f64 {
        let MipOptions { relative_gap, absolute_gap, .. } = self.options;
        objective - (relative_gap * objective.abs() / (1.0 - relative_gap)).max(absolute_gap).max(cut_off)
    }
}

/// The unchecked result of a search.
#[derive(Clone, Debug)]
#[cfg_attr(feature = "cbc", derive(serde::Serialize, serde::Deserialize))]
pub(crate) struct Outcome {
    pub(crate) status: LpStatus,
    /// Points in any order, perhaps repeated, perhaps no solutions.
    pub(crate) points: Vec<Vec<f64>>,
    pub(crate) bound: Option<f64>,
    pub(crate) nodes: u64,
}

impl Outcome {
    /// The result of a search that found nothing.
    pub(crate) fn without_point(status: LpStatus) -> Self {
        Self { status, points: Vec::new(), bound: None, nodes: 0 }
    }
}

/// Returns the time to give to a solver.
#[cfg(any(feature = "cbc", feature = "highs"))]
pub(crate) fn seconds_until(deadline: Instant) -> f64 {
    let left = deadline.saturating_duration_since(Instant::now()).as_secs_f64();
    left - (RESERVE * left).min(1.0)
}
