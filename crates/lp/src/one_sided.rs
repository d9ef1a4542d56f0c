//! Rows for libraries that know no row with two different sides.

use crate::{LpProblem, RowId};

/// How the activity of a row compares with a side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Comparison {
    AtLeast,
    AtMost,
    Equal,
}

/// The comparisons that a row means: none if it is free, two if its sides are finite and differ.
pub(crate) fn comparisons(problem: &LpProblem, row: RowId) -> impl Iterator<Item = (Comparison, f64)> + use<> {
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
