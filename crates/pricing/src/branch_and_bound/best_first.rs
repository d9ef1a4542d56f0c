//! Best-first search over sets of literals.

use super::frontier::{Bounded, search_frontier};
use super::instance::{Code, Instance};
use super::search::{Children, Node, Search, few};
use std::sync::Arc;

/// A node yet to be opened, and what it is a node of.
struct Part<C> {
    instance: Arc<Instance<C>>,
    node: Node,
}

impl<C> Bounded for Part<C> {
    fn bound(&self) -> f64 {
        self.node.bound
    }
}

/// Searches below the children of the root.
pub(super) fn search_best_first<C: Code>(
    search: &mut Search<'_>,
    instance: &Instance<C>,
    root: &Node,
    children: &Children,
) {
    let first = parts(&Arc::new(instance.clone()), root, children);
    search_frontier(search, first, |search, part, _| search.open_part(part));
}

/// The children that are worth opening.
fn parts<C: Code>(instance: &Arc<Instance<C>>, node: &Node, children: &Children) -> Vec<Part<C>> {
    let child = |&at: &usize| {
        let mut child = Node::default();
        children.open(instance, node, at, &mut child);
        Part { instance: Arc::clone(instance), node: child }
    };
    children.visits.iter().map(child).collect()
}

impl Search<'_> {
    /// The children of `part` that are worth opening.
    fn open_part<C: Code>(&mut self, part: Part<C>) -> Vec<Part<C>> {
        if self.stops() {
            self.open = self.open.max(part.bound());
            return Vec::new();
        }
        let mut children = Children::default();
        let Part { mut instance, mut node } = part;
        let mut alive = node.alive.clone();
        loop {
            if few(alive.len(), &instance) {
                instance = Arc::new(instance.reduce(&node.cover, &alive));
                node.cover = instance.everything();
                node.alive = (0..instance.arms.len() as u32).collect();
            }
            self.expand(&instance, &node, &mut children);
            if children.visits.len() < 2 || !few(children.literals.len(), &instance) {
                break;
            }
            alive = children.literals.iter().map(|l| l.arm).collect();
        }
        parts(&instance, &node, &children)
    }
}
