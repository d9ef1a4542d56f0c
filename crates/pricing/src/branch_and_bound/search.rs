//! Set enumeration: every set of literals stands once in a tree, whose branches bounds cut off.

use super::bounds::{Item, TopProfits, extension_bound};
use super::instance::{Code, Cover, Instance};
use super::pairs::{PairBuffers, best_pairs};
use super::pool::Pool;
use super::price::{PriceBuffers, Priced, price_arms};
use super::tests_of_literals::{drop_dominated, drop_useless};
use rulegen_binarize::Samples;
use rulegen_driver::{Limits, PricingProblem};
use rulegen_rule::Literal;
use std::time::Instant;

/// Cells looked at between two looks at the clock: about a millisecond.
const CELLS_PER_LOOK: usize = 1 << 20;

/// The weight of positive against negative gain in the order of literals. Measured: RUG is best
/// served by 0, Boolean rules by 1 (a tenth to a third of the nodes apart); by their net gain,
/// heart's Boolean rules take 50 times the nodes.
const POSITIVE_SHARE: f64 = 0.25;

/// What is the same for all searches of one problem.
#[derive(Clone, Copy)]
pub(super) struct Task<'a> {
    pub(super) samples: &'a Samples,
    pub(super) problem: &'a PricingProblem,
    pub(super) limits: &'a Limits,
    /// Whether only the best rule counts, so that dominated literals may go.
    pub(super) best_only: bool,
    /// What rounding may do to a sum of gains.
    pub(super) slack: f64,
}

impl Task<'_> {
    /// How many literals a rule of `length` may still get.
    pub(super) fn more(&self, length: usize) -> Option<usize> {
        self.problem.max_length.map(|most| most.saturating_sub(length))
    }

    /// What rounding may do to the gain removed by one literal.
    pub(super) fn rounding(&self) -> f64 {
        self.slack / 64.0
    }

    fn cost(&self, length: usize) -> f64 {
        self.problem.cost(length)
    }
}

/// Rules that hold a given conjunction and further literals out of `alive` (by axis).
#[derive(Clone, Debug, Default)]
pub(super) struct Node {
    pub(super) cover: Cover,
    pub(super) alive: Vec<u32>,
    pub(super) path: Vec<Literal>,
    /// No rule below has a larger gain.
    pub(super) bound: f64,
}

/// The children of a node: its surviving literals by axis, each with its place in the enumeration
/// (a child may add the literals after its own) and the bound of what it may grow to.
#[derive(Debug, Default)]
pub(super) struct Children {
    pub(super) literals: Vec<Priced>,
    ranks: Vec<u32>,
    bounds: Vec<f64>,
    /// Where to look first: the children that are worth opening, in descending order of their bound.
    pub(super) visits: Vec<usize>,
}

/// A depth-first search with what it found and what it left open.
pub(super) struct Search<'a> {
    pub(super) task: Task<'a>,
    pub(super) pool: Pool,
    /// Nodes opened.
    pub(super) nodes: u64,
    /// The most nodes to open.
    pub(super) budget: Option<u64>,
    /// The most nodes to open once there is a rule.
    pub(super) enough: Option<u64>,
    /// The largest bound of what was left open.
    pub(super) open: f64,
    /// When to end once there is a rule.
    pub(super) patience: Option<Instant>,
    /// Whether there was a rule before this search went on from another.
    had_rule: bool,
    stopped: bool,
    cells: usize,
    price: PriceBuffers,
    pairs: PairBuffers,
    top: TopProfits,
    items: Vec<Item>,
    chains: usize,
}

impl<'a> Search<'a> {
    pub(super) fn new(task: Task<'a>, pool: Pool, chains: usize) -> Self {
        Search {
            task,
            pool,
            nodes: 0,
            budget: None,
            enough: None,
            open: f64::NEG_INFINITY,
            patience: None,
            had_rule: false,
            stopped: false,
            cells: 0,
            price: PriceBuffers::default(),
            pairs: PairBuffers::default(),
            top: TopProfits::default(),
            items: Vec::new(),
            chains,
        }
    }

    /// Whether the search has to end.
    pub(super) fn stops(&mut self) -> bool {
        if self.cells >= CELLS_PER_LOOK {
            self.cells = 0;
            self.stopped |= self.task.limits.reached().is_some() || self.lost_patience();
        }
        let spent = |limit: Option<u64>| limit.is_some_and(|limit| self.nodes >= limit);
        self.stopped |= spent(self.budget) || (spent(self.enough) && !self.pool.is_empty());
        self.stopped
    }

