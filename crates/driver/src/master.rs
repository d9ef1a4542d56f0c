//! The contract of a master.

use crate::{Candidate, DriverError, PricingProblem};
use rulegen_limits::Limits;
use rulegen_rule::Rule;

/// The state of a restricted master after a solve.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MasterSolution {
    /// Objective of a feasible solution of the restricted master, optimal to the tolerance asked
    /// for. A bound above it by more than rounding is refused as false.
    pub objective: f64,
    /// True if the tolerance was reached over all columns. If not, a limit was reached, or inactive
    /// columns improve at a loose solution. The next solve includes these columns; after as many
    /// solves as there are columns the tolerance is reached.
    pub converged: bool,
    /// True if the next solve starts from the basis of this one, so that it costs little. Dual
    /// smoothing saves solves at the price of pricing calls, so the driver leaves it out for such
    /// masters.
    pub warm: bool,
}

/// The fate of the candidates offered to a master.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct AddCounts {
    /// New columns.
    pub new: usize,
    /// Candidates that were columns already.
    pub known: usize,
    /// Candidates that do not improve at their true reduced cost, where costs are not sums over
    /// literals.
    pub rejected: usize,
}

/// A column of a master, for those who look at it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ColumnWeight<'a> {
    /// The tag of the pricing problem that the rule answers.
    pub tag: u32,
    /// The rule.
    pub rule: &'a Rule,
    /// Its weight in the best solution found.
    pub weight: f64,
}

/// Holds the rules found so far, solves its restricted problem, and states the gain of covering
/// each sample with a new rule.
///
/// A master is a loss function with its costs and constraints. It always minimises. Without
/// [`lower_bound`](Master::lower_bound), which has a default, nothing can be proved.
///
/// The problems that were priced are handed back with the answers, to [`add`](Master::add) and
/// [`lower_bound`](Master::lower_bound). Where the driver smooths duals, they lie between the
/// problems of several solves.
pub trait Master {
    /// Solves over the columns at hand to a relative gap of `tolerance`. A tolerance of 0 asks for
    /// an optimum that is as sparse as the master can make it: for a linear program, an optimal
    /// vertex. Loose solutions have well-centred duals, which make better pricing problems.
    ///
    /// # Errors
    /// [`DriverError::Master`] when the solver fails. Reaching a limit is not an error.
    fn solve(&mut self, tolerance: f64, limits: &Limits) -> Result<MasterSolution, DriverError>;

    /// Returns the pricing problems at the duals of the last solve. Each has a tag of its own, and
    /// their order never changes.
    fn pricing_problems(&self) -> Vec<PricingProblem>;

    /// Adds the candidates that are new and improve at the duals of the last solve. `problems` are
    /// the problems that they answer; [`PricingProblem::verify`] checks their claims against these.
    ///
    /// # Errors
    /// [`DriverError::FalseGain`] when a candidate's gain is not the one it claims,
    /// [`DriverError::NotAsked`] and [`DriverError::ForeignRule`] when it answers none of the
    /// problems.
    fn add(&mut self, problems: &[PricingProblem], candidates: &[Candidate]) -> Result<AddCounts, DriverError>;

    /// Returns the number of columns.
    fn columns(&self) -> usize;

    /// Returns the columns with their weights, in the order in which they came. Only observers ask
    /// ([`Observer::solved`](crate::Observer::solved)). A master that shows none returns an empty
    /// list, as by default.
    fn column_weights(&self) -> Vec<ColumnWeight<'_>> {
        Vec::new()
    }

    /// Returns a lower bound over **all** rules. It is valid if no rule's gain in any of `problems`
    /// exceeds the problem's entry of `gain_bounds` (docs/MATH.md 6). The problems are mixtures of
    /// problems that this master gave out. ARCHITECTURE.md ("Where to find") has the place of each
    /// loss's bound.
    fn lower_bound(&self, problems: &[PricingProblem], gain_bounds: &[f64]) -> Option<f64> {
        let _ = (problems, gain_bounds);
        None
    }
}
