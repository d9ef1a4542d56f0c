//! The multipliers of separate rows, once the values of all variables are known.

use super::constants::AT_END;
use crate::{BoxedProgram, BoxedSolution};

/// Corrects the multipliers of the separate rows, and returns for each variable whether it is fixed
/// at the wrong end of its box whatever those multipliers are.
///
/// The simplex solver knows only the open variables. It therefore gives 0 to a separate row whose
/// variables are all fixed, and to any other row some multiplier that suits the open variables. The
/// multipliers that suit all variables of a row form an interval: the reduced cost `d + e pi` must
/// not be negative for `x` at 0, not positive for `x` at its upper bound, and is 0 for `x` in
/// between. A multiplier of the interval replaces that of the solver. If the interval is empty, the
/// variables that ask for more than others allow are wrong.
///
/// A box that stretches has a multiplier on which others depend, so the multiplier of a variable at
/// its end stays.
pub(super) fn correct_multipliers(program: &BoxedProgram, solution: &mut BoxedSolution, tolerance: f64) -> Vec<bool> {
    let mut wrong = vec![false; program.num_variables()];
    if program.separate == 0 {
        return wrong;
    }
    let shared = program.num_rows() - program.separate;
    let asked: Vec<f64> = solution.multipliers.split_off(shared);
    solution.multipliers.resize(program.num_rows(), 0.0);
    let reduced = program.reduced_costs(&solution.multipliers);
    let activities = program.activities(&solution.values);
    let upper = program.stretched(&solution.ratios);
    let mut members: Vec<Vec<(usize, f64)>> = vec![Vec::new(); program.separate];
    for j in 0..program.num_variables() {
        let (rows, coefficients) = program.column(j);
        if let Some((&row, &e)) = rows.last().zip(coefficients.last())
            && row as usize >= shared
        {
            members[row as usize - shared].push((j, e));
        }
    }
    for (at, (members, asked)) in members.iter().zip(asked).enumerate() {
        let row = shared + at;
        let is_slack = program.rhs[row] - activities[row] > AT_END * (1.0 + program.rhs[row].abs());
        // The least and the largest multiplier that suit each variable.
        let asks = |&(j, e): &(usize, f64)| {
            let (upper, x) = (upper[j], solution.values[j]);
            let unit = if upper.is_finite() { upper } else { 1.0 };
            let (at_zero, at_upper) = (x <= AT_END * unit, x >= upper - AT_END * unit);
            let root = -reduced[j] / e;
            let (low, high) = (f64::NEG_INFINITY, f64::INFINITY);
            match (at_zero, at_upper) {
                (_, true) if program.cell(j).is_some() => (asked, asked),
                (true, true) => (low, high),
                (true, false) if e > 0.0 => (root, high),
                (true, false) => (low, root),
                (false, true) if e > 0.0 => (low, root),
                (false, true) => (root, high),
                (false, false) => (root, root),
            }
        };
        let asks: Vec<(f64, f64)> = members.iter().map(asks).collect();
        let least = asks.iter().map(|a| a.0).fold(0.0, f64::max);
        let most = asks.iter().map(|a| a.1).fold(if is_slack { 0.0 } else { f64::INFINITY }, f64::min);
        if least <= most + tolerance {
            solution.multipliers[row] = if asked < least { least } else { asked.min(most) }.max(0.0);
        } else {
            solution.multipliers[row] = asked;
            for (&(j, _), (low, high)) in members.iter().zip(asks) {
                wrong[j] = low > most + tolerance || high < least - tolerance;
            }
        }
    }
    wrong
}
