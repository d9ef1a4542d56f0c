//! The front of sizes: what `rulegen front --json` or `fit --json` prints.

use crate::ReportError;
use rulegen::{Front, FrontRow};
use rulegen_rule::Model;
use serde::Deserialize;
use serde_json::Value;

#[derive(Deserialize)]
struct File {
    front: Vec<Row>,
    front_measures: Vec<String>,
    front_folds: usize,
    front_divisions: usize,
    #[serde(default)]
    front_choice: String,
}

#[derive(Deserialize)]
struct Row {
    #[serde(flatten)]
    row: FrontRow,
    model: Option<Value>,
}

/// Reads a front. Without the models of all rows it has none.
///
/// # Errors
/// [`ReportError::Front`] if it is no front, is empty, or contradicts itself.
pub fn front_from_json(text: &str) -> Result<Front, ReportError> {
    let file: File = serde_json::from_str(text).map_err(|error| ReportError::Front(error.to_string()))?;
    let (mut rows, mut models) = (Vec::new(), Vec::new());
    for Row { row, model } in file.front {
        let model = model.map(|model| Model::from_json(&model.to_string())).transpose()?;
        check(&row, &file.front_measures, model.as_ref())?;
        rows.push(row);
        models.extend(model);
    }
    let chosen = rows.iter().filter(|row| row.chosen).count();
    if chosen != 1 {
        return Err(ReportError::Front(format!("{chosen} of its {} sizes are chosen, not one", rows.len())));
    }
    if !rows.is_sorted_by_key(|row| row.rules) {
        return Err(ReportError::Front("its sizes do not ascend".into()));
    }
    if models.len() < rows.len() {
        models.clear();
    }
    Ok(Front {
        measures: file.front_measures,
        folds: file.front_folds,
        divisions: file.front_divisions,
        choice: file.front_choice,
        rows,
        models,
    })
}

fn check(row: &FrontRow, measures: &[String], model: Option<&Model>) -> Result<(), ReportError> {
    let says = |what: String| Err(ReportError::Front(format!("the size of {} rules {what}", row.rules)));
    if !row.scores.is_empty() && row.scores.len() != measures.len() {
        return says(format!("has {} scores for {} measures", row.scores.len(), measures.len()));
    }
    if let Some(score) = row.scores.iter().find(|score| score.standard_error < 0.0) {
        return says(format!("has a standard error of {}", score.standard_error));
    }
    match model.map(extent) {
        Some((rules, conditions)) if (rules, conditions) != (row.rules, row.conditions) => {
            says(format!("and {} conditions has a model of {rules} rules and {conditions} conditions", row.conditions))
        }
        _ => Ok(()),
    }
}

/// Checks that a model is one of a front, as far as its size tells.
///
/// # Errors
/// [`ReportError::Front`] if the front has no model of that size.
pub(crate) fn check_of_model(front: &Front, model: &Model) -> Result<(), ReportError> {
    let (rules, conditions) = extent(model);
    match front.rows.iter().any(|row| (row.rules, row.conditions) == (rules, conditions)) {
        true => Ok(()),
        false => Err(ReportError::Front(format!(
            "it is of another model: none has {rules} rules and {conditions} conditions"
        ))),
    }
}

/// Rules, and the conditions of all of them.
fn extent(model: &Model) -> (usize, usize) {
    (model.rules.len(), model.conditions())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file(rows: &str) -> String {
        format!(
            r#"{{"front_measures": ["accuracy"], "front_folds": 5, "front_divisions": 1, "front": [{rows}], "other": 1}}"#
        )
    }

    fn row(rules: usize, error: f64, chosen: bool) -> String {
        format!(
            r#"{{"rules": {rules}, "conditions": {rules}, "max_length": 2, "penalty": null, "scores": [{{"mean": 0.5, "standard_error": {error}}}], "chosen": {chosen}}}"#
        )
    }

    #[test]
    fn rows_without_models_are_a_front() {
        let front = front_from_json(&file(&[row(0, 0.1, false), row(3, 0.1, true)].join(","))).unwrap();
        assert_eq!((front.measures[0].as_str(), front.folds, front.models.len()), ("accuracy", 5, 0));
        let rows: Vec<(usize, bool)> = front.rows.iter().map(|row| (row.rules, row.chosen)).collect();
        assert_eq!(rows, [(0, false), (3, true)]);
    }

    #[test]
    fn other_files_are_refused() {
        let two = |a: String, b: String| file(&[a, b].join(","));
        for (text, says) in [
            ("{}".into(), "missing field `front`"),
            (r#"{"front": null}"#.into(), "invalid type: null"),
            (file(""), "0 of its 0 sizes are chosen"),
            (two(row(1, 0.1, true), row(2, 0.1, true)), "2 of its 2 sizes are chosen"),
            (two(row(2, 0.1, true), row(1, 0.1, false)), "do not ascend"),
            (file(&row(2, -0.5, true)), "the size of 2 rules has a standard error of -0.5"),
        ] {
            let error = front_from_json(&text).unwrap_err().to_string();
            assert!(error.starts_with("not a front of sizes: ") && error.contains(says), "{error}");
        }
    }
}
