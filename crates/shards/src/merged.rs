//! Merged rows: the form in which shards send rows, and the samples made of them.
//!
//! A merged row stands for the rows of a class that have the same codes. Its draw is well-mixed
//! bits of its codes alone. So rows with the smallest draws are a sample that does not depend on
//! how rows are divided into shards, and in which equal rows of all classes are together.

use crate::ShardError;
use crate::keys::{code_keys, seeded};
use crate::wire::{WireCodes, from_wire, to_wire};
use rulegen_binarize::{BinarizeError, LabelledRows, Samples};
use rulegen_limits::Limits;
use rulegen_rule::{CodedTable, Schema};
use serde::{Deserialize, Serialize};

/// The draw of a merged row, and its class.
pub(crate) type Draw = (u64, u32);

/// Merged rows. Those of several shards follow one another.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct MergedRows {
    columns: Vec<WireCodes>,
    labels: Vec<u32>,
    /// The number of rows that each stands for.
    counts: Vec<u64>,
}

impl MergedRows {
    /// Takes the merged rows of `samples` whose draw is at most `most`.
    pub(crate) fn of(samples: &Samples, seed: u64, most: u64) -> Self {
        let drawn = draws(samples, seed).zip(0..).filter(|(draw, _)| draw.0 <= most);
        let rows: Vec<u32> = drawn.map(|(_, row)| row).collect();
        MergedRows {
            columns: samples.table.columns().iter().map(|codes| to_wire(&codes.select(&rows))).collect(),
            labels: rows.iter().map(|&row| samples.labels[row as usize]).collect(),
            counts: rows.iter().map(|&row| samples.counts[row as usize]).collect(),
        }
    }

    /// Takes all samples.
    pub(crate) fn all(samples: &Samples) -> Self {
        MergedRows {
            columns: samples.table.columns().iter().map(to_wire).collect(),
            labels: samples.labels.clone(),
            counts: samples.counts.clone(),
        }
    }

    /// Appends the rows of other shards.
    ///
    /// # Errors
    /// Rows of other columns.
    pub(crate) fn and(mut self, other: MergedRows) -> Result<MergedRows, ShardError> {
        if self.columns.len() != other.columns.len() {
            return Err(ShardError::Misfit { what: "columns" });
        }
        for ((narrow, wide), (next_narrow, next_wide)) in self.columns.iter_mut().zip(other.columns) {
            narrow.extend(next_narrow);
            wide.extend(next_wide);
        }
        self.labels.extend(other.labels);
        self.counts.extend(other.counts);
        Ok(self)
    }

    /// Makes samples of these rows, whose weights are numbers of rows.
    ///
    /// # Errors
    /// As [`Samples::merge_until`].
    pub(crate) fn samples(self, schema: Schema, classes: usize, limits: &Limits) -> Result<Samples, ShardError> {
        let columns = self.columns.into_iter().map(from_wire).collect();
        let table = CodedTable::new(self.labels.len(), columns).map_err(BinarizeError::from)?;
        let weights: Vec<f64> = self.counts.iter().map(|&rows| rows as f64).collect();
        let rows = LabelledRows { labels: &self.labels, groups: None, weights: &weights };
        Ok(Samples::merge_until(schema, &table, rows, classes, limits)?)
    }
}

/// Returns the smallest draws of merged rows, at most `most`, ascending and all different.
pub(crate) fn smallest_draws(samples: &Samples, seed: u64, most: usize) -> Vec<Draw> {
    smallest(draws(samples, seed).collect(), most)
}

/// Returns the smallest of these draws, at most `most`, ascending and all different.
pub(crate) fn smallest(mut draws: Vec<Draw>, most: usize) -> Vec<Draw> {
    draws.sort_unstable();
    draws.dedup();
    draws.truncate(most);
    draws
}

fn draws(samples: &Samples, seed: u64) -> impl Iterator<Item = Draw> + '_ {
    let keys = code_keys(&samples.table);
    keys.into_iter().zip(&samples.labels).map(move |(key, &label)| (seeded(key, seed), label))
}
