use std::collections::BinaryHeap;

use super::node::{Bounds, Branch, Node};
use super::node_lp::NodeLp;
use super::pseudo_costs::PseudoCosts;
use super::settings::BranchAndBound;
use crate::mip::constants::{FRACTIONAL, SAME_BOUND};
use crate::mip::engine::{MipEngine, Outcome, Task};
use crate::mip::problem::MipProblem;
use crate::{LpError, LpStatus};

#[derive(Debug)]
pub(super) struct Search<'a> {
    engine: &'a BranchAndBound,
    problem: &'a MipProblem,
    task: &'a Task,
    integers: Vec<usize>,
    lp: NodeLp,
    pseudo_costs: PseudoCosts,
    open: BinaryHeap<Node>,
    made: u64,
    nodes: u64,
    points: Vec<Vec<f64>>,
    best: f64,
    /// The least bound of the nodes that were closed although they may contain solutions as good.
    closed_bound: f64,
}

/// The result of searching a node.
enum Visit {
    Dive(Node),
    Closed,
    Ended(LpStatus, Node),
}

impl<'a> Search<'a> {
    pub(super) fn new(engine: &'a BranchAndBound, problem: &'a MipProblem, task: &'a Task) -> Result<Self, LpError> {
        let columns = problem.lp.num_variables();
        Ok(Self {
            engine,
            problem,
            task,
            integers: problem.integers().collect(),
            lp: NodeLp::new(engine, problem)?,
            pseudo_costs: PseudoCosts::new(columns),
            open: BinaryHeap::new(),
            made: 0,
            nodes: 0,
            points: Vec::new(),
            best: task.start_objective.unwrap_or(f64::INFINITY),
            closed_bound: f64::INFINITY,
        })
    }

    pub(super) fn run(mut self) -> Result<Outcome, LpError> {
        self.open.push(Node { bound: f64::NEG_INFINITY, bounds: Vec::new(), branch: None, id: 0 });
        while let Some(node) = self.open.pop() {
            let mut next = Some(node);
            while let Some(node) = next.take() {
                if self.closes(node.bound) {
                    self.closed_bound = self.closed_bound.min(node.bound);
                    continue;
                }
                match self.visit(node)? {
                    Visit::Dive(child) => next = Some(child),
                    Visit::Closed => {}
                    Visit::Ended(status, node) => {
                        self.open.push(node);
                        return Ok(self.outcome(status));
                    }
                }
            }
        }
        let status = if self.best < f64::INFINITY { LpStatus::Optimal } else { LpStatus::Infeasible };
        Ok(self.outcome(status))
    }

    fn outcome(self, status: LpStatus) -> Outcome {
        let open = self.open.iter().map(|node| node.bound);
        let bound = open.fold(self.closed_bound.min(self.best), f64::min);
        Outcome { status, points: self.points, bound: Some(bound), nodes: self.nodes }
    }

    /// True if no solution above this bound is worth searching.
    fn closes(&self, bound: f64) -> bool {
        let rounding = SAME_BOUND * self.best.abs().max(1.0);
        self.best < f64::INFINITY && bound >= self.best - self.task.allowance(self.best).max(rounding)
    }

    fn limit(&self) -> Option<LpStatus> {
        let nodes = self.task.options.node_limit.filter(|&limit| self.nodes >= limit).map(|_| LpStatus::NodeLimit);
        nodes.or_else(|| self.task.options.reached())
    }

