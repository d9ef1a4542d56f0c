//! The quality of scores: their ranking of rows and, for probabilities, their accuracy.

use crate::probability::{brier, log_loss};
use crate::ranking::auc;
use crate::{CalibrationCurve, Estimate, claims};
use rulegen_data::Table;
use rulegen_rule::{Model, Predictor, RuleError};
use serde::{Serialize, Serializer};
use serde_json::{Map, Value, json};

/// The quality of the scores of a model on a set of rows, which count once each. It is written as
/// numbers under `auc`, `log_loss`, `brier` and `ece`, with their intervals under `intervals`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ScoreQuality {
    /// The area under the ROC curve: that of the positive or second class of two. With more classes
    /// it is one against the rest, weighted by their rows. `None` if all rows are of one class.
    pub auc: Option<Estimate>,
    /// The log loss of probabilities: the mean of `-ln p`, with `p` the probability of the row's
    /// class.
    pub log_loss: Option<Estimate>,
    /// The Brier score of probabilities, a mean squared error.
    pub brier: Option<Estimate>,
    /// The expected calibration error of probabilities ([`CalibrationCurve`]).
    pub ece: Option<Estimate>,
}

impl ScoreQuality {
    /// Compares scores, row by row with one for each class, with labels. Scores that are not
    /// probabilities, such as shares of votes, only rank.
    ///
    /// # Panics
    /// If there are not `classes` scores for each label, or a label is not below `classes`.
    pub fn new(
        scores: &[f64],
        classes: usize,
        labels: &[u32],
        positive: Option<u32>,
        are_probabilities: bool,
    ) -> ScoreQuality {
        let probable = |measure: fn(&[f64], usize, &[u32]) -> Option<Estimate>| {
            if are_probabilities { measure(scores, classes, labels) } else { None }
        };
        let curve = || CalibrationCurve::new(claims(scores, classes, labels, positive));
        ScoreQuality {
            auc: auc(scores, classes, labels, positive),
            log_loss: probable(log_loss),
            brier: probable(brier),
            ece: if are_probabilities { curve().map(|curve| curve.error) } else { None },
        }
    }

    /// Evaluates a model on the rows of `table`. Without [probabilities](Model::has_probabilities)
    /// rows are ranked by the shares of the votes.
    ///
    /// # Errors
    /// As [`Predictor::predict`].
    pub fn of(model: &Model, predictor: &Predictor, table: &Table, labels: &[u32]) -> Result<ScoreQuality, RuleError> {
        let scores = predictor.probabilities(table)?;
        Ok(ScoreQuality::new(&scores, model.classes.len(), labels, model.positive, model.has_probabilities()))
    }

    /// Returns AUC, log loss, Brier score and calibration error, in this order.
    pub fn measures(&self) -> [Option<Estimate>; 4] {
        [self.auc, self.log_loss, self.brier, self.ece]
    }
}

/// The names of the measures in files.
const NAMES: [&str; 4] = ["auc", "log_loss", "brier", "ece"];

impl Serialize for ScoreQuality {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let named = |of: fn(Estimate) -> Value| -> Map<String, Value> {
            let value = |measure: Option<Estimate>| measure.map_or(Value::Null, of);
            NAMES.into_iter().map(String::from).zip(self.measures().map(value)).collect()
        };
        let mut all = named(|estimate| estimate.value.into());
        all.insert("intervals".into(), named(|estimate| json!(estimate.interval)).into());
        all.serialize(serializer)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_of_votes_only_rank() {
        let (scores, labels) = ([0.8, 0.2, 0.3, 0.7, 0.6, 0.4], [0, 1, 1]);
        let probable = ScoreQuality::new(&scores, 2, &labels, None, true);
        let votes = ScoreQuality::new(&scores, 2, &labels, None, false);
        assert_eq!(votes, ScoreQuality { log_loss: None, brier: None, ece: None, ..probable });
        assert!(probable.log_loss.is_some() && probable.brier.is_some() && probable.ece.is_some());
        assert_eq!(votes.auc.unwrap().value, 1.0);
        let written = serde_json::to_value(votes).unwrap();
        let nothing = json!({"auc": null, "log_loss": null, "brier": null, "ece": null});
        assert_eq!(written, json!({"auc": 1.0, "log_loss": null, "brier": null, "ece": null, "intervals": nothing}));
    }

    #[test]
    fn whatever_the_rows_json_holds_numbers_or_nothing() {
        let tables: [(&[f64], usize, &[u32]); 4] = [
            (&[], 2, &[]),
            (&[0.0, 1.0], 2, &[0]),
            (&[1.0, 0.0, 0.0], 3, &[2]),
            (&[0.5, 0.5, 0.0, 0.0, 0.5, 0.5], 3, &[0, 1]),
        ];
        for (scores, classes, labels) in tables {
            let written = serde_json::to_value(ScoreQuality::new(scores, classes, labels, None, true)).unwrap();
            let there: Vec<bool> = ["auc", "log_loss", "brier", "ece"].map(|name| written[name].is_number()).to_vec();
            let several = labels.len() > 1;
            assert_eq!(there, [several, !labels.is_empty(), !labels.is_empty(), !labels.is_empty()], "{written}");
            let ends = written["intervals"].as_object().unwrap().values();
            assert!(ends.clone().all(|ends| *ends == Value::Null || ends[0].is_number() && ends[1].is_number()));
        }
    }
}
