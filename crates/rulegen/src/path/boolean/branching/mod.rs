//! Branch and price: a branch and bound over Boolean rule sets whose nodes generate columns (Dash,
//! Günlük, Wei 2018, section 2.3; docs/MATH.md 6).

mod by_length;
mod choice;
mod listed;
mod node;
mod pseudo_costs;
mod search;
mod worker;

use super::incumbent::{Incumbent, Slack};
use super::solver::Solver;
use crate::FitError;
use crate::path::dual_record::DualRecord;
use crate::pricers::PricerName;
use crate::proof::DualLeaf;
use crate::training::{SHORT, has_cheap_cubes};
use by_length::{ShortFirst, by_length};
pub(super) use listed::ListedRules;
use rulegen_driver::{DriverError, Master, Pricer, RunSettings, RunSummary, run};
use rulegen_limits::Limits;
use rulegen_master::{BooleanMaster, BranchedMaster, DualProof, RuleSet};
use rulegen_rule::Status;
use search::Search;
use std::num::NonZeroUsize;
use std::time::Instant;
use worker::{ROUNDS, Worker};

/// The number of nodes that are looked at together. It does not depend on threads, so that results
/// do not.
const WORKERS: usize = 4;

/// The most nodes that branch and bound takes a round for the linear program, if it is to search
/// the long rules of every node: liver at complexity 15 takes 11,000 and is proved, heart takes
/// 16,500, and an enumeration proves more in the same time (docs/measurements/boolean.md).
const EASY: u64 = 15_000;

/// The gap of a linear program that is as good as proved.
const NEARLY: f64 = 0.02;

/// The most lengths of rules with places of their own. In the same time the search on liver proves
/// more with six than with four, five or nine, and on heart more than with four or five
/// (docs/measurements/boolean.md).
const PLACES: NonZeroUsize = NonZeroUsize::new(6).expect("six is not zero");

/// The outcome of branch and price.
pub(super) struct Branched {
    pub(super) best: RuleSet,
    pub(super) bound: f64,
    /// True if no limit ended the search.
    pub(super) in_time: bool,
    /// The leaves of the search, if a proof is asked for.
    pub(super) leaves: Vec<DualLeaf>,
}

