//! HiGHS for mixed-integer programs: its branch and cut, on one thread.

use highs::HighsSolutionStatus;

use super::MipProblem;
use super::engine::{MipEngine, Outcome, Task, seconds_until};
use crate::highs::call::{NAME, refused, set, written_down};
use crate::highs::raw::{self, MipWatch};
use crate::highs::status::status;
use crate::{LpError, LpStatus};

/// The improvement that HiGHS demands of a better point: its `mip_feasibility_tolerance`.
const CUT_OFF: f64 = 1e-6;

#[derive(Clone, Copy, Debug)]
pub(crate) struct HighsMip;

impl MipEngine for HighsMip {
    /// HiGHS checks the clock and the flag between linear programs only.
    const PUNCTUAL: bool = false;

    fn name(&self) -> &'static str {
        NAME
    }

    fn solve(&self, problem: &MipProblem, task: &Task) -> Result<Outcome, LpError> {
        let options = &task.options;
        let mut model = written_down(&problem.lp, |j| problem.integer[j])?;
        set(&mut model, c"threads", 1)?;
        set(&mut model, c"mip_rel_gap", options.relative_gap)?;
        set(&mut model, c"mip_abs_gap", options.absolute_gap)?;
        if let Some(limit) = options.node_limit {
            set(&mut model, c"mip_max_nodes", limit.min(i32::MAX as u64) as i32)?;
        }
        if let Some(start) = &options.start {
            model.try_set_solution(Some(start), None, None, None).map_err(refused("Highs_setSolution"))?;
        }
        if let Some(deadline) = options.limits.deadline {
            set(&mut model, c"time_limit", seconds_until(deadline))?;
        }
        let mut watch = MipWatch { stop: &options.limits.stop, points: Vec::new() };
        raw::zero_clocks(&mut model);
        let mut solved = raw::solve_watched(model, &mut watch).map_err(refused("Highs_run"))?;
        let mut status = status(solved.status())?;
        if status == LpStatus::SolutionLimit && options.node_limit.is_some() {
            // No other limit of this kind was set.
            status = LpStatus::NodeLimit;
        }
        let mut points = watch.points;
        if solved.primal_solution_status() == HighsSolutionStatus::Feasible {
            points.push(solved.get_solution().columns().to_vec());
        }
        let proved = solved.double_info_value(c"mip_dual_bound").ok();
        let best = points.iter().map(|point| problem.lp.objective(point)).min_by(f64::total_cmp);
        let bound = match (status, best) {
            (LpStatus::Optimal, Some(best)) => {
                let left = task.bound_of_optimum(best, CUT_OFF);
                // HiGHS reports no bound for a program without integers.
                Some(proved.filter(|_| problem.integer.contains(&true)).map_or(left, |proved| proved.min(left)))
            }
            // A point cuts off others that are not better than it by more than the gap.
            (_, Some(best)) => proved.map(|proved| proved.min(task.bound_of_optimum(best, CUT_OFF))),
            _ => proved,
        };
        let nodes = raw::int64_info(&mut solved, c"mip_node_count").map_or(0, |n| u64::try_from(n).unwrap_or(0));
        Ok(Outcome { status, points, bound, nodes })
    }
}
