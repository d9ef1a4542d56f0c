//! The last two literals of a rule, found at once.
//!
//! Where only two more literals are allowed, the children of a node need not be opened: a
//! two-dimensional histogram of the gains over two axes and its running sums price every pair of
//! literals on them.

use super::bins::BinSet;
use super::instance::{Code, Cover, Instance};
use super::price::LiteralPrice;
use crate::coarsen::coarsen;

/// A pair of literals and the gain of the rows that both cover, before costs.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pair {
    pub(super) literals: [u32; 2],
    pub(super) gain: f64,
}

/// Buffers of [`best_pairs`].
#[derive(Debug, Default)]
pub(super) struct PairBuffers {
    order: Vec<usize>,
    later: Vec<f64>,
    keep: Vec<bool>,
    gains: Vec<f64>,
    bins: Vec<u32>,
    grid: Grid,
    rows: Grid,
    line: Vec<f64>,
    rows_line: Vec<f64>,
}

/// Running sums over the bins of two axes.
#[derive(Debug, Default)]
struct Grid {
    sums: Vec<f64>,
    width: usize,
}

impl Grid {
    /// Adds up values by their bins on both axes, which have `sizes` bins.
    fn fill(&mut self, sizes: [usize; 2], xs: &[u32], ys: &[u32], values: impl Iterator<Item = f64>) {
        let width = sizes[1] + 1;
        self.width = width;
        self.sums.clear();
        self.sums.resize((sizes[0] + 1) * width, 0.0);
        for ((&x, &y), value) in xs.iter().zip(ys).zip(values) {
            self.sums[(x as usize + 1) * width + y as usize + 1] += value;
        }
        for x in 1..=sizes[0] {
            let (before, row) = self.sums.split_at_mut(x * width);
            let before = &before[(x - 1) * width..];
            let mut sum = 0.0;
            for (entry, before) in row[..width].iter_mut().zip(before) {
                sum += *entry;
                *entry = sum + before;
            }
        }
    }

    /// Computes the running sums over the second axis, within the bins `set` of the first.
    fn line(&self, set: BinSet, into: &mut Vec<f64>) {
        let row = |x: u16| &self.sums[x as usize * self.width..][..self.width];
        into.clear();
        into.extend(row(set.high).iter().zip(row(set.low)).zip(row(set.extra)).map(|((h, l), e)| h - l + e));
    }
}

/// The remaining literals of one axis, over the bins that they tell apart.
struct Side {
    /// Their positions among the literals.
    range: std::ops::Range<usize>,
    bins: usize,
    most_positive: f64,
    least_negative: f64,
}

/// Drops literals that no pair with a gain above `cutoff` can have. A pair leaves at most the
/// lesser of the positive gains, and at least the negative gain that two removals leave.
fn drop_hopeless(literals: &mut Vec<LiteralPrice>, negative: f64, cutoff: f64, buffers: &mut PairBuffers) {
    let PairBuffers { order, later, keep, .. } = buffers;
    order.clear();
    order.extend(0..literals.len());
    order.sort_unstable_by(|&a, &b| literals[b].positive.total_cmp(&literals[a].positive));
    // later[k]: the best net gain among the literals from the k-th on in descending order of
    // positive gain.
    later.clear();
    later.resize(order.len() + 1, f64::NEG_INFINITY);
    for k in (0..order.len()).rev() {
        later[k] = later[k + 1].max(literals[order[k]].net());
    }
    keep.clear();
    keep.resize(literals.len(), false);
    let mut least = f64::INFINITY;
    for (k, &at) in order.iter().enumerate() {
        let l = &literals[at];
        let with_earlier = l.positive - (l.negative + least - negative).max(0.0);
        let next = order.get(k + 1).map_or(f64::NEG_INFINITY, |&n| literals[n].positive);
        let with_later = next.min(later[k + 1] + negative - l.negative);
        keep[at] = with_earlier.max(with_later) > cutoff;
        least = least.min(l.negative);
    }
    let mut kept = keep.iter();
    literals.retain(|_| *kept.next().expect("one flag a literal"));
}

/// The pairs to look for.
#[derive(Clone, Copy, Debug)]
pub(super) struct PairCriteria {
    /// Their gain must be above this.
    pub(super) cutoff: f64,
    /// They must leave at least this number of rows, where rows are counted.
    pub(super) least: f64,
}

