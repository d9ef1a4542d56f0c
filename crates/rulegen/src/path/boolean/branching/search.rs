//! The search from node to node, the best bound first.

use super::node::{Node, better_point};
use super::pseudo_costs::PseudoCosts;
use super::worker::{NodeOutcome, Worker};
use crate::path::boolean::incumbent::{Slack, better};
use crate::path::boolean::solver::rounded;
use crate::proof::DualLeaf;
use rayon::prelude::*;
use rulegen_driver::DriverError;
use rulegen_limits::Limits;
use rulegen_master::{BooleanMaster, Decision, RuleSet};
use rulegen_rule::Rule;
use std::collections::BinaryHeap;

/// The part of the memory that open nodes may take. Columns, samples and cubes are there as well.
const MEMORY_SHARE: f64 = 0.25;

/// A branch and bound over rule sets.
///
/// In each step, as many nodes as there are workers are looked at together. New rules become
/// columns of all workers before the next step, in the order of the nodes.
pub(super) struct Search<'a> {
    master: &'a BooleanMaster,
    workers: Vec<Worker>,
    slack: Slack,
    pub(super) best: RuleSet,
    open: BinaryHeap<Node>,
    /// The memory of the open nodes, in bytes.
    held: usize,
    /// The least bound of the nodes that were left without having been divided.
    left: f64,
    costs: PseudoCosts,
    /// The nodes that were not divided, if a proof is asked for.
    ended: Vec<Node>,
    /// The number of nodes that were made, that were looked at, and the rounds at them.
    made: usize,
    nodes: usize,
    rounds: usize,
}

impl<'a> Search<'a> {
    /// Begins with a rule set, and a lower bound on all objectives.
    pub(super) fn new(master: &'a BooleanMaster, workers: Vec<Worker>, best: RuleSet, bound: f64) -> Self {
        Search {
            slack: Slack::of(master),
            open: BinaryHeap::from([Node { decisions: Vec::new(), bound, point: None, place: 0 }]),
            held: 0,
            left: f64::INFINITY,
            costs: PseudoCosts::new(master.samples(), master.objective_step().unwrap_or(best.objective)),
            ended: Vec::new(),
            made: 1,
            nodes: 0,
            rounds: 0,
            master,
            workers,
            best,
        }
    }

    /// Looks at the next nodes. Returns false if there are none, or a limit is reached, of memory
    /// too.
    ///
    /// # Errors
    /// A false claim of a pricer or a master. A node whose linear program the simplex cannot solve
    /// is left with its bound.
    pub(super) fn step(&mut self, limits: &Limits) -> Result<bool, DriverError> {
        let room = limits.memory.map_or(f64::INFINITY, |bytes| MEMORY_SHARE * bytes as f64);
        if limits.reached().is_some() || self.held as f64 > room {
            return Ok(false);
        }
        let batch = self.next_nodes();
        let (cutoff, costs) = (self.slack.cutoff(self.master, &self.best), &self.costs);
        let explore = |(worker, node): (&mut Worker, &Node)| worker.explore(node, cutoff, costs, limits);
        let explored: Vec<_> = self.workers.par_iter_mut().zip(&batch).map(explore).collect();
        let any = !batch.is_empty();
        let mut new = Vec::new();
        for (node, explored) in batch.into_iter().zip(explored) {
            new.extend(self.take(node, explored)?);
        }
        self.workers.iter_mut().for_each(|worker| worker.master.add_rules(&new));
        Ok(any)
    }

    /// Returns a lower bound on all objectives.
    pub(super) fn bound(&self) -> f64 {
        // The next open node is one of the least bound.
        let open = self.open.peek().map_or(f64::INFINITY, |node| node.bound);
        open.min(self.left).min(self.best.objective)
    }

    /// Returns the leaves of the search: the nodes that were not divided, in the order of their
    /// making.
    pub(super) fn leaves(&self) -> Vec<DualLeaf> {
        let mut leaves: Vec<&Node> = self.ended.iter().chain(&self.open).collect();
        leaves.sort_by_key(|node| node.place);
        let leaf = |node: &Node| DualLeaf {
            decisions: node.decisions.clone(),
            points: node.point.iter().map(|(_, values)| values.clone()).collect(),
        };
        leaves.into_iter().map(leaf).collect()
    }

    /// Describes the search in the words of a log.
    pub(super) fn summary(&self) -> String {
        let Search { nodes, rounds, open, best, .. } = self;
        format!("{nodes} nodes, {rounds} rounds, {} open, objective {}", open.len(), best.objective)
    }

    fn next_nodes(&mut self) -> Vec<Node> {
        let mut batch = Vec::new();
        while batch.len() < self.workers.len()
            && let Some(node) = self.open.pop()
        {
            self.held = self.held.saturating_sub(node.bytes());
            if self.slack.proves(Some(node.bound), &self.best) {
                self.left = self.left.min(node.bound);
                self.ended.push(node);
            } else {
                batch.push(node);
            }
        }
        batch
    }

    /// Takes in what was found at a node, and divides it. Returns the rules that are new.
    fn take(&mut self, node: Node, explored: Result<NodeOutcome, DriverError>) -> Result<Vec<Rule>, DriverError> {
        self.nodes += 1;
        let explored = match explored {
            Err(error @ DriverError::Master(_)) => {
                log::warn!("{error}: a node of the branch and bound is left open");
                NodeOutcome::default()
            }
            explored => explored?,
        };
        self.rounds += explored.rounds;
        self.costs.add(&explored.seen);
        if !explored.used.is_empty() {
            let weights = explored.used.iter().map(|(rule, weight)| (rule, *weight));
            let selection = self.master.selection(weights.clone().map(|(rule, _)| rule));
            self.best = better(self.best.clone(), rounded(&selection, weights));
        }
        let bound = explored.bound.map_or(node.bound, |bound| self.master.round_up(bound).max(node.bound));
        let point = better_point(node.point.clone(), explored.point);
        match explored.branch {
            Some(sample) => {
                for covered in [true, false] {
                    let decisions = node.decisions.iter().copied().chain([Decision { sample, covered }]).collect();
                    let child = Node { decisions, bound, point: point.clone(), place: self.made };
                    self.held += child.bytes();
                    self.open.push(child);
                    self.made += 1;
                }
            }
            None => {
                self.left = self.left.min(bound);
                self.ended.push(Node { bound, point, ..node });
            }
        }
        Ok(explored.new)
    }
}
