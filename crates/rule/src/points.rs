//! Points: the scale on which a reader adds up the rules of a model.

use crate::{Form, Model, WeightedRule};

impl Model {
    /// Returns the class that points speak for if the votes of two classes are shown on one scale:
    /// the positive class, or the second one. Returns `None` if there are more classes, where each
    /// has points of its own, and for Boolean rules, which have none.
    pub fn towards(&self) -> Option<u32> {
        (self.form() == Form::Votes && self.classes.len() == 2).then(|| self.positive.unwrap_or(1))
    }

    /// Returns the points of a rule: its weight, with a minus if it votes for the class that points
    /// do not speak for ([`Model::towards`]). With more than two classes, its weight for its class.
    pub fn points(&self, rule: &WeightedRule) -> f64 {
        match self.towards() {
            Some(class) if class != rule.class => -rule.weight,
            _ => rule.weight,
        }
    }

    /// Returns the points of votes for each class, such as those of a row: one sum if points speak
    /// for one class, else the votes.
    pub fn points_of_votes(&self, votes: &[f64]) -> Vec<f64> {
        match self.towards() {
            Some(class) => vec![votes[class as usize] - votes[1 - class as usize]],
            None => votes.to_vec(),
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
}

/// Writes points with their sign and three decimals: `+0.551`. Points near 0 keep their sign.
pub fn points_text(points: f64) -> String {
    match points {
        0.0 => "+0.000".into(),
        points if points.abs() < 0.0005 => format!("{points:+.1e}"),
        points => format!("{points:+.3}"),
    }
}
