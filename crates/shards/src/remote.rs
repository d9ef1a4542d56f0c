//! The rows of all shards, as the coordinator sees them.

use crate::ShardError;
use crate::division::Division;
use crate::message::{Answer, Request, View};
use crate::rows::ShardedRows;
use rulegen_binarize::Samples;
use rulegen_driver::DriverError;
use rulegen_pricing::{ShardPart, Shards, Share};
use rulegen_rule::{Feature, Rule};
use std::sync::{Arc, Mutex, PoisonError};

/// The rows of a view, in clusters that the rules in use do not tell apart. One sample stands for
/// each cluster and weighs as much as its rows, so any question about samples and rules in use has
/// the same answer as for all rows.
#[derive(Debug)]
pub struct RemoteRows {
    shards: ShardedRows,
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

impl RemoteRows {
    /// Takes the rows of a view.
    ///
    /// # Errors
    /// [`ShardError::Workers`] and [`ShardError::BadMessage`].
    pub fn new(shards: ShardedRows, view: View) -> Result<Self, ShardError> {
        let by_class = Arc::new(ask_clusters(&shards, view, &[])?);
        Ok(RemoteRows { shards, view, current: Mutex::new([by_class.clone(), by_class]) })
    }

    /// Returns samples of the rows. Rows that one of the `rules` tells apart are in different ones,
    /// and labels ascend.
    ///
    /// # Errors
    /// As [`RemoteRows::new`].
    pub fn over(&self, rules: &[&Rule]) -> Result<Arc<Samples>, ShardError> {
        let alike = |known: &&Arc<ClusterSamples>| known.rules.iter().eq(rules.iter().copied());
        if let Some(known) = self.lock().iter().find(alike) {
            return Ok(known.samples.clone());
        }
        let found = Arc::new(ask_clusters(&self.shards, self.view, rules)?);
        let samples = found.samples.clone();
        self.lock()[1] = found;
        Ok(samples)
    }

    /// Makes these samples, the last that [`RemoteRows::over`] returned, those of histograms.
    pub fn keep(&self, samples: &Arc<Samples>) {
        let mut current = self.lock();
        if Arc::ptr_eq(&current[1].samples, samples) {
            current[0] = current[1].clone();
        }
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, [Arc<ClusterSamples>; 2]> {
        self.current.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Asks for the clusters of a view.
fn ask_clusters(shards: &ShardedRows, view: View, rules: &[&Rule]) -> Result<ClusterSamples, ShardError> {
    let rules: Vec<Rule> = rules.iter().map(|rule| (*rule).clone()).collect();
    let Answer::Clusters { clusters, rows } = shards.ask(&Request::Clusters { view, rules: rules.clone() })? else {
        return Err(ShardError::Misfit { what: "answers" });
    };
    let classes = shards.classes();
    if !clusters.is_of(classes, rules.len()) || rows.len() != clusters.clusters() {
        return Err(ShardError::Misfit { what: "clusters" });
    }
    let covers = rules.iter().cloned().zip(clusters.covers()).collect();
    let samples = Samples::of_clusters(shards.schema().clone(), clusters.cluster_labels(), rows, classes, covers)?;
    Ok(ClusterSamples { rules, samples: Arc::new(samples), clusters })
}

impl Shards for RemoteRows {
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
        let failed = |source: ShardError| DriverError::Pricer { name: "greedy".into(), source: Box::new(source) };
        let as_asked = |histograms: &Vec<Vec<Vec<Share>>>| {
            let bins = |part: &Vec<Vec<Share>>| {
                part.iter().map(Vec::len).eq(self.shards.schema().features.iter().map(Feature::codes))
            };
            histograms.len() == parts.len() && histograms.iter().all(bins)
        };
        match self.shards.ask(&request).map_err(failed)? {
            Answer::Histograms(sums) if as_asked(&sums) => Ok(sums),
            _ => Err(failed(ShardError::Misfit { what: "answers" })),
        }
    }
}
