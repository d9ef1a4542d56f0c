//! The loop.

use crate::check::{check_added, check_bound, check_outcome, check_problems, proves_best};
use crate::stabilisation::Centre;
use crate::{
    DriverError, Master, Observer, Pricer, PricingOutcome, PricingProblem, PricingState, Round, RunSettings,
    StageReport,
};
use rulegen_limits::Limits;
use rulegen_rule::{OPTIMAL_GAP, Status, relative_gap};
use std::time::{Duration, Instant};

/// Optimality is judged by a gap relative to at least this objective, so that one of 1e-12, the
/// rounding error of a sum of a few thousand terms of size 1, always counts as closed.
const SMALL_OBJECTIVE: f64 = 1e-6;

/// The tolerance below which the master is solved to an optimal vertex instead. It is a hundredth
/// of the gap at which a run is optimal, so that a tolerated error cannot keep a run from
/// optimality. Derived, not measured: a finer one costs more solves by interior point before the
/// vertex.
const FINEST: f64 = OPTIMAL_GAP / 100.0;

/// The result of a run.
#[derive(Clone, Debug, PartialEq)]
pub struct RunSummary {
    /// The reason why it ended.
    pub status: Status,
    /// Rounds done.
    pub iterations: usize,
    /// Objective of the last solve, over the columns found. It is that of an optimal vertex unless
    /// a limit or the cutoff was reached, or [`RunSettings::least_tolerance`] is positive.
    pub objective: f64,
    /// The best proven lower bound over all rules.
    pub lower_bound: Option<f64>,
    /// Search nodes of all pricers.
    pub nodes: u64,
    /// Time spent in the master.
    pub lp: Duration,
    /// Time spent in the pricers.
    pub pricing: Duration,
    /// Total time.
    pub total: Duration,
}

impl RunSummary {
    /// Adds the rounds, the search nodes and the time of another run.
    pub fn add_work(&mut self, other: &RunSummary) {
        self.iterations += other.iterations;
        self.nodes += other.nodes;
        self.lp += other.lp;
        self.pricing += other.pricing;
        self.total += other.total;
    }
}

/// Runs column generation: solves the master, asks the pricers and adds their rules, until none
/// improves or a limit is reached.
///
/// `stages` are pricers from cheap to exact. A round asks the first, and goes on to the next as
/// [`StagePolicy`](crate::StagePolicy) says: by default when no column came of it. When no stage
/// finds a column at a loose solution, the master is solved more finely; when none does at an
/// optimal vertex, the run ends. It is [`Status::Optimal`] only if the bound of an exact stage
/// proves it.
///
/// # Errors
/// A setting out of range, a failing solver, a master whose problems no pricer can take, or a false
/// claim of a pricer or a master.
pub fn run(
    master: &mut dyn Master,
    stages: &mut [Box<dyn Pricer>],
    settings: &RunSettings,
    observer: &mut dyn Observer,
) -> Result<RunSummary, DriverError> {
    settings.check()?;
    if stages.is_empty() {
        return Err(DriverError::NoStage);
    }
    Run::new(master, settings).run(stages, observer)
}

/// The state of a run.
struct Run<'a> {
    master: &'a mut dyn Master,
    settings: &'a RunSettings,
    /// The point to which duals are smoothed.
    centre: Centre,
    start: Instant,
    tolerance: f64,
    /// True if the last solve was to a vertex, and no column has come since.
    at_vertex: bool,
    /// True if the next solve goes on from the last basis.
    warm: bool,
    /// The tags of the first round.
    tags: Option<Vec<u32>>,
    /// The pricer from whose bounds the best lower bound follows.
    prover: String,
    summary: RunSummary,
}

impl<'a> Run<'a> {
    fn new(master: &'a mut dyn Master, settings: &'a RunSettings) -> Self {
        let summary = RunSummary {
            status: Status::NoColumn,
            iterations: 0,
            objective: f64::INFINITY,
            lower_bound: None,
            nodes: 0,
            lp: Duration::ZERO,
            pricing: Duration::ZERO,
            total: Duration::ZERO,
        };
        Run {
            master,
            settings,
            centre: Centre::new(settings.stabilisation.clone()),
            start: Instant::now(),
            tolerance: settings.tolerance,
            at_vertex: false,
            warm: false,
            tags: None,
            prover: String::new(),
            summary,
        }
    }

