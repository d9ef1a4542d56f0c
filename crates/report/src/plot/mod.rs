//! Plots, as SVG.
//!
//! The colours are those of Okabe and Ito, which colour-blind readers can tell apart. Each is
//! written as a plain attribute, so that the page's style sheet can replace it in dark mode.

mod bars;
mod canvas;
mod confusion;
mod curves;
mod drawing;
mod intervals;
mod scatter;
mod sizes;
mod thresholds;

pub use drawing::Drawing;
pub use sizes::draw_front;

use crate::words::{count, percent, shortened};
use crate::{FeatureFigures, ReportError, Study, Trace};
use bars::Bar;
use rulegen_rule::{Form, Model, WeightedRule};

/// The most bars that are drawn; more are not legible.
const MOST_BARS: usize = 25;

/// The most classes that fit beside each other.
const MOST_CLASSES: usize = 12;

/// The kinds of plots.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Plot {
    /// The weights of the rules.
    Rules,
    /// Coverage against precision of every rule.
    Coverage,
    /// The number of rules that rows meet.
    Overlap,
    /// The share of each column in the weight of the rules.
    Features,
    /// The confusion matrix.
    Confusion,
    /// Probability, or share of votes, against observed frequency.
    Calibration,
    /// True against false positives at every threshold.
    Roc,
    /// Precision against recall.
    PrecisionRecall,
    /// Precision, recall and F1 by threshold, for two classes.
    Threshold,
    /// Errors by group.
    Fairness,
    /// Objective and bound by round.
    Convergence,
    /// Accuracy against complexity.
    Front,
}

impl Plot {
    /// All of them.
    pub const ALL: [Plot; 12] = [
        Plot::Rules,
        Plot::Coverage,
        Plot::Overlap,
        Plot::Features,
        Plot::Confusion,
        Plot::Calibration,
        Plot::Roc,
        Plot::PrecisionRecall,
        Plot::Threshold,
        Plot::Fairness,
        Plot::Convergence,
        Plot::Front,
    ];

    /// The name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Plot::Rules => "rules",
            Plot::Coverage => "coverage",
            Plot::Overlap => "overlap",
            Plot::Features => "features",
            Plot::Confusion => "confusion",
            Plot::Calibration => "calibration",
            Plot::Roc => "roc",
            Plot::PrecisionRecall => "precision-recall",
            Plot::Threshold => "threshold",
            Plot::Fairness => "fairness",
            Plot::Convergence => "convergence",
            Plot::Front => "front",
        }
    }
}

/// Draws a part of a study.
///
/// # Errors
/// [`ReportError::NothingToPlot`] where the study lacks what the plot would show,
/// [`ReportError::Drawing`] if the library fails.
pub fn draw(plot: Plot, study: &Study) -> Result<Drawing, ReportError> {
    let nothing = |why| ReportError::NothingToPlot { plot: plot.name(), why };
    match plot {
        Plot::Rules => draw_rules(&study.model),
        Plot::Coverage if study.rules.is_empty() => Err(nothing("the model has no rule")),
        Plot::Coverage => coverage(study),
        Plot::Overlap => overlap(study),
        Plot::Features => draw_features(&study.original),
        Plot::Confusion => confusion::draw(study, MOST_CLASSES),
        Plot::Calibration => match &study.calibration {
            Some(calibration) => curves::calibration(study, calibration),
            None => Err(nothing("the rules do not vote with weights, or vote on no row")),
        },
        Plot::Roc | Plot::PrecisionRecall | Plot::Threshold if study.thresholds.is_empty() => {
            Err(nothing("the rows are all of one class"))
        }
        Plot::Roc => thresholds::roc(study),
        Plot::PrecisionRecall => thresholds::precision_recall(study),
        Plot::Threshold if study.positive().is_none() => Err(nothing("the model has more than two classes")),
        Plot::Threshold => thresholds::threshold(study, &study.thresholds[0]),
        Plot::Fairness => match &study.fairness {
            Some(fairness) => intervals::errors_by_group(study, fairness),
            None => Err(nothing("no groups are compared: name their column")),
        },
        Plot::Convergence => draw_trace(study.trace.as_ref().ok_or_else(|| nothing("there is no trace of the run"))?),
        Plot::Front => draw_front(study.front.as_ref().ok_or_else(|| nothing("there are no models of other sizes"))?),
    }
}

/// Draws objective and bound by round.
///
/// # Errors
/// [`ReportError::Drawing`].
pub fn draw_trace(trace: &Trace) -> Result<Drawing, ReportError> {
    curves::convergence(trace)
}

