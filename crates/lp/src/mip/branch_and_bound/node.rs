use std::cmp::Ordering;

/// The bounds of a variable in a node, other than at the root.
#[derive(Clone, Copy, Debug)]
pub(super) struct Bounds {
    pub(super) column: usize,
    pub(super) lower: f64,
    pub(super) upper: f64,
}

/// The step that led from the parent to a node.
#[derive(Clone, Copy, Debug)]
pub(super) struct Branch {
    pub(super) column: usize,
    pub(super) up: bool,
    /// How far the variable has to move at least.
    pub(super) distance: f64,
}

/// A part of the solutions, still to be looked at.
#[derive(Clone, Debug)]
pub(super) struct Node {
    /// No solution in it has a smaller objective.
    pub(super) bound: f64,
    /// All bounds that differ from the root's, each variable once.
    pub(super) bounds: Vec<Bounds>,
    /// None at the root.
    pub(super) branch: Option<Branch>,
    /// In the order of making, so that ties are broken the same way every time.
    pub(super) id: u64,
}

impl Node {
    /// The bounds of a child.
    pub(super) fn with(&self, bounds: Bounds) -> Vec<Bounds> {
        let others = self.bounds.iter().filter(|b| b.column != bounds.column).copied();
        others.chain([bounds]).collect()
    }
}

/// The greatest is the one to look at next: the least bound, then the deepest, then the first made.
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
