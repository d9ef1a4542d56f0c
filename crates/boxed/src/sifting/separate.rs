//! The multipliers of separate rows, once the values of all variables are known.

use super::constants::AT_END;
use crate::{BoxedProgram, BoxedSolution};

/// What is wrong with a solution whatever the multipliers of the separate rows are: for each variable, whether it is held at the wrong
/// end of its box because of its separate row.
///
/// The simplex solver knows the open variables alone, so it leaves a row at 0 whose variables are all held, and takes any of the
/// multipliers that suit the others. Those that suit all variables of a row are an interval: of `x` at 0 the reduced cost
/// `d + e pi` must not be negative, of `x` at its upper bound not positive, of `x` in between it is 0. A multiplier of the interval
/// takes the place of the solver's; where there is none, the variables that ask for more than others admit are wrong.
///
/// A box that stretches has a multiplier that others depend on, so that of a variable at its end is left as it is.
pub(super) fn settle(program: &BoxedProgram, solution: &mut BoxedSolution, tolerance: f64) -> Vec<bool> {
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
        // What each variable asks of the multiplier: at least, at most.
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
