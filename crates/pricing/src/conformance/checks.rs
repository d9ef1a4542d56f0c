//! Checks of a pricer's answer.

use super::instances::Instance;
use super::promise::Promise;
use super::reference::{Cover, best_rule};
use super::violation::Breach;
use rulegen_driver::{Candidate, DriverError, Pricer, PricingOutcome, PricingProblem};
use rulegen_limits::Limits;
use std::collections::HashSet;

/// The most that a stated gain may differ from the true one, relative to the sum of the gains'
/// absolute values or to 1. It allows for rounding of a sum over a few hundred samples.
const GAIN_ERROR: f64 = 1e-12;

/// Asks `pricer` about the instance, checks the answer, and returns it.
pub(super) fn check_answer(
    instance: &Instance,
    pricer: &mut dyn Pricer,
    promise: Promise,
) -> Result<PricingOutcome, Breach> {
    let outcome = pricer.price(&instance.problems, &Limits::default()).map_err(Breach::Failed)?;
    check_honest(instance, &outcome)?;
    if let Promise::Exact { tolerance } = promise {
        check_exact(instance, &outcome, tolerance)?;
    }
    Ok(outcome)
}

/// Checks that an answer says nothing false. There must be one entry of `bounds` for each problem.
/// Candidates must be sorted, different, of admitted literals, length and cover, above the
/// threshold, and of the gain that they state. No rule may be above a bound.
///
/// # Errors
/// The first claim that is false.
pub fn check_honest(instance: &Instance, outcome: &PricingOutcome) -> Result<(), Breach> {
    let Instance { samples, problems } = instance;
    if outcome.bounds.len() != problems.len() {
        return Err(Breach::WrongShape { found: outcome.bounds.len(), asked: problems.len() });
    }
    if !outcome.candidates.is_sorted_by(|a, b| Candidate::best_first(a, b).is_le()) {
        return Err(Breach::Unsorted);
    }
    let mut seen = HashSet::new();
    for candidate in &outcome.candidates {
        let Candidate { tag, rule, gain: stated } = candidate.clone();
        if !seen.insert((tag, rule.clone())) {
            return Err(Breach::Twice(candidate.clone()));
        }
        let problem = problems.iter().find(|p| p.tag == tag && p.admits_length(rule.len()));
        let Some(problem) = problem else { return Err(Breach::NotAsked(candidate.clone())) };
        if !samples.schema.offers(&rule) {
            return Err(Breach::NotOffered(candidate.clone()));
        }
        let cover = Cover::of(samples, &rule);
        if !problem.admits_cover(cover.rows(samples)) {
            return Err(Breach::TooFewRows(candidate.clone()));
        }
        let actual = cover.gain(problem, rule.len());
        let size: f64 = problem.gains.iter().map(|gain| gain.abs()).sum();
        // Phrased as acceptance, so that NaN fails.
        let is_true = (stated - actual).abs() <= GAIN_ERROR * size.max(1.0);
        if !is_true {
            return Err(Breach::FalseGain { candidate: candidate.clone(), actual });
        }
        if stated <= problem.threshold {
            return Err(Breach::Unwanted(candidate.clone()));
        }
    }
    for (problem, bound) in problems.iter().zip(&outcome.bounds) {
        let Some(bound) = *bound else { continue };
        if let Some(best) = best_rule(samples, problem) {
            let holds = best.gain <= bound;
            if !holds {
                return Err(Breach::FalseBound { bound, best });
            }
        }
    }
    Ok(())
}

/// Checks that an answer has a best rule of every problem that has one above the threshold, and
/// proves it.
fn check_exact(instance: &Instance, outcome: &PricingOutcome, tolerance: f64) -> Result<(), Breach> {
    for (problem, bound) in instance.problems.iter().zip(&outcome.bounds) {
        let wanted = best_rule(&instance.samples, problem).filter(|best| best.gain > problem.threshold);
        let Some(bound) = *bound else { return Err(Breach::NoBound { tag: problem.tag }) };
        let best = wanted.as_ref().map_or(problem.threshold, |best| best.gain);
        // Phrased as acceptance, so that NaN fails.
        let proves = bound <= best + wanted.as_ref().map_or(0.0, |_| tolerance);
        if !proves {
            return Err(Breach::WeakBound { tag: problem.tag, bound, best });
        }
        if let Some(best) = &wanted {
            check_found(problem, best, outcome, tolerance)?;
        }
    }
    Ok(())
}

fn check_found(
    problem: &PricingProblem,
    best: &Candidate,
    outcome: &PricingOutcome,
    tolerance: f64,
) -> Result<(), Breach> {
    let found = outcome.best_gain(problem.tag);
    match found.is_some_and(|found| found >= best.gain - tolerance) {
        true => Ok(()),
        false => Err(Breach::NotBest { found, best: best.clone() }),
    }
}

/// Checks that problems which nobody can solve are refused. A NaN among the gains would make every
/// comparison of a search false, and so its proof.
pub(super) fn check_refusals(instance: &Instance, pricer: &mut dyn Pricer) -> Result<(), Breach> {
    let good = &instance.problems[0];
    let gain = |value: f64| {
        let mut problem = good.clone();
        problem.gains[0] = value;
        problem
    };
    let numbers = [
        ("a gain of NaN", gain(f64::NAN)),
        ("an infinite gain", gain(f64::INFINITY)),
        ("a gain of minus infinity", gain(f64::NEG_INFINITY)),
        ("a negative fixed cost", PricingProblem { fixed: -1.0, ..good.clone() }),
        ("a fixed cost of NaN", PricingProblem { fixed: f64::NAN, ..good.clone() }),
        ("a negative cost of a literal", PricingProblem { per_literal: -0.5, ..good.clone() }),
        ("an infinite cost of a literal", PricingProblem { per_literal: f64::INFINITY, ..good.clone() }),
        ("a threshold of NaN", PricingProblem { threshold: f64::NAN, ..good.clone() }),
        ("a length limit of 0", PricingProblem { max_length: Some(0), ..good.clone() }),
    ];
    let mut more = good.clone();
    more.gains.push(1.0);
    let mut fewer = good.clone();
    fewer.gains.pop();
    let lengths = [("too many gains", more), ("too few gains", fewer)];
    for (what, problem) in numbers {
        refuses(what, pricer, problem, good, |error| matches!(error, DriverError::BadProblem { .. }))?;
    }
    for (what, problem) in lengths {
        refuses(what, pricer, problem, good, |error| matches!(error, DriverError::WrongSamples { .. }))?;
    }
    Ok(())
}

/// Checks that `pricer` refuses `bad`, alone and behind a good problem.
fn refuses(
    what: &'static str,
    pricer: &mut dyn Pricer,
    bad: PricingProblem,
    good: &PricingProblem,
    expected: impl Fn(&DriverError) -> bool,
) -> Result<(), Breach> {
    let bad = PricingProblem { tag: good.tag + 1, ..bad };
    for problems in [vec![bad.clone()], vec![good.clone(), bad]] {
        match pricer.price(&problems, &Limits::default()) {
            Err(error) if expected(&error) => {}
            Err(error) => return Err(Breach::WrongError { what, error }),
            Ok(_) => return Err(Breach::Accepted { what }),
        }
    }
    Ok(())
}
