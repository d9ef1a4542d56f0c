//! Calibration: probabilities, or shares of votes, against how often a class is correct.

use rulegen::measure::{CalibrationCurve, claims};
use rulegen_rule::{Form, Model};

/// Probabilities of a class, or its shares of the votes, against how often rows are of that class.
#[derive(Clone, Debug, PartialEq)]
pub struct Calibration {
    /// The class: the positive one of two; with more classes, the predicted class of each row.
    pub class: Option<u32>,
    /// True if it is about probabilities, false if about shares of votes.
    pub of_probabilities: bool,
    /// The promised and the observed frequencies.
    pub curve: CalibrationCurve,
    /// Rows that are left out, as no rule votes on them.
    pub without_votes: usize,
}

impl Calibration {
    /// None where rules do not vote, or vote on no row. `shares` are probabilities or shares of
    /// votes and `scores` are summed weights, both row by row.
    pub(super) fn new(model: &Model, shares: &[f64], scores: &[f64], labels: &[u32]) -> Option<Calibration> {
        if model.form() != Form::Votes {
            return None;
        }
        let classes = model.classes.len();
        let of_probabilities = model.has_probabilities();
        let has_votes = |scores: &[f64]| of_probabilities || scores.iter().sum::<f64>() > 0.0;
        let voted: Vec<bool> = scores.chunks(classes).map(has_votes).collect();
        let claims = claims(shares, classes, labels, model.positive).zip(&voted).filter(|(_, voted)| **voted);
        Some(Calibration {
            class: (classes == 2).then(|| model.positive.unwrap_or(1)),
            of_probabilities,
            curve: CalibrationCurve::new(claims.map(|(claim, _)| claim))?,
            without_votes: voted.iter().filter(|voted| !**voted).count(),
        })
    }
}
