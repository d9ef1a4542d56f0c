//! All sets of axes of some sizes, with the cells of the rows.

use super::axis::Axis;
use super::pairs::Pairs;
use super::settings::MOST_DIMENSIONS;
use rayon::prelude::*;
use rulegen_limits::Limits;
use std::ops::RangeInclusive;
use std::sync::atomic::{AtomicBool, Ordering};

/// The most entries of a cube: 128 MB. Larger ones are left out, and then nothing is proved.
pub(super) const LARGEST_CUBE: usize = 1 << 24;

/// Additions between two looks at the limits, about a millisecond.
const WORK_PER_LOOK: usize = 1 << 20;

/// The sets of axes to look at.
#[derive(Clone)]
pub(super) struct Sets<'a> {
    pub(super) axes: &'a [Axis],
    /// For each axis, the bin of each row.
    pub(super) bins: &'a [Vec<u16>],
    /// The numbers of axes of a set.
    pub(super) sizes: RangeInclusive<usize>,
    /// The pairs of conditions that a rule can have [default: all].
    pub(super) pairs: Option<&'a Pairs>,
    pub(super) limits: &'a Limits,
    /// Set once a limit has ended the visits.
    pub(super) stopped: &'a AtomicBool,
}

/// A set at hand.
#[derive(Clone, Copy)]
pub(super) struct AxisSet<'b> {
    /// Its axes among all those at hand, in ascending order.
    pub(super) axes: &'b [usize],
    /// The number of cells over all axes but the last.
    pub(super) cells: usize,
    /// The outer cell of each row.
    pub(super) cell: &'b [u32],
    /// The last axis of the next set to be visited, if that has the same outer axes.
    pub(super) beside: Option<usize>,
}

/// Buffers of a thread.
#[derive(Default)]
struct Buffers<B> {
    /// For each number of axes, the cell of each row.
    cells: [Vec<u32>; MOST_DIMENSIONS],
    work: usize,
    /// The buffers of the visits.
    own: B,
}

