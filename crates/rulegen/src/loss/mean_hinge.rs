//! The mean hinge of RUG.

use super::{Loss, LossSettings, ScoreKind};
use crate::FitError;
use rulegen_binarize::Samples;
use rulegen_master::{LinearSettings, RugMaster, RuleMaster};
use std::sync::Arc;

/// `max(0, 1 - sum_k a_ik w_k)`, with the label vectors of RUG (docs/MATH.md 2).
#[derive(Debug)]
pub(crate) struct MeanHinge;

impl Loss for MeanHinge {
    fn recorded_name(&self) -> Option<&'static str> {
        None
    }

    fn scores(&self) -> ScoreKind {
        ScoreKind::Votes
    }

    fn is_linear(&self) -> bool {
        true
    }

    fn master(&self, samples: Arc<Samples>, settings: LossSettings) -> Result<Box<dyn RuleMaster>, FitError> {
        let LossSettings { terms, strategy, backend, fairness, .. } = settings;
        Ok(Box::new(RugMaster::new(samples, LinearSettings { terms, strategy, backend, fairness })?))
    }
}
