//! Some of the rows of samples.

use crate::ShardError;
use crate::folds::FoldDivision;
use rulegen_binarize::Samples;

/// Returns the samples that folds draw, with their places as groups.
pub(crate) fn drawn(samples: &Samples, folds: FoldDivision) -> Result<Samples, ShardError> {
    let places = folds.places(samples);
    let counts: Vec<u64> =
        places.iter().zip(&samples.counts).map(|(place, &rows)| if place.is_scored() { rows } else { 0 }).collect();
    let groups: Vec<u32> = places.into_iter().map(|place| place.0).collect();
    selected(samples, &counts, Some(&groups))
}

/// Returns the samples with a positive count, with these counts and groups.
pub(crate) fn selected(samples: &Samples, counts: &[u64], groups: Option<&[u32]>) -> Result<Samples, ShardError> {
    let rows: Vec<u32> = (0..samples.len() as u32).filter(|row| counts[*row as usize] > 0).collect();
    let (labels, groups) = (select(&samples.labels, &rows), groups.map(|groups| select(groups, &rows)));
    let weights: Vec<f64> = rows.iter().map(|&row| counts[row as usize] as f64).collect();
    let (table, schema) = (samples.table.select(&rows), samples.schema.clone());
    Ok(Samples::merge_grouped(schema, &table, &labels, groups.as_deref(), &weights, samples.classes)?)
}

fn select<T: Copy>(of_samples: &[T], rows: &[u32]) -> Vec<T> {
    rows.iter().map(|&row| of_samples[row as usize]).collect()
}
