//! COIN-OR CBC.

use super::program::Program;
use super::solver::{Answer, MipSolver, Solution};
use crate::PricingError;
use coin_cbc::raw::{Model, Sense, Status};
use rulegen_driver::Limits;
use std::ffi::{CStr, CString};
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

/// CBC through its C interface.
#[derive(Debug)]
pub(super) struct Cbc;

/// CBC keeps global state: loading, solving and reading are done by one thread at a time.
static ONE_AT_A_TIME: Mutex<()> = Mutex::new(());

/// CBC stands for "no bound" with a number of this size.
const NO_BOUND: f64 = 1e30;

impl MipSolver for Cbc {
    fn name(&self) -> &'static str {
        "bilp-cbc"
    }

    fn solve(&self, program: &Program, gap: f64, limits: &Limits) -> Result<Option<Answer>, PricingError> {
        let _guard = ONE_AT_A_TIME.lock().unwrap_or_else(PoisonError::into_inner);
        if limits.reached().is_some() {
            return Ok(None);
        }
        let mut model = load(program);
        let mut set = |name: &CStr, value: String| {
            model.set_parameter(name, &CString::new(value).expect("a number holds no zero byte"));
        };
        if let Some(deadline) = limits.deadline {
            let left = deadline.saturating_duration_since(Instant::now());
            set(c"sec", left.as_secs_f64().to_string());
        }
        // By default CBC counts the processor time of all threads.
        set(c"timeMode", "elapsed".into());
        set(c"ratioGap", gap.to_string());
        set(c"allowableGap", "0".into());
        // What a new solution must gain over the last; the default, 1e-5, would cut off better ones.
        set(c"increment", "1e-9".into());
        model.set_log_level(0);
        model.solve();
        match model.status() {
            Status::Abandoned => Err(PricingError::Solver { solver: self.name(), reason: "numerical trouble".into() }),
            _ => Ok(Some(answer(&model))),
        }
    }
}

fn load(program: &Program) -> Model {
    let columns = program.cost.len();
    let mut model = Model::new();
    model.load_problem(
        columns,
        program.row_lower.len(),
        &program.starts,
        &program.rows,
        &program.values,
        Some(&vec![0.0; columns]),
        Some(&vec![1.0; columns]),
        Some(&program.cost),
        Some(&program.row_lower),
        Some(&program.row_upper),
    );
    (0..program.integers).for_each(|column| model.set_integer(column));
    model.set_obj_sense(Sense::Minimize);
    model
}

fn answer(model: &Model) -> Answer {
    let (objective, bound) = (model.obj_value(), model.best_possible_value());
    let solutions = vec![Solution { objective, values: model.col_solution().to_vec() }];
    let bound = if model.is_proven_optimal() { objective } else { bound };
    Answer { solutions, bound: Some(bound).filter(|b| b.abs() < NO_BOUND), nodes: 0 }
}
