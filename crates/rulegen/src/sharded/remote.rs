//! The rows of all shards, as the coordinator sees them.

use super::message::{Cluster, ClusterKey, Histograms, Request, View, from_bytes, to_bytes};
use super::workers::Workers;
use crate::FitError;
use crate::size::Ground;
use rulegen_binarize::{BinarizeError, Samples};
use rulegen_driver::DriverError;
use rulegen_pricing::{ShardPart, Shards, Share};
use rulegen_rule::{CodedTable, Codes, Rule, Schema};
use serde::de::DeserializeOwned;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

/// The rows of a view, in clusters that the rules in use do not tell apart. A sample stands for each cluster: one of its rows, that weighs as many as
/// there are. So whatever is asked of samples and rules in use has the answer that all rows have.
#[derive(Debug)]
pub(crate) struct Remote {
    workers: Arc<dyn Workers>,
    schema: Schema,
    classes: usize,
    view: View,
    /// Those of pricing problems, and the last that were asked for.
    current: Mutex<[Arc<Clustered>; 2]>,
}

/// Samples for clusters.
#[derive(Debug)]
struct Clustered {
    rules: Vec<Rule>,
    samples: Arc<Samples>,
    /// The cluster of each sample.
    keys: Vec<ClusterKey>,
}

impl Remote {
    pub(crate) fn new(workers: Arc<dyn Workers>, schema: Schema, classes: usize, view: View) -> Result<Self, FitError> {
        let nothing = Clustered { rules: Vec::new(), samples: no_samples(&schema, classes)?, keys: Vec::new() };
        let nothing = Arc::new(nothing);
        let remote = Remote { workers, schema, classes, view, current: Mutex::new([nothing.clone(), nothing]) };
        let by_class = Arc::new(remote.ask_clusters(&[])?);
        *remote.lock() = [by_class.clone(), by_class];
        Ok(remote)
    }

    /// Samples that these rules tell apart.
    pub(crate) fn over(&self, rules: &[&Rule]) -> Result<Arc<Samples>, FitError> {
        let alike = |known: &&Arc<Clustered>| known.rules.iter().eq(rules.iter().copied());
        if let Some(known) = self.lock().iter().find(alike) {
            return Ok(known.samples.clone());
        }
        let found = Arc::new(self.ask_clusters(rules)?);
        let samples = found.samples.clone();
        self.lock()[1] = found;
        Ok(samples)
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, [Arc<Clustered>; 2]> {
        self.current.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The answers of all shards, in their order.
    fn ask<T: DeserializeOwned>(&self, request: &Request) -> Result<Vec<T>, FitError> {
        let answers = self.workers.answers(&to_bytes(request)).map_err(|source| FitError::Workers { source })?;
        answers.iter().map(|answer| from_bytes(answer)).collect()
    }

    fn ask_clusters(&self, rules: &[&Rule]) -> Result<Clustered, FitError> {
        let rules: Vec<Rule> = rules.iter().map(|rule| (*rule).clone()).collect();
        let answers: Vec<Vec<Cluster>> = self.ask(&Request::Clusters { view: self.view, rules: rules.clone() })?;
        let mut clusters: BTreeMap<ClusterKey, (u64, Vec<u16>)> = BTreeMap::new();
        for Cluster { key, rows, codes } in answers.into_iter().flatten() {
            match clusters.get_mut(&key) {
                Some((all, least)) => {
                    *all += rows;
                    *least = codes.min(std::mem::take(least));
                }
                None => drop(clusters.insert(key, (rows, codes))),
            }
        }
        let labels: Vec<u32> = clusters.keys().map(|key| key.label).collect();
        let weights: Vec<f64> = clusters.values().map(|(rows, _)| *rows as f64).collect();
        let column = |at: usize| {
            let codes = clusters.values().map(|(_, codes)| codes.get(at).copied().unwrap_or(0));
            match self.schema.features[at].codes() <= usize::from(u8::MAX) + 1 {
                true => Codes::Narrow(codes.map(|code| code as u8).collect()),
                false => Codes::Wide(codes.collect()),
            }
        };
        let columns = (0..self.schema.features.len()).map(column).collect();
        let table = CodedTable::new(labels.len(), columns).map_err(BinarizeError::from)?;
        let samples = Samples::merge(self.schema.clone(), &table, &labels, &weights, self.classes)?;
        let mut keys: Vec<Option<ClusterKey>> = vec![None; samples.len()];
        for (key, sample) in clusters.into_keys().zip(samples.sample_of_row()) {
            sample.into_iter().for_each(|sample| keys[sample as usize] = Some(key.clone()));
        }
        Ok(Clustered { rules, samples: Arc::new(samples), keys: keys.into_iter().flatten().collect() })
    }
}

/// The samples of no rows.
fn no_samples(schema: &Schema, classes: usize) -> Result<Arc<Samples>, FitError> {
    let none = schema.features.iter().map(|_| Codes::Narrow(Vec::new())).collect();
    let table = CodedTable::new(0, none).map_err(BinarizeError::from)?;
    Ok(Arc::new(Samples::merge(schema.clone(), &table, &[], &[], classes)?))
}

impl Ground for Arc<Remote> {
    fn samples(&mut self, rules: &[&Rule]) -> Result<Arc<Samples>, FitError> {
        self.over(rules)
    }

    fn keep(&mut self, samples: &Arc<Samples>) {
        let mut current = self.lock();
        if Arc::ptr_eq(&current[1].samples, samples) {
            current[0] = current[1].clone();
        }
    }
}

impl Shards for Remote {
    fn samples(&self) -> Arc<Samples> {
        self.lock()[0].samples.clone()
    }

    fn histograms(&self, gains: &[Vec<i64>], parts: &[ShardPart<'_>]) -> Result<Vec<Vec<Vec<Share>>>, DriverError> {
        let current = self.lock()[0].clone();
        let request = Request::Histograms {
            view: self.view,
            rules: current.rules.clone(),
            clusters: current.keys.clone(),
            gains: gains.to_vec(),
            parts: parts.iter().map(|part| (part.problem as u32, part.rule.clone())).collect(),
        };
        let failed = |source: FitError| DriverError::Pricer { name: "greedy".into(), source: Box::new(source) };
        let answers: Vec<Histograms> = self.ask(&request).map_err(failed)?;
        let bins = |at: usize| vec![Share::default(); self.schema.features[at].codes()];
        let nothing: Vec<Vec<Share>> = (0..self.schema.features.len()).map(bins).collect();
        let mut sums = vec![nothing; parts.len()];
        for answer in answers {
            for (sum, found) in sums.iter_mut().flatten().zip(answer.iter().flatten()) {
                sum.iter_mut().zip(found).for_each(|(sum, found)| sum.add(found));
            }
        }
        Ok(sums)
    }
}
