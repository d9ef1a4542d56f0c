//! Rules as candidates.

use rulegen_binarize::Samples;
use rulegen_driver::{Candidate, PricingProblem};
use rulegen_rule::{RowSet, Rule};

/// Returns the candidate of a rule with its true gain, and the samples that it covers, if the gain
/// is above `above` and the rule covers any sample, and enough rows.
pub(crate) fn candidate_above(
    samples: &Samples,
    problem: &PricingProblem,
    rule: Rule,
    above: f64,
) -> Option<(RowSet, Candidate)> {
    let cover = samples.cover(&rule);
    candidate_that_covers(&cover, samples, problem, rule, above).map(|candidate| (cover, candidate))
}

/// Returns the candidate of a rule that covers these samples, as [`candidate_above`] does.
pub(crate) fn candidate_that_covers(
    cover: &RowSet,
    samples: &Samples,
    problem: &PricingProblem,
    rule: Rule,
    above: f64,
) -> Option<Candidate> {
    let gain = problem.gain(cover.iter(), rule.len());
    let wanted = gain > above && cover.count() > 0 && problem.admits_cover(samples.rows_of(cover));
    wanted.then_some(Candidate { tag: problem.tag, rule, gain })
}
