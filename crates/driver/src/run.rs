//! The loop.

use crate::{DriverError, Limits, Master, Observer, Pricer, PricingOutcome, PricingProblem, Round};
use rulegen_rule::{OPTIMAL_GAP, ROUNDING, Status};
use std::time::{Duration, Instant};

/// Below this an objective counts as this large where a gap is relative to it.
const SMALL_OBJECTIVE: f64 = 1e-6;

/// The tolerance below which an LP is solved to an optimal vertex instead.
const FINEST: f64 = 1e-8;

/// When the loop ends, and how finely it solves.
#[derive(Clone, Debug)]
pub struct RunSettings {
    /// The most rounds; none means no limit.
    pub max_iterations: Option<usize>,
    /// Ends when `(objective - bound) / objective` is at or below this.
    pub gap: f64,
    /// Relative tolerance of the first LPs; it follows a tenth of the proven gap, and is divided by a
    /// hundred whenever all pricers are dry. 0 solves every LP to an optimal vertex.
    pub tolerance: f64,
    /// Dual smoothing (Wentges): rules are priced so far on the way from the duals of the LP to those of the
    /// best bound, nearer to the former where none comes of it. From 0, which is none, up to 1, 1 not
    /// included. A master smooths only where that helps it ([`Master::smooth`]).
    pub smoothing: f64,
    /// Clock and switch.
    pub limits: Limits,
}

impl Default for RunSettings {
    fn default() -> Self {
        RunSettings { max_iterations: None, gap: 0.0, tolerance: 1e-3, smoothing: 0.8, limits: Limits::default() }
    }
}

/// How a run went.
#[derive(Clone, Debug, PartialEq)]
pub struct RunSummary {
    /// Why it ended.
    pub status: Status,
    /// Rounds done.
    pub iterations: usize,
    /// Objective of the last LP: over the columns found, at an optimal vertex unless a limit was reached.
    pub objective: f64,
    /// The best proven lower bound over all rules.
    pub lower_bound: Option<f64>,
    /// Search nodes of all pricers.
    pub nodes: u64,
    /// Time in the LP.
    pub lp: Duration,
    /// Time in the pricers.
    pub pricing: Duration,
    /// Time in all.
    pub total: Duration,
}

/// Column generation: solves the master, asks the pricers, adds what they find, until nothing
/// improves or a limit is reached.
///
/// `stages` are pricers from cheap to exact. A round asks the first, and goes on to the next only
/// when no column came of it. When all are dry at a loose solution of the LP, the LP is solved more
/// finely; when they are dry at an optimal vertex, the run ends. It is [`Status::Optimal`] only if
/// the bound of an exact stage proves it.
///
/// # Errors
/// A failing solver, or a pricer caught in a false claim.
pub fn run(
    master: &mut dyn Master,
    stages: &mut [Box<dyn Pricer>],
    settings: &RunSettings,
    observer: &mut dyn Observer,
) -> Result<RunSummary, DriverError> {
    if stages.is_empty() {
        return Err(DriverError::NoStage);
    }
    Run::new(master, settings).run(stages, observer)
}

/// The state of a run.
struct Run<'a> {
    master: &'a mut dyn Master,
    settings: &'a RunSettings,
    start: Instant,
    tolerance: f64,
    /// Whether the last LP was solved to a vertex, and no column has come since.
    at_vertex: bool,
    summary: RunSummary,
}

