//! Column generation that goes on from given rules, for a dual point that proves more.

use crate::FitError;
use crate::parameters::{Parameters, Terms};
use crate::training::Training;
use rulegen_driver::{RunSettings, run};
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

/// Goes on with column generation as far as it is estimated to take little time. The dual point
/// then is nearer to that of the optimum, and proves more. `None` if even one round takes long or
/// the bound is next to nothing, or if pricers are named, since then no others are asked.
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
) -> Result<Option<Box<dyn RuleMaster>>, FitError> {
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
    run(&mut *master, &mut [training.cubes(p)?], &settings, &mut ())?;
    Ok(Some(master))
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
