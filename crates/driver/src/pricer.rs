//! The contract of a pricer.

use crate::{Candidate, DriverError, PricingProblem};
use rulegen_limits::Limits;

/// What a pricer found, and what it knows.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PricingOutcome {
    /// Rules above their problem's threshold, in the order of [`Candidate::best_first`]; all different.
    pub candidates: Vec<Candidate>,
    /// Per problem, in the order asked: a number that **no** rule's gain exceeds, where that is proved.
    /// A problem whose bound is at or below its threshold is proved to have no improving rule;
    /// without a bound, nothing found means nothing more than that.
    pub bounds: Vec<Option<f64>>,
    /// Search nodes, where the pricer counts them.
    pub nodes: u64,
}

impl PricingOutcome {
    /// The largest gain found for the problem of this tag.
    pub fn best_gain(&self, tag: u32) -> Option<f64> {
        self.candidates.iter().filter(|c| c.tag == tag).map(|c| c.gain).reduce(f64::max)
    }
}

/// Answers pricing problems with rules, and with what it knows.
///
/// Implement [`name`](Pricer::name) and [`price`](Pricer::price). A pricer has the coded samples
/// from its construction and has never heard of masters. It must look at `limits` often enough to
/// end within a fraction of a second of them, and then still return what it found. The driver checks the problems before it
/// asks; a pricer that is called from elsewhere checks them itself ([`PricingProblem::check`]), since a NaN among the
/// gains would make a false proof.
pub trait Pricer: Send {
    /// A short name for logs and tables, as on the command line.
    fn name(&self) -> &str;

    /// Told before each call of [`price`](Pricer::price): for each of its problems the largest gain that the stages before have
    /// found, if they were asked and found any. Rules below it are wanted too.
    fn incumbents(&mut self, best: &[Option<f64>]) {
        let _ = best;
    }

    /// Rules of large gain for each of `problems`: the problems of one round, each with a tag of its own.
    ///
    /// # Errors
    /// [`DriverError::Pricer`] when an underlying solver fails. Reaching a limit is not an error.
    fn price(&mut self, problems: &[PricingProblem], limits: &Limits) -> Result<PricingOutcome, DriverError>;
}
