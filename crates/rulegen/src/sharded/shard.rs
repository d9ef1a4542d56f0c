//! The rows of a partition, coded: what a worker keeps.

use super::keys::{row_keys, seeded};
use super::message::{Cluster, ClusterKey, Coding, Request, View, from_bytes, to_bytes};
use super::partition::Partition;
use crate::FitError;
use rulegen_binarize::{BinarizeError, Samples};
use rulegen_pricing::{Shard, ShardPart};
use rulegen_rule::{CodedTable, Codes, Rule, Schema};
use serde::{Deserialize, Serialize};
use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

/// The rows of a partition, coded and merged: what a worker keeps, and answers from.
#[derive(Debug)]
pub struct CodedShard {
    all: Shard,
    /// The rows that folds learn from, where these are not all.
    drawn: Option<Shard>,
    folds: u32,
    /// The rows in clusters as they were last asked for. A cache: answers do not depend on it.
    clustered: Mutex<Vec<Arc<Clustered>>>,
}

/// A shard as bytes.
#[derive(Serialize, Deserialize)]
struct Saved {
    schema: Schema,
    /// The codes of each column, of one byte or of two.
    columns: Vec<(Vec<u8>, Vec<u16>)>,
    labels: Vec<u32>,
    groups: Vec<u32>,
    counts: Vec<u64>,
    classes: usize,
    folds: u32,
}

/// How many clusterings are kept: those of the rules chosen, and with one more.
const KEPT: usize = 2;

/// The rows of a view in clusters.
#[derive(Clone, Debug)]
struct Clustered {
    view: View,
    rules: Vec<Rule>,
    /// The cluster of each sample; [`NONE`] where it takes no part.
    cluster_of: Vec<u32>,
    keys: Vec<ClusterKey>,
}

const NONE: u32 = u32::MAX;

impl CodedShard {
    /// Codes a partition, as the coordinator says in `coding`.
    ///
    /// # Errors
    /// Bytes that no coordinator wrote, and rows that are not of the schema.
    pub fn new(partition: &Partition, coding: &[u8]) -> Result<Self, FitError> {
        let Coding { schema, classes, folds, seed, learned } = from_bytes(coding)?;
        let counts = partition.counts()?;
        let weights: Vec<f64> = counts.iter().map(|&rows| rows as f64).collect();
        let group = |key: u64| {
            let (fold, draw) = (seeded(key, seed) % u64::from(folds.max(1)), seeded(key, !seed) >> 32);
            2 * fold as u32 + u32::from(draw <= u64::from(learned))
        };
        let groups: Vec<u32> = row_keys(&partition.table).into_iter().map(group).collect();
        let coded = schema.encode(&partition.table).map_err(BinarizeError::from)?;
        let samples = Samples::merge_grouped(schema, &coded, &partition.labels, Some(&groups), &weights, classes)?;
        CodedShard::of(samples, folds)
    }

    fn of(samples: Samples, folds: u32) -> Result<Self, FitError> {
        let drawn = drawn(&samples)?.map(Shard::new);
        Ok(CodedShard { all: Shard::new(samples), drawn, folds, clustered: Mutex::new(Vec::new()) })
    }

    /// All that it holds, as bytes: for a worker that hands it on, or puts it aside.
    pub fn to_bytes(&self) -> Vec<u8> {
        let Samples { schema, table, labels, groups, counts, classes, .. } = self.all.samples();
        let narrow = |codes: &Codes| match codes {
            Codes::Narrow(codes) => (codes.clone(), Vec::new()),
            Codes::Wide(codes) => (Vec::new(), codes.clone()),
        };
        to_bytes(&Saved {
            schema: schema.clone(),
            columns: table.columns().iter().map(narrow).collect(),
            labels: labels.clone(),
            groups: groups.clone(),
            counts: counts.clone(),
            classes: *classes,
            folds: self.folds,
        })
    }

