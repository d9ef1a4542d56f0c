//! The loss of Boolean rule sets.

use super::{Loss, LossSettings, ScoreKind};
use crate::FitError;
use rulegen_binarize::Samples;
use rulegen_master::RuleMaster;
use std::sync::Arc;

/// The weighted errors of Boolean rules: positives that no rule covers, and negatives once for each
/// rule that covers them (docs/MATH.md 4). Its master needs a class and a bound on complexity, so
/// `path/boolean` makes it and solves an integer program at the end.
#[derive(Debug)]
pub(crate) struct BooleanLoss;

impl Loss for BooleanLoss {
    fn help(&self) -> &str {
        "Positives that no rule covers, and negatives once for each rule that covers them"
    }

    fn scores(&self) -> ScoreKind {
        ScoreKind::Decisions
    }

    fn master(&self, _: Arc<Samples>, _: LossSettings) -> Result<Box<dyn RuleMaster>, FitError> {
        Err(FitError::NotWeighed)
    }

    fn is_linear(&self) -> bool {
        true
    }

    fn may_be_fair(&self) -> bool {
        true
    }

    fn is_timed(&self) -> bool {
        true
    }
}
