//! The figures of a scorecard.

use super::ClassShare;
use rulegen::measure::Rate;
use rulegen_rule::{CodedTable, Model, RowSet, conditions};

/// A scorecard, measured on rows.
#[derive(Clone, Debug, PartialEq)]
pub struct CardFigures {
    /// The points of the start.
    pub start: Vec<f64>,
    /// The steps of each column.
    pub columns: Vec<Vec<CardLine>>,
    /// The rules on several columns.
    pub combinations: Vec<CardLine>,
}

/// A step or a combination of a scorecard.
#[derive(Clone, Debug, PartialEq)]
pub struct CardLine {
    /// The index of the rule, for a combination.
    pub rule: Option<usize>,
    /// The cells of the step, or the conditions of the combination.
    pub words: Vec<String>,
    /// The share of rows that it holds for.
    pub covered: Rate,
    /// The points, with the share of the class that they are for: one sum if there are two classes,
    /// else those that are not 0.
    pub points: Vec<(f64, ClassShare)>,
}

impl CardFigures {
    /// Measures the card of a model, or returns none if its rules have no points. `covers` are the
    /// rows of each rule.
    pub(super) fn new(model: &Model, rows: &CodedTable, covers: &[RowSet], labels: &[u32]) -> Option<CardFigures> {
        let card = model.card()?;
        let line = |rule: Option<usize>, words: Vec<String>, points: &[f64], rows: &[usize]| {
            let share = |class: u32| ClassShare::new(class, rows, labels);
            let points = match model.towards() {
                Some(class) => vec![(points[0], share(class))],
                None => (0..).zip(points).filter(|(_, p)| **p != 0.0).map(|(k, p)| (*p, share(k))).collect(),
            };
            CardLine { rule, words, covered: Rate::new(rows.len(), labels.len()), points }
        };
        let column = |column: &rulegen_rule::CardColumn| {
            let codes = &rows.columns()[column.feature as usize];
            let step = |step: &rulegen_rule::CardStep| {
                let held: Vec<usize> = (0..rows.rows()).filter(|&row| step.holds(codes.get(row))).collect();
                line(None, vec![step.words.clone()], &step.points, &held)
            };
            column.steps.iter().map(step).collect()
        };
        let combination = |of: &rulegen_rule::CardRule| {
            let words = match conditions(&model.schema, &model.rules[of.rule].rule) {
                words if words.is_empty() => vec!["always".into()],
                words => words,
            };
            line(Some(of.rule), words, &of.points, &covers[of.rule].iter().collect::<Vec<usize>>())
        };
        Some(CardFigures {
            start: card.start,
            columns: card.columns.iter().map(column).collect(),
            combinations: card.combinations.iter().map(combination).collect(),
        })
    }
}
