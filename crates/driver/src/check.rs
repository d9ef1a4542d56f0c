//! What the driver does not take on trust.

use crate::{Added, DriverError, PricingOutcome, PricingProblem};
use rulegen_rule::ROUNDING;

/// Checks the problems of a round: each of them, as many samples in all, every tag once, and the tags of the first round.
pub(crate) fn check_problems(problems: &[PricingProblem], first: &mut Option<Vec<u32>>) -> Result<(), DriverError> {
    let samples = problems.first().map_or(0, |problem| problem.gains.len());
    for (place, problem) in problems.iter().enumerate() {
        problem.check(samples)?;
        if problems[..place].iter().any(|before| before.tag == problem.tag) {
            return Err(DriverError::DuplicateTag { tag: problem.tag });
        }
    }
    let tags: Vec<u32> = problems.iter().map(|problem| problem.tag).collect();
    let first = first.get_or_insert_with(|| tags.clone());
    if *first == tags { Ok(()) } else { Err(DriverError::OtherTags { first: first.clone(), found: tags }) }
}

/// Checks that a master has as many new columns as it says, and no more than it was offered.
pub(crate) fn check_added(added: Added, offered: usize, before: usize, after: usize) -> Result<(), DriverError> {
    let is_so = added.new <= offered && after == before + added.new;
    if is_so { Ok(()) } else { Err(DriverError::Miscounted { said: added.new, offered, before, after }) }
}

/// Checks a lower bound against the objective of a solution; `name` is the pricer whose bounds it follows from.
pub(crate) fn check_bound(name: &str, bound: f64, objective: f64) -> Result<(), DriverError> {
    // Phrased as acceptance, so that NaN fails.
    let possible = bound <= objective + ROUNDING * objective.abs().max(1.0);
    if possible { Ok(()) } else { Err(DriverError::ImpossibleBound { name: name.into(), bound, objective }) }
}

/// Checks an answer: a bound for every problem asked, none below what was found, and no rule that was not
/// asked for. Whether gains are true is for the master to say, which knows what rules cover. [`run`](crate::run) checks every
/// answer; a pricer that asks others may check theirs.
///
/// # Errors
/// What is wrong with it.
pub fn check_outcome(problems: &[PricingProblem], outcome: &PricingOutcome) -> Result<(), DriverError> {
    if outcome.bounds.len() != problems.len() {
        return Err(DriverError::WrongShape { found: outcome.bounds.len(), asked: problems.len() });
    }
    for candidate in &outcome.candidates {
        let (tag, length) = (candidate.tag, candidate.rule.len());
        if !problems.iter().any(|p| p.tag == tag && p.admits_length(length)) {
            return Err(DriverError::NotAsked { tag, length });
        }
    }
    for (problem, bound) in problems.iter().zip(&outcome.bounds) {
        // Without candidates any number can be a bound, a negative one too.
        let found = outcome.best_gain(problem.tag).unwrap_or(f64::NEG_INFINITY);
        match bound {
            // Phrased as acceptance, so that NaN fails.
            Some(bound) if found <= *bound || found - bound <= ROUNDING * found.abs().max(1.0) => {}
            Some(bound) => return Err(DriverError::FalseBound { found, bound: *bound }),
            None => {}
        }
    }
    Ok(())
}

/// Whether the outcome proves of every problem that no rule gains more than the best found, or than nothing.
pub(crate) fn proves_best(problems: &[PricingProblem], outcome: &PricingOutcome) -> bool {
    problems.iter().zip(&outcome.bounds).all(|(problem, bound)| {
        let best = outcome.best_gain(problem.tag).map_or(problem.threshold, |gain| gain.max(problem.threshold));
        bound.is_some_and(|bound| bound <= best + ROUNDING * best.max(1.0))
    })
}
