//! COIN-OR CBC, through the safe part of the Rust layer over its C interface.
//!
//! It runs in a child process, where its global state is its own, a failing assertion ends only the
//! child, and it can be killed when it is late.

use std::ffi::{CStr, CString};
use std::time::Instant;

use coin_cbc::raw::{Model, SecondaryStatus, Sense, Status};

use super::MipProblem;
use super::child::{ChildEnd, in_child};
use super::constants::{INCREMENT, NO_BOUND, WITHOUT_PROBING};
use super::engine::{MipEngine, Outcome, Task, seconds_until};
use crate::{LpError, LpProblem, LpStatus, RowId};

#[derive(Clone, Copy, Debug)]
pub(super) struct Cbc;

/// The settings under which CBC runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Manner {
    /// The settings that serve most programs.
    Usual,
    /// Settings that avoid the code behind most assertions: no preprocessing, cuts, heuristics or
    /// strong branching, which solves shrunken programs (`OsiClpSolverInterface::crunch()`). They
    /// are the second try if the first ends the process.
    Plain,
}

impl MipEngine for Cbc {
    const PUNCTUAL: bool = true;

    fn name(&self) -> &'static str {
        "cbc"
    }

    fn solve(&self, problem: &MipProblem, task: &Task) -> Result<Outcome, LpError> {
        let options = &task.options;
        let failed = |message: String| LpError::Backend { name: self.name().to_owned(), message };
        for manner in [Manner::Usual, Manner::Plain] {
            if let Some(status) = options.reached() {
                return Ok(Outcome::without_point(status));
            }
            let ended = in_child(&options.limits, || search(problem, task, manner));
            match ended.map_err(|error| failed(format!("no process of its own: {error}")))? {
                ChildEnd::Answered(answer) => return answer.map_err(failed),
                ChildEnd::Late => return Ok(Outcome::without_point(options.reached().unwrap_or(LpStatus::Unknown))),
                ChildEnd::Died => log::debug!("CBC ended itself ({manner:?})"),
            }
        }
        Err(failed("it ended itself, twice".into()))
    }
}

/// Runs CBC, in the child process.
fn search(problem: &MipProblem, task: &Task, manner: Manner) -> Result<Outcome, String> {
    let options = &task.options;
    let start = Instant::now();
    let seconds = options.limits.deadline.map(seconds_until);
    let mut model = load(problem);
    let mut set = |name: &CStr, value: String| {
        model.set_parameter(name, &CString::new(value).expect("a number holds no zero byte"));
    };
    if let Some(seconds) = seconds {
        set(c"sec", seconds.to_string());
    }
    // By default CBC counts the processor time of all threads.
    set(c"timeMode", "elapsed".into());
    set(c"ratioGap", options.relative_gap.to_string());
    set(c"allowableGap", options.absolute_gap.to_string());
    if let Some(limit) = options.node_limit {
        set(c"maxNodes", limit.min(i32::MAX as u64).to_string());
    }
    if problem.lp.num_variables() <= WITHOUT_PROBING {
        set(c"probing", "off".into());
    }
    if !is_plain(&problem.lp) || manner == Manner::Plain {
        set(c"preprocess", "off".into());
    }
    if manner == Manner::Plain {
        set(c"cuts", "off".into());
        set(c"heuristics", "off".into());
        set(c"strongBranching", "0".into());
        set(c"trustPseudoCosts", "0".into());
    }
    model.set_log_level(0);
    model.solve();
    let mut outcome = outcome(&model, task)?;
    // If time or nodes run out before CBC has a point, it may call a program infeasible, which is
    // no proof.
    let late = seconds.is_some_and(|seconds| start.elapsed().as_secs_f64() >= seconds);
    if late && matches!(outcome.status, LpStatus::Infeasible | LpStatus::Optimal) {
        (outcome.status, outcome.bound) = (LpStatus::TimeLimit, None);
    } else if outcome.status == LpStatus::Infeasible && options.node_limit.is_some() {
        (outcome.status, outcome.bound) = (LpStatus::NodeLimit, None);
    }
    Ok(outcome)
}

