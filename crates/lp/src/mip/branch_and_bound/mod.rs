//! A small exact branch and bound over any LP solver.
//!
//! Open nodes wait in a heap, ordered by bound. From the node with the least bound the search
//! dives: it looks next at the child on the nearer side of the branching variable, and puts the
//! other into the heap, until a node is closed. A node's bound is the optimum of its linear
//! program, which is solved from the last basis if the backend can, and which the verifier checks
//! with its duals. The branching variable is chosen by pseudo-costs: the product of the estimated
//! rises of the objective on both sides. Where nothing is known yet, it is the variable whose
//! fraction is nearest to one half.

mod node;
mod node_lp;
mod pseudo_costs;
mod search;
mod settings;

pub(super) use settings::BranchAndBound;

use super::engine::{MipEngine, Outcome, Task};
use super::problem::MipProblem;
use crate::LpError;
use search::Search;

impl MipEngine for BranchAndBound {
    /// The backends check the deadline; the flag is checked between linear programs.
    const PUNCTUAL: bool = true;

    fn name(&self) -> &'static str {
        self.name
    }

    fn solve(&self, problem: &MipProblem, task: &Task) -> Result<Outcome, LpError> {
        Search::new(self, problem, task)?.run()
    }
}
