//! Rows in shards as rows that are not at hand.

use crate::FitError;
use crate::choice::{HeldOut, HeldOutRows};
use crate::training::Rows;
use rulegen_binarize::Samples;
use rulegen_driver::Pricer;
use rulegen_pricing::{GreedySettings, ShardedGreedy};
use rulegen_rule::{Rule, Schema};
use rulegen_shards::RemoteRows;
use std::sync::Arc;

impl Rows for RemoteRows {
    fn over(&self, rules: &[&Rule]) -> Result<Arc<Samples>, FitError> {
        Ok(RemoteRows::over(self, rules)?)
    }

    fn keep(&self, samples: &Arc<Samples>) {
        RemoteRows::keep(self, samples);
    }

    fn pricer(self: Arc<Self>, settings: GreedySettings) -> Box<dyn Pricer> {
        Box::new(ShardedGreedy::new(self, settings))
    }
}

impl HeldOut for RemoteRows {
    fn over(&self, _: &Schema, rules: &[&Rule]) -> Result<HeldOutRows, FitError> {
        let samples = RemoteRows::over(self, rules)?;
        let covers = rules.iter().map(|rule| samples.cover(rule)).collect();
        Ok(HeldOutRows { covers, labels: samples.labels.clone(), weights: Some(samples.weights.clone()) })
    }
}
