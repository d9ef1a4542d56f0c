//! The sweep over all sets of axes: a cube for each, and every rule on it.

use super::axis::Axis;
use super::hits::{Collector, Entries, Line};
use super::pairs::Pairs;
use super::question::Asked;
use super::settings::MOST_DIMENSIONS;
use super::sums::{add_up, slice, turn};
use rayon::prelude::*;
use rulegen_limits::Limits;
use std::ops::RangeInclusive;
use std::sync::atomic::{AtomicBool, Ordering};

/// The most entries of a cube: 128 MB. Larger ones are left out, and then nothing is proved.
pub(super) const LARGEST_CUBE: usize = 1 << 24;

/// Additions between two looks at the limits, about a millisecond.
const WORK_PER_LOOK: usize = 1 << 20;

/// The rows that matter to a question, and the rules to look at.
pub(super) struct Sweep<'a> {
    pub(super) axes: &'a [Axis],
    /// For each axis, the bin of each row.
    pub(super) bins: &'a [Vec<u16>],
    /// The whole gain of each row.
    pub(super) gains: &'a [f64],
    /// The training rows of each row; empty if they are not counted.
    pub(super) counts: &'a [f64],
    /// The fewest training rows of a rule, where they are counted.
    pub(super) least: f64,
    pub(super) asked: &'a [Asked<'a>],
    /// The numbers of axes of a set.
    pub(super) sizes: RangeInclusive<usize>,
    /// The most literals of a rule.
    pub(super) literals: usize,
    /// The pairs of conditions that a rule can have [default: all].
    pub(super) pairs: Option<&'a Pairs>,
    pub(super) limits: &'a Limits,
    /// Set once a limit has ended a sweep.
    pub(super) stopped: &'a AtomicBool,
}

/// Buffers of a thread.
#[derive(Default)]
struct Buffers {
    /// For each number of axes, the cell of each row.
    cells: [Vec<u32>; MOST_DIMENSIONS],
    sums: Vec<f64>,
    gains: Vec<f64>,
    slices: [Vec<f64>; MOST_DIMENSIONS - 1],
    rows: RowBuffers,
    work: usize,
}

/// Buffers for the cube of training rows, which is made when a rule is first found to gain.
#[derive(Default)]
struct RowBuffers {
    made: bool,
    sums: Vec<f64>,
    cube: Vec<f64>,
    slices: [Vec<f64>; MOST_DIMENSIONS - 1],
}

/// A cube at hand.
struct Cube<'a> {
    /// Its axes among those of the sweep, in ascending order.
    set: &'a [usize],
    axes: &'a [&'a Axis],
    /// The number of cells over all axes but the last.
    cells: usize,
    /// The outer cell of each row.
    cell: &'a [u32],
    /// The number of conditions on the last axis.
    conditions: usize,
}

