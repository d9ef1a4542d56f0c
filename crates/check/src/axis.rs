//! Axes of cubes: the tests on a column that matter, and the sets of codes that they stand for.

use crate::Fault;
use crate::cell::{Cell, plus};
use crate::column::Domain;
use crate::fault::ensure;
use crate::gains::{Best, Gains, NOTHING};
use crate::samples::Samples;
use crate::scope::{Codes, Test};
use std::collections::HashSet;

/// The most pairs of sets of codes that are tried for those of one test more.
const MOST_PAIRS: usize = 1 << 24;

/// A column of a cube.
#[derive(Debug)]
pub(crate) struct Axis {
    pub(crate) column: usize,
    /// The tests that matter, in order.
    pub(crate) tests: Vec<Test>,
    /// The code of each sample. Codes that no test tells apart are one.
    pub(crate) codes: Vec<u32>,
    /// The number of codes.
    pub(crate) size: usize,
    /// The sets of codes that one test stands for, those that need two, and so on.
    pub(crate) sets: Vec<Vec<Codes>>,
}

impl Axis {
    /// Returns the axis of a column for rules of up to `most` of these tests on it that gain more
    /// than `best`. With `is_after` the rules have a
    /// prefix of other tests, so that a test may be left out.
    pub(crate) fn new(
        (column, tests): (usize, &[Test]),
        gains: &Gains,
        (most, best, is_after): (usize, Best, bool),
        samples: &Samples,
    ) -> Result<Axis, Fault> {
        let codes: Vec<usize> = gains.samples.iter().map(|&i| samples.codes[column][i]).collect();
        let missing = samples.columns[column].missing_code();
        let mut by_code = vec![Cell::default(); missing + 1];
        codes.iter().zip(&gains.cells).for_each(|(&code, cell)| by_code[code] = plus(by_code[code], *cell));
        let mut below = vec![Cell::default()];
        by_code.iter().for_each(|cell| below.push(plus(below[below.len() - 1], *cell)));
        let numeric = matches!(samples.columns[column].domain, Domain::Numeric(_));
        // A rule of each direction loses this.
        let losses = |[gain, positive, _]: Cell| [positive - gain, positive];
        let all = losses(below[missing + 1]);
        // After a prefix, a test that leaves out no loss is no better than the rule without it.
        let matters = |cell: Cell| {
            let (exceeds, lost) = (gains.exceeding(best, cell), losses(cell));
            (0..2).any(|way| exceeds[way] && (!is_after || lost[way] < all[way]))
        };
        let mut tests: Vec<Test> = tests.to_vec();
        tests.retain(|test| matters(test.codes(missing).sum(|code| below[code])));
        if numeric {
            let has_positive: Vec<bool> = by_code.iter().map(|cell| cell[1] > 0).collect();
            let has_negative: Vec<bool> = by_code.iter().map(|cell| cell[0] < cell[1]).collect();
            let signs = [(&has_negative, &has_positive), (&has_positive, &has_negative)];
            let asked = signs.into_iter().zip(best).filter(|(_, best)| *best < NOTHING);
            let useful = asked.map(|((bad, good), _)| useful(&tests, bad, good, gains.min_cover > 1));
            let useful: HashSet<Test> = useful.flatten().collect();
            tests.retain(|test| useful.contains(test));
        }
        let mut bounds: Vec<usize> = tests.iter().filter_map(|test| test.bound()).collect();
        bounds.sort_unstable();
        bounds.dedup();
        // The code of a number becomes the number of bounds below it.
        let merged = |code: usize| match code {
            code if !numeric => code,
            code if code == missing => bounds.len() + 1,
            code => bounds.partition_point(|&bound| bound < code),
        };
        let size = if numeric { bounds.len() + 2 } else { missing + 1 };
        let of_test = |test: &Test| match *test {
            Test::AtMost(bound) => Test::AtMost(merged(bound)).codes(size - 1),
            Test::Above(bound) => Test::Above(merged(bound)).codes(size - 1),
            test => test.codes(size - 1),
        };
        // Two tests on a number leave a range, and no third makes another.
        let sets = sets(tests.iter().map(of_test), if numeric { most.min(2) } else { most })?;
        let codes = codes.into_iter().map(|code| merged(code) as u32).collect();
        Ok(Axis { column, tests, codes, size, sets })
    }
}

/// Returns the sets of codes that are left by one test, those that are left by two and by no single
/// one, and so on.
fn sets(ones: impl Iterator<Item = Codes>, most: usize) -> Result<Vec<Vec<Codes>>, Fault> {
    let mut seen = HashSet::new();
    let mut sets: Vec<Vec<Codes>> = vec![ones.filter(|codes| seen.insert(codes.clone())).collect()];
    for _ in 1..most {
        let (last, first) = (&sets[sets.len() - 1], &sets[0]);
        let fits = last.len() * first.len() <= MOST_PAIRS;
        ensure(fits, "data.columns", "too many cut points and categories for a cube")?;
        let pairs = last.iter().flat_map(|a| first.iter().map(|b| a.and(b)));
        let more = pairs.filter(|codes| !codes.0.is_empty() && seen.insert(codes.clone())).collect();
        sets.push(more);
    }
    Ok(sets)
}

