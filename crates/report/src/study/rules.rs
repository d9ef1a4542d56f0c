//! The figures of single rules.

use rulegen::measure::Rate;
use rulegen_rule::{Form, Model, RowSet, clause, conditions};

/// One rule, in words and in figures.
#[derive(Clone, Debug, PartialEq)]
pub struct RuleFigures {
    /// Its conditions; of an AND of ORs the conditions of its clause.
    pub words: Vec<String>,
    /// The class that it votes for.
    pub class: u32,
    /// Its weight.
    pub weight: f64,
    /// The share of rows that it covers.
    pub covered: Rate,
    /// The share of these that are of its class.
    pub right: Rate,
}

pub(super) fn figures(model: &Model, covers: &[RowSet], labels: &[u32]) -> Vec<RuleFigures> {
    let clauses = matches!(model.form(), Form::AllClauses { .. });
    let words = if clauses { clause } else { conditions };
    let of = |(rule, cover): (&rulegen_rule::WeightedRule, &RowSet)| {
        let covered = cover.count();
        let right = cover.iter().filter(|&row| labels[row] == rule.class).count();
        RuleFigures {
            words: words(&model.schema, &rule.rule),
            class: rule.class,
            weight: rule.weight,
            covered: Rate::new(covered, labels.len()),
            right: Rate::new(right, covered),
        }
    };
    model.rules.iter().zip(covers).map(of).collect()
}
