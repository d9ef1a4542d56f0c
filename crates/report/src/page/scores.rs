//! The quality of scores as a ranking, and the calibration of probabilities.

use super::overview::unseen;
use super::sections::class;
use crate::{RowsQuality, Study};
use rulegen::measure::Estimate;
use rulegen_rule::{Form, HeldOut};

/// The titles of the measures, in the order of [`rulegen::measure::ScoreQuality::measures`].
const TITLES: [&str; 4] = ["AUC", "Log loss", "Brier score", "Calibration error"];

/// A line of the table of measures: one measure of all sets of rows.
pub(super) struct MeasureRow {
    pub(super) name: String,
    /// The measure on rows that the model has not seen, if it keeps any, and of each set, with its
    /// range; both may be empty.
    pub(super) cells: Vec<(String, String)>,
}

impl MeasureRow {
    /// Makes a line of a measure that the model does not keep.
    pub(super) fn new(study: &Study, name: impl Into<String>, of: impl Fn(&RowsQuality) -> (String, String)) -> Self {
        let kept = unseen(study).map(|_| (String::new(), String::new()));
        MeasureRow { name: name.into(), cells: kept.into_iter().chain(study.quality.iter().map(of)).collect() }
    }

    /// Fills the cell of the measure that the model keeps.
    pub(super) fn keeping(mut self, study: &Study, of: impl Fn(&HeldOut) -> (String, String)) -> Self {
        if let Some(held_out) = unseen(study) {
            self.cells[0] = of(held_out);
        }
        self
    }
}

/// Returns the measures of scores, and an explanation of them. Empty if there is nothing to rank.
pub(super) fn score_rows(study: &Study) -> (Vec<MeasureRow>, Option<String>) {
    let any = |at: &usize| study.quality.iter().any(|set| set.scores.measures()[*at].is_some());
    let kept = |of: &HeldOut| [of.auc, of.log_loss, of.brier, of.ece];
    let row = |at: usize| {
        let measured = MeasureRow::new(study, TITLES[at], |set| figure(set.scores.measures()[at]));
        measured.keeping(study, |held_out| figure(kept(held_out)[at]))
    };
    let rows: Vec<MeasureRow> = (0..TITLES.len()).filter(any).map(row).collect();
    let said = (!rows.is_empty()).then(|| note(study));
    (rows, said)
}

/// Writes a measure and its interval.
fn figure(of: Option<Estimate>) -> (String, String) {
    let range = of.and_then(|estimate| estimate.interval);
    (
        of.map_or("–".into(), |estimate| format!("{:.3}", estimate.value)),
        range.map_or(String::new(), |[low, high]| format!("{low:.3}–{high:.3}")),
    )
}

fn note(study: &Study) -> String {
    let ranked = match study.positive() {
        Some(k) => format!("of a case of {} and one that is not, how often the first ranks higher", class(study, k)),
        None => {
            "of a case of a class and one of another, how often the first ranks higher for that class, as a mean over \
             classes by their number of cases"
                .into()
        }
    };
    let (by, further) = match study.model.form() {
        Form::Votes if study.model.has_probabilities() => (
            "their probabilities",
            " Log loss and Brier score measure how far probabilities are from what came true: 0 is best, and small \
             probabilities of what came true cost most. The calibration error is how far, on average, they are from the \
             share of cases of which they came true.",
        ),
        Form::Votes => ("their shares of the votes", ""),
        _ => ("their answers", ""),
    };
    format!("AUC: {ranked} (1 is best, 0.5 is chance, ties count half). Cases are ranked by {by}.{further}")
}
