//! Pricing by integer programming, as in the papers.

mod program;
mod settings;

pub use settings::{BilpSettings, BilpSolver};

use crate::PricingError;
use crate::check::check_problems;
use program::Program;
use rulegen_binarize::Samples;
use rulegen_driver::{Candidate, DriverError, Pricer, PricingOutcome, PricingProblem};
use rulegen_limits::Limits;
use rulegen_lp::{LpError, LpStatus, MipOptions, MipSolution, MipSolver};
use rulegen_rule::Rule;
use std::collections::HashSet;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// The integer program of RUG (7) and CG (6)-(10), over CBC or HiGHS.
///
/// With `z_l` for each literal and `d_i` for each sample of nonzero gain, and `V_i` the literals
/// that sample i violates,
///
/// ```text
/// max   sum_i g_i d_i - fixed - per_literal * sum_l z_l
/// s.t.  d_i + sum_{l in V_i} z_l >= 1      where g_i < 0
///       d_i + z_l <= 1   for l in V_i      where g_i > 0
///       1 <= sum_l z_l <= max_length,   z binary,   0 <= d <= 1
/// ```
///
/// A least cover adds `d_i + z_l <= 1` for `l in V_i` for all samples, even those without gain, and
/// with `r_i` rows in sample i
///
/// ```text
///       sum_i r_i d_i >= min_cover
/// ```
///
/// Samples of equal codes share one `d` with their net gain; the sign of that gain decides which
/// rows they have.
///
/// # Answers
/// Solutions are priced anew as canonical rules over all samples, so their gains are true whatever
/// the solver's tolerances. HiGHS reports every improving solution of its search, CBC's interface
/// only the last and best.
///
/// The bound is the solver's own: the gain that it proves no solution to exceed, plus `1e-8` times
/// the largest gain of a sample for the solver's tolerances. (The objective is scaled so that 1e-5,
/// by which CBC lets a new solution be better, is worth a quarter of that.) There is no bound when
/// the solver was stopped before it had one. A solver works in floating point and proves no more
/// than that.
///
/// # Time
/// Problems are solved one after the other, each on one thread, so that results are reproducible
/// unless the clock ends a search. On the stop flag, or half a second after its time is over, CBC
/// is ended without an answer; it works in a child process. HiGHS looks at the flag between linear
/// programs. If it is late it is left to end by itself, on a thread of its own. CBC is not safe for
/// threads, but its processes are.
#[derive(Debug)]
pub struct Bilp {
    samples: Arc<Samples>,
    /// The samples without labels: samples of equal codes are merged.
    merged: Samples,
    settings: BilpSettings,
    name: &'static str,
    solver: Box<dyn MipSolver>,
}

/// The answer to one problem.
struct Answer {
    candidates: Vec<Candidate>,
    bound: Option<f64>,
    nodes: u64,
}

/// The margin added to a bound for the solver's tolerances, in units of the largest gain.
const MARGIN: f64 = 1e-8;

impl Bilp {
    /// Makes a pricer over `samples`.
    ///
    /// # Errors
    /// [`PricingError::NotBuilt`] where the solver's feature is off, [`PricingError::InvalidGap`].
    pub fn new(samples: Arc<Samples>, solver: BilpSolver, settings: BilpSettings) -> Result<Self, PricingError> {
        let gap = settings.gap;
        if !(0.0..1.0).contains(&gap) {
            return Err(PricingError::InvalidGap(gap));
        }
        let merged = samples.without_labels();
        Ok(Bilp { samples, merged, settings, name: solver.pricer_name(), solver: solver.built()? })
    }

