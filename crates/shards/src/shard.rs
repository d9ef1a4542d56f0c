//! Coded shards: the rows that a worker keeps.

use crate::ShardError;
use crate::division::{Division, NONE};
use crate::folds::{FoldDivision, FoldPlace};
use crate::merged::{MergedRows, smallest_draws};
use crate::message::{Answer, Coding, Request, View, from_bytes, to_bytes};
use crate::partition::Partition;
use crate::selected::drawn;
use crate::wire::{WireCodes, from_wire, to_wire};
use rulegen_binarize::{BinarizeError, Samples};
use rulegen_pricing::{Shard, ShardPart};
use rulegen_rule::{CodedTable, Codes, Literal, Rule, RuleError, Schema};
use serde::{Deserialize, Serialize};
use std::sync::{Arc, Mutex, PoisonError};

/// The coded and merged rows of a partition. A worker keeps them and answers requests from them.
#[derive(Debug)]
pub struct CodedShard {
    all: Arc<Shard>,
    /// The rows of folds as they were last asked for, with their places as groups. This and the
    /// next field are caches: answers do not depend on them.
    drawn: Mutex<Option<(FoldDivision, Arc<Shard>)>>,
    /// The rows in clusters as they were last asked for.
    clustered: Mutex<Vec<Arc<RowClusters>>>,
}

/// The fields of a shard that are written as bytes.
#[derive(Serialize, Deserialize)]
struct SavedShard {
    schema: Schema,
    columns: Vec<WireCodes>,
    labels: Vec<u32>,
    counts: Vec<u64>,
    classes: usize,
}

/// The clusterings kept for each view: that of the chosen rules, and that with one rule more.
const KEPT: usize = 2;

/// The rows of a view in clusters.
#[derive(Clone, Debug)]
struct RowClusters {
    view: View,
    rules: Vec<Rule>,
    /// The cluster of each sample; [`NONE`] where it takes no part.
    cluster_of: Vec<u32>,
    clusters: Division,
}

impl CodedShard {
    /// Codes a partition, as the coordinator says in `coding`.
    ///
    /// # Errors
    /// Bytes that no coordinator wrote, and rows that are not of the schema.
    pub fn new(partition: &Partition, coding: &[u8]) -> Result<Self, ShardError> {
        let Coding { schema, classes } = from_bytes(coding)?;
        schema.check().map_err(RuleError::from).map_err(BinarizeError::from)?;
        let counts = partition.counts()?;
        let weights: Vec<f64> = counts.iter().map(|&rows| rows as f64).collect();
        let coded = schema.encode(&partition.table).map_err(BinarizeError::from)?;
        Ok(CodedShard::of(Samples::merge(schema, &coded, &partition.labels, &weights, classes)?))
    }

    pub(crate) fn of(samples: Samples) -> Self {
        let all = Arc::new(Shard::new(samples));
        CodedShard { all, drawn: Mutex::new(None), clustered: Mutex::new(Vec::new()) }
    }

    /// Encodes the shard, for a worker that hands it on or stores it.
    pub fn to_bytes(&self) -> Vec<u8> {
        let Samples { schema, table, labels, counts, classes, .. } = self.all.samples();
        to_bytes(&SavedShard {
            schema: schema.clone(),
            columns: table.columns().iter().map(to_wire).collect(),
            labels: labels.clone(),
            counts: counts.clone(),
            classes: *classes,
        })
    }

