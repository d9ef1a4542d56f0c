//! The Python package of rulegen: its compiled module `rulegen._rulegen`.
//!
//! Python checks what scikit-learn asks for and hands over columns; all learning and predicting is
//! done here, by the crates that the command line uses, so both give the same rules. Nothing here
//! is public API of its own.

mod arrow;
mod best_rules;
mod command;
mod compare;
mod edit;
mod failure;
mod fairness;
mod file;
mod fit;
mod frame;
mod model;
mod notes;
mod numbers;
mod points;
mod pricer;
mod problem;
mod restricted;
mod round;
mod rule;
mod rule_set;
mod scorer;
mod settings;
mod shards;
mod solve;
mod study;
mod task;
mod watch;

use pyo3::prelude::*;

/// The compiled module of the package.
#[pymodule]
mod _rulegen {
    #[pymodule_export]
    use super::best_rules::branch_and_bound;
    #[pymodule_export]
    use super::command::run_command_line;
    #[pymodule_export]
    use super::compare::{Strategy, compared, run_strategy};
    #[pymodule_export]
    use super::edit::edit;
    #[pymodule_export]
    use super::fairness::fairness_report;
    #[pymodule_export]
    use super::file::write_whole;
    #[pymodule_export]
    use super::fit::{Outcome, fit, prove};
    #[pymodule_export]
    use super::frame::Frame;
    #[pymodule_export]
    use super::model::Model;
    #[pymodule_export]
    use super::notes::log_to_python;
    #[pymodule_export]
    use super::points::{card, reasons, to_points};
    #[pymodule_export]
    use super::problem::Problem;
    #[pymodule_export]
    use super::restricted::restricted_lp;
    #[pymodule_export]
    use super::rule::Rule;
    #[pymodule_export]
    use super::rule_set::rule_set_to_json;
    #[pymodule_export]
    use super::settings::{equal_terms, parameters};
    #[pymodule_export]
    use super::shards::{Partition, Shard, answer, check_over_shards, fit_shards};
    #[pymodule_export]
    use super::solve::Solving;
    #[pymodule_export]
    use super::study::{counterfactuals, diff, report, report_columns};
    #[pymodule_export]
    use super::task::{Task, cut_labels, range_names};
    use pyo3::prelude::*;

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        module.add("__version__", env!("CARGO_PKG_VERSION"))?;
        module.add("TRACE_COLUMNS", rulegen_eval::TraceRow::COLUMNS)
    }
}
