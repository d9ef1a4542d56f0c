//! Set enumeration: every set of literals occurs once in a tree, whose branches bounds cut off
//! (docs/MATH.md 5).

use super::bounds::{Item, LargestRemovals, extension_bound};
use super::cubes::{cubes_pay, ending};
use super::dominance::{drop_dominated, drop_useless};
use super::incumbents::Incumbents;
use super::instance::{Code, Instance};
use super::node::{Children, Node, few};
use super::pairs::{Pair, PairBuffers, PairCriteria, best_pairs};
use super::price::{LiteralPrice, PriceBuffers, drop_small, price_literals};
use super::task::Task;
use crate::cube::LAST;
use rulegen_rule::Literal;
use std::time::Instant;

/// Cells looked at between two looks at the clock, about a millisecond.
const CELLS_PER_LOOK: usize = 1 << 20;

/// Conjunctions of this length are left open, with their bound. Otherwise the thousands of
/// categories of a column would be excluded one by one, until the thread's stack overflows.
const DEEPEST: usize = 1000;

/// The most cells of the grid over two axes that pairs are priced on: 128 MB.
const LARGEST_GRID: usize = 1 << 24;

/// The number of coded rows whose scan takes as long as one cell of the search.
const ROWS_PER_CELL: usize = 8;

/// The weight of positive against negative gain in the order of literals, between 0, which is best
/// for RUG, and 1, best for Boolean rules (docs/measurements/pricing.md).
const POSITIVE_SHARE: f64 = 0.25;

/// A depth-first search with the rules that it found and the bound of what it left open.
pub(super) struct Search<'a> {
    pub(super) task: Task<'a>,
    pub(super) incumbents: Incumbents,
    /// Nodes opened.
    pub(super) nodes: u64,
    /// The most nodes to open.
    pub(super) budget: Option<u64>,
    /// The largest bound of the nodes left open.
    pub(super) open: f64,
    /// The time at which the search ends if it has a rule.
    pub(super) patience: Option<Instant>,
    /// True if a rule was known before this search was forked.
    had_rule: bool,
    stopped: bool,
    cells: usize,
    price: PriceBuffers,
    pairs: PairBuffers,
    removals: LargestRemovals,
    items: Vec<Item>,
}

impl<'a> Search<'a> {
    pub(super) fn new(task: Task<'a>, incumbents: Incumbents) -> Self {
        Search {
            task,
            incumbents,
            nodes: 0,
            budget: None,
            open: f64::NEG_INFINITY,
            patience: None,
            had_rule: false,
            stopped: false,
            cells: 0,
            price: PriceBuffers::default(),
            pairs: PairBuffers::default(),
            removals: LargestRemovals::default(),
            items: Vec::new(),
        }
    }

    /// True if the search has to end.
    pub(super) fn stops(&mut self) -> bool {
        self.look_at_clock();
        self.stopped |= self.budget.is_some_and(|budget| self.nodes >= budget);
        self.stopped
    }

    /// Looks at the clock if enough work was done since the last look.
    fn look_at_clock(&mut self) {
        if self.cells >= CELLS_PER_LOOK {
            self.cells = 0;
            self.stopped |= self.task.limits.reached().is_some() || self.lost_patience();
        }
    }

    /// Counts work on this number of cells. True if the clock ends the search.
    pub(super) fn looks(&mut self, cells: usize) -> bool {
        self.cells += cells;
        self.look_at_clock();
        self.stopped
    }

    fn lost_patience(&self) -> bool {
        let has_rule = self.had_rule || !self.incumbents.is_empty();
        has_rule && self.patience.is_some_and(|end| Instant::now() >= end)
    }

    /// Counts an opened node, for which this number of cells was looked at.
    pub(super) fn count(&mut self, cells: usize) {
        self.nodes += 1;
        self.cells += cells;
    }

