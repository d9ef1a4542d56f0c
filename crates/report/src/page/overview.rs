//! The overview: what was learned, how it decides, and how often it is right.

use super::sections::{Share, class};
use crate::Study;
use crate::words::{count, interval, percent, rate, thousands};
use rulegen::measure::{Estimate, Size};
use rulegen_rule::{Form, HeldOut, HeldOutOf, Model, name_text};

/// A figure of the overview.
pub(super) struct Tile {
    pub(super) label: String,
    pub(super) value: String,
    pub(super) note: String,
}

/// The first sentences: the target and its classes, the quality on rows that the model has not
/// seen, and the rows that the other figures are from.
pub(super) fn lead(study: &Study) -> String {
    let classes: Vec<String> = study.model.classes.iter().map(|c| name_text(c)).collect();
    let predicts = format!("This model predicts {}, which is {}.", name_text(&study.model.target), or(&classes));
    let unseen = unseen(study).map_or(String::new(), |held_out| unseen_sentence(held_out) + " ");
    let figures = if unseen.is_empty() { "The figures on this page are" } else { "All other figures here are" };
    let (rows, data) = (thousands(study.measured_rows()), &study.data_name);
    let known = match (&study.held_out, study.is_training()) {
        (Some(_), _) => {
            format!("{figures} from {rows} rows of {data} that were kept out of training, so they stand for new cases.")
        }
        (None, true) => format!(
            "{figures} from the {rows} rows of {data}. It was learned from as many rows of each class, so most likely \
             from these: expect fewer right answers on new cases."
        ),
        (None, false) => format!(
            "{figures} from all {rows} rows of {data}. If it was learned from them, expect fewer right answers on new \
             cases."
        ),
    };
    format!("{predicts} {unseen}{known}")
}

/// Joins names: `a, b or c`.
fn or(names: &[String]) -> String {
    match names.split_last() {
        Some((last, rest)) if !rest.is_empty() => format!("{} or {last}", rest.join(", ")),
        _ => names.concat(),
    }
}

/// Says how often a model is right on rows that it has not seen.
fn unseen_sentence(held_out: &HeldOut) -> String {
    let quality = match (held_out.accuracy, held_out.auc, held_out.log_loss) {
        (Some(accuracy), ..) => format!("was right on {} of", percent(accuracy.value)),
        (None, Some(auc), _) => format!("had an AUC of {:.3} on", auc.value),
        (None, None, log_loss) => format!("had a log loss of {:.3} on", log_loss.map_or(f64::NAN, |of| of.value)),
    };
    let rows = count(held_out.rows, "row");
    match held_out.of {
        HeldOutOf::SecondModel => {
            format!("A second model, learned in the same way without {rows} of the data, {quality} these.")
        }
        HeldOutOf::SecondWeights => format!(
            "With weights fitted without them, it {quality} {rows}; its rules may have been found with these rows."
        ),
        HeldOutOf::ExactWeights => {
            format!("Before its weights were rounded, it {quality} {rows} that it was not learned from.")
        }
        _ => format!("It {quality} {rows} that it was not learned from."),
    }
}

/// The held-out quality that the model keeps, unless the report knows held-out rows itself.
fn unseen(study: &Study) -> Option<&HeldOut> {
    study.model.held_out.as_ref().filter(|_| study.held_out.is_none())
}

/// The tiles of the quality on rows that the model has not seen.
fn unseen_tiles(study: &Study) -> Vec<Tile> {
    let Some(held_out) = unseen(study) else { return Vec::new() };
    let (of, unseen) = match held_out.of {
        HeldOutOf::SecondModel => (", a second model", "rows not seen"),
        HeldOutOf::SecondWeights => (", second weights", "rows not seen by weights"),
        HeldOutOf::ExactWeights => (", exact weights", "rows not seen"),
        _ => ("", "rows not seen"),
    };
    let accuracy = held_out.accuracy.map(|Estimate { value, interval }| {
        let [low, high] = interval.unwrap_or([0.0, 1.0]);
        Tile {
            label: format!("Right answers, {unseen}"),
            value: percent(value),
            note: format!("95% interval {:.1}–{:.1}%; {}{of}", 100.0 * low, 100.0 * high, count(held_out.rows, "row")),
        }
    });
    let mut tiles: Vec<Tile> = accuracy.into_iter().collect();
    tiles.extend(held_out.auc.map(|auc| auc_tile(unseen, auc)));
    tiles
}

