//! Rows for libraries that know no row with two different sides.

use crate::{LpProblem, RowId, VariableId};

/// How the activity of a row compares with a side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Comparison {
    AtLeast,
    AtMost,
    Equal,
}

/// A row as a library has it: terms, how they compare, with what.
pub(crate) type Constraint<V, C> = (Vec<(V, f64)>, C, f64);

/// A row as a library has it, whose variables are `V` and comparisons `C`; a term of the program is one or more of its own.
pub(crate) fn constraints<V, C: From<Comparison>, T: IntoIterator<Item = (V, f64)>>(
    problem: &LpProblem,
    row: usize,
    terms: impl Fn(VariableId, f64) -> T,
) -> Vec<Constraint<V, C>> {
    let row = RowId::new(row);
    comparisons(problem, row)
        .map(|(comparison, side)| {
            let terms = problem.row(row).flat_map(|(variable, coefficient)| terms(variable, coefficient)).collect();
            (terms, C::from(comparison), side)
        })
        .collect()
}

/// The comparisons that a row means: none if it is free, two if its sides are finite and differ.
fn comparisons(problem: &LpProblem, row: RowId) -> impl Iterator<Item = (Comparison, f64)> + use<> {
    let lower = problem.row_lower()[row.index()];
    let upper = problem.row_upper()[row.index()];
    let equal = lower == upper;
    [
        (Comparison::Equal, lower, equal),
        (Comparison::AtLeast, lower, !equal && lower.is_finite()),
        (Comparison::AtMost, upper, !equal && upper.is_finite()),
    ]
    .into_iter()
    .filter(|&(_, _, applies)| applies)
    .map(|(comparison, side, _)| (comparison, side))
}