    fn run(mut self, stages: &mut [Box<dyn Pricer>], observer: &mut dyn Observer) -> Result<RunSummary, DriverError> {
        self.summary.status = loop {
            if let Some(limit) = self.settings.limits.reached() {
                break limit.into();
            }
            let RunSettings { max_iterations, max_nodes, .. } = self.settings;
            let (rounds, nodes) = (self.summary.iterations, self.summary.nodes);
            if max_iterations.is_some_and(|most| rounds >= most) || max_nodes.is_some_and(|most| nodes >= most) {
                break Status::IterationLimit;
            }
            let lp = self.summary.lp;
            self.solve(self.tolerance, &self.settings.limits, observer)?;
            let lp = self.summary.lp - lp;
            if self.settings.floor.is_some_and(|floor| self.summary.objective <= floor) {
                break Status::Gap;
            }
            let round = self.price(stages, lp, observer)?;
            self.summary.iterations += 1;
            observer.round(&round);
            if let Some(status) = self.proved() {
                break status;
            }
            if round.added == 0 && !self.refine() {
                break self.settings.limits.reached().map_or(Status::NoColumn, Status::from);
            }
            self.follow_gap();
        };
        self.finish(observer)?;
        self.summary.total = self.start.elapsed();
        Ok(self.summary)
    }

    /// Solves to a vertex, unless that is done already or not wanted, and corrects the status if
    /// the vertex proves more or less. Without a vertex, solves for the last columns if a limit of
    /// work ended the run.
    fn finish(&mut self, observer: &mut dyn Observer) -> Result<(), DriverError> {
        if self.at_vertex || self.is_cut_off() {
            return Ok(());
        }
        let RunSettings { limits, least_tolerance, .. } = self.settings;
        if limits.reached().is_none() {
            if *least_tolerance > 0.0 {
                // The last columns of a run that has ended otherwise are not needed.
                if self.summary.status == Status::IterationLimit {
                    self.solve(self.tolerance, limits, observer)?;
                }
                return Ok(());
            }
            let converged = self.solve(0.0, limits, observer)?;
            // The exact vertex may be a little better than the loose solution that ended the run,
            // or by rounding a little worse, so a proof for one need not hold for the other.
            let limit = limits.reached().filter(|_| !converged).map(Status::from);
            let before = match self.summary.status {
                Status::Optimal | Status::Gap => Status::NoColumn,
                status => status,
            };
            self.summary.status = self.proved().or(limit).unwrap_or(before);
        } else if self.summary.iterations == 0 {
            // Nothing was solved. With no time left, the master returns its current objective.
            self.solve(0.0, &limits.until(Some(Instant::now())), observer)?;
        }
        Ok(())
    }

    /// Solves the master. Returns true if the tolerance was reached.
    fn solve(&mut self, tolerance: f64, limits: &Limits, observer: &mut dyn Observer) -> Result<bool, DriverError> {
        let start = Instant::now();
        let solution = self.master.solve(tolerance, limits)?;
        self.summary.lp += start.elapsed();
        if !solution.objective.is_finite() {
            return Err(DriverError::BadObjective { objective: solution.objective });
        }
        if let Some(bound) = self.summary.lower_bound {
            check_bound(&self.prover, bound, solution.objective)?;
        }
        self.summary.objective = solution.objective;
        self.at_vertex = tolerance == 0.0 && solution.converged;
        self.warm = solution.warm;
        observer.solved(&*self.master);
        Ok(solution.converged)
    }

    /// Asks the stages, at the points of the stabilisation first, until columns come.
    fn price(
        &mut self,
        stages: &mut [Box<dyn Pricer>],
        lp: Duration,
        observer: &mut dyn Observer,
    ) -> Result<Round, DriverError> {
        let (start, columns) = (Instant::now(), self.master.columns());
        let at_duals = self.master.pricing_problems();
        check_problems(&at_duals, &mut self.tags)?;
        observer.problems(&at_duals);
        let mut reports = Vec::new();
        let state = PricingState { rounds: self.summary.iterations, columns, warm: self.warm };
        for share in self.centre.shares(state) {
            let added = self.ask(stages, &self.centre.at(share, &at_duals), &mut reports)?;
            if added > 0 || self.settings.limits.reached().is_some() {
                break;
            }
        }
        self.centre.after_round(&at_duals);
        let (pricing, added) = (start.elapsed(), reports.iter().map(|r| r.added).sum());
        let nodes = reports.iter().map(|r| r.nodes).sum();
        self.at_vertex &= added == 0;
        self.summary.pricing += pricing;
        self.summary.nodes += nodes;
        // The pricer whose columns were taken, or the last one asked.
        let last = reports.iter().rfind(|r| r.added > 0).or(reports.last());
        Ok(Round {
            iteration: self.summary.iterations + 1,
            pricer: last.map_or(String::new(), |r| r.pricer.clone()),
            objective: self.summary.objective,
            lower_bound: self.summary.lower_bound,
            columns,
            added,
            best_gain: reports.iter().filter_map(|r| r.best_gain).reduce(f64::max),
            proved: reports.last().is_some_and(|r| r.proved),
            tolerance: self.tolerance,
            nodes,
            lp,
            pricing,
            elapsed: self.start.elapsed(),
            stages: reports,
        })
    }