    /// What [`CodedShard::to_bytes`] wrote.
    ///
    /// # Errors
    /// Bytes that it did not write.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, FitError> {
        let Saved { schema, columns, labels, groups, counts, classes, folds } = from_bytes(bytes)?;
        let codes = |(narrow, wide): (Vec<u8>, Vec<u16>)| match wide.is_empty() {
            true => Codes::Narrow(narrow),
            false => Codes::Wide(wide),
        };
        let columns = columns.into_iter().map(codes).collect();
        let table = CodedTable::new(labels.len(), columns).map_err(BinarizeError::from)?;
        let weights: Vec<f64> = counts.iter().map(|&rows| rows as f64).collect();
        let samples = Samples::merge_grouped(schema, &table, &labels, Some(&groups), &weights, classes)?;
        CodedShard::of(samples, folds)
    }

    /// About how many bytes its rows take.
    pub fn bytes(&self) -> usize {
        let samples = self.all.samples();
        let cell = |codes: &Codes| match codes {
            Codes::Narrow(_) => 1,
            Codes::Wide(_) => 2,
        };
        // A label, a group, a weight, a count and a key each, and the clusters that are kept.
        samples.len() * (samples.table.columns().iter().map(cell).sum::<usize>() + 48)
    }

    /// Answers a request of the coordinator.
    ///
    /// # Errors
    /// Bytes that no coordinator wrote.
    pub fn answer(&self, request: &[u8]) -> Result<Vec<u8>, FitError> {
        match from_bytes(request)? {
            Request::Clusters { view, rules } => Ok(to_bytes(&self.clusters(&self.clustered(view, &rules)))),
            Request::Histograms { view, rules, clusters, gains, parts } => {
                let clustered = self.clustered(view, &rules);
                let place: HashMap<&ClusterKey, usize> = clusters.iter().zip(0..).collect();
                // A cluster that the coordinator has not heard of cannot be: it asked for all.
                let places: Vec<Option<usize>> = clustered.keys.iter().map(|key| place.get(key).copied()).collect();
                let place_of = |i: usize| places.get(clustered.cluster_of[i] as usize).copied().flatten();
                let gain = |problem: usize, i: usize| {
                    place_of(i).and_then(|place| gains.get(problem)?.get(place)).copied().unwrap_or(0)
                };
                let known = |(problem, _): &&(u32, Rule)| (*problem as usize) < gains.len();
                let parts: Vec<ShardPart<'_>> = parts
                    .iter()
                    .filter(known)
                    .map(|(problem, rule)| ShardPart { problem: *problem as usize, rule })
                    .collect();
                Ok(to_bytes(&self.shard(view).histograms(gain, |i| place_of(i).is_some(), &parts)))
            }
        }
    }

    /// The clusters of the rows, each with one of its rows.
    fn clusters(&self, clustered: &Clustered) -> Vec<Cluster> {
        let samples = self.shard(clustered.view).samples();
        let mut clusters: Vec<Option<Cluster>> = clustered.keys.iter().map(|_| None).collect();
        for (i, &at) in clustered.cluster_of.iter().enumerate().filter(|(_, at)| **at != NONE) {
            let first = || Cluster {
                key: clustered.keys[at as usize].clone(),
                rows: 0,
                codes: samples.table.columns().iter().map(|column| column.get(i)).collect(),
            };
            clusters[at as usize].get_or_insert_with(first).rows += samples.counts[i];
        }
        clusters.into_iter().flatten().collect()
    }

    /// The shard that has the rows of a view.
    fn shard(&self, view: View) -> &Shard {
        match view {
            View::Train(_) => self.drawn.as_ref().unwrap_or(&self.all),
            View::All | View::Test(_) => &self.all,
        }
    }

    /// The rows of a view in clusters that the rules do not tell apart.
    fn clustered(&self, view: View, rules: &[Rule]) -> Arc<Clustered> {
        let mut kept = self.clustered.lock().unwrap_or_else(PoisonError::into_inner);
        let begins = |known: &&Arc<Clustered>| known.view == view && rules.starts_with(&known.rules);
        let nearest = kept.iter().filter(begins).max_by_key(|known| known.rules.len()).cloned();
        let mut clustered = nearest.unwrap_or_else(|| Arc::new(self.classes(view)));
        if clustered.rules.len() < rules.len() {
            let mut finer = Arc::unwrap_or_clone(clustered);
            for rule in &rules[finer.rules.len()..] {
                self.refine(&mut finer, rule);
            }
            clustered = Arc::new(finer);
        }
        // The last comes last; of a view the two last are kept.
        kept.retain(|known| !Arc::ptr_eq(known, &clustered));
        if kept.iter().filter(|known| known.view == view).count() == KEPT
            && let Some(oldest) = kept.iter().position(|known| known.view == view)
        {
            kept.remove(oldest);
        }
        kept.push(clustered.clone());
        clustered
    }

    /// The rows of a view by class.
    fn classes(&self, view: View) -> Clustered {
        let samples = self.shard(view).samples();
        let takes_part = |group: u32| match view {
            View::All => true,
            View::Train(fold) => group / 2 != fold % self.folds.max(1) && group % 2 == 1,
            View::Test(fold) => group / 2 == fold,
        };
        let cluster = |(&label, &group): (&u32, &u32)| if takes_part(group) { label } else { NONE };
        Clustered {
            view,
            rules: Vec::new(),
            cluster_of: samples.labels.iter().zip(&samples.groups).map(cluster).collect(),
            keys: (0..samples.classes as u32).map(ClusterKey::of_class).collect(),
        }
    }

    /// Splits clusters that a rule covers in part.
    fn refine(&self, clustered: &mut Clustered, rule: &Rule) {
        let (cover, at) = (self.shard(clustered.view).samples().cover(rule), clustered.rules.len());
        let mut keys = Vec::new();
        // The new clusters of each: of rows not covered, and of rows covered.
        let mut new: Vec<[Option<u32>; 2]> = vec![[None; 2]; clustered.keys.len()];
        for (i, cluster) in clustered.cluster_of.iter_mut().enumerate().filter(|(_, cluster)| **cluster != NONE) {
            let covered = cover.contains(i);
            let place = &mut new[*cluster as usize][usize::from(covered)];
            *cluster = *place.get_or_insert_with(|| {
                keys.push(clustered.keys[*cluster as usize].with(at, covered));
                keys.len() as u32 - 1
            });
        }
        clustered.keys = keys;
        clustered.rules.push(rule.clone());
    }
}

