//! The contract of a master.

use crate::{Candidate, DriverError, PricingProblem};
use rulegen_limits::Limits;

/// How a restricted master stands after a solve.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MasterSolution {
    /// Objective of a feasible solution of the restricted master, its optimum to the tolerance asked for. No bound above it by
    /// more than rounding is believed, whoever proves it.
    pub objective: f64,
    /// Whether the tolerance was reached over all columns. If not, a limit was, or at a loose tolerance columns that had been put aside
    /// improve: the next solve has them, and so many solves in turn as there are columns reach it.
    pub converged: bool,
    /// Whether the next solve starts from the basis of this one and so costs little. Dual smoothing saves solves and costs pricing
    /// calls, so the driver leaves it out here.
    pub warm: bool,
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

/// Holds the rules found so far, solves its restricted problem, and says what it would pay for a new rule.
///
/// A master is a loss function with its costs and constraints. It always minimises. Implement all methods but
/// [`lower_bound`](Master::lower_bound), without which nothing can be proved.
///
/// Problems travel with the answers: [`add`](Master::add) and [`lower_bound`](Master::lower_bound) are given the problems that were
/// priced, which lie between those of several solves where the driver smooths duals.
pub trait Master {
    /// Solves over the columns at hand to a relative gap of `tolerance`; 0 asks for an optimum that is as sparse as
    /// the master can make it, of a linear program an optimal vertex. Loose solutions have well-centred duals, which
    /// make better questions.
    ///
    /// # Errors
    /// [`DriverError::Master`] when the solver fails. Reaching a limit is not an error.
    fn solve(&mut self, tolerance: f64, limits: &Limits) -> Result<MasterSolution, DriverError>;

    /// The pricing problems at the duals of the last solve, each with a tag of its own, always in the same order.
    fn pricing_problems(&self) -> Vec<PricingProblem>;

    /// Takes in the candidates that are new and improve at the duals of the last solve. `problems` are those that the
    /// candidates answer; their claims are checked there ([`PricingProblem::verify`]).
    ///
    /// # Errors
    /// [`DriverError::FalseGain`] when a candidate's gain is not what was claimed, [`DriverError::NotAsked`] and
    /// [`DriverError::ForeignRule`] when it answers none of the problems.
    fn add(&mut self, problems: &[PricingProblem], candidates: &[Candidate]) -> Result<Added, DriverError>;

    /// The number of columns.
    fn columns(&self) -> usize;

    /// A lower bound over **all** rules, valid if no rule's gain in `problems` exceeds the entry of `best_gains` for
    /// it (docs/MATH.md 6). The problems are mixes of some that this master gave out.
    fn lower_bound(&self, problems: &[PricingProblem], best_gains: &[f64]) -> Option<f64> {
        let _ = (problems, best_gains);
        None
    }
}
