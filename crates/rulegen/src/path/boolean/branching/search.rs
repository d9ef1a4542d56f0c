//! The search from node to node, the best bound first.

use super::experience::Experience;
use super::node::Node;
use super::worker::{Explored, Worker};
use crate::path::boolean::solver::{Slack, better};
use rayon::prelude::*;
use rulegen_driver::DriverError;
use rulegen_limits::Limits;
use rulegen_master::{BooleanMaster, Decision, RuleSet};
use rulegen_rule::Rule;
use std::collections::{BinaryHeap, HashMap};

/// The part of a step by which a bound has to be above the last value but one, so that it rounds up
/// to the objective of the best rule set.
const ABOVE: f64 = 1e-4;

/// A branch and bound over rule sets.
///
/// In each step, as many nodes as there are workers are looked at together. What one of them finds
/// is known to the others in the next step, in the order of the nodes.
pub(super) struct Search<'a> {
    master: &'a BooleanMaster,
    workers: Vec<Worker>,
    slack: Slack,
    pub(super) best: RuleSet,
    open: BinaryHeap<Node>,
    /// The least bound of the nodes that were left without having been divided.
    left: f64,
    experience: Experience,
    /// The number of nodes that were made, that were looked at, and the rounds at them.
    made: usize,
    nodes: usize,
    rounds: usize,
}

impl<'a> Search<'a> {
    /// Begins with a rule set, and a number that no objective is below.
    pub(super) fn new(master: &'a BooleanMaster, workers: Vec<Worker>, best: RuleSet, bound: f64) -> Self {
        Search {
            slack: Slack::of(master),
            open: BinaryHeap::from([Node { decisions: Vec::new(), bound, place: 0 }]),
            left: f64::INFINITY,
            experience: Experience::new(master.samples()),
            made: 1,
            nodes: 0,
            rounds: 0,
            master,
            workers,
            best,
        }
    }

    /// Looks at the next nodes. Returns false if there are none, or a limit is reached.
    pub(super) fn step(&mut self, limits: &Limits) -> bool {
        if limits.reached().is_some() {
            return false;
        }
        let batch = self.next_nodes();
        let (cutoff, experience) = (self.cutoff(), &self.experience);
        let explore = |(worker, node): (&mut Worker, &Node)| worker.explore(node, cutoff, experience, limits);
        let explored: Vec<_> = self.workers.par_iter_mut().zip(&batch).map(explore).collect();
        let any = !batch.is_empty();
        let mut new = Vec::new();
        for (node, explored) in batch.into_iter().zip(explored) {
            new.extend(self.take(node, explored));
        }
        self.workers.iter_mut().for_each(|worker| worker.master.add_rules(&new));
        any
    }

    /// Returns a number that no objective is below.
    pub(super) fn bound(&self) -> f64 {
        // The next open node is one of the least bound.
        let open = self.open.peek().map_or(f64::INFINITY, |node| node.bound);
        open.min(self.left).min(self.best.objective)
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
            if self.slack.proves(Some(node.bound), &self.best) {
                self.left = self.left.min(node.bound);
            } else {
                batch.push(node);
            }
        }
        batch
    }

    /// Returns the bound from which on a node has no better rule set than the best.
    fn cutoff(&self) -> f64 {
        match self.master.objective_step() {
            Some(step) => self.best.objective - step * (1.0 - ABOVE),
            None => self.best.objective - self.slack.of_objective(&self.best),
        }
    }

    /// Takes in what was found at a node, and divides it. Returns the rules that are new.
    fn take(&mut self, node: Node, explored: Result<Explored, DriverError>) -> Vec<Rule> {
        self.nodes += 1;
        let explored = explored.unwrap_or_else(|error| {
            log::warn!("{error}: a node of the branch and bound is left open");
            Explored::default()
        });
        self.rounds += explored.rounds;
        self.experience.add(&explored.seen);
        if !explored.used.is_empty() {
            let weights: HashMap<&Rule, f64> = explored.used.iter().map(|(rule, weight)| (rule, *weight)).collect();
            let selection = self.master.selection(explored.used.iter().map(|(rule, _)| rule));
            let rounded = selection.round(|rule| weights[rule]);
            self.best = better(self.best.clone(), rounded);
        }
        let bound = explored.bound.map_or(node.bound, |bound| self.master.round_up(bound).max(node.bound));
        match explored.branch {
            Some(sample) => {
                for covered in [true, false] {
                    let decisions = node.decisions.iter().copied().chain([Decision { sample, covered }]).collect();
                    self.open.push(Node { decisions, bound, place: self.made });
                    self.made += 1;
                }
            }
            None => self.left = self.left.min(bound),
        }
        explored.new
    }
}
