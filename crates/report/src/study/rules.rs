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
    /// Its points ([`Model::points`]).
    pub points: f64,
    /// The class that its points speak for, and its share of the rows that the rule covers and of
    /// all rows.
    pub of: ClassShare,
}

/// The share of a class among the rows that a rule covers, and among all rows.
#[derive(Clone, Debug, PartialEq)]
pub struct ClassShare {
    /// The class.
    pub class: u32,
    /// Its share of the covered rows.
    pub covered: Rate,
    /// Its share of all rows.
    pub base: Rate,
}

impl ClassShare {
    /// Counts a class among some rows, and among all.
    pub(super) fn new(class: u32, rows: &[usize], labels: &[u32]) -> ClassShare {
        let of_class = rows.iter().filter(|&&row| labels[row] == class).count();
        let all = labels.iter().filter(|&&label| label == class).count();
        ClassShare { class, covered: Rate::new(of_class, rows.len()), base: Rate::new(all, labels.len()) }
    }

    /// Returns the share among covered rows relative to that among all rows. `None` if one of them
    /// has no rows.
    pub fn lift(&self) -> Option<f64> {
        Some(self.covered.rate? / self.base.rate.filter(|base| *base > 0.0)?)
    }
}

pub(super) fn figures(model: &Model, covers: &[RowSet], labels: &[u32]) -> Vec<RuleFigures> {
    let clauses = matches!(model.form(), Form::AllClauses { .. });
    let words = if clauses { clause } else { conditions };
    let of = |(rule, cover): (&rulegen_rule::WeightedRule, &RowSet)| {
        let rows: Vec<usize> = cover.iter().collect();
        let right = rows.iter().filter(|&&row| labels[row] == rule.class).count();
        RuleFigures {
            words: words(&model.schema, &rule.rule),
            class: rule.class,
            weight: rule.weight,
            covered: Rate::new(rows.len(), labels.len()),
            right: Rate::new(right, rows.len()),
            points: model.points(rule),
            of: ClassShare::new(model.towards().unwrap_or(rule.class), &rows, labels),
        }
    };
    model.rules.iter().zip(covers).map(of).collect()
}
