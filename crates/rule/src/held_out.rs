//! The quality of a model on rows that it has not seen, which the model file keeps.

use crate::RuleError;
use serde::{Deserialize, Serialize};

/// A measure of rows, which count once each, whatever their weights.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Estimate {
    /// The measure.
    pub value: f64,
    /// Its 95% interval, or `None` if the rows do not determine the variance.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub interval: Option<[f64; 2]>,
}

/// The model that was measured on held-out rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum HeldOutOf {
    /// The model itself, which was learned without the rows.
    Model,
    /// A second model, learned in the same way without the rows. The model is learned from all.
    SecondModel,
    /// Other weights of the model's rules, fitted without the rows. The rules may have been found
    /// with them, so the measures may be too good.
    SecondWeights,
}

/// The quality on rows that were held out.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HeldOut {
    /// The model that was measured.
    pub of: HeldOutOf,
    /// True if that model has exact weights, while those of this one were rounded to whole points
    /// later.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub exact_weights: bool,
    /// The number of rules of a second model that was measured.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rules: Option<usize>,
    /// The number of rows, at least 1.
    pub rows: usize,
    /// The share of all rows that was held out at random, between 0 and 1. `None` if the rows were
    /// named.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub share: Option<f64>,
    /// The share of right predictions. `None` if the model decides at another threshold than the
    /// one that was measured.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub accuracy: Option<Estimate>,
    /// The area under the ROC curve, unless all rows are of one class.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub auc: Option<Estimate>,
    /// The mean of `-ln p`, with `p` the probability of the row's class, if the model has
    /// probabilities.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub log_loss: Option<Estimate>,
    /// The Brier score of probabilities, from 0 to 2.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub brier: Option<Estimate>,
    /// The expected calibration error of probabilities.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ece: Option<Estimate>,
}

impl HeldOut {
    /// Checks that the figures can be true: numbers within their range, in intervals that ascend.
    ///
    /// # Errors
    /// [`RuleError::Inconsistent`] with the first figure that cannot.
    pub fn check(&self) -> Result<(), RuleError> {
        let bad = |what: String| Err(RuleError::Inconsistent(format!("its held-out quality says {what}")));
        if self.rows == 0 {
            return bad("that it is of 0 rows".into());
        }
        if let Some(share) = self.share.filter(|share| !(*share > 0.0 && *share < 1.0)) {
            return bad(format!("that {share} of the rows were held out"));
        }
        let figures = [
            ("accuracy", self.accuracy, 1.0),
            ("AUC", self.auc, 1.0),
            ("log loss", self.log_loss, f64::MAX),
            ("Brier score", self.brier, 2.0),
            ("calibration error", self.ece, 1.0),
        ];
        for (name, figure, most) in figures {
            let Some(Estimate { value, interval }) = figure else { continue };
            if !(0.0..=most).contains(&value) {
                return bad(format!("{name} {value:?}"));
            }
            // The end of an interval may lie beyond the range of its measure where rows are few.
            if let Some([low, high]) = interval.filter(|[low, high]| !(low <= high && (high - low).is_finite())) {
                return bad(format!("{name} {value:?} between {low:?} and {high:?}"));
            }
        }
        Ok(())
    }

    /// Says how good the model is on rows that it has not seen, with what was measured.
    pub fn sentence(&self) -> String {
        let figure = |name: &str, of: Estimate| {
            let range = of.interval.map_or(String::new(), |[low, high]| format!(" ({low:.3}-{high:.3})"));
            format!("{name} {:.3}{range}", of.value)
        };
        let figures = [("accuracy", self.accuracy), ("AUC", self.auc), ("log loss", self.log_loss)];
        // The log loss stands in where nothing else is known.
        let least = if self.accuracy.or(self.auc).is_some() { 2 } else { figures.len() };
        let figures = figures[..least].iter().filter_map(|(name, of)| Some(figure(name, (*of)?)));
        let rows = if self.rows == 1 { "1 row".into() } else { format!("{} rows", self.rows) };
        let (who, of) = match self.of {
            HeldOutOf::Model => ("it has", String::new()),
            HeldOutOf::SecondModel => ("it has", format!(", by {} learned without them", self.second_model())),
            HeldOutOf::SecondWeights => {
                ("its weights have", ", by second weights; the rules may have been found with them".into())
            }
        };
        let exact = if self.exact_weights { ", before weights were rounded" } else { "" };
        format!("On rows {who} not seen: {} ({rows}{of}{exact}).", figures.collect::<Vec<_>>().join(", "))
    }

    /// Names the second model that was measured, by its number of rules if that is known: it may
    /// differ much from the model's.
    pub fn second_model(&self) -> String {
        let plural = |rules: usize| if rules == 1 { "" } else { "s" };
        let rules = self.rules.map_or(String::new(), |rules| format!(" of {rules} rule{}", plural(rules)));
        format!("a second model{rules}")
    }

    /// Returns the figures that hold at any threshold, if there are any.
    pub(crate) fn without_accuracy(self) -> Option<HeldOut> {
        self.auc.or(self.log_loss).is_some().then_some(HeldOut { accuracy: None, ..self })
    }
}
