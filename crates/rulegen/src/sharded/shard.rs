//! The rows of a partition, coded: what a worker keeps.

use super::division::{Division, NONE};
use super::folds::FoldPlace;
use super::merged::{MergedRows, smallest_draws};
use super::message::{Answer, Coding, Request, View, from_bytes, to_bytes};
use super::partition::Partition;
use super::wire::{WireCodes, from_wire, to_wire};
use crate::FitError;
use rulegen_binarize::{BinarizeError, Samples};
use rulegen_pricing::{Shard, ShardPart};
use rulegen_rule::{CodedTable, Codes, Literal, Rule, RuleError, Schema};
use serde::{Deserialize, Serialize};
use std::sync::{Arc, Mutex, PoisonError};

/// The rows of a partition, coded and merged: what a worker keeps, and answers from.
#[derive(Debug)]
pub struct CodedShard {
    all: Shard,
    /// The rows of folds, where these are not all.
    drawn: Option<Shard>,
    folds: u32,
    /// The rows in clusters as they were last asked for. A cache: answers do not depend on it.
    clustered: Mutex<Vec<Arc<Clustered>>>,
}

/// A shard as bytes.
#[derive(Serialize, Deserialize)]
struct Saved {
    schema: Schema,
    columns: Vec<WireCodes>,
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
    clusters: Division,
}

impl CodedShard {
    /// Codes a partition, as the coordinator says in `coding`.
    ///
    /// # Errors
    /// Bytes that no coordinator wrote, and rows that are not of the schema.
    pub fn new(partition: &Partition, coding: &[u8]) -> Result<Self, FitError> {
        let Coding { schema, classes, folds } = from_bytes(coding)?;
        schema.check().map_err(RuleError::from).map_err(BinarizeError::from)?;
        let counts = partition.counts()?;
        let weights: Vec<f64> = counts.iter().map(|&rows| rows as f64).collect();
        // The group of a sample is its place among the folds.
        let groups: Vec<u32> = folds.places(&partition.table).into_iter().map(|place| place.0).collect();
        let coded = schema.encode(&partition.table).map_err(BinarizeError::from)?;
        let samples = Samples::merge_grouped(schema, &coded, &partition.labels, Some(&groups), &weights, classes)?;
        CodedShard::of(samples, folds.folds)
    }

    /// Of samples whose groups are their places among so many folds.
    pub(super) fn of(samples: Samples, folds: u32) -> Result<Self, FitError> {
        let drawn = drawn_part(&samples)?.map(Shard::new);
        Ok(CodedShard { all: Shard::new(samples), drawn, folds, clustered: Mutex::new(Vec::new()) })
    }

