//! A data cube: the sums of a value by the bins of several axes, turned into sums of conditions.

use super::axis::{Axis, Condition};
use crate::lanes::wide;

/// An entry of a cube: a sum, or several side by side.
pub(super) trait Entry: Copy {
    fn plus(&self, other: &Self) -> Self;

    fn minus(&self, other: &Self) -> Self;
}

impl Entry for f64 {
    #[inline(always)]
    fn plus(&self, other: &Self) -> Self {
        self + other
    }

    #[inline(always)]
    fn minus(&self, other: &Self) -> Self {
        self - other
    }
}

/// Adds up `values` over the rows of each cell. `outer` is the cell of each row on all axes but the
/// last, which has `bins` bins; `cells` is the number of outer cells. The last axis is the
/// innermost.
pub(super) fn add_up(outer: &[u32], last: &[u16], bins: usize, cells: usize, values: &[f64], into: &mut Vec<f64>) {
    into.clear();
    into.resize(cells * bins, 0.0);
    let bins = bins as u32;
    for ((&cell, &bin), &value) in outer.iter().zip(last).zip(values) {
        into[(cell * bins + u32::from(bin)) as usize] += value;
    }
}

/// Turns the last axis of a cube from bins into conditions, and adds up the others, so that an
/// entry is the sum over all bins up to its own.
///
/// `outer` are the axes but the last, and `conditions` those on the last axis.
pub(super) fn turn(cube: &[f64], outer: &[&Axis], bins: usize, conditions: &[Condition], into: &mut Vec<f64>) {
    into.clear();
    let mut running = vec![0.0; bins + 1];
    for line in cube.chunks_exact(bins) {
        let mut sum = 0.0;
        for (running, value) in running[1..].iter_mut().zip(line) {
            sum += value;
            *running = sum;
        }
        let part = |&(low, high): &(u32, u32)| running[high as usize] - running[low as usize];
        into.extend(conditions.iter().map(|condition| match &*condition.ranges {
            [range] => part(range),
            ranges => ranges.iter().map(part).sum(),
        }));
    }
    let mut inner = conditions.len();
    for axis in outer.iter().rev() {
        run_up(into, axis.bins, inner);
        inner *= axis.bins;
    }
}

/// Makes each entry of the first axis of every part the sum of those up to it. The axis has `bins`
/// bins of `inner` entries.
pub(super) fn run_up<E: Entry>(cube: &mut [E], bins: usize, inner: usize) {
    wide(
        #[inline(always)]
        || {
            for part in cube.chunks_exact_mut(bins * inner) {
                for bin in 1..bins {
                    let (before, here) = part[(bin - 1) * inner..][..2 * inner].split_at_mut(inner);
                    here.iter_mut().zip(before).for_each(|(here, before)| *here = here.plus(before));
                }
            }
        },
    );
}

/// Returns the part of a cube whose first axis satisfies `condition`: the cube over the other axes,
/// which has `inner` entries. It is computed in `scratch` unless it lies in the cube as it is.
pub(super) fn slice<'a, E: Entry>(
    cube: &'a [E],
    inner: usize,
    condition: &Condition,
    scratch: &'a mut Vec<E>,
) -> &'a [E] {
    let up_to = |bin: u32| &cube[(bin as usize - 1) * inner..][..inner];
    let (first, others) = condition.ranges.split_first().expect("a condition is satisfied by some bin");
    if others.is_empty() && first.0 == 0 {
        return up_to(first.1);
    }
    scratch.clear();
    wide(
        #[inline(always)]
        || {
            match first.0 {
                0 => scratch.extend_from_slice(up_to(first.1)),
                low => scratch.extend(up_to(first.1).iter().zip(up_to(low)).map(|(high, low)| high.minus(low))),
            }
            for &(low, high) in others {
                let entries = up_to(high).iter().zip(up_to(low));
                scratch.iter_mut().zip(entries).for_each(|(sum, (high, low))| *sum = sum.plus(&high.minus(low)));
            }
        },
    );
    scratch
}