/// Those of the samples that folds learn from; none where that is all.
fn drawn(samples: &Samples) -> Result<Option<Samples>, FitError> {
    let rows: Vec<u32> = (0..samples.len() as u32).filter(|&i| samples.groups[i as usize] % 2 == 1).collect();
    if rows.len() == samples.len() {
        return Ok(None);
    }
    let (labels, groups) = (select(&samples.labels, &rows), select(&samples.groups, &rows));
    let (table, weights) = (samples.table.select(&rows), select(&samples.weights, &rows));
    let (schema, classes) = (samples.schema.clone(), samples.classes);
    Ok(Some(Samples::merge_grouped(schema, &table, &labels, Some(&groups), &weights, classes)?))
}

fn select<T: Copy>(of_samples: &[T], rows: &[u32]) -> Vec<T> {
    rows.iter().map(|&row| of_samples[row as usize]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use rulegen_binarize::Bins;
    use rulegen_data::{Table, Values};

    fn rows(shard: &CodedShard, view: View) -> u64 {
        let request = to_bytes(&Request::Clusters { view, rules: Vec::new() });
        let clusters: Vec<Cluster> = from_bytes(&shard.answer(&request).unwrap()).unwrap();
        clusters.iter().map(|cluster| cluster.rows).sum()
    }

    #[test]
    fn folds_share_the_rows_and_learn_from_the_part_that_is_drawn() {
        let x: Vec<f64> = (0..2000).map(f64::from).collect();
        let labels: Vec<u32> = (0..2000).map(|row| row % 2).collect();
        let table = Table::from_columns([("x", Values::from(x))]).unwrap();
        let (schema, _) = rulegen_binarize::learn(&table, None, Bins::Quantiles(10)).unwrap();
        let partition = Partition { table, labels, weights: None };
        let coded = |learned: u32| {
            let coding = Coding { schema: schema.clone(), classes: 2, folds: 4, seed: 3, learned };
            CodedShard::new(&partition, &to_bytes(&coding)).unwrap()
        };
        for (learned, part) in [(u32::MAX, 1.0), (u32::MAX / 4, 0.25)] {
            let shard = coded(learned);
            assert_eq!(rows(&shard, View::All), 2000);
            let held_out: Vec<u64> = (0..4).map(|fold| rows(&shard, View::Test(fold))).collect();
            assert_eq!(held_out.iter().sum::<u64>(), 2000);
            for fold in 0..4 {
                let (learned, rest) = (rows(&shard, View::Train(fold)), 2000 - held_out[fold as usize]);
                let expected = part * rest as f64;
                assert!((learned as f64 - expected).abs() < 100.0 && (part < 1.0 || learned == rest), "{learned}");
            }
            let copy = CodedShard::from_bytes(&shard.to_bytes()).unwrap();
            let request = to_bytes(&Request::Clusters { view: View::Train(1), rules: Vec::new() });
            assert_eq!(copy.answer(&request).unwrap(), shard.answer(&request).unwrap());
        }
    }
}
