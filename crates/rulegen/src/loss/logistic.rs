//! The logistic loss.

use super::{Loss, LossSettings, ScoreKind};
use crate::FitError;
use rulegen_binarize::Samples;
use rulegen_master::{LogisticMaster, LogisticSettings, RuleMaster};
use serde_json::Value;
use std::collections::BTreeMap;
use std::sync::Arc;

/// `log sum_c exp f_c - f_y`: scores are log-odds, and the model gives probabilities
/// (docs/MATH.md 10).
#[derive(Debug)]
pub(crate) struct LogisticLoss;

impl LogisticLoss {
    /// The description of the loss.
    pub(crate) const HELP: &str = "The logistic loss: votes are log-odds, and the model gives probabilities";
}

impl Loss for LogisticLoss {
    fn help(&self) -> &str {
        LogisticLoss::HELP
    }

    fn scores(&self) -> ScoreKind {
        ScoreKind::LogOdds
    }

    fn master(&self, samples: Arc<Samples>, settings: LossSettings) -> Result<Box<dyn RuleMaster>, FitError> {
        let LossSettings { terms, ridge, .. } = settings;
        let settings = LogisticSettings { terms, ridge, ..LogisticSettings::default() };
        Ok(Box::new(LogisticMaster::new(samples, settings)?))
    }

    fn usual_ridge(&self) -> Option<f64> {
        Some(3.0)
    }

    /// Records the range of intercepts within which the bound holds.
    fn record(&self, recorded: &mut BTreeMap<String, Value>) {
        recorded.insert("largest_intercept".into(), LogisticSettings::default().largest_intercept.into());
    }
}
