use std::fmt::Debug;

use super::constants::{BOUND_SLACK, GRACE, SHARE_OF_STEP, STEP_SLACK};
use super::engine::{MipEngine, Outcome, Task};
use super::{MipOptions, MipPoint, MipProblem, MipSolution};
use crate::worker::run_watched;
use crate::{LpError, LpStatus};

/// A solver of mixed-integer programs, on one thread.
pub trait MipSolver: Debug + Send + Sync {
    /// Returns the name of the backend.
    fn name(&self) -> &'static str;

    /// Solves a program until it is within the gaps, or a limit is reached.
    ///
    /// The points are at least as good as the start of the options. The same call gives the same
    /// answer, unless a limit ends it.
    ///
    /// # Errors
    /// Bad input, each kind with a variant of its own; [`LpError::Backend`] if the solver fails;
    /// [`LpError::Unverified`] if it calls a point optimal that is no solution.
    fn solve(&self, problem: &MipProblem, options: &MipOptions) -> Result<MipSolution, LpError>;
}

/// Puts checks around a solver: its points are verified, and it is left behind if it is late.
#[derive(Debug)]
pub(super) struct CheckedEngine<E>(pub(super) E);

impl<E: MipEngine> CheckedEngine<E> {
    fn search(&self, problem: &MipProblem, task: &Task) -> Result<Outcome, LpError> {
        if E::PUNCTUAL {
            return self.0.solve(problem, task);
        }
        let (engine, own_problem, own_task) = (self.0.clone(), problem.clone(), task.clone());
        let limits = &task.options.limits;
        let answer = run_watched(self.0.name(), limits, GRACE, move || engine.solve(&own_problem, &own_task))?;
        answer.unwrap_or_else(|| {
            log::warn!("{} was left alone before it answered", self.0.name());
            Ok(Outcome::without_point(task.options.reached().unwrap_or(LpStatus::Unknown)))
        })
    }

    fn checked(&self, problem: &MipProblem, task: &Task, outcome: Outcome) -> Result<MipSolution, LpError> {
        let Outcome { mut status, points: found, bound, nodes } = outcome;
        let point = |values: Vec<f64>| MipPoint { objective: problem.lp.objective(&values), values };
        let mut points: Vec<MipPoint> = task.options.start.iter().cloned().map(point).collect();
        let known = points.len();
        let mut refused = None;
        for values in &found {
            match problem.rounded(values) {
                Ok(values) => points.push(point(values)),
                Err(violation) => refused = Some(violation),
            }
        }
        let all_refused = refused.clone().filter(|_| points.len() == known);
        // The sort is stable: of equal points the one found first stays first.
        points.sort_by(|a, b| a.objective.total_cmp(&b.objective));
        points.dedup();
        let failure = |message: &str| LpError::Backend { name: self.0.name().to_owned(), message: message.to_owned() };
        if let (LpStatus::Optimal, Some(violation)) = (status, all_refused) {
            return Err(LpError::Unverified { name: self.0.name().to_owned(), violation });
        }
        match (status, refused, points.first()) {
            (LpStatus::Optimal, _, None) => return Err(failure("optimal without a point")),
            (LpStatus::Infeasible, _, Some(_)) => {
                return Err(failure("a program with a solution is called infeasible"));
            }
            // A rational program without a bound that has a solution is unbounded.
            (LpStatus::UnboundedOrInfeasible, _, Some(_)) => status = LpStatus::Unbounded,
            (_, Some(violation), _) => log::debug!("{}: a point is no solution: {violation}", self.0.name()),
            _ => {}
        }
        let bound = bound.filter(|bound| bound.is_finite()).map(|bound| {
            let bound = task.options.objective_step.map_or(bound, |step| round_up(bound, step));
            points.first().map_or(bound, |best| bound.min(best.objective))
        });
        let no_bound = matches!(status, LpStatus::Unbounded | LpStatus::UnboundedOrInfeasible | LpStatus::Infeasible);
        Ok(MipSolution { status, points, bound: bound.filter(|_| !no_bound), nodes })
    }
}

impl<E: MipEngine> MipSolver for CheckedEngine<E> {
    fn name(&self) -> &'static str {
        self.0.name()
    }

    fn solve(&self, problem: &MipProblem, options: &MipOptions) -> Result<MipSolution, LpError> {
        problem.check()?;
        options.check()?;
        let start = options.checked_start(problem)?;
        let objective_step = options.objective_step.or_else(|| problem.objective_step());
        let task = Task {
            options: MipOptions {
                absolute_gap: options.absolute_gap.max(objective_step.map_or(0.0, |step| SHARE_OF_STEP * step)),
                objective_step,
                start,
                ..options.clone()
            },
        };
        let whole = problem.with_whole_bounds();
        let outcome = if let Some(limit) = options.reached() {
            Outcome::without_point(limit)
        } else if whole.lp.is_trivially_infeasible() {
            Outcome::without_point(LpStatus::Infeasible)
        } else if whole.lp.num_variables() == 0 {
            Outcome { points: vec![Vec::new()], bound: Some(0.0), ..Outcome::without_point(LpStatus::Optimal) }
        } else {
            self.search(&whole, &task)?
        };
        self.checked(&whole, &task, outcome)
    }
}

/// Returns the least multiple of `step` that is not below `bound`, up to rounding.
fn round_up(bound: f64, step: f64) -> f64 {
    let slack = STEP_SLACK + BOUND_SLACK * (bound / step).abs();
    let rounded = (bound / step - slack).ceil() * step;
    rounded.max(bound)
}

#[cfg(test)]
mod tests {
    use super::round_up;

    #[test]
    fn bounds_are_rounded_up_but_not_by_rounding_errors() {
        assert_eq!(round_up(2.2, 1.0), 3.0);
        assert_eq!(round_up(2.0, 1.0), 2.0);
        assert_eq!(round_up(-2.5, 1.0), -2.0);
        assert_eq!(round_up(2.1, 0.25), 2.25);
        assert!(round_up(2.0 + 1e-8, 1.0) < 2.1);
    }
}
