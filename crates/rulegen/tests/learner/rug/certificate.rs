//! The objective of a model, recomputed from the model alone.

use crate::rug::data::fit;
use rulegen::data::Dataset;
use rulegen::master::RuleCost;
use rulegen::rule::Model;
use rulegen::{CostScaling, Method, Parameters};

/// Returns the objective, on rows, of the model's rules with their weights times `scale`
/// (docs/MATH.md 2).
fn objective(model: &Model, data: &Dataset, cost: impl Fn(usize) -> f64, scale: f64) -> f64 {
    let coded = model.schema.encode(&data.features).unwrap();
    let mut votes = vec![0.0; data.target.labels.len()];
    let mut costs = 0.0;
    for rule in &model.rules {
        costs += cost(rule.rule.len()) * rule.weight * scale;
        for row in coded.cover(&model.schema, &rule.rule).iter() {
            let right = data.target.labels[row] == rule.class;
            votes[row] += rule.weight * scale * if right { 1.0 } else { -1.0 / (model.classes.len() as f64 - 1.0) };
        }
    }
    costs + votes.iter().map(|vote| (1.0 - vote).max(0.0)).sum::<f64>()
}

/// Returns the least value of a convex function between 0 and 10.
pub(crate) fn least(f: impl Fn(f64) -> f64) -> f64 {
    let (mut low, mut high) = (0.0, 10.0);
    for _ in 0..200 {
        let (a, b) = (low + (high - low) / 3.0, high - (high - low) / 3.0);
        if f(a) <= f(b) { high = b } else { low = a }
    }
    f(low)
}

#[test]
fn objectives_are_those_of_the_rules() {
    for name in ["tictactoe", "monks3", "wine", "wdbc", "awkward"] {
        for (cost, per_rule, per_literal) in [(RuleCost::Unit, 1.0, 0.0), (RuleCost::Length, 0.0, 1.0)] {
            let parameters = Parameters {
                cost,
                cost_scaling: CostScaling::None,
                penalty: Some(0.5),
                weight_threshold: 0.0,
                max_iterations: Some(5),
                ..Parameters::of(Method::Rug)
            };
            let (fitted, data) = fit(name, parameters);
            // A file has weights up to a factor, and an optimal solution has the best factor.
            let cost = |length: usize| 0.5 * (per_rule + per_literal * length as f64);
            let least = least(|scale| objective(&fitted.model, &data, cost, scale));
            let stated = fitted.model.certificate.objective;
            assert!((least - stated).abs() <= 1e-5 * (1.0 + stated), "{name}: {stated} is not {least}");
        }
    }
}

#[test]
fn trees_prove_nothing() {
    let (fitted, _) = fit("iris", Parameters::of(Method::Rug));
    assert_eq!((fitted.run.lower_bound, fitted.model.certificate.gap()), (None, None));
    assert_ne!(fitted.run.status, rulegen::rule::Status::Optimal);
}
