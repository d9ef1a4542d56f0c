//! The training set of the solvers: coded, with identical rows merged.

use crate::BinarizeError;
use crate::error::one_per_row;
use rulegen_rule::{CodedTable, RowSet, Rule, Schema};

/// Coded training rows. Rows that agree in every code, in the label and in the group are one
/// sample, whose weight is their sum: no rule can distinguish them.
///
/// Binarization alone needs no labels: [`Samples::learn_unlabelled`] and [`Samples::from_array`]
/// make samples of one class.
#[derive(Clone, Debug, PartialEq)]
pub struct Samples {
    /// The meaning of the codes.
    pub schema: Schema,
    /// One row per sample.
    pub table: CodedTable,
    /// The class index of each sample.
    pub labels: Vec<u32>,
    /// The group of each sample if fairness is asked for. Otherwise all samples are in one group.
    /// Rules never use it.
    pub groups: Vec<u32>,
    /// The weight of each sample, positive.
    pub weights: Vec<f64>,
    /// The number of rows of each sample ([`row_counts`](crate::row_counts)), without weights of
    /// classes.
    pub counts: Vec<u64>,
    /// The number of classes.
    pub classes: usize,
    /// The sample of each row, or [`NO_SAMPLE`] for rows of weight zero.
    pub(crate) sample_of_row: Vec<u32>,
    /// The covers of the rules in use, if samples stand for rows elsewhere
    /// ([`Samples::of_clusters`]). The table has no columns then.
    pub(crate) covers: Option<Vec<(Rule, RowSet)>>,
}

/// The entry for a row of weight zero.
pub(crate) const NO_SAMPLE: u32 = u32::MAX;

impl Samples {
    /// The number of samples.
    pub fn len(&self) -> usize {
        self.labels.len()
    }

    /// True if there are no samples.
    pub fn is_empty(&self) -> bool {
        self.labels.is_empty()
    }

    /// True if the samples that a rule covers are known: samples of clusters know some rules only.
    pub fn knows(&self, rule: &Rule) -> bool {
        self.covers.as_ref().is_none_or(|covers| rule.is_empty() || covers.iter().any(|(known, _)| known == rule))
    }

    /// Returns the samples that a rule covers. Panics if the rule is of another schema, or if
    /// samples of clusters do not know it.
    pub fn cover(&self, rule: &Rule) -> RowSet {
        match &self.covers {
            Some(covers) if !rule.is_empty() => {
                let (_, cover) =
                    covers.iter().find(|(known, _)| known == rule).expect("clusters know rules in use only");
                cover.clone()
            }
            _ => self.table.cover(&self.schema, rule),
        }
    }

    /// Returns the number of rows among these samples.
    pub fn rows_of(&self, samples: &RowSet) -> u64 {
        samples.sum(&self.counts)
    }

    /// Sets the number of rows that each row stands for. This is necessary if weights express more
    /// than that, such as weights of classes. Counts are reduced if sums of them would not be exact
    /// as doubles.
    ///
    /// # Errors
    /// [`BinarizeError::NotOnePerRow`].
    pub fn counting(mut self, counts: &[u64]) -> Result<Self, BinarizeError> {
        one_per_row("counts", counts.len(), self.sample_of_row.len())?;
        self.counts.fill(0);
        let most = (1 << f64::MANTISSA_DIGITS) / counts.len().max(1) as u64;
        for (&sample, count) in self.sample_of_row.iter().zip(counts).filter(|(sample, _)| **sample != NO_SAMPLE) {
            self.counts[sample as usize] += count.min(&most);
        }
        Ok(self)
    }

    /// Returns some of these samples, as if they were merged from these rows alone.
    pub fn part(&self, samples: std::ops::Range<usize>) -> Samples {
        let places: Vec<u32> = samples.clone().map(|i| i as u32).collect();
        let of = |covers: &Vec<(Rule, RowSet)>| {
            let part = |cover: &RowSet| {
                let here = cover.iter().filter(|i| samples.contains(i));
                RowSet::of(places.len(), here.map(|i| i - samples.start))
            };
            covers.iter().map(|(rule, cover)| (rule.clone(), part(cover))).collect()
        };
        Samples {
            schema: self.schema.clone(),
            table: self.table.select(&places),
            labels: self.labels[samples.clone()].to_vec(),
            groups: self.groups[samples.clone()].to_vec(),
            weights: self.weights[samples.clone()].to_vec(),
            counts: self.counts[samples.clone()].to_vec(),
            classes: self.classes,
            sample_of_row: (0..places.len() as u32).collect(),
            covers: self.covers.as_ref().map(of),
        }
    }

