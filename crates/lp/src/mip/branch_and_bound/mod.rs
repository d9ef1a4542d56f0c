//! A small exact branch and bound over any solver of linear programs.
//!
//! Open nodes wait in a heap, the least bound first. From the one taken out the search dives: of the two children the
//! one on the nearer side of the branching variable is looked at next, the other waits, until a node is closed. A node's
//! bound is the optimum of its linear program, which is solved from the last basis where the backend can, and checked
//! with its duals by the verifier. The branching variable is chosen by pseudo-costs: the estimated rises of the
//! objective on both sides, multiplied; where nothing is known yet, by the fraction nearest to one half.

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
    /// The backends keep their deadlines, and the flag is looked at between linear programs.
    const PUNCTUAL: bool = true;

    fn name(&self) -> &'static str {
        self.name
    }

    fn solve(&self, problem: &MipProblem, task: &Task) -> Result<Outcome, LpError> {
        Search::new(self, problem, task)?.run()
    }
}
