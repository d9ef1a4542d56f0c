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
use crate::pricers::PricerName;
use crate::proof::DualLeaf;
use crate::training::{SHORT, has_cheap_cubes};
use by_length::{ShortFirst, by_length};
use rulegen_driver::{Pricer, RunSummary};
use rulegen_limits::Limits;
use rulegen_master::{BooleanMaster, BranchedMaster, RuleSet};
use rulegen_rule::Status;
use search::Search;
use std::num::NonZeroUsize;
use std::time::Instant;
use worker::Worker;

/// The number of nodes that are looked at together. It does not depend on threads, so that results
/// do not.
const WORKERS: usize = 4;

/// The most nodes that branch and bound takes a round for the linear program, if it is to search
/// the long rules of every node: liver at complexity 15 takes 11,000 and is proved, heart takes
/// 16,500, and an enumeration proves more in the same time (docs/measurements/boolean.md).
const EASY: u64 = 15_000;

/// The most lengths of rules with places of their own. In the same time the search on liver proves
/// more with six than with four, five or nine, and on heart more than with four or five
/// (docs/measurements/boolean.md).
const PLACES: NonZeroUsize = NonZeroUsize::new(6).expect("six is not zero");

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
    /// `best`. Returns `None` if nodes cannot be priced exactly in little time, or if
    /// [`BooleanMaster::branched`] knows no program for them.
    ///
    /// Pricing takes all rows, and cubes that hold all rules. Longer rules are searched by branch
    /// and bound, if that has proved the linear program in the `run` before with few nodes. Its
    /// time is not known beforehand, so that only the clock can limit it, and leaves with long
    /// rules are in no proof.
    pub(super) fn root(&self, master: &BooleanMaster, best: &RuleSet, run: &RunSummary) -> Option<BranchedMaster> {
        let cubes = |longest| self.parts.iter().all(|part| has_cheap_cubes(part, longest));
        let easy = run.status == Status::Optimal && run.nodes <= EASY * run.iterations as u64;
        let searched = easy && self.work.is_none() && !self.p.proved && cubes(Some(SHORT));
        if self.p.heuristic || self.training.rows.is_some() || !(cubes(master.longest_rule()) || searched) {
            return None;
        }
        let columns = master.rules().iter().map(|column| &column.rule);
        let root = master.branched(best.objective, PLACES, columns.chain(&best.rules));
        if root.is_none() {
            log::info!("no branch and price: it knows no fairness, and not very many rules");
        }
        root
    }

    /// Makes the pricer of the nodes below a root: cubes for the lengths that they hold in little
    /// time, and branch and bound for all longer rules.
    fn pricer(&self, root: &BranchedMaster, class: u32) -> Result<Box<dyn Pricer>, FitError> {
        let all = !root.has_long_rules() && self.parts.iter().all(|part| has_cheap_cubes(part, Some(root.lengths())));
        let lengths = if all { root.lengths() } else { SHORT };
        let cubes = (0..lengths).map(|_| self.training.cubes(self.p)).collect::<Result<Vec<_>, _>>()?;
        if all {
            return Ok(Box::new(by_length(class, cubes)));
        }
        let long = self.training.built_in(&PricerName::BRANCH_AND_BOUND, self.p)?;
        Ok(Box::new(ShortFirst::new(class, cubes, long)))
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
        let pricer = || self.pricer(&root, master.settings().class);
        let worker = |_| Ok(Worker::new(root.clone(), pricer()?, self.p.proved));
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
