//! Best-first search, whatever the nodes are: those of the largest bound are opened next.

use super::search::Search;
use super::solve::SUBTREES;
use rayon::prelude::*;
use std::cmp::Ordering;
use std::collections::BinaryHeap;

/// What can be opened.
pub(super) trait Bounded {
    /// No rule below it is worth more.
    fn bound(&self) -> f64;
}

/// A node yet to be opened.
struct Open<N> {
    node: N,
    /// The order of arrival, which settles ties.
    number: u64,
}

impl<N: Bounded> Ord for Open<N> {
    fn cmp(&self, other: &Self) -> Ordering {
        self.node.bound().total_cmp(&other.node.bound()).then(other.number.cmp(&self.number))
    }
}

impl<N: Bounded> PartialOrd for Open<N> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl<N: Bounded> PartialEq for Open<N> {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl<N: Bounded> Eq for Open<N> {}

/// Opens `first`, and whatever comes of it, until nothing left can be better than what is known; [`SUBTREES`] nodes at a
/// time on all threads, so that the search is the same at any number of them. `open` gives the children of a node; it is
/// told whether there are nodes enough for all threads.
pub(super) fn search_frontier<N: Bounded + Send>(
    search: &mut Search<'_>,
    first: Vec<N>,
    open: impl Fn(&mut Search<'_>, N, bool) -> Vec<N> + Sync,
) {
    let mut heap = BinaryHeap::new();
    let mut arrived = 0;
    let mut push = |heap: &mut BinaryHeap<Open<N>>, nodes: Vec<N>| {
        for node in nodes {
            arrived += 1;
            heap.push(Open { node, number: arrived });
        }
    };
    push(&mut heap, first);
    loop {
        let stops = search.stops();
        let mut group = Vec::new();
        while group.len() < SUBTREES && heap.peek().is_some_and(|open| open.node.bound() > search.pool.cutoff()) {
            group.extend(heap.pop());
        }
        if group.is_empty() {
            return;
        }
        if stops {
            search.open = search.open.max(group[0].node.bound());
            return;
        }
        let parts = group.len() as u64;
        let enough = group.len() == SUBTREES;
        let below = |(place, of): (usize, Open<N>)| {
            let mut fork = search.fork(place as u64, parts);
            let children = open(&mut fork, of.node, enough);
            (fork, children)
        };
        let opened: Vec<_> = group.into_par_iter().enumerate().map(below).collect();
        for (fork, children) in opened {
            search.join(fork);
            push(&mut heap, children);
        }
    }
}
