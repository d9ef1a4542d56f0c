use std::cmp::Ordering;

/// The bounds of a variable in a node that differ from those at the root.
#[derive(Clone, Copy, Debug)]
pub(super) struct Bounds {
    pub(super) column: usize,
    pub(super) lower: f64,
    pub(super) upper: f64,
}

/// The branching that led from the parent to a node.
#[derive(Clone, Copy, Debug)]
pub(super) struct Branch {
    pub(super) column: usize,
    pub(super) up: bool,
    /// The least distance that the variable has to move.
    pub(super) distance: f64,
}

/// A subset of the solutions that is still to be searched.
#[derive(Clone, Debug)]
pub(super) struct Node {
    /// A lower bound on the objectives in the node.
    pub(super) bound: f64,
    /// All bounds that differ from those at the root, each variable once.
    pub(super) bounds: Vec<Bounds>,
    /// The branching that led here; none at the root.
    pub(super) branch: Option<Branch>,
    /// The order of creation, which breaks ties in the same way every time.
    pub(super) id: u64,
}

impl Node {
    /// Returns the bounds of a child.
    pub(super) fn with(&self, bounds: Bounds) -> Vec<Bounds> {
        let others = self.bounds.iter().filter(|b| b.column != bounds.column).copied();
        others.chain([bounds]).collect()
    }
}

/// The greatest node is searched next: the one with the least bound, then the deepest, then the
/// first created.
impl Ord for Node {
    fn cmp(&self, other: &Self) -> Ordering {
        let by_depth = || self.bounds.len().cmp(&other.bounds.len());
        other.bound.total_cmp(&self.bound).then_with(by_depth).then_with(|| other.id.cmp(&self.id))
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
