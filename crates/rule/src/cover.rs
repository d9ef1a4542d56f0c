//! Coverage: the rows that satisfy a rule.

use crate::{CodedTable, Codes, Domain, Literal, Rule, Schema, Test};
use std::ops::Add;

/// A set of rows, one bit each.
///
/// ```
/// use rulegen_rule::RowSet;
///
/// let (low, even) = (RowSet::of(100, 0..10), RowSet::of(100, (0..100).step_by(2)));
/// assert_eq!(low.count_common(&even), 5);
/// assert_eq!(low.intersection(&even).iter().collect::<Vec<_>>(), [0, 2, 4, 6, 8]);
/// let weights = vec![0.5; 100];
/// assert_eq!((low.sum(&weights), low.sum_common(&even, &weights)), (5.0, 2.5));
/// // The first 64 rows are the bits of the first word, the lowest first.
/// assert_eq!(low.words(), [0b11_1111_1111, 0]);
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct RowSet {
    words: Vec<u64>,
    rows: usize,
}

impl RowSet {
    /// Makes the empty subset of `rows` rows.
    pub fn empty(rows: usize) -> Self {
        RowSet { words: vec![0; rows.div_ceil(64)], rows }
    }

    /// Makes the subset of `rows` rows that has these members.
    ///
    /// # Panics
    /// If a member is not below `rows`.
    pub fn of(rows: usize, members: impl IntoIterator<Item = usize>) -> Self {
        let mut set = RowSet::empty(rows);
        members.into_iter().for_each(|row| set.insert(row));
        set
    }

    /// Returns the number of rows that could be in the set.
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// Adds a row.
    ///
    /// # Panics
    /// If the row is not below [`RowSet::rows`].
    pub fn insert(&mut self, row: usize) {
        assert!(row < self.rows, "row {row} of {}", self.rows);
        self.words[row / 64] |= 1 << (row % 64);
    }

    /// True if the row is in the set.
    pub fn contains(&self, row: usize) -> bool {
        self.words[row / 64] >> (row % 64) & 1 == 1
    }

    /// Returns the number of rows in the set.
    pub fn count(&self) -> usize {
        self.words.iter().map(|w| w.count_ones() as usize).sum()
    }

    /// Iterates over the rows in the set, ascending.
    pub fn iter(&self) -> impl Iterator<Item = usize> + '_ {
        ones(self.words.iter().copied())
    }

    /// Returns the set as words of 64 rows each, the first row of a word in its lowest bit. The
    /// bits beyond the last row are 0.
    pub fn words(&self) -> &[u64] {
        &self.words
    }

    /// Adds all rows of another set.
    ///
    /// # Panics
    /// As all methods of two sets, if they are not subsets of equally many rows.
    pub fn insert_all(&mut self, other: &RowSet) {
        assert_eq!(self.rows, other.rows);
        self.words.iter_mut().zip(&other.words).for_each(|(word, more)| *word |= more);
    }

    /// Returns the rows that are in both sets.
    pub fn intersection(&self, other: &RowSet) -> RowSet {
        RowSet { words: self.common(other).collect(), rows: self.rows }
    }

    /// Returns the number of rows that are in both sets.
    pub fn count_common(&self, other: &RowSet) -> usize {
        self.common(other).map(|word| word.count_ones() as usize).sum()
    }

    /// True if each row is in exactly one of the two sets.
    pub fn is_complement(&self, other: &RowSet) -> bool {
        self.count_common(other) == 0 && self.count() + other.count() == self.rows()
    }

    /// Returns the sum of a number for each row over the rows in the set, ascending: of weights,
    /// gains or counts.
    ///
    /// # Panics
    /// If there are fewer numbers than rows.
    pub fn sum<T: Copy + Default + Add<Output = T>>(&self, numbers: &[T]) -> T {
        total(self.iter(), numbers)
    }

    /// Returns the sum of a number for each row over the rows that are in both sets, ascending.
    ///
    /// # Panics
    /// If there are fewer numbers than rows.
    pub fn sum_common<T: Copy + Default + Add<Output = T>>(&self, other: &RowSet, numbers: &[T]) -> T {
        total(ones(self.common(other)), numbers)
    }

    /// The words of the intersection.
    fn common<'a>(&'a self, other: &'a RowSet) -> impl Iterator<Item = u64> + 'a {
        assert_eq!(self.rows, other.rows);
        self.words.iter().zip(&other.words).map(|(a, b)| a & b)
    }
}

