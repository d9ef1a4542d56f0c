//! The training set as the solvers see it: coded, with identical rows merged.

use crate::{BinarizeError, Bins, Dropped, learn};
use rulegen_data::Table;
use rulegen_rule::{CodedTable, Codes, RowSet, Rule, Schema};
use std::cmp::Ordering;
use std::collections::HashMap;

/// Coded training rows. Rows that agree in every code, in the label and in the group are one sample, whose
/// weight is their sum: no rule can tell them apart.
#[derive(Clone, Debug, PartialEq)]
pub struct Samples {
    /// What the codes mean.
    pub schema: Schema,
    /// One row per sample.
    pub table: CodedTable,
    /// The class index of each sample.
    pub labels: Vec<u32>,
    /// The group of each sample, where fairness is asked for; else all are in one. Rules never see it.
    pub groups: Vec<u32>,
    /// The weight of each sample, positive.
    pub weights: Vec<f64>,
    /// The number of classes.
    pub classes: usize,
    /// The sample of each training row; rows of weight zero have none.
    pub sample_of_row: Vec<Option<u32>>,
}

impl Samples {
    /// Learns a schema from `table`, codes it, and merges identical rows.
    ///
    /// `labels` are class indices below `classes`, `weights` are not negative; both are one per row. Every row
    /// counts once in quantiles.
    ///
    /// # Errors
    /// [`BinarizeError::NoFeature`] when every column is constant.
    pub fn learn(
        table: &Table,
        labels: &[u32],
        weights: Option<&[f64]>,
        classes: usize,
        bins: Bins,
    ) -> Result<(Self, Vec<Dropped>), BinarizeError> {
        Samples::learn_grouped(table, labels, None, weights, classes, bins)
    }

    /// As [`Samples::learn`], with the group of each row.
    ///
    /// # Errors
    /// As [`Samples::learn`].
    pub fn learn_grouped(
        table: &Table,
        labels: &[u32],
        groups: Option<&[u32]>,
        weights: Option<&[f64]>,
        classes: usize,
        bins: Bins,
    ) -> Result<(Self, Vec<Dropped>), BinarizeError> {
        let (schema, dropped) = learn(table, None, bins);
        if schema.features.is_empty() {
            return Err(BinarizeError::NoFeature(table.columns.len()));
        }
        let coded = schema.encode(table)?;
        let ones;
        let weights = match weights {
            Some(weights) => weights,
            None => {
                ones = vec![1.0; table.rows];
                &ones
            }
        };
        Ok((Samples::merge_grouped(schema, &coded, labels, groups, weights, classes), dropped))
    }

    /// Merges the identical rows of a coded table. Samples stand in the order of labels, groups and codes, so that
    /// nothing that is learned of them depends on the order of rows.
    pub fn merge(schema: Schema, table: &CodedTable, labels: &[u32], weights: &[f64], classes: usize) -> Self {
        Samples::merge_grouped(schema, table, labels, None, weights, classes)
    }

    /// As [`Samples::merge`], with the group of each row: rows of different groups stay apart.
    pub fn merge_grouped(
        schema: Schema,
        table: &CodedTable,
        labels: &[u32],
        groups: Option<&[u32]>,
        weights: &[f64],
        classes: usize,
    ) -> Self {
        let group = |row: usize| groups.map_or(0, |groups| groups[row]);
        let hashes = hashes(table, labels, groups);
        let mut firsts: Vec<u32> = Vec::new();
        let mut merged: Vec<f64> = Vec::new();
        let mut sample_of_row = vec![None; table.rows];
        // The last sample of each hash value, and of each sample the one before it: none unless the hash collides.
        let mut by_hash: HashMap<u64, u32> = HashMap::new();
        let mut before: Vec<Option<u32>> = Vec::new();
        for row in (0..table.rows).filter(|&row| weights[row] > 0.0) {
            let same = |&s: &u32| {
                let first = firsts[s as usize] as usize;
                let alike = labels[first] == labels[row] && group(first) == group(row);
                alike && table.columns.iter().all(|c| c.get(first) == c.get(row))
            };
            let last = by_hash.get(&hashes[row]).copied();
            let sample = match std::iter::successors(last, |&s| before[s as usize]).find(same) {
                Some(sample) => sample,
                None => {
                    let sample = firsts.len() as u32;
                    before.push(by_hash.insert(hashes[row], sample));
                    firsts.push(row as u32);
                    merged.push(0.0);
                    sample
                }
            };
            merged[sample as usize] += weights[row];
            sample_of_row[row] = Some(sample);
        }
        let order = sorted(&firsts, |row| (labels[row], group(row)), table);
        let mut place = vec![0; order.len()];
        (0..).zip(&order).for_each(|(new, &old)| place[old as usize] = new);
        sample_of_row.iter_mut().flatten().for_each(|sample: &mut u32| *sample = place[*sample as usize]);
        let firsts: Vec<u32> = order.iter().map(|&sample| firsts[sample as usize]).collect();
        let merged = order.iter().map(|&sample| merged[sample as usize]).collect();
        let labels = firsts.iter().map(|&row| labels[row as usize]).collect();
        let groups = firsts.iter().map(|&row| group(row as usize)).collect();
        Samples { schema, table: table.select(&firsts), labels, groups, weights: merged, classes, sample_of_row }
    }

    /// The number of samples.
    pub fn len(&self) -> usize {
        self.labels.len()
    }

