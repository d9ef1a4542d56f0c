//! The interior points of the last solve, for the next one to start at.

use super::solver::RestrictedView;
use rulegen_boxed::{BoxedProgram, InteriorPoint};

/// Interior points of a restricted LP by sample and column, so that they outlive its clusters and
/// its active columns.
#[derive(Debug, Default)]
pub(super) struct WarmStart(Vec<InteriorPoint>);

impl WarmStart {
    /// Makes a warm start of points of the LP over `members`.
    pub(super) fn of(points: Vec<InteriorPoint>, lp: RestrictedView<'_>, members: &[usize]) -> Self {
        let spread = |numbers: &[f64]| spread(numbers, members, lp.columns.len());
        let by_sample = |point: InteriorPoint| {
            let values = lp.loss.by_sample(&point.values, lp.columns, lp.partition);
            let (slacks, multipliers) = (spread(&point.slacks), spread(&point.multipliers));
            InteriorPoint { values, slacks, multipliers, ..point }
        };
        WarmStart(points.into_iter().map(by_sample).collect())
    }

    /// Returns the points in the LP over `members`, where new columns and separate rows have a
    /// multiplier of 0.
    pub(super) fn on(&self, lp: RestrictedView<'_>, members: &[usize], program: &BoxedProgram) -> Vec<InteriorPoint> {
        let number = |numbers: &[f64], k: usize| numbers.get(k).copied().unwrap_or(0.0);
        let by_cluster = |point: &InteriorPoint| {
            let values = lp.loss.by_cluster(&point.values, lp.columns, lp.partition);
            let mut slacks: Vec<f64> = members.iter().map(|&k| number(&point.slacks, k)).collect();
            let mut multipliers: Vec<f64> = members.iter().map(|&k| number(&point.multipliers, k)).collect();
            slacks.resize(program.num_rows(), 0.0);
            multipliers.resize(program.num_rows(), 0.0);
            InteriorPoint { values, slacks, multipliers, ..*point }
        };
        self.0.iter().map(by_cluster).collect()
    }
}

/// Returns a number for each column, where `numbers` are those of `members`, and the others are 0.
pub(super) fn spread(numbers: &[f64], members: &[usize], columns: usize) -> Vec<f64> {
    let mut spread = vec![0.0; columns];
    members.iter().zip(numbers).for_each(|(&k, number)| spread[k] = *number);
    spread
}
