//! Opening nodes, and the order in which it is done.

use super::axis::Step;
use super::branch::{Joins, Split, better_steps, split_axis};
use super::node::{Literals, Node};
use super::options::{Needs, Options};
use super::price::Histogram;
use super::profits::Profits;
use crate::branch_and_bound::frontier::{Bounded, search_frontier};
use crate::branch_and_bound::instance::{Code, Instance};
use crate::branch_and_bound::search::{DEEPEST, Search};
use crate::branch_and_bound::settings::Order;
use crate::branch_and_bound::table::Table;

/// Buffers of a search.
#[derive(Debug, Default)]
struct Buffers {
    table: Table,
    histograms: Vec<Histogram>,
    options: Vec<Options>,
    profits: Profits,
    loss: Vec<f64>,
}

/// Searches all rules of two or more literals; those of one are known.
pub(in crate::branch_and_bound) fn search_boxes<C: Code>(
    search: &mut Search<'_>,
    instance: &Instance<C>,
    order: Order,
    bound: f64,
) {
    let literals = Literals::new(instance);
    let Some(mut root) = Node::root(instance, &literals, &mut Table::default()) else { return };
    root.bound = bound;
    search_frontier(search, vec![root], |search, node, enough| {
        let mut buffers = Buffers::default();
        // Enough subtrees for all threads: from here on each is searched on its own.
        if enough && order == Order::DepthFirst {
            search.visit_box(&literals, node, &mut buffers, 0);
            Vec::new()
        } else {
            search.open_box(&literals, node, &mut buffers)
        }
    });
}

impl Bounded for Node {
    fn bound(&self) -> f64 {
        self.bound
    }
}

impl Search<'_> {
    /// Searches everything below `node`.
    fn visit_box<C: Code>(&mut self, literals: &Literals<'_, C>, node: Node, buffers: &mut Buffers, depth: usize) {
        if depth >= DEEPEST {
            self.open = self.open.max(node.bound);
            return;
        }
        let mut nodes = self.open_box(literals, node, buffers);
        nodes.sort_by(|a, b| b.bound.total_cmp(&a.bound));
        for node in nodes {
            self.visit_box(literals, node, buffers, depth + 1);
        }
    }

    /// The children of `node` that are worth opening, if it is.
    fn open_box<C: Code>(&mut self, literals: &Literals<'_, C>, mut node: Node, buffers: &mut Buffers) -> Vec<Node> {
        if node.bound <= self.pool.cutoff() {
            return Vec::new();
        }
        if self.stops() {
            self.open = self.open.max(node.bound);
            return Vec::new();
        }
        self.count(node.net.len() * node.axes.len());
        let Buffers { table, histograms, options, profits, loss } = buffers;
        let most = node.axes.len();
        if histograms.len() < most {
            histograms.resize_with(most, Histogram::default);
            options.resize_with(most, Options::default);
        }
        let problem = self.task.problem;
        // Decide what has one outcome only, until nothing has.
        let needs = loop {
            let net: f64 = node.net.iter().sum();
            let length = node.length();
            let needs = Needs {
                length,
                max_length: problem.max_length,
                cutoff: self.pool.cutoff(),
                fixed: problem.fixed,
                per_literal: problem.per_literal,
                least: problem.per_literal + self.task.rounding(),
            };
            if needs.max_length.is_some_and(|most| length > most) {
                return Vec::new();
            }
            if length > 0 && net - problem.cost(length) > self.pool.accept() {
                self.offer_box(literals, &node, None);
            }
            let positive: f64 = node.net.iter().filter(|gain| **gain > 0.0).sum();
            node.bound = node.bound.min(positive - needs.cost(0));
            if node.bound <= self.pool.cutoff() || node.axes.is_empty() {
                return Vec::new();
            }
            profits.clear();
            for (at, axis) in node.axes.iter().enumerate() {
                histograms[at].count(&node, at);
                options[at].find(&histograms[at], axis, &needs);
                profits.count(&histograms[at], axis, &options[at], &needs);
            }
            profits.finish();
            node.bound = node.bound.min(net + profits.most(needs.besides(0)) - needs.cost_of(0));
            if node.bound <= self.pool.cutoff() {
                return Vec::new();
            }
            let mut axes = node.axes.clone();
            let mut maps = Vec::with_capacity(axes.len());
            for (at, axis) in axes.iter_mut().enumerate() {
                options[at].bound(&histograms[at], axis, at, profits, &needs);
                maps.push(options[at].decide(&histograms[at], axis));
            }
            let done = maps.iter().all(Option::is_none);
            if done {
                node.axes = axes;
                if node.length() == length {
                    break needs;
                }
                continue;
            }
            self.count_cells(node.net.len() * node.axes.len());
            match node.rebuild(axes, &maps, literals, table) {
                Some(next) => node = next,
                None => return Vec::new(),
            }
        };
        let mut best = Split::default();
        let mut rule = (self.pool.accept().max(self.pool.cutoff()), 0, None);
        let joins = Joins::new(&node, table);
        for (at, axis) in node.axes.iter().enumerate() {
            split_axis(&joins, at, &histograms[at], &options[at], &needs, loss, &mut best);
            better_steps(&histograms[at], axis, &needs, at, &mut rule);
        }
        if let (_, at, Some(step)) = rule {
            self.offer_box(literals, &node, Some((at, step)));
        }
        let mut nodes = Vec::new();
        for (bound, step) in best.steps {
            if let Some(mut child) = node.child(best.at, step, literals, table) {
                // The bound of a step that joins bins is a guess, for the choice only.
                child.bound = if step.joins() { node.bound } else { node.bound.min(bound) };
                nodes.push(child);
            }
        }
        nodes
    }

    /// Takes in the rule of the outer box of `node`, after a step if any.
    fn offer_box<C: Code>(&mut self, literals: &Literals<'_, C>, node: &Node, step: Option<(usize, Step)>) {
        let mut arms = node.path.clone();
        for (at, axis) in node.axes.iter().enumerate() {
            let stepped = step.filter(|step| step.0 == at).map(|(_, step)| axis.after(step));
            match literals.widest(stepped.as_ref().unwrap_or(axis)) {
                Some(more) => arms.extend(more),
                None => return,
            }
        }
        if self.task.problem.admits_length(arms.len()) {
            self.offer(literals.instance, &[], &arms);
        }
    }
}
