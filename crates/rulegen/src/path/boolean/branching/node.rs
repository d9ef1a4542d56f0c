//! The nodes of a branch and bound, and their order.

use crate::proof::DualValues;
use rulegen_master::Decision;
use std::cmp::Ordering;

/// A dual point that proves a bound.
pub(super) type ProvedPoint = (f64, DualValues);

/// Returns the point of the higher bound.
pub(super) fn better_point(a: Option<ProvedPoint>, b: Option<ProvedPoint>) -> Option<ProvedPoint> {
    a.into_iter().chain(b).reduce(|best, other| if other.0 > best.0 { other } else { best })
}

/// A node that has not been looked at: the rule sets that keep some decisions.
#[derive(Clone, Debug)]
pub(super) struct Node {
    pub(super) decisions: Vec<Decision>,
    /// A lower bound on the objectives of its rule sets.
    pub(super) bound: f64,
    /// The best dual point known for the node, with its bound, if a proof is asked for.
    pub(super) point: Option<ProvedPoint>,
    /// Its place in the order in which nodes were made.
    pub(super) place: usize,
}

impl Node {
    /// Returns the memory that the node takes, in bytes.
    pub(super) fn bytes(&self) -> usize {
        size_of::<Node>() + self.decisions.len() * size_of::<Decision>()
    }
}

impl Ord for Node {
    /// Compares nodes so that the largest is the next to look at: that of the least bound, of these
    /// the deepest, of these the first.
    fn cmp(&self, other: &Self) -> Ordering {
        let deeper = self.decisions.len().cmp(&other.decisions.len());
        other.bound.total_cmp(&self.bound).then(deeper).then(other.place.cmp(&self.place))
    }
}

impl PartialOrd for Node {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Node {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for Node {}