    fn solve(&self, problem: &PricingProblem, limits: &Limits) -> Result<Answer, PricingError> {
        let nothing = |bound| Ok(Answer { candidates: Vec::new(), bound, nodes: 0 });
        let mut gains = vec![0.0; self.merged.len()];
        for (gain, sample) in problem.gains.iter().zip(self.merged.sample_of_row()) {
            gains[sample.expect("every sample weighs 1") as usize] += gain;
        }
        let positive: f64 = gains.iter().filter(|&&g| g > 0.0).sum();
        let largest = gains.iter().fold(0.0f64, |largest, g| largest.max(g.abs()));
        let margin = MARGIN * largest;
        let trivial = positive - problem.cost(1) + margin;
        if self.merged.schema.literals().is_empty() {
            // There are no rules at all, so any number is a bound.
            return nothing(Some(problem.threshold));
        }
        if trivial <= problem.threshold {
            return nothing(Some(trivial));
        }
        if limits.reached().is_some() {
            return nothing(None);
        }
        let failed = |source: LpError| PricingError::Solver { pricer: self.name, source };
        let program = Program::new(&self.merged, &gains, problem).map_err(failed)?;
        let options = MipOptions {
            relative_gap: self.settings.gap,
            node_limit: self.settings.node_limit,
            limits: limits.clone(),
            ..MipOptions::default()
        };
        let answer = self.solver.solve(&program.mip, &options).map_err(failed)?;
        if answer.status == LpStatus::Infeasible {
            // No rule covers enough rows.
            return nothing(Some(problem.threshold));
        }
        let candidates = self.candidates(problem, &program, &answer);
        let found = candidates.first().map_or(f64::NEG_INFINITY, |c| c.gain);
        // The bound of the solver allows for the gap.
        let bound = answer.bound.map(|bound| (program.gain(bound) - problem.fixed + margin).max(found).min(trivial));
        Ok(Answer { candidates, bound, nodes: answer.nodes })
    }

    /// Returns the wanted rules among the solutions, each once.
    fn candidates(&self, problem: &PricingProblem, program: &Program, answer: &MipSolution) -> Vec<Candidate> {
        let mut seen = HashSet::new();
        let candidate = |solution: &Vec<f64>| {
            let rule: Rule = program.rule(solution);
            if !problem.admits_length(rule.len()) || !seen.insert(rule.clone()) {
                return None;
            }
            let cover = self.samples.cover(&rule);
            let gain = problem.gain(cover.iter(), rule.len());
            let wanted = gain > problem.threshold && problem.admits_cover(self.samples.rows_of(&cover));
            wanted.then_some(Candidate { tag: problem.tag, rule, gain })
        };
        let mut candidates: Vec<Candidate> = answer.points.iter().map(|s| &s.values).filter_map(candidate).collect();
        candidates.sort_unstable_by(Candidate::best_first);
        candidates
    }
}

impl Pricer for Bilp {
    fn name(&self) -> &str {
        self.name
    }

    fn may_prove(&self) -> bool {
        true
    }

    fn price(&mut self, problems: &[PricingProblem], limits: &Limits) -> Result<PricingOutcome, DriverError> {
        check_problems(problems, self.samples.len())?;
        let limits = limits.until(self.settings.time_limit.and_then(|time| Instant::now().checked_add(time)));
        let mut outcome = PricingOutcome::default();
        for (at, problem) in problems.iter().enumerate() {
            // The remaining time is shared equally, so that one hard problem does not starve the
            // others.
            let share = |deadline: Instant| {
                let left: Duration = deadline.saturating_duration_since(Instant::now());
                Instant::now() + left / (problems.len() - at) as u32
            };
            let solved = self
                .solve(problem, &limits.until(limits.deadline.map(share)))
                .map_err(|error| DriverError::Pricer { name: self.name().into(), source: Box::new(error) })?;
            outcome.candidates.extend(solved.candidates);
            outcome.bounds.push(solved.bound);
            outcome.nodes += solved.nodes;
        }
        outcome.candidates.sort_unstable_by(Candidate::best_first);
        Ok(outcome)
    }
}

#[cfg(all(test, any(feature = "cbc", feature = "highs")))]
mod stopped;
#[cfg(test)]
mod tests;