    /// Returns the total weight of each class.
    pub fn class_weights(&self) -> Vec<f64> {
        let mut totals = vec![0.0; self.classes];
        self.labels.iter().zip(&self.weights).for_each(|(&k, w)| totals[k as usize] += w);
        totals
    }

    /// Returns the sample of each of the rows that were merged, in their order. Rows of weight zero
    /// have none.
    pub fn sample_of_row(&self) -> impl ExactSizeIterator<Item = Option<u32>> + '_ {
        self.sample_of_row.iter().map(|&sample| (sample != NO_SAMPLE).then_some(sample))
    }

    /// Adds up a number per row, such as its gain in a pricing problem, over the rows of each
    /// sample. Numbers of rows of weight zero are left out. Other weights do not matter.
    ///
    /// # Errors
    /// [`BinarizeError::NotOnePerRow`].
    pub fn sum_rows(&self, values: &[f64]) -> Result<Vec<f64>, BinarizeError> {
        one_per_row("values", values.len(), self.sample_of_row.len())?;
        let mut sums = vec![0.0; self.len()];
        for (sample, value) in self.sample_of_row().zip(values) {
            if let Some(sample) = sample {
                sums[sample as usize] += value;
            }
        }
        Ok(sums)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Bins;
    use proptest::prelude::*;
    use rulegen_data::{Column, Table};

    proptest! {
        #[test]
        fn merging_keeps_every_row_and_its_weight(
            rows in prop::collection::vec((0u8..3, 0u8..3, 0u32..2, 0u8..3, 0u32..3), 2..60),
            grouped in any::<bool>(),
        ) {
            let column = |name: &str, cells: Vec<f64>| Column::new(name, cells).unwrap();
            let a = column("a", rows.iter().map(|r| f64::from(r.0)).collect());
            let b = column("b", rows.iter().map(|r| f64::from(r.1)).collect());
            let table = Table::new(vec![a, b]).unwrap();
            let labels: Vec<u32> = rows.iter().map(|r| r.2).collect();
            let weights: Vec<f64> = rows.iter().map(|r| f64::from(r.3)).collect();
            let groups: Option<Vec<u32>> = grouped.then(|| rows.iter().map(|r| r.4).collect());
            let found = Samples::learn_grouped(&table, &labels, groups.as_deref(), Some(&weights), 2, Bins::Values);
            let Ok((samples, _)) = found else {
                return Ok(());
            };
            let coded = samples.schema.encode(&table).unwrap();
            let mut totals = vec![0.0; samples.len()];
            for (row, sample) in samples.sample_of_row().enumerate() {
                let Some(sample) = sample.map(|s| s as usize) else {
                    prop_assert_eq!(weights[row], 0.0);
                    continue;
                };
                totals[sample] += weights[row];
                prop_assert_eq!(samples.labels[sample], labels[row]);
                prop_assert_eq!(samples.groups[sample], groups.as_ref().map_or(0, |groups| groups[row]));
                for (merged, original) in samples.table.columns().iter().zip(coded.columns()) {
                    prop_assert_eq!(merged.get(sample), original.get(row));
                }
            }
            prop_assert_eq!(&totals, &samples.weights);
            prop_assert_eq!(samples.counts.iter().map(|&count| count as f64).collect::<Vec<_>>(), totals.clone());
            let once = samples.clone().counting(&vec![1; rows.len()]).unwrap();
            prop_assert_eq!(once.counts.iter().sum::<u64>(), weights.iter().filter(|weight| **weight > 0.0).count() as u64);
            prop_assert_eq!(samples.sum_rows(&weights).unwrap(), totals);
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
                .map(|s| (samples.labels[s], samples.groups[s], samples.table.columns().iter().map(|c| c.get(s)).collect::<Vec<_>>()))
                .collect();
            distinct.sort();
            distinct.dedup();
            prop_assert_eq!(distinct.len(), samples.len());
        }
    }
}
