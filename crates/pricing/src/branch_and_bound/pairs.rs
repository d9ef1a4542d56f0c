//! The last two literals of a rule, found at once.
//!
//! Where only two more literals are allowed, the children of a node need not be opened: a
//! two-dimensional histogram of the gains over two axes and its running sums price every pair of
//! literals on them.

use super::bins::BinSet;
use super::instance::{Code, Cover, Instance, coarsen};
use super::price::Priced;

/// A pair of literals and the gain of what it covers, costs not counted.
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
    grid: Vec<f64>,
    line: Vec<f64>,
}

/// The literals of one axis that are left, over the bins that they tell apart.
struct Side {
    /// Where they stand among the literals.
    range: std::ops::Range<usize>,
    bins: usize,
    most_positive: f64,
    least_negative: f64,
}

/// Drops literals that no pair with a gain above `cutoff` can hold: a pair leaves at most the lesser
/// of the positive gains, and at least what two removals leave of the negative gain.
fn drop_hopeless(literals: &mut Vec<Priced>, negative: f64, cutoff: f64, buffers: &mut PairBuffers) {
    let PairBuffers { order, later, keep, .. } = buffers;
    order.clear();
    order.extend(0..literals.len());
    order.sort_unstable_by(|&a, &b| literals[b].positive.total_cmp(&literals[a].positive));
    // later[k]: the best net gain among the literals from the k-th on in descending order of positive gain.
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

/// Calls `found` for pairs of `literals` (by axis, priced on `cover`) whose gain is above `cutoff`;
/// `found` returns the cutoff from then on.
pub(super) fn best_pairs<C: Code>(
    instance: &Instance<C>,
    cover: &Cover,
    literals: &mut Vec<Priced>,
    mut cutoff: f64,
    buffers: &mut PairBuffers,
    mut found: impl FnMut(Pair) -> f64,
) {
    for _ in 0..2 {
        drop_hopeless(literals, cover.negative, cutoff, buffers);
    }
    if literals.len() < 2 {
        return;
    }
    let PairBuffers { gains, bins, grid, line, .. } = buffers;
    gains.clear();
    gains.extend(cover.rows.iter().enumerate().map(|(i, &r)| {
        let weight = instance.weights[r as usize];
        if i < cover.split { weight } else { -weight }
    }));
    let rows = gains.len();
    bins.clear();
    let mut sides: Vec<Side> = Vec::new();
    let mut sets: Vec<BinSet> = Vec::with_capacity(literals.len());
    let literal = |l: &Priced| &instance.literals[l.literal as usize];
    let mut start = 0;
    for same_axis in literals.chunk_by(|a, b| literal(a).axis == literal(b).axis) {
        let axis = &instance.axes[literal(&same_axis[0]).axis as usize];
        let (bin_of, new_bound) = coarsen(axis.bins, same_axis.iter().map(|l| literal(l).set));
        sets.extend(same_axis.iter().map(|l| literal(l).set.coarser(&new_bound)));
        bins.extend(cover.rows.iter().map(|&r| u32::from(bin_of[axis.codes[r as usize].bin()])));
        sides.push(Side {
            range: start..start + same_axis.len(),
            bins: new_bound[axis.bins] as usize,
            most_positive: same_axis.iter().map(|l| l.positive).fold(0.0, f64::max),
            least_negative: same_axis.iter().map(|l| l.negative).fold(f64::INFINITY, f64::min),
        });
        start += same_axis.len();
    }
    let bound = |a: (f64, f64), b: (f64, f64)| a.0.min(b.0) - (a.1 + b.1 - cover.negative).max(0.0);
    for (i, a) in sides.iter().enumerate() {
        let bins_a = &bins[i * rows..][..rows];
        same_axis_pairs(a, &sets, literals, bins_a, gains, line, &mut cutoff, &mut found);
        for (j, b) in sides.iter().enumerate().skip(i + 1) {
            if bound((a.most_positive, a.least_negative), (b.most_positive, b.least_negative)) <= cutoff {
                continue;
            }
            let width = b.bins + 1;
            grid.clear();
            grid.resize((a.bins + 1) * width, 0.0);
            for ((&x, &y), gain) in bins_a.iter().zip(&bins[j * rows..][..rows]).zip(&*gains) {
                grid[(x as usize + 1) * width + y as usize + 1] += gain;
            }
            for x in 1..=a.bins {
                let (before, row) = grid.split_at_mut(x * width);
                let before = &before[(x - 1) * width..];
                let mut sum = 0.0;
                for (entry, before) in row[..width].iter_mut().zip(before) {
                    sum += *entry;
                    *entry = sum + before;
                }
            }
            for k in a.range.clone() {
                let l = &literals[k];
                if bound((l.positive, l.negative), (b.most_positive, b.least_negative)) <= cutoff {
                    continue;
                }
                let row = |x: u16| &grid[x as usize * width..][..width];
                let set = sets[k];
                line.clear();
                line.extend(row(set.high).iter().zip(row(set.low)).zip(row(set.extra)).map(|((h, l), e)| h - l + e));
                for m in b.range.clone() {
                    let set = sets[m];
                    let gain = line[set.high as usize] - line[set.low as usize] + line[set.extra as usize];
                    if gain > cutoff {
                        cutoff = found(Pair { literals: [l.literal, literals[m].literal], gain });
                    }
                }
            }
        }
    }
}

/// The pairs on one axis: intervals, and categories left out.
#[allow(clippy::too_many_arguments, reason = "the state of the loop above")]
fn same_axis_pairs(
    side: &Side,
    sets: &[BinSet],
    literals: &[Priced],
    bins: &[u32],
    gains: &[f64],
    line: &mut Vec<f64>,
    cutoff: &mut f64,
    found: &mut impl FnMut(Pair) -> f64,
) {
    line.clear();
    line.resize(side.bins + 1, 0.0);
    for (&x, gain) in bins.iter().zip(gains) {
        line[x as usize + 1] += gain;
    }
    for x in 1..=side.bins {
        line[x] += line[x - 1];
    }
    for k in side.range.clone() {
        for m in k + 1..side.range.end {
            let (a, b) = (sets[k], sets[m]);
            if literals[k].positive.min(literals[m].positive) <= *cutoff || !a.crosses(b) {
                continue;
            }
            let part = |low: u16, high: u16| if low < high { line[high as usize] - line[low as usize] } else { 0.0 };
            let gain = part(a.low.max(b.low), a.high.min(b.high))
                + part(a.low, a.high.min(b.extra))
                + part(b.low, b.high.min(a.extra))
                + part(0, a.extra.min(b.extra));
            if gain > *cutoff {
                *cutoff = found(Pair { literals: [literals[k].literal, literals[m].literal], gain });
            }
        }
    }
}
