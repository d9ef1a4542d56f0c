//! Bounds of the gains over sets of axes, from cubes of narrow whole numbers.
//!
//! Sums of rounded gains bound the gain of every rule over a set of axes. Numbers of 16 or 32 bits
//! are enough, of which a processor adds and compares many at once, so that few sets have to be
//! looked at exactly.

use super::entries::{Bins, EntrySums};
use super::lanes::{Block, Extremes, LANES, Lanes, Narrow, lanes};
use super::sets::{AxisSet, LARGEST_CUBE};
use super::settings::MOST_DIMENSIONS;
use super::shared::{Shared, SharedConditions};
use super::sorted::SortedRows;
use super::sums::{Entry, run_up, slice};
use super::sweep::Sweep;
use crate::lanes::{multiples, wide};

/// The blocks of a line whose sums and extremes stay in registers.
const BLOCKS_AT_ONCE: usize = 4;

/// The least rows for each entry of a cube from which rows are added up by entries first.
const ROWS_PER_ENTRY: usize = 2;

/// The most error of narrow gains, as a share of the gain that is looked for.
const PRECISE: f64 = 0.05;

/// Whole gains in coarser units.
struct NarrowGains<T> {
    /// The whole gain of a unit. A whole number.
    unit: f64,
    gains: Vec<T>,
    /// The most that a sum of whole gains is larger, and smaller, than that of coarse gains.
    error: [f64; 2],
}

impl<T: Narrow> NarrowGains<T> {
    /// Rounds whole gains so that no sum of some of them is too large for `T`. `None` if there are
    /// too many.
    fn new(gains: &[f64]) -> Option<Self> {
        let of_sign = |sign: f64| gains.iter().map(|gain| (sign * gain).max(0.0)).sum::<f64>();
        let largest = of_sign(1.0).max(of_sign(-1.0));
        // Each gain is rounded by at most half a unit.
        let units = T::max_value().as_() - 0.5 * gains.len() as f64 - 1.0;
        if units < 1.0 {
            return None;
        }
        let unit = (largest / units).ceil().max(1.0);
        let rounded = multiples(gains, unit);
        let errors = || gains.iter().zip(&rounded).map(|(gain, rounded)| gain - rounded * unit);
        let error = [1.0, -1.0].map(|sign| errors().map(|error| (sign * error).max(0.0)).sum());
        let gains = rounded.into_iter().map(|gain| T::from(gain).expect("units are that large")).collect();
        Some(NarrowGains { unit, gains, error })
    }

    /// The most that a whole gain, of either sign, is larger than that of coarse gains.
    fn error(&self) -> f64 {
        self.error[0].max(self.error[1])
    }
}

/// Buffers of a thread.
#[derive(Default)]
struct Buffers<T> {
    sorted: [SortedRows<T>; MOST_DIMENSIONS],
    /// For each number of outer axes.
    entries: [EntrySums<T>; MOST_DIMENSIONS],
    cube: Vec<Block<T>>,
    slices: [Vec<Block<T>>; MOST_DIMENSIONS - 1],
    /// For each number of literals on the outer axes.
    extremes: Vec<Extremes<T>>,
}

/// A set of axes, with bounds.
#[derive(Clone, Debug)]
pub(super) struct BoundedSet {
    pub(super) axes: Vec<usize>,
    /// For each problem, a whole gain after costs that no rule with a condition on each axis
    /// exceeds.
    pub(super) nets: Vec<f64>,
}

impl BoundedSet {
    /// True if a rule may be above the whole gain of any problem.
    pub(super) fn exceeds(&self, above: &[f64]) -> bool {
        exceeds(&self.nets, above)
    }
}

/// True if the bound of any problem is above a whole gain.
fn exceeds(nets: &[f64], above: &[f64]) -> bool {
    nets.iter().zip(above).any(|(net, above)| net > above)
}