impl Solver<'_> {
    /// Returns the master of the root of a branch and bound for rule sets that are better than
    /// `best`. Returns `None` if its rules cannot be priced exactly, or if
    /// [`BooleanMaster::branched`] knows no program for them.
    ///
    /// Pricing takes all rows, and cubes that hold all rules. Longer rules are searched by branch
    /// and bound, if that has nearly proved the linear program in the `run` before. Its time is not
    /// known beforehand, so that only the clock can limit it, and leaves with long rules are in no
    /// proof.
    pub(super) fn root(&self, master: &BooleanMaster, best: &RuleSet, run: &RunSummary) -> Option<BranchedMaster> {
        let nearly_proved = run.lower_bound.is_some_and(|bound| bound >= (1.0 - NEARLY) * run.objective);
        let searched = nearly_proved && self.work.is_none() && !self.p.proved;
        let priced = self.has_cubes(master.longest_rule()) || (searched && self.has_cubes(Some(SHORT)));
        if self.p.heuristic || self.training.rows.is_some() || !priced {
            return None;
        }
        let columns = master.rules().iter().map(|column| &column.rule);
        let root = master.branched(best.objective, PLACES, columns.chain(&best.rules));
        if root.is_none() {
            log::info!("no branch and price: it knows no fairness, and not very many rules");
        }
        root
    }

    /// True if every node below a root can be priced in little time: by cubes, or because the
    /// linear program of the `run` before took few nodes.
    pub(super) fn branches(&self, master: &BooleanMaster, run: &RunSummary) -> bool {
        self.has_cubes(master.longest_rule())
            || (run.status == Status::Optimal && run.nodes <= EASY * run.iterations as u64)
    }

    fn has_cubes(&self, longest: Option<usize>) -> bool {
        self.parts.iter().all(|part| has_cheap_cubes(part, longest))
    }

    /// Solves the linear program of a root, and returns the proof of its bound. It may be higher
    /// than that of `master`, and is where rules are short: there are no more rules of each length
    /// than a whole rule set has room for, where `master` limits their complexity alone
    /// (docs/MATH.md 6). Rules found on the way are columns of the root. `None` if nothing was
    /// proved within the limits.
    pub(super) fn proof_of_root(
        &self,
        root: &mut BranchedMaster,
        master: &BooleanMaster,
        best: &RuleSet,
        limits: &Limits,
    ) -> Result<Option<DualProof>, FitError> {
        let record = DualRecord::of_last();
        let mut stages = [record.of(self.pricer(root, master.settings().class)?)];
        let settings = RunSettings {
            tolerance: 0.0,
            cutoff: Some(Slack::of(master).cutoff(master, best)),
            max_iterations: self.work.map(|_| ROUNDS),
            limits: limits.clone(),
            ..RunSettings::default()
        };
        let ran = match run(root, &mut stages, &settings, &mut ()) {
            Err(error @ DriverError::Master(_)) => {
                log::warn!("{error}: going on without the root of branch and price");
                return Ok(None);
            }
            ran => ran?,
        };
        log::info!(
            "root with places for rules of each length: {:?} after {} rounds, {} nodes, {:.1} s, bound {:?}",
            ran.status,
            ran.iterations,
            ran.nodes,
            ran.total.as_secs_f64(),
            ran.lower_bound
        );
        let best = record.best(|problems, gains| root.lower_bound(problems, gains));
        Ok(best.and_then(|(_, (problems, gains))| root.proof(&problems, &gains)))
    }

    /// Makes the pricer of the nodes below a root over all rules: cubes for the lengths that they
    /// hold in little time, and branch and bound for all longer rules.
    fn pricer(&self, root: &BranchedMaster, class: u32) -> Result<Box<dyn Pricer>, FitError> {
        let all = !root.has_long_rules() && self.has_cubes(Some(root.lengths()));
        let lengths = if all { root.lengths() } else { SHORT };
        let cubes = (0..lengths).map(|_| self.training.cubes(self.p)).collect::<Result<Vec<_>, _>>()?;
        if all {
            return Ok(Box::new(by_length(class, cubes)));
        }
        let long = self.training.built_in(&PricerName::BRANCH_AND_BOUND, self.p)?;
        Ok(Box::new(ShortFirst::new(class, cubes, long)))
    }

    /// Looks for a better rule set, and for a higher bound, by branch and price over all rules.
    pub(super) fn branch(
        &self,
        master: &mut BooleanMaster,
        root: &BranchedMaster,
        known: &mut Incumbent,
        limits: &Limits,
    ) -> Result<Branched, FitError> {
        let class = master.settings().class;
        let branched = self.branch_and_price(master, root, || self.pricer(root, class), known, limits)?;
        known.best = branched.best.clone();
        known.raise(Some(branched.bound));
        Ok(branched)
    }

    /// Looks for a better rule set than the one known, and for a bound, by branch and price. Every
    /// worker has a `pricer` of its own, and the bound is over the rules that it prices. Rules of a
    /// better rule set become columns of the master.
    pub(super) fn branch_and_price(
        &self,
        master: &mut BooleanMaster,
        root: &BranchedMaster,
        pricer: impl Fn() -> Result<Box<dyn Pricer>, FitError>,
        known: &Incumbent,
        limits: &Limits,
    ) -> Result<Branched, FitError> {
        let start = Instant::now();
        let worker = |_| Ok(Worker::new(root.clone(), pricer()?, self.p.proved));
        let workers = (0..WORKERS).map(worker).collect::<Result<_, FitError>>()?;
        let mut search = Search::new(master, workers, known.best.clone(), known.bound.unwrap_or(0.0));
        let mut steps = self.work.map(|work| work.steps);
        while steps != Some(0) && search.step(limits)? {
            steps = steps.map(|steps| steps - 1);
        }
        let (found, proved) = (search.bound(), search.summary());
        log::info!("branch and price: {proved}, bound {found}, {:.1} s", start.elapsed().as_secs_f64());
        let leaves = if self.p.proved { search.leaves() } else { Vec::new() };
        let (best, in_time) = (search.best, limits.reached().is_none() && steps != Some(0));
        master.add_rules(best.rules.iter().cloned());
        Ok(Branched { best, bound: found, in_time, leaves })
    }
}
