//! Samples as rows on the axes of cubes.

use super::axis::Axis;
use super::question::Question;
use super::sets::LARGEST_CUBE;
use rulegen_binarize::Samples;
use rulegen_rule::{Literal, Rule};

/// The rules on the cubes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Scope {
    /// The most axes of a cube.
    pub(super) dimensions: usize,
    /// The most literals of a rule.
    pub(super) literals: usize,
    /// True if these are all rules that a problem allows.
    pub(super) complete: bool,
}

impl Scope {
    /// Returns the scope of cubes of at most `dimensions` of these axes for rules of at most
    /// `length` literals.
    pub(super) fn new(axes: &[Axis], length: usize, dimensions: usize) -> Scope {
        let mut of_axes: Vec<usize> = axes.iter().map(Axis::most_literals).collect();
        of_axes.sort_unstable_by(|a, b| b.cmp(a));
        let literals = length.min(of_axes.iter().take(dimensions).sum());
        let columns = axes.len().min(length);
        let complete = columns <= dimensions
            && axes.iter().all(|axis| axis.has_all(length))
            && largest(axes, columns, length) <= LARGEST_CUBE;
        Scope { dimensions: dimensions.min(literals), literals, complete }
    }
}

/// Returns a number of entries that no cube of at most `dimensions` axes for rules of at most
/// `length` literals exceeds.
fn largest(axes: &[Axis], dimensions: usize, length: usize) -> usize {
    let mut bins: Vec<usize> = axes.iter().map(|axis| axis.bins).collect();
    bins.sort_unstable_by(|a, b| b.cmp(a));
    let of_axes = |dimensions: usize| {
        let outer = bins[..dimensions - 1].iter().fold(1, |all: usize, &bins| all.saturating_mul(bins));
        let last = |axis: &Axis| axis.bins.max(axis.up_to(length.saturating_add(1).saturating_sub(dimensions)));
        outer.saturating_mul(axes.iter().map(last).max().unwrap_or(0))
    };
    (1..=dimensions).map(of_axes).max().unwrap_or(0)
}

/// The samples without labels, as the bins of axes. Samples of equal codes are one row; rows
/// are in no order.
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
        let order = scattered(merged.len());
        let mut place = vec![0; order.len()];
        order.iter().zip(0..).for_each(|(&row, at)| place[row as usize] = at);
        let table = merged.table.select(&order);
        let columns = merged.schema.features.iter().zip(table.columns()).enumerate();
        let (axes, whole): (Vec<Axis>, Vec<Option<Literal>>) =
            columns.map(|(column, (feature, codes))| Axis::new(column as u32, feature, codes, most)).unzip();
        CubeRows {
            row_of_sample: merged
                .sample_of_row()
                .map(|row| place[row.expect("merged with weight one") as usize])
                .collect(),
            counts: order.iter().map(|&row| merged.counts[row as usize] as f64).collect(),
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

    /// Returns the scope of cubes of at most `dimensions` axes for rules of at most this length.
    pub(super) fn scope(&self, max_length: Option<usize>, dimensions: usize) -> Scope {
        Scope::new(&self.axes, max_length.unwrap_or(usize::MAX), dimensions)
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

/// The rows, far from each other, that follow one another.
const SCATTERED: usize = 16;

/// Returns all rows in an order that has no neighbours side by side. Samples come sorted by their
/// codes, so that neighbours would be added to one cell, each waiting for the one before: with
/// scattered rows adult takes a quarter less time.
fn scattered(rows: usize) -> Vec<u32> {
    let step = rows.div_ceil(SCATTERED).max(1);
    (0..step).flat_map(|first| (first..rows).step_by(step)).map(|row| row as u32).collect()
}

/// Returns the axes with their places.
fn numbered(axes: impl Iterator<Item = Axis>) -> Vec<Axis> {
    let mut axes: Vec<Axis> = axes.collect();
    axes.iter_mut().zip(0..).for_each(|(axis, place)| axis.place = place);
    axes
}
