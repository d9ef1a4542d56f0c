//! All rules above a gain.

use rulegen_driver::Candidate;

/// All rules above a gain, if `complete`.
#[derive(Clone, Debug, PartialEq)]
pub struct RulesAbove {
    /// The rules, the best first.
    pub candidates: Vec<Candidate>,
    /// True if there are no others.
    pub complete: bool,
    /// True if a limit ended the search. If it did not and the rules are not complete, there were
    /// more than asked for, and none of those left out gains more than the last of these.
    pub stopped: bool,
    /// A number that no rule's gain exceeds.
    pub bound: f64,
    /// Nodes opened.
    pub nodes: u64,
}