impl Sweep<'_> {
    /// Returns the sets that may have a rule above the whole gain of any problem, in order. `least`
    /// is a gain that the precision of bounds depends on.
    pub(super) fn bounded(&self, above: &[f64], least: f64) -> Vec<BoundedSet> {
        let precise = NarrowGains::<i16>::new(self.gains).filter(|gains| gains.error() <= PRECISE * least);
        match precise {
            Some(gains) => NarrowSweep::new(self, gains).run(above),
            None => {
                NarrowSweep::new(self, NarrowGains::<i32>::new(self.gains).expect("fewer than 2^31 rows")).run(above)
            }
        }
    }
}

/// The cubes of a sweep, of narrow numbers.
struct NarrowSweep<'a, T> {
    sweep: &'a Sweep<'a>,
    gains: NarrowGains<T>,
    lanes: Vec<Option<Lanes<T>>>,
    /// For each axis, its conditions of one literal, of two, and so on.
    conditions: Vec<Vec<SharedConditions>>,
    /// The one condition of a part that is a line.
    line: Shared,
}

impl<'a, T: Narrow> NarrowSweep<'a, T> {
    fn new(sweep: &'a Sweep<'a>, gains: NarrowGains<T>) -> Self {
        let literals = (sweep.literals + 1).saturating_sub(*sweep.sets.sizes.start());
        let lanes = sweep.sets.axes.iter().map(|axis| Lanes::new(axis, literals)).collect();
        let conditions = sweep.sets.axes.iter().map(|axis| {
            let of = |literals| {
                let (from, to) = (axis.up_to(literals - 1), axis.up_to(literals));
                SharedConditions::new(&axis.conditions[from..to], from)
            };
            (1..=literals.min(axis.most_literals())).map(of).collect()
        });
        let line = Shared { ranges: vec![(0, 1)], own: true, rest: None };
        NarrowSweep { sweep, gains, lanes, conditions: conditions.collect(), line }
    }

