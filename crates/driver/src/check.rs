//! Checks of the answers of masters and pricers.

use crate::{AddCounts, DriverError, PricingOutcome, PricingProblem};
use rulegen_rule::ROUNDING;

/// Checks that a setting is at least 0 and below 1. Phrased as acceptance, so that NaN fails.
pub(crate) fn check_share(name: &'static str, value: f64) -> Result<(), DriverError> {
    match (0.0..1.0).contains(&value) {
        true => Ok(()),
        false => Err(DriverError::Setting { name, range: "at least 0 and below 1", value }),
    }
}

/// Checks the problems of a round. Each must be valid over the same number of samples, tags must
/// differ, and they must be the tags of the first round in the same order.
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
pub(crate) fn check_added(added: AddCounts, offered: usize, before: usize, after: usize) -> Result<(), DriverError> {
    let is_so = added.new <= offered && after == before + added.new;
    if is_so { Ok(()) } else { Err(DriverError::Miscounted { said: added.new, offered, before, after }) }
}

/// Checks a lower bound against the objective of a solution. `name` is the pricer from whose bounds
/// it follows.
pub(crate) fn check_bound(name: &str, bound: f64, objective: f64) -> Result<(), DriverError> {
    // Phrased as acceptance, so that NaN fails.
    let possible = bound <= objective + ROUNDING * objective.abs().max(1.0);
    if possible { Ok(()) } else { Err(DriverError::ImpossibleBound { name: name.into(), bound, objective }) }
}

/// Checks a pricer's answer: it has a bound for every problem, no bound lies below a gain that was
/// found, and every rule answers a problem that was asked. True gains are checked by the master,
/// which knows the rows that rules cover. [`run`](crate::run) checks every answer; a pricer that
/// asks others may check theirs.
///
/// # Errors
/// The first claim that is wrong.
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
        // Where nothing was found any number can be a bound, even a negative one.
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

/// True if the outcome proves for every problem that no rule gains more than the best rule found
/// or, where none was found, more than the threshold.
pub(crate) fn proves_best(problems: &[PricingProblem], outcome: &PricingOutcome) -> bool {
    problems.iter().zip(&outcome.bounds).all(|(problem, bound)| {
        let best = outcome.best_gain(problem.tag).map_or(problem.threshold, |gain| gain.max(problem.threshold));
        bound.is_some_and(|bound| bound <= best + ROUNDING * best.max(1.0))
    })
}
