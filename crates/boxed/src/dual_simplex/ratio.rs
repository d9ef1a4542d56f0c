//! The ratio test: the length of the dual step and the entering variable.

use super::constants::{FEASIBLE, NO_CHANGE, TIE};
use super::state::DualSimplex;
use super::status::VariableStatus;

/// The variable that enters the basis because it ends the dual step.
#[derive(Clone, Copy, Debug)]
pub(super) enum EnteringVariable {
    /// A variable whose reduced cost becomes 0.
    Structural(usize),
    /// The slack of the tight row at this position, whose multiplier becomes 0.
    Slack(usize),
}

/// Returns the length of the dual step, the entering variable, and the variables that flip to their
/// other bound on the way.
///
/// The dual objective grows by `slope` per unit of the step. When the reduced cost of a variable at
/// a bound changes sign, the variable flips to its other bound, and the slope falls by the change
/// of its reduced cost times its box. The step goes on while the slope is positive, but never past
/// a multiplier that becomes 0. `by` holds the changes of the multipliers per unit of the step,
/// `change` those of the reduced costs. Nothing enters if the step ends at the length `most`.
pub(super) fn ratio_test(
    simplex: &DualSimplex,
    mut slope: f64,
    by: &[f64],
    change: &[f64],
    most: f64,
) -> (f64, Option<EnteringVariable>, Vec<usize>) {
    let mut row: Option<(f64, usize)> = None;
    for (i, (&y, &by_i)) in simplex.multipliers.iter().zip(by).enumerate().filter(|(_, (_, by))| **by < -NO_CHANGE) {
        let ratio = y.max(0.0) / -by_i;
        let closer = row.is_none_or(|(best, at)| {
            let tie = (ratio - best).abs() <= TIE * (1.0 + best);
            if tie { by_i < by[at] } else { ratio < best }
        });
        if closer {
            row = Some((ratio, i));
        }
    }
    let row = row.filter(|(ratio, _)| *ratio < most);
    let furthest = row.map_or(most, |(ratio, _)| ratio);
    let mut breaks: Vec<(f64, u32)> = Vec::new();
    for (j, (&d, &change)) in simplex.reduced.iter().zip(change).enumerate() {
        let ratio = match simplex.statuses[j] {
            VariableStatus::Lower if change < -NO_CHANGE => d.max(0.0) / -change,
            VariableStatus::Upper if change > NO_CHANGE => (-d).max(0.0) / change,
            _ => continue,
        };
        if ratio <= furthest {
            breaks.push((ratio, j as u32));
        }
    }
    breaks.sort_unstable_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
    let mut flips = Vec::new();
    for (at, &(ratio, j)) in breaks.iter().enumerate() {
        let j = j as usize;
        slope -= change[j].abs() * simplex.upper[j];
        // A slope within rounding of 0 counts as 0.
        if slope <= FEASIBLE {
            // Among variables that tie, the one with the largest pivot enters.
            let tied = breaks[at..].iter().take_while(|b| b.0 <= ratio + TIE * (1.0 + ratio));
            let q = tied
                .map(|b| b.1 as usize)
                .fold(j, |best, j| if change[j].abs() > change[best].abs() { j } else { best });
            return (ratio, Some(EnteringVariable::Structural(q)), flips);
        }
        flips.push(j);
    }
    (furthest, row.map(|(_, i)| EnteringVariable::Slack(i)), flips)
}
