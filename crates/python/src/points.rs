//! Scorecards, whole points and reasons.

use crate::failure::bad_input;
use crate::frame::Frame;
use crate::model::Model;
use numpy::PyReadonlyArray1;
use pyo3::prelude::*;
use rulegen::rule::{PointsRows, Reason};

/// A line of a card: the column of a step, the step or the combination in words, its points, and
/// its training rows if they are known.
type CardLine = (Option<String>, String, Vec<f64>, Option<f64>);

/// The lines of the scorecard, that of the start first. `None` for Boolean rules.
#[pyfunction]
pub(crate) fn card(model: &Bound<'_, Model>) -> Option<Vec<CardLine>> {
    let model = model.get().inner();
    let card = model.card()?;
    let mut lines: Vec<CardLine> = vec![(None, "start".into(), card.start, None)];
    for column in card.columns {
        let name = &model.schema.features[column.feature as usize].name;
        let steps = column.steps.into_iter();
        lines.extend(steps.map(|step| (Some(name.clone()), step.words, step.points, step.covered)));
    }
    lines.extend(card.combinations.into_iter().map(|of| {
        let rule = &model.rules[of.rule];
        (None, model.schema.rule_text(&rule.rule), of.points, Some(rule.support.covered))
    }));
    Some(lines)
}

/// The model with whole points, of which `per_doubling` double the odds, rounded on rows if there
/// are any. Labels are indices of the model's classes.
#[pyfunction]
#[pyo3(signature = (model, per_doubling, frame, labels))]
pub(crate) fn to_points(
    py: Python<'_>,
    model: &Bound<'_, Model>,
    per_doubling: Option<u32>,
    frame: Option<PyRef<'_, Frame>>,
    labels: Option<PyReadonlyArray1<'_, u32>>,
) -> PyResult<Model> {
    let model = model.get().inner();
    let labels = labels.as_ref().map(|labels| labels.as_slice()).transpose()?;
    let table = frame.as_ref().map(|frame| &frame.table);
    let rounded = py.detach(|| match table.zip(labels) {
        None => model.to_points(per_doubling, None),
        Some((table, labels)) => {
            let table = model.encode_used(table)?;
            model.to_points(per_doubling, Some(PointsRows { table: &table, labels }))
        }
    });
    Ok(Model::new(rounded.map_err(bad_input)?))
}

/// A reason: the column or the combination, the step, the points, those of the best step, those
/// lost.
type ReasonLine = (String, String, f64, f64, f64);

/// The reasons of every row, those that cost most points first.
#[pyfunction]
#[pyo3(signature = (model, frame, against, most))]
pub(crate) fn reasons(
    py: Python<'_>,
    model: &Bound<'_, Model>,
    frame: PyRef<'_, Frame>,
    against: Option<u32>,
    most: usize,
) -> PyResult<Vec<Vec<ReasonLine>>> {
    let (model, table) = (model.get().inner(), &frame.table);
    let line = |of: Reason<'_>| (of.of.to_owned(), of.words.to_owned(), of.points, of.best, of.lost);
    let found = py.detach(|| {
        let reasons = model.reasons(against)?;
        let rows = reasons.of(model, &model.encode_used(table)?, most);
        Ok::<_, rulegen::rule::RuleError>(
            rows.into_iter().map(|of| of.into_iter().map(line).collect()).collect::<Vec<Vec<ReasonLine>>>(),
        )
    });
    found.map_err(bad_input)
}