/// What the stages of one round came to.
#[derive(Default)]
struct Pricing {
    pricer: String,
    added: usize,
    best_gain: Option<f64>,
    proved: bool,
    nodes: u64,
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
        Run { master, settings, start: Instant::now(), tolerance: settings.tolerance, at_vertex: false, summary }
    }

    fn run(mut self, stages: &mut [Box<dyn Pricer>], observer: &mut dyn Observer) -> Result<RunSummary, DriverError> {
        self.summary.status = loop {
            if let Some(status) = self.settings.limits.reached() {
                break status;
            }
            if self.settings.max_iterations.is_some_and(|most| self.summary.iterations >= most) {
                break Status::IterationLimit;
            }
            let lp = self.summary.lp;
            self.solve(self.tolerance, &self.settings.limits)?;
            let lp = self.summary.lp - lp;
            let round = self.price(stages, lp)?;
            self.summary.iterations += 1;
            observer.round(&round);
            if let Some(status) = self.proved() {
                break status;
            }
            if round.added == 0 && !self.refine() {
                break self.settings.limits.reached().unwrap_or(Status::NoColumn);
            }
            self.follow_gap();
        };
        self.finish()?;
        self.summary.total = self.start.elapsed();
        Ok(self.summary)
    }

    /// The last LP, unless it is solved already, and what it says about how the run ended.
    fn finish(&mut self) -> Result<(), DriverError> {
        if self.at_vertex {
            return Ok(());
        }
        let limits = &self.settings.limits;
        if limits.reached().is_none() {
            let converged = self.solve(0.0, limits)?;
            // The exact vertex may be a little better than the loose solution that ended the run, and by rounding a little
            // worse: what was proved of the one need not be of the other.
            let limit = limits.reached().filter(|_| !converged);
            let before = match self.summary.status {
                Status::Optimal | Status::Gap => Status::NoColumn,
                status => status,
            };
            self.summary.status = self.proved().or(limit).unwrap_or(before);
        } else if self.summary.iterations == 0 {
            // Nothing was solved: without time, the master says what it has, so that there is an objective.
            self.solve(0.0, &limits.until(Some(Instant::now())))?;
        }
        Ok(())
    }

    /// Solves the LP; whether the tolerance was reached.
    fn solve(&mut self, tolerance: f64, limits: &Limits) -> Result<bool, DriverError> {
        let start = Instant::now();
        let solution = self.master.solve(tolerance, limits)?;
        self.summary.lp += start.elapsed();
        self.summary.objective = solution.objective;
        self.at_vertex = tolerance == 0.0 && solution.converged;
        Ok(solution.converged)
    }

    /// Asks the stages in turn, until one has columns for the master.
    fn price(&mut self, stages: &mut [Box<dyn Pricer>], lp: Duration) -> Result<Round, DriverError> {
        let (start, columns) = (Instant::now(), self.master.columns());
        let mut pricing = Pricing::default();
        for share in shares(self.settings.smoothing) {
            // Without a centre there is one point to price at.
            if self.master.smooth(share) || share == 0.0 {
                self.ask(stages, &mut pricing)?;
            }
            if pricing.added > 0 || self.settings.limits.reached().is_some() {
                break;
            }
        }
        let time = start.elapsed();
        self.summary.pricing += time;
        self.summary.nodes += pricing.nodes;
        Ok(Round {
            iteration: self.summary.iterations + 1,
            pricer: pricing.pricer,
            objective: self.summary.objective,
            lower_bound: self.summary.lower_bound,
            columns,
            added: pricing.added,
            best_gain: pricing.best_gain,
            proved: pricing.proved,
            tolerance: self.tolerance,
            nodes: pricing.nodes,
            lp,
            pricing: time,
            elapsed: self.start.elapsed(),
        })
    }

    /// Asks the stages in turn at the point chosen, until one has columns for the master.
    fn ask(&mut self, stages: &mut [Box<dyn Pricer>], pricing: &mut Pricing) -> Result<(), DriverError> {
        let problems = self.master.pricing_problems();
        for stage in stages {
            pricing.pricer = stage.name().to_string();
            let outcome = stage.price(&problems, &self.settings.limits)?;
            check(&pricing.pricer, &problems, &outcome)?;
            pricing.nodes += outcome.nodes;
            pricing.proved = is_best(&problems, &outcome);
            pricing.best_gain = outcome.candidates.iter().map(|c| c.gain).chain(pricing.best_gain).reduce(f64::max);
            self.take_bound(&pricing.pricer, &outcome)?;
            pricing.added = self.master.add(&outcome.candidates)?.new;
            self.at_vertex &= pricing.added == 0;
            if pricing.added > 0 || self.settings.limits.reached().is_some() {
                break;
            }
        }
        Ok(())
    }

    /// Keeps the best bound: one needs a proof for every problem. Its point is the new centre.
    fn take_bound(&mut self, name: &str, outcome: &PricingOutcome) -> Result<(), DriverError> {
        let gains: Option<Vec<f64>> = outcome.bounds.iter().copied().collect();
        if let Some(bound) = gains.and_then(|gains| self.master.lower_bound(&gains)) {
            let objective = self.summary.objective;
            // Phrased as acceptance, so that NaN fails.
            let possible = bound <= objective + ROUNDING * objective.abs().max(1.0);
            if !possible {
                return Err(DriverError::ImpossibleBound { name: name.into(), bound, objective });
            }
            if self.summary.lower_bound.is_none_or(|best| bound > best) {
                self.summary.lower_bound = Some(bound);
                self.master.centre();
            }
        }
        Ok(())
    }

    /// The proof that the run may end, if there is one.
    fn proved(&self) -> Option<Status> {
        let (objective, bound) = (self.summary.objective, self.summary.lower_bound?);
        let gap = objective - bound;
        if gap <= OPTIMAL_GAP * objective.abs().max(SMALL_OBJECTIVE) {
            Some(Status::Optimal)
        } else {
            (gap <= self.settings.gap * objective.abs()).then_some(Status::Gap)
        }
    }

    /// Solves more finely from now on; false if the LP was solved exactly already.
    fn refine(&mut self) -> bool {
        let exact = self.tolerance == 0.0;
        self.tolerance = finest(self.tolerance / 100.0);
        !exact
    }

    /// Keeps the error of the LP well below the gap that is still to be closed.
    fn follow_gap(&mut self) {
        if let Some(bound) = self.summary.lower_bound {
            let gap = (self.summary.objective - bound) / self.summary.objective.abs().max(f64::MIN_POSITIVE);
            self.tolerance = self.tolerance.min(finest(0.1 * gap));
        }
    }
}

