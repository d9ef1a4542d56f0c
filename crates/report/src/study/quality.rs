//! Shares of right predictions with their intervals.

use rulegen::measure::{Quality, Rate, ScoreQuality};
use rulegen_rule::Model;

/// Recall and precision of one class.
#[derive(Clone, Debug, PartialEq)]
pub struct ClassRates {
    /// The class.
    pub class: String,
    /// The share of its rows that are predicted to be of it (recall).
    pub found: Rate,
    /// The share of the rows predicted to be of it that are (precision).
    pub right: Rate,
}

/// The quality on a set of rows.
#[derive(Clone, Debug, PartialEq)]
pub struct RowsQuality {
    /// The name of the rows: `held-out rows`, `training rows`, `all rows`.
    pub name: &'static str,
    /// The share of right answers.
    pub accuracy: Rate,
    /// The accuracy of always predicting the most frequent class.
    pub majority: Rate,
    /// The most frequent class.
    pub majority_class: u32,
    /// By class.
    pub classes: Vec<ClassRates>,
    /// The measures of `evaluate`.
    pub quality: Quality,
    /// The quality of probabilities, or shares of votes, as a ranking of rows, and the calibration
    /// of probabilities.
    pub scores: ScoreQuality,
}

/// The quality on held-out rows, then on the others; or on all. `shares` are row by row, one for
/// each class.
pub(super) fn by_rows(
    model: &Model,
    predicted: &[u32],
    shares: &[f64],
    labels: &[u32],
    held_out: Option<&[bool]>,
) -> Vec<RowsQuality> {
    let set = |name: &'static str, keep: &dyn Fn(usize) -> bool| {
        let rows: Vec<usize> = (0..labels.len()).filter(|&row| keep(row)).collect();
        let pick = |of: &[u32]| rows.iter().map(|&row| of[row]).collect::<Vec<u32>>();
        let shares = || of_rows(shares, model.classes.len(), &rows);
        (!rows.is_empty()).then(|| measured(name, model, &pick(predicted), &shares(), &pick(labels)))
    };
    let sets = match held_out {
        Some(held_out) => vec![set("held-out rows", &|row| held_out[row]), set("training rows", &|row| !held_out[row])],
        None if are_training_rows(model, labels) => vec![set("training rows", &|_| true)],
        None => vec![set("all rows", &|_| true)],
    };
    sets.into_iter().flatten().collect()
}

/// True if a model was learned from as many rows of each class.
pub(super) fn are_training_rows(model: &Model, labels: &[u32]) -> bool {
    let mut counts = vec![0.0; model.classes.len()];
    labels.iter().for_each(|&label| counts[label as usize] += 1.0);
    model.training_rows().is_some_and(|rows| rows.all == counts)
}

/// The numbers of some rows, of numbers row by row with one for each class.
pub(super) fn of_rows(numbers: &[f64], classes: usize, rows: &[usize]) -> Vec<f64> {
    rows.iter().flat_map(|row| &numbers[row * classes..][..classes]).copied().collect()
}

fn measured(name: &'static str, model: &Model, predicted: &[u32], shares: &[f64], labels: &[u32]) -> RowsQuality {
    let classes = model.classes.len();
    let (mut hits, mut said, mut there) = (vec![0; classes], vec![0; classes], vec![0; classes]);
    for (&p, &l) in predicted.iter().zip(labels) {
        said[p as usize] += 1;
        there[l as usize] += 1;
        hits[l as usize] += usize::from(p == l);
    }
    let majority = (0..classes).rev().max_by_key(|&k| there[k]).unwrap_or(0);
    let class = |k: usize| ClassRates {
        class: model.classes[k].clone(),
        found: Rate::new(hits[k], there[k]),
        right: Rate::new(hits[k], said[k]),
    };
    RowsQuality {
        name,
        accuracy: Rate::new(hits.iter().sum(), labels.len()),
        majority: Rate::new(there[majority], labels.len()),
        majority_class: majority as u32,
        classes: (0..classes).map(class).collect(),
        quality: Quality::new(predicted, labels, classes, model.positive),
        scores: ScoreQuality::new(shares, classes, labels, model.positive, model.has_probabilities()),
    }
}
