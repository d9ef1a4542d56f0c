//! Literals as sets of bins.

use rulegen_rule::Literal;

/// The bins `low..high` and `0..extra` of an axis, with `extra <= low`: an interval, or all bins
/// but an inner one. The sum over the set takes three entries of a running sum.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct BinSet {
    pub(super) low: u16,
    pub(super) high: u16,
    pub(super) extra: u16,
}

impl BinSet {
    /// Makes the set of the bins `low..high`.
    pub(super) fn range(low: usize, high: usize) -> Self {
        BinSet { low: low as u16, high: high.max(low) as u16, extra: 0 }
    }

    /// Makes the set of the bins `0..end` without `bin`, in the one form that this set has.
    pub(super) fn except(bin: usize, end: usize) -> Self {
        if bin + 1 == end {
            BinSet::range(0, bin)
        } else {
            BinSet { low: bin as u16 + 1, high: end as u16, extra: bin as u16 }
        }
    }

    pub(super) fn contains(self, bin: usize) -> bool {
        (self.low as usize..self.high as usize).contains(&bin) || bin < self.extra as usize
    }

    /// Returns the number of bins.
    pub(super) fn size(self) -> usize {
        (self.high - self.low + self.extra) as usize
    }

    /// Returns the number of bins in both sets.
    fn meet(self, other: BinSet) -> usize {
        let common = |a: (u16, u16), b: (u16, u16)| a.1.min(b.1).saturating_sub(a.0.max(b.0)) as usize;
        let (a, b) = ((self.low, self.high), (other.low, other.high));
        let (a_extra, b_extra) = ((0, self.extra), (0, other.extra));
        common(a, b) + common(a, b_extra) + common(a_extra, b) + common(a_extra, b_extra)
    }

    /// True if a rule may have both literals. Of nested sets one literal is implied, of disjoint
    /// sets nothing is covered.
    pub(super) fn crosses(self, other: BinSet) -> bool {
        let common = self.meet(other);
        common > 0 && common < self.size() && common < other.size()
    }

    /// True if every bin of the set is one of `other`.
    pub(super) fn inside(self, other: BinSet) -> bool {
        self.meet(other) == self.size()
    }

    /// The bounds of its ranges.
    pub(super) fn bounds(self) -> [usize; 3] {
        [self.low, self.high, self.extra].map(usize::from)
    }

    /// Returns the set over the bins that [`coarsen`](crate::coarsen::coarsen) makes of these.
    pub(super) fn coarser(self, new_of: &[u32]) -> Self {
        let bound = |b: u16| new_of[b as usize] as u16;
        BinSet { low: bound(self.low), high: bound(self.high), extra: bound(self.extra) }
    }

    /// Returns the two sums over the set, given the running sums over the bins.
    #[inline]
    pub(super) fn sum(self, running: &[[f64; 2]]) -> [f64; 2] {
        let (a, b, c) = (running[self.high as usize], running[self.low as usize], running[self.extra as usize]);
        [a[0] - b[0] + c[0], a[1] - b[1] + c[1]]
    }

    /// Returns one sum over the set, given the running sum over the bins.
    #[inline]
    pub(super) fn part_of(self, running: &[f64]) -> f64 {
        running[self.high as usize] - running[self.low as usize] + running[self.extra as usize]
    }
}

/// A literal of an instance: it tells rows of the instance apart, and is the first of those that do
/// so in the same way.
#[derive(Clone, Copy, Debug)]
pub(super) struct BinLiteral {
    pub(super) literal: Literal,
    pub(super) axis: u32,
    pub(super) set: BinSet,
    /// Two literals of one chain are never in the same rule, because they are nested or disjoint.
    pub(super) chain: u32,
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn sets() -> impl Strategy<Value = BinSet> {
        let range = (0usize..6, 0usize..7).prop_map(|(a, b)| BinSet::range(a.min(b), a.max(b)));
        prop_oneof![range, (0usize..6).prop_map(|bin| BinSet::except(bin, 6))]
    }

    proptest! {
        #[test]
        fn sets_are_what_they_contain(a in sets(), b in sets()) {
            let bins = |s: BinSet| (0..8).filter(|&bin| s.contains(bin)).collect::<Vec<_>>();
            let common = bins(a).into_iter().filter(|bin| bins(b).contains(bin)).count();
            prop_assert_eq!(a.size(), bins(a).len());
            prop_assert_eq!(a.crosses(b), common > 0 && common < a.size() && common < b.size());
            let running: Vec<[f64; 2]> = (0..9).map(|k| [f64::from(k * (k - 1) / 2), f64::from(k)]).collect();
            let expected = [bins(a).iter().sum::<usize>() as f64, a.size() as f64];
            prop_assert_eq!(a.sum(&running), expected);
        }
    }
}
