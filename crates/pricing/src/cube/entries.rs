//! Sums of the gains of rows by the entries of a cube, for two cubes from one pass over the rows.

use super::lanes::{Block, LANES, Narrow, lanes};
use super::sets::AxisSet;
use crate::lanes::wide;

/// The least rows for each entry of the joint cube of two sets from which that is made. Derived:
/// a row takes a step, an entry is cleared and read by lanes.
const ROWS_PER_JOINT_ENTRY: f64 = 0.25;

/// The bins of the rows on an axis, and their number.
#[derive(Clone, Copy)]
pub(super) struct Bins<'b> {
    pub(super) of_rows: &'b [u16],
    pub(super) bins: usize,
}

/// The sums of the gains by outer cell and bin on the last axis.
///
/// Sets that differ in their last axis alone follow one another. The joint cube over both last axes
/// takes one pass over the rows and holds the sums of both, which takes half of the time where rows
/// outnumber entries.
#[derive(Default)]
pub(super) struct EntrySums<T> {
    pub(super) entries: Vec<T>,
    /// The outer axes and the last axis of the set whose sums `next` holds.
    next_set: (Vec<usize>, usize),
    next: Vec<T>,
    /// The joint cube. Each line is padded to whole blocks.
    joint: Vec<Block<T>>,
}

impl<T: Narrow> EntrySums<T> {
    /// Adds up the gains of a set. `bins` returns those of an axis.
    pub(super) fn add_up<'b>(&mut self, set: AxisSet<'_>, bins: impl Fn(usize) -> Bins<'b>, gains: &[T]) {
        let (&last, outer) = set.axes.split_last().expect("a set has an axis");
        if self.next_set.1 == last && self.next_set.0 == outer && !self.next.is_empty() {
            std::mem::swap(&mut self.entries, &mut self.next);
            self.next.clear();
            return;
        }
        let own = bins(last);
        if let Some(beside) = set.beside {
            let other = bins(beside);
            let entries = set.cells * own.bins * other.bins.next_multiple_of(LANES);
            if gains.len() as f64 >= ROWS_PER_JOINT_ENTRY * entries as f64 {
                self.next_set.0.clear();
                self.next_set.0.extend(outer);
                self.next_set.1 = beside;
                return self.add_up_both(set, own, other, gains);
            }
        }
        self.entries.clear();
        self.entries.resize(set.cells * own.bins, T::zero());
        for ((&cell, &bin), gain) in set.cell.iter().zip(own.of_rows).zip(gains) {
            let entry = &mut self.entries[(cell * own.bins as u32 + u32::from(bin)) as usize];
            *entry = entry.wrapping_add(gain);
        }
    }

    fn add_up_both(&mut self, set: AxisSet<'_>, own: Bins<'_>, other: Bins<'_>, gains: &[T]) {
        let blocks = other.bins.div_ceil(LANES);
        self.joint.clear();
        self.joint.resize(set.cells * own.bins * blocks, [T::zero(); LANES]);
        let width = (blocks * LANES) as u32;
        let joint = self.joint.as_flattened_mut();
        for (((&cell, &bin), &beside), gain) in set.cell.iter().zip(own.of_rows).zip(other.of_rows).zip(gains) {
            let entry = &mut joint[((cell * own.bins as u32 + u32::from(bin)) * width + u32::from(beside)) as usize];
            *entry = entry.wrapping_add(gain);
        }
        self.entries.clear();
        self.next.clear();
        let Self { entries, next, joint, .. } = self;
        wide(
            #[inline(always)]
            || {
                for of_cell in joint.chunks_exact(own.bins * blocks) {
                    let sum = |line: &[Block<T>]| {
                        line.as_flattened().iter().fold(T::zero(), |sum, gain| sum.wrapping_add(gain))
                    };
                    entries.extend(of_cell.chunks_exact(blocks).map(sum));
                    for block in 0..blocks {
                        let mut sums = [T::zero(); LANES];
                        for line in of_cell.chunks_exact(blocks) {
                            sums = lanes(&sums, &line[block], |sum, gain| sum.wrapping_add(&gain));
                        }
                        let left = other.bins - block * LANES;
                        next.extend_from_slice(&sums[..left.min(LANES)]);
                    }
                }
            },
        );
    }
}
