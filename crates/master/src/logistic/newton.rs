//! Projected Newton steps.

use super::constants::{EXACT, MOST_HALVINGS, MOST_IDLE, MOST_STEPS, MOST_WORK, SUFFICIENT, SUM_ROUNDING};
use super::hessian::hessian;
use super::quadratic::{Variable, minimise};
use super::state::{Evaluation, Gains, Problem, State};
use rulegen_limits::Limits;

/// The point at which the steps ended.
pub(super) struct NewtonSolution {
    pub(super) state: State,
    pub(super) probabilities: Vec<f64>,
    pub(super) objective: f64,
    /// True if the gap over the columns at hand is as small as was asked for.
    pub(super) converged: bool,
}

/// Minimises over the columns at hand, starting at `state`, until the relative duality gap is at
/// most `tolerance`. If a limit is reached, returns the best point so far.
pub(super) fn solve(problem: Problem<'_>, start: State, tolerance: f64, limits: &Limits) -> NewtonSolution {
    let tolerance = tolerance.max(EXACT);
    let mut at = problem.evaluate(start);
    let (mut smallest, mut lowest, mut idle) = (f64::INFINITY, f64::INFINITY, 0);
    let size = problem.columns.len().max(1) * problem.partition.clusters.len().max(1);
    let most_steps = MOST_STEPS.max(MOST_WORK / size);
    for step in 0.. {
        let (state, probabilities, objective) = at.into_parts(problem.classes);
        let gains = problem.gains(&probabilities);
        let gap = objective - problem.dual_value(&probabilities, &gains, &state.weights);
        let converged = gap <= tolerance * objective;
        // The first gap can be small by chance: while the objective falls, later ones may all be
        // larger.
        idle = if gap < smallest || objective < lowest * (1.0 - EXACT) { 0 } else { idle + 1 };
        (smallest, lowest) = (smallest.min(gap), lowest.min(objective));
        if converged || step == most_steps || idle == MOST_IDLE || limits.reached().is_some() {
            log::debug!("logistic: {} columns, {step} Newton steps, gap {gap:.3e}", problem.columns.len());
            return NewtonSolution { state, probabilities, objective, converged };
        }
        match newton_step(problem, &state, &probabilities, &gains, objective) {
            Some(next) => at = next,
            None => {
                log::debug!("logistic: no further decrease after {step} Newton steps, gap {gap:.3e}");
                return NewtonSolution { state, probabilities, objective, converged };
            }
        }
    }
    unreachable!("the loop ends by its last step")
}

/// Returns the next point, or `None` where rounding hides every decrease.
///
/// Locked weights stay, and so do weights at 0 that the loss does not push up. The quadratic model
/// of the others and the intercepts is minimised within their bounds, and the way to its minimum is
/// searched for a sufficient decrease.
fn newton_step(
    problem: Problem<'_>,
    state: &State,
    probabilities: &[f64],
    gains: &Gains,
    objective: f64,
) -> Option<Evaluation> {
    let slope = |k: usize| problem.columns[k].cost - gains.columns[k] + problem.ridge * state.weights[k];
    let in_use = |k: &usize| !problem.locked[*k] && (state.weights[*k] > 0.0 || slope(*k) < 0.0);
    let members: Vec<usize> = (0..problem.columns.len()).filter(in_use).collect();
    let weights = members.iter().map(|&k| Variable {
        at: state.weights[k],
        slope: slope(k),
        lower: 0.0,
        upper: problem.most_weight(k),
    });
    let most = problem.box_of_intercepts;
    let intercepts = (1..problem.classes).map(|class| Variable {
        at: state.intercepts[class],
        slope: -gains.intercepts[class],
        lower: -most,
        upper: most,
    });
    let variables: Vec<Variable> = weights.chain(intercepts).collect();
    let direction = minimise(&hessian(problem, probabilities, &members), &variables);
    let promised: f64 = direction.iter().zip(&variables).map(|(d, v)| d * v.slope).sum();
    if promised >= 0.0 {
        return None;
    }
    let mut length = 1.0;
    for _ in 0..MOST_HALVINGS {
        let mut next = state.clone();
        for (at, &k) in members.iter().enumerate() {
            next.weights[k] = (next.weights[k] + length * direction[at]).clamp(0.0, problem.most_weight(k));
        }
        for class in 1..problem.classes {
            let moved = next.intercepts[class] + length * direction[members.len() + class - 1];
            next.intercepts[class] = moved.clamp(-most, most);
        }
        let found = problem.evaluate(next);
        if found.objective <= objective + SUFFICIENT * length * promised + SUM_ROUNDING * objective {
            return Some(found);
        }
        length /= 2.0;
    }
    None
}
