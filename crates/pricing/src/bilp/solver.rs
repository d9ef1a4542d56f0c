//! What is asked of a solver, and how it is watched.

use super::program::Program;
use crate::PricingError;
use rulegen_driver::Limits;
use std::fmt::Debug;
use std::sync::Arc;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::{Duration, Instant};

/// A solver of integer programs.
pub(super) trait MipSolver: Debug + Sync {
    /// The name of the pricer over it.
    fn name(&self) -> &'static str;

    /// Solves `program` to the relative `gap`, on one thread, until the deadline of `limits`; its stop
    /// flag is looked at before the start alone. No answer means that no time was left.
    fn solve(&self, program: &Program, gap: f64, limits: &Limits) -> Result<Option<Answer>, PricingError>;
}

/// What a solver found and proved. Objectives are those of the minimisation.
#[derive(Debug, Default)]
pub(super) struct Answer {
    pub(super) solutions: Vec<Solution>,
    /// No solution has a smaller objective.
    pub(super) bound: Option<f64>,
    pub(super) nodes: u64,
}

#[derive(Debug)]
pub(super) struct Solution {
    /// As the solver sees it, within its tolerances.
    pub(super) objective: f64,
    /// One for each literal at least.
    pub(super) values: Vec<f64>,
}

impl Answer {
    /// The least objective.
    pub(super) fn best(&self) -> Option<f64> {
        self.solutions.iter().map(|s| s.objective).min_by(f64::total_cmp)
    }
}

/// How often the stop flag is looked at.
const LOOK: Duration = Duration::from_millis(50);

/// The part of its time that a solver is not told of, at most a second: they look at the clock between
/// linear programs only.
#[cfg(any(feature = "cbc", feature = "highs"))]
const RESERVE: f64 = 0.05;

/// The time to give to a solver.
#[cfg(any(feature = "cbc", feature = "highs"))]
pub(super) fn seconds_until(deadline: Instant) -> f64 {
    let left = deadline.saturating_duration_since(Instant::now()).as_secs_f64();
    left - (RESERVE * left).min(1.0)
}

/// How long after its deadline a solver is waited for.
const GRACE: Duration = Duration::from_millis(500);

/// Lets `solver` work on a thread of its own, which is left alone when the stop flag is raised or the
/// deadline is well past: there is no other way out of either solver.
pub(super) fn solve_watched(
    solver: &'static dyn MipSolver,
    program: &Arc<Program>,
    gap: f64,
    limits: &Limits,
) -> Result<Option<Answer>, PricingError> {
    let failed = |reason: String| PricingError::Solver { solver: solver.name(), reason };
    let (sender, receiver) = channel();
    let (program, own) = (program.clone(), limits.clone());
    let work = move || {
        // Nobody listens to a solver that was left alone.
        let _ = sender.send(solver.solve(&program, gap, &own));
    };
    std::thread::Builder::new()
        .name(solver.name().into())
        .spawn(work)
        .map_err(|error| failed(format!("no thread for it: {error}")))?;
    loop {
        match receiver.recv_timeout(LOOK) {
            Ok(answer) => return answer,
            Err(RecvTimeoutError::Disconnected) => return Err(failed("it panicked".into())),
            Err(RecvTimeoutError::Timeout) => {
                let late = |deadline: Instant| Instant::now() > deadline + GRACE;
                if limits.stop.is_raised() || limits.deadline.is_some_and(late) {
                    log::warn!("{} was left alone before it answered", solver.name());
                    return Ok(None);
                }
            }
        }
    }
}
