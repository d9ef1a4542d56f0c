//! The reasons that rows may have, for languages in which a row looks them up.

use crate::card::Cells;
use crate::{Model, Rule, RuleError};

/// A reason that rows may have.
pub(super) struct PossibleReason<'a> {
    pub(super) words: String,
    /// The points that it costs.
    pub(super) lost: f64,
    pub(super) holds: Holds<'a>,
}

/// The rows that have a reason.
pub(super) enum Holds<'a> {
    /// Rows whose cell of a feature, by its index, is one of these.
    Cell(usize, Cells<'a>),
    /// Rows that meet a rule.
    Met(&'a Rule),
    /// Rows that do not meet it.
    NotMet(&'a Rule),
}

/// Returns the reasons that rows may have against the class that points speak for, those that cost
/// most points first, and of equal ones the first on the card. Those of a row are the ones that
/// hold, in this order.
///
/// # Errors
/// As [`Model::reasons`].
pub(super) fn possible_reasons<'a>(model: &'a Model) -> Result<Vec<PossibleReason<'a>>, RuleError> {
    let reasons = model.reasons(None)?;
    let mut all = Vec::new();
    let mut add = |of: usize, attribute: usize, holds: Holds<'a>| {
        let reason = reasons.reason(of, attribute);
        all.extend(reason.map(|reason| PossibleReason { words: reason.words.to_owned(), lost: reason.lost, holds }));
    };
    for (of, column) in reasons.card.columns.iter().enumerate() {
        let index = column.feature as usize;
        for (at, step) in column.steps.iter().enumerate() {
            add(of, at, Holds::Cell(index, step.cells(&model.schema.features[index])));
        }
        if reasons.characteristics[of].attributes.len() > column.steps.len() {
            add(of, column.steps.len(), Holds::Cell(index, Cells::Missing));
        }
    }
    for (of, combination) in (reasons.card.columns.len()..).zip(&reasons.card.combinations) {
        let rule = &model.rules[combination.rule].rule;
        add(of, 1, Holds::NotMet(rule));
        add(of, 0, Holds::Met(rule));
    }
    all.sort_by(|a, b| b.lost.total_cmp(&a.lost));
    Ok(all)
}
