//! The problem that the weights of a model solve, over the rows by the rules that they meet.

use super::Pattern;
use rulegen_rule::Model;

/// The difference, relative to the objective that a model records, up to which rows and costs are
/// those that it was learned from.
const SAME: f64 = 1e-6;

/// The costs of weights, with which a page can fit them again:
///
/// ```text
/// min  sum_i log loss_i + sum_k c_k w_k + rho/2 sum_k w_k^2,   w >= 0
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Weighing {
    /// The cost `c` of a unit of each rule's weight.
    pub costs: Vec<f64>,
    /// `rho`.
    pub ridge: f64,
}

impl Weighing {
    /// Returns the problem of a model of log-odds whose rules cost their length. Returns `None` if
    /// its settings do not say so, or if the objective on these rows is not the one that the model
    /// records: rows other than those of training, weights of rows, or rules that had to be in.
    pub(super) fn of(model: &Model, patterns: &[Pattern]) -> Option<Weighing> {
        let number = |name: &str| model.settings.get(name).and_then(|value| value.as_f64());
        let costs_length = model.settings.get("rule_cost").is_some_and(|cost| cost == "length");
        let (penalty, ridge, towards) = (number("penalty")?, number("ridge")?, model.towards()? as usize);
        if !model.log_odds || !costs_length || model.points_per_doubling.is_some() || model.intercepts.len() != 2 {
            return None;
        }
        let costs = model.rules.iter().map(|rule| penalty * rule.rule.len() as f64).collect();
        let weighing = Weighing { costs, ridge };
        let start = model.intercepts[towards] - model.intercepts[1 - towards];
        let signed = |rule: &u32| {
            let rule = &model.rules[*rule as usize];
            if rule.class as usize == towards { rule.weight } else { -rule.weight }
        };
        let loss = |pattern: &Pattern| {
            let odds = start + pattern.rules.iter().map(signed).sum::<f64>();
            let of =
                |class: usize, odds: f64| pattern.rows[class] as f64 * (odds.max(0.0) + (-odds.abs()).exp().ln_1p());
            of(towards, -odds) + of(1 - towards, odds)
        };
        let of_weights = |(rule, cost): (&rulegen_rule::WeightedRule, &f64)| {
            cost * rule.weight + ridge / 2.0 * rule.weight * rule.weight
        };
        let objective = patterns.iter().map(loss).sum::<f64>()
            + model.rules.iter().zip(&weighing.costs).map(of_weights).sum::<f64>();
        let recorded = model.certificate.objective;
        ((objective - recorded).abs() <= SAME * recorded.abs()).then_some(weighing)
    }
}
