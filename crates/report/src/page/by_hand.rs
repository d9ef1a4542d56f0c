//! The section in which a reader changes the model.

use super::card::MOST_SHOWN;
use super::sections::class;
use crate::Study;

/// The rules of a model, to be left out or given other points.
pub(super) struct ByHandSection {
    /// The class that points speak for.
    pub(super) class: String,
    /// The conditions of each rule.
    pub(super) rules: Vec<Vec<String>>,
    /// True if the rules get a window in which they scroll.
    pub(super) tall: bool,
    /// The proof for the score.
    pub(super) proof: String,
    /// True if the page can fit the other weights again.
    pub(super) fits: bool,
    /// The step of a field of points.
    pub(super) step: &'static str,
}

impl ByHandSection {
    /// Returns none if the model has no rules, or changes of it cannot be measured.
    pub(super) fn new(study: &Study) -> Option<ByHandSection> {
        study.patterns.as_ref()?;
        let towards = study.model.towards()?;
        (!study.rules.is_empty()).then(|| ByHandSection {
            class: class(study, towards),
            tall: study.rules.len() > MOST_SHOWN,
            proof: crate::certificate_sentence(&study.model),
            fits: study.weighing.is_some(),
            rules: study.rules.iter().map(|rule| rule.words.clone()).collect(),
            step: if study.model.points_per_doubling.is_some() { "1" } else { "any" },
        })
    }
}