    /// Decodes a shard that [`CodedShard::to_bytes`] wrote.
    ///
    /// # Errors
    /// Bytes that it did not write.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, ShardError> {
        let SavedShard { schema, columns, labels, counts, classes } = from_bytes(bytes)?;
        let columns = columns.into_iter().map(from_wire).collect();
        let table = CodedTable::new(labels.len(), columns).map_err(BinarizeError::from)?;
        let weights: Vec<f64> = counts.iter().map(|&rows| rows as f64).collect();
        Ok(CodedShard::of(Samples::merge(schema, &table, &labels, &weights, classes)?))
    }

    /// Estimates the bytes of memory that its rows take. Rows of folds, which are asked for later,
    /// are not counted.
    pub fn bytes(&self) -> usize {
        let samples = self.all.samples();
        let cell = |codes: &Codes| match codes {
            Codes::Narrow(_) => 1,
            Codes::Wide(_) => 2,
        };
        // Each sample has a label, a group, a weight, a count, a key, its row, and its clusters in
        // the cache.
        samples.len() * (samples.table.columns().iter().map(cell).sum::<usize>() + 36 + 4 * KEPT)
    }

    /// Answers a request of the coordinator.
    ///
    /// # Errors
    /// Bytes that no coordinator wrote, and requests of another fit.
    pub fn answer(&self, request: &[u8]) -> Result<Vec<u8>, ShardError> {
        let misfit = |what| Err(ShardError::Misfit { what });
        let answer = match from_bytes(request)? {
            Request::Draws { seed, most } => {
                Answer::Draws { most, draws: smallest_draws(self.all.samples(), seed, most) }
            }
            Request::Rows { seed, most } => Answer::Rows(MergedRows::of(self.all.samples(), seed, most)),
            Request::FoldRows(folds) => Answer::Rows(MergedRows::all(&drawn(self.all.samples(), folds)?)),
            Request::Clusters { view, rules } => {
                if !self.can_say(rules.iter()) {
                    return misfit("rules");
                }
                self.clusters(&*self.clustered(view, &rules)?)?
            }
            Request::Histograms { view, rules, clusters: all, gains, parts } => {
                if !self.can_say(rules.iter().chain(parts.iter().map(|(_, rule)| rule))) {
                    return misfit("rules");
                }
                let one_each = gains.iter().all(|gains| gains.len() == all.clusters());
                let known = parts.iter().all(|(problem, _)| (*problem as usize) < gains.len());
                if !all.is_of(self.all.samples().classes, rules.len()) || !one_each || !known {
                    return misfit("clusters");
                }
                let clustered = self.clustered(view, &rules)?;
                // The coordinator asked for all clusters, so each cluster of these rows is in its
                // list.
                let places = clustered.clusters.places_in(&all);
                let place_of = |i: usize| places.get(clustered.cluster_of[i] as usize).filter(|place| **place != NONE);
                let gain = |problem: usize, i: usize| place_of(i).map_or(0, |&place| gains[problem][place as usize]);
                let parts: Vec<ShardPart<'_>> =
                    parts.iter().map(|(problem, rule)| ShardPart { problem: *problem as usize, rule }).collect();
                Answer::Histograms(self.shard(view)?.histograms(gain, |i| place_of(i).is_some(), &parts))
            }
        };
        Ok(to_bytes(&answer))
    }

    /// True if all conditions of the rules are in the schema.
    fn can_say<'a>(&self, mut rules: impl Iterator<Item = &'a Rule>) -> bool {
        let features = &self.all.samples().schema.features;
        let known = |literal: &Literal| {
            features.get(literal.column as usize).is_some_and(|feature| feature.admits(literal.test))
        };
        rules.all(|rule| rule.literals().iter().all(known))
    }

    /// The clusters of the rows.
    fn clusters(&self, clustered: &RowClusters) -> Result<Answer, ShardError> {
        let shard = self.shard(clustered.view)?;
        let counts = &shard.samples().counts;
        let mut rows = vec![0; clustered.clusters.clusters()];
        let in_clusters = clustered.cluster_of.iter().zip(counts).filter(|(cluster, _)| **cluster != NONE);
        in_clusters.for_each(|(&cluster, count)| rows[cluster as usize] += count);
        Ok(Answer::Clusters { clusters: clustered.clusters.clone(), rows })
    }

    /// The shard that has the rows of a view.
    fn shard(&self, view: View) -> Result<Arc<Shard>, ShardError> {
        let View::Fold(folds, _) = view else { return Ok(self.all.clone()) };
        let lock = || self.drawn.lock().unwrap_or_else(PoisonError::into_inner);
        let known = lock().clone().filter(|(of, _)| *of == folds);
        if let Some((_, shard)) = known {
            return Ok(shard);
        }
        // The lock is not taken here: a thread that waits for parts of this work may begin another
        // answer.
        let shard = Arc::new(Shard::new(drawn(self.all.samples(), folds)?));
        *lock() = Some((folds, shard.clone()));
        Ok(shard)
    }

    /// The rows of a view in clusters that the rules do not tell apart.
    fn clustered(&self, view: View, rules: &[Rule]) -> Result<Arc<RowClusters>, ShardError> {
        let shard = self.shard(view)?;
        let mut kept = self.clustered.lock().unwrap_or_else(PoisonError::into_inner);
        let begins = |known: &&Arc<RowClusters>| known.view == view && rules.starts_with(&known.rules);
        let nearest = kept.iter().filter(begins).max_by_key(|known| known.rules.len()).cloned();
        let mut clustered = nearest.unwrap_or_else(|| Arc::new(classes(shard.samples(), view)));
        if clustered.rules.len() < rules.len() {
            let mut finer = Arc::unwrap_or_clone(clustered);
            for rule in &rules[finer.rules.len()..] {
                finer.refine(shard.samples(), rule);
            }
            clustered = Arc::new(finer);
        }
        // The last comes last. The two last clusterings of each view are kept.
        kept.retain(|known| !Arc::ptr_eq(known, &clustered));
        if kept.iter().filter(|known| known.view == view).count() == KEPT
            && let Some(oldest) = kept.iter().position(|known| known.view == view)
        {
            kept.remove(oldest);
        }
        kept.push(clustered.clone());
        Ok(clustered)
    }
}

