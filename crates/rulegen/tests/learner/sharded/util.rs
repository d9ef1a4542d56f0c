//! Rows in partitions.

use rulegen::data::Dataset;
use rulegen::shards::{InProcess, Partition, Workers};
use std::sync::Arc;

/// Deals the rows out to `parts` partitions, in turn or in blocks.
pub(crate) fn partitions(data: &Dataset, parts: usize, in_turn: bool) -> Arc<dyn Workers> {
    let rows = data.target.labels.len();
    let part_of = |row: usize| if in_turn { row % parts } else { row * parts / rows };
    let part = |part: usize| {
        let own: Vec<usize> = (0..rows).filter(|&row| part_of(row) == part).collect();
        let rows = data.select_rows(&own);
        Partition { table: rows.features, labels: rows.target.labels, weights: rows.weights }
    };
    Arc::new(InProcess::new((0..parts).map(part).collect(), data.target.classes.len()))
}
