//! Columns as axes of a cube: the codes of the rows, and the conditions over them.

use crate::coarsen::coarsen;
use crate::satisfies::satisfies;
use rulegen_rule::{Codes, Feature, Literal};
use std::collections::HashSet;

/// The most literals on one axis that are joined to a condition.
pub(super) const MOST_LITERALS: usize = 4;

/// The most conditions on an axis. Of 100 categories there are 166,750 sets of at most three to
/// leave out.
const MOST_CONDITIONS: usize = 1 << 18;

/// One literal, or several on one axis that say together what no fewer say: an interval, or a few
/// categories left out.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Condition {
    /// In the order of literals.
    pub(super) literals: Vec<Literal>,
    /// The bins that satisfy it, as ranges `low..high` in ascending order, with gaps between them.
    pub(super) ranges: Vec<(u32, u32)>,
    /// Its place among all conditions of its column.
    pub(super) place: u32,
}

/// A column: a bin for each code that occurs, and the conditions that tell rows apart.
#[derive(Clone, Debug)]
pub(super) struct Axis {
    /// Its place among the axes of all columns.
    pub(super) place: u32,
    /// The bin of each row.
    pub(super) bins_of_rows: Vec<u16>,
    /// The number of bins.
    pub(super) bins: usize,
    /// By the number of their literals, then in the order of literals. Of conditions that the same
    /// bins satisfy, only the first is here.
    pub(super) conditions: Vec<Condition>,
    /// Entry `n`: the number of conditions of at most `n` literals.
    up_to: Vec<usize>,
    /// Conditions of at most this number of literals are all here.
    complete: usize,
}

impl Axis {
    /// Makes the axis of a column, for conditions of at most `most` literals. Also returns the
    /// first literal that all rows satisfy, if there is one; it is in no condition.
    pub(super) fn new(column: u32, feature: &Feature, codes: &Codes, most: usize) -> (Axis, Option<Literal>) {
        let missing = feature.missing_code();
        let mut occurs = vec![false; feature.codes()];
        (0..codes.len()).for_each(|row| occurs[codes.get(row) as usize] = true);
        let occurring: Vec<usize> = (0..occurs.len()).filter(|&code| occurs[code]).collect();
        let mut bin_of = vec![0; occurs.len()];
        occurring.iter().enumerate().for_each(|(bin, &code)| bin_of[code] = bin as u16);
        let tests = feature.tests().into_iter();
        let single = tests.map(|test| {
            let bins: Vec<bool> = occurring.iter().map(|&code| satisfies(test, code, missing)).collect();
            (Literal::new(column, test), ranges(&bins))
        });
        let single: Vec<(Literal, Vec<(u32, u32)>)> = single.collect();
        let all = [(0, occurring.len() as u32)];
        let whole = single.iter().find(|(_, ranges)| **ranges == all).map(|(literal, _)| *literal);
        let bins_of_rows = (0..codes.len()).map(|row| bin_of[codes.get(row) as usize]).collect();
        (Axis::of_literals(0, bins_of_rows, occurring.len(), &single, most), whole)
    }

    /// Makes the axis of some literals, in order, each with the ranges of bins that satisfy it.
    pub(super) fn of_literals(
        place: u32,
        bins_of_rows: Vec<u16>,
        bins: usize,
        single: &[(Literal, Vec<(u32, u32)>)],
        most: usize,
    ) -> Axis {
        let mut axis = Axis { place, bins_of_rows, bins, conditions: Vec::new(), up_to: vec![0], complete: 0 };
        axis.join(single, most.min(MOST_LITERALS));
        axis
    }

    /// Adds all conditions of one literal, then of two, and so on, until there are none or too
    /// many.
    fn join(&mut self, single: &[(Literal, Vec<(u32, u32)>)], most: usize) {
        let everything = vec![(0, self.bins as u32)];
        let mut known: HashSet<Vec<(u32, u32)>> = HashSet::from([everything.clone()]);
        // For each condition the place of the first literal that may be joined to it.
        let mut firsts: Vec<usize> = Vec::new();
        let mut last: Vec<Option<usize>> = vec![None];
        while !last.is_empty() {
            if self.complete == most {
                return;
            }
            let end = self.conditions.len();
            for joined in last {
                let from = joined.map_or(0, |condition| firsts[condition]);
                for (at, (literal, of_literal)) in single.iter().enumerate().skip(from) {
                    let joined = joined.map(|condition| &self.conditions[condition]);
                    let both = common(joined.map_or(&everything, |condition| &condition.ranges), of_literal);
                    if both.is_empty() || !known.insert(both.clone()) {
                        continue;
                    }
                    if self.conditions.len() >= MOST_CONDITIONS {
                        self.conditions.truncate(end);
                        return;
                    }
                    let literals = joined.into_iter().flat_map(|condition| &condition.literals).chain([literal]);
                    let (literals, place) = (literals.copied().collect(), self.conditions.len() as u32);
                    self.conditions.push(Condition { literals, ranges: both, place });
                    firsts.push(at + 1);
                }
            }
            self.up_to.push(self.conditions.len());
            self.complete += 1;
            last = (end..self.conditions.len()).map(Some).collect();
        }
        self.complete = usize::MAX;
    }