    /// Whether there are no samples.
    pub fn is_empty(&self) -> bool {
        self.labels.is_empty()
    }

    /// The samples that a rule covers.
    pub fn cover(&self, rule: &Rule) -> RowSet {
        self.table.cover(&self.schema, rule)
    }

    /// The total weight of each class.
    pub fn class_weights(&self) -> Vec<f64> {
        let mut totals = vec![0.0; self.classes];
        self.labels.iter().zip(&self.weights).for_each(|(&k, w)| totals[k as usize] += w);
        totals
    }
}

/// The samples, of which these are the first rows, by `key` of the row, then by its codes.
fn sorted(firsts: &[u32], key: impl Fn(usize) -> (u32, u32), table: &CodedTable) -> Vec<u32> {
    let by_codes = |a: usize, b: usize| {
        let different = table.columns.iter().map(|c| c.get(a).cmp(&c.get(b))).find(|order| order.is_ne());
        different.unwrap_or(Ordering::Equal)
    };
    let mut order: Vec<u32> = (0..firsts.len() as u32).collect();
    order.sort_unstable_by(|&a, &b| {
        let (a, b) = (firsts[a as usize] as usize, firsts[b as usize] as usize);
        key(a).cmp(&key(b)).then_with(|| by_codes(a, b))
    });
    order
}

/// A hash of the codes, the label and the group of every row, column by column.
fn hashes(table: &CodedTable, labels: &[u32], groups: Option<&[u32]>) -> Vec<u64> {
    /// An odd number with well-spread bits (the golden ratio).
    const SPREAD: u64 = 0x9E37_79B9_7F4A_7C15;
    let mix = |h: u64, code: u64| (h.rotate_left(23) ^ code).wrapping_mul(SPREAD);
    let mut hashes: Vec<u64> = labels.iter().map(|&label| mix(1, label.into())).collect();
    hashes.iter_mut().zip(groups.unwrap_or_default()).for_each(|(h, &group)| *h = mix(*h, group.into()));
    for column in &table.columns {
        match column {
            Codes::Narrow(codes) => hashes.iter_mut().zip(codes).for_each(|(h, &c)| *h = mix(*h, c.into())),
            Codes::Wide(codes) => hashes.iter_mut().zip(codes).for_each(|(h, &c)| *h = mix(*h, c.into())),
        }
    }
    hashes
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use rulegen_data::{Column, Values};

    proptest! {
        #[test]
        fn merging_keeps_every_row_and_its_weight(
            rows in prop::collection::vec((0u8..3, 0u8..3, 0u32..2, 0u8..3, 0u32..3), 2..60),
            grouped in any::<bool>(),
        ) {
            let column = |name: &str, cells: Vec<f64>| Column { name: name.into(), values: Values::Numeric(cells) };
            let table = Table {
                rows: rows.len(),
                columns: vec![
                    column("a", rows.iter().map(|r| f64::from(r.0)).collect()),
                    column("b", rows.iter().map(|r| f64::from(r.1)).collect()),
                ],
            };
            let labels: Vec<u32> = rows.iter().map(|r| r.2).collect();
            let weights: Vec<f64> = rows.iter().map(|r| f64::from(r.3)).collect();
            let groups: Option<Vec<u32>> = grouped.then(|| rows.iter().map(|r| r.4).collect());
            let found = Samples::learn_grouped(&table, &labels, groups.as_deref(), Some(&weights), 2, Bins::Values);
            let Ok((samples, _)) = found else {
                return Ok(());
            };
            let coded = samples.schema.encode(&table).unwrap();
            let mut totals = vec![0.0; samples.len()];
            for (row, sample) in samples.sample_of_row.iter().enumerate() {
                let Some(sample) = sample.map(|s| s as usize) else {
                    prop_assert_eq!(weights[row], 0.0);
                    continue;
                };
                totals[sample] += weights[row];
                prop_assert_eq!(samples.labels[sample], labels[row]);
                prop_assert_eq!(samples.groups[sample], groups.as_ref().map_or(0, |groups| groups[row]));
                for (merged, original) in samples.table.columns.iter().zip(&coded.columns) {
                    prop_assert_eq!(merged.get(sample), original.get(row));
                }
            }
            prop_assert_eq!(&totals, &samples.weights);
            // Rows in another order make the same samples.
            let backwards: Vec<usize> = (0..rows.len()).rev().collect();
            let turned = |cells: &[u32]| backwards.iter().map(|&row| cells[row]).collect::<Vec<u32>>();
            let turned_weights: Vec<f64> = backwards.iter().map(|&row| weights[row]).collect();
            let (again, _) = Samples::learn_grouped(
                &table.select_rows(&backwards), &turned(&labels), groups.as_deref().map(turned).as_deref(),
                Some(&turned_weights), 2, Bins::Values,
            ).unwrap();
            let in_turn = backwards.iter().map(|&row| samples.sample_of_row[row]).collect();
            prop_assert_eq!(again, Samples { sample_of_row: in_turn, ..samples.clone() });
            let mut distinct: Vec<_> = (0..samples.len())
                .map(|s| (samples.labels[s], samples.groups[s], samples.table.columns.iter().map(|c| c.get(s)).collect::<Vec<_>>()))
                .collect();
            distinct.sort();
            distinct.dedup();
            prop_assert_eq!(distinct.len(), samples.len());
        }
    }
}