/// Adds up the numbers of these rows.
fn total<T: Copy + Default + Add<Output = T>>(rows: impl Iterator<Item = usize>, numbers: &[T]) -> T {
    rows.fold(T::default(), |sum, row| sum + numbers[row])
}

/// The positions of the ones of words, ascending.
fn ones(words: impl Iterator<Item = u64>) -> impl Iterator<Item = usize> {
    words.enumerate().flat_map(|(index, word)| Ones(word).map(move |bit| index * 64 + bit))
}

/// The positions of the ones of a word, ascending.
struct Ones(u64);

impl Iterator for Ones {
    type Item = usize;

    fn next(&mut self) -> Option<usize> {
        let bit = self.0.trailing_zeros() as usize;
        (self.0 != 0).then(|| {
            self.0 &= self.0 - 1;
            bit
        })
    }
}

/// A literal as a test of codes: `low <= code <= high` and `code != except`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct CodeTest {
    pub(crate) column: usize,
    low: u16,
    high: u16,
    /// The code that does not satisfy the test although it is in `low..=high`. If there is none, a
    /// code outside of that range.
    except: u16,
}

impl CodeTest {
    pub(crate) fn new(schema: &Schema, literal: Literal) -> Self {
        let feature = schema.feature(literal);
        let missing = feature.missing_code() as u16;
        let present = (0, missing - 1, missing);
        let (low, high, except) = match literal.test {
            Test::AtMost(j) => (0, j, missing),
            Test::Above(j) => (j + 1, missing - 1, missing),
            Test::Is(v) => (v, v, missing),
            Test::IsNot(v) => (0, missing - 1, v),
            Test::Missing => (missing, missing, 0),
            Test::Present => present,
        };
        debug_assert!(!matches!(feature.domain, Domain::Numeric { .. }) || low <= high + 1);
        CodeTest { column: literal.column as usize, low, high, except }
    }

    /// True if a cell of this code satisfies the test.
    pub(crate) fn holds(&self, code: u16) -> bool {
        self.low <= code && code <= self.high && code != self.except
    }

    /// Computes `mask[r] &= test(codes[start + r])` over the length of the mask.
    pub(crate) fn restrict(&self, codes: &Codes, start: usize, mask: &mut [u8]) {
        let range = start..start + mask.len();
        match codes {
            Codes::Narrow(codes) => {
                let (low, width, except) = (self.low as u8, (self.high - self.low) as u8, self.except as u8);
                for (m, &c) in mask.iter_mut().zip(&codes[range]) {
                    *m &= u8::from(c.wrapping_sub(low) <= width) & u8::from(c != except);
                }
            }
            Codes::Wide(codes) => {
                let (low, width, except) = (self.low, self.high - self.low, self.except);
                for (m, &c) in mask.iter_mut().zip(&codes[range]) {
                    *m &= u8::from(c.wrapping_sub(low) <= width) & u8::from(c != except);
                }
            }
        }
    }
}

/// The number of rows per block. A mask and a few columns of a block stay in the first-level cache.
pub(crate) const BLOCK: usize = 1024;

impl CodedTable {
    /// Returns the rows that satisfy every literal of `rule`.
    ///
    /// # Panics
    /// If the rule or the table is of another schema.
    pub fn cover(&self, schema: &Schema, rule: &Rule) -> RowSet {
        let tests: Vec<CodeTest> = rule.literals().iter().map(|&l| CodeTest::new(schema, l)).collect();
        let mut words = Vec::with_capacity(self.rows().div_ceil(64));
        let mut mask = [0u8; BLOCK];
        for start in (0..self.rows()).step_by(BLOCK) {
            let mask = &mut mask[..BLOCK.min(self.rows() - start)];
            mask.fill(1);
            for test in &tests {
                test.restrict(&self.columns()[test.column], start, mask);
            }
            words.extend(mask.chunks(64).map(pack));
        }
        RowSet { words, rows: self.rows() }
    }
}

