//! Columns of text.

use super::count::Count;
use crate::feature::Present;
use crate::names::{self, Naming};
use rulegen_data::MISSING;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The categories of a column.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Words {
    /// All categories with their rows, or `None` if they are too many.
    kept: Option<BTreeMap<String, Count>>,
    /// The sum of the numbers of categories of the partitions.
    each: u64,
    /// The number of rows, each counted once.
    rows: u64,
}

impl Words {
    /// Counts the rows of each category, with the number of rows that each code stands for (not 0).
    /// Keeps no counts if there are more than `most` categories. Returns `None` if all cells are
    /// missing.
    pub(super) fn within(most: usize, categories: &[String], codes: impl Iterator<Item = (u32, u64)>) -> Option<Words> {
        let mut counts = vec![Count::default(); categories.len()];
        for (code, weight) in codes.filter(|(code, _)| *code != MISSING) {
            counts[code as usize].add(Count::of_row(weight));
        }
        let occur = categories.iter().zip(&counts).filter(|(_, count)| count.rows > 0);
        let each = occur.clone().count();
        let kept = (each <= most).then(|| occur.map(|(category, count)| (category.clone(), *count)).collect());
        let rows = counts.iter().map(|count| count.rows).sum();
        (each > 0).then_some(Words { kept, each: each as u64, rows })
    }

    /// Adds the categories of another partition, keeping at most `most` of both. The order of the
    /// partitions does not matter.
    pub(super) fn merge_within(&mut self, most: usize, next: &Words) {
        self.each = self.each.saturating_add(next.each);
        self.rows = self.rows.saturating_add(next.rows);
        let Some((kept, next)) = self.kept.as_mut().zip(next.kept.as_ref()) else {
            self.kept = None;
            return;
        };
        for (category, count) in next {
            match kept.get_mut(category) {
                Some(kept) => kept.add(*count),
                None => {
                    kept.insert(category.clone(), *count);
                }
            }
        }
        if kept.len() > most {
            self.kept = None;
        }
    }

    pub(super) fn present(&self, whole: bool) -> Present<'_> {
        match &self.kept {
            Some(kept) => Present::Categories(kept.iter().map(|(name, n)| (name.as_str(), n.of(whole))).collect()),
            None => Present::TooMany(self.each as usize),
        }
    }

    pub(super) fn naming(&self) -> Option<Naming> {
        let values = self.kept.as_ref().map_or(self.each as usize, BTreeMap::len);
        names::of_occurring(values, self.rows as usize)
    }
}
