//! COIN-OR CBC.

use super::program::Program;
use super::solver::{Answer, MipSolver, Solution, seconds_until};
use crate::PricingError;
use coin_cbc::raw::{Model, Sense, Status};
use rulegen_driver::Limits;
use std::ffi::{CStr, CString};
use std::sync::{Mutex, PoisonError};

/// CBC through its C interface.
#[derive(Debug)]
pub(super) struct Cbc;

/// CBC keeps global state: loading, solving and reading are done by one thread at a time.
static ONE_AT_A_TIME: Mutex<()> = Mutex::new(());

/// CBC stands for "no bound" with a number of this size.
const NO_BOUND: f64 = 1e30;

/// Programs of at most so many columns are solved without probing cuts, from which larger ones profit.
/// On random instances of up to 22 columns the assertion below ended 9 of 42,000 with a tiny
/// `increment`, 2 of 62,000 with the default, none of 62,000 without probing; of some 1,500 larger
/// programs it ended none, with any setting.
const WITHOUT_PROBING: usize = 64;

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
            set(c"sec", seconds_until(deadline).to_string());
        }
        // By default CBC counts the processor time of all threads.
        set(c"timeMode", "elapsed".into());
        set(c"ratioGap", gap.to_string());
        set(c"allowableGap", "0".into());
        // `increment`, what a new solution must gain over the last, stays at its 1e-5: the smaller it is, the
        // more often an assertion of CLP 1.17 (ClpSimplexDual.cpp:2750; the Debian build keeps assertions)
        // ends the process, on small programs that are solved at the root. Without probing it never did.
        if program.cost.len() <= WITHOUT_PROBING {
            set(c"probing", "off".into());
        }
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
