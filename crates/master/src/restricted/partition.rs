//! Merging of samples that the columns at hand cannot tell apart: dynamic constraint aggregation
//! (Elhallaoui, Villeneuve, Soumis, Desaulniers 2005).

use rulegen_rule::RowSet;
use std::collections::BTreeMap;

/// The cluster of a sample that takes no part.
const NONE: u32 = u32::MAX;

/// Samples of one class and one fairness cell that the same columns cover.
#[derive(Clone, Debug)]
pub struct Cluster {
    /// The class of its samples.
    pub class: u32,
    /// The fairness cell, if there is one.
    pub cell: Option<u32>,
    /// Total weight.
    pub weight: f64,
    /// Number of samples.
    size: u32,
    /// The indices of the columns that cover it, ascending.
    pub columns: Vec<u32>,
}

/// A partition of the samples into clusters, refined as columns come.
///
/// The LP has one variable per cluster instead of one per sample (docs/MATH.md 7).
#[derive(Clone, Debug)]
pub struct Partition {
    /// The cluster of each sample, [`NONE`] for samples that take no part.
    cluster_of: Vec<u32>,
    /// The clusters. The first are those that are there without columns.
    pub clusters: Vec<Cluster>,
}

impl Partition {
    /// Makes one cluster per class that has samples and, unless `cells` is empty, per fairness
    /// cell. Samples without a class take no part.
    pub fn new(classes: &[Option<u32>], cells: &[Option<u32>], weights: &[f64]) -> Self {
        let mut cluster_of_class = BTreeMap::new();
        let mut clusters: Vec<Cluster> = Vec::new();
        let mut cluster_of = Vec::with_capacity(classes.len());
        for (i, (class, &weight)) in classes.iter().zip(weights).enumerate() {
            let cell = cells.get(i).copied().flatten();
            let Some(class) = *class else {
                cluster_of.push(NONE);
                continue;
            };
            let cluster = *cluster_of_class.entry((class, cell)).or_insert_with(|| {
                clusters.push(Cluster { class, cell, weight: 0.0, size: 0, columns: Vec::new() });
                clusters.len() - 1
            });
            clusters[cluster].weight += weight;
            clusters[cluster].size += 1;
            cluster_of.push(cluster as u32);
        }
        Partition { cluster_of, clusters }
    }

    /// Adds a column and splits the clusters that it covers in part.
    pub(crate) fn add_column(&mut self, column: u32, cover: &RowSet, weights: &[f64]) {
        let mut covered = vec![0u32; self.clusters.len()];
        let covered_rows: Vec<usize> = cover.iter().filter(|&i| self.cluster_of[i] != NONE).collect();
        covered_rows.iter().for_each(|&i| covered[self.cluster_of[i] as usize] += 1);
        // The cluster to which the covered samples of each cluster go.
        let mut target: Vec<u32> = (0..self.clusters.len() as u32).collect();
        for (cluster, &count) in covered.iter().enumerate().filter(|(_, count)| **count > 0) {
            if count == self.clusters[cluster].size {
                self.clusters[cluster].columns.push(column);
            } else {
                target[cluster] = self.clusters.len() as u32;
                let mut columns = self.clusters[cluster].columns.clone();
                columns.push(column);
                let Cluster { class, cell, .. } = self.clusters[cluster];
                self.clusters.push(Cluster { class, cell, weight: 0.0, size: 0, columns });
            }
        }
        let mut changed = vec![false; self.clusters.len()];
        for i in covered_rows {
            let (from, to) = (self.cluster_of[i] as usize, target[self.cluster_of[i] as usize] as usize);
            if from != to {
                self.cluster_of[i] = to as u32;
                self.clusters[from].size -= 1;
                self.clusters[to].size += 1;
                (changed[from], changed[to]) = (true, true);
            }
        }
        // Weights are summed anew: subtracting would leave nothing of a small weight beside a large
        // one.
        self.clusters.iter_mut().zip(&changed).filter(|(_, c)| **c).for_each(|(cluster, _)| cluster.weight = 0.0);
        for (&cluster, weight) in self.cluster_of.iter().zip(weights).filter(|(cluster, _)| **cluster != NONE) {
            if changed[cluster as usize] {
                self.clusters[cluster as usize].weight += weight;
            }
        }
    }

    /// Splits a value per cluster by weight into a value per sample. It is 0 for samples that take
    /// no part.
    pub fn spread(&self, values: &[f64], weights: &[f64]) -> Vec<f64> {
        let per_weight: Vec<f64> = values.iter().zip(&self.clusters).map(|(x, g)| x / g.weight).collect();
        let value = |(&cluster, weight): (&u32, &f64)| {
            if cluster == NONE { 0.0 } else { per_weight[cluster as usize] * weight }
        };
        self.cluster_of.iter().zip(weights).map(value).collect()
    }

    /// Returns the sum over each cluster of a value per sample.
    pub fn gather(&self, values: &[f64]) -> Vec<f64> {
        let mut gathered = vec![0.0; self.clusters.len()];
        for (&cluster, value) in self.cluster_of.iter().zip(values).filter(|(cluster, _)| **cluster != NONE) {
            gathered[cluster as usize] += value;
        }
        gathered
    }

    /// Returns the cluster of a sample, or `None` if it takes no part.
    pub fn cluster_of(&self, sample: usize) -> Option<usize> {
        Some(self.cluster_of[sample]).filter(|&cluster| cluster != NONE).map(|cluster| cluster as usize)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn groups_are_the_samples_that_take_part_with_equal_class_cell_and_columns(
            samples in prop::collection::vec((prop::option::of(0u32..3), prop::option::of(0u32..2)), 1..40),
            covers in prop::collection::vec(prop::collection::vec(any::<bool>(), 40), 0..6),
        ) {
            let (labels, cells): (Vec<_>, Vec<_>) = samples.into_iter().unzip();
            let weights: Vec<f64> = (1..=labels.len()).map(|w| w as f64).collect();
            let mut partition = Partition::new(&labels, &cells, &weights);
            for (column, cover) in covers.iter().enumerate() {
                let set = RowSet::of(labels.len(), (0..labels.len()).filter(|&i| cover[i]));
                partition.add_column(column as u32, &set, &weights);
            }
            let mut expected: BTreeMap<(u32, Option<u32>, Vec<u32>), f64> = BTreeMap::new();
            for (i, label) in labels.iter().enumerate() {
                let columns = (0..covers.len() as u32).filter(|&c| covers[c as usize][i]).collect();
                if let Some(label) = *label {
                    *expected.entry((label, cells[i], columns)).or_default() += weights[i];
                }
            }
            let found: BTreeMap<(u32, Option<u32>, Vec<u32>), f64> =
                partition.clusters.iter().map(|g| ((g.class, g.cell, g.columns.clone()), g.weight)).collect();
            prop_assert_eq!(partition.clusters.len(), expected.len());
            prop_assert_eq!(found, expected);
            let values: Vec<f64> = (0..partition.clusters.len()).map(|g| g as f64).collect();
            let there_and_back = partition.gather(&partition.spread(&values, &weights));
            prop_assert!(values.iter().zip(there_and_back).all(|(a, b)| (a - b).abs() < 1e-9));
        }
    }
}
