//! Columns of numbers.

use super::count::Count;
use crate::cuts::Ranked;
use crate::names::{self, FEWEST, Naming};
use serde::{Deserialize, Serialize};
use std::cmp::Ordering;

/// The numbers of a column.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Numbers {
    /// Numbers, ascending and all different, with how many rows each stands for.
    kept: Vec<(f64, Count)>,
    /// How far the rank of any number is from the true one, at most.
    error: Count,
    naming: Said,
}

/// What partitions say of whether numbers name rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
enum Said {
    /// There are too few rows to say.
    Nothing,
    No,
    Yes(Naming),
}

impl Said {
    fn and(self, other: Said) -> Said {
        match (self, other) {
            (Said::Nothing, said) | (said, Said::Nothing) => said,
            (Said::Yes(a), Said::Yes(b)) => Said::Yes(if a == b { a } else { Naming::RunningNumber }),
            _ => Said::No,
        }
    }
}

impl Numbers {
    /// Of cells with for how many rows they count, not 0, keeping so many; none if all are missing.
    pub(super) fn within(
        most: usize,
        column: &str,
        cells: impl Iterator<Item = (f64, u64)> + Clone,
    ) -> Option<Numbers> {
        let kept = distinct(cells.clone().filter(|(x, _)| !x.is_nan()).collect());
        let naming = match names::of_numbers(column, cells.map(|(x, _)| x)) {
            Some(naming) => Said::Yes(naming),
            // What repeats or is not whole never names rows.
            None if kept.len() < FEWEST && kept.iter().all(|(x, count)| count.rows == 1 && x.fract() == 0.0) => {
                Said::Nothing
            }
            None => Said::No,
        };
        let (kept, error) = thinned(kept, most);
        (!kept.is_empty()).then_some(Numbers { kept, error, naming })
    }

    /// Takes in those of another partition.
    pub(super) fn merge(&mut self, next: &Numbers) {
        let (kept, shared) = joined(&self.kept, &next.kept);
        self.kept = kept;
        self.error.add(next.error);
        self.naming = if shared { Said::No } else { self.naming.and(next.naming) };
    }

    /// The numbers in order, each as often as it counts.
    pub(super) fn ranked(&self, whole: bool) -> Ranked {
        Ranked::weighted(self.kept.iter().map(|(x, count)| (*x, count.of(whole) as f64)).collect())
    }

    pub(super) fn naming(&self) -> Option<Naming> {
        match self.naming {
            Said::Yes(naming) => Some(naming),
            Said::Nothing | Said::No => None,
        }
    }

    /// How far the rank of any number is from the true one, at most, as a share of the rows.
    pub(super) fn rank_error(&self, whole: bool) -> f64 {
        let rows: u64 = self.kept.iter().map(|(_, count)| count.of(whole)).sum();
        self.error.of(whole) as f64 / rows as f64
    }

    #[cfg(test)]
    pub(super) fn kept(&self) -> impl Iterator<Item = (f64, u64)> {
        self.kept.iter().map(|(x, count)| (*x, count.weight))
    }
}

/// Different numbers in ascending order, with all of their rows.
fn distinct(mut cells: Vec<(f64, u64)>) -> Vec<(f64, Count)> {
    cells.sort_unstable_by(|a, b| a.0.total_cmp(&b.0));
    let mut distinct: Vec<(f64, Count)> = Vec::new();
    for (x, weight) in cells {
        match distinct.last_mut() {
            Some((last, count)) if *last == x => count.add(Count::of_row(weight)),
            // 0 is added so that -0 is 0.
            _ => distinct.push((x + 0.0, Count::of_row(weight))),
        }
    }
    distinct
}

/// At most so many numbers, at evenly spaced ranks, with the first and the last; and how far ranks are then from the true ones.
///
/// The rows between two that are kept, fewer than one part in `most - 1`, go to both in halves.
fn thinned(distinct: Vec<(f64, Count)>, most: usize) -> (Vec<(f64, Count)>, Count) {
    let (mut error, mut between) = (Count::default(), Count::default());
    if distinct.len() <= most {
        return (distinct, error);
    }
    let mut spaced = Spaced::new(&distinct, most - 1);
    let mut kept: Vec<(f64, Count)> = Vec::with_capacity(most);
    for (i, (x, mut count)) in distinct.into_iter().enumerate() {
        if i > 0 && !spaced.reaches(count.weight) {
            between.add(count);
            continue;
        }
        if let Some((_, before)) = kept.last_mut() {
            let lower = Count { rows: between.rows / 2, weight: between.weight / 2 };
            let upper = Count { rows: between.rows - lower.rows, weight: between.weight - lower.weight };
            before.add(lower);
            count.add(upper);
            error = Count { rows: error.rows.max(upper.rows), weight: error.weight.max(upper.weight) };
        }
        kept.push((x, count));
        between = Count::default();
    }
    (kept, error)
}

/// Evenly spaced ranks above those of the first number.
struct Spaced {
    reached: u128,
    next: u128,
    all: u128,
    steps: u128,
}

impl Spaced {
    fn new(distinct: &[(f64, Count)], steps: usize) -> Self {
        let all = distinct.iter().skip(1).map(|(_, count)| u128::from(count.weight)).sum();
        Spaced { reached: 0, next: 1, all, steps: steps as u128 }
    }

    /// Goes so many rows on; whether one of these ranks is among them.
    fn reaches(&mut self, weight: u64) -> bool {
        self.reached += u128::from(weight);
        let reaches = self.reached * self.steps >= self.next * self.all;
        if reaches {
            self.next = self.reached * self.steps / self.all + 1;
        }
        reaches
    }
}

/// Two ascending lists in one, with the sums of counts of equal numbers, and whether there are such.
fn joined(a: &[(f64, Count)], b: &[(f64, Count)]) -> (Vec<(f64, Count)>, bool) {
    let (mut joined, mut i, mut j) = (Vec::with_capacity(a.len() + b.len()), 0, 0);
    while i < a.len() && j < b.len() {
        let order = a[i].0.total_cmp(&b[j].0);
        let mut next = if order == Ordering::Greater { b[j] } else { a[i] };
        if order == Ordering::Equal {
            next.1.add(b[j].1);
        }
        i += usize::from(order != Ordering::Greater);
        j += usize::from(order != Ordering::Less);
        joined.push(next);
    }
    joined.extend_from_slice(&a[i..]);
    joined.extend_from_slice(&b[j..]);
    let shared = joined.len() < a.len() + b.len();
    (joined, shared)
}
