//! Branch and price: a branch and bound over Boolean rule sets whose nodes generate columns (Dash,
//! Günlük, Wei 2018, section 2.3; docs/MATH.md 6).

mod by_length;
mod choice;
mod node;
mod pseudo_costs;
mod search;
mod worker;

use super::solver::{Solver, higher_of};
use crate::FitError;
use crate::proof::DualLeaf;
use crate::training::has_cheap_cubes;
use rulegen_driver::Pricer;
use rulegen_limits::Limits;
use rulegen_master::{BooleanMaster, BranchedMaster, RuleSet};
use search::Search;
use std::time::Instant;
use worker::Worker;

/// The number of nodes that are looked at together. It does not depend on threads, so that results
/// do not.
const WORKERS: usize = 4;

/// The outcome of branch and price.
pub(super) struct Branched {
    pub(super) best: RuleSet,
    pub(super) bound: Option<f64>,
    /// True if no limit ended the search.
    pub(super) in_time: bool,
    /// The leaves of the search, if a proof is asked for.
    pub(super) leaves: Vec<DualLeaf>,
}

impl Solver<'_> {
    /// Returns the master of the root of a branch and bound for rule sets that are better than
    /// `best`. Returns `None` if nodes cannot be priced exactly in little time, which takes all
    /// rows and cubes that hold all rules, or if [`BooleanMaster::branched`] knows no program for
    /// them.
    pub(super) fn root(&self, master: &BooleanMaster, best: &RuleSet) -> Option<BranchedMaster> {
        let longest = master.longest_rule();
        let here = self.training.rows.is_none();
        if self.p.heuristic || !here || !self.parts.iter().all(|part| has_cheap_cubes(part, longest)) {
            return None;
        }
        let columns = master.rules().iter().map(|column| &column.rule);
        let root = master.branched(best.objective, columns.chain(&best.rules));
        if root.is_none() {
            log::info!("no branch and price: it knows no fairness, no long rules, and not very many of them");
        }
        root
    }

    /// Looks for a better rule set than `best`, and for a better bound, by branch and price. Rules
    /// of a better rule set become columns of the master.
    pub(super) fn branch_and_price(
        &self,
        master: &mut BooleanMaster,
        root: BranchedMaster,
        best: RuleSet,
        bound: Option<f64>,
        limits: &Limits,
    ) -> Result<Branched, FitError> {
        let start = Instant::now();
        let pricer = |_| self.training.cubes(self.p);
        let pricers = || (0..root.lengths()).map(pricer).collect::<Result<Vec<Box<dyn Pricer>>, FitError>>();
        let worker = |_| Ok(Worker::new(root.clone(), master.settings().class, pricers()?, self.p.proved));
        let workers = (0..WORKERS).map(worker).collect::<Result<_, FitError>>()?;
        let mut search = Search::new(master, workers, best, bound.unwrap_or(0.0));
        let mut steps = self.work.map(|work| work.steps);
        while steps != Some(0) && search.step(limits)? {
            steps = steps.map(|steps| steps - 1);
        }
        let (found, proved) = (search.bound(), search.summary());
        log::info!("branch and price: {proved}, bound {found}, {:.1} s", start.elapsed().as_secs_f64());
        let leaves = if self.p.proved { search.leaves() } else { Vec::new() };
        let (best, in_time) = (search.best, limits.reached().is_none() && steps != Some(0));
        master.add_rules(best.rules.iter().cloned());
        Ok(Branched { best, bound: higher_of(bound, Some(found)), in_time, leaves })
    }
}
