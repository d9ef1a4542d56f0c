//! Bounds of the gains over sets of axes, from cubes of narrow whole numbers.
//!
//! Sums of rounded gains bound the gain of every rule over a set of axes. Numbers of 16 or 32 bits
//! are enough, of which a processor adds and compares many at once, so that few sets have to be
//! looked at exactly.

use super::axis::Axis;
use super::sets::{AxisSet, LARGEST_CUBE};
use super::settings::MOST_DIMENSIONS;
use super::sums::{Entry, run_up, slice, wide};
use super::sweep::Sweep;
use num_traits::{AsPrimitive, PrimInt, WrappingAdd, WrappingSub};

/// The lanes of a block: numbers that are added and compared together.
const LANES: usize = 16;

/// The blocks of a line whose extremes stay in registers.
const BLOCKS_AT_ONCE: usize = 4;

/// The least rows for each entry of a cube from which rows are added up by entries first.
const ROWS_PER_ENTRY: usize = 2;

/// The most blocks of the conditions on an axis: 64 MB.
const MOST_BLOCKS: usize = 1 << 20;

/// The most error of narrow gains, as a share of the gain that is looked for.
const PRECISE: f64 = 0.05;

/// A whole number of few bits.
trait Narrow: PrimInt + WrappingAdd + WrappingSub + AsPrimitive<f64> + Default + Send + Sync {}

impl Narrow for i16 {}
impl Narrow for i32 {}

type Block<T> = [T; LANES];

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
        let rounded: Vec<f64> = gains.iter().map(|gain| (gain / unit).round()).collect();
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

/// The conditions on an axis, as lanes.
struct Lanes<T> {
    /// The number of literals of each condition, in ascending order.
    literals: Vec<usize>,
    /// The blocks of each bin: all bits of the lanes of those conditions that it satisfies.
    bins: Vec<Block<T>>,
}

impl<T: Narrow> Lanes<T> {
    /// Makes lanes of the conditions of at most `literals` literals. `None` if there are too many.
    fn new(axis: &Axis, literals: usize) -> Option<Self> {
        let conditions = &axis.conditions[..axis.up_to(literals)];
        let blocks = conditions.len().div_ceil(LANES);
        if axis.bins * blocks > MOST_BLOCKS {
            return None;
        }
        let mut bins = vec![[T::zero(); LANES]; axis.bins * blocks];
        for (at, condition) in conditions.iter().enumerate() {
            for bin in condition.ranges.iter().flat_map(|&(low, high)| low..high) {
                bins[bin as usize * blocks + at / LANES][at % LANES] = !T::zero();
            }
        }
        Some(Lanes { literals: conditions.iter().map(|condition| condition.literals.len()).collect(), bins })
    }

    fn blocks(&self) -> usize {
        self.literals.len().div_ceil(LANES)
    }

    /// Returns the number of blocks that hold the conditions of at most `literals` literals.
    fn blocks_up_to(&self, literals: usize) -> usize {
        self.literals.partition_point(|of_lane| *of_lane <= literals).div_ceil(LANES)
    }

    fn of(&self, bin: usize) -> &[Block<T>] {
        &self.bins[bin * self.blocks()..][..self.blocks()]
    }
}

/// Buffers of a thread.
#[derive(Default)]
struct Buffers<T> {
    entries: Vec<T>,
    cube: Vec<Block<T>>,
    slices: [Vec<Block<T>>; MOST_DIMENSIONS - 1],
    ranges: Vec<(u32, u32)>,
    /// For each number of literals on the outer axes.
    extremes: Vec<Extremes<T>>,
}

/// The largest and the smallest sum of each lane.
#[derive(Default)]
struct Extremes<T> {
    most: Vec<Block<T>>,
    least: Vec<Block<T>>,
}

impl<T: Narrow> Extremes<T> {
    /// Starts anew with lanes of which nothing is known.
    fn start(&mut self, blocks: usize) {
        self.most.clear();
        self.most.resize(blocks, [T::min_value(); LANES]);
        self.least.clear();
        self.least.resize(blocks, [T::max_value(); LANES]);
    }

    /// Returns the lanes of which something is known: place, largest and smallest sum.
    fn known(&self) -> impl Iterator<Item = (usize, T, T)> {
        let both = self.most.iter().flatten().zip(self.least.iter().flatten()).enumerate();
        both.map(|(lane, (most, least))| (lane, *most, *least)).filter(|(_, most, least)| least <= most)
    }
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
}

