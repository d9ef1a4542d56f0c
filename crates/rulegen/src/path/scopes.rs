//! Proofs over all rules of at most some length, at the duals of a solution.

use crate::FitError;
use crate::parameters::Parameters;
use crate::pricers::{Stages, best_gains, set_length};
use crate::training::{Training, lengths_beside};
use rulegen_limits::Limits;
use rulegen_master::RuleMaster;
use rulegen_rule::Scope;
use std::collections::BTreeMap;

/// The result of exact pricing at the weights of a model.
pub(super) struct Further {
    /// An upper bound on the decrease of the training objective per unit of a further rule's
    /// weight.
    pub(super) gain: f64,
    /// A lower bound on the objective of any number of rules.
    pub(super) lower_bound: Option<f64>,
}

/// Bounds on the objective of any number of rules, proved at the duals of a solution.
#[derive(Clone, Debug, Default)]
pub(crate) struct Proofs {
    /// The bound over all rules.
    pub(crate) lower_bound: Option<f64>,
    /// Bounds over short rules, in ascending order of their length.
    pub(crate) scopes: Vec<Scope>,
}

impl Proofs {
    /// Proves all bounds that the pricers of the parameters can, and those over short rules that
    /// cost next to nothing.
    ///
    /// # Errors
    /// A failing pricer.
    pub(crate) fn of(
        p: &Parameters,
        training: &Training<'_>,
        master: &dyn RuleMaster,
        limits: &Limits,
    ) -> Result<Self, FitError> {
        let longest = p.max_length();
        let further = further(p, training, master, longest, limits)?;
        let scopes = short_scopes(p, training, master, longest, limits)?;
        Ok(Proofs { lower_bound: further.and_then(|further| further.lower_bound), scopes })
    }

    /// Returns the best bounds of two solutions of one problem.
    pub(crate) fn best(self, other: Proofs) -> Proofs {
        let mut scopes: BTreeMap<usize, f64> = BTreeMap::new();
        for Scope { max_length, lower_bound } in self.scopes.into_iter().chain(other.scopes) {
            let best = scopes.entry(max_length).or_insert(lower_bound);
            *best = best.max(lower_bound);
        }
        let lower_bound = self.lower_bound.into_iter().chain(other.lower_bound).reduce(f64::max);
        let scopes = scopes.into_iter().map(|(max_length, lower_bound)| Scope { max_length, lower_bound });
        Proofs { lower_bound, scopes: scopes.collect() }
    }
}

/// Prices all rules of at most `longest` conditions at the duals of `master` with the exact pricers
/// that the parameters name. `None` if no pricer is exact, or none proves a bound in time.
///
/// The objective is convex in the weight of a further rule, and its slope at 0 is minus the rule's
/// gain, so it lies above that line (docs/MATH.md 11).
///
/// # Errors
/// A failing pricer.
pub(super) fn further(
    p: &Parameters,
    training: &Training<'_>,
    master: &dyn RuleMaster,
    longest: Option<usize>,
    limits: &Limits,
) -> Result<Option<Further>, FitError> {
    if limits.reached().is_some() {
        return Ok(None);
    }
    let p = Parameters { max_length: longest, ..p.clone() };
    let mut exact = training.names_of_stages(&p);
    exact.retain(|name| p.registry.pricers.may_prove(name));
    let Stages { mut pricers, .. } = training.named(exact, &p)?;
    let mut problems = master.pricing_problems();
    set_length(&mut problems, longest);
    let best = best_gains(&mut pricers, &problems, limits)?;
    // A negative bound means that no rule gains.
    let gain = best.iter().copied().fold(0.0, f64::max);
    let lower_bound = master.lower_bound(&problems, &best);
    Ok(gain.is_finite().then_some(Further { gain, lower_bound }))
}

/// Proves bounds over all rules of at most one condition, of two, and so on below `longest`, as far
/// as cubes take next to no time (docs/MATH.md 6).
///
/// # Errors
/// A failing pricer.
pub(super) fn short_scopes(
    p: &Parameters,
    training: &Training<'_>,
    master: &dyn RuleMaster,
    longest: Option<usize>,
    limits: &Limits,
) -> Result<Vec<Scope>, FitError> {
    let mut scopes = Vec::new();
    let lengths = lengths_beside(&training.samples, p, longest);
    if lengths.is_empty() {
        return Ok(scopes);
    }
    let mut pricers = [training.cubes(p)?];
    let mut problems = master.pricing_problems();
    for max_length in lengths {
        if limits.reached().is_some() {
            break;
        }
        set_length(&mut problems, Some(max_length));
        let best = best_gains(&mut pricers, &problems, limits)?;
        let bound = master.lower_bound(&problems, &best).filter(|bound| bound.is_finite());
        scopes.extend(bound.map(|lower_bound| Scope { max_length, lower_bound }));
    }
    Ok(scopes)
}
