//! Narrow whole numbers side by side, one for each condition on an axis.

use super::axis::Axis;
use super::sums::Entry;
use num_traits::{AsPrimitive, PrimInt, WrappingAdd, WrappingSub};

/// The lanes of a block: numbers that are added and compared together.
pub(super) const LANES: usize = 16;

/// The most blocks of the conditions on an axis: 64 MB.
const MOST_BLOCKS: usize = 1 << 20;

/// A whole number of few bits.
pub(super) trait Narrow: PrimInt + WrappingAdd + WrappingSub + AsPrimitive<f64> + Default + Send + Sync {}

impl Narrow for i16 {}
impl Narrow for i32 {}

pub(super) type Block<T> = [T; LANES];

/// The conditions on an axis, as lanes.
pub(super) struct Lanes<T> {
    /// Entry `n`: the number of conditions of at most `n` literals, which are the first.
    up_to: Vec<usize>,
    blocks: usize,
    /// The blocks of each bin: all bits of the lanes of those conditions that it satisfies.
    bins: Vec<Block<T>>,
}

impl<T: Narrow> Lanes<T> {
    /// Makes lanes of the conditions of at most `literals` literals. `None` if there are too many.
    pub(super) fn new(axis: &Axis, literals: usize) -> Option<Self> {
        let up_to: Vec<usize> = (0..=literals).map(|literals| axis.up_to(literals)).collect();
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
        Some(Lanes { up_to, blocks, bins })
    }

    /// Returns the number of blocks that hold the conditions of at most `literals` literals.
    pub(super) fn blocks_up_to(&self, literals: usize) -> usize {
        self.up_to[literals.min(self.up_to.len() - 1)].div_ceil(LANES)
    }

    /// Returns the blocks of bins from block `from` on.
    #[inline(always)]
    pub(super) fn bins_from(&self, from: usize) -> BinLanes<'_, T> {
        BinLanes { blocks: self.blocks, bins: &self.bins[from..] }
    }
}

/// The lanes of bins, from some block on.
#[derive(Clone, Copy)]
pub(super) struct BinLanes<'a, T> {
    blocks: usize,
    bins: &'a [Block<T>],
}

impl<T> BinLanes<'_, T> {
    /// Returns the first `B` blocks of a bin.
    #[inline(always)]
    pub(super) fn of<const B: usize>(&self, bin: usize) -> &[Block<T>; B] {
        self.bins[bin * self.blocks..].first_chunk().expect("a bin has these")
    }
}

/// The largest and the smallest sum of each lane.
#[derive(Default)]
pub(super) struct Extremes<T> {
    pub(super) most: Vec<Block<T>>,
    pub(super) least: Vec<Block<T>>,
}

impl<T: Narrow> Extremes<T> {
    /// Starts anew with lanes of which nothing is known.
    pub(super) fn start(&mut self, blocks: usize) {
        self.most.clear();
        self.most.resize(blocks, [T::min_value(); LANES]);
        self.least.clear();
        self.least.resize(blocks, [T::max_value(); LANES]);
    }

    /// Returns the largest and the smallest sum of all conditions of `literals` literals. `None` if
    /// nothing is known about any.
    pub(super) fn of(&self, lanes: &Lanes<T>, literals: usize) -> Option<(T, T)> {
        let end = (self.most.len() * LANES).min(lanes.up_to[literals]);
        let places = lanes.up_to[literals - 1].min(end)..end;
        let most = self.most.as_flattened()[places.clone()].iter().copied().fold(T::min_value(), T::max);
        let least = self.least.as_flattened()[places].iter().copied().fold(T::max_value(), T::min);
        (least <= most).then_some((most, least))
    }
}

/// Returns `by` of the numbers of each lane. Blocks are copied, so that compilers see that they do
/// not overlap.
#[inline(always)]
pub(super) fn lanes<T: Narrow>(a: &Block<T>, b: &Block<T>, by: impl Fn(T, T) -> T) -> Block<T> {
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
