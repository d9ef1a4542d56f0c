//! The measures of a run, by their names in results files.

use super::row::{Row, Timing};
use serde::{Deserialize, Serialize};

/// A measure of a run (docs/MATH.md 9). Its name is that of its column in the results files.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Measure {
    /// Share of right predictions on test rows.
    Accuracy,
    /// F1 of the positive class of two, else weighted over classes, on test rows.
    F1,
    /// F1 of all classes, weighted by their rows, on test rows.
    WeightedF1,
    /// Area under the ROC curve on test rows.
    Auc,
    /// Mean `-ln p` on test rows, of models with probabilities.
    LogLoss,
    /// Brier score on test rows, of models with probabilities.
    Brier,
    /// Expected calibration error on test rows, of models with probabilities.
    Ece,
    /// Accuracy on training rows.
    TrainAccuracy,
    /// Number of rules.
    NRules,
    /// Mean number of conditions of a rule.
    AvgRuleLength,
    /// Mean number of rules that cover a test row.
    RulesPerSample,
    /// Mean length of the rules that cover a test row.
    RuleLengthPerSample,
    /// Rules and conditions together.
    Complexity,
    /// Fairness: disparate mistreatment between classes.
    Dmc,
    /// Fairness: overall disparate mistreatment.
    Odm,
    /// Fairness: equality of opportunity.
    Eop,
    /// Fairness: equalised odds.
    EqualizedOdds,
    /// Objective of the rules, on training rows.
    Objective,
    /// Value of the last linear program.
    LpObjective,
    /// Proven lower bound on the objective.
    LowerBound,
    /// Relative gap between objective and proven bound.
    Gap,
    /// Rounds of column generation.
    Iterations,
    /// Columns generated.
    Columns,
    /// Search nodes of the pricers.
    Nodes,
    /// Seconds of the fit, reading and choice of settings left out.
    FitSeconds,
    /// Seconds that the choice among settings took.
    ChoiceSeconds,
    /// Peak memory of the process of the fit, where each fit has its own process.
    PeakMegabytes,
}

/// How a measure is shown.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Look {
    /// In headings.
    pub(crate) title: &'static str,
    /// Shown times 100, in percent.
    pub(crate) percent: bool,
    /// Places after the point.
    pub(crate) places: usize,
    /// Whether larger is better.
    pub(crate) up: bool,
}

impl Measure {
    /// The measure of a run; none where it does not apply.
    pub(crate) fn of(self, row: &Row, timing: Option<&Timing>) -> Option<f64> {
        match self {
            Measure::Accuracy => row.accuracy,
            Measure::F1 => row.f1,
            Measure::WeightedF1 => row.weighted_f1,
            Measure::Auc => row.auc,
            Measure::LogLoss => row.log_loss,
            Measure::Brier => row.brier,
            Measure::Ece => row.ece,
            Measure::TrainAccuracy => row.train_accuracy,
            Measure::NRules => row.n_rules,
            Measure::AvgRuleLength => row.avg_rule_length,
            Measure::RulesPerSample => row.rules_per_sample,
            Measure::RuleLengthPerSample => row.rule_length_per_sample,
            Measure::Complexity => row.complexity,
            Measure::Dmc => row.dmc,
            Measure::Odm => row.odm,
            Measure::Eop => row.eop,
            Measure::EqualizedOdds => row.equalized_odds,
            Measure::Objective => row.objective,
            Measure::LpObjective => row.lp_objective,
            Measure::LowerBound => row.lower_bound,
            Measure::Gap => row.gap,
            Measure::Iterations => row.iterations.map(|n| n as f64),
            Measure::Columns => row.columns.map(|n| n as f64),
            Measure::Nodes => row.nodes.map(|n| n as f64),
            Measure::FitSeconds => timing?.fit_seconds,
            Measure::ChoiceSeconds => timing?.choice_seconds,
            Measure::PeakMegabytes => timing?.peak_megabytes,
        }
    }

    /// Whether it is a score of predictions by which settings can be chosen: at most 1, or a loss of at least 0.
    pub(crate) fn is_score(self) -> bool {
        let of_answers = matches!(self, Measure::Accuracy | Measure::F1 | Measure::WeightedF1);
        of_answers || matches!(self, Measure::Auc | Measure::LogLoss | Measure::Brier) || self.is_of_groups()
    }

    /// Whether it compares groups.
    pub(crate) fn is_of_groups(self) -> bool {
        matches!(self, Measure::Dmc | Measure::Odm | Measure::Eop | Measure::EqualizedOdds)
    }

    /// Its name in specifications and results files.
    pub(crate) fn name(self) -> String {
        let name = serde_json::to_value(self).expect("a plain name");
        name.as_str().unwrap_or_default().to_owned()
    }

    pub(crate) fn look(self) -> Look {
        let look = |title, percent, places, up| Look { title, percent, places, up };
        match self {
            Measure::Accuracy => look("accuracy, %", true, 2, true),
            Measure::F1 => look("F1, %", true, 2, true),
            Measure::WeightedF1 => look("weighted F1, %", true, 2, true),
            Measure::Auc => look("AUC, %", true, 2, true),
            Measure::LogLoss => look("log loss", false, 4, false),
            Measure::Brier => look("Brier score", false, 4, false),
            Measure::Ece => look("expected calibration error, %", true, 2, false),
            Measure::TrainAccuracy => look("accuracy on training rows, %", true, 2, true),
            Measure::NRules => look("rules", false, 1, false),
            Measure::AvgRuleLength => look("conditions of a rule", false, 2, false),
            Measure::RulesPerSample => look("rules that cover a row", false, 2, false),
            Measure::RuleLengthPerSample => look("conditions of a rule that covers a row", false, 2, false),
            Measure::Complexity => look("complexity", false, 1, false),
            Measure::Dmc => look("DMC, %", true, 2, true),
            Measure::Odm => look("ODM, %", true, 2, true),
            Measure::Eop => look("EOP, %", true, 2, true),
            Measure::EqualizedOdds => look("equalized odds, %", true, 2, true),
            Measure::Objective => look("objective", false, 4, false),
            Measure::LpObjective => look("objective of the linear program", false, 4, false),
            Measure::LowerBound => look("proven lower bound", false, 4, true),
            Measure::Gap => look("gap to the proven bound, %", true, 3, false),
            Measure::Iterations => look("rounds", false, 1, false),
            Measure::Columns => look("columns", false, 1, false),
            Measure::Nodes => look("search nodes", false, 0, false),
            Measure::FitSeconds => look("seconds of a fit", false, 3, false),
            Measure::ChoiceSeconds => look("seconds to choose settings", false, 1, false),
            Measure::PeakMegabytes => look("peak memory of a fit, MB", false, 0, false),
        }
    }
}
