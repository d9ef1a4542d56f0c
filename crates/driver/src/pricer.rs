//! The contract of a pricer.

use crate::{Candidate, DriverError, PricingProblem};
use rulegen_limits::Limits;

/// The rules that a pricer found, and the bounds that it proved.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PricingOutcome {
    /// Rules above their problem's threshold, in the order of [`Candidate::best_first`]; all
    /// different.
    pub candidates: Vec<Candidate>,
    /// Per problem, in the order asked: a number that **no** rule's gain exceeds, where that is
    /// proved. A problem whose bound is at or below its threshold is proved to have no improving
    /// rule; without a bound, finding none does not prove that there is none.
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

/// Answers pricing problems with rules, and with bounds on the gains of all rules.
///
/// Implement [`name`](Pricer::name) and [`price`](Pricer::price). A pricer has the coded samples
/// from its construction and has never heard of masters. It must look at `limits` often enough to
/// end within a fraction of a second of them, and then still return the rules found so far. The
/// driver checks the problems before it asks; a pricer that is called from elsewhere checks them
/// itself ([`PricingProblem::check`]), since a NaN among the gains would make a false proof.
pub trait Pricer: Send {
    /// A short name for logs and tables, as on the command line.
    fn name(&self) -> &str;

    /// True if the pricer may prove that no rule improves, because it returns bounds. A run with
    /// such a pricer goes on until the proof, where a run of heuristics is limited to some rounds.
    /// Nothing is proved by this answer: proofs come from bounds alone. False by default.
    fn may_prove(&self) -> bool {
        false
    }

    /// Called before each [`price`](Pricer::price) with the largest gain that earlier stages found
    /// for each of its problems, if they were asked and found any. Rules of smaller gain are still
    /// wanted.
    fn incumbents(&mut self, best: &[Option<f64>]) {
        let _ = best;
    }

    /// Returns rules of large gain for each of `problems`: the problems of one round, each with a
    /// tag of its own.
    ///
    /// # Errors
    /// [`DriverError::Pricer`] when an underlying solver fails. Reaching a limit is not an error.
    fn price(&mut self, problems: &[PricingProblem], limits: &Limits) -> Result<PricingOutcome, DriverError>;
}
