//! The quality of scores as a ranking, and the calibration of probabilities.

use super::sections::class;
use crate::Study;
use rulegen::measure::{Estimate, ScoreQuality};
use rulegen_rule::Form;

/// The titles of the measures, in the order of [`ScoreQuality::measures`].
const TITLES: [&str; 4] = ["AUC", "Log loss", "Brier score", "Calibration error"];

/// The measures of scores by rows.
pub(super) struct ScoreSection {
    /// The names of the measures.
    pub(super) measures: Vec<&'static str>,
    /// The names of the rows, and their measures.
    pub(super) sets: Vec<(&'static str, Vec<Figure>)>,
    /// An explanation of the measures.
    pub(super) note: String,
}

/// A measure with its range; both empty if there is none.
pub(super) struct Figure {
    pub(super) value: String,
    pub(super) range: String,
}

impl Figure {
    fn new(of: Option<Estimate>) -> Figure {
        let range = of.and_then(|estimate| estimate.interval);
        Figure {
            value: of.map_or("–".into(), |estimate| format!("{:.3}", estimate.value)),
            range: range.map_or(String::new(), |[low, high]| format!("{low:.3}–{high:.3}")),
        }
    }
}

impl ScoreSection {
    /// Returns none if there is nothing to rank.
    pub(super) fn new(study: &Study) -> Option<ScoreSection> {
        let any = |at: usize| study.quality.iter().any(|set| set.scores.measures()[at].is_some());
        let shown: Vec<usize> = (0..TITLES.len()).filter(|&at| any(at)).collect();
        let figures = |scores: &ScoreQuality| shown.iter().map(|&at| Figure::new(scores.measures()[at])).collect();
        (!shown.is_empty()).then(|| ScoreSection {
            measures: shown.iter().map(|&at| TITLES[at]).collect(),
            sets: study.quality.iter().map(|set| (set.name, figures(&set.scores))).collect(),
            note: note(study),
        })
    }
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
