//! Proofs over all rules of at most some length, at the duals of a solution.

use crate::FitError;
use crate::parameters::Parameters;
use crate::pricers::{Stages, gain_bounds, set_length};
use crate::ratio::Ratio;
use crate::training::{Training, lengths_beside};
use rulegen_limits::Limits;
use rulegen_master::RuleMaster;
use rulegen_rule::Scope;
use std::collections::BTreeMap;

/// Bounds that exact pricing at the duals of a solution proves.
#[derive(Clone, Debug, Default)]
pub(crate) struct Proofs {
    /// The bound on the objective of any number of rules.
    pub(crate) lower_bound: Option<f64>,
    /// Such bounds over short rules, in ascending order of their length.
    pub(crate) scopes: Vec<Scope>,
    /// An upper bound on the decrease of the training objective per unit of a further rule's
    /// weight: the objective is convex in that weight, and its slope at 0 is minus the rule's gain
    /// (docs/MATH.md 11).
    pub(crate) further_gain: Option<f64>,
}

impl Proofs {
    /// Proves bounds over short rules as far as they cost next to nothing, and over all rules of at
    /// most `longest` conditions, if a pricer of the parameters is exact and proves one in time.
    ///
    /// # Errors
    /// A failing pricer.
    pub(crate) fn of(
        p: &Parameters,
        training: &Training<'_>,
        master: &dyn RuleMaster,
        longest: Option<usize>,
        limits: &Limits,
    ) -> Result<Self, FitError> {
        let (scopes, ratio) = short_scopes(p, training, master, longest, limits)?;
        let unproved = Proofs { scopes, ..Proofs::default() };
        if limits.reached().is_some() {
            return Ok(unproved);
        }
        let p = Parameters { max_length: longest, ..p.clone() };
        let mut exact = training.names_of_stages(&p);
        exact.retain(|name| p.registry.pricers.may_prove(name));
        let Stages { mut pricers, .. } = training.named(exact, &p)?;
        let mut problems = master.pricing_problems();
        set_length(&mut problems, longest);
        let best = gain_bounds(&mut pricers, &problems, limits)?;
        // A negative gain means that no rule gains.
        let gain = best.iter().copied().fold(0.0, f64::max);
        if !gain.is_finite() {
            return Ok(unproved);
        }
        let lower_bound = ratio.of_longer(&problems, &best).bound(master, &problems);
        Ok(Proofs { lower_bound, further_gain: Some(gain), ..unproved })
    }

    /// Returns these with the bounds of another solution of the problem if those are higher.
    pub(crate) fn or_bounds_of(self, other: Proofs) -> Proofs {
        match other.lower_bound > self.lower_bound {
            true => Proofs { further_gain: self.further_gain, ..other },
            false => self,
        }
    }

    /// Returns the best bounds of two solutions of one problem, without the gain of a further rule,
    /// which belongs to one of them.
    pub(crate) fn best(self, other: Proofs) -> Proofs {
        let mut scopes: BTreeMap<usize, f64> = BTreeMap::new();
        for Scope { max_length, lower_bound } in self.scopes.into_iter().chain(other.scopes) {
            let best = scopes.entry(max_length).or_insert(lower_bound);
            *best = best.max(lower_bound);
        }
        let lower_bound = self.lower_bound.into_iter().chain(other.lower_bound).reduce(f64::max);
        let scopes = scopes.into_iter().map(|(max_length, lower_bound)| Scope { max_length, lower_bound });
        Proofs { lower_bound, scopes: scopes.collect(), further_gain: None }
    }
}

/// Proves bounds over all rules of at most one condition, of two, and so on below `longest`, as far
/// as cubes take next to no time (docs/MATH.md 6), and returns the ratio of these rules.
///
/// # Errors
/// A failing pricer.
pub(super) fn short_scopes(
    p: &Parameters,
    training: &Training<'_>,
    master: &dyn RuleMaster,
    longest: Option<usize>,
    limits: &Limits,
) -> Result<(Vec<Scope>, Ratio), FitError> {
    let (mut scopes, mut ratio) = (Vec::new(), Ratio::default());
    let lengths = lengths_beside(&training.samples, p, longest);
    if lengths.is_empty() {
        return Ok((scopes, ratio));
    }
    let mut pricers = [training.cubes(p)?];
    let mut problems = master.pricing_problems();
    for max_length in lengths {
        if limits.reached().is_some() {
            break;
        }
        set_length(&mut problems, Some(max_length));
        let best = gain_bounds(&mut pricers, &problems, limits)?;
        let longer = ratio.of_longer(&problems, &best);
        let Some(lower_bound) = longer.bound(master, &problems).filter(|bound| bound.is_finite()) else { break };
        ratio = Ratio { length: max_length, ..longer };
        scopes.push(Scope { max_length, lower_bound });
    }
    Ok((scopes, ratio))
}