    /// All that it holds, as bytes: for a worker that hands it on, or puts it aside.
    pub fn to_bytes(&self) -> Vec<u8> {
        let Samples { schema, table, labels, groups, counts, classes, .. } = self.all.samples();
        to_bytes(&Saved {
            schema: schema.clone(),
            columns: table.columns().iter().map(to_wire).collect(),
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
        let columns = columns.into_iter().map(from_wire).collect();
        let table = CodedTable::new(labels.len(), columns).map_err(BinarizeError::from)?;
        let weights: Vec<f64> = counts.iter().map(|&rows| rows as f64).collect();
        let samples = Samples::merge_grouped(schema, &table, &labels, Some(&groups), &weights, classes)?;
        CodedShard::of(samples, folds)
    }

    /// About how many bytes its rows take.
    pub fn bytes(&self) -> usize {
        // Of each sample a label, a group, a weight, a count, a key, its row, and its clusters in the views that are kept.
        let of_shard = |shard: &Shard, views: usize| {
            let samples = shard.samples();
            let cell = |codes: &Codes| match codes {
                Codes::Narrow(_) => 1,
                Codes::Wide(_) => 2,
            };
            samples.len() * (samples.table.columns().iter().map(cell).sum::<usize>() + 36 + 4 * KEPT * views)
        };
        let of_folds = 2 * self.folds as usize;
        match &self.drawn {
            Some(drawn) => of_shard(&self.all, 1) + of_shard(drawn, of_folds),
            None => of_shard(&self.all, 1 + of_folds),
        }
    }

    /// Answers a request of the coordinator.
    ///
    /// # Errors
    /// Bytes that no coordinator wrote, and requests of another fit.
    pub fn answer(&self, request: &[u8]) -> Result<Vec<u8>, FitError> {
        let misfit = |what| Err(FitError::Misfit { what });
        let answer = match from_bytes(request)? {
            Request::Draws { seed, most } => {
                Answer::Draws { most, draws: smallest_draws(self.all.samples(), seed, most) }
            }
            Request::Rows { seed, most } => Answer::Rows(MergedRows::of(self.all.samples(), seed, most)),
            Request::FoldRows => Answer::Rows(MergedRows::grouped(self.of_folds().samples())),
            Request::Clusters { view, rules } => {
                if !self.can_say(rules.iter()) {
                    return misfit("rules");
                }
                self.clusters(&self.clustered(view, &rules))
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
                let clustered = self.clustered(view, &rules);
                // A cluster that the coordinator has not heard of cannot be: it asked for all.
                let places = clustered.clusters.places_in(&all);
                let place_of = |i: usize| places.get(clustered.cluster_of[i] as usize).filter(|place| **place != NONE);
                let gain = |problem: usize, i: usize| place_of(i).map_or(0, |&place| gains[problem][place as usize]);
                let parts: Vec<ShardPart<'_>> =
                    parts.iter().map(|(problem, rule)| ShardPart { problem: *problem as usize, rule }).collect();
                Answer::Histograms(self.shard(view).histograms(gain, |i| place_of(i).is_some(), &parts))
            }
        };
        Ok(to_bytes(&answer))
    }

    /// Whether the conditions of rules are of the schema.
    fn can_say<'a>(&self, mut rules: impl Iterator<Item = &'a Rule>) -> bool {
        let features = &self.all.samples().schema.features;
        let known = |literal: &Literal| {
            features.get(literal.column as usize).is_some_and(|feature| feature.admits(literal.test))
        };
        rules.all(|rule| rule.literals().iter().all(known))
    }

    /// The clusters of the rows.
    fn clusters(&self, clustered: &Clustered) -> Answer {
        let counts = &self.shard(clustered.view).samples().counts;
        let mut rows = vec![0; clustered.clusters.clusters()];
        let in_clusters = clustered.cluster_of.iter().zip(counts).filter(|(cluster, _)| **cluster != NONE);
        in_clusters.for_each(|(&cluster, count)| rows[cluster as usize] += count);
        Answer::Clusters { clusters: clustered.clusters.clone(), rows }
    }

    /// The shard that has the rows of a view.
    fn shard(&self, view: View) -> &Shard {
        match view {
            View::Train(_) | View::Test(_) => self.of_folds(),
            View::All => &self.all,
        }
    }

    /// The shard that has the rows of folds.
    fn of_folds(&self) -> &Shard {
        self.drawn.as_ref().unwrap_or(&self.all)
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
        let takes_part = |group: u32| view.has(FoldPlace(group), self.folds);
        // Samples stand in the order of their classes. No list of all classes: whoever sent the shard may say that there are any number.
        let labels = samples.labels.iter().zip(&samples.groups);
        let taking_part = labels.clone().filter(|(_, group)| takes_part(**group));
        let mut labels_there: Vec<u32> = taking_part.map(|(&label, _)| label).collect();
        labels_there.dedup();
        let place = |label: u32| labels_there.binary_search(&label).map_or(NONE, |at| at as u32);
        let cluster = |(&label, &group): (&u32, &u32)| if takes_part(group) { place(label) } else { NONE };
        Clustered {
            view,
            rules: Vec::new(),
            cluster_of: labels.map(cluster).collect(),
            clusters: Division::of_classes(labels_there),
        }
    }

    /// Splits clusters that a rule covers in part.
    fn refine(&self, clustered: &mut Clustered, rule: &Rule) {
        let cover = self.shard(clustered.view).samples().cover(rule);
        clustered.clusters.refine(&mut clustered.cluster_of, &cover);
        clustered.rules.push(rule.clone());
    }
}

/// Those of the samples that folds have; none where that is all.
fn drawn_part(samples: &Samples) -> Result<Option<Samples>, FitError> {
    let drawn = |i: &u32| FoldPlace(samples.groups[*i as usize]).is_scored();
    let rows: Vec<u32> = (0..samples.len() as u32).filter(drawn).collect();
    if rows.len() == samples.len() {
        return Ok(None);
    }
    selected(samples, &rows).map(Some)
}

/// Some of the samples.
pub(super) fn selected(samples: &Samples, rows: &[u32]) -> Result<Samples, FitError> {
    let (labels, groups) = (select(&samples.labels, rows), select(&samples.groups, rows));
    let (table, weights) = (samples.table.select(rows), select(&samples.weights, rows));
    let (schema, classes) = (samples.schema.clone(), samples.classes);
    Ok(Samples::merge_grouped(schema, &table, &labels, Some(&groups), &weights, classes)?)
}

fn select<T: Copy>(of_samples: &[T], rows: &[u32]) -> Vec<T> {
    rows.iter().map(|&row| of_samples[row as usize]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sharded::Folds;
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
        let (schema, _) = rulegen_binarize::learn(&table, None, Bins::Quantiles(10)).unwrap();
        let partition = Partition { table, labels, weights: None };
        let coded = |learned: f64, scored: f64| {
            let part = |of: f64| (of * 2f64.powi(32)) as u32;
            let (learned, scored) = (part(learned), part(scored));
            let folds = Folds { folds: 4, seed: 3, learned, scored };
            let coding = Coding { schema: schema.clone(), classes: 2, folds };
            CodedShard::new(&partition, &to_bytes(&coding)).unwrap()
        };
        for (learned, scored) in [(1.0, 1.0), (0.25, 0.25), (0.25, 0.5), (0.25, 1.0)] {
            let shard = coded(learned, scored);
            assert_eq!(rows(&shard, View::All), 2000);
            for fold in 0..4 {
                let close = |view, expected: f64| {
                    let found = rows(&shard, view) as f64;
                    assert!((found - expected).abs() < 100.0, "{view:?}: {found}, not {expected}");
                };
                close(View::Train(fold), 1500.0 * learned);
                close(View::Test(fold), 500.0 * scored);
            }
            let all: u64 = (0..4).map(|fold| rows(&shard, View::Test(fold))).sum();
            assert!(scored < 1.0 || all == 2000);
            let copy = CodedShard::from_bytes(&shard.to_bytes()).unwrap();
            let request = to_bytes(&Request::Clusters { view: View::Train(1), rules: Vec::new() });
            assert_eq!(copy.answer(&request).unwrap(), shard.answer(&request).unwrap());
        }
    }

    /// Requests that were meant for another fit, or for nobody: an error each, and no panic.
    #[test]
    fn what_does_not_fit_is_refused() {
        let table = Table::from_columns([("x", Values::from(vec![1.0, 2.0, 3.0]))]).unwrap();
        let (schema, _) = rulegen_binarize::learn(&table, None, Bins::Values).unwrap();
        let partition = Partition { table, labels: vec![0, 1, 0], weights: None };
        let folds = Folds { folds: 2, seed: 3, learned: u32::MAX, scored: u32::MAX };
        let coding = Coding { schema, classes: 2, folds };
        let shard = CodedShard::new(&partition, &to_bytes(&coding)).unwrap();
        let view = View::All;
        let refuses = |request: Request| {
            assert!(matches!(shard.answer(&to_bytes(&request)), Err(FitError::Misfit { .. })), "{request:?}");
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
            assert!(matches!(shard.answer(bytes), Err(FitError::BadMessage { .. })));
        }
        let other = postcard::to_stdvec(&("0.\n0", asked(vec![0, 1], vec![1, -1], 0))).unwrap();
        let error = shard.answer(&other).unwrap_err().to_string();
        assert!(error.contains(r#""0.\n0""#) && error.contains(env!("CARGO_PKG_VERSION")), "{error}");
    }

    /// Numbers in messages cost nothing: no memory for classes and folds that no row has.
    #[test]
    fn a_shard_of_any_number_of_classes() {
        let table = Table::from_columns([("x", Values::from(vec![1.0, 2.0, 3.0]))]).unwrap();
        let (schema, _) = rulegen_binarize::learn(&table, None, Bins::Values).unwrap();
        let partition = Partition { table, labels: vec![0, 5, 0], weights: None };
        let folds = Folds { folds: u32::MAX, ..Folds::NONE };
        let coding = Coding { schema, classes: usize::MAX, folds };
        let shard = CodedShard::new(&partition, &to_bytes(&coding)).unwrap();
        assert_eq!(rows(&shard, View::All), 3);
        assert_eq!(rows(&CodedShard::from_bytes(&shard.to_bytes()).unwrap(), View::All), 3);
    }
}
