//! The logistic loss.

use super::{Loss, LossSettings, ScoreKind, WeightedLoss};
use crate::FitError;
use rulegen_binarize::Samples;
use rulegen_master::{LogisticMaster, LogisticSettings, RuleMaster};
use rulegen_rule::Model;
use serde_json::Value;
use std::collections::BTreeMap;
use std::sync::Arc;

/// `log sum_c exp f_c - f_y`: scores are log-odds, and the model gives probabilities
/// (docs/MATH.md 10).
#[derive(Debug)]
pub(crate) struct LogisticLoss;

impl Loss for LogisticLoss {
    fn recorded_name(&self) -> Option<&'static str> {
        Some(Model::LOGISTIC)
    }

    fn scores(&self) -> ScoreKind {
        ScoreKind::LogOdds
    }

    fn is_linear(&self) -> bool {
        false
    }

    /// Leaves out the parameters of linear programs, and records the range of intercepts within
    /// which the bound holds.
    fn record(&self, recorded: &mut BTreeMap<String, Value>) {
        recorded.retain(|name, _| !["lp", "lp_strategy"].contains(&name.as_str()));
        recorded.insert("largest_intercept".into(), LogisticSettings::default().largest_intercept.into());
    }
}

impl WeightedLoss for LogisticLoss {
    fn master(&self, samples: Arc<Samples>, settings: LossSettings) -> Result<Box<dyn RuleMaster>, FitError> {
        let LossSettings { terms, ridge, .. } = settings;
        let settings = LogisticSettings { terms, ridge, ..LogisticSettings::default() };
        Ok(Box::new(LogisticMaster::new(samples, settings)?))
    }
}