/// The rows of a view by class.
fn classes(samples: &Samples, view: View) -> RowClusters {
    let takes_part = |group: u32| view.has(FoldPlace(group));
    // Samples are in the order of their classes. A list of all classes is avoided, because the
    // sender of a shard may claim any number of them.
    let labels = samples.labels.iter().zip(&samples.groups);
    let taking_part = labels.clone().filter(|(_, group)| takes_part(**group));
    let mut labels_there: Vec<u32> = taking_part.map(|(&label, _)| label).collect();
    labels_there.dedup();
    let place = |label: u32| labels_there.binary_search(&label).map_or(NONE, |at| at as u32);
    let cluster = |(&label, &group): (&u32, &u32)| if takes_part(group) { place(label) } else { NONE };
    RowClusters {
        view,
        rules: Vec::new(),
        cluster_of: labels.map(cluster).collect(),
        clusters: Division::of_classes(labels_there),
    }
}

impl RowClusters {
    /// Splits clusters that a rule covers in part.
    fn refine(&mut self, samples: &Samples, rule: &Rule) {
        self.clusters.refine(&mut self.cluster_of, &samples.cover(rule));
        self.rules.push(rule.clone());
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::folds::FoldView;
    use rulegen_binarize::Bins;
    use rulegen_data::{Table, Values};
    use rulegen_rule::Test;

    fn rows(shard: &CodedShard, view: View) -> u64 {
        let request = to_bytes(&Request::Clusters { view, rules: Vec::new() });
        match from_bytes(&shard.answer(&request).unwrap()).unwrap() {
            Answer::Clusters { rows, .. } => rows.iter().sum(),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn folds_share_the_rows_and_have_the_parts_that_are_drawn() {
        let x: Vec<f64> = (0..2000).map(f64::from).collect();
        let labels: Vec<u32> = (0..2000).map(|row| row % 2).collect();
        let table = Table::from_columns([("x", Values::from(x))]).unwrap();
        let (schema, _) = rulegen_binarize::learn(&table, None, Bins::Values).unwrap();
        let partition = Partition { table, labels, weights: None };
        let shard = CodedShard::new(&partition, &to_bytes(&Coding { schema, classes: 2 })).unwrap();
        assert_eq!(rows(&shard, View::All), 2000);
        for (learned, scored) in [(1.0, 1.0), (0.25, 0.25), (0.25, 0.5), (0.25, 1.0)] {
            let part = |of: f64| (of * 2f64.powi(32)) as u32;
            let folds = FoldDivision { folds: 4, seed: 3, learned: part(learned), scored: part(scored) };
            for fold in 0..4 {
                let close = |side, expected: f64| {
                    let found = rows(&shard, View::Fold(folds, side)) as f64;
                    assert!((found - expected).abs() < 100.0, "{side:?}: {found}, not {expected}");
                };
                close(FoldView::Train(fold), 1500.0 * learned);
                close(FoldView::Test(fold), 500.0 * scored);
            }
            let all: u64 = (0..4).map(|fold| rows(&shard, View::Fold(folds, FoldView::Test(fold)))).sum();
            assert!(scored < 1.0 || all == 2000);
            let copy = CodedShard::from_bytes(&shard.to_bytes()).unwrap();
            let view = View::Fold(folds, FoldView::Train(1));
            let request = to_bytes(&Request::Clusters { view, rules: Vec::new() });
            assert_eq!(copy.answer(&request).unwrap(), shard.answer(&request).unwrap());
        }
    }

    /// Requests that were meant for another fit, or for nobody, return an error each and do not
    /// panic.
    #[test]
    fn what_does_not_fit_is_refused() {
        let table = Table::from_columns([("x", Values::from(vec![1.0, 2.0, 3.0]))]).unwrap();
        let (schema, _) = rulegen_binarize::learn(&table, None, Bins::Values).unwrap();
        let partition = Partition { table, labels: vec![0, 1, 0], weights: None };
        let coding = Coding { schema, classes: 2 };
        let shard = CodedShard::new(&partition, &to_bytes(&coding)).unwrap();
        let view = View::All;
        let refuses = |request: Request| {
            assert!(matches!(shard.answer(&to_bytes(&request)), Err(ShardError::Misfit { .. })), "{request:?}");
        };
        let rule = |column, test| Rule::new([Literal::new(column, test)]);
        for bad in [rule(1, Test::AtMost(0)), rule(0, Test::AtMost(2)), rule(0, Test::Is(0))] {
            refuses(Request::Clusters { view, rules: vec![bad.clone()] });
            let (clusters, gains) = (Division::of_classes(vec![0, 1]), vec![vec![1, -1]]);
            refuses(Request::Histograms { view, rules: Vec::new(), clusters, gains, parts: vec![(0, bad)] });
        }
        let asked = |labels: Vec<u32>, gains: Vec<i64>, problem: u32| Request::Histograms {
            view,
            rules: Vec::new(),
            clusters: Division::of_classes(labels),
            gains: vec![gains],
            parts: vec![(problem, Rule::default())],
        };
        refuses(asked(vec![0, 1], vec![1], 0));
        refuses(asked(vec![0, 1], vec![1, -1], 1));
        refuses(asked(vec![1, 0], vec![1, -1], 0));
        refuses(asked(vec![0, 2], vec![1, -1], 0));
        let good = to_bytes(&asked(vec![0, 1], vec![1, -1], 0));
        assert!(shard.answer(&good).is_ok());
        for bytes in [&good[..good.len() - 1], &good[1..], b""] {
            assert!(matches!(shard.answer(bytes), Err(ShardError::BadMessage { .. })));
        }
        let other = postcard::to_stdvec(&("0.\n0", asked(vec![0, 1], vec![1, -1], 0))).unwrap();
        let error = shard.answer(&other).unwrap_err().to_string();
        assert!(error.contains(r#""0.\n0""#) && error.contains(env!("CARGO_PKG_VERSION")), "{error}");
    }

    /// Large numbers in messages take no memory for classes and folds that no row has.
    #[test]
    fn a_shard_of_any_number_of_classes() {
        let table = Table::from_columns([("x", Values::from(vec![1.0, 2.0, 3.0]))]).unwrap();
        let (schema, _) = rulegen_binarize::learn(&table, None, Bins::Values).unwrap();
        let partition = Partition { table, labels: vec![0, 5, 0], weights: None };
        let coding = Coding { schema, classes: usize::MAX };
        let shard = CodedShard::new(&partition, &to_bytes(&coding)).unwrap();
        assert_eq!(rows(&shard, View::All), 3);
        let folds = FoldDivision { folds: u32::MAX, seed: 1, learned: u32::MAX, scored: u32::MAX };
        assert!(rows(&shard, View::Fold(folds, FoldView::Train(u32::MAX))) <= 3);
        assert_eq!(rows(&CodedShard::from_bytes(&shard.to_bytes()).unwrap(), View::All), 3);
    }
}
