//! The hinge losses.

use super::{Loss, LossSettings, ScoreKind};
use crate::FitError;
use rulegen_binarize::Samples;
use rulegen_master::{LinearSettings, MarginHingeMaster, RugMaster, RuleMaster};
use std::sync::Arc;

/// A hinge loss: its restricted master is a linear program.
#[derive(Debug)]
pub(crate) enum HingeLoss {
    /// `max(0, 1 - sum_k a_ik w_k)`, with the label vectors of RUG (docs/MATH.md 2).
    Mean,
    /// `max(0, 1 - f_y + max_{c != y} f_c)`: the margin to the best other class (docs/MATH.md 10).
    Margin,
}

impl HingeLoss {
    /// The description of the margin hinge.
    pub(crate) const MARGIN: &str =
        "The margin hinge: how far the votes of a row's class are ahead of those of any other";
}

impl Loss for HingeLoss {
    fn help(&self) -> &str {
        match self {
            HingeLoss::Mean => "The mean hinge of RUG",
            HingeLoss::Margin => HingeLoss::MARGIN,
        }
    }

    fn scores(&self) -> ScoreKind {
        ScoreKind::Votes
    }

    fn master(&self, samples: Arc<Samples>, settings: LossSettings) -> Result<Box<dyn RuleMaster>, FitError> {
        let LossSettings { terms, strategy, backend, fairness, .. } = settings;
        let settings = LinearSettings { terms, strategy, backend, fairness };
        Ok(match self {
            HingeLoss::Mean => Box::new(RugMaster::new(samples, settings)?),
            HingeLoss::Margin => Box::new(MarginHingeMaster::new(samples, settings)?),
        })
    }

    fn is_linear(&self) -> bool {
        true
    }

    fn may_be_fair(&self) -> bool {
        true
    }
}
