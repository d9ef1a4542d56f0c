//! The front of models: the score of each number of rules.

use rulegen_measure::ChoiceMeasure;
use rulegen_rule::{Certificate, Model};
use serde::{Deserialize, Serialize};

/// Models of different sizes from one training set, from small to large, with their cross-validated
/// scores.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Front {
    /// The name of the score: the first of the measures that the choice looks at.
    pub measure: String,
    /// The number of folds that scores are means over.
    pub folds: usize,
    /// The sizes and scores of the models, from few rules to many.
    pub rows: Vec<FrontRow>,
    /// The models, one for each row.
    #[serde(skip)]
    pub models: Vec<Model>,
}

impl Front {
    /// Returns a score in the usual sign of its measure. Log loss is positive, although `score` is
    /// larger for a better model.
    pub fn as_known(&self, score: f64) -> f64 {
        if self.measure == ChoiceMeasure::LogLoss.name() { -score } else { score }
    }
}

/// A model of a front.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct FrontRow {
    /// The number of rules.
    pub rules: usize,
    /// The number of conditions of all rules together.
    pub conditions: usize,
    /// The most conditions of a rule.
    pub max_length: usize,
    /// If rules are chosen one by one: the penalty of a condition at and above which no further
    /// rule found would enter, `None` if none was found. Along penalties: the one whose optimum has
    /// these rules.
    pub penalty: Option<f64>,
    /// The proof about the problem whose rules these are, along penalties and complexities. Along
    /// penalties the weights of the model are fitted again after it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub certificate: Option<Certificate>,
    /// The mean score over folds. Larger is better. `None` if the model was not cross-validated.
    pub score: Option<f64>,
    /// The standard error of that mean.
    pub score_se: Option<f64>,
    /// True if this is the model taken.
    pub chosen: bool,
}
