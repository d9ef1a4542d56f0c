//! What a solver is asked, and what it answers, behind the checks of [`Checked`](super::solver::Checked).

use std::fmt::Debug;
#[cfg(any(feature = "cbc", feature = "highs"))]
use std::time::Instant;

use super::MipOptions;
#[cfg(any(feature = "cbc", feature = "highs"))]
use super::constants::RESERVE;
use super::problem::MipProblem;
use crate::{LpError, LpStatus};

/// A solver behind [`Checked`](super::solver::Checked). It sees only programs with at least one variable, no empty
/// interval and whole bounds of integers, and only options in their ranges.
pub(crate) trait MipEngine: Clone + Debug + Send + Sync + 'static {
    /// Whether it comes back soon after a limit by itself.
    const PUNCTUAL: bool;

    fn name(&self) -> &'static str;

    fn solve(&self, problem: &MipProblem, task: &Task) -> Result<Outcome, LpError>;
}

/// The options, checked.
#[derive(Clone, Debug)]
pub(crate) struct Task {
    /// As given, but the absolute gap is almost the step of the objective at least, and the start is whole.
    pub(crate) options: MipOptions,
    /// The objective of the start.
    pub(crate) start_objective: Option<f64>,
}

impl Task {
    /// What a point of this objective may be worse than the optimum, when it ends the search.
    pub(crate) fn allowance(&self, objective: f64) -> f64 {
        self.options.absolute_gap.max(self.options.relative_gap * objective.abs())
    }

    /// The bound left when a search calls its best point optimal: some solvers report the point itself, though they
    /// cut off what was better by no more than the gap, relative to the larger of point and bound.
    #[cfg(any(feature = "cbc", feature = "highs"))]
    pub(crate) fn bound_of_optimum(&self, objective: f64, cut_off: f64) -> f64 {
        let MipOptions { relative_gap, absolute_gap, .. } = self.options;
        objective - (relative_gap * objective.abs() / (1.0 - relative_gap)).max(absolute_gap).max(cut_off)
    }
}

/// What came of a search, unchecked.
#[derive(Clone, Debug)]
#[cfg_attr(feature = "cbc", derive(serde::Serialize, serde::Deserialize))]
pub(crate) struct Outcome {
    pub(crate) status: LpStatus,
    /// In any order, perhaps repeated, perhaps no solutions.
    pub(crate) points: Vec<Vec<f64>>,
    pub(crate) bound: Option<f64>,
    pub(crate) nodes: u64,
}

impl Outcome {
    /// The end of a search that knows nothing more.
    pub(crate) fn without_point(status: LpStatus) -> Self {
        Self { status, points: Vec::new(), bound: None, nodes: 0 }
    }
}

/// The time to give to a solver.
#[cfg(any(feature = "cbc", feature = "highs"))]
pub(crate) fn seconds_until(deadline: Instant) -> f64 {
    let left = deadline.saturating_duration_since(Instant::now()).as_secs_f64();
    left - (RESERVE * left).min(1.0)
}
