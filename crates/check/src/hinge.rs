//! The mean hinge and the margin hinge.

use crate::duals::{Cost, Duals};
use crate::fairness::Fairness;
use crate::fraction::{Fraction, sum};
use crate::model::{Model, Patterns};
use crate::samples::Samples;

/// Returns the objective of a model. A sample's error is what its own votes lack to be 1 more than
/// the mean, or under the margin hinge the largest, of the votes for each other class, and more if
/// fairness needs it.
pub(crate) fn objective(
    model: &Model,
    cost: &Cost,
    is_margin: bool,
    fairness: &Fairness,
    samples: &Samples,
) -> Fraction {
    let patterns = Patterns::new(model, samples);
    let votes = patterns.votes(model, samples.classes.len());
    let error = |((pattern, label), weight): ((usize, usize), Fraction)| {
        let others = votes[pattern].iter().enumerate().filter(|(class, _)| *class != label).map(|(_, votes)| votes);
        let rival = match is_margin {
            true => others.max().cloned().unwrap_or_else(Fraction::zero),
            false => &sum(others) / &Fraction::from(samples.others() as i64),
        };
        let error = &(&Fraction::from(1) - &votes[pattern][label]) + &rival;
        &weight * &error.max(Fraction::zero())
    };
    let errors = |of: &[usize]| sum(patterns.weights(of, samples).into_iter().map(error));
    &fairness.raised(errors) + &model.cost(|conditions| cost.of(conditions))
}

/// Returns the bound for each number of conditions: the value of the dual point over the largest
/// ratio of gain to cost.
pub(crate) fn bounds(duals: &Duals, ratios: &[Fraction], fairness: &Fairness) -> Vec<Fraction> {
    let value = duals.sum();
    ratios.iter().map(|ratio| &(&value / ratio) - &fairness.price(&duals.stretches, ratio)).collect()
}
