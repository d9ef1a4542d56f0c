//! Conditions on an axis whose sums are found together.

use super::axis::Condition;
use std::collections::{BTreeMap, BTreeSet};

/// Ranges of bins, each of which stands for one condition or for two: itself, and the rest of the
/// bins up to an end. The sums of all rests differ from those of the ranges by a sign and the sum
/// up to the end, so that their extremes follow from those of the ranges.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Shared {
    /// The ranges `low..high`, in ascending order.
    pub(super) ranges: Vec<(u32, u32)>,
    /// True if the ranges are conditions.
    pub(super) own: bool,
    /// The end, if the bins below it that are not in a range are a condition.
    pub(super) rest: Option<u32>,
}

/// Conditions of one axis with the same number of literals.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct SharedConditions {
    pub(super) shared: Vec<Shared>,
    /// The places of the other conditions on the axis.
    pub(super) others: Vec<usize>,
}

impl SharedConditions {
    /// Groups some conditions. `first` is the place of the first of them on the axis.
    pub(super) fn new(conditions: &[Condition], first: usize) -> Self {
        let mut ends: BTreeMap<u32, usize> = BTreeMap::new();
        for condition in conditions {
            if let [(1.., end)] = *condition.ranges {
                *ends.entry(end).or_default() += 1;
            }
        }
        // The end of the `>` conditions, which is not that of the bins where cells are missing.
        let usual = ends.iter().max_by_key(|(_, conditions)| **conditions).map_or(0, |(&end, _)| end);
        let mut own: BTreeSet<(u32, u32)> = BTreeSet::new();
        let mut rests: BTreeMap<u32, Vec<(u32, u32)>> = BTreeMap::new();
        let mut others = Vec::new();
        for (at, condition) in conditions.iter().enumerate() {
            match *condition.ranges {
                [(low @ 1.., end)] if end == usual => rests.entry(end).or_default().push((0, low)),
                [range] => drop(own.insert(range)),
                [(0, low), (high, end)] => rests.entry(end).or_default().push((low, high)),
                _ => others.push(first + at),
            }
        }
        let mut shared = Vec::new();
        let mut add = |mut ranges: Vec<(u32, u32)>, own, rest| {
            ranges.sort_unstable();
            if !ranges.is_empty() {
                shared.push(Shared { ranges, own, rest });
            }
        };
        for (end, ranges) in rests {
            let (both, alone) = ranges.into_iter().partition(|range| own.remove(range));
            add(both, true, Some(end));
            add(alone, false, Some(end));
        }
        add(own.into_iter().collect(), true, None);
        SharedConditions { shared, others }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn grouped(ranges: &[&[(u32, u32)]]) -> SharedConditions {
        let condition = |ranges: &&[(u32, u32)]| Condition { literals: Vec::new(), ranges: ranges.to_vec(), place: 0 };
        SharedConditions::new(&ranges.iter().map(condition).collect::<Vec<_>>(), 10)
    }

    #[test]
    fn numbers_share_up_to_the_last_bin_that_is_not_missing() {
        // `<= 0`, `<= 1`, `> 0`, `> 1`, `> 2`, missing, present.
        let numbers = grouped(&[&[(0, 1)], &[(0, 2)], &[(1, 4)], &[(2, 4)], &[(3, 4)], &[(4, 5)], &[(0, 4)]]);
        let expected = [
            Shared { ranges: vec![(0, 1), (0, 2)], own: true, rest: Some(4) },
            Shared { ranges: vec![(0, 3)], own: false, rest: Some(4) },
            Shared { ranges: vec![(0, 4), (4, 5)], own: true, rest: None },
        ];
        assert_eq!(numbers, SharedConditions { shared: expected.to_vec(), others: Vec::new() });
    }

    #[test]
    fn categories_share_with_the_others() {
        // `= b`, `= c`, not a, not b, not c of four, and two of them left out.
        let categories = grouped(&[
            &[(1, 2)],
            &[(2, 3)],
            &[(1, 4)],
            &[(0, 1), (2, 4)],
            &[(0, 2), (3, 4)],
            &[(0, 1), (2, 3), (4, 5)],
        ]);
        let expected = [
            Shared { ranges: vec![(1, 2), (2, 3)], own: true, rest: Some(4) },
            Shared { ranges: vec![(0, 1)], own: false, rest: Some(4) },
        ];
        assert_eq!(categories, SharedConditions { shared: expected.to_vec(), others: vec![15] });
    }
}