    /// Returns the sets that may have a rule above the whole gain of any problem, in order.
    fn run(&self, above: &[f64]) -> Vec<BoundedSet> {
        let visit = |set: AxisSet<'_>, buffers: &mut Buffers<T>, found: &mut Vec<BoundedSet>| {
            let (nets, work) = self.bounds(set, buffers);
            if exceeds(&nets, above) {
                found.push(BoundedSet { axes: set.axes.to_vec(), nets });
            }
            work
        };
        self.sweep.sets.visit(|_| Vec::new(), visit).into_iter().flatten().collect()
    }

    /// Returns the bounds of the gains after costs over a set, and the number of additions.
    fn bounds(&self, set: AxisSet<'_>, buffers: &mut Buffers<T>) -> (Vec<f64>, usize) {
        let unknown = || (vec![f64::INFINITY; self.sweep.asked.len()], 0);
        let (&last, outer) = set.axes.split_last().expect("a set has an axis");
        let axes = &self.sweep.sets.axes;
        let Some(lanes) = &self.lanes[last] else { return unknown() };
        let blocks = lanes.blocks_up_to((self.sweep.literals + 1).saturating_sub(set.axes.len()));
        if blocks == 0 {
            return (vec![f64::NEG_INFINITY; self.sweep.asked.len()], 0);
        }
        let entries = set.cells.saturating_mul(axes[last].bins.max(LANES * blocks));
        if entries > LARGEST_CUBE {
            return unknown();
        }
        self.add_up(set, lanes, blocks, buffers);
        let Buffers { cube, slices, extremes, .. } = buffers;
        // The sums are already those up to each bin of the last outer axis.
        let mut inner = blocks * outer.last().map_or(1, |&axis| axes[axis].bins);
        for axis in outer.iter().rev().skip(1).map(|&axis| &axes[axis]) {
            run_up(cube, axis.bins, inner);
            inner *= axis.bins;
        }
        extremes.resize_with(self.sweep.literals, Default::default);
        extremes[outer.len()..].iter_mut().for_each(|extremes| extremes.start(blocks));
        let mut scan = Scan { of: self, set: set.axes, lanes, blocks, chosen: [0; MOST_DIMENSIONS], extremes };
        scan.part(0, 0, Part { high: cube, low: None }, slices);
        (self.nets(lanes, extremes, outer.len()), self.gains.gains.len() + entries * set.axes.len())
    }

    /// Returns the bounds that follow from the extremes of each lane, where there are `outer` outer
    /// axes.
    fn nets(&self, lanes: &Lanes<T>, extremes: &[Extremes<T>], outer: usize) -> Vec<f64> {
        let NarrowGains { unit, error, .. } = &self.gains;
        let mut nets = vec![f64::NEG_INFINITY; self.sweep.asked.len()];
        for (before, extremes) in extremes.iter().enumerate().skip(outer) {
            for own in 1..=self.sweep.literals - before {
                let Some((most, least)) = extremes.of(lanes, own) else { continue };
                for (net, asked) in nets.iter_mut().zip(self.sweep.asked) {
                    let gain = match asked.sign > 0.0 {
                        true => most.as_() * unit + error[0],
                        false => error[1] - least.as_() * unit,
                    };
                    *net = net.max(gain - asked.costs[before + own]);
                }
            }
        }
        nets
    }

    /// Adds up the gains of the rows of each outer cell that satisfy the conditions of the first
    /// `blocks` blocks of the last axis, and of the cells before it on the last outer axis.
    fn add_up(&self, set: AxisSet<'_>, lanes: &Lanes<T>, blocks: usize, buffers: &mut Buffers<T>) {
        let Buffers { sorted, entries, cube, .. } = buffers;
        let gains = &self.gains.gains;
        let (&last, outer) = set.axes.split_last().expect("a set has an axis");
        let axes = &self.sweep.sets.axes;
        let (of_rows, bins) = (&self.sweep.sets.bins[last], axes[last].bins);
        let line = outer.last().map_or(1, |&axis| axes[axis].bins);
        // Each line is written below.
        cube.resize(set.cells * blocks, [T::zero(); LANES]);
        let mut cells = Cells { lanes, blocks, line, cube };
        if gains.len() < ROWS_PER_ENTRY * set.cells * bins {
            let sorted = &mut sorted[outer.len()];
            sorted.sort(set, gains);
            let SortedRows { starts, rows, values, .. } = sorted;
            cells.add(
                #[inline(always)]
                |cell| {
                    let places = starts[cell] as usize..starts[cell + 1] as usize;
                    let rows = rows[places.clone()].iter().map(|&row| of_rows[row as usize].into());
                    rows.zip(values[places].iter().copied())
                },
            );
            return;
        }
        let bins_of = |axis: usize| Bins { of_rows: &self.sweep.sets.bins[axis], bins: axes[axis].bins };
        let sums = &mut entries[outer.len()];
        sums.add_up(set, bins_of, gains);
        let entries = &sums.entries;
        cells.add(
            #[inline(always)]
            |cell| entries[cell * bins..][..bins].iter().copied().enumerate(),
        );
    }
}

/// The outer cells of a cube, each of which has a line of sums.
struct Cells<'b, T> {
    lanes: &'b Lanes<T>,
    /// The number of blocks of a line.
    blocks: usize,
    /// The number of cells of which each has the sums over those before it, too.
    line: usize,
    cube: &'b mut [Block<T>],
}

impl<T: Narrow> Cells<'_, T> {
    /// Adds up the gains of each cell by the bins on the last axis.
    #[inline(always)]
    fn add<I: Iterator<Item = (usize, T)>>(&mut self, gains: impl Fn(usize) -> I) {
        wide(
            #[inline(always)]
            || {
                for from in (0..self.blocks).step_by(BLOCKS_AT_ONCE) {
                    match self.blocks - from {
                        1 => self.add_blocks::<1, _>(from, &gains),
                        2 => self.add_blocks::<2, _>(from, &gains),
                        3 => self.add_blocks::<3, _>(from, &gains),
                        _ => self.add_blocks::<BLOCKS_AT_ONCE, _>(from, &gains),
                    }
                }
            },
        );
    }

    /// Adds up `B` blocks from block `from` on.
    #[inline(always)]
    fn add_blocks<const B: usize, I: Iterator<Item = (usize, T)>>(&mut self, from: usize, gains: &impl Fn(usize) -> I) {
        let (line, blocks, bins) = (self.line, self.blocks, self.lanes.bins_from(from));
        for (at, cells) in self.cube.chunks_exact_mut(line * blocks).enumerate() {
            let mut sums = [[T::zero(); LANES]; B];
            for (cell, into) in cells.chunks_exact_mut(blocks).enumerate() {
                for (bin, gain) in gains(at * line + cell) {
                    let of_bin: &[Block<T>; B] = bins.of(bin);
                    for block in 0..B {
                        sums[block] = lanes(&sums[block], &of_bin[block], |sum, lane| sum.wrapping_add(&(lane & gain)));
                    }
                }
                into[from..from + B].copy_from_slice(&sums);
            }
        }
    }
}