    /// Returns the axis with some of the conditions, the first of which `alive` tells about. Bins
    /// that they do not tell apart, and that lie side by side, become one.
    pub(super) fn with(&self, alive: &[bool]) -> Axis {
        let kept = self.conditions.iter().zip(alive).filter(|(_, alive)| **alive).map(|(condition, _)| condition);
        let kept: Vec<&Condition> = kept.collect();
        let bounds = kept.iter().flat_map(|condition| &condition.ranges).flat_map(|&(low, high)| [low, high]);
        let new_of = coarsen(self.bins, bounds.map(|bound| bound as usize));
        let coarser = |&(low, high): &(u32, u32)| (new_of[low as usize], new_of[high as usize]);
        let condition = |condition: &&Condition| Condition {
            ranges: condition.ranges.iter().map(coarser).collect(),
            ..Condition::clone(condition)
        };
        let up_to = |most| kept.iter().filter(|condition| condition.literals.len() <= most).count();
        Axis {
            place: self.place,
            bins_of_rows: self.bins_of_rows.iter().map(|&bin| new_of[bin as usize] as u16).collect(),
            bins: new_of[self.bins] as usize,
            conditions: kept.iter().map(condition).collect(),
            up_to: (0..self.up_to.len()).map(up_to).collect(),
            complete: 0,
        }
    }

    /// Returns the number of conditions of at most `literals` literals, which are the first.
    pub(super) fn up_to(&self, literals: usize) -> usize {
        self.up_to[literals.min(self.up_to.len() - 1)]
    }

    /// Returns the most literals of a condition.
    pub(super) fn most_literals(&self) -> usize {
        self.up_to.len() - 1
    }

    /// True if all conditions of at most `literals` literals are here.
    pub(super) fn has_all(&self, literals: usize) -> bool {
        literals <= self.complete
    }
}

/// Returns the bins in both of two lists of ranges, each in ascending order.
fn common(a: &[(u32, u32)], b: &[(u32, u32)]) -> Vec<(u32, u32)> {
    let pairs = a.iter().flat_map(|a| b.iter().map(move |b| (a.0.max(b.0), a.1.min(b.1))));
    pairs.filter(|(low, high)| low < high).collect()
}

/// Returns the bins that are set, as ranges.
fn ranges(bins: &[bool]) -> Vec<(u32, u32)> {
    let mut ranges = Vec::new();
    let mut bin = 0;
    while let Some(low) = (bin..bins.len()).find(|&bin| bins[bin]) {
        bin = (low..bins.len()).find(|&bin| !bins[bin]).unwrap_or(bins.len());
        ranges.push((low as u32, bin as u32));
    }
    ranges
}

#[cfg(test)]
mod tests {
    use super::*;
    use rulegen_rule::{Domain, Test};

    fn axis(domain: Domain, codes: &[u8], most: usize) -> (Axis, Option<Literal>) {
        let feature = Feature { missing_seen: true, ..Feature::new("x", domain) };
        Axis::new(0, &feature, &Codes::Narrow(codes.to_vec()), most)
    }

    /// The tests of a condition and its ranges.
    type Shown = (Vec<Test>, Vec<(u32, u32)>);

    fn shown(axis: &Axis) -> Vec<Shown> {
        let tests = |c: &Condition| c.literals.iter().map(|l| l.test).collect();
        axis.conditions.iter().map(|c| (tests(c), c.ranges.clone())).collect()
    }

    #[test]
    fn numbers_have_intervals_and_no_more() {
        // The code 1 does not occur, so `x <= 0` and `x <= 1` are one condition; 4 is missing.
        let (numbers, whole) = axis(Domain::Numeric { cuts: vec![1.0, 2.0, 3.0] }, &[0, 2, 3, 4], 3);
        let expected = [
            (vec![Test::AtMost(0)], vec![(0, 1)]),
            (vec![Test::AtMost(2)], vec![(0, 2)]),
            (vec![Test::Above(0)], vec![(1, 3)]),
            (vec![Test::Above(2)], vec![(2, 3)]),
            (vec![Test::Missing], vec![(3, 4)]),
            (vec![Test::Present], vec![(0, 3)]),
            (vec![Test::AtMost(2), Test::Above(0)], vec![(1, 2)]),
        ];
        assert_eq!(shown(&numbers), expected);
        assert_eq!((numbers.up_to(1), numbers.up_to(2), numbers.up_to(9)), (6, 7, 7));
        assert!(numbers.has_all(usize::MAX));
        assert_eq!(whole, None);
    }

    #[test]
    fn categories_are_left_out_together() {
        let categories = ["a", "b", "c", "d", "e"].map(String::from).to_vec();
        let (categories, whole) = axis(Domain::Categorical { categories }, &[0, 1, 2, 3, 4], 2);
        let pairs: Vec<_> = shown(&categories).split_off(categories.up_to(1));
        assert_eq!(pairs.len(), 10);
        assert_eq!(pairs[1], (vec![Test::IsNot(0), Test::IsNot(2)], vec![(1, 2), (3, 5)]));
        assert!(categories.has_all(2) && !categories.has_all(3));
        assert_eq!(whole.map(|literal| literal.test), Some(Test::Present));
    }
}
