//! Best-first search: the node of the largest bound is opened next.

use super::instance::{Code, Instance};
use super::search::{Children, Node, Search, few};
use super::solve::SUBTREES;
use rayon::prelude::*;
use std::cmp::Ordering;
use std::collections::BinaryHeap;
use std::sync::Arc;

/// A node yet to be opened.
struct Open<C> {
    node: Node,
    instance: Arc<Instance<C>>,
    /// The order of arrival, which settles ties.
    number: u64,
}

impl<C> Ord for Open<C> {
    fn cmp(&self, other: &Self) -> Ordering {
        self.node.bound.total_cmp(&other.node.bound).then(other.number.cmp(&self.number))
    }
}

impl<C> PartialOrd for Open<C> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl<C> PartialEq for Open<C> {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl<C> Eq for Open<C> {}

/// Searches below the children of the root, a fixed number of nodes at a time on all threads.
pub(super) fn search_best_first<C: Code>(
    search: &mut Search<'_>,
    instance: &Instance<C>,
    root: &Node,
    children: &Children,
) {
    let mut heap = BinaryHeap::new();
    let mut arrived = 0;
    let mut push = |heap: &mut BinaryHeap<Open<C>>, children: Vec<(Arc<Instance<C>>, Node)>| {
        for (instance, node) in children {
            arrived += 1;
            heap.push(Open { node, instance, number: arrived });
        }
    };
    push(&mut heap, nodes(&Arc::new(instance.clone()), root, children));
    loop {
        let stops = search.stops();
        let mut group = Vec::new();
        while group.len() < SUBTREES && heap.peek().is_some_and(|open| open.node.bound > search.pool.cutoff()) {
            group.extend(heap.pop());
        }
        if group.is_empty() {
            return;
        }
        if stops {
            search.open = search.open.max(group[0].node.bound);
            return;
        }
        let parts = group.len() as u64;
        let below = |(place, open): (usize, &Open<C>)| {
            let mut fork = search.fork(place as u64, parts);
            let children = fork.open_node(open);
            (fork, children)
        };
        let opened: Vec<_> = group.par_iter().enumerate().map(below).collect();
        for (fork, children) in opened {
            search.join(fork);
            push(&mut heap, children);
        }
    }
}

/// The children that are worth opening.
fn nodes<C: Code>(instance: &Arc<Instance<C>>, node: &Node, children: &Children) -> Vec<(Arc<Instance<C>>, Node)> {
    let child = |&at: &usize| {
        let mut child = Node::default();
        children.open(instance, node, at, &mut child);
        (Arc::clone(instance), child)
    };
    children.visits.iter().map(child).collect()
}

impl Search<'_> {
    /// The children of `open` that are worth opening.
    fn open_node<C: Code>(&mut self, open: &Open<C>) -> Vec<(Arc<Instance<C>>, Node)> {
        if self.stops() {
            self.open = self.open.max(open.node.bound);
            return Vec::new();
        }
        let mut children = Children::default();
        let mut instance = Arc::clone(&open.instance);
        let mut node = open.node.clone();
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
        nodes(&instance, &node, &children)
    }
}