/// Calls `found` for the wanted pairs of `literals` (by axis, priced on `cover`); `found` returns
/// the cutoff from then on. `stops` is told the number of cells that were looked at, and returns
/// true to end the search. Returns false if it was ended.
pub(super) fn best_pairs<C: Code>(
    instance: &Instance<C>,
    cover: &Cover,
    literals: &mut Vec<LiteralPrice>,
    PairCriteria { mut cutoff, least }: PairCriteria,
    buffers: &mut PairBuffers,
    mut found: impl FnMut(Pair) -> f64,
    mut stops: impl FnMut(usize) -> bool,
) -> bool {
    for _ in 0..2 {
        drop_hopeless(literals, cover.negative, cutoff, buffers);
    }
    if literals.len() < 2 {
        return true;
    }
    let PairBuffers { gains, bins, grid, rows: row_grid, line, rows_line, .. } = buffers;
    let counts_rows = !instance.counts.is_empty();
    let counts = || cover.rows.iter().map(|&r| instance.counts[r as usize]);
    gains.clear();
    gains.extend(cover.rows.iter().enumerate().map(|(i, &r)| {
        let weight = instance.weights[r as usize];
        if i < cover.split { weight } else { -weight }
    }));
    let rows = gains.len();
    bins.clear();
    let mut sides: Vec<Side> = Vec::new();
    let mut sets: Vec<BinSet> = Vec::with_capacity(literals.len());
    let literal = |l: &LiteralPrice| &instance.literals[l.literal as usize];
    let mut start = 0;
    for same_axis in literals.chunk_by(|a, b| literal(a).axis == literal(b).axis) {
        let axis = &instance.axes[literal(&same_axis[0]).axis as usize];
        let new_of = coarsen(axis.bins, same_axis.iter().flat_map(|l| literal(l).set.bounds()));
        sets.extend(same_axis.iter().map(|l| literal(l).set.coarser(&new_of)));
        bins.extend(cover.rows.iter().map(|&r| new_of[axis.codes[r as usize].bin()]));
        sides.push(Side {
            range: start..start + same_axis.len(),
            bins: new_of[axis.bins] as usize,
            most_positive: same_axis.iter().map(|l| l.positive).fold(0.0, f64::max),
            least_negative: same_axis.iter().map(|l| l.negative).fold(f64::INFINITY, f64::min),
        });
        start += same_axis.len();
    }
    let bound = |a: (f64, f64), b: (f64, f64)| a.0.min(b.0) - (a.1 + b.1 - cover.negative).max(0.0);
    for (i, a) in sides.iter().enumerate() {
        let bins_a = &bins[i * rows..][..rows];
        running(a.bins, bins_a, gains.iter().copied(), line);
        if counts_rows {
            running(a.bins, bins_a, counts(), rows_line);
        }
        let admits = |a: BinSet, b: BinSet| !counts_rows || common(a, b, rows_line) >= least;
        if stops(rows + sides.len() + a.range.len() * a.range.len()) {
            return false;
        }
        same_axis_pairs(a, &sets, literals, line, admits, &mut cutoff, &mut found);
        for (j, b) in sides.iter().enumerate().skip(i + 1) {
            if bound((a.most_positive, a.least_negative), (b.most_positive, b.least_negative)) <= cutoff {
                continue;
            }
            if stops(rows + a.bins * b.bins + a.range.len() * b.range.len()) {
                return false;
            }
            let bins_b = &bins[j * rows..][..rows];
            grid.fill([a.bins, b.bins], bins_a, bins_b, gains.iter().copied());
            if counts_rows {
                row_grid.fill([a.bins, b.bins], bins_a, bins_b, counts());
            }
            for k in a.range.clone() {
                let l = &literals[k];
                if bound((l.positive, l.negative), (b.most_positive, b.least_negative)) <= cutoff {
                    continue;
                }
                grid.line(sets[k], line);
                if counts_rows {
                    row_grid.line(sets[k], rows_line);
                }
                for m in b.range.clone() {
                    let gain = sets[m].part_of(line);
                    if gain > cutoff && (!counts_rows || sets[m].part_of(rows_line) >= least) {
                        cutoff = found(Pair { literals: [l.literal, literals[m].literal], gain });
                    }
                }
            }
        }
    }
    true
}

/// Computes the running sums of values by their bins.
fn running(bins: usize, bin_of: &[u32], values: impl Iterator<Item = f64>, into: &mut Vec<f64>) {
    into.clear();
    into.resize(bins + 1, 0.0);
    bin_of.iter().zip(values).for_each(|(&x, value)| into[x as usize + 1] += value);
    (1..=bins).for_each(|x| into[x] += into[x - 1]);
}

/// Returns the sum over the bins that two sets have in common.
fn common(a: BinSet, b: BinSet, running: &[f64]) -> f64 {
    let part = |low: u16, high: u16| if low < high { running[high as usize] - running[low as usize] } else { 0.0 };
    part(a.low.max(b.low), a.high.min(b.high))
        + part(a.low, a.high.min(b.extra))
        + part(b.low, b.high.min(a.extra))
        + part(0, a.extra.min(b.extra))
}

/// Finds the pairs on one axis, priced by the running sums `line`: intervals, and categories left
/// out.
fn same_axis_pairs(
    side: &Side,
    sets: &[BinSet],
    literals: &[LiteralPrice],
    line: &[f64],
    admits: impl Fn(BinSet, BinSet) -> bool,
    cutoff: &mut f64,
    found: &mut impl FnMut(Pair) -> f64,
) {
    for k in side.range.clone() {
        for m in k + 1..side.range.end {
            let (a, b) = (sets[k], sets[m]);
            if literals[k].positive.min(literals[m].positive) <= *cutoff || !a.crosses(b) {
                continue;
            }
            let gain = common(a, b, line);
            if gain > *cutoff && admits(a, b) {
                *cutoff = found(Pair { literals: [literals[k].literal, literals[m].literal], gain });
            }
        }
    }
}