/// A part of a cube: the differences of two slices, or one of them.
#[derive(Clone, Copy)]
struct Part<'b, T> {
    high: &'b [Block<T>],
    low: Option<&'b [Block<T>]>,
}

/// The scan over the conditions on the outer axes of a cube.
struct Scan<'b, T> {
    of: &'b NarrowSweep<'b, T>,
    set: &'b [usize],
    lanes: &'b Lanes<T>,
    /// The number of blocks of a line.
    blocks: usize,
    chosen: [usize; MOST_DIMENSIONS],
    extremes: &'b mut [Extremes<T>],
}

impl<T: Narrow> Scan<'_, T> {
    /// Looks at the rules on the part of a cube where conditions on the first `level` axes hold, of
    /// `literals` literals.
    fn part(&mut self, level: usize, literals: usize, part: Part<'_, T>, slices: &mut [Vec<Block<T>>]) {
        let later = self.set.len() - level - 1;
        if later == 0 {
            return self.take(literals, part, &self.of.line);
        }
        let of = self.of;
        let (place, next) = (self.set[level], self.set[level + 1]);
        let axis = &of.sweep.sets.axes[place];
        let (here, slices) = slices.split_first_mut().expect("one for each axis but the last");
        let inner = part.high.len() / axis.bins;
        let most = (of.sweep.literals - literals).saturating_sub(later);
        // A slice that is looked at once need not be computed beforehand.
        let lazy = later == 2 && of.conditions[next].iter().all(|conditions| conditions.others.is_empty());
        for (own, conditions) in (1..=most).zip(&of.conditions[place]) {
            if later == 1 {
                // To look at a line takes less time than to ask if it can be left out.
                conditions.shared.iter().for_each(|shared| self.take(literals + own, part, shared));
                for &at in &conditions.others {
                    let line = slice(part.high, inner, &axis.conditions[at], here);
                    self.part(level + 1, literals + own, Part { high: line, low: None }, slices);
                }
                continue;
            }
            for at in axis.up_to(own - 1)..axis.up_to(own) {
                if !self.admits(level, at) {
                    continue;
                }
                self.chosen[level] = at;
                let condition = &axis.conditions[at];
                let up_to = |bin: u32| &part.high[(bin as usize - 1) * inner..][..inner];
                let part = match *condition.ranges {
                    [(low @ 1.., high)] if lazy => Part { high: up_to(high), low: Some(up_to(low)) },
                    _ => Part { high: slice(part.high, inner, condition, here), low: None },
                };
                self.part(level + 1, literals + own, part, slices);
            }
        }
    }

    /// True if a rule can have the condition `at` beside those chosen before it.
    fn admits(&self, level: usize, at: usize) -> bool {
        let pairs = self.of.sweep.sets.pairs;
        pairs.is_none_or(|pairs| pairs.admit(self.set, level, at, |k| self.chosen[k]))
    }

    /// Looks at the lines of a part over one axis and the last that satisfy these conditions on the
    /// former, where rules have `literals` literals on the outer axes.
    fn take(&mut self, literals: usize, part: Part<'_, T>, conditions: &Shared) {
        let line = self.blocks;
        let blocks = self.lanes.blocks_up_to(self.of.sweep.literals - literals);
        let Extremes { most, least } = &mut self.extremes[literals];
        let (most, least) = (&mut most[..blocks], &mut least[..blocks]);
        wide(
            #[inline(always)]
            || {
                for from in (0..blocks).step_by(BLOCKS_AT_ONCE) {
                    let (most, least) = (&mut most[from..], &mut least[from..]);
                    let lines = Lines { part, blocks: line, from };
                    match most.len() {
                        1 => lines.look::<1>(conditions, most, least),
                        2 => lines.look::<2>(conditions, most, least),
                        3 => lines.look::<3>(conditions, most, least),
                        _ => lines.look::<BLOCKS_AT_ONCE>(conditions, most, least),
                    }
                }
            },
        );
    }
}

