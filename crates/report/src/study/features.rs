//! The columns that the rules use.

use rulegen_rule::{Literal, Model};

/// A column and its use in rules.
#[derive(Clone, Debug, PartialEq)]
pub struct FeatureFigures {
    /// The column.
    pub name: String,
    /// The number of rules with a condition on it.
    pub rules: usize,
    /// The number of conditions on it.
    pub conditions: usize,
    /// The weight of these rules as a share of the weight of all.
    pub weight_share: f64,
}

impl FeatureFigures {
    /// The columns of the model by weight, then those in no rule in their order.
    pub fn of(model: &Model) -> Vec<FeatureFigures> {
        let total: f64 = model.rules.iter().map(|rule| rule.weight).sum();
        let figures = |(column, name): (usize, String)| {
            let on = |literal: &&Literal| literal.column as usize == column;
            let (mut rules, mut conditions, mut weight) = (0, 0, 0.0);
            for rule in &model.rules {
                let here = rule.rule.literals().iter().filter(on).count();
                conditions += here;
                rules += usize::from(here > 0);
                weight += if here > 0 { rule.weight } else { 0.0 };
            }
            FeatureFigures { name, rules, conditions, weight_share: if total > 0.0 { weight / total } else { 0.0 } }
        };
        let names = model.schema.features.iter().map(|feature| feature.name.clone());
        let mut features: Vec<FeatureFigures> = names.enumerate().map(figures).collect();
        features.sort_by(|a, b| b.weight_share.total_cmp(&a.weight_share).then(b.rules.cmp(&a.rules)));
        features
    }
}
