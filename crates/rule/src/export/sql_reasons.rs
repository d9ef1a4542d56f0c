//! Reasons as columns of a SELECT.

use super::possible_reasons::{Holds, PossibleReason, possible_reasons};
use super::sql_terms::{above, at_most, condition, identifier, literal};
use crate::card::Cells;
use crate::{Feature, Model, RuleError};

/// The most reasons in all. SQLite joins at most 500 SELECTs.
const MOST_REASONS: usize = 450;

/// Returns columns for the reasons of a row of `data`, each with its name.
pub(super) fn reason_columns(model: &Model, count: usize) -> Result<Vec<(String, String)>, RuleError> {
    if count == 0 {
        return Ok(Vec::new());
    }
    let all = possible_reasons(model)?;
    if all.len() > MOST_REASONS {
        let (found, most) = (all.len(), MOST_REASONS);
        return Err(RuleError::TooMany { format: "SQL with reasons", what: "reasons", found, most });
    }
    // All points are known here, so the reasons of a row are the first ones that hold.
    let select = |(place, reason): (usize, &PossibleReason<'_>)| {
        let holds = holds(model, &reason.holds);
        format!("SELECT {place} AS place, {} AS reason WHERE {holds}", literal(&reason.words))
    };
    let selects: Vec<String> = (1..).zip(&all).map(select).collect();
    if let Some((_, reason)) = selects.iter().zip(&all).find(|(select, _)| select.contains('\0')) {
        return Err(RuleError::Unwritable { name: reason.words.clone(), format: "SQL" });
    }
    let union = selects.join("\n    UNION ALL ");
    let column = |at: usize| match all.is_empty() {
        true => "CAST(NULL AS VARCHAR(1))".to_owned(),
        false => format!(
            "(SELECT reasons.reason FROM (\n    {union}\n  ) AS reasons ORDER BY reasons.place LIMIT 1 OFFSET {at})"
        ),
    };
    Ok((0..count).map(|at| (format!("reason_{}", at + 1), column(at))).collect())
}

/// Writes that a row of `data` has a reason.
fn holds(model: &Model, holds: &Holds<'_>) -> String {
    match holds {
        Holds::Cell(index, cells) => in_step(&model.schema.features[*index], cells),
        Holds::Met(rule) => condition(model, rule),
        Holds::NotMet(rule) => format!("CASE WHEN {} THEN 0 ELSE 1 END = 1", condition(model, rule)),
    }
}

/// Writes that the cell of a feature is one of these.
fn in_step(feature: &Feature, cells: &Cells<'_>) -> String {
    let name = format!("data.{}", identifier(&feature.name));
    let list = |of: &[&str]| of.iter().map(|word| literal(word)).collect::<Vec<_>>().join(", ");
    match cells {
        Cells::Missing => format!("{name} IS NULL"),
        Cells::Interval(None, None) => format!("{name} IS NOT NULL"),
        Cells::Interval(low, high) => {
            let low = low.map(|cut| above(feature, &name, cut));
            let high = high.map(|cut| at_most(feature, &name, cut));
            low.into_iter().chain(high).collect::<Vec<_>>().join(" AND ")
        }
        Cells::NotIn(categories) if categories.is_empty() => format!("{name} IS NOT NULL"),
        Cells::In(categories) => format!("{name} IN ({})", list(categories)),
        Cells::NotIn(categories) => format!("{name} NOT IN ({})", list(categories)),
    }
}