/// Draws the points of the rules, the largest first: to the right of a line of 0, or to its left.
///
/// # Errors
/// [`ReportError::NothingToPlot`] of a model without rules, and [`ReportError::Drawing`].
pub fn draw_rules(model: &Model) -> Result<Drawing, ReportError> {
    let (Some(first), all) = (model.rules.first(), model.rules.len()) else {
        return Err(ReportError::NothingToPlot { plot: Plot::Rules.name(), why: "the model has no rule" });
    };
    let bar = |(at, rule): (usize, &WeightedRule)| Bar {
        label: format!("Rule {}", at + 1),
        value: model.points(rule),
        text: model.points_text(model.points(rule)),
        class: rule.class as usize,
    };
    let bars: Vec<Bar> = model.rules.iter().enumerate().take(MOST_BARS).map(bar).collect();
    let shown = bars.len();
    let axis = match model.towards() {
        Some(class) => format!("Points towards {}", shortened(&model.classes[class as usize], 30)),
        None => "Points for the class".into(),
    };
    let title = format!("Points of the rules{}", of_all(shown, all));
    let description = format!(
        "{}. The first has {} points, the last one shown {}. Colours tell the classes apart: {}.",
        count(all, "rule"),
        model.points_text(model.points(first)),
        model.points_text(model.points(&model.rules[shown - 1])),
        canvas::legend(&model.classes)
    );
    bars::draw(&bars, &model.classes, &axis, title, description)
}

fn of_all(shown: usize, all: usize) -> String {
    if shown < all { format!(" (the first {shown} of {all})") } else { String::new() }
}

fn coverage(study: &Study) -> Result<Drawing, ReportError> {
    let point = |rule: &crate::RuleFigures| Some((rule.covered.rate?, rule.right.rate?, rule.class as usize));
    let points: Vec<(f64, f64, usize)> = study.rules.iter().filter_map(point).collect();
    let median = |of: fn(&(f64, f64, usize)) -> f64| {
        let mut values: Vec<f64> = points.iter().map(of).collect();
        values.sort_by(f64::total_cmp);
        values.get(values.len() / 2).copied().unwrap_or(0.0)
    };
    let description = format!(
        "Each mark is a rule. To the right are rules that many rows meet, at the top rules that are seldom wrong. Half \
         of the rules cover at most {} of {}, and half are right on at least {} of the rows that they cover. \
         Classes: {}.",
        percent(median(|p| p.0)),
        study.measured_name(),
        percent(median(|p| p.1)),
        canvas::legend(&study.model.classes)
    );
    let title = "How much the rules cover, and how often they are right".into();
    scatter::draw(&points, &study.model.classes, title, description)
}

fn overlap(study: &Study) -> Result<Drawing, ReportError> {
    /// From this number of rules on, all share one column.
    const MOST: usize = 20;
    let rows = &study.overlap.rows;
    let mut columns: Vec<(String, usize)> =
        rows.iter().take(MOST).enumerate().map(|(k, &n)| (k.to_string(), n)).collect();
    if rows.len() > MOST {
        columns.push((format!("{MOST}+"), rows[MOST..].iter().sum()));
    }
    let n: usize = rows.iter().sum();
    let mean = rows.iter().enumerate().map(|(k, &rows)| (k * rows) as f64).sum::<f64>() / n as f64;
    // In an AND of ORs, a row is covered by the clauses that it does not meet.
    let (axis, title, meets, none) = match study.model.form() {
        Form::AllClauses { .. } => {
            ("Clauses that a row fails", "How many clauses rows fail", ["fails", "clauses"], "meet every clause")
        }
        _ => ("Rules that a row meets", "How many rules rows meet", ["meets", "rules"], "meet none"),
    };
    let none = match rows[0] {
        0 => String::new(),
        rows => format!("; {} of the rows {none}", percent(rows as f64 / n as f64)),
    };
    let [meets, what] = meets;
    let description = format!("A row {meets} {mean:.1} {what} on average and {} at most{none}.", rows.len() - 1);
    bars::draw_columns(&columns, (axis, "Rows"), title.into(), description)
}

/// Draws how much each column is used.
///
/// # Errors
/// [`ReportError::NothingToPlot`] if no rule looks at a column, and [`ReportError::Drawing`].
pub fn draw_features(model: &Model) -> Result<Drawing, ReportError> {
    let features = FeatureFigures::of(model);
    let used: Vec<&FeatureFigures> = features.iter().filter(|f| f.rules > 0).collect();
    if used.is_empty() {
        return Err(ReportError::NothingToPlot { plot: Plot::Features.name(), why: "no rule looks at a column" });
    }
    let bar = |feature: &&FeatureFigures| Bar {
        label: shortened(&feature.name, 22),
        value: feature.weight_share,
        text: percent(feature.weight_share),
        class: 0,
    };
    let bars: Vec<Bar> = used.iter().take(MOST_BARS).map(bar).collect();
    let first: Vec<&str> = used.iter().take(3).map(|f| f.name.as_str()).collect();
    let title = format!("Columns that the rules look at{}", of_all(bars.len(), used.len()));
    let description = format!("The columns in the rules with most weight are {}.", first.join(", "));
    bars::draw(&bars, &[], "Share of the weight of all rules", title, description)
}
