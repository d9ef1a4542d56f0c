//! The solution of one pricing problem, from set-up to proof.

use super::beam::beam_search;
use super::incumbents::Incumbents;
use super::instance::{Code, Instance};
use super::node::{Children, Node, few};
use super::search::Search;
use super::settings::{BranchAndBoundSettings, Proof};
use super::task::Task;
use rayon::prelude::*;
use rulegen_binarize::Samples;
use rulegen_driver::{Candidate, PricingProblem};
use rulegen_limits::Limits;
use std::time::Instant;

/// Subtrees of the root that are searched between two exchanges of incumbents. The number is fixed,
/// so that results do not depend on the number of threads.
const SUBTREES: usize = 16;

/// Rounding of a sum of gains, relative to the sum of their absolute values.
const ROUNDING: f64 = 1e-12;

/// The settings of a search that do not depend on the problem.
#[derive(Clone, Copy, Debug)]
pub(super) struct Plan<'a> {
    pub(super) settings: &'a BranchAndBoundSettings,
    /// The claim to prove about the rules that are found.
    pub(super) proof: Proof,
    /// Conjunctions of each length that the beam search before the proof keeps. 0 leaves it out.
    pub(super) beam: usize,
    /// The time of cubes relative to that of their additions. At 0 they find the last three
    /// literals wherever they hold all rules.
    pub(super) cubes_per_addition: f64,
}

/// The result of the search for one problem.
#[derive(Debug)]
pub(super) struct SearchOutcome {
    pub(super) candidates: Vec<Candidate>,
    /// A number that no rule's gain exceeds.
    pub(super) bound: f64,
    pub(super) nodes: u64,
    /// True if a limit ended the search.
    pub(super) stopped: bool,
}

/// Searches `problem` over `samples`; `merged` are the samples without labels.
pub(super) fn solve<C: Code>(
    samples: &Samples,
    merged: &Samples,
    problem: &PricingProblem,
    plan: Plan<'_>,
    limits: &Limits,
) -> SearchOutcome {
    let Plan { settings, proof, beam, cubes_per_addition } = plan;
    let best_only = proof == Proof::Best;
    let slack = ROUNDING * problem.gains.iter().map(|g| g.abs()).sum::<f64>() + f64::MIN_POSITIVE;
    let task = Task { samples, problem, limits, best_only, cubes_per_addition, slack };
    let incumbents = Incumbents::new(settings.columns.get(), proof, problem.threshold, slack);
    let (instance, whole) = Instance::<C>::new(merged, problem, !best_only);
    let mut search = Search::new(task, incumbents);
    search.budget = settings.node_limit;
    search.patience = settings.patience.and_then(|time| Instant::now().checked_add(time));
    let root = root(&instance, problem);
    if search.stops() {
        search.open = root.bound;
    } else {
        if let Some(literal) = whole {
            search.incumbents.offer(samples, problem, [literal]);
        }
        if beam > 0 {
            beam_search(&mut search, &instance, beam);
        }
        search_below_root(&mut search, instance, root);
    }
    let stopped = search.open > problem.threshold;
    let (open, nodes) = (search.open, search.nodes);
    let candidates = search.incumbents.into_candidates();
    let best = candidates.first().map_or(f64::NEG_INFINITY, |c| c.gain);
    // A rule that covers nothing is not searched for.
    let bound = problem.threshold.max(best.max(open) + slack).max(-problem.cost(1));
    SearchOutcome { candidates, bound, nodes, stopped }
}

/// Searches all rules. As long as opening the root leaves few of the literals, the instance is made
/// anew from those.
fn search_below_root<C: Code>(search: &mut Search<'_>, mut instance: Instance<C>, mut root: Node) {
    let mut children = Children::default();
    while !search.stops() && root.bound > search.incumbents.cutoff() {
        search.expand(&instance, &root, &mut children);
        let left: Vec<u32> = children.literals.iter().map(|l| l.literal).collect();
        if left.is_empty() || !few(left.len(), &instance) {
            return search_subtrees(search, &instance, &root, &children);
        }
        instance = instance.reduce(&root.cover, &left);
        root = self::root(&instance, search.task.problem);
    }
    if root.bound > search.incumbents.cutoff() {
        search.open = search.open.max(root.bound);
    }
}

fn root<C: Code>(instance: &Instance<C>, problem: &PricingProblem) -> Node {
    let cover = instance.everything();
    let bound = cover.positive - problem.cost(1);
    Node { cover, alive: (0..instance.literals.len() as u32).collect(), path: Vec::new(), bound }
}

/// Searches below the children of the root, on all threads. Subtrees are taken in groups. The
/// subtrees of a group know the rules found before it, not those of each other, so the result does
/// not depend on threads.
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