    /// Asks the stages in turn about `problems` until the policy is content. Returns the number of
    /// new columns.
    fn ask(
        &mut self,
        stages: &mut [Box<dyn Pricer>],
        problems: &[PricingProblem],
        reports: &mut Vec<StageReport>,
    ) -> Result<usize, DriverError> {
        let mut added = 0;
        let mut best = vec![None; problems.len()];
        for stage in stages {
            let (start, name) = (Instant::now(), stage.name().to_string());
            stage.incumbents(&best);
            let outcome = stage.price(problems, &self.settings.limits)?;
            let time = start.elapsed();
            check_outcome(problems, &outcome).map_err(|error| error.of_pricer(&name))?;
            self.take_bound(&name, problems, &outcome)?;
            let (before, offered) = (self.master.columns(), outcome.candidates.len());
            let taken = self.master.add(problems, &outcome.candidates).map_err(|error| error.of_pricer(&name))?;
            check_added(taken, offered, before, self.master.columns())?;
            added += taken.new;
            for (best, problem) in best.iter_mut().zip(problems) {
                *best = [*best, outcome.best_gain(problem.tag)].into_iter().flatten().reduce(f64::max);
            }
            reports.push(StageReport {
                pricer: name,
                found: offered,
                added: taken.new,
                best_gain: outcome.candidates.iter().map(|c| c.gain).reduce(f64::max),
                proved: proves_best(problems, &outcome),
                nodes: outcome.nodes,
                time,
            });
            if self.settings.policy.is_content(added) || self.settings.limits.reached().is_some() {
                break;
            }
        }
        Ok(added)
    }

    /// Keeps the best bound, which needs a proof for every problem.
    fn take_bound(
        &mut self,
        name: &str,
        problems: &[PricingProblem],
        outcome: &PricingOutcome,
    ) -> Result<(), DriverError> {
        let gains: Option<Vec<f64>> = outcome.bounds.iter().copied().collect();
        if let Some(bound) = gains.and_then(|gains| self.master.lower_bound(problems, &gains)) {
            check_bound(name, bound, self.summary.objective)?;
            if self.summary.lower_bound.is_none_or(|best| bound > best) {
                self.summary.lower_bound = Some(bound);
                self.prover = name.into();
                self.centre.after_bound(problems);
            }
        }
        Ok(())
    }

    /// Returns the status that the bound proves, if it lets the run end.
    fn proved(&self) -> Option<Status> {
        let (objective, bound) = (self.summary.objective, self.summary.lower_bound?);
        let gap = objective - bound;
        if gap <= OPTIMAL_GAP * objective.abs().max(SMALL_OBJECTIVE) {
            Some(Status::Optimal)
        } else {
            (gap <= self.settings.gap * objective.abs() || self.is_cut_off()).then_some(Status::Gap)
        }
    }

    /// True if the bound has reached the cutoff.
    fn is_cut_off(&self) -> bool {
        let bounds = self.summary.lower_bound.zip(self.settings.cutoff);
        bounds.is_some_and(|(bound, cutoff)| bound >= cutoff)
    }

    /// Tightens the tolerance. Returns false if it was the least already.
    fn refine(&mut self) -> bool {
        let before = self.tolerance;
        self.tighten(before / 100.0);
        self.tolerance < before
    }

    /// Solves to at most this tolerance from now on, if it may.
    fn tighten(&mut self, tolerance: f64) {
        // Phrased as acceptance, so that a run with NaN ends.
        let least = if tolerance >= FINEST { tolerance } else { 0.0 };
        self.tolerance = self.tolerance.min(least.max(self.settings.least_tolerance));
    }

    /// Keeps the error of the solves well below the gap that is still open.
    fn follow_gap(&mut self) {
        let gap = self.summary.lower_bound.and_then(|bound| relative_gap(self.summary.objective, bound));
        if let Some(gap) = gap {
            self.tighten(0.1 * gap);
        }
    }
}