impl<'a, T: Narrow> NarrowSweep<'a, T> {
    fn new(sweep: &'a Sweep<'a>, gains: NarrowGains<T>) -> Self {
        let literals = (sweep.literals + 1).saturating_sub(*sweep.sets.sizes.start());
        let lanes = sweep.sets.axes.iter().map(|axis| Lanes::new(axis, literals)).collect();
        NarrowSweep { sweep, gains, lanes }
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
        let Buffers { cube, slices, ranges, extremes, .. } = buffers;
        let mut inner = blocks;
        for axis in outer.iter().rev().map(|&axis| &axes[axis]) {
            run_up(cube, axis.bins, inner);
            inner *= axis.bins;
        }
        extremes.resize_with(self.sweep.literals, Default::default);
        extremes.iter_mut().for_each(|extremes| extremes.start(blocks));
        let mut scan = Scan { of: self, set: set.axes, lanes, blocks, chosen: [0; MOST_DIMENSIONS], ranges, extremes };
        scan.part(0, 0, cube, slices);
        (self.nets(lanes, extremes), self.gains.gains.len() + entries * set.axes.len())
    }

    /// Returns the bounds that follow from the extremes of each lane.
    fn nets(&self, lanes: &Lanes<T>, extremes: &[Extremes<T>]) -> Vec<f64> {
        let NarrowGains { unit, error, .. } = &self.gains;
        let mut nets = vec![f64::NEG_INFINITY; self.sweep.asked.len()];
        for (outer, extremes) in extremes.iter().enumerate() {
            for (lane, most, least) in extremes.known() {
                // Lanes beyond the last condition, and those of too many literals, are no rules.
                let Some(literals) = lanes.literals.get(lane).map(|own| outer + own) else { continue };
                if literals > self.sweep.literals {
                    continue;
                }
                for (net, asked) in nets.iter_mut().zip(self.sweep.asked) {
                    let gain = match asked.sign > 0.0 {
                        true => most.as_() * unit + error[0],
                        false => error[1] - least.as_() * unit,
                    };
                    *net = net.max(gain - asked.costs[literals]);
                }
            }
        }
        nets
    }

    /// Adds up the gains of the rows of each outer cell that satisfy the conditions of the first
    /// `blocks` blocks of the last axis.
    fn add_up(&self, set: AxisSet<'_>, lanes: &Lanes<T>, blocks: usize, buffers: &mut Buffers<T>) {
        let Buffers { entries, cube, .. } = buffers;
        let gains = &self.gains.gains;
        let last = set.axes[set.axes.len() - 1];
        let (of_rows, bins) = (&self.sweep.sets.bins[last], self.sweep.sets.axes[last].bins);
        cube.clear();
        cube.resize(set.cells * blocks, [T::zero(); LANES]);
        if gains.len() < ROWS_PER_ENTRY * set.cells * bins {
            return wide(
                #[inline(always)]
                || {
                    for ((&cell, &bin), &gain) in set.cell.iter().zip(of_rows).zip(gains) {
                        add(&mut cube[cell as usize * blocks..][..blocks], lanes.of(bin.into()), gain);
                    }
                },
            );
        }
        entries.clear();
        entries.resize(set.cells * bins, T::zero());
        for ((&cell, &bin), gain) in set.cell.iter().zip(of_rows).zip(gains) {
            let entry = &mut entries[(cell * bins as u32 + u32::from(bin)) as usize];
            *entry = entry.wrapping_add(gain);
        }
        wide(
            #[inline(always)]
            || {
                for (line, entries) in cube.chunks_exact_mut(blocks).zip(entries.chunks_exact(bins)) {
                    for (bin, &gain) in entries.iter().enumerate() {
                        if gain != T::zero() {
                            add(line, lanes.of(bin), gain);
                        }
                    }
                }
            },
        );
    }
}

/// The scan over the conditions on the outer axes of a cube.
struct Scan<'b, T> {
    of: &'b NarrowSweep<'b, T>,
    set: &'b [usize],
    lanes: &'b Lanes<T>,
    /// The number of blocks of a line.
    blocks: usize,
    chosen: [usize; MOST_DIMENSIONS],
    /// The ranges of bins of conditions, as a buffer.
    ranges: &'b mut Vec<(u32, u32)>,
    extremes: &'b mut [Extremes<T>],
}

