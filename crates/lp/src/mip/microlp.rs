//! microlp for mixed-integer programs: its branch and bound, a few nodes at a time.

use std::time::Instant;

use microlp::{
    Error, OptimizationDirection, Problem, ResumeOptions, SolveOptions, SolveOutcome, TerminationReason, Variable,
};

use super::MipProblem;
use super::constants::{FEASIBLE, NODES_AT_ONCE, SAME_BOUND};
use super::engine::{MipEngine, Outcome, Task};
use crate::microlp::{NAME, rows_of};
use crate::{Backend, LpError, LpModel, LpProblem, LpStatus};

#[derive(Clone, Copy, Debug)]
pub(super) struct MicrolpMip;

impl MipEngine for MicrolpMip {
    /// It checks the clock, but the flag only between runs of a few nodes.
    const PUNCTUAL: bool = false;

    fn name(&self) -> &'static str {
        NAME
    }

    fn solve(&self, problem: &MipProblem, task: &Task) -> Result<Outcome, LpError> {
        let lp = &problem.lp;
        if is_wide(problem) && is_unbounded(lp, task)? {
            return Ok(Outcome::without_point(LpStatus::UnboundedOrInfeasible));
        }
        let (model, variables) = build(problem);
        let slack = relative_slack(lp, task);
        let mut result = model.solve_with(settings(task, &variables, slack));
        loop {
            let outcome = match result {
                Ok(outcome) => outcome,
                Err(Error::Infeasible) => return Ok(Outcome::without_point(LpStatus::Infeasible)),
                Err(Error::Unbounded) if problem.integers().next().is_none() => {
                    return Ok(Outcome::without_point(LpStatus::Unbounded));
                }
                Err(Error::Unbounded) => return Ok(Outcome::without_point(LpStatus::UnboundedOrInfeasible)),
                Err(error) => return Err(LpError::Backend { name: NAME.to_owned(), message: error.to_string() }),
            };
            let nodes = outcome.stats().nodes_solved;
            let ended = match outcome.termination_reason() {
                TerminationReason::ProvenOptimal | TerminationReason::MipGap => Some(LpStatus::Optimal),
                TerminationReason::TimeLimit => Some(LpStatus::TimeLimit),
                _ if task.options.node_limit.is_some_and(|most| nodes >= most) => Some(LpStatus::NodeLimit),
                _ => task.options.reached(),
            };
            match ended {
                Some(status) => return Ok(translated(lp, &variables, status, &outcome, slack)),
                None => result = outcome.resume_with(next_run(task, nodes)),
            }
        }
    }
}

/// True if an integer may exceed 32 bits.
fn is_wide(problem: &MipProblem) -> bool {
    let fits = |bound: f64| bound == f64::from(bound as i32);
    problem.integers().any(|j| !fits(problem.lp.lower()[j]) || !fits(problem.lp.upper()[j]))
}

/// True if the relaxation is unbounded, which cut-off bounds would hide.
fn is_unbounded(lp: &LpProblem, task: &Task) -> Result<bool, LpError> {
    let options = crate::SolveOptions { limits: task.options.limits.clone(), ..crate::SolveOptions::default() };
    let relaxation = LpModel::of(&Backend::Microlp, lp.clone())?.solve(&options)?;
    Ok(matches!(relaxation.status, LpStatus::Unbounded | LpStatus::UnboundedOrInfeasible))
}

/// Writes the program down. Bounds of integers beyond 32 bits are cut off there.
fn build(problem: &MipProblem) -> (Problem, Vec<Variable>) {
    let lp = &problem.lp;
    let mut model = Problem::new(OptimizationDirection::Minimize);
    let variables: Vec<Variable> = (0..lp.num_variables())
        .map(|j| {
            let (cost, lower, upper) = (lp.costs()[j], lp.lower()[j], lp.upper()[j]);
            match problem.integer[j] {
                // The conversion saturates.
                true => model.add_integer_var(cost, (lower as i32, upper as i32)),
                false => model.add_var(cost, (lower, upper)),
            }
        })
        .collect();
    for row in 0..lp.num_rows() {
        for (terms, comparison, side) in rows_of(lp, row, &variables) {
            model.add_constraint(terms, comparison, side);
        }
    }
    (model, variables)
}

fn settings(task: &Task, variables: &[Variable], slack: f64) -> SolveOptions {
    let options = &task.options;
    let mut settings = SolveOptions::default();
    let first = next_run(task, 0);
    (settings.time_limit, settings.node_limit) = (first.time_limit, first.node_limit);
    settings.mip_gap = options.relative_gap;
    settings.tolerances.feasibility = FEASIBLE;
    settings.tolerances.prune_epsilon = slack;
    settings.warm_start =
        options.start.as_ref().map(|start| variables.iter().copied().zip(start.iter().copied()).collect());
    settings
}

/// Returns the limits of the next run, which ends after a few nodes so that the flag is checked.
/// Runs end at nodes, not by the clock, so that the search does not depend on them.
fn next_run(task: &Task, nodes: u64) -> ResumeOptions {
    let options = &task.options;
    let mut run = ResumeOptions::default();
    run.time_limit = options.limits.deadline.map(|deadline| deadline.saturating_duration_since(Instant::now()));
    let left = options.node_limit.map_or(NODES_AT_ONCE, |most| most.saturating_sub(nodes));
    run.node_limit = Some(left.min(NODES_AT_ONCE));
    run.mip_gap = Some(options.relative_gap);
    run
}

/// Returns the absolute gap in microlp's unit: relative to the size of the best objective, which is
/// between the least that the bounds of variables allow and the objective of the start.
fn relative_slack(lp: &LpProblem, task: &Task) -> f64 {
    let extreme = |pick: fn(f64, f64) -> f64| -> f64 {
        let term = |j: usize| match lp.costs()[j] {
            0.0 => 0.0,
            cost => pick(cost * lp.lower()[j], cost * lp.upper()[j]),
        };
        (0..lp.num_variables()).map(term).sum()
    };
    let most = task.options.start.as_ref().map_or_else(|| extreme(f64::max), |start| lp.objective(start));
    let size = extreme(f64::min).abs().max(most.abs()).max(1.0);
    (task.options.absolute_gap / size).max(SAME_BOUND)
}

fn translated(lp: &LpProblem, variables: &[Variable], status: LpStatus, outcome: &SolveOutcome, slack: f64) -> Outcome {
    let stats = outcome.stats();
    let points: Vec<Vec<f64>> =
        outcome.solution().iter().map(|found| variables.iter().map(|&v| found.var_value(v)).collect()).collect();
    // A point cuts off what is better than it by no more than the slack.
    let left = points.first().map(|point| lp.objective(point)).map(|best| best - slack * best.abs().max(1.0));
    let bound = match (left, stats.best_bound) {
        (Some(left), Some(proved)) => Some(left.min(proved)),
        (left, proved) => left.filter(|_| status == LpStatus::Optimal).or(proved),
    };
    Outcome { status, points, bound, nodes: stats.nodes_solved }
}
