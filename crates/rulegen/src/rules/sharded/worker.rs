//! What a worker does with a partition of the rows.

use super::keys::{row_keys, seeded};
use super::message::{Cluster, ClusterKey, Coding, Request, Summarised, View, from_bytes, to_bytes};
use crate::FitError;
use crate::rows::QuantileWeights;
use rulegen_binarize::{BinarizeError, Samples, Summary};
use rulegen_data::Table;
use rulegen_pricing::{Shard, ShardPart};
use rulegen_rule::{CodedTable, Codes, Rule, Schema};
use serde::{Deserialize, Serialize};
use std::collections::HashMap;
use std::sync::Mutex;

/// A partition of the training rows: a part of a table, the class of each row as an index into those of all partitions, and for how
/// many rows each counts.
#[derive(Clone, Debug)]
pub struct Partition {
    /// The columns that may be features.
    pub table: Table,
    /// The class of each row.
    pub labels: Vec<u32>,
    /// Whole numbers, not negative; without, each row counts once.
    pub weights: Option<Vec<f64>>,
}

impl Partition {
    /// The number of rows of each of so many classes.
    ///
    /// # Errors
    /// [`FitError::FractionalWeight`], and labels that are not one for each row or no class.
    pub fn class_rows(&self, classes: usize) -> Result<Vec<u64>, FitError> {
        let mut of_classes = vec![0; classes];
        for (row, (&label, rows)) in self.labels.iter().zip(self.counts()?).enumerate() {
            match of_classes.get_mut(label as usize) {
                Some(of_class) => *of_class += rows,
                None => return Err(BinarizeError::BadLabel { row: row + 1, label, classes }.into()),
            }
        }
        Ok(of_classes)
    }

    /// What the coordinator needs to know before rows are coded, as bytes for it. All partitions together have so many rows of each class
    /// ([`Partition::class_rows`]).
    ///
    /// # Errors
    /// As there, and those of [`Summary::of`].
    pub fn summary(&self, class_rows: &[u64]) -> Result<Vec<u8>, FitError> {
        let classes = self.class_rows(class_rows.len())?;
        let ranks = QuantileWeights::new(class_rows).of(&self.labels, &self.counts()?);
        let columns = Summary::of(&self.table, self.weights.as_deref(), Some(&ranks))?;
        Ok(to_bytes(&Summarised { columns, classes }))
    }

    fn counts(&self) -> Result<Vec<u64>, FitError> {
        let rows = self.table.rows();
        let bad = |what, found| Err(BinarizeError::NotOnePerRow { what, found, rows }.into());
        if self.labels.len() != rows {
            return bad("labels", self.labels.len());
        }
        let Some(weights) = &self.weights else { return Ok(vec![1; rows]) };
        if weights.len() != rows {
            return bad("weights", weights.len());
        }
        match weights.iter().find(|weight| !(**weight >= 0.0 && weight.fract() == 0.0)) {
            Some(&weight) => Err(FitError::FractionalWeight { weight }),
            None => Ok(weights.iter().map(|&weight| weight as u64).collect()),
        }
    }
}

/// The rows of a partition, coded and merged: what a worker keeps, and answers from.
#[derive(Debug)]
pub struct CodedShard {
    shard: Shard,
    folds: u32,
    /// The rows in clusters as they were last asked for. A cache: answers do not depend on it.
    clustered: Mutex<Vec<Clustered>>,
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
        let groups: Vec<u32> = row_keys(&partition.table, &partition.labels).into_iter().map(group).collect();
        let coded = schema.encode(&partition.table).map_err(BinarizeError::from)?;
        let samples = Samples::merge_grouped(schema, &coded, &partition.labels, Some(&groups), &weights, classes)?;
        Ok(CodedShard { shard: Shard::new(samples), folds, clustered: Mutex::new(Vec::new()) })
    }

    /// All that it holds, as bytes: for a worker that hands it on, or puts it aside.
    pub fn to_bytes(&self) -> Vec<u8> {
        let Samples { schema, table, labels, groups, counts, classes, .. } = self.shard.samples();
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
        Ok(CodedShard { shard: Shard::new(samples), folds, clustered: Mutex::new(Vec::new()) })
    }

    /// About how many bytes its rows take.
    pub fn bytes(&self) -> usize {
        let samples = self.shard.samples();
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
                Ok(to_bytes(&self.shard.histograms(gain, |i| place_of(i).is_some(), &parts)))
            }
        }
    }

    /// The clusters of the rows, each with one of its rows.
    fn clusters(&self, clustered: &Clustered) -> Vec<Cluster> {
        let samples = self.shard.samples();
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

    /// The rows of a view in clusters that the rules do not tell apart.
    fn clustered(&self, view: View, rules: &[Rule]) -> Clustered {
        let mut kept = self.clustered.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        let begins = |known: &&Clustered| known.view == view && rules.starts_with(&known.rules);
        let start = kept.iter().filter(begins).max_by_key(|known| known.rules.len()).cloned();
        let mut clustered = start.unwrap_or_else(|| self.classes(view));
        for rule in &rules[clustered.rules.len()..] {
            self.refine(&mut clustered, rule);
        }
        kept.retain(|known| !(known.view == view && known.rules == rules));
        let of_view = kept.iter().filter(|known| known.view == view).count();
        if of_view >= KEPT
            && let Some(oldest) = kept.iter().position(|known| known.view == view)
        {
            kept.remove(oldest);
        }
        kept.push(clustered.clone());
        clustered
    }

    /// The rows of a view by class.
    fn classes(&self, view: View) -> Clustered {
        let samples = self.shard.samples();
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
        let (cover, at) = (self.shard.samples().cover(rule), clustered.rules.len());
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
