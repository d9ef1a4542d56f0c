//! One pricing problem from set-up to proof.

use super::beam::beam_search;
use super::best_first::search_best_first;
use super::boxes::search_boxes;
use super::instance::{Code, Instance};
use super::pool::Pool;
use super::search::{Children, Node, Search, Task, few};
use super::settings::{BranchAndBoundSettings, Order, Proof, SearchKind};
use rayon::prelude::*;
use rulegen_binarize::Samples;
use rulegen_driver::{Candidate, Limits, PricingProblem};
use std::time::Instant;

/// Subtrees of the root searched between two exchanges of what was found. A fixed number, so that
/// results do not depend on that of threads.
pub(super) const SUBTREES: usize = 16;

/// Up to so many literals boxes were never seen to win: enumeration finds the last two at once.
const SHORT: usize = 6;

/// By how much the turns of [`SearchKind::Mixed`] grow: what the last one before is lost is little.
const TURN_GROWTH: u64 = 8;

/// How many nodes of the enumeration take as long as one of the search by boxes, roughly.
const NODES_OF_A_BOX: u64 = 4;

/// Rounding of a sum of gains, relative to the sum of their sizes.
const ROUNDING: f64 = 1e-12;

/// What is known of a problem after the search.
#[derive(Debug)]
pub(super) struct Solved {
    pub(super) candidates: Vec<Candidate>,
    /// No rule gains more.
    pub(super) bound: f64,
    pub(super) nodes: u64,
    /// Whether a limit ended the search.
    pub(super) stopped: bool,
}

/// Searches `problem` over `samples`; `merged` are the same without labels.
pub(super) fn solve<C: Code>(
    samples: &Samples,
    merged: &Samples,
    problem: &PricingProblem,
    settings: &BranchAndBoundSettings,
    limits: &Limits,
) -> Solved {
    let best_only = settings.proof == Proof::Best;
    let slack = ROUNDING * problem.gains.iter().map(|g| g.abs()).sum::<f64>() + f64::MIN_POSITIVE;
    let task = Task { samples, problem, limits, best_only, slack };
    let pool = Pool::new(settings.columns.get(), settings.proof, problem.threshold, slack);
    let (instance, whole) = Instance::<C>::new(merged, problem, !best_only);
    let chains = instance.arms.iter().map(|arm| arm.chain as usize + 1).max().unwrap_or(0);
    let mut search = Search::new(task, pool, chains);
    search.budget = settings.node_limit;
    search.enough = settings.enough;
    search.patience = settings.patience.and_then(|time| Instant::now().checked_add(time));
    let root = root(&instance, problem);
    if problem.admits_length(1) && !search.stops() {
        if let Some(literal) = whole {
            search.pool.offer(samples, problem, [literal]);
        }
        if settings.beam > 0 {
            beam_search(&mut search, &instance, settings.beam);
        }
        let boxes = best_only && merged.schema.features.iter().all(|feature| feature.forbidden.is_empty());
        if settings.search == SearchKind::Boxes && boxes {
            by_boxes(&mut search, &instance, &root, settings);
        } else if settings.search == SearchKind::Mixed && boxes && problem.max_length.is_none_or(|most| most > SHORT) {
            in_turn(&mut search, &instance, settings);
        } else {
            by_literals(&mut search, instance, root, settings);
        }
    } else if problem.admits_length(1) {
        search.open = root.bound;
    }
    let stopped = search.open > problem.threshold;
    let (open, nodes) = (search.open, search.nodes);
    let candidates = search.pool.into_candidates();
    let best = candidates.first().map_or(f64::NEG_INFINITY, |c| c.gain);
    // A rule that covers nothing is not searched for.
    let bound = problem.threshold.max(best.max(open) + slack).max(-problem.cost(1));
    Solved { candidates, bound, nodes, stopped }
}

/// Searches all rules by literals, then by boxes, then again with more nodes, until one has seen all. On
/// some problems the one is a hundred times faster, on some the other, and which is not known before.
fn in_turn<C: Code>(search: &mut Search<'_>, instance: &Instance<C>, settings: &BranchAndBoundSettings) {
    let mut nodes = settings.first_nodes;
    let mut bound = f64::INFINITY;
    loop {
        for literals in [true, false] {
            let turn = if literals { nodes } else { nodes / NODES_OF_A_BOX };
            let end = search.nodes.saturating_add(turn);
            search.budget = Some(settings.node_limit.map_or(end, |limit| limit.min(end)));
            let mut root = root(instance, search.task.problem);
            // What the turn before left open is all there is.
            root.bound = root.bound.min(bound);
            if literals {
                by_literals(search, instance.clone(), root, settings);
            } else {
                by_boxes(search, instance, &root, settings);
            }
            if search.open <= search.pool.cutoff() || !search.goes_on(settings.node_limit) {
                return;
            }
            bound = std::mem::replace(&mut search.open, f64::NEG_INFINITY);
        }
        nodes = nodes.max(1).saturating_mul(TURN_GROWTH);
    }
}

/// Searches all rules by their literals.
fn by_literals<C: Code>(
    search: &mut Search<'_>,
    mut instance: Instance<C>,
    mut root: Node,
    settings: &BranchAndBoundSettings,
) {
    let mut children = Children::default();
    while !search.stops() && root.bound > search.pool.cutoff() {
        search.expand(&instance, &root, &mut children);
        let left: Vec<u32> = children.literals.iter().map(|l| l.arm).collect();
        if left.is_empty() || !few(left.len(), &instance) {
            return match settings.order {
                Order::DepthFirst => search_subtrees(search, &instance, &root, &children),
                Order::BestFirst => search_best_first(search, &instance, &root, &children),
            };
        }
        instance = instance.reduce(&root.cover, &left);
        root = self::root(&instance, search.task.problem);
    }
    if root.bound > search.pool.cutoff() {
        search.open = search.open.max(root.bound);
    }
}

/// Searches all rules by boxes, but those of one literal, which are priced all at once.
fn by_boxes<C: Code>(search: &mut Search<'_>, instance: &Instance<C>, root: &Node, settings: &BranchAndBoundSettings) {
    if root.bound <= search.pool.cutoff() {
        return;
    }
    if search.stops() {
        search.open = search.open.max(root.bound);
        return;
    }
    search.expand(instance, root, &mut Children::default());
    if search.task.problem.admits_length(2) {
        search_boxes(search, instance, settings.order, root.bound);
    }
}

fn root<C: Code>(instance: &Instance<C>, problem: &PricingProblem) -> Node {
    let cover = instance.everything();
    let bound = cover.positive - problem.cost(1);
    Node { cover, alive: (0..instance.arms.len() as u32).collect(), path: Vec::new(), bound }
}

/// Searches below the children of the root, on all threads. Subtrees are taken in groups; those of a
/// group know what was found before it, not of each other, so the result does not depend on threads.
fn search_subtrees<C: Code>(search: &mut Search<'_>, instance: &Instance<C>, root: &Node, children: &Children) {
    for group in children.visits.chunks(SUBTREES) {
        search.stops();
        let below = |(place, &at): (usize, &usize)| {
            let mut fork = search.fork(place as u64, group.len() as u64);
            let mut child = Node::default();
            children.open(instance, root, at, &mut child);
            fork.visit(instance, &child);
            fork
        };
        let forks: Vec<Search<'_>> = group.par_iter().enumerate().map(below).collect();
        forks.into_iter().for_each(|fork| search.join(fork));
    }
}
