//! The rows of results files.

use serde::{Deserialize, Serialize};

/// The status of a fit that failed.
pub(crate) const FAILED: &str = "failed";

/// The key of a row: a data set, a method, a split, and the setting where each setting is reported.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub(crate) struct Key {
    /// The data set.
    pub set: String,
    /// The method.
    pub method: String,
    /// The split, counted from 0.
    pub split: usize,
    /// The place of the setting in the grid where every setting has its row, else 0.
    pub setting: usize,
}

/// The result of one method on one split, without times. Runs of the same specification give the same rows, unless a
/// time limit ended a fit.
///
/// Other programs write the same columns and leave empty what they do not know.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct Row {
    /// The data set.
    pub set: String,
    /// The method.
    pub method: String,
    /// The split, counted from 0.
    pub split: usize,
    /// The place of the setting in the grid where every setting has its row, else 0.
    pub setting: usize,
    /// The settings from the grid, in words.
    pub settings: String,
    /// The mean score by which the settings were chosen.
    pub choice_score: Option<f64>,
    /// Training rows.
    pub n_train: Option<usize>,
    /// Test rows.
    pub n_test: Option<usize>,
    /// Share of right predictions on test rows.
    pub accuracy: Option<f64>,
    /// F1 of the positive class of two, else weighted.
    pub f1: Option<f64>,
    /// Weighted F1.
    pub weighted_f1: Option<f64>,
    /// Area under the ROC curve.
    pub auc: Option<f64>,
    /// Log loss, of models with probabilities.
    pub log_loss: Option<f64>,
    /// Brier score, of models with probabilities.
    pub brier: Option<f64>,
    /// Expected calibration error, of models with probabilities.
    pub ece: Option<f64>,
    /// Accuracy on training rows.
    pub train_accuracy: Option<f64>,
    /// Number of rules.
    pub n_rules: Option<f64>,
    /// Mean number of conditions of a rule.
    pub avg_rule_length: Option<f64>,
    /// Mean number of rules that cover a test row.
    pub rules_per_sample: Option<f64>,
    /// Mean over test rows of the mean length of the rules that cover them.
    pub rule_length_per_sample: Option<f64>,
    /// Rules and conditions together.
    pub complexity: Option<f64>,
    /// Fairness between classes.
    pub dmc: Option<f64>,
    /// Fairness overall.
    pub odm: Option<f64>,
    /// Equality of opportunity.
    pub eop: Option<f64>,
    /// Equalised odds.
    pub equalized_odds: Option<f64>,
    /// Objective of the rules.
    pub objective: Option<f64>,
    /// Value of the last linear program.
    pub lp_objective: Option<f64>,
    /// Proven lower bound.
    pub lower_bound: Option<f64>,
    /// Relative gap.
    pub gap: Option<f64>,
    /// How the fit ended, or `failed`.
    pub status: String,
    /// Rounds of column generation.
    pub iterations: Option<usize>,
    /// Columns generated.
    pub columns: Option<usize>,
    /// Search nodes of the pricers.
    pub nodes: Option<u64>,
    /// Why it failed.
    pub note: String,
}

impl Row {
    /// A row without measures.
    pub(crate) fn new(key: &Key, n_train: usize, n_test: usize) -> Row {
        Row {
            set: key.set.clone(),
            method: key.method.clone(),
            split: key.split,
            setting: key.setting,
            n_train: Some(n_train),
            n_test: Some(n_test),
            ..Row::default()
        }
    }

    /// Whether the fit failed.
    pub(crate) fn failed(&self) -> bool {
        self.status == FAILED
    }
}

/// How long a row took, and how much memory.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct Timing {
    /// The data set.
    pub set: String,
    /// The method.
    pub method: String,
    /// The split.
    pub split: usize,
    /// The setting.
    pub setting: usize,
    /// Wall seconds of the fit, reading left out. Of several settings solved together their mean.
    pub fit_seconds: Option<f64>,
    /// Of these, in linear programs.
    pub lp_seconds: Option<f64>,
    /// In pricing.
    pub pricing_seconds: Option<f64>,
    /// In integer programs.
    pub mip_seconds: Option<f64>,
    /// Wall seconds to predict the test rows.
    pub predict_seconds: Option<f64>,
    /// Seconds of all fits that the choice among settings took.
    pub choice_seconds: Option<f64>,
    /// Peak memory of the process of the fit, where each fit has its own process.
    pub peak_megabytes: Option<f64>,
}

impl Timing {
    /// Times that are not known.
    pub(crate) fn new(key: &Key) -> Timing {
        let (set, method) = (key.set.clone(), key.method.clone());
        Timing { set, method, split: key.split, setting: key.setting, ..Timing::default() }
    }
}

/// The scores of a batch of settings on one fold of the choice among settings.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct Trial {
    pub(crate) set: String,
    pub(crate) method: String,
    pub(crate) split: usize,
    /// The batch of settings that are solved together, by its place in the grid.
    pub(crate) group: usize,
    pub(crate) fold: usize,
    /// Of each setting of the batch, with spaces between them.
    pub(crate) scores: String,
    /// The scores that decide ties.
    pub(crate) ties: String,
    pub(crate) seconds: f64,
}

impl Trial {
    pub(crate) fn new(cell: &Key, group: usize, fold: usize, scores: &[[f64; 2]], seconds: f64) -> Trial {
        let column = |of: usize| scores.iter().map(|score| score[of].to_string()).collect::<Vec<_>>().join(" ");
        let (set, method) = (cell.set.clone(), cell.method.clone());
        Trial { set, method, split: cell.split, group, fold, scores: column(0), ties: column(1), seconds }
    }

    /// Whether it is of the cell of this key.
    pub(crate) fn is_of(&self, cell: &Key) -> bool {
        self.set == cell.set && self.method == cell.method && self.split == cell.split
    }

    /// The scores of each setting, as far as they can be read.
    pub(crate) fn pairs(&self) -> impl Iterator<Item = (f64, f64)> + '_ {
        let parse = |text: &str| text.split(' ').map_while(|number| number.parse().ok()).collect::<Vec<f64>>();
        parse(&self.scores).into_iter().zip(parse(&self.ties))
    }
}

/// What a row is about, in words. In a file no two rows are about the same.
pub(crate) trait About {
    fn about(&self) -> String;
}

impl<T: Keyed> About for T {
    fn about(&self) -> String {
        let Key { set, method, split, setting } = self.key();
        format!("set {set:?}, method {method:?}, split {split}, setting {setting}")
    }
}

impl About for Trial {
    fn about(&self) -> String {
        let Trial { set, method, split, group, fold, .. } = self;
        format!("set {set:?}, method {method:?}, split {split}, group {group}, fold {fold}")
    }
}

/// What a file of results holds: rows that are known by a key.
pub(crate) trait Keyed {
    fn key(&self) -> Key;
}

macro_rules! keyed {
    ($($kind:ident),*) => { $(impl Keyed for $kind {
        fn key(&self) -> Key {
            let (set, method) = (self.set.clone(), self.method.clone());
            Key { set, method, split: self.split, setting: self.setting }
        }
    })* };
}
keyed!(Row, Timing);
