//! Reasons as columns of a SELECT.

use super::sql_terms::{above, at_most, condition, identifier, literal};
use crate::card::Cells;
use crate::{CardStep, Model, RuleError};

/// The most reasons in all. SQLite joins at most 500 SELECTs.
const MOST_REASONS: usize = 450;

/// Returns columns for the reasons of a row of `data`, each with its name.
pub(super) fn reason_columns(model: &Model, count: usize) -> Result<Vec<(String, String)>, RuleError> {
    if count == 0 {
        return Ok(Vec::new());
    }
    let mut all = all_reasons(model)?;
    if all.len() > MOST_REASONS {
        let (found, most) = (all.len(), MOST_REASONS);
        return Err(RuleError::TooMany { format: "SQL with reasons", what: "reasons", found, most });
    }
    // All points are known here, so the reasons of a row are the first ones that hold.
    all.sort_by(|a, b| b.lost.total_cmp(&a.lost));
    let select = |(place, reason): (usize, &SqlReason)| {
        format!("SELECT {place} AS place, {} AS reason WHERE {}", literal(&reason.words), reason.holds)
    };
    let selects: Vec<String> = (1..).zip(&all).map(select).collect();
    let union = selects.join("\n    UNION ALL ");
    if let Some(reason) = all.iter().find(|reason| reason.holds.contains('\0') || reason.words.contains('\0')) {
        return Err(RuleError::Unwritable { name: reason.words.clone(), format: "SQL" });
    }
    let column = |at: usize| match all.is_empty() {
        true => "CAST(NULL AS VARCHAR(1))".to_owned(),
        false => format!(
            "(SELECT reasons.reason FROM (\n    {union}\n  ) AS reasons ORDER BY reasons.place LIMIT 1 OFFSET {at})"
        ),
    };
    Ok((0..count).map(|at| (format!("reason_{}", at + 1), column(at))).collect())
}

/// A reason that rows may have.
struct SqlReason {
    words: String,
    lost: f64,
    /// The condition of it on a row of `data`.
    holds: String,
}

/// Returns all reasons, in the order of the card.
fn all_reasons(model: &Model) -> Result<Vec<SqlReason>, RuleError> {
    let reasons = model.reasons(None)?;
    let mut all = Vec::new();
    let mut add = |of: usize, attribute: usize, holds: String| {
        let reason = reasons.reason(of, attribute);
        all.extend(reason.map(|reason| SqlReason { words: reason.words.to_owned(), lost: reason.lost, holds }));
    };
    for (of, column) in reasons.card.columns.iter().enumerate() {
        let name = format!("data.{}", identifier(&model.schema.features[column.feature as usize].name));
        for (at, step) in column.steps.iter().enumerate() {
            add(of, at, in_step(model, column.feature, step, &name));
        }
        if reasons.characteristics[of].attributes.len() > column.steps.len() {
            add(of, column.steps.len(), format!("{name} IS NULL"));
        }
    }
    for (of, combination) in (reasons.card.columns.len()..).zip(&reasons.card.combinations) {
        let met = condition(model, &model.rules[combination.rule].rule);
        add(of, 1, format!("CASE WHEN {met} THEN 0 ELSE 1 END = 1"));
        add(of, 0, met);
    }
    Ok(all)
}

/// Writes that a cell lies in a step.
fn in_step(model: &Model, feature: u32, step: &CardStep, name: &str) -> String {
    let list = |of: &[&str]| of.iter().map(|word| literal(word)).collect::<Vec<_>>().join(", ");
    let feature = &model.schema.features[feature as usize];
    match step.cells(feature) {
        Cells::Missing => format!("{name} IS NULL"),
        Cells::Interval(None, None) => format!("{name} IS NOT NULL"),
        Cells::Interval(low, high) => {
            let low = low.map(|cut| above(feature, name, cut));
            let high = high.map(|cut| at_most(feature, name, cut));
            low.into_iter().chain(high).collect::<Vec<_>>().join(" AND ")
        }
        Cells::NotIn(categories) if categories.is_empty() => format!("{name} IS NOT NULL"),
        Cells::In(categories) => format!("{name} IN ({})", list(&categories)),
        Cells::NotIn(categories) => format!("{name} NOT IN ({})", list(&categories)),
    }
}