/// True if all coefficients are 1 or -1, all sides of rows are whole, and all variables lie between
/// 0 and 1, as in the integer program of pricing. On other programs the preprocessing of CBC 2.10
/// is wrong once in a few hundred small ones. Mostly it loses solutions of rows with two sides,
/// even if they are written as two rows. For example, it proves 2 as the minimum of 2x + y over 3
/// <= 3x + 3.125y <= 3.5 with x and y 0 or 1, where (0, 1) has 1.
fn is_plain(lp: &LpProblem) -> bool {
    let whole = |side: &f64| side.is_infinite() || side.fract() == 0.0;
    lp.coefficients().iter().all(|coefficient| coefficient.abs() == 1.0)
        && lp.row_lower().iter().chain(lp.row_upper()).all(whole)
        && lp.lower().iter().all(|&lower| lower == 0.0)
        && lp.upper().iter().all(|&upper| upper == 1.0)
}

fn load(problem: &MipProblem) -> Model {
    let lp = &problem.lp;
    let Columns { starts, rows, values } = by_columns(lp);
    let mut model = Model::new();
    model.load_problem(
        lp.num_variables(),
        lp.num_rows(),
        &starts,
        &rows,
        &values,
        Some(lp.lower()),
        Some(lp.upper()),
        Some(lp.costs()),
        Some(lp.row_lower()),
        Some(lp.row_upper()),
    );
    problem.integers().for_each(|column| model.set_integer(column));
    model.set_obj_sense(Sense::Minimize);
    model
}

struct Columns {
    starts: Vec<i32>,
    rows: Vec<i32>,
    values: Vec<f64>,
}

fn by_columns(lp: &LpProblem) -> Columns {
    let mut columns: Vec<Vec<(i32, f64)>> = vec![Vec::new(); lp.num_variables()];
    for row in 0..lp.num_rows() {
        for (variable, coefficient) in lp.row(RowId::new(row)) {
            columns[variable.index()].push((row as i32, coefficient));
        }
    }
    let mut sparse = Columns { starts: vec![0], rows: Vec::new(), values: Vec::new() };
    for column in columns {
        sparse.rows.extend(column.iter().map(|entry| entry.0));
        sparse.values.extend(column.iter().map(|entry| entry.1));
        sparse.starts.push(sparse.rows.len() as i32);
    }
    sparse
}

fn outcome(model: &Model, task: &Task) -> Result<Outcome, String> {
    let status = match (model.status(), model.secondary_status()) {
        (Status::Abandoned, _) => return Err("numerical trouble".into()),
        _ if model.is_proven_infeasible() => LpStatus::Infeasible,
        _ if model.is_continuous_unbounded() => LpStatus::UnboundedOrInfeasible,
        _ if model.is_proven_optimal() => LpStatus::Optimal,
        (_, SecondaryStatus::LinearRelaxationInfeasible) => LpStatus::Infeasible,
        (_, SecondaryStatus::LinearRelaxationUnbounded) => LpStatus::UnboundedOrInfeasible,
        (_, SecondaryStatus::StoppedOnGap) => LpStatus::Optimal,
        (_, SecondaryStatus::StoppedOnNodes) => LpStatus::NodeLimit,
        (_, SecondaryStatus::StoppedOnTime) => LpStatus::TimeLimit,
        (_, SecondaryStatus::StoppedOnSolutions) => LpStatus::SolutionLimit,
        (_, SecondaryStatus::StoppedOnIterationLimit) => LpStatus::IterationLimit,
        (_, SecondaryStatus::StoppedOnUserEvent) => LpStatus::Interrupted,
        (Status::Stopped, _) => LpStatus::TimeLimit,
        (status, secondary) => return Err(format!("it ended as {status:?}, {secondary:?}")),
    };
    let (objective, bound) = (model.obj_value(), model.best_possible_value());
    let bound =
        if status == LpStatus::Optimal { bound.min(task.bound_of_optimum(objective, INCREMENT)) } else { bound };
    let bound = Some(bound).filter(|bound| bound.abs() < NO_BOUND);
    Ok(Outcome { status, points: vec![model.col_solution().to_vec()], bound, nodes: 0 })
}