fn auc_tile(rows: &str, auc: Estimate) -> Tile {
    let note = auc.interval.map_or(String::new(), |[low, high]| format!("95% interval {low:.3}–{high:.3}"));
    Tile { label: format!("AUC, {rows}"), value: format!("{:.3}", auc.value), note }
}

/// The figures of the first screen: on rows that the model has not seen, then on those measured
/// here.
pub(super) fn tiles(study: &Study) -> Vec<Tile> {
    let (first, size) = (&study.quality[0], Size::of(&study.model));
    let mut tiles = unseen_tiles(study);
    tiles.push(Tile {
        label: format!("Right answers, {}", first.name),
        value: rate(&first.accuracy),
        note: format!(
            "95% interval {}; always {}: {}",
            interval(&first.accuracy),
            class(study, first.majority_class),
            rate(&first.majority)
        ),
    });
    let auc = first.scores.auc.filter(|_| study.model.form() == Form::Votes);
    tiles.extend(auc.map(|auc| auc_tile(first.name, auc)));
    tiles.push(Tile {
        label: if matches!(study.model.form(), Form::AllClauses { .. }) { "Clauses" } else { "Rules" }.into(),
        value: thousands(size.n_rules),
        note: format!("{:.1} conditions each, on average", size.avg_rule_length),
    });
    tiles
}

/// Explains how the rules make a prediction.
pub(super) fn how(model: &Model) -> String {
    let mut said = model.how();
    let class = |k: usize| name_text(&model.classes[k]);
    let start = match (model.form(), model.towards(), model.intercepts.is_empty()) {
        (Form::Votes, Some(_), false) => model.points_text(model.start()[0]),
        (Form::Votes, None, false) => {
            let points = model.start().into_iter().enumerate().filter(|(_, points)| *points > 0.0);
            points
                .map(|(k, points)| format!("{} for {}", model.points_text(points), class(k)))
                .collect::<Vec<_>>()
                .join(", ")
        }
        _ => return said.into_iter().chain(model.notes()).collect::<Vec<_>>().join(" "),
    };
    let probabilities = model.base_probabilities().filter(|_| model.towards().is_some());
    let share = probabilities
        .zip(model.towards())
        .map(|(base, k)| format!(": {} with a probability of {}", class(k as usize), percent(base[k as usize])));
    said.push(format!("The start, of a row that meets no rule, is {start}{}.", share.unwrap_or_default()));
    said.extend(model.notes());
    said.join(" ")
}

/// Says how many of all rows are in the page.
pub(super) fn samples_sentence(shown: usize, all: usize) -> String {
    match shown == all {
        true => format!("All {} rows of the data are in this page.", thousands(all)),
        false => format!(
            "{} of the {} rows of the data are in this page, drawn at random in proportion to the classes.",
            thousands(shown),
            thousands(all)
        ),
    }
}

/// The quality by rows and by class.
pub(super) struct QualitySection {
    pub(super) sets: Vec<SetRow>,
    pub(super) classes: Vec<ClassRow>,
    pub(super) f1_name: Option<String>,
}

pub(super) struct SetRow {
    pub(super) name: &'static str,
    pub(super) accuracy: Share,
    pub(super) majority: Share,
    pub(super) f1: String,
    pub(super) weighted_f1: String,
}

pub(super) struct ClassRow {
    pub(super) name: String,
    pub(super) found: Share,
    pub(super) right: Share,
}

impl QualitySection {
    pub(super) fn new(study: &Study) -> QualitySection {
        let set = |rows: &crate::RowsQuality| SetRow {
            name: rows.name,
            accuracy: Share::new(&rows.accuracy),
            majority: Share::new(&rows.majority),
            f1: rows.quality.f1.map(|f1| format!("{f1:.3}")).unwrap_or_default(),
            weighted_f1: format!("{:.3}", rows.quality.weighted_f1),
        };
        let class = |rates: &crate::ClassRates| ClassRow {
            name: name_text(&rates.class),
            found: Share::new(&rates.found),
            right: Share::new(&rates.right),
        };
        let positive = study.model.positive.filter(|_| study.model.classes.len() == 2);
        QualitySection {
            sets: study.quality.iter().map(set).collect(),
            classes: study.quality[0].classes.iter().map(class).collect(),
            f1_name: positive.map(|k| self::class(study, k)),
        }
    }
}