    fn lost_patience(&self) -> bool {
        let has_rule = self.had_rule || !self.pool.is_empty();
        has_rule && self.patience.is_some_and(|end| Instant::now() >= end)
    }

    /// Goes on with a search that its budget alone has ended, if `budget` allows.
    pub(super) fn goes_on(&mut self, budget: Option<u64>) -> bool {
        self.budget = budget;
        self.stopped = self.task.limits.reached().is_some() || self.lost_patience();
        !self.stops()
    }

    /// Counts a node opened, for which so many cells were looked at.
    pub(super) fn count(&mut self, cells: usize) {
        self.nodes += 1;
        self.cells += cells;
    }

    /// Counts cells looked at for a node that is counted already.
    pub(super) fn count_cells(&mut self, cells: usize) {
        self.cells += cells;
    }

    /// A search that goes on from here, the `place`-th of `parts` that share what is left to spend.
    pub(super) fn fork(&self, place: u64, parts: u64) -> Search<'a> {
        let share = |limit: Option<u64>| {
            let left = limit?.saturating_sub(self.nodes);
            Some(left / parts + u64::from(place < left % parts))
        };
        let mut fork = Search::new(self.task, self.pool.fork(), self.chains);
        fork.enough = share(self.enough);
        fork.budget = share(self.budget);
        fork.stopped = self.stopped;
        fork.patience = self.patience;
        fork.had_rule = self.had_rule || !self.pool.is_empty();
        if !self.pool.is_empty() {
            fork.budget = [fork.budget, fork.enough].into_iter().flatten().min();
        }
        fork
    }

    /// Takes in what a search that went on from here did.
    pub(super) fn join(&mut self, other: Search<'_>) {
        self.nodes += other.nodes;
        self.open = self.open.max(other.open);
        self.stopped |= self.task.limits.reached().is_some() || self.lost_patience();
        self.pool.join(other.pool);
    }

    /// Takes in rule `path` with the literals of `arms`, if `net` gain less its cost is enough.
    pub(super) fn offer<C: Code>(&mut self, instance: &Instance<C>, path: &[Literal], arms: &[u32]) {
        let literals = path.iter().copied().chain(arms.iter().map(|&arm| instance.arms[arm as usize].literal));
        self.pool.offer(self.task.samples, self.task.problem, literals);
    }

    /// Searches everything below `node`.
    pub(super) fn visit<C: Code>(&mut self, instance: &Instance<C>, node: &Node) {
        if node.bound <= self.pool.cutoff() {
            return;
        }
        if self.stops() {
            self.open = self.open.max(node.bound);
            return;
        }
        if few(node.alive.len(), instance) {
            self.visit_reduced(instance, node, &node.alive);
        } else {
            self.visit_children(instance, node);
        }
    }

    /// Searches below `node` in an instance of the literals `alive` alone: one that is gone may have
    /// been the only one to tell two rows apart.
    fn visit_reduced<C: Code>(&mut self, instance: &Instance<C>, node: &Node, alive: &[u32]) {
        let reduced = instance.reduce(&node.cover, alive);
        let alive = (0..reduced.arms.len() as u32).collect();
        let node = Node { cover: reduced.everything(), alive, path: node.path.clone(), bound: node.bound };
        self.visit_children(&reduced, &node);
    }

    fn visit_children<C: Code>(&mut self, instance: &Instance<C>, node: &Node) {
        let mut children = Children::default();
        self.expand(instance, node, &mut children);
        if children.visits.len() > 1 && few(children.literals.len(), instance) {
            let alive: Vec<u32> = children.literals.iter().map(|l| l.arm).collect();
            return self.visit_reduced(instance, node, &alive);
        }
        let mut child = Node::default();
        for &at in &children.visits {
            if children.bounds[at] > self.pool.cutoff() {
                children.open(instance, node, at, &mut child);
                self.visit(instance, &child);
            }
        }
    }

    /// Opens `node`: takes in what its children are worth themselves, and finds those that may grow.
    pub(super) fn expand<C: Code>(&mut self, instance: &Instance<C>, node: &Node, children: &mut Children) {
        self.count(node.cover.rows.len() * instance.axes.len() + node.alive.len());
        let Children { literals, ranks, bounds, visits } = children;
        visits.clear();
        price_arms(instance, &node.cover, &node.alive, &mut self.price, literals);
        let length = node.path.len() + 1;
        let cost = self.task.cost(length);
        for literal in &*literals {
            if literal.net() - cost > self.pool.accept() {
                self.offer(instance, &node.path, &[literal.arm]);
            }
        }
        let more = self.task.more(length);
        if more == Some(0) {
            return literals.clear();
        }
        drop_useless(instance, literals, &node.cover, &self.task, self.pool.cutoff() + self.task.cost(length + 1));
        if self.task.best_only {
            drop_dominated(instance, literals);
        }
        if more == Some(1) {
            self.cells += node.cover.rows.len() * instance.axes.len() * instance.axes.len() / 2;
            self.finish(instance, node, literals);
            return literals.clear();
        }
        self.bound_children(instance, node, literals, ranks, bounds, more);
        visits.extend((0..literals.len()).filter(|&at| bounds[at] > self.pool.cutoff()));
        visits.sort_by(|&a, &b| bounds[b].total_cmp(&bounds[a]));
    }

    /// All rules of two more literals.
    fn finish<C: Code>(&mut self, instance: &Instance<C>, node: &Node, literals: &mut Vec<Priced>) {
        let Search { task, pool, pairs, .. } = self;
        let cost = task.cost(node.path.len() + 2);
        best_pairs(instance, &node.cover, literals, pool.cutoff() + cost, pairs, |pair| {
            if pair.gain - cost > pool.accept() {
                let ends = pair.arms.iter().map(|&arm| instance.arms[arm as usize].literal);
                pool.offer(task.samples, task.problem, node.path.iter().copied().chain(ends));
            }
            pool.cutoff() + cost
        });
    }

    /// Drops literals that no rule above the cutoff holds together with others, puts the rest in order,
    /// and bounds what each may grow to with the literals after it.
    fn bound_children<C: Code>(
        &mut self,
        instance: &Instance<C>,
        node: &Node,
        literals: &mut Vec<Priced>,
        ranks: &mut Vec<u32>,
        bounds: &mut Vec<f64>,
        more: Option<usize>,
    ) {
        let per_literal = self.task.problem.per_literal;
        let cost = self.task.cost(node.path.len() + 1);
        let floor = self.pool.cutoff() + cost;
        let item = |rank: usize, l: &Priced| Item {
            positive: l.positive,
            negative: l.negative,
            profit: node.cover.negative - l.negative - per_literal,
            chain: instance.arms[l.arm as usize].chain,
            rank: rank as u32,
        };
        let by_positive = |a: &Item, b: &Item| b.positive.total_cmp(&a.positive);
        self.items.clear();
        self.items.extend(literals.iter().enumerate().map(|(at, l)| item(at, l)));
        self.items.sort_by(by_positive);
        bounds.clear();
        bounds.resize(literals.len(), floor);
        for item in &self.items {
            self.top.reset(more, self.chains);
            bounds[item.rank as usize] =
                extension_bound(item, &self.items, |_| true, per_literal, floor, &mut self.top);
        }
        let mut bound = bounds.iter();
        literals.retain(|_| *bound.next().expect("one bound a literal") > floor);

        // The largest subtrees to the literals that leave least.
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
        for item in &self.items {
            self.top.reset(more, self.chains);
            let bound = extension_bound(item, &self.items, |p| p.rank > item.rank, per_literal, floor, &mut self.top);
            bounds[order[item.rank as usize]] = (bound - cost).min(node.bound);
        }
    }
}

/// Whether so few literals are left that an instance of them alone pays. Measured: merging rows at
/// every step saves nodes on Boolean rules, but not the time that it takes.
pub(super) fn few<C>(left: usize, instance: &Instance<C>) -> bool {
    3 * left <= 2 * instance.arms.len()
}

impl Children {
    /// The child at `at`.
    pub(super) fn open<C: Code>(&self, instance: &Instance<C>, node: &Node, at: usize, into: &mut Node) {
        let Priced { arm, positive, negative } = self.literals[at];
        let own = instance.arms[arm as usize];
        instance.restrict(&node.cover, arm, positive, negative, &mut into.cover);
        into.alive.clear();
        into.alive.extend(self.literals.iter().zip(&self.ranks).filter_map(|(other, &rank)| {
            let arm = &instance.arms[other.arm as usize];
            (rank > self.ranks[at] && (arm.axis != own.axis || arm.set.crosses(own.set))).then_some(other.arm)
        }));
        into.path.clear();
        into.path.extend_from_slice(&node.path);
        into.path.push(own.literal);
        into.bound = self.bounds[at];
    }
}
