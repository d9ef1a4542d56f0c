//! Some numbers of a column, with the numbers of rows at and between them.

use super::bounds::Bounds;
use super::count::Count;
use super::focus::{Edges, ascend};
use super::mark::Mark;
use super::thinned::{distinct, thinned};
use crate::cuts::RankedNumbers;
use serde::{Deserialize, Serialize};
use std::cmp::Ordering;
use std::collections::BTreeSet;

/// Marks, ascending.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "Vec<Mark>")]
pub(super) struct Marks(Vec<Mark>);

impl TryFrom<Vec<Mark>> for Marks {
    type Error = &'static str;

    fn try_from(marks: Vec<Mark>) -> Result<Self, Self::Error> {
        if ascend(marks.iter().map(|mark| mark.x)) { Ok(Marks(marks)) } else { Err("numbers that do not ascend") }
    }
}

impl Marks {
    /// Keeps at most `most` of different ascending numbers: the first and the last, and those at
    /// evenly spaced ranks.
    pub(super) fn of(distinct: &[(f64, Count)], most: usize) -> Marks {
        Marks(thinned(distinct, &Edges::none(), &[], most, true))
    }

    /// Keeps numbers of cells, each with the number of rows that it stands for. All edges are kept.
    /// Numbers in intervals that are examined are thinned to about `most`, at evenly spaced ranks,
    /// and the first and the last next to each edge.
    pub(super) fn between(edges: &Edges, cells: impl Iterator<Item = (f64, u64)>, most: usize, whole: bool) -> Marks {
        let mut inner: Vec<(f64, u64)> = edges.numbers().map(|x| (x, 0)).collect();
        let mut passed = vec![Count::default(); inner.len()];
        for (x, weight) in cells {
            match edges.below_unasked(x) {
                Some(edge) => passed[edge].add(Count::of_row(weight)),
                None => inner.push((x, weight)),
            }
        }
        Marks(thinned(&distinct(inner), edges, &passed, most, whole))
    }

    /// Adds the marks of another partition. Returns true if both have a number.
    pub(super) fn merge(&mut self, next: &Marks) -> bool {
        let all = self.0.len() + next.0.len();
        self.0 = joined(&self.0, &next.0);
        self.0.len() < all
    }

    /// Returns the number of rows.
    pub(super) fn rows(&self) -> Count {
        self.0.iter().flat_map(|mark| [mark.before, mark.at]).sum()
    }

    /// Returns the numbers in order, each with its multiplicity. Rows between marks count as the
    /// upper one.
    pub(super) fn ranked(&self, whole: bool) -> RankedNumbers {
        let weight = |mark: &Mark| mark.before.of(whole).saturating_add(mark.at.of(whole)) as f64;
        let ranked = RankedNumbers::weighted(self.0.iter().map(|mark| (mark.x, weight(mark))).collect());
        if self.0.iter().any(|mark| mark.before != Count::default()) { ranked.among_others() } else { ranked }
    }

    /// Returns the intervals to examine in order to know the numbers of these ranks and the two
    /// numbers above each. Returns `None` if they are known.
    pub(super) fn edges(&self, ranks: impl Iterator<Item = u64>, whole: bool) -> Option<Edges> {
        let bounds = Bounds::new(&self.0, whole);
        let last = self.0.len().checked_sub(1)?;
        let (mut edges, mut within) = (BTreeSet::from([0, last]), Vec::new());
        for rank in ranks {
            let (lower, upper) = bounds.around(rank);
            edges.extend([lower, upper, (upper + 1).min(last), (upper + 2).min(last)]);
            within.push(lower..(upper + 2).min(last));
        }
        // Marks between two edges are dropped. Around a rank, rows may lie between any two marks,
        // so these intervals are examined.
        let asked = |mark: usize| bounds.is_open(mark) && within.iter().any(|marks| marks.contains(&mark));
        let edges: Vec<(f64, bool)> = edges.into_iter().map(|mark| (self.0[mark].x, asked(mark))).collect();
        edges.iter().any(|edge| edge.1).then(|| Edges::new(edges))
    }

    #[cfg(test)]
    pub(super) fn len(&self) -> usize {
        self.0.len()
    }
}

/// Merges two ascending lists, adding the counts of equal numbers.
fn joined(a: &[Mark], b: &[Mark]) -> Vec<Mark> {
    let (mut joined, mut i, mut j) = (Vec::with_capacity(a.len() + b.len()), 0, 0);
    while i < a.len() && j < b.len() {
        let order = a[i].x.total_cmp(&b[j].x);
        let mut next = if order == Ordering::Greater { b[j] } else { a[i] };
        if order == Ordering::Equal {
            next.before.add(b[j].before);
            next.at.add(b[j].at);
            next.after.add(b[j].after);
        }
        i += usize::from(order != Ordering::Greater);
        j += usize::from(order != Ordering::Less);
        joined.push(next);
    }
    joined.extend_from_slice(&a[i..]);
    joined.extend_from_slice(&b[j..]);
    joined
}