/// Returns the tests on a number without those to which a neighbour is not inferior, whatever the
/// other conditions of a rule are.
///
/// The neighbour that allows one code more gains no less if no sample of that code has a negative
/// gain. The neighbour that allows one code less gains no less if samples of that code have
/// negative gains and none a positive one; but it covers fewer rows, so it serves only where every
/// number of rows will do. Both do not hold of one code, so no two tests make way for each other.
fn useful(tests: &[Test], negative: &[bool], positive: &[bool], counts: bool) -> Vec<Test> {
    let offered: HashSet<Test> = tests.iter().copied().collect();
    let makes_way = |test: &Test| {
        // The neighbours that allow a code more and a code less, with these codes.
        let (more, added, less, removed) = match *test {
            Test::AtMost(cut) => (Some(Test::AtMost(cut + 1)), cut + 1, cut.checked_sub(1).map(Test::AtMost), cut),
            Test::Above(cut) => (cut.checked_sub(1).map(Test::Above), cut, Some(Test::Above(cut + 1)), cut + 1),
            _ => return false,
        };
        let has = |neighbour: Option<Test>| neighbour.is_some_and(|test| offered.contains(&test));
        has(more) && !negative[added] || !counts && has(less) && negative[removed] && !positive[removed]
    };
    tests.iter().copied().filter(|test| !makes_way(test)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tests_make_way_for_neighbours_that_gain_no_less() {
        use Test::{Above, AtMost, Missing};
        let all = [AtMost(0), AtMost(1), AtMost(2), Above(0), Above(1), Above(2), Missing];
        // Codes 0 to 3 with both signs, but for some.
        let left = |tests: &[Test], without: &[(usize, i64)], counts: bool| {
            let has = |sign: i64| (0..5).map(|code| !without.contains(&(code, sign))).collect::<Vec<_>>();
            useful(tests, &has(-1), &has(1), counts)
        };
        assert_eq!(left(&all, &[], false), all);
        // No sample of code 1 loses: the neighbours with one code more are better.
        for counts in [false, true] {
            assert_eq!(left(&all, &[(1, -1)], counts), [AtMost(1), AtMost(2), Above(0), Above(2), Missing]);
        }
        // No sample of code 1 gains: neighbours with one code less are better, unless rows count.
        assert_eq!(left(&all, &[(1, 1)], false), [AtMost(0), AtMost(2), Above(1), Above(2), Missing]);
        assert_eq!(left(&all, &[(1, 1)], true), all);
        // Code 1 has no gains at all: neither loses, so the larger ones stay.
        assert_eq!(left(&all, &[(1, 1), (1, -1)], false), [AtMost(1), AtMost(2), Above(0), Above(2), Missing]);
        // The ends, and neighbours that are not offered.
        assert_eq!(left(&all, &[(0, 1), (3, 1)], false), all);
        assert_eq!(left(&all, &[(0, -1), (3, -1)], false), all);
        assert_eq!(left(&[AtMost(0), Above(1)], &[(1, -1)], false), [AtMost(0), Above(1)]);
        assert_eq!(left(&[AtMost(1), Above(0)], &[(1, 1)], false), [AtMost(1), Above(0)]);
    }

    #[test]
    fn sets_of_more_tests_are_new_ones() {
        let found = |tests: &[Test], most: usize| sets(tests.iter().map(|test| test.codes(3)), most).unwrap();
        let set = |ranges: &[(usize, usize)]| Codes(ranges.to_vec());
        // Codes of two cuts, and 3 for missing cells.
        let ranges = found(&[Test::AtMost(0), Test::AtMost(1), Test::Above(0), Test::Above(1)], 2);
        assert_eq!(
            ranges,
            [vec![set(&[(0, 1)]), set(&[(0, 2)]), set(&[(1, 3)]), set(&[(2, 3)])], vec![set(&[(1, 2)])]]
        );
        let others = found(&[Test::IsNot(0), Test::IsNot(1), Test::IsNot(0)], 3);
        assert_eq!(others, [vec![set(&[(1, 3)]), set(&[(0, 1), (2, 3)])], vec![set(&[(2, 3)])], vec![]]);
        let many = sets((0..4097).map(|code| Test::Is(code).codes(5000)), 2).unwrap_err().to_string();
        assert_eq!(many, "refused: data.columns: too many cut points and categories for a cube");
        assert!(sets((0..4097).map(|code| Test::Is(code).codes(5000)), 1).is_ok());
    }
}
