//! The measures of a fit (docs/MATH.md 9), which are the columns of results files.

use serde::Deserialize;
use std::collections::BTreeMap;
use std::ops::Deref;

/// A number that may be known of a fit.
#[derive(Debug)]
pub(crate) struct Info {
    /// The name in specifications, and of the column.
    pub(crate) name: &'static str,
    /// The heading. It ends in `, %` where values are shown times 100.
    pub(crate) title: &'static str,
    /// Digits after the point.
    places: usize,
    /// True if larger is better.
    pub(crate) up: bool,
}

const fn up(name: &'static str, title: &'static str, places: usize) -> Info {
    Info { name, title, places, up: true }
}

const fn down(name: &'static str, title: &'static str, places: usize) -> Info {
    Info { name, title, places, up: false }
}

/// All measures, in the order of columns. F1 is that of the positive class of two, else weighted
/// over classes. Models without probabilities have no `log_loss`, `brier` and `ece`. Settings that
/// are solved together share their seconds.
static MEASURES: [Info; 35] = [
    up("choice_score", "score by which settings were chosen", 4),
    up("n_train", "training rows", 0),
    up("n_test", "test rows", 0),
    up("accuracy", "accuracy, %", 2),
    up("f1", "F1, %", 2),
    up("weighted_f1", "weighted F1, %", 2),
    up("auc", "AUC, %", 2),
    down("log_loss", "log loss", 4),
    down("brier", "Brier score", 4),
    down("ece", "expected calibration error, %", 2),
    up("train_accuracy", "accuracy on training rows, %", 2),
    down("n_rules", "rules", 1),
    down("avg_rule_length", "conditions of a rule", 2),
    down("rules_per_sample", "rules that cover a row", 2),
    down("rule_length_per_sample", "conditions of a rule that covers a row", 2),
    down("complexity", "complexity", 1),
    up("dmc", "DMC, %", 2),
    up("odm", "ODM, %", 2),
    up("eop", "EOP, %", 2),
    up("equalized_odds", "equalized odds, %", 2),
    down("objective", "objective", 4),
    down("lp_objective", "objective of the linear program", 4),
    up("lp_lower_bound", "proven lower bound of the linear program", 4),
    up("lower_bound", "proven lower bound", 4),
    down("gap", "gap to the proven bound, %", 3),
    down("iterations", "rounds", 1),
    down("columns", "columns", 1),
    down("nodes", "search nodes", 0),
    down("pricing_calls", "pricing calls", 1),
    down("fit_seconds", "seconds of a fit", 3),
    down("lp_seconds", "seconds in linear programs", 3),
    down("pricing_seconds", "seconds in pricing", 3),
    down("mip_seconds", "seconds in integer programs", 3),
    down("choice_seconds", "seconds to choose settings", 1),
    down("peak_megabytes", "peak memory of a fit, MB", 0),
];

/// The numbers that are known of a fit, by name.
pub(crate) type Values = BTreeMap<String, f64>;

/// A measure, by its place in [`MEASURES`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(try_from = "String")]
pub(crate) struct Measure(usize);

impl TryFrom<String> for Measure {
    type Error = String;

    fn try_from(name: String) -> Result<Self, String> {
        Measure::named(&name).ok_or_else(|| format!("unknown measure `{name}`"))
    }
}

impl Deref for Measure {
    type Target = Info;

    fn deref(&self) -> &Info {
        &MEASURES[self.0]
    }
}

impl Measure {
    pub(crate) fn named(name: &str) -> Option<Measure> {
        MEASURES.iter().position(|info| info.name == name).map(Measure)
    }

    /// The names of all measures, in the order of columns.
    pub(crate) fn names() -> impl Iterator<Item = &'static str> {
        MEASURES.iter().map(|info| info.name)
    }

    /// The names of the columns of `timing.csv`, which differ from run to run, or of all others.
    pub(crate) fn columns(of_machine: bool) -> impl Iterator<Item = &'static str> {
        let is_of_machine = |name: &str| name.ends_with("_seconds") || name.ends_with("_megabytes");
        Measure::names().filter(move |name| is_of_machine(name) == of_machine)
    }

    /// True if it compares groups.
    pub(crate) fn is_of_groups(self) -> bool {
        ["dmc", "odm", "eop", "equalized_odds"].contains(&self.name)
    }

    /// True if it is a score of predictions by which settings can be chosen.
    pub(crate) fn is_score(self) -> bool {
        let scores = ["accuracy", "f1", "weighted_f1", "auc", "log_loss", "brier"];
        scores.contains(&self.name) || self.is_of_groups()
    }

    /// The score of a model, larger the better. A model that does not have it gets the worst there
    /// is.
    pub(crate) fn score(self, values: &Values) -> f64 {
        let worst = match self.name {
            "log_loss" => -f64::EPSILON.ln(),
            "brier" => 2.0,
            _ if self.is_of_groups() => -1.0,
            _ => 0.0,
        };
        self.upwards(values.get(self.name).copied().unwrap_or(worst))
    }

    /// A value with the sign turned around where smaller is better.
    pub(crate) fn upwards(self, value: f64) -> f64 {
        if self.up { value } else { -value }
    }

    /// A value as it is shown, in percent where the title says so.
    pub(crate) fn scaled(self, value: f64) -> f64 {
        if self.title.ends_with('%') { 100.0 * value } else { value }
    }

    /// A value in words.
    pub(crate) fn shown(self, value: f64) -> String {
        format!("{:.*}", self.places, self.scaled(value))
    }
}
