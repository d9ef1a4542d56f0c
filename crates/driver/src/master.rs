//! The contract of a master.

use crate::{Candidate, DriverError, Limits, PricingProblem};

/// How a restricted master stands after a solve.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MasterSolution {
    /// Objective of a feasible solution of the restricted LP, its optimum to the tolerance asked for; no bound above it by
    /// more than rounding is believed, whoever proves it.
    pub objective: f64,
    /// Whether the tolerance was reached; if not, a limit was.
    pub converged: bool,
}

/// What became of candidates.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Added {
    /// New columns.
    pub new: usize,
    /// Candidates that were columns already.
    pub known: usize,
    /// Candidates whose true reduced cost does not improve (where costs are not sums over literals).
    pub rejected: usize,
}

/// Holds the rules found so far, solves its LP, and says what it would pay for a new rule.
///
/// Always minimises. Implement all methods but [`lower_bound`](Master::lower_bound), without which
/// nothing can be proved.
pub trait Master {
    /// Solves the LP over the columns at hand to a relative gap of `tolerance`; 0 asks for an optimal
    /// vertex. Loose solutions have well-centred duals, which make better questions.
    ///
    /// # Errors
    /// [`DriverError::Master`] when the LP solver fails. Reaching a limit is not an error.
    fn solve(&mut self, tolerance: f64, limits: &Limits) -> Result<MasterSolution, DriverError>;

    /// The pricing problems, one per class of rule: at the duals of the last solve, unless
    /// [`smooth`](Master::smooth) has chosen another point since.
    fn pricing_problems(&self) -> Vec<PricingProblem>;

    /// Chooses the point to price at: `share` of the way from the duals of the last solve to the centre.
    /// The centre is the point with the best bound so far ([`centre`](Master::centre)). Whether that is
    /// another point than the duals: a master that has no centre says no.
    fn smooth(&mut self, share: f64) -> bool {
        let _ = share;
        false
    }

    /// Makes the point last priced at the centre.
    fn centre(&mut self) {}

    /// Takes in the candidates that are new and improve at the current duals.
    ///
    /// # Errors
    /// [`DriverError::FalseGain`] when a candidate's gain is not what was claimed.
    fn add(&mut self, candidates: &[Candidate]) -> Result<Added, DriverError>;

    /// The number of columns.
    fn columns(&self) -> usize;

    /// A lower bound on the LP over **all** rules, valid if no rule's gain in the problems last given
    /// out exceeds the entry of `best_gains` for it (MATH.md 6).
    fn lower_bound(&self, best_gains: &[f64]) -> Option<f64> {
        let _ = best_gains;
        None
    }
}
