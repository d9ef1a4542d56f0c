//! A model over the columns that its rules use.

use rulegen_rule::{Fallback, Literal, Model, Rule, Schema, WeightedRule};

/// Returns the classifier with only the columns that its rules and its fallback use, and with all
/// their cut points and categories. It predicts the same, and data need no other columns.
pub fn with_used_columns(model: &Model) -> Model {
    let fallback = match &model.fallback {
        Fallback::Class(_) => &[][..],
        Fallback::Rules { rules, .. } => &rules[..],
    };
    let rules = model.rules.iter().map(|rule| &rule.rule).chain(fallback.iter().map(|(rule, _)| rule));
    let mut used = vec![false; model.schema.features.len()];
    rules.flat_map(Rule::literals).for_each(|literal| used[literal.column as usize] = true);
    let place = |column: u32| used[..column as usize].iter().filter(|&&used| used).count() as u32;
    let moved = |rule: &Rule| Rule::new(rule.literals().iter().map(|l| Literal::new(place(l.column), l.test)));
    let weighted = |rule: &WeightedRule| WeightedRule { rule: moved(&rule.rule), ..rule.clone() };
    let features = model.schema.features.iter().zip(&used).filter(|(_, used)| **used);
    Model {
        schema: Schema { features: features.map(|(feature, _)| feature.clone()).collect() },
        rules: model.rules.iter().map(weighted).collect(),
        fallback: match &model.fallback {
            Fallback::Class(class) => Fallback::Class(*class),
            Fallback::Rules { rules, otherwise } => Fallback::Rules {
                rules: rules.iter().map(|(rule, class)| (moved(rule), *class)).collect(),
                otherwise: *otherwise,
            },
        },
        ..model.clone()
    }
}
