//! The sweep over all sets of axes: a cube for each, and every rule on it.

use super::axis::Axis;
use super::hits::{Collector, Entries, Line, MOST_DIMENSIONS};
use super::question::Asked;
use super::sums::{add_up, slice, turn};
use rayon::prelude::*;
use rulegen_limits::Limits;
use std::sync::atomic::{AtomicBool, Ordering};

/// The most entries of a cube: 128 MB.
pub(super) const LARGEST_CUBE: usize = 1 << 24;

/// Additions between two looks at the limits, about a millisecond.
const WORK_PER_LOOK: usize = 1 << 20;

/// The rows that matter to a question, on all axes, and the rules to look at.
pub(super) struct Sweep<'a> {
    pub(super) axes: &'a [Axis],
    /// For each axis, the bin of each row.
    pub(super) bins: Vec<Vec<u16>>,
    /// The whole gain of each row.
    pub(super) gains: Vec<f64>,
    /// The training rows of each row; empty if they are not counted.
    pub(super) counts: Vec<f64>,
    /// The fewest training rows of a rule, where they are counted.
    pub(super) least: f64,
    pub(super) asked: &'a [Asked<'a>],
    /// The most axes of a rule.
    pub(super) dimensions: usize,
    /// The most literals of a rule.
    pub(super) literals: usize,
    pub(super) limits: &'a Limits,
    /// Set once a limit has ended the sweep.
    pub(super) stopped: AtomicBool,
}

/// Buffers of a thread.
#[derive(Default)]
struct Buffers {
    /// For each number of axes, the cell of each row.
    cells: [Vec<u32>; MOST_DIMENSIONS],
    sums: Vec<f64>,
    gains: Vec<f64>,
    rows: Vec<f64>,
    slices: [Slices; MOST_DIMENSIONS - 1],
    work: usize,
}

/// Buffers for the part of a cube in which a condition holds.
#[derive(Default)]
struct Slices {
    gains: Vec<f64>,
    rows: Vec<f64>,
}

impl Sweep<'_> {
    /// Shows every rule to collectors, one for each axis or pair of axes that begin a set, in this
    /// order.
    pub(super) fn run<C: Collector + Send>(&self, make: impl Fn() -> C + Sync) -> Vec<C> {
        let axes = self.axes.len();
        let pairs = |first| (first + 1..axes).map(move |second| vec![first, second]);
        let begin = (0..axes).flat_map(|first| {
            let pairs = if self.dimensions > 1 { pairs(first) } else { pairs(axes) };
            std::iter::once(vec![first]).chain(pairs)
        });
        let begin: Vec<Vec<usize>> = begin.collect();
        let sweep = |buffers: &mut Buffers, mut set: Vec<usize>| {
            let mut collector = make();
            let rows = self.gains.len();
            buffers.cells[0].resize(rows, 0);
            match *set {
                [first, second] => {
                    self.extend_cells(buffers, first, 1);
                    self.set(&mut set, self.axes[first].bins, buffers, &mut collector);
                    debug_assert_eq!(set, [first, second]);
                }
                _ => self.cube(&set, 1, buffers, &mut collector),
            }
            collector
        };
        begin.into_par_iter().map_init(Buffers::default, sweep).collect()
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
        self.cube(set, cells, buffers, collector);
        if set.len() == self.dimensions {
            return;
        }
        let last = set[set.len() - 1];
        if last + 1 < self.axes.len() {
            let cells = cells * self.axes[last].bins;
            self.extend_cells(buffers, last, set.len());
            for next in last + 1..self.axes.len() {
                set.push(next);
                self.set(set, cells, buffers, collector);
                set.pop();
            }
        }
    }

    /// Shows the rules with a condition on each axis of `set`.
    fn cube(&self, set: &[usize], cells: usize, buffers: &mut Buffers, collector: &mut impl Collector) {
        let (&last, outer) = set.split_last().expect("a set has an axis");
        let outer: Vec<&Axis> = outer.iter().map(|&axis| &self.axes[axis]).collect();
        let axis = &self.axes[last];
        let conditions = &axis.conditions[..axis.up_to(self.literals - outer.len())];
        let Buffers { cells: cell, sums, gains, rows, slices, work } = buffers;
        let cell = &cell[set.len() - 1];
        *work += self.gains.len() + cells * (axis.bins + conditions.len() * set.len());
        add_up(cell, &self.bins[last], axis.bins, cells, &self.gains, sums);
        turn(sums, &outer, axis.bins, conditions, gains);
        rows.clear();
        if !self.counts.is_empty() {
            add_up(cell, &self.bins[last], axis.bins, cells, &self.counts, sums);
            turn(sums, &outer, axis.bins, conditions, rows);
        }
        self.scan(set, 0, gains, rows, Line::new(set), slices, collector);
        collector.end_set();
    }

    /// Shows the rules on the part of a cube where conditions on the first `level` axes hold.
    #[allow(clippy::too_many_arguments, reason = "the recursion's state, of which each call changes most")]
    fn scan(
        &self,
        set: &[usize],
        level: usize,
        gains: &[f64],
        rows: &[f64],
        line: Line,
        slices: &mut [Slices],
        collector: &mut impl Collector,
    ) {
        let axis = &self.axes[set[level]];
        let later = set.len() - level - 1;
        let literals = self.literals - line.literals - later;
        if later == 0 {
            return self.show(axis, literals, gains, rows, line, collector);
        }
        let (here, slices) = slices.split_first_mut().expect("one for each axis but the last");
        let (inner, inner_rows) = (gains.len() / axis.bins, rows.len() / axis.bins);
        for (at, condition) in axis.conditions[..axis.up_to(literals)].iter().enumerate() {
            let gains = slice(gains, inner, condition, &mut here.gains);
            let rows = if rows.is_empty() { rows } else { slice(rows, inner_rows, condition, &mut here.rows) };
            let line = line.choose(level, at, condition.literals.len());
            self.scan(set, level + 1, gains, rows, line, slices, collector);
        }
    }

    /// Shows the entries of a line, by their number of literals, at most `most` of them on the last
    /// axis.
    fn show(&self, axis: &Axis, most: usize, gains: &[f64], rows: &[f64], line: Line, collector: &mut impl Collector) {
        for literals in 1..=most.min(axis.most_literals()) {
            let (from, to) = (axis.up_to(literals - 1), axis.up_to(literals));
            let rows = if rows.is_empty() { rows } else { &rows[from..to] };
            let entries = Entries { gains: &gains[from..to], rows, least: self.least, from };
            collector.take(self.asked, &line, entries, line.literals + literals);
        }
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