impl Sweep<'_> {
    /// Shows every rule to collectors, one for each axis or pair of axes that begin a set, in this
    /// order. `make` makes the collector for a beginning.
    pub(super) fn run<C: Collector + Send>(&self, make: impl Fn(&[usize]) -> C + Sync) -> Vec<C> {
        let axes = self.axes.len();
        let [first_of_one, pairs] = [*self.sizes.start() == 1, *self.sizes.end() > 1];
        let begin = (0..axes).flat_map(|first| {
            let second = if pairs { first + 1..axes } else { axes..axes };
            first_of_one.then(|| vec![first]).into_iter().chain(second.map(move |second| vec![first, second]))
        });
        let begin: Vec<Vec<usize>> = begin.collect();
        let sweep = |buffers: &mut Buffers, mut set: Vec<usize>| {
            let mut collector = make(&set);
            buffers.cells[0].clear();
            buffers.cells[0].resize(self.gains.len(), 0);
            match *set {
                [first, second] if self.join(first, second) => {
                    self.extend_cells(buffers, first, 1);
                    self.set(&mut set, self.axes[first].bins, buffers, &mut collector);
                }
                [_] => self.show_cube(&set, 1, buffers, &mut collector),
                _ => {}
            }
            collector
        };
        begin.into_par_iter().map_init(Buffers::default, sweep).collect()
    }

    /// True if a rule can have conditions on both axes.
    fn join(&self, first: usize, second: usize) -> bool {
        self.pairs.is_none_or(|pairs| pairs.join(first, second))
    }

    /// Computes the cells over one more axis: those over the first `dimensions` axes, the last of
    /// which is `axis`.
    fn extend_cells(&self, buffers: &mut Buffers, axis: usize, dimensions: usize) {
        let [before, cells] = &mut buffers.cells[dimensions - 1..=dimensions] else { unreachable!("two levels") };
        let bins = self.axes[axis].bins as u32;
        cells.clear();
        cells.extend(before.iter().zip(&self.bins[axis]).map(|(&cell, &bin)| cell * bins + u32::from(bin)));
    }

    /// Shows the rules over `set`, and over all sets that extend it by later axes. The buffers have
    /// the cells over all its axes but the last, `cells` in number.
    fn set(&self, set: &mut Vec<usize>, cells: usize, buffers: &mut Buffers, collector: &mut impl Collector) {
        if self.stops(buffers) {
            return;
        }
        if self.sizes.contains(&set.len()) {
            self.show_cube(set, cells, buffers, collector);
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
            for next in later {
                set.push(next);
                self.set(set, cells, buffers, collector);
                set.pop();
            }
        }
    }

    /// Shows the rules with a condition on each axis of `set`.
    fn show_cube(&self, set: &[usize], cells: usize, buffers: &mut Buffers, collector: &mut impl Collector) {
        let axes: Vec<&Axis> = set.iter().map(|&axis| &self.axes[axis]).collect();
        let (&last, outer) = axes.split_last().expect("a set has an axis");
        let conditions = last.up_to((self.literals + 1).saturating_sub(set.len()));
        let Buffers { cells: cell, sums, gains, slices, rows, work } = buffers;
        if cells.saturating_mul(last.bins.max(conditions)) > LARGEST_CUBE {
            return;
        }
        let cube = Cube { set, axes: &axes, cells, cell: &cell[set.len() - 1], conditions };
        *work += self.gains.len() + cells * (last.bins + conditions * set.len());
        add_up(cube.cell, &self.bins[set[set.len() - 1]], last.bins, cells, self.gains, sums);
        turn(sums, outer, last.bins, &last.conditions[..conditions], gains);
        rows.made = false;
        self.scan(&cube, 0, gains, Line::new(&axes), slices, rows, collector);
        collector.end_set();
    }

    /// Shows the rules on the part of a cube where conditions on the first `level` axes hold.
    #[allow(clippy::too_many_arguments, reason = "the recursion's state, of which each call changes most")]
    fn scan(
        &self,
        cube: &Cube<'_>,
        level: usize,
        gains: &[f64],
        line: Line<'_>,
        slices: &mut [Vec<f64>],
        rows: &mut RowBuffers,
        collector: &mut impl Collector,
    ) {
        let axis = cube.axes[level];
        let later = cube.set.len() - level - 1;
        let literals = (self.literals - line.literals).saturating_sub(later);
        if later == 0 {
            return self.show(cube, literals, gains, line, rows, collector);
        }
        let (here, slices) = slices.split_first_mut().expect("one for each axis but the last");
        let inner = gains.len() / axis.bins;
        for (at, condition) in axis.conditions[..axis.up_to(literals)].iter().enumerate() {
            if self.pairs.is_some_and(|pairs| !admits(pairs, cube.set, level, at, &line)) {
                continue;
            }
            let gains = slice(gains, inner, condition, here);
            let line = line.choose(level, at, condition.literals.len());
            self.scan(cube, level + 1, gains, line, slices, rows, collector);
        }
    }

    /// Shows the entries of a line, by their number of literals, at most `most` of them on the last
    /// axis.
    fn show(
        &self,
        cube: &Cube<'_>,
        most: usize,
        gains: &[f64],
        line: Line<'_>,
        rows: &mut RowBuffers,
        collector: &mut impl Collector,
    ) {
        let axis = cube.axes[cube.axes.len() - 1];
        for literals in 1..=most.min(axis.most_literals()) {
            let (from, to) = (axis.up_to(literals - 1), axis.up_to(literals));
            let (gains, all) = (&gains[from..to], line.literals + literals);
            if collector.wants(self.asked, gains, all) {
                let rows = if self.counts.is_empty() { &[] } else { &self.rows(cube, &line, rows)[from..to] };
                collector.take(self.asked, &line, Entries { gains, rows, least: self.least, from }, all);
            }
        }
    }

    /// Returns the training rows of the entries of a line.
    fn rows<'b>(&self, cube: &Cube<'_>, line: &Line<'_>, buffers: &'b mut RowBuffers) -> &'b [f64] {
        let (last, outer) = cube.axes.split_last().expect("a set has an axis");
        if !buffers.made {
            buffers.made = true;
            let bins = &self.bins[cube.set[outer.len()]];
            add_up(cube.cell, bins, last.bins, cube.cells, self.counts, &mut buffers.sums);
            turn(&buffers.sums, outer, last.bins, &last.conditions[..cube.conditions], &mut buffers.cube);
        }
        let mut part = &buffers.cube[..];
        for (level, (axis, slices)) in outer.iter().zip(&mut buffers.slices).enumerate() {
            part = slice(part, part.len() / axis.bins, &axis.conditions[line.chosen(level)], slices);
        }
        part
    }

    /// True if the sweep has to end. Looks at the limits once in a while.
    fn stops(&self, buffers: &mut Buffers) -> bool {
        if buffers.work >= WORK_PER_LOOK {
            buffers.work = 0;
            if self.limits.reached().is_some() {
                self.stopped.store(true, Ordering::Relaxed);
            }
        }
        self.stopped.load(Ordering::Relaxed)
    }
}

/// True if a rule can have the condition `at` on the axis of this level, beside the conditions
/// chosen before it, and with any on each later axis.
fn admits(pairs: &Pairs, set: &[usize], level: usize, at: usize, line: &Line<'_>) -> bool {
    let (before, later) = (&set[..level], &set[level + 1..]);
    later.iter().all(|&axis| pairs.has_any(set[level], axis, at))
        && before.iter().enumerate().all(|(k, &axis)| pairs.has(axis, set[level], line.chosen(k), at))
}
