//! A worker, which looks at one node after another.

use super::choice::choose;
use super::node::{Node, ProvedPoint, better_point};
use super::pseudo_costs::{PseudoCosts, Rise};
use crate::path::boolean::incumbent::higher_of;
use crate::path::dual_record::DualRecord;
use rulegen_driver::{DriverError, Master, Pricer, RunSettings, run};
use rulegen_limits::Limits;
use rulegen_master::BranchedMaster;
use rulegen_rule::Rule;

/// The most rounds of column generation at a node. Its bound is the best one of these rounds.
pub(super) const ROUNDS: usize = 60;

/// The most times that a node is solved again at a higher penalty, because its linear program keeps
/// decisions in part and decides all other samples. Beyond a factor of 10,000 the penalties would
/// hide the weights of samples from the simplex.
const RAISES: usize = 4;

/// A master that goes from node to node, and the pricers of its rules.
pub(super) struct Worker {
    pub(super) master: BranchedMaster,
    root: BranchedMaster,
    stages: Vec<Box<dyn Pricer>>,
    /// The record of all proofs, if a proof is asked for.
    record: Option<DualRecord>,
}

/// The results of a look at a node.
#[derive(Default)]
pub(super) struct NodeOutcome {
    /// A lower bound on the objectives of its rule sets, if there was time for one.
    pub(super) bound: Option<f64>,
    /// The best dual point, with its bound, if a proof is asked for.
    pub(super) point: Option<ProvedPoint>,
    /// The rules in use at the vertex of its linear program, with their weights, unless the bound
    /// ends the node.
    pub(super) used: Vec<(Rule, f64)>,
    /// The sample to decide next. `None` if the bound ends the node, if the linear program covers
    /// no open sample in part, or if a limit was reached.
    pub(super) branch: Option<usize>,
    pub(super) seen: Vec<Rise>,
    /// The rules that the worker did not know.
    pub(super) new: Vec<Rule>,
    pub(super) rounds: usize,
}

impl Worker {
    /// Makes a worker at the root, with a pricer of its problems. Dual points are kept if the
    /// search is to be `proved`.
    pub(super) fn new(master: BranchedMaster, pricer: Box<dyn Pricer>, proved: bool) -> Self {
        let record = proved.then(DualRecord::of_last);
        let pricer = if let Some(record) = &record { record.of(pricer) } else { pricer };
        Worker { root: master.clone(), master, stages: vec![pricer], record }
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
        costs: &PseudoCosts,
        limits: &Limits,
    ) -> Result<NodeOutcome, DriverError> {
        self.master.forget();
        self.master.decide(&node.decisions);
        let known = self.master.columns();
        let settings = RunSettings {
            tolerance: 0.0,
            cutoff: Some(cutoff),
            // Where the objective is no higher, no bound can be.
            floor: self.master.has_long_rules().then_some(node.bound),
            max_iterations: Some(ROUNDS),
            limits: limits.clone(),
            ..RunSettings::default()
        };
        let mut explored = NodeOutcome::default();
        for raises in 0..=RAISES {
            let ran = run(&mut self.master, &mut self.stages, &settings, &mut ());
            let ran = ran.inspect_err(|_| self.master = self.root.clone())?;
            explored.rounds += ran.iterations;
            explored.bound = higher_of(explored.bound, ran.lower_bound);
            explored.point = better_point(explored.point, self.proved_point());
            if limits.reached().is_some() || explored.bound.is_some_and(|bound| bound >= cutoff) {
                break;
            }
            let used = self.master.weights().filter(|(_, weight)| *weight > 0.0);
            explored.used = used.map(|(rule, weight)| (rule.clone(), weight)).collect();
            explored.branch = choose(&self.master, costs, &mut explored.seen, limits);
            if explored.branch.is_some() || self.master.keeps_decisions() || raises == RAISES {
                break;
            }
            self.master.raise_penalty();
        }
        explored.new = self.master.weights().skip(known).map(|(rule, _)| rule.clone()).collect();
        Ok(explored)
    }

    /// Returns the best dual point of the last run.
    fn proved_point(&self) -> Option<ProvedPoint> {
        let bound = |problems: &[_], gains: &[f64]| self.master.lower_bound(problems, gains);
        let (bound, (problems, _)) = self.record.as_ref()?.best(bound)?;
        Some((bound, self.master.dual_values(&problems.first()?.gains).into()))
    }
}
