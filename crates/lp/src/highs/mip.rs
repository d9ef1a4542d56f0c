//! HiGHS for mixed-integer programs: its branch and cut, on one thread.

use highs_sys as c;

use super::raw::{Instance, MipWatch, Refused};
use super::{failure, load, out_of_memory, status};
use crate::mip::{MipEngine, Outcome, Task, seconds_until};
use crate::{LpError, LpStatus, MipProblem};

/// What a better point must gain for HiGHS to look for it: its `mip_feasibility_tolerance`.
const CUT_OFF: f64 = 1e-6;

#[derive(Clone, Copy, Debug)]
pub(crate) struct HighsMip;

impl MipEngine for HighsMip {
    /// It looks at the clock and the flag between linear programs only.
    const PUNCTUAL: bool = false;

    fn name(&self) -> &'static str {
        "highs"
    }

    fn solve(&self, problem: &MipProblem, task: &Task) -> Result<Outcome, LpError> {
        let Some(mut instance) = Instance::new() else {
            return Err(out_of_memory());
        };
        run(&mut instance, problem, task).map_err(|refused| failure(format!("{} failed", refused.call)))?
    }
}

fn run(instance: &mut Instance, problem: &MipProblem, task: &Task) -> Result<Result<Outcome, LpError>, Refused> {
    let options = &task.options;
    instance.set_bool(c"output_flag", false)?;
    instance.set_int(c"threads", 1)?;
    instance.set_double(c"mip_rel_gap", options.relative_gap)?;
    instance.set_double(c"mip_abs_gap", options.absolute_gap)?;
    if let Some(limit) = options.node_limit {
        instance.set_int(c"mip_max_nodes", limit.min(i32::MAX as u64) as i32)?;
    }
    load(instance, &problem.lp)?;
    instance.set_integers(&problem.integer)?;
    if let Some(start) = &options.start {
        instance.set_solution(start)?;
    }
    if let Some(deadline) = options.deadline {
        instance.set_double(c"time_limit", seconds_until(deadline))?;
    }
    let mut watch = MipWatch { interrupted: options.interrupted.as_ref(), points: Vec::new() };
    let model_status = instance.run_mip(&mut watch)?;
    let mut status = match status(model_status) {
        Ok(status) => status,
        Err(error) => return Ok(Err(error)),
    };
    if status == LpStatus::SolutionLimit && options.node_limit.is_some() {
        // The only limit of that kind that was set.
        status = LpStatus::NodeLimit;
    }
    let mut points = watch.points;
    if instance.int_info(c"primal_solution_status")? == c::SOLUTION_STATUS_FEASIBLE {
        points.push(instance.solution()?.0);
    }
    let proved = instance.double_info(c"mip_dual_bound").ok();
    let best = points.iter().map(|point| problem.lp.objective(point)).min_by(f64::total_cmp);
    let bound = match (status, best) {
        (LpStatus::Optimal, Some(best)) => {
            let left = task.bound_of_optimum(best, CUT_OFF);
            // A program without integers has no bound of its own.
            Some(proved.filter(|_| problem.integer.contains(&true)).map_or(left, |proved| proved.min(left)))
        }
        // Points that cut off what is no better than they are by more than the gap.
        (_, Some(best)) => proved.map(|proved| proved.min(task.bound_of_optimum(best, CUT_OFF))),
        _ => proved,
    };
    let nodes = instance.int64_info(c"mip_node_count").map_or(0, |nodes| u64::try_from(nodes).unwrap_or(0));
    Ok(Ok(Outcome { status, points, bound, nodes }))
}
