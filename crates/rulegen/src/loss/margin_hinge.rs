//! The margin hinge.

use super::{Loss, LossSettings, ScoreKind};
use crate::FitError;
use rulegen_binarize::Samples;
use rulegen_master::{LinearSettings, MarginHingeMaster, RuleMaster};
use std::sync::Arc;

/// `max(0, 1 - f_y + max_{c != y} f_c)`: the margin to the best other class (docs/MATH.md 10).
#[derive(Debug)]
pub(crate) struct MarginHinge;

impl Loss for MarginHinge {
    fn recorded_name(&self) -> Option<&'static str> {
        Some("hinge")
    }

    fn scores(&self) -> ScoreKind {
        ScoreKind::Votes
    }

    fn is_linear(&self) -> bool {
        true
    }

    fn master(&self, samples: Arc<Samples>, settings: LossSettings) -> Result<Box<dyn RuleMaster>, FitError> {
        let LossSettings { terms, strategy, backend, fairness, .. } = settings;
        Ok(Box::new(MarginHingeMaster::new(samples, LinearSettings { terms, strategy, backend, fairness })?))
    }
}