impl Sets<'_> {
    /// Visits every set in order. `make` makes what the visits of the sets gather that begin with
    /// one axis or pair of axes; a visit returns the number of its additions.
    pub(super) fn visit<B: Default + Send, C: Send>(
        &self,
        make: impl Fn(&[usize]) -> C + Sync,
        visit: impl Fn(AxisSet<'_>, &mut B, &mut C) -> usize + Sync,
    ) -> Vec<C> {
        let axes = self.axes.len();
        let [first_of_one, pairs] = [*self.sizes.start() == 1, *self.sizes.end() > 1];
        let begin = (0..axes).flat_map(|first| {
            let second = if pairs { first + 1..axes } else { axes..axes };
            first_of_one.then(|| vec![first]).into_iter().chain(second.map(move |second| vec![first, second]))
        });
        let begin: Vec<Vec<usize>> = begin.collect();
        let each = |buffers: &mut Buffers<B>, mut set: Vec<usize>| {
            let mut gathered = make(&set);
            self.start_cells(buffers);
            match *set {
                [first, second] if self.join(first, second) => {
                    self.extend_cells(buffers, first, 1);
                    self.extend(&mut set, self.axes[first].bins, None, buffers, &mut gathered, &visit);
                }
                [_] => self.at(&set, 1, None, buffers, &mut gathered, &visit),
                _ => {}
            }
            gathered
        };
        begin.into_par_iter().map_init(Buffers::default, each).collect()
    }

    /// Visits some sets, each with what `make` makes.
    pub(super) fn visit_these<B: Default + Send, C: Send>(
        &self,
        sets: &[&[usize]],
        make: impl Fn() -> C + Sync,
        visit: impl Fn(AxisSet<'_>, &mut B, &mut C) -> usize + Sync,
    ) -> Vec<C> {
        let each = |buffers: &mut Buffers<B>, set: &&[usize]| {
            let mut gathered = make();
            self.start_cells(buffers);
            let mut cells = 1;
            for (dimensions, &axis) in (1..set.len()).zip(*set) {
                self.extend_cells(buffers, axis, dimensions);
                cells *= self.axes[axis].bins;
            }
            if !self.stops(buffers) {
                self.at(set, cells, None, buffers, &mut gathered, &visit);
            }
            gathered
        };
        sets.par_iter().map_init(Buffers::default, each).collect()
    }

    /// True if a rule can have conditions on both axes.
    fn join(&self, first: usize, second: usize) -> bool {
        self.pairs.is_none_or(|pairs| pairs.join(first, second))
    }

    /// Puts all rows into the one cell over no axes.
    fn start_cells<B>(&self, buffers: &mut Buffers<B>) {
        buffers.cells[0].clear();
        buffers.cells[0].resize(self.bins.first().map_or(0, Vec::len), 0);
    }

    /// Computes the cells over one more axis: those over the first `dimensions` axes, the last of
    /// which is `axis`.
    fn extend_cells<B>(&self, buffers: &mut Buffers<B>, axis: usize, dimensions: usize) {
        let [before, cells] = &mut buffers.cells[dimensions - 1..=dimensions] else { unreachable!("two levels") };
        let bins = self.axes[axis].bins as u32;
        cells.clear();
        cells.extend(before.iter().zip(&self.bins[axis]).map(|(&cell, &bin)| cell * bins + u32::from(bin)));
    }

    /// Visits `set`, and all sets that extend it by later axes. The buffers have the cells over all
    /// its axes but the last, `cells` in number. `beside` is the last axis of the next set like it.
    fn extend<B, C>(
        &self,
        set: &mut Vec<usize>,
        cells: usize,
        beside: Option<usize>,
        buffers: &mut Buffers<B>,
        gathered: &mut C,
        visit: &impl Fn(AxisSet<'_>, &mut B, &mut C) -> usize,
    ) {
        if self.stops(buffers) {
            return;
        }
        if self.sizes.contains(&set.len()) {
            self.at(set, cells, beside, buffers, gathered, visit);
        }
        if set.len() == *self.sizes.end() {
            return;
        }
        let last = set[set.len() - 1];
        let joins = |next: &usize| set.iter().all(|&axis| self.join(axis, *next));
        let later: Vec<usize> = (last + 1..self.axes.len()).filter(joins).collect();
        let cells = cells.saturating_mul(self.axes[last].bins);
        if !later.is_empty() && cells <= LARGEST_CUBE {
            self.extend_cells(buffers, last, set.len());
            for (at, &next) in later.iter().enumerate() {
                set.push(next);
                self.extend(set, cells, later.get(at + 1).copied(), buffers, gathered, visit);
                set.pop();
            }
        }
    }

    /// Visits a set, for which the buffers have the cells.
    fn at<B, C>(
        &self,
        set: &[usize],
        cells: usize,
        beside: Option<usize>,
        buffers: &mut Buffers<B>,
        gathered: &mut C,
        visit: &impl Fn(AxisSet<'_>, &mut B, &mut C) -> usize,
    ) {
        let here = AxisSet { axes: set, cells, cell: &buffers.cells[set.len() - 1], beside };
        buffers.work += visit(here, &mut buffers.own, gathered);
    }

    /// True if the visits have to end. Looks at the limits once in a while.
    fn stops<B>(&self, buffers: &mut Buffers<B>) -> bool {
        if buffers.work >= WORK_PER_LOOK {
            buffers.work = 0;
            if self.limits.reached().is_some() {
                self.stopped.store(true, Ordering::Relaxed);
            }
        }
        self.stopped.load(Ordering::Relaxed)
    }
}

/// Returns, for each size up to `most`, the sum of the products of all sets of so many of some
/// values: elementary symmetric polynomials.
pub(crate) fn products(values: impl IntoIterator<Item = f64>, most: usize) -> Vec<f64> {
    let mut of_size = vec![0.0; most + 1];
    of_size[0] = 1.0;
    for value in values {
        (1..=most).rev().for_each(|size| of_size[size] += of_size[size - 1] * value);
    }
    of_size
}