    fn visit(&mut self, node: Node) -> Result<Visit, LpError> {
        if let Some(status) = self.limit() {
            return Ok(Visit::Ended(status, node));
        }
        let solution = self.lp.solve(&node.bounds, self.task)?;
        match solution.status {
            LpStatus::Optimal => {}
            LpStatus::Infeasible => {
                self.nodes += 1;
                return Ok(Visit::Closed);
            }
            // A node below the root can be unbounded too, if rounding hid the ray at the root.
            LpStatus::Unbounded | LpStatus::UnboundedOrInfeasible => {
                let status = if self.integers.is_empty() { solution.status } else { LpStatus::UnboundedOrInfeasible };
                return Ok(Visit::Ended(status, node));
            }
            other => return Ok(Visit::Ended(self.limit().unwrap_or(other), node)),
        }
        self.nodes += 1;
        if let Some(branch) = node.branch {
            self.pseudo_costs.note(branch, solution.objective - node.bound);
        }
        let bound = node.bound.max(solution.objective);
        // This test comes before the point is adopted, so that a node is not closed by its own
        // relaxation.
        if self.closes(bound) {
            self.closed_bound = self.closed_bound.min(bound);
            return Ok(Visit::Closed);
        }
        self.resolve(Node { bound, ..node }, &solution.values)
    }

    /// Closes a node by the point of its relaxation, or branches.
    fn resolve(&mut self, node: Node, values: &[f64]) -> Result<Visit, LpError> {
        let rounds = self.adopt(values);
        let score = |&column: &usize| (column, self.pseudo_costs.score(column, values[column]));
        let fractional = self.integers.iter().filter(|&&column| fraction(values[column]) > FRACTIONAL);
        // The first of equal scores wins, so that the choice is the same every time.
        let best = fractional.map(score).reduce(|best, next| if next.1 > best.1 { next } else { best });
        let column = match best {
            Some((column, _)) => column,
            None if rounds || self.complete(&node, values)? => {
                self.closed_bound = self.closed_bound.min(node.bound);
                return Ok(Visit::Closed);
            }
            // The point is whole up to rounding, but no solution when rounded, so the search
            // branches further.
            None => {
                let farthest =
                    |a: &&usize, b: &&usize| fraction(values[**a]).total_cmp(&fraction(values[**b])).then(b.cmp(a));
                match self.integers.iter().max_by(farthest) {
                    Some(&column) if fraction(values[column]) > 0.0 => column,
                    _ => {
                        let message = "a point of a linear program fails the check of solutions".to_owned();
                        return Err(LpError::Backend { name: self.engine.name().to_owned(), message });
                    }
                }
            }
        };
        Ok(Visit::Dive(self.branch(&node, column, values[column])))
    }

    /// Stores a point if it is a solution when rounded, and better than all before. Returns true if
    /// it is a solution.
    fn adopt(&mut self, values: &[f64]) -> bool {
        let Ok(point) = self.problem.rounded_to_nearest(values) else {
            return false;
        };
        let objective = self.problem.lp.objective(&point);
        if objective < self.best {
            self.best = objective;
            self.points.push(point);
        }
        true
    }

    /// Fixes the integers at their rounded values and solves for the other variables. Returns true
    /// if that gives a solution.
    fn complete(&mut self, node: &Node, values: &[f64]) -> Result<bool, LpError> {
        let fixed = |&column: &usize| {
            let value = values[column].round();
            Bounds { column, lower: value, upper: value }
        };
        let bounds: Vec<Bounds> = self.integers.iter().map(fixed).collect();
        let solution = self.lp.solve(&bounds, self.task)?;
        log::debug!("{}: node {} is whole up to rounding only", self.engine.name(), node.id);
        Ok(solution.status == LpStatus::Optimal && self.adopt(&solution.values))
    }

    /// Creates both children. The nearer one is searched next.
    fn branch(&mut self, node: &Node, column: usize, value: f64) -> Node {
        let (lower, upper) = self.lp.bounds_in(node, column);
        let below = value.floor();
        let fraction = value - below;
        let mut child = |up: bool| {
            self.made += 1;
            let (bounds, distance) = if up {
                (Bounds { column, lower: below + 1.0, upper }, 1.0 - fraction)
            } else {
                (Bounds { column, lower, upper: below }, fraction)
            };
            Node {
                bound: node.bound,
                bounds: node.with(bounds),
                branch: Some(Branch { column, up, distance }),
                id: self.made,
            }
        };
        let up_first = fraction >= 0.5;
        let (first, second) = (child(up_first), child(!up_first));
        self.open.push(second);
        first
    }
}

fn fraction(value: f64) -> f64 {
    (value - value.round()).abs()
}
