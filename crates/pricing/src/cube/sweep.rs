//! The sweep over all sets of axes: a cube for each, and every rule on it.

use super::axis::Axis;
use super::hits::{Collector, Entries, Line, RowCounts};
use super::question::Asked;
use super::sets::{AxisSet, LARGEST_CUBE, Sets};
use super::settings::MOST_DIMENSIONS;
use super::sums::{add_up, slice, turn};

/// The rows that matter to a question, and the rules to look at.
pub(super) struct Sweep<'a> {
    pub(super) sets: Sets<'a>,
    /// The whole gain of each row.
    pub(super) gains: &'a [f64],
    /// The training rows of each row; empty if they are not counted.
    pub(super) counts: &'a [f64],
    /// The fewest training rows of a rule, where they are counted.
    pub(super) least: f64,
    pub(super) asked: &'a [Asked<'a>],
    /// The most literals of a rule.
    pub(super) literals: usize,
}

/// Buffers of a thread.
#[derive(Default)]
struct Buffers {
    sums: Vec<f64>,
    gains: Vec<f64>,
    slices: [Vec<f64>; MOST_DIMENSIONS - 1],
    rows: RowBuffers,
}

/// Buffers for the cube of training rows, which is made when a rule is first found to gain.
#[derive(Default)]
struct RowBuffers {
    made: bool,
    sums: Vec<f64>,
    cube: Vec<f64>,
}

/// A cube at hand.
struct Cube<'a> {
    set: AxisSet<'a>,
    axes: &'a [&'a Axis],
    /// The number of conditions on the last axis.
    conditions: usize,
}

impl Sweep<'_> {
    /// Shows every rule to collectors, one for each axis or pair of axes that begin a set, in this
    /// order. `make` makes the collector for a beginning.
    pub(super) fn run<C: Collector + Send>(&self, make: impl Fn(&[usize]) -> C + Sync) -> Vec<C> {
        self.sets.visit(make, |set, buffers, collector| self.show_cube(set, buffers, collector))
    }

    /// Shows the rules over some sets of axes to collectors, one for each set.
    pub(super) fn run_these<C: Collector + Send>(&self, sets: &[&[usize]], make: impl Fn() -> C + Sync) -> Vec<C> {
        self.sets.visit_these(sets, make, |set, buffers, collector| self.show_cube(set, buffers, collector))
    }

    /// Shows the rules with a condition on each axis of `set`. Returns the number of additions.
    fn show_cube(&self, set: AxisSet<'_>, buffers: &mut Buffers, collector: &mut impl Collector) -> usize {
        let axes: Vec<&Axis> = set.axes.iter().map(|&axis| &self.sets.axes[axis]).collect();
        let (&last, outer) = axes.split_last().expect("a set has an axis");
        let conditions = last.up_to((self.literals + 1).saturating_sub(axes.len()));
        if set.cells.saturating_mul(last.bins.max(conditions)) > LARGEST_CUBE {
            return 0;
        }
        let Buffers { sums, gains, slices, rows } = buffers;
        let cube = Cube { set, axes: &axes, conditions };
        add_up(set.cell, &self.sets.bins[set.axes[outer.len()]], last.bins, set.cells, self.gains, sums);
        turn(sums, outer, last.bins, &last.conditions[..conditions], gains);
        rows.made = false;
        self.scan(&cube, 0, gains, Line::new(&axes), slices, rows, collector);
        collector.end_set();
        self.gains.len() + set.cells * (last.bins + conditions * axes.len())
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
        let later = cube.axes.len() - level - 1;
        let literals = (self.literals - line.literals).saturating_sub(later);
        if later == 0 {
            return self.show(cube, literals, gains, line, rows, collector);
        }
        let (here, slices) = slices.split_first_mut().expect("one for each axis but the last");
        let inner = gains.len() / axis.bins;
        for (at, condition) in axis.conditions[..axis.up_to(literals)].iter().enumerate() {
            if self.sets.pairs.is_some_and(|pairs| !pairs.admit(cube.set.axes, level, at, |k| line.chosen(k))) {
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
                let rows = (!self.counts.is_empty()).then(|| self.rows(cube, rows));
                collector.take(self.asked, Entries { line: &line, gains, rows, from }, all);
            }
        }
    }

    /// Returns the training rows of all entries.
    fn rows<'b>(&self, cube: &Cube<'_>, buffers: &'b mut RowBuffers) -> RowCounts<'b> {
        let (last, outer) = cube.axes.split_last().expect("a set has an axis");
        if !buffers.made {
            buffers.made = true;
            let bins = &self.sets.bins[cube.set.axes[outer.len()]];
            add_up(cube.set.cell, bins, last.bins, cube.set.cells, self.counts, &mut buffers.sums);
            turn(&buffers.sums, outer, last.bins, &last.conditions[..cube.conditions], &mut buffers.cube);
        }
        RowCounts { cube: &buffers.cube, conditions: cube.conditions, least: self.least }
    }
}
