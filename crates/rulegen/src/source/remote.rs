//! The rows of all shards, as the coordinator sees them.

use super::division::Division;
use super::message::{Answer, Request, View, from_bytes, to_bytes};
use super::workers::Workers;
use crate::FitError;
use crate::training::Rows;
use rulegen_binarize::Samples;
use rulegen_driver::{DriverError, Pricer};
use rulegen_pricing::{GreedySettings, ShardPart, ShardedGreedy, Shards, Share};
use rulegen_rule::{Feature, Rule, Schema};
use std::sync::{Arc, Mutex, PoisonError};

/// The rows of a view, in clusters that the rules in use do not tell apart. One sample stands for
/// each cluster and weighs as much as its rows, so any question about samples and rules in use has
/// the same answer as for all rows.
#[derive(Debug)]
pub(crate) struct Remote {
    workers: Arc<dyn Workers>,
    schema: Schema,
    classes: usize,
    view: View,
    /// The clusters of pricing problems, and those that were asked for last.
    current: Mutex<[Arc<ClusterSamples>; 2]>,
}

/// The samples of clusters, one each, in the order of clusters.
#[derive(Debug)]
struct ClusterSamples {
    rules: Vec<Rule>,
    samples: Arc<Samples>,
    clusters: Division,
}

impl Remote {
    pub(crate) fn new(workers: Arc<dyn Workers>, schema: Schema, classes: usize, view: View) -> Result<Self, FitError> {
        let by_class = ask_clusters(&*workers, &schema, classes, view, &[])?;
        let by_class = Arc::new(by_class);
        Ok(Remote { workers, schema, classes, view, current: Mutex::new([by_class.clone(), by_class]) })
    }

    /// Returns samples that these rules tell apart.
    pub(crate) fn over(&self, rules: &[&Rule]) -> Result<Arc<Samples>, FitError> {
        let alike = |known: &&Arc<ClusterSamples>| known.rules.iter().eq(rules.iter().copied());
        if let Some(known) = self.lock().iter().find(alike) {
            return Ok(known.samples.clone());
        }
        let found = Arc::new(ask_clusters(&*self.workers, &self.schema, self.classes, self.view, rules)?);
        let samples = found.samples.clone();
        self.lock()[1] = found;
        Ok(samples)
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, [Arc<ClusterSamples>; 2]> {
        self.current.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Asks all shards and adds up their answers.
pub(crate) fn ask(workers: &dyn Workers, request: &Request) -> Result<Answer, FitError> {
    let answers = workers.answers(&to_bytes(request)).map_err(|source| FitError::Workers { source })?;
    let mut answers = answers.iter();
    let first = from_bytes(answers.next().ok_or(FitError::NoPartition)?)?;
    answers.try_fold(first, |sum: Answer, answer| sum.plus(from_bytes(answer)?))
}

fn ask_clusters(
    workers: &dyn Workers,
    schema: &Schema,
    classes: usize,
    view: View,
    rules: &[&Rule],
) -> Result<ClusterSamples, FitError> {
    let rules: Vec<Rule> = rules.iter().map(|rule| (*rule).clone()).collect();
    let Answer::Clusters { clusters, rows } = ask(workers, &Request::Clusters { view, rules: rules.clone() })? else {
        return Err(FitError::Misfit { what: "answers" });
    };
    if !clusters.is_of(classes, rules.len()) || rows.len() != clusters.clusters() {
        return Err(FitError::Misfit { what: "clusters" });
    }
    let covers = rules.iter().cloned().zip(clusters.covers()).collect();
    let samples = Samples::of_clusters(schema.clone(), clusters.cluster_labels(), rows, classes, covers)?;
    Ok(ClusterSamples { rules, samples: Arc::new(samples), clusters })
}

impl Rows for Remote {
    fn over(&self, rules: &[&Rule]) -> Result<Arc<Samples>, FitError> {
        Remote::over(self, rules)
    }

    fn keep(&self, samples: &Arc<Samples>) {
        let mut current = self.lock();
        if Arc::ptr_eq(&current[1].samples, samples) {
            current[0] = current[1].clone();
        }
    }

    fn pricer(self: Arc<Self>, settings: GreedySettings) -> Box<dyn Pricer> {
        Box::new(ShardedGreedy::new(self, settings))
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
            clusters: current.clusters.clone(),
            gains: gains.to_vec(),
            parts: parts.iter().map(|part| (part.problem as u32, part.rule.clone())).collect(),
        };
        let failed = |source: FitError| DriverError::Pricer { name: "greedy".into(), source: Box::new(source) };
        let as_asked = |histograms: &Vec<Vec<Vec<Share>>>| {
            let bins =
                |part: &Vec<Vec<Share>>| part.iter().map(Vec::len).eq(self.schema.features.iter().map(Feature::codes));
            histograms.len() == parts.len() && histograms.iter().all(bins)
        };
        match ask(&*self.workers, &request).map_err(failed)? {
            Answer::Histograms(sums) if as_asked(&sums) => Ok(sums),
            _ => Err(failed(FitError::Misfit { what: "answers" })),
        }
    }
}
