//! The overview: what was learned, how it decides, and the first figures.

use super::sections::class;
use crate::Study;
use crate::words::{count, interval, percent, range, rate, thousands};
use rulegen::measure::{Estimate, Size};
use rulegen_rule::{Form, HeldOut, HeldOutOf, Model, name_text};

/// A figure of the overview.
pub(super) struct Tile {
    pub(super) label: String,
    pub(super) value: String,
    pub(super) note: String,
}

/// The first sentences: the target and its classes, and the rows that the figures are from, if
/// these are all that is known of new cases.
pub(super) fn lead(study: &Study) -> String {
    let classes: Vec<String> = study.model.classes.iter().map(|c| name_text(c)).collect();
    let predicts = format!("This model predicts {}, which is {}.", name_text(&study.model.target), or(&classes));
    match unseen(study) {
        Some(_) => predicts,
        None => format!("{predicts} {}", rows_of_figures("The figures on this page", study)),
    }
}

/// Says which rows these figures are from.
fn rows_of_figures(figures: &str, study: &Study) -> String {
    let (rows, data) = (count(study.measured_rows(), "row"), &study.data_name);
    let known = match (&study.held_out, study.is_training()) {
        (Some(_), _) => format!("{rows} of {data} that were kept out of training, so they stand for new cases."),
        (None, true) => format!(
            "the {rows} of {data}, most likely those that it was learned from (as many of each class): expect \
             fewer right answers on new cases."
        ),
        (None, false) => {
            format!("all {rows} of {data}. If it was learned from them, expect fewer right answers on new cases.")
        }
    };
    format!("{figures} are from {known}")
}

/// Joins names: `a, b or c`.
fn or(names: &[String]) -> String {
    match names.split_last() {
        Some((last, rest)) if !rest.is_empty() => format!("{} or {last}", rest.join(", ")),
        _ => names.concat(),
    }
}

/// The held-out quality that the model keeps, unless the report knows held-out rows itself.
pub(super) fn unseen(study: &Study) -> Option<&HeldOut> {
    study.model.held_out.as_ref().filter(|_| study.held_out.is_none())
}

/// Names the rows that the model has not seen.
pub(super) fn unseen_rows(held_out: &HeldOut) -> &'static str {
    if held_out.of == HeldOutOf::SecondWeights { "rows not seen by weights" } else { "rows not seen" }
}

/// The tiles of the quality on rows that the model has not seen.
fn unseen_tiles(study: &Study) -> Vec<Tile> {
    let Some(held_out) = unseen(study) else { return Vec::new() };
    let unseen = unseen_rows(held_out);
    let accuracy = held_out.accuracy.map(|accuracy| {
        let (value, range) = share(accuracy);
        Tile { label: format!("Right answers, {unseen}"), value, note: format!("95% interval {range}") }
    });
    let mut tiles: Vec<Tile> = accuracy.into_iter().collect();
    tiles.extend(held_out.auc.map(|auc| score_tile("AUC", unseen, auc)));
    if tiles.is_empty() {
        tiles.extend(held_out.log_loss.map(|log_loss| score_tile("Log loss", unseen, log_loss)));
    }
    tiles
}

/// The model behind the figures of rows not seen, the rows of the others, and the answer to beat.
pub(super) fn figures(study: &Study) -> String {
    let measured = unseen(study).map(|held_out| {
        let rows = count(held_out.rows, "row");
        let of = match held_out.of {
            HeldOutOf::SecondModel => format!(", by {} learned without them", held_out.second_model()),
            HeldOutOf::SecondWeights => ", by second weights; the rules may have been found with them".into(),
            _ => String::new(),
        };
        let exact = if held_out.exact_weights { ", with exact weights" } else { "" };
        let others = rows_of_figures("Other figures on this page", study);
        format!("Rows not seen: {rows}{of}{exact}. {others}")
    });
    measured.into_iter().chain([answer_to_beat(study)]).collect::<Vec<_>>().join(" ")
}

/// The accuracy of the commonest class as the answer of every row: of the training rows, which are
/// like those that the model has not seen, and of other rows that are measured here.
fn answer_to_beat(study: &Study) -> String {
    let first = &study.quality[0];
    let of_unseen = unseen(study).filter(|of| of.accuracy.is_some()).and_then(|_| study.model.commonest_class());
    let of_training = of_unseen.map(|(class, share)| {
        (name_text(&study.model.classes[class as usize]), format!("{} of the training rows", percent(share)))
    });
    let is_said = of_training.is_some() && study.is_training();
    let here = (!is_said).then(|| {
        (class(study, first.majority_class), format!("{} of {}", rate(&first.majority), study.measured_name()))
    });
    let words = |(class, rows): (String, String)| format!("Always {class} would be right on {rows}.");
    of_training.into_iter().chain(here).map(words).collect::<Vec<_>>().join(" ")
}

/// Writes a share and its interval in percent.
pub(super) fn share(Estimate { value, interval }: Estimate) -> (String, String) {
    (percent(value), range(interval.unwrap_or([0.0, 1.0])))
}

fn score_tile(name: &str, rows: &str, of: Estimate) -> Tile {
    let note = of.interval.map_or(String::new(), |[low, high]| format!("95% interval {low:.3}–{high:.3}"));
    Tile { label: format!("{name}, {rows}"), value: format!("{:.3}", of.value), note }
}

/// The figures of the first screen: on rows that the model has not seen, then on those measured
/// here.
pub(super) fn tiles(study: &Study) -> Vec<Tile> {
    let (first, size) = (&study.quality[0], Size::of(&study.model));
    let mut tiles = unseen_tiles(study);
    tiles.push(Tile {
        label: format!("Right answers, {}", first.name),
        value: rate(&first.accuracy),
        note: format!("95% interval {}", interval(&first.accuracy)),
    });
    let auc = first.scores.auc.filter(|_| study.model.form() == Form::Votes);
    tiles.extend(auc.map(|auc| score_tile("AUC", first.name, auc)));
    tiles.push(Tile {
        label: if matches!(study.model.form(), Form::AllClauses { .. }) { "Clauses" } else { "Rules" }.into(),
        value: thousands(size.n_rules),
        note: match size.avg_rule_length {
            1.0 => "1 condition each".into(),
            mean => format!("{mean:.1} conditions each, on average"),
        },
    });
    tiles
}

/// Explains how the rules make a prediction.
pub(super) fn how(model: &Model) -> String {
    model.how_card_decides().unwrap_or_else(|| model.how()).join(" ")
}

/// The words of the start of a scorecard, with the probability of a row that meets no rule.
pub(super) fn start_words(model: &Model) -> String {
    let base = model.towards().zip(model.base_probabilities()).filter(|_| !model.intercepts.is_empty());
    let probability = base.map_or(String::new(), |(class, base)| format!(" ({})", percent(base[class as usize])));
    format!("Start: a row that meets no rule{probability}")
}

/// Says how many of all rows are in the page.
pub(super) fn samples_sentence(shown: usize, all: usize) -> String {
    match shown == all {
        true if all == 1 => "The one row of the data is in this page.".into(),
        true => format!("All {} rows of the data are in this page.", thousands(all)),
        false => format!(
            "{} of the {} rows of the data are in this page, drawn at random in proportion to the classes.",
            thousands(shown),
            thousands(all)
        ),
    }
}