    /// Makes a search that goes on from here, the `place`-th of `parts` that share the remaining
    /// budget.
    pub(super) fn fork(&self, place: u64, parts: u64) -> Search<'a> {
        let share = |budget: u64| {
            let left = budget.saturating_sub(self.nodes);
            left / parts + u64::from(place < left % parts)
        };
        let mut fork = Search::new(self.task, self.incumbents.fork());
        fork.budget = self.budget.map(share);
        fork.stopped = self.stopped;
        fork.patience = self.patience;
        fork.had_rule = self.had_rule || !self.incumbents.is_empty();
        fork
    }

    /// Adds the results of a forked search.
    pub(super) fn join(&mut self, other: Search<'_>) {
        self.nodes += other.nodes;
        self.open = self.open.max(other.open);
        self.stopped |= self.task.limits.reached().is_some() || self.lost_patience();
        self.incumbents.join(other.incumbents);
    }

    /// Offers the rule of `path` and `literals` to the incumbents.
    pub(super) fn offer<C: Code>(&mut self, instance: &Instance<C>, path: &[Literal], literals: &[u32]) {
        let length = path.len() + literals.len();
        self.cells += length * (length + self.task.samples.len() / ROWS_PER_CELL);
        let literals =
            path.iter().copied().chain(literals.iter().map(|&literal| instance.literals[literal as usize].literal));
        self.incumbents.offer(self.task.samples, self.task.problem, literals);
    }

    /// Searches everything below `node`.
    pub(super) fn visit<C: Code>(&mut self, instance: &Instance<C>, node: &Node) {
        if node.bound <= self.incumbents.cutoff() {
            return;
        }
        if self.stops() || node.path.len() >= DEEPEST {
            self.open = self.open.max(node.bound);
            return;
        }
        if few(node.alive.len(), instance) {
            self.visit_reduced(instance, node, &node.alive);
        } else {
            self.visit_children(instance, node);
        }
    }

    /// Searches below `node` in an instance of the literals `alive` alone. A literal that is gone
    /// may have been the only one to tell two rows apart.
    fn visit_reduced<C: Code>(&mut self, instance: &Instance<C>, node: &Node, alive: &[u32]) {
        let reduced = instance.reduce(&node.cover, alive);
        let alive = (0..reduced.literals.len() as u32).collect();
        let node = Node { cover: reduced.everything(), alive, path: node.path.clone(), bound: node.bound };
        self.visit_children(&reduced, &node);
    }

    fn visit_children<C: Code>(&mut self, instance: &Instance<C>, node: &Node) {
        let mut children = Children::default();
        self.expand(instance, node, &mut children);
        if children.visits.len() > 1 && few(children.literals.len(), instance) {
            let alive: Vec<u32> = children.literals.iter().map(|l| l.literal).collect();
            return self.visit_reduced(instance, node, &alive);
        }
        let mut child = Node::default();
        for &at in &children.visits {
            if children.bounds[at] > self.incumbents.cutoff() {
                children.open(instance, node, at, &mut child);
                self.visit(instance, &child);
            }
        }
    }

    /// Opens `node`: offers the rules of its children, and finds the children that may grow.
    pub(super) fn expand<C: Code>(&mut self, instance: &Instance<C>, node: &Node, children: &mut Children) {
        self.count(node.cover.rows.len() * instance.axes.len() + node.alive.len());
        let Children { literals, ranks, bounds, visits } = children;
        visits.clear();
        price_literals(instance, &node.cover, &node.alive, &mut self.price, literals);
        drop_small(instance, &node.cover, self.task.least_rows(), &mut self.price, literals);
        let length = node.path.len() + 1;
        let cost = self.task.cost(length);
        for literal in &*literals {
            if literal.net() - cost > self.incumbents.accept() {
                self.offer(instance, &node.path, &[literal.literal]);
                if self.looks(0) {
                    self.open = self.open.max(node.bound);
                    return literals.clear();
                }
            }
        }
        let more = self.task.more(length);
        if more == Some(0) {
            return literals.clear();
        }
        drop_useless(
            instance,
            literals,
            &node.cover,
            &self.task,
            self.incumbents.cutoff() + self.task.cost(length + 1),
        );
        if self.task.best_only {
            drop_dominated(instance, literals, self.task.problem.counts_rows());
        }
        if more == Some(1) && instance.axes.iter().all(|axis| axis.bins * axis.bins <= LARGEST_GRID) {
            self.finish(instance, node, literals);
            return literals.clear();
        }
        if !self.bound_children(instance, node, literals, ranks, bounds, more) {
            self.open = self.open.max(node.bound);
            return literals.clear();
        }
        visits.extend((0..literals.len()).filter(|&at| bounds[at] > self.incumbents.cutoff()));
        let Task { best_only, cubes_per_addition, .. } = self.task;
        let cubes = more == Some(LAST - 1)
            && best_only
            && cubes_pay(instance, &node.cover, literals, visits.len(), cubes_per_addition);
        if cubes && self.finish_by_cubes(instance, node, literals) {
            visits.clear();
            return literals.clear();
        }
        visits.sort_by(|&a, &b| bounds[b].total_cmp(&bounds[a]));
    }

    /// Prices all rules of two more literals.
    fn finish<C: Code>(&mut self, instance: &Instance<C>, node: &Node, literals: &mut Vec<LiteralPrice>) {
        let patience = self.patience.filter(|_| self.had_rule || !self.incumbents.is_empty());
        let Search { task, incumbents, pairs, cells, .. } = self;
        let cost = task.cost(node.path.len() + 2);
        let wanted = PairCriteria { cutoff: incumbents.cutoff() + cost, least: task.least_rows() };
        let found = |pair: Pair| {
            if pair.gain - cost > incumbents.accept() {
                let ends = pair.literals.iter().map(|&literal| instance.literals[literal as usize].literal);
                incumbents.offer(task.samples, task.problem, node.path.iter().copied().chain(ends));
            }
            incumbents.cutoff() + cost
        };
        let stops = |work: usize| {
            *cells += work;
            if *cells < CELLS_PER_LOOK {
                return false;
            }
            *cells = 0;
            task.limits.until(patience).reached().is_some()
        };
        if !best_pairs(instance, &node.cover, literals, wanted, pairs, found, stops) {
            self.stopped = true;
            self.open = self.open.max(node.bound);
        }
    }

    /// Prices all rules of up to three more literals. Returns false if cubes do not hold them.
    fn finish_by_cubes<C: Code>(&mut self, instance: &Instance<C>, node: &Node, literals: &[LiteralPrice]) -> bool {
        let Search { task, incumbents, .. } = self;
        let length = node.path.len();
        let Some(ending) = ending(instance, &node.cover, literals, task.problem, length) else { return false };
        let patience = self.patience.filter(|_| self.had_rule || !incumbents.is_empty());
        let (rules, complete) = ending.best(incumbents.cutoff(), &task.limits.until(patience));
        for rule in rules {
            let literals = node.path.iter().chain(rule.literals()).copied();
            incumbents.offer(task.samples, task.problem, literals);
        }
        if !complete {
            self.stopped = true;
            self.open = self.open.max(node.bound);
        }
        true
    }

    /// Drops literals that no rule above the cutoff has together with others, orders the rest, and
    /// bounds the gain of each with the literals after it (docs/MATH.md 5, reduction 4). Returns
    /// false if the clock ended it early.
    fn bound_children<C: Code>(
        &mut self,
        instance: &Instance<C>,
        node: &Node,
        literals: &mut Vec<LiteralPrice>,
        ranks: &mut Vec<u32>,
        bounds: &mut Vec<f64>,
        more: Option<usize>,
    ) -> bool {
        let per_literal = self.task.problem.per_literal;
        let cost = self.task.cost(node.path.len() + 1);
        let floor = self.incumbents.cutoff() + cost;
        let item = |rank: usize, l: &LiteralPrice| Item {
            positive: l.positive,
            negative: l.negative,
            removed: node.cover.negative - l.negative,
            chain: instance.literals[l.literal as usize].chain,
            rank: rank as u32,
        };
        let by_positive = |a: &Item, b: &Item| b.positive.total_cmp(&a.positive);
        self.items.clear();
        self.items.extend(literals.iter().enumerate().map(|(at, l)| item(at, l)));
        self.items.sort_by(by_positive);
        bounds.clear();
        bounds.resize(literals.len(), floor);
        for at in 0..self.items.len() {
            if self.looks(self.items.len()) {
                return false;
            }
            let item = &self.items[at];
            self.removals.reset(more, item.negative);
            bounds[item.rank as usize] =
                extension_bound(item, &self.items, |_| true, per_literal, floor, &mut self.removals);
        }
        let mut bound = bounds.iter();
        literals.retain(|_| *bound.next().expect("one bound a literal") > floor);

        // The literals that leave least get the largest subtrees.
        let left = |at: usize| literals[at].negative + POSITIVE_SHARE * literals[at].positive;
        let mut order: Vec<usize> = (0..literals.len()).collect();
        order.sort_by(|&a, &b| left(a).total_cmp(&left(b)));
        ranks.clear();
        ranks.resize(literals.len(), 0);
        order.iter().enumerate().for_each(|(rank, &at)| ranks[at] = rank as u32);
        self.items.clear();
        self.items.extend(literals.iter().zip(&*ranks).map(|(l, &rank)| item(rank as usize, l)));
        self.items.sort_by(by_positive);
        bounds.clear();
        bounds.resize(literals.len(), 0.0);
        for at in 0..self.items.len() {
            if self.looks(self.items.len()) {
                return false;
            }
            let item = &self.items[at];
            self.removals.reset(more, item.negative);
            let bound =
                extension_bound(item, &self.items, |p| p.rank > item.rank, per_literal, floor, &mut self.removals);
            bounds[order[item.rank as usize]] = (bound - cost).min(node.bound);
        }
        true
    }
}