/// Packs up to 64 bytes of 0 or 1 into bits, the first byte lowest.
fn pack(bytes: &[u8]) -> u64 {
    /// Gathers the low bits of eight bytes into the top byte.
    const GATHER: u64 = 0x0102_0408_1020_4080;
    let eight = |chunk: &[u8]| {
        let mut padded = [0; 8];
        padded[..chunk.len()].copy_from_slice(chunk);
        u64::from_le_bytes(padded).wrapping_mul(GATHER) >> 56
    };
    bytes.chunks(8).enumerate().fold(0, |word, (i, chunk)| word | eight(chunk) << (8 * i))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Feature;
    use proptest::prelude::*;
    use std::collections::BTreeSet;

    fn schema() -> Schema {
        let numeric = Domain::Numeric { cuts: vec![0.0, 1.0, 2.0] };
        let categorical = Domain::Categorical { categories: (0..300).map(|v| v.to_string()).collect() };
        let feature = |name: &str, domain| Feature { missing_seen: true, ..Feature::new(name, domain) };
        Schema { features: vec![feature("n", numeric), feature("c", categorical)] }
    }

    /// Evaluates each test by its definition, cell by cell.
    fn holds(schema: &Schema, literal: Literal, code: u16) -> bool {
        let missing = code as usize == schema.feature(literal).missing_code();
        match literal.test {
            Test::AtMost(j) => !missing && code <= j,
            Test::Above(j) => !missing && code > j,
            Test::Is(v) => code == v,
            Test::IsNot(v) => !missing && code != v,
            Test::Missing => missing,
            Test::Present => !missing,
        }
    }

    proptest! {
        #[test]
        fn cover_is_the_definition(
            cells in prop::collection::vec((0u16..5, 0u16..302), 0..300),
            picks in prop::collection::vec(0usize..616, 0..4),
        ) {
            let schema = schema();
            let literals = schema.literals();
            let rule = Rule::new(picks.iter().map(|&p| literals[p % literals.len()]));
            let columns = vec![
                Codes::Narrow(cells.iter().map(|c| c.0 as u8).collect()),
                Codes::Wide(cells.iter().map(|c| c.1).collect()),
            ];
            let table = CodedTable::new(cells.len(), columns).unwrap();
            let expected: Vec<usize> = (0..cells.len())
                .filter(|&r| rule.literals().iter().all(|&l| holds(&schema, l, table.columns()[l.column as usize].get(r))))
                .collect();
            let cover = table.cover(&schema, &rule);
            prop_assert_eq!(cover.iter().collect::<Vec<_>>(), expected.clone());
            prop_assert_eq!(cover.count(), expected.len());
            prop_assert_eq!(cover, RowSet::of(cells.len(), expected));
        }

        #[test]
        fn sets_are_those_of_the_standard_library(
            rows in 1usize..200,
            members in prop::collection::vec((0usize..200, any::<bool>(), any::<bool>()), 0..200),
        ) {
            let of = |which: fn(&(usize, bool, bool)) -> bool| -> BTreeSet<usize> {
                members.iter().filter(|member| which(member)).map(|member| member.0 % rows).collect()
            };
            let (a, b) = (of(|member| member.1), of(|member| member.2));
            let set = |members: &BTreeSet<usize>| RowSet::of(rows, members.iter().copied());
            let (first, second) = (set(&a), set(&b));
            let both: BTreeSet<usize> = a.intersection(&b).copied().collect();
            prop_assert_eq!(first.intersection(&second), set(&both));
            let others = set(&(0..rows).filter(|row| !a.contains(row)).collect());
            prop_assert!(first.is_complement(&others) && others.is_complement(&first));
            prop_assert_eq!(first.is_complement(&second), second == others);
            prop_assert_eq!(first.count_common(&second), both.len());
            let counts: Vec<u64> = (0..rows as u64).map(|row| row * row).collect();
            prop_assert_eq!(first.sum(&counts), a.iter().map(|&row| counts[row]).sum::<u64>());
            let weights: Vec<f64> = (0..rows).map(|row| 1.0 / (row + 1) as f64).collect();
            prop_assert_eq!(first.sum_common(&second, &weights), both.iter().fold(0.0, |sum, &row| sum + weights[row]));
            let bits = first.words().iter().map(|word| word.count_ones() as usize).sum::<usize>();
            prop_assert_eq!((first.words().len(), bits), (rows.div_ceil(64), a.len()));
            let mut union = first;
            union.insert_all(&second);
            prop_assert_eq!(union, set(&a.union(&b).copied().collect()));
        }
    }
}
