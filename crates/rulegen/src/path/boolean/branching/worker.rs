//! A worker, which looks at one node after another.

use super::by_length::ByLength;
use super::choice::choose;
use super::experience::{Experience, Rise};
use super::node::Node;
use rulegen_driver::{DriverError, Master, Pricer, RunSettings, run};
use rulegen_limits::Limits;
use rulegen_master::BranchedMaster;
use rulegen_rule::Rule;

/// The most rounds of column generation at a node. What is proved by then is its bound.
const ROUNDS: usize = 60;

/// A master that goes from node to node, and the pricers of its rules.
pub(super) struct Worker {
    pub(super) master: BranchedMaster,
    root: BranchedMaster,
    stages: Vec<Box<dyn Pricer>>,
}

/// The results of a look at a node.
#[derive(Default)]
pub(super) struct Explored {
    /// A lower bound on the objectives of its rule sets, if there was time for one.
    pub(super) bound: Option<f64>,
    /// The rules in use at the vertex of its linear program, with their weights, unless the bound
    /// ends the node.
    pub(super) used: Vec<(Rule, f64)>,
    /// The sample to decide next. `None` if the bound ends the node, if the linear program decides
    /// all samples, or if a limit was reached.
    pub(super) branch: Option<usize>,
    pub(super) seen: Vec<Rise>,
    /// The rules that the worker did not know.
    pub(super) new: Vec<Rule>,
    pub(super) rounds: usize,
}

impl Worker {
    /// Makes a worker at the root. The pricers are those of the lengths from 1 on.
    pub(super) fn new(master: BranchedMaster, class: u32, pricers: Vec<Box<dyn Pricer>>) -> Self {
        Worker { root: master.clone(), master, stages: vec![Box::new(ByLength { class, pricers })] }
    }

    /// Solves the linear program of a node, and chooses the sample to decide next. A bound of
    /// `cutoff` and above ends the node.
    ///
    /// # Errors
    /// A failing solver. The worker begins anew then.
    pub(super) fn explore(
        &mut self,
        node: &Node,
        cutoff: f64,
        experience: &Experience,
        limits: &Limits,
    ) -> Result<Explored, DriverError> {
        let explored = self.solve(node, cutoff, experience, limits);
        if explored.is_err() {
            self.master = self.root.clone();
        }
        explored
    }

    fn solve(
        &mut self,
        node: &Node,
        cutoff: f64,
        experience: &Experience,
        limits: &Limits,
    ) -> Result<Explored, DriverError> {
        self.master.forget();
        self.master.decide(&node.decisions);
        let known = self.master.columns();
        let settings = RunSettings {
            tolerance: 0.0,
            cutoff: Some(cutoff),
            max_iterations: Some(ROUNDS),
            limits: limits.clone(),
            ..RunSettings::default()
        };
        let ran = run(&mut self.master, &mut self.stages, &settings, &mut ())?;
        let new = self.master.weights().skip(known).map(|(rule, _)| rule.clone()).collect();
        let mut explored = Explored { bound: ran.lower_bound, new, rounds: ran.iterations, ..Explored::default() };
        if limits.reached().is_none() && ran.lower_bound.is_none_or(|bound| bound < cutoff) {
            let used = self.master.weights().filter(|(_, weight)| *weight > 0.0);
            explored.used = used.map(|(rule, weight)| (rule.clone(), weight)).collect();
            explored.branch = choose(&self.master, experience, &mut explored.seen, limits);
        }
        Ok(explored)
    }
}
