//! Solves small mixed-integer programs by enumeration, and shares nothing with the solvers but the
//! plain types.

use rulegen_lp::{MipProblem, RowId};

/// The tolerance on rows. The numbers are eighths, so a true violation is far larger.
const ROUNDING: f64 = 1e-9;

/// Calls `visit` with every assignment of the integers that can be extended to a solution. If there
/// is one more variable, it has its best value.
pub(crate) fn each_solution(problem: &MipProblem, mut visit: impl FnMut(&[f64], f64)) {
    let integers: Vec<usize> = (0..problem.integer.len()).filter(|&column| problem.integer[column]).collect();
    let other = (0..problem.integer.len()).find(|&column| !problem.integer[column]);
    assert!(integers.len() + usize::from(other.is_some()) == problem.integer.len(), "more than one is no integer");
    let lp = &problem.lp;
    let (lower, upper) = (|column: usize| lp.lower()[column].ceil(), |column: usize| lp.upper()[column].floor());
    if integers.iter().any(|&column| lower(column) > upper(column)) {
        return;
    }
    let mut values = vec![0.0; problem.integer.len()];
    integers.iter().for_each(|&column| values[column] = lower(column));
    loop {
        if let Some(point) = completed(problem, &values, other) {
            visit(&point, lp.objective(&point));
        }
        // Advances to the next assignment, like an odometer.
        let Some(&turning) = integers.iter().find(|&&column| values[column] < upper(column)) else { return };
        integers.iter().take_while(|&&column| column != turning).for_each(|&column| values[column] = lower(column));
        values[turning] += 1.0;
    }
}

fn completed(problem: &MipProblem, values: &[f64], other: Option<usize>) -> Option<Vec<f64>> {
    let lp = &problem.lp;
    let mut point = values.to_vec();
    let mut range = other.map_or((0.0, 0.0), |column| (lp.lower()[column], lp.upper()[column]));
    for row in 0..lp.num_rows() {
        let (mut rest, mut slope) = (0.0, 0.0);
        for (variable, coefficient) in lp.row(RowId::new(row)) {
            if Some(variable.index()) == other {
                slope = coefficient;
            } else {
                rest += coefficient * values[variable.index()];
            }
        }
        let (lower, upper) = (lp.row_lower()[row] - rest, lp.row_upper()[row] - rest);
        if slope == 0.0 {
            if lower > ROUNDING || upper < -ROUNDING {
                return None;
            }
        } else {
            let ends = (lower / slope, upper / slope);
            range = (range.0.max(ends.0.min(ends.1)), range.1.min(ends.0.max(ends.1)));
        }
    }
    if range.0 > range.1 + ROUNDING {
        return None;
    }
    if let Some(column) = other {
        point[column] = if lp.costs()[column] < 0.0 { range.1 } else { range.0 };
    }
    Some(point)
}

/// Returns the best objective.
pub(crate) fn optimum(problem: &MipProblem) -> Option<f64> {
    let mut best: Option<f64> = None;
    each_solution(problem, |_, objective| best = Some(best.map_or(objective, |best| best.min(objective))));
    best
}
