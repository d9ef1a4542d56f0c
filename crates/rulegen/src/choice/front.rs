//! What rules buy.

use rulegen_measure::ChoiceMeasure;
use rulegen_rule::{Certificate, Model};
use serde::{Deserialize, Serialize};

/// Models of different sizes from one training set, from small to large, with their cross-validated scores.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Front {
    /// What the scores are: the first of the measures that the choice looks at.
    pub measure: String,
    /// The folds that they are means over.
    pub folds: usize,
    /// What is known of each model, with fewer rules first.
    pub rows: Vec<FrontRow>,
    /// The models themselves, one for each row.
    #[serde(skip)]
    pub models: Vec<Model>,
}

impl Front {
    /// A score as people know its measure: a log loss is positive, where `score` is larger for a better model.
    pub fn as_known(&self, score: f64) -> f64 {
        if self.measure == ChoiceMeasure::LogLoss.name() { -score } else { score }
    }
}

/// A model of a front.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct FrontRow {
    /// Its rules.
    pub rules: usize,
    /// The conditions of all rules together.
    pub conditions: usize,
    /// The most conditions of a rule.
    pub max_length: usize,
    /// Where rules are chosen one by one, the penalty of a condition at and above which no further rule found would enter, none where none
    /// was found; along penalties, the one whose optimum has these rules.
    pub penalty: Option<f64>,
    /// What is proved of the problem whose rules these are, along penalties and complexities. Along penalties the weights of the model are fitted
    /// anew after it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub certificate: Option<Certificate>,
    /// The mean of its score over folds; none where it was not cross-validated. Larger is better.
    pub score: Option<f64>,
    /// The standard error of that mean.
    pub score_se: Option<f64>,
    /// Whether it is the model taken.
    pub chosen: bool,
}
