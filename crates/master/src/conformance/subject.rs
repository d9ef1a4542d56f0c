//! A master under test, with all rules over its samples.

use super::violation::Breach;
use rulegen_binarize::{Samples, conformance};
use rulegen_driver::{Candidate, Master, PricingProblem};
use rulegen_limits::Limits;
use rulegen_rule::Rule;
use std::time::{Duration, Instant};

/// The time that a solve may take over a dozen samples.
const PATIENCE: Duration = Duration::from_secs(20);

/// A master, the samples that it was made over, and all rules.
pub(super) struct Subject<'a> {
    pub(super) samples: &'a Samples,
    pub(super) master: Box<dyn Master>,
    /// Every rule, with the samples that it covers.
    rules: Vec<(Rule, Vec<usize>)>,
    /// The tags of the first round.
    tags: Option<Vec<u32>>,
}

impl<'a> Subject<'a> {
    pub(super) fn new(samples: &'a Samples, master: Box<dyn Master>) -> Self {
        let covered = |cover: u64| (0..samples.len()).filter(|i| cover >> i & 1 == 1).collect();
        let rules = conformance::all_rules(samples).into_iter().map(|(rule, cover)| (rule, covered(cover))).collect();
        Subject { samples, master, rules, tags: None }
    }

    /// Solves to this tolerance. Returns the objective.
    pub(super) fn solve(&mut self, tolerance: f64) -> Result<f64, Breach> {
        let limits = Limits::default().until(Some(Instant::now() + PATIENCE));
        let solution = super::solve(&mut *self.master, tolerance, &limits).map_err(Breach::Failed)?;
        if !solution.converged {
            return Err(Breach::NotConverged { tolerance });
        }
        finite(solution.objective)
    }

    /// Solves with no time left. Returns the objective.
    pub(super) fn solve_stopped(&mut self) -> Result<f64, Breach> {
        let limits = Limits::default();
        limits.stop.raise();
        finite(self.master.solve(0.0, &limits).map_err(Breach::Failed)?.objective)
    }

    /// Returns the problems at the last solve, after checking them.
    pub(super) fn problems(&mut self) -> Result<Vec<PricingProblem>, Breach> {
        let problems = self.master.pricing_problems();
        problems.iter().try_for_each(|problem| problem.check(self.samples.len())).map_err(Breach::BadProblem)?;
        let tags: Vec<u32> = problems.iter().map(|problem| problem.tag).collect();
        let distinct = (1..tags.len()).all(|at| !tags[..at].contains(&tags[at]));
        if !distinct || *self.tags.get_or_insert_with(|| tags.clone()) != tags {
            return Err(Breach::BadTags { tags });
        }
        Ok(problems)
    }

    /// Returns every rule that the problem admits, with its true gain, the best first.
    fn answers(&self, problem: &PricingProblem) -> Vec<Candidate> {
        let rows = |cover: &[usize]| cover.iter().map(|&i| self.samples.counts[i]).sum();
        let admits = |(rule, cover): &&(Rule, Vec<usize>)| {
            problem.admits_length(rule.len()) && problem.admits_cover(rows(cover))
        };
        let admitted = self.rules.iter().filter(admits);
        let candidate = |(rule, cover): &(Rule, Vec<usize>)| {
            let gain = problem.gain(cover.iter().copied(), rule.len());
            Candidate { tag: problem.tag, rule: rule.clone(), gain }
        };
        let mut answers: Vec<Candidate> = admitted.map(candidate).collect();
        answers.sort_by(Candidate::best_first);
        answers
    }

    /// Returns every rule that some problem admits, with its true gain.
    pub(super) fn candidates(&self, problems: &[PricingProblem]) -> Vec<Candidate> {
        problems.iter().flat_map(|problem| self.answers(problem)).collect()
    }

    /// Returns the candidates above the thresholds of their problems.
    pub(super) fn improving(&self, problems: &[PricingProblem]) -> Vec<Candidate> {
        let improving = |problem: &PricingProblem| {
            let mut answers = self.answers(problem);
            answers.retain(|candidate| candidate.gain > problem.threshold);
            answers
        };
        problems.iter().flat_map(improving).collect()
    }

    /// Returns the best gain over all rules in each problem.
    pub(super) fn best_gains(&self, problems: &[PricingProblem]) -> Vec<f64> {
        let best = |problem| self.answers(problem).first().map_or(f64::NEG_INFINITY, |best| best.gain);
        problems.iter().map(best).collect()
    }
}

/// Checks that an objective is finite.
fn finite(objective: f64) -> Result<f64, Breach> {
    if objective.is_finite() { Ok(objective) } else { Err(Breach::BadObjective { objective }) }
}
