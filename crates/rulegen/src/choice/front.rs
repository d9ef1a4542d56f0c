//! The front of models: the scores of each number of rules.

use super::choose::LEAST_DIFFERENCE;
use super::divisions::Divisions;
use crate::parameters::{Parameters, SizeChoice};
use rulegen_rule::{Certificate, Model};
use serde::{Deserialize, Serialize};

/// Models of different sizes from one training set, from small to large, with their cross-validated
/// scores.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Front {
    /// The names of the measures that the choice looks at.
    pub measures: Vec<String>,
    /// The number of folds of a division of the rows.
    pub folds: usize,
    /// The number of times that the rows were divided into folds.
    pub divisions: usize,
    /// The rule by which the model and the ridge of its weights were chosen, in sentences. Empty if
    /// neither was.
    pub choice: String,
    /// The sizes and scores of the models, from few rules to many.
    pub rows: Vec<FrontRow>,
    /// The models, one for each row.
    #[serde(skip)]
    pub models: Vec<Model>,
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
    /// The score under each measure of the front, of weights with the ridge that finds rules: that
    /// of the model may be smaller. Empty if the model was not cross-validated.
    pub scores: Vec<MeanScore>,
    /// True if the choice of the fewest rules finds a model of this many close enough to the best.
    #[serde(default)]
    pub close: bool,
    /// True if this is the model taken.
    pub chosen: bool,
}

/// A score of a model on rows that it was not learned from.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct MeanScore {
    /// The mean over all folds, in the usual sign of the measure: log loss is positive.
    pub mean: f64,
    /// The standard error of a mean over the folds of one division.
    pub standard_error: f64,
}

impl Front {
    /// Makes a front of rows and their models.
    pub(super) fn new(
        p: &Parameters,
        divisions: Option<&Divisions>,
        ridge: Option<f64>,
        rows: Vec<FrontRow>,
        models: Vec<Model>,
    ) -> Self {
        let measures = p.measure_names();
        Front {
            folds: divisions.map_or(0, Divisions::folds),
            divisions: divisions.map_or(0, Divisions::number),
            choice: divisions.map_or(String::new(), |_| choice(p, &measures, ridge)),
            measures,
            rows,
            models,
        }
    }
}

/// Says by which rule a model and its ridge are chosen.
fn choice(p: &Parameters, measures: &[String], ridge: Option<f64>) -> String {
    let rule = match p.size() {
        SizeChoice::Auto => format!(
            "The fewest rules that are within {LEAST_DIFFERENCE}, or the standard error of the difference, of the best \
             in {}.",
            measures.join(" and in ")
        ),
        SizeChoice::Best => {
            format!("The fewest rules that are within a thousandth of the best {}.", measures.join(" + "))
        }
        _ => String::new(),
    };
    let usual = p.ridge();
    let ridge = ridge.filter(|&ridge| ridge != usual).map_or(String::new(), |ridge| {
        format!(
            " Sizes were scored with a ridge of {usual}; the weights have {ridge}, which gives the smallest log loss."
        )
    });
    let threshold = match p.threshold() {
        Some(_) if !rule.is_empty() => " Sizes are compared without the threshold, which changes no rule.",
        _ => "",
    };
    (rule + &ridge + threshold).trim_start().to_owned()
}
