//! Points: the scale on which a reader adds up the rules of a model.

use crate::{Form, Model, WeightedRule};
use std::f64::consts::LN_2;
use std::num::NonZeroU32;

/// Returns the log-odds of one point if this number of points doubles the odds: `ln 2 / N` in 24
/// bits, so that sums of up to [`MOST_POINTS`] points are exact in doubles, in every language.
pub(crate) fn unit(per_doubling: NonZeroU32) -> f64 {
    f64::from((LN_2 / f64::from(per_doubling.get())) as f32)
}

/// The most whole points of all rules and intercepts together.
pub(crate) const MOST_POINTS: f64 = (1u32 << 29) as f64;

impl Model {
    /// Returns the votes that one point stands for: 1, or the log-odds of a whole point
    /// ([`Model::points_per_doubling`]).
    pub fn unit(&self) -> f64 {
        self.points_per_doubling.map_or(1.0, unit)
    }

    /// Returns the class that points speak for if the votes of two classes are shown on one scale:
    /// the positive class, or the second one. Returns `None` if there are more classes, where each
    /// has points of its own, and for Boolean rules, which have none.
    pub fn towards(&self) -> Option<u32> {
        (self.form() == Form::Votes && self.classes.len() == 2).then(|| self.positive.unwrap_or(1))
    }

    /// Returns the points of a rule: its weight, with a minus if it votes for the class that points
    /// do not speak for ([`Model::towards`]). With more than two classes, its weight for its class.
    /// Points are in units of whole points if the model has these ([`Model::unit`]).
    pub fn points(&self, rule: &WeightedRule) -> f64 {
        let points = rule.weight / self.unit();
        match self.towards() {
            Some(class) if class != rule.class => -points,
            _ => points,
        }
    }

    /// Returns the points of votes for each class, such as those of a row: one sum if points speak
    /// for one class, else the votes.
    pub fn points_of_votes(&self, votes: &[f64]) -> Vec<f64> {
        let unit = self.unit();
        match self.towards() {
            Some(class) => vec![(votes[class as usize] - votes[1 - class as usize]) / unit],
            None => votes.iter().map(|votes| votes / unit).collect(),
        }
    }

    /// Returns the points before any rule: one sum if points speak for one class, else one for each
    /// class.
    pub fn start(&self) -> Vec<f64> {
        match self.intercepts.is_empty() {
            true => self.points_of_votes(&vec![0.0; self.classes.len()]),
            false => self.points_of_votes(&self.intercepts),
        }
    }

    /// Writes points of this model: `+3` if it has whole points, else as [`points_text`] does.
    pub fn points_text(&self, points: f64) -> String {
        match self.points_per_doubling {
            Some(_) if points != 0.0 => format!("{points:+.0}"),
            _ => points_text(points),
        }
    }

    /// Writes votes in three decimals, or their whole points: `0.551`, `3 points`.
    pub(crate) fn weight_text(&self, votes: f64) -> String {
        match self.points_per_doubling {
            Some(_) => {
                let points = (votes / self.unit()).round();
                format!("{points} point{}", if points == 1.0 { "" } else { "s" })
            }
            None => format!("{votes:.3}"),
        }
    }

    /// Returns a reason why the whole points that the model claims to have are none.
    pub(crate) fn broken_points(&self) -> Option<String> {
        self.points_per_doubling?;
        if !self.log_odds || self.form() != Form::Votes {
            return Some("its points cannot double odds: its votes are not log-odds".into());
        }
        let votes = || self.rules.iter().map(|rule| rule.weight).chain(self.intercepts.iter().copied());
        if let Some(vote) = votes().find(|vote| (vote / self.unit()).fract() != 0.0) {
            return Some(format!("its weight {vote:?} is no whole number of points"));
        }
        let points = votes().sum::<f64>() / self.unit();
        (points > MOST_POINTS).then(|| format!("it has {points:?} points: at most {MOST_POINTS:?} can be added up"))
    }
}

/// Writes points with their sign and three decimals: `+0.551`, but `0`. Points near 0 keep their
/// sign.
pub fn points_text(points: f64) -> String {
    match points {
        0.0 => "0".into(),
        points if points.abs() < 0.0005 => format!("{points:+.1e}"),
        points => format!("{points:+.3}"),
    }
}