/// Where a round prices, as parts of the way from the duals to the centre: nearer to the duals after each
/// point at which no column came, at last at the duals themselves. There nothing found means that nothing is.
fn shares(first: f64) -> impl Iterator<Item = f64> {
    [first, first / 2.0].into_iter().filter(|share| *share > 0.0).chain([0.0])
}

/// The tolerance itself, or 0 where a vertex is as cheap.
fn finest(tolerance: f64) -> f64 {
    // Phrased as acceptance, so that NaN does not go on for ever.
    if tolerance >= FINEST { tolerance } else { 0.0 }
}

/// Whether the outcome proves of every problem that no rule gains more than the best found, or than nothing.
fn is_best(problems: &[PricingProblem], outcome: &PricingOutcome) -> bool {
    problems.iter().zip(&outcome.bounds).all(|(problem, bound)| {
        let gains = outcome.candidates.iter().filter(|c| c.class == problem.class).map(|c| c.gain);
        let best = gains.fold(problem.threshold, f64::max);
        bound.is_some_and(|bound| bound <= best + ROUNDING * best.max(1.0))
    })
}

/// Distrusts a pricer: bounds for every problem asked, none below what it found itself, and no rule that
/// was not asked for.
fn check(name: &str, problems: &[PricingProblem], outcome: &PricingOutcome) -> Result<(), DriverError> {
    if outcome.bounds.len() != problems.len() {
        let (found, asked) = (outcome.bounds.len(), problems.len());
        return Err(DriverError::WrongShape { name: name.into(), found, asked });
    }
    for candidate in &outcome.candidates {
        let (class, length) = (candidate.class, candidate.rule.len());
        if !problems.iter().any(|p| p.class == class && p.admits_length(length)) {
            return Err(DriverError::NotAsked { name: name.into(), class, length });
        }
    }
    for (problem, bound) in problems.iter().zip(&outcome.bounds) {
        let gains = outcome.candidates.iter().filter(|c| c.class == problem.class).map(|c| c.gain);
        // Without candidates any number can be a bound, a negative one too.
        let found = gains.reduce(f64::max).unwrap_or(f64::NEG_INFINITY);
        match bound {
            // Phrased as acceptance, so that NaN fails.
            Some(bound) if found <= *bound || found - bound <= ROUNDING * found.abs().max(1.0) => {}
            Some(bound) => return Err(DriverError::FalseBound { name: name.into(), found, bound: *bound }),
            None => {}
        }
    }
    Ok(())
}
