//! Rules that cover nearly the same rows.

use rulegen_rule::RowSet;
use std::borrow::Cow;

/// Two rules count as the same if more than this share of the rows that either covers is covered by
/// both. 0.9 is the smallest of the values from 0.7 to 1 at which a model may do without such pairs
/// and be as accurate (docs/measurements/size.md).
const SAME_COVER: f64 = 0.9;

/// The rows on which the covers of rules are compared.
pub(crate) struct SameCover<'a> {
    weights: Cow<'a, [f64]>,
    all: f64,
}

/// The rows that a rule covers, with their sum.
#[derive(Clone, Copy)]
pub(crate) struct Covered<'a> {
    rows: &'a RowSet,
    sum: f64,
}

impl<'a> SameCover<'a> {
    /// Takes this number of rows. Without weights they count once each.
    pub(crate) fn new(rows: usize, weights: Option<&'a [f64]>) -> Self {
        let weights = weights.map_or(Cow::Owned(vec![1.0; rows]), Cow::Borrowed);
        SameCover { all: weights.iter().sum(), weights }
    }

    /// Adds up the rows of a rule.
    pub(crate) fn covered<'r>(&self, rows: &'r RowSet) -> Covered<'r> {
        Covered { rows, sum: rows.sum(&self.weights) }
    }

    /// True if two rules cover nearly the same rows.
    pub(crate) fn holds(&self, a: Covered<'_>, b: Covered<'_>) -> bool {
        let both = self.sum_common(a, b);
        both > SAME_COVER * (a.sum + b.sum - both)
    }

    /// True if each of two rules covers nearly the rows that the other does not cover.
    pub(crate) fn holds_mirrored(&self, a: Covered<'_>, b: Covered<'_>) -> bool {
        let both = self.sum_common(a, b);
        let neither = self.all - (a.sum + b.sum - both);
        let alone = |own: f64| own - both > SAME_COVER * (own + neither);
        alone(a.sum) && alone(b.sum)
    }

    fn sum_common(&self, a: Covered<'_>, b: Covered<'_>) -> f64 {
        a.rows.sum_common(b.rows, &self.weights)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rows(range: std::ops::Range<usize>) -> RowSet {
        let mut rows = RowSet::empty(100);
        range.for_each(|row| rows.insert(row));
        rows
    }

    #[test]
    fn covers_are_the_same_if_nine_tenths_are_shared() {
        let holds = |same: &SameCover<'_>, a: RowSet, b: RowSet| same.holds(same.covered(&a), same.covered(&b));
        let mirrored =
            |same: &SameCover<'_>, a: RowSet, b: RowSet| same.holds_mirrored(same.covered(&a), same.covered(&b));
        let same = SameCover::new(100, None);
        assert!(holds(&same, rows(0..40), rows(0..43)));
        assert!(!holds(&same, rows(0..40), rows(0..45)));
        assert!(mirrored(&same, rows(0..40), rows(41..100)));
        assert!(!mirrored(&same, rows(0..40), rows(0..40)));
        // The rows that neither covers are many beside the few of one.
        assert!(mirrored(&same, rows(0..10), rows(10..100)));
        assert!(!mirrored(&same, rows(0..10), rows(15..100)));
        assert!(!mirrored(&same, rows(15..100), rows(0..10)));
        let weights: Vec<f64> = (0..100).map(|row| if row < 40 { 1.0 } else { 0.1 }).collect();
        assert!(holds(&SameCover::new(100, Some(&weights)), rows(0..40), rows(0..45)));
    }
}
