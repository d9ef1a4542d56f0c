//! Fallible calls of HiGHS.

use highs::{HighsStatus, Model, RowProblem, Sense};

use crate::{LpError, LpProblem, RowId};

pub(crate) const NAME: &str = "highs";

/// Loads a whole program into a model that prints nothing.
pub(crate) fn written_down(problem: &LpProblem, is_integer: impl Fn(usize) -> bool) -> Result<Model, LpError> {
    let mut rows = RowProblem::new();
    let columns: Vec<_> = (0..problem.num_variables())
        .map(|j| {
            let bounds = problem.lower()[j]..=problem.upper()[j];
            rows.add_column_with_integrality(problem.costs()[j], bounds, is_integer(j))
        })
        .collect();
    for i in 0..problem.num_rows() {
        let terms = problem.row(RowId::new(i)).map(|(variable, coefficient)| (columns[variable.index()], coefficient));
        rows.add_row(problem.row_lower()[i]..=problem.row_upper()[i], terms);
    }
    rows.try_optimise(Sense::Minimise).map_err(refused("Highs_passModel"))
}

pub(crate) fn set<V: highs::HighsOptionValue>(
    model: &mut Model,
    option: &'static std::ffi::CStr,
    value: V,
) -> Result<(), LpError> {
    let name = option.to_bytes();
    model.try_set_option(name, value).map_err(|_| failure(format!("{} failed", option.to_string_lossy())))
}

pub(crate) fn refused(call: &'static str) -> impl Fn(HighsStatus) -> LpError {
    move |_| failure(format!("{call} failed"))
}

pub(crate) fn failure(message: String) -> LpError {
    LpError::Backend { name: NAME.to_owned(), message }
}