/// Some blocks of the lines of a part, from block `from` of `blocks` on.
struct Lines<'b, T> {
    part: Part<'b, T>,
    blocks: usize,
    from: usize,
}

impl<T: Narrow> Lines<'_, T> {
    /// Looks at the first `B` blocks of the lines that satisfy conditions.
    #[inline(always)]
    fn look<const B: usize>(&self, conditions: &Shared, most: &mut [Block<T>], least: &mut [Block<T>]) {
        let Part { high, low } = self.part;
        match low {
            None => widen(
                conditions,
                most,
                least,
                #[inline(always)]
                |bin| self.up_to::<B>(high, bin),
            ),
            Some(low) => widen(
                conditions,
                most,
                least,
                #[inline(always)]
                |bin| zip::<T, B>(&self.up_to(high, bin), &self.up_to(low, bin), Block::<T>::minus),
            ),
        }
    }

    /// Returns the sums up to a bin in one of the slices of the part.
    #[inline(always)]
    fn up_to<const B: usize>(&self, slice: &[Block<T>], bin: u32) -> [Block<T>; B] {
        *slice[(bin as usize - 1) * self.blocks + self.from..].first_chunk().expect("a line has these")
    }
}

/// Widens extremes by the sums of lines, given the sums up to a bin.
#[inline(always)]
fn widen<T: Narrow, const B: usize>(
    conditions: &Shared,
    most: &mut [Block<T>],
    least: &mut [Block<T>],
    up_to: impl Fn(u32) -> [Block<T>; B],
) {
    let (mut largest, mut smallest) = ([[T::min_value(); LANES]; B], [[T::max_value(); LANES]; B]);
    for &(low, high) in &conditions.ranges {
        let mut sums = up_to(high);
        if low > 0 {
            sums = zip(&sums, &up_to(low), Block::<T>::minus);
        }
        largest = zip(&largest, &sums, larger);
        smallest = zip(&smallest, &sums, smaller);
    }
    let most: &mut [Block<T>; B] = most.first_chunk_mut().expect("a line has these");
    let least: &mut [Block<T>; B] = least.first_chunk_mut().expect("a line has these");
    if conditions.own {
        *most = zip(most, &largest, larger);
        *least = zip(least, &smallest, smaller);
    }
    if let Some(end) = conditions.rest {
        let all = up_to(end);
        *most = zip(most, &zip(&all, &smallest, Block::<T>::minus), larger);
        *least = zip(least, &zip(&all, &largest, Block::<T>::minus), smaller);
    }
}

/// Returns `by` of the blocks at each place.
#[inline(always)]
fn zip<T: Narrow, const B: usize>(
    a: &[Block<T>; B],
    b: &[Block<T>; B],
    by: impl Fn(&Block<T>, &Block<T>) -> Block<T>,
) -> [Block<T>; B] {
    let mut of = *a;
    for block in 0..B {
        of[block] = by(&a[block], &b[block]);
    }
    of
}

#[inline(always)]
fn larger<T: Narrow>(a: &Block<T>, b: &Block<T>) -> Block<T> {
    lanes(a, b, T::max)
}

#[inline(always)]
fn smaller<T: Narrow>(a: &Block<T>, b: &Block<T>) -> Block<T> {
    lanes(a, b, T::min)
}
