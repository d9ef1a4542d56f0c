//! The interior points of the last solve, for the next one to start at.

use super::partition::Partition;
use rulegen_lp::InteriorPoint;

/// Points of a restricted LP by sample and column, so that they outlive its groups and the columns that take part.
#[derive(Debug, Default)]
pub(super) struct Trail(Vec<InteriorPoint>);

impl Trail {
    /// Keeps points of the LP over `members`, of `columns` in all.
    pub(super) fn of(
        points: Vec<InteriorPoint>,
        members: &[usize],
        columns: usize,
        partition: &Partition,
        weights: &[f64],
    ) -> Self {
        let spread = |numbers: &[f64]| spread(numbers, members, columns);
        let by_sample = |point: InteriorPoint| {
            let (groups, prices) = point.values.split_at(partition.groups.len());
            let mut values = partition.spread(groups, weights);
            values.extend(prices);
            let (slacks, multipliers) = (spread(&point.slacks), spread(&point.multipliers));
            InteriorPoint { values, slacks, multipliers, ..point }
        };
        Trail(points.into_iter().map(by_sample).collect())
    }

    /// The points as they are in the LP over `members`, new columns with a multiplier of 0.
    pub(super) fn on(&self, members: &[usize], partition: &Partition) -> Vec<InteriorPoint> {
        let number = |numbers: &[f64], k: usize| numbers.get(k).copied().unwrap_or(0.0);
        let by_group = |point: &InteriorPoint| {
            let (samples, prices) = point.values.split_at(partition.samples());
            let mut values = partition.gather(samples);
            values.extend(prices);
            let slacks = members.iter().map(|&k| number(&point.slacks, k)).collect();
            let multipliers = members.iter().map(|&k| number(&point.multipliers, k)).collect();
            InteriorPoint { values, slacks, multipliers, ..*point }
        };
        self.0.iter().map(by_group).collect()
    }
}

/// A number for each of all columns from those of some, 0 for the others.
pub(super) fn spread(numbers: &[f64], members: &[usize], columns: usize) -> Vec<f64> {
    let mut spread = vec![0.0; columns];
    members.iter().zip(numbers).for_each(|(&k, number)| spread[k] = *number);
    spread
}
