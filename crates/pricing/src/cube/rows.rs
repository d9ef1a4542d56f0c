//! Samples as rows on the axes of cubes.

use super::axis::Axis;
use super::question::Question;
use super::sweep::LARGEST_CUBE;
use rulegen_binarize::Samples;
use rulegen_driver::PricingProblem;
use rulegen_rule::{Literal, Rule};

/// The samples without labels, as the bins of axes. Samples of equal codes are one row.
#[derive(Debug)]
pub(super) struct CubeRows {
    /// The row of each sample.
    row_of_sample: Vec<u32>,
    /// The training rows of each row. Sums of them are exact in doubles.
    counts: Vec<f64>,
    axes: Vec<Axis>,
    /// A rule that covers every row, if there is one.
    whole: Option<Rule>,
}

impl CubeRows {
    /// Makes axes with conditions of at most `most` literals.
    pub(super) fn new(samples: &Samples, most: usize) -> Self {
        let merged = samples.without_labels();
        let columns = merged.schema.features.iter().zip(merged.table.columns()).enumerate();
        let (axes, whole): (Vec<Axis>, Vec<Option<Literal>>) =
            columns.map(|(column, (feature, codes))| Axis::new(column as u32, feature, codes, most)).unzip();
        CubeRows {
            row_of_sample: merged.sample_of_row().map(|row| row.expect("merged with weight one")).collect(),
            counts: merged.counts.iter().map(|&count| count as f64).collect(),
            axes: numbered(axes.into_iter().filter(|axis| !axis.conditions.is_empty())),
            whole: whole.into_iter().flatten().next().map(|literal| Rule::new([literal])),
        }
    }

    pub(super) fn axes(&self) -> &[Axis] {
        &self.axes
    }

    /// A rule that covers every row, if there is one.
    pub(super) fn whole(&self) -> Option<&Rule> {
        self.whole.as_ref()
    }

    /// Returns the most literals of a rule of `problem` over `dimensions` axes.
    pub(super) fn most_literals(&self, max_length: Option<usize>, dimensions: usize) -> usize {
        let mut of_axes: Vec<usize> = self.axes.iter().map(Axis::most_literals).collect();
        of_axes.sort_unstable_by(|a, b| b.cmp(a));
        let most = of_axes.iter().take(dimensions).sum();
        max_length.map_or(most, |length| length.min(most))
    }

    /// True if every rule of `problem` is on the cubes of at most `dimensions` axes.
    pub(super) fn hold_all(&self, problem: &PricingProblem, dimensions: usize) -> bool {
        let length = problem.max_length.unwrap_or(usize::MAX);
        let columns = self.axes.len().min(length);
        columns <= dimensions
            && self.axes.iter().all(|axis| axis.has_all(length))
            && self.largest(columns, length) <= LARGEST_CUBE
    }

    /// Returns a number of entries that no cube for rules of at most `length` literals exceeds.
    fn largest(&self, dimensions: usize, length: usize) -> usize {
        let mut bins: Vec<usize> = self.axes.iter().map(|axis| axis.bins).collect();
        bins.sort_unstable_by(|a, b| b.cmp(a));
        let of_axes = |axes: usize| {
            let outer = bins[..axes - 1].iter().fold(1, |all: usize, &bins| all.saturating_mul(bins));
            let last = |axis: &Axis| axis.bins.max(axis.up_to(length.saturating_add(1).saturating_sub(axes)));
            outer.saturating_mul(self.axes.iter().map(last).max().unwrap_or(0))
        };
        (1..=dimensions).map(of_axes).max().unwrap_or(0)
    }

    /// Adds up the whole gains of the samples of each row.
    pub(super) fn gains(&self, question: &Question<'_>) -> Vec<f64> {
        let mut gains = vec![0.0; self.counts.len()];
        self.row_of_sample.iter().zip(&question.whole.gains).for_each(|(&row, gain)| gains[row as usize] += gain);
        gains
    }

    /// The training rows of each row.
    pub(super) fn counts(&self) -> &[f64] {
        &self.counts
    }
}

/// Returns the axes with their places.
fn numbered(axes: impl Iterator<Item = Axis>) -> Vec<Axis> {
    let mut axes: Vec<Axis> = axes.collect();
    axes.iter_mut().zip(0..).for_each(|(axis, place)| axis.place = place);
    axes
}
