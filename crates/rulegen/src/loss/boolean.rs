//! The errors of a rule set.

use super::{Loss, LossSettings, ScoreKind};
use crate::FitError;
use rulegen_binarize::Samples;
use rulegen_master::RuleMaster;
use std::sync::Arc;

/// The weighted errors of Boolean rules: positives that no rule covers, and negatives once for each
/// rule that covers them (docs/MATH.md 4). Its master needs a class and a bound on complexity, and
/// an integer program ends it: `path/boolean` makes it.
#[derive(Debug)]
pub(crate) struct BooleanLoss;

impl Loss for BooleanLoss {
    fn recorded_name(&self) -> Option<&'static str> {
        None
    }

    fn scores(&self) -> ScoreKind {
        ScoreKind::Decisions
    }

    fn is_linear(&self) -> bool {
        true
    }

    fn master(&self, _: Arc<Samples>, _: LossSettings) -> Result<Box<dyn RuleMaster>, FitError> {
        Err(FitError::NotWeighed)
    }
}
