//! Column generation that goes on from given rules, for a dual point that proves more.

use super::dual_record::DualRecord;
use super::scopes::Proofs;
use crate::FitError;
use crate::parameters::{Parameters, Terms};
use crate::training::Training;
use rulegen_driver::{PricingProblem, RunSettings, run};
use rulegen_limits::Limits;
use rulegen_master::RuleMaster;
use rulegen_pricing::Cube;
use rulegen_rule::Rule;

/// The most rounds for a bound. On 28 data sets most end by themselves after 5 to 13.
const ROUNDS: usize = 20;

/// The most seconds that these rounds are estimated to take. With twice as many a default fit took
/// 4% longer on 28 data sets.
const SECONDS: f64 = 0.25;

/// The seconds of solving the master for each row and pair of columns, as estimated: ten rounds on
/// adult, magic and nursery took 2e-10 to 3e-10.
const SECONDS_PER_PAIR: f64 = 2.5e-10;

/// The least part of the objective that has to be proved of the rules at hand. Where costs are next
/// to nothing beside the weights of rows, less is proved, and the rounds do little: they raised the
/// bound two to four times where weights from 10 to 10,000 were given to the rows of diabetes, from
/// 1.7% and less. They also took four times as long as estimated, with all their rules in use.
const LEAST_SHARE: f64 = 0.01;

/// The tolerance of the finest solves, since an exact solution proves no more. The simplex to a
/// vertex took 4.3 of 4.9 seconds on 900 rows of three classes, under the hinge loss; exact weights
/// of the logistic loss took a fifth of the time of these rounds on 28 data sets.
const LEAST_TOLERANCE: f64 = 1e-6;

/// Rules to go on from.
pub(crate) struct StartingRules {
    pub(crate) rules: Vec<(Rule, u32)>,
    /// The objective of the rules at hand, of which `lower_bound` is proved.
    pub(crate) objective: f64,
    /// The bound, if one is proved.
    pub(crate) lower_bound: Option<f64>,
}

/// Dual points that may prove more than that of a model: the last of a master, and the one on its
/// way that proved most, with its bound. Bounds may fall as columns come.
pub(crate) struct NearerPoints {
    master: Box<dyn RuleMaster>,
    on_the_way: Option<(f64, Vec<PricingProblem>)>,
}

impl NearerPoints {
    /// The last point of a master.
    pub(crate) fn last_of(master: Box<dyn RuleMaster>) -> NearerPoints {
        NearerPoints { master, on_the_way: None }
    }

    /// Returns the better proofs of the points. `prove` makes those of one.
    ///
    /// # Errors
    /// An error of `prove`.
    pub(crate) fn proofs(
        &self,
        prove: impl Fn(&dyn RuleMaster, Vec<PricingProblem>) -> Result<Proofs, FitError>,
    ) -> Result<Proofs, FitError> {
        let proofs = prove(&*self.master, self.master.pricing_problems())?;
        match &self.on_the_way {
            Some((bound, problems)) if proofs.lower_bound.is_none_or(|last| *bound > last) => {
                Ok(proofs.or_bounds_of(prove(&*self.master, problems.clone())?))
            }
            _ => Ok(proofs),
        }
    }

    /// Returns the pricing problems at the points.
    pub(crate) fn problems(self) -> impl Iterator<Item = Vec<PricingProblem>> {
        [self.master.pricing_problems()].into_iter().chain(self.on_the_way.map(|(_, problems)| problems))
    }
}

/// Goes on with column generation as far as it is estimated to take little time. Its dual points
/// are nearer to that of the optimum, and prove more. `None` if even one round takes long or the
/// bound is next to nothing, or if pricers are named, since then no others are asked.
///
/// The bound is that of the problem without a ridge, so that the rounds leave it out. At an optimum
/// with a ridge the rules in use gain more than they cost, and the point has to shrink. Required
/// rules cost nothing but their ridge, which is part of the bound.
///
/// # Errors
/// A failing solver.
pub(crate) fn nearer_to_the_optimum(
    p: &Parameters,
    training: &Training<'_>,
    unit: f64,
    start: StartingRules,
    limits: &Limits,
) -> Result<Option<NearerPoints>, FitError> {
    if start.lower_bound.is_some_and(|bound| bound < LEAST_SHARE * start.objective) {
        return Ok(None);
    }
    let asked = (!p.names_pricers()).then(|| Cube::seconds(&training.samples, p.max_length()));
    let Some(pricing) = asked.flatten() else { return Ok(None) };
    let found = p.columns_per_round().get() * training.target.classes.len();
    let rounds = rounds(training.samples.len(), start.rules.len(), found, pricing);
    if rounds == 0 {
        return Ok(None);
    }
    let ridge = if training.required.is_empty() { Some(0.0) } else { p.ridge };
    let p = &Parameters { ridge, terms: Some(Terms::Converged), ..p.clone() };
    let mut master = training.master(p, training.samples.clone(), unit)?;
    master.add_rules(start.rules);
    let settings = RunSettings { max_iterations: Some(rounds), least_tolerance: LEAST_TOLERANCE, ..p.run(limits) };
    let record = DualRecord::of_last();
    run(&mut *master, &mut [record.of(training.cubes(p)?)], &settings, &mut ())?;
    let best = record.best(|problems, gains| master.lower_bound(problems, gains));
    let on_the_way = best.map(|(bound, (problems, _))| (bound, problems));
    Ok(Some(NearerPoints { master, on_the_way }))
}

/// Returns the number of rounds that fit in the time. The master is solved over `rules` columns at
/// first, and again after each round, which adds `found` and takes `pricing` seconds.
fn rounds(rows: usize, rules: usize, found: usize, pricing: f64) -> usize {
    let solve = |round: usize| SECONDS_PER_PAIR * rows as f64 * ((rules + found * round) as f64).powi(2);
    let mut taken = solve(0);
    let fits = |round: &usize| {
        taken += pricing + solve(*round);
        taken <= SECONDS
    };
    (1..=ROUNDS).take_while(fits).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rounds_fit_in_the_time() {
        assert_eq!(rounds(300, 10, 20, 0.001), ROUNDS);
        assert_eq!(rounds(30_000, 10, 20, 0.03), 4);
        assert_eq!(rounds(300, 10, 20, 0.15), 1);
        assert_eq!(rounds(300, 10, 20, 0.3), 0);
    }
}