impl<T: Narrow> Scan<'_, T> {
    /// Looks at the rules on the part of a cube where conditions on the first `level` axes hold, of
    /// `literals` literals.
    fn part(&mut self, level: usize, literals: usize, part: &[Block<T>], slices: &mut [Vec<Block<T>>]) {
        let later = self.set.len() - level - 1;
        if later == 0 {
            return self.take(literals, part, &[(0, 1)]);
        }
        let axis = &self.of.sweep.sets.axes[self.set[level]];
        let (here, slices) = slices.split_first_mut().expect("one for each axis but the last");
        let inner = part.len() / axis.bins;
        let most = (self.of.sweep.literals - literals).saturating_sub(later);
        for own in 1..=most.min(axis.most_literals()) {
            // Only the last outer axis needs the buffer.
            let mut ranges = if later == 1 { std::mem::take(self.ranges) } else { Vec::new() };
            ranges.clear();
            for at in axis.up_to(own - 1)..axis.up_to(own) {
                let condition = &axis.conditions[at];
                // To look at a line takes less time than to ask if it can be left out.
                if later > 1 && !self.admits(level, at) {
                    continue;
                }
                match *condition.ranges {
                    // The lines of the last axis need not be computed one by one.
                    [range] if later == 1 => ranges.push(range),
                    _ => {
                        self.chosen[level] = at;
                        let part = slice(part, inner, condition, here);
                        self.part(level + 1, literals + own, part, slices);
                    }
                }
            }
            if later == 1 {
                self.take(literals + own, part, &ranges);
                *self.ranges = ranges;
            }
        }
    }

    /// True if a rule can have the condition `at` beside those chosen before it.
    fn admits(&self, level: usize, at: usize) -> bool {
        let pairs = self.of.sweep.sets.pairs;
        pairs.is_none_or(|pairs| pairs.admit(self.set, level, at, |k| self.chosen[k]))
    }

    /// Looks at the lines of a part over one axis and the last in these ranges of the former's
    /// bins, where rules have `literals` literals on the outer axes.
    fn take(&mut self, literals: usize, part: &[Block<T>], ranges: &[(u32, u32)]) {
        let line = self.blocks;
        let blocks = self.lanes.blocks_up_to(self.of.sweep.literals - literals);
        let Extremes { most, least } = &mut self.extremes[literals];
        let (most, least) = (&mut most[..blocks], &mut least[..blocks]);
        wide(
            #[inline(always)]
            || {
                for from in (0..blocks).step_by(BLOCKS_AT_ONCE) {
                    let (most, least) = (&mut most[from..], &mut least[from..]);
                    match most.len() {
                        1 => widen::<T, 1>(part, line, from, ranges, most, least),
                        2 => widen::<T, 2>(part, line, from, ranges, most, least),
                        3 => widen::<T, 3>(part, line, from, ranges, most, least),
                        _ => widen::<T, BLOCKS_AT_ONCE>(part, line, from, ranges, most, least),
                    }
                }
            },
        );
    }
}

/// Looks at `B` blocks of some lines of a part, from block `from` of `blocks` on.
#[inline(always)]
fn widen<T: Narrow, const B: usize>(
    part: &[Block<T>],
    blocks: usize,
    from: usize,
    ranges: &[(u32, u32)],
    most: &mut [Block<T>],
    least: &mut [Block<T>],
) {
    let up_to = |bin: u32| part[(bin as usize - 1) * blocks + from..].first_chunk::<B>().expect("a line has these");
    let mut largest: [Block<T>; B] = *most.first_chunk().expect("a line has these");
    let mut smallest: [Block<T>; B] = *least.first_chunk().expect("a line has these");
    for &(low, high) in ranges {
        let mut sums = *up_to(high);
        if low > 0 {
            let below = up_to(low);
            (0..B).for_each(|block| sums[block] = sums[block].minus(&below[block]));
        }
        for block in 0..B {
            largest[block] = lanes(&largest[block], &sums[block], T::max);
            smallest[block] = lanes(&smallest[block], &sums[block], T::min);
        }
    }
    most[..B].copy_from_slice(&largest);
    least[..B].copy_from_slice(&smallest);
}

/// Returns `by` of the numbers of each lane. Blocks are copied, so that compilers see that they do
/// not overlap.
#[inline(always)]
fn lanes<T: Narrow>(a: &Block<T>, b: &Block<T>, by: impl Fn(T, T) -> T) -> Block<T> {
    let (a, b) = (*a, *b);
    let mut of = [T::zero(); LANES];
    for lane in 0..LANES {
        of[lane] = by(a[lane], b[lane]);
    }
    of
}

impl<T: Narrow> Entry for Block<T> {
    #[inline(always)]
    fn plus(&self, other: &Self) -> Self {
        lanes(self, other, |a, b| a.wrapping_add(&b))
    }

    #[inline(always)]
    fn minus(&self, other: &Self) -> Self {
        lanes(self, other, |a, b| a.wrapping_sub(&b))
    }
}

/// Adds a gain to the lanes of a bin.
#[inline(always)]
fn add<T: Narrow>(line: &mut [Block<T>], bin: &[Block<T>], gain: T) {
    for (sums, bin) in line.iter_mut().zip(bin) {
        *sums = lanes(sums, bin, |sum, lane| sum.wrapping_add(&(lane & gain)));
    }
}
