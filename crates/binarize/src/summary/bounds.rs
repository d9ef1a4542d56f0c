//! Bounds on the ranks of marks.

use super::count::Count;
use super::mark::Mark;

/// Bounds on the number of rows up to each mark.
pub(super) struct Bounds {
    /// The rows that surely have the number of a mark or a lower one.
    least: Vec<u64>,
    /// The rows that may have a number below the next mark.
    most: Vec<u64>,
}

impl Bounds {
    pub(super) fn new(marks: &[Mark], whole: bool) -> Self {
        let sums = |rows: fn(&Mark) -> [Count; 2]| {
            let add = |sum: &mut u64, mark: &Mark| {
                *sum = rows(mark).iter().fold(*sum, |sum, count| sum.saturating_add(count.of(whole)));
                Some(*sum)
            };
            marks.iter().scan(0, add).collect()
        };
        Bounds { least: sums(|mark| [mark.before, mark.at]), most: sums(|mark| [mark.at, mark.after]) }
    }

    /// Returns the nearest marks that enclose the number of a rank with certainty.
    pub(super) fn around(&self, rank: u64) -> (usize, usize) {
        let upper = self.least.partition_point(|&rows| rows <= rank).min(self.least.len().saturating_sub(1));
        (self.most.partition_point(|&rows| rows <= rank).min(upper), upper)
    }

    /// True if rows may lie between a mark and the next.
    pub(super) fn is_open(&self, mark: usize) -> bool {
        self.most[mark] > self.least[mark]
    }
}
