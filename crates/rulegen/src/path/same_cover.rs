//! Rules that cover nearly the same rows.

use rulegen_rule::RowSet;
use std::borrow::Cow;

/// The share of the rows that two rules cover together, of those that either covers, from which
/// they count as the same. Of the values from 0.7 to 1, 0.9 is the smallest at which rules of a
/// model may be kept apart without a loss of accuracy (docs/measurements/size.md).
const SAME_COVER: f64 = 0.9;

/// The rows of which rules cover nearly the same ones or not.
pub(crate) struct SameCover<'a> {
    weights: Cow<'a, [f64]>,
}

impl<'a> SameCover<'a> {
    /// Takes this number of rows. Without weights they count once each.
    pub(crate) fn new(rows: usize, weights: Option<&'a [f64]>) -> Self {
        SameCover { weights: weights.map_or(Cow::Owned(vec![1.0; rows]), Cow::Borrowed) }
    }

    /// True if two rules cover nearly the same rows.
    pub(crate) fn holds(&self, a: &RowSet, b: &RowSet) -> bool {
        let (of_a, of_b, both) = (self.sum(a), self.sum(b), self.sum_common(a, b));
        both > SAME_COVER * (of_a + of_b - both)
    }

    /// True if each of two rules covers nearly the rows that the other does not cover.
    pub(crate) fn holds_mirrored(&self, a: &RowSet, b: &RowSet) -> bool {
        let (of_a, of_b, both) = (self.sum(a), self.sum(b), self.sum_common(a, b));
        let neither = self.weights.iter().sum::<f64>() - (of_a + of_b - both);
        let alone = |own: f64| own - both > SAME_COVER * (own + neither);
        alone(of_a) && alone(of_b)
    }

    fn sum(&self, cover: &RowSet) -> f64 {
        cover.sum(&self.weights)
    }

    fn sum_common(&self, a: &RowSet, b: &RowSet) -> f64 {
        a.sum_common(b, &self.weights)
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
        let same = SameCover::new(100, None);
        assert!(same.holds(&rows(0..40), &rows(0..43)));
        assert!(!same.holds(&rows(0..40), &rows(0..45)));
        assert!(same.holds_mirrored(&rows(0..40), &rows(41..100)));
        assert!(!same.holds_mirrored(&rows(0..40), &rows(0..40)));
        // The rows that neither covers are many beside the few of one.
        assert!(same.holds_mirrored(&rows(0..10), &rows(10..100)));
        assert!(!same.holds_mirrored(&rows(0..10), &rows(15..100)));
        assert!(!same.holds_mirrored(&rows(15..100), &rows(0..10)));
        let weights: Vec<f64> = (0..100).map(|row| if row < 40 { 1.0 } else { 0.1 }).collect();
        assert!(SameCover::new(100, Some(&weights)).holds(&rows(0..40), &rows(0..45)));
    }
}
