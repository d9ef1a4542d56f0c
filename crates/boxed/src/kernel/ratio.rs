//! How far the dual step goes.

use super::constants::{FEASIBLE, NO_CHANGE, TIE};
use super::place::Place;
use super::state::KernelSimplex;

/// What ends the step.
#[derive(Clone, Copy, Debug)]
pub(super) enum Blocking {
    /// This variable's reduced cost has become 0: it becomes basic.
    Variable(usize),
    /// The multiplier of the tight row at this place has become 0: it becomes slack.
    Row(usize),
}

/// The dual step: how long it is, what ends it, and the variables that go to their other bound on the way.
///
/// The dual objective grows by `slope` per unit of the step. When the reduced cost of a variable at a bound
/// changes sign, the variable flips to its other bound and the slope falls by its change times its box; the
/// step goes on while the slope is positive, but never past a multiplier that becomes 0. `by` are the
/// changes of the multipliers, `change` those of the reduced costs, per unit. None if nothing ends it.
pub(super) fn ratio_test(
    simplex: &KernelSimplex,
    mut slope: f64,
    by: &[f64],
    change: &[f64],
) -> Option<(f64, Blocking, Vec<usize>)> {
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
    let furthest = row.map_or(f64::INFINITY, |(ratio, _)| ratio);
    let mut breaks: Vec<(f64, u32)> = Vec::new();
    for (j, (&d, &change)) in simplex.reduced.iter().zip(change).enumerate() {
        let ratio = match simplex.places[j] {
            Place::Lower if change < -NO_CHANGE => d.max(0.0) / -change,
            Place::Upper if change > NO_CHANGE => (-d).max(0.0) / change,
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
        // What rounding leaves of a slope is none.
        if slope <= FEASIBLE {
            // Of those that tie with it, the one with the largest pivot.
            let tied = breaks[at..].iter().take_while(|b| b.0 <= ratio + TIE * (1.0 + ratio));
            let q = tied
                .map(|b| b.1 as usize)
                .fold(j, |best, j| if change[j].abs() > change[best].abs() { j } else { best });
            return Some((ratio, Blocking::Variable(q), flips));
        }
        flips.push(j);
    }
    row.map(|(ratio, i)| (ratio, Blocking::Row(i), flips))
}
