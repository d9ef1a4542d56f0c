//! The quality of a model on a set of rows.

use crate::table::aligned;
use anyhow::Result;
use rulegen::data::{Dataset, Groups, Table};
use rulegen::measure::{ClassQuality, Estimate, Quality, Rate, ScoreQuality};
use rulegen::rule::{Model, Predictor, RuleError, name_text, wrapped};
use rulegen_eval::{FairnessReport, FairnessScores, GroupRates};
use serde::Serialize;

/// The quality of a model's predictions and rankings, and its fairness if there are groups.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Measured {
    #[serde(flatten)]
    pub(crate) quality: Quality,
    #[serde(flatten)]
    pub(crate) scores: ScoreQuality,
    /// The mean cost of a row, if errors have costs.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) mean_cost: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) fairness: Option<FairnessReport>,
}

impl Measured {
    /// Measures a model on the rows of `table`.
    pub(crate) fn new(
        model: &Model,
        predictor: &Predictor,
        table: &Table,
        labels: &[u32],
        groups: Option<&Groups>,
    ) -> Result<Self, RuleError> {
        // Each step takes a while for a million rows. Nobody who has pressed Ctrl-C waits for one
        // after the other.
        let (predicted, scores) =
            rayon::join(|| predictor.predict(table), || ScoreQuality::of(model, predictor, table, labels));
        let predicted = predicted?;
        let fairness =
            groups.map(|groups| FairnessReport::new(&predicted, labels, &model.classes, groups, model.positive));
        let quality = Quality::new(&predicted, labels, model.classes.len(), model.positive);
        let costs = model.error_costs().zip(model.positive);
        Ok(Measured {
            mean_cost: costs.map(|([missed, false_alarm], k)| quality.mean_cost(k, missed, false_alarm)),
            quality,
            scores: scores?,
            fairness,
        })
    }

    /// Measures a model on all rows of `data`.
    pub(crate) fn of(model: &Model, predictor: &Predictor, data: &Dataset) -> Result<Self, RuleError> {
        Measured::new(model, predictor, &data.features, &data.target.labels, data.groups.as_ref())
    }
}

/// The names of [`ScoreQuality::measures`] in tables, in the order in which they stand.
const MEASURE_NAMES: [&str; 4] = ["AUC", "log loss", "Brier score", "calibration error"];

/// The most sets of rows beside each other: with intervals, more are wider than 80 characters.
const SETS_ABREAST: usize = 2;

/// A table with a line for each measure and a column for each set of rows.
pub(crate) fn quality_table(model: &Model, sets: &[(&str, &Measured)]) -> String {
    let has_interval = |(_, measured): &(&str, &Measured)| {
        measured.scores.measures().into_iter().flatten().any(|estimate| estimate.interval.is_some())
    };
    let tables: Vec<String> = sets.chunks(SETS_ABREAST).map(|sets| aligned(&quality_lines(model, sets))).collect();
    let intervals = if sets.iter().any(has_interval) { "(with 95% intervals)\n" } else { "" };
    tables.join("\n") + intervals
}

/// The cells of a table of measures.
fn quality_lines(model: &Model, sets: &[(&str, &Measured)]) -> Vec<Vec<String>> {
    let class = |k: usize| name_text(&model.classes[k]);
    let cells = |name: &str, of: &dyn Fn(&Quality) -> String| {
        line(name, &sets.iter().map(|(_, measured)| of(&measured.quality)).collect::<Vec<_>>())
    };
    let shares = |name: &str, of: &dyn Fn(&Quality) -> f64| cells(name, &|quality| format!("{:.4}", of(quality)));
    let names: Vec<String> = sets.iter().map(|(name, _)| (*name).to_owned()).collect();
    let mut lines: Vec<Vec<String>> =
        names.iter().any(|name| !name.is_empty()).then(|| line("", &names)).into_iter().collect();
    lines.push(line("rows", &sets.iter().map(|(_, measured)| measured.quality.n.to_string()).collect::<Vec<_>>()));
    lines.push(shares("accuracy", &|quality| quality.accuracy));
    // The commonest class of the first rows is the answer to beat.
    let rows = sets.first().map_or(&[][..], |(_, measured)| &measured.quality.classes[..]);
    let commonest = (0..rows.len()).rev().max_by_key(|&k| rows[k].n);
    lines.extend(commonest.map(|k| {
        shares(&format!("always {}", class(k)), &|quality| quality.classes[k].n as f64 / quality.n.max(1) as f64)
    }));
    if let Some(k) = model.positive.filter(|_| model.classes.len() == 2).map(|k| k as usize) {
        let of_class = |name: &str, measure: fn(&ClassQuality) -> f64| {
            let share = |quality: &Quality| share_of(&quality.classes[k], measure(&quality.classes[k]));
            cells(&format!("{name} of {}", class(k)), &share)
        };
        lines.push(of_class("precision", |of| of.precision));
        lines.push(of_class("recall", |of| of.recall));
        lines.push(of_class("F1", |of| of.f1));
    }
    lines.push(shares("weighted F1", &|quality| quality.weighted_f1));
    let costs: Option<Vec<String>> =
        sets.iter().map(|(_, measured)| Some(format!("{:.4}", measured.mean_cost?))).collect();
    lines.extend(costs.map(|costs| line("mean cost of a row", &costs)));
    let cell = |of: Option<Estimate>| match of {
        Some(Estimate { value, interval: Some([low, high]) }) => format!("{value:.4} ({low:.4}-{high:.4})"),
        Some(Estimate { value, interval: None }) => format!("{value:.4}"),
        None => "-".into(),
    };
    let known = |at: &usize| sets.iter().any(|(_, measured)| measured.scores.measures()[*at].is_some());
    lines.extend((0..MEASURE_NAMES.len()).filter(known).map(|at| {
        line(
            MEASURE_NAMES[at],
            &sets.iter().map(|(_, measured)| cell(measured.scores.measures()[at])).collect::<Vec<_>>(),
        )
    }));
    lines
}

/// Writes a share of the rows of a class, which has none if it has no rows.
pub(crate) fn share_of(class: &ClassQuality, share: f64) -> String {
    if class.n == 0 { "-".into() } else { format!("{share:.4}") }
}

/// The scores of fairness in the order of [`SCORE_NAMES`].
pub(crate) fn scores(scores: &FairnessScores) -> [Option<f64>; 4] {
    [scores.dmc, scores.odm, scores.eop, scores.equalized_odds]
}

/// The scores as tables show them.
pub(crate) fn score_cells(of: &FairnessScores) -> [String; 4] {
    scores(of).map(|score| score.map_or("-".into(), |score| format!("{score:.4}")))
}

/// The names of the scores in tables.
pub(crate) const SCORE_NAMES: [&str; 4] = ["DMC", "ODM", "EOP", "equalized odds"];

/// Tables of the fairness of sets of rows, each with its name. They are empty if no groups are
/// compared.
pub(crate) fn fairness_tables(model: &Model, sets: &[(&str, &Measured)]) -> String {
    let sets: Vec<(&str, &FairnessReport)> =
        sets.iter().filter_map(|(name, measured)| Some((*name, measured.fairness.as_ref()?))).collect();
    if sets.is_empty() {
        return String::new();
    }
    let mut scores = vec![line("fairness", &SCORE_NAMES.map(String::from))];
    scores.extend(sets.iter().map(|(name, report)| line(name, &score_cells(&report.scores))));
    let yes_or_no = model.positive.filter(|_| model.classes.len() == 2).map(|k| name_text(&model.classes[k as usize]));
    let groups = match &yes_or_no {
        Some(k) => [
            by_group(&sets, &["rows", "errors", "selected"].map(String::from), decisions),
            by_group(
                &sets,
                &[format!("not {k}"), "false positives".into(), format!("of {k}"), "false negatives".into()],
                false_decisions,
            ),
        ]
        .join("\n"),
        None => by_group(&sets, &["class", "rows", "errors"].map(String::from), errors),
    };
    let of = match &yes_or_no {
        Some(k) => format!(
            "; selected: predicted {k}; false positives: of the rows that are not {k}, false negatives: of those that are"
        ),
        None => String::new(),
    };
    let dmc = match model.classes.len() {
        2 => "the gaps of false positives and of false negatives, so it may be below 0",
        _ => "the mean of the gaps of the classes",
    };
    format!(
        "\n{}(1 less the largest gap between two groups: 1 where all fare alike; DMC is 1\n less {dmc})\n\n{}{}",
        aligned(&scores),
        groups,
        wrapped(&[format!("(percent, with 95% Wilson intervals; every row counts one{of})")])
    )
}

fn line(name: &str, cells: &[String]) -> Vec<String> {
    std::iter::once(name.to_owned()).chain(cells.iter().cloned()).collect()
}

/// A table of the groups of sets of rows, each with its name. A group has one line or more.
fn by_group(
    sets: &[(&str, &FairnessReport)],
    heading: &[String],
    of_group: impl Fn(&GroupRates) -> Vec<Vec<String>>,
) -> String {
    let indent = if sets.len() > 1 { "  " } else { "" };
    let mut lines = vec![line("by group", heading)];
    for (name, report) in sets {
        if sets.len() > 1 {
            lines.push(vec![(*name).into()]);
        }
        for group in &report.groups {
            let names = std::iter::once(format!("{indent}{}", group.name)).chain(std::iter::repeat(String::new()));
            lines.extend(names.zip(of_group(group)).map(|(name, cells)| line(&name, &cells)));
        }
    }
    aligned(&lines)
}

/// The errors of a group and the share that is selected, if there are two classes.
fn decisions(group: &GroupRates) -> Vec<Vec<String>> {
    vec![vec![group.n.to_string(), percent(Some(group.error_rate)), percent(group.selection_rate)]]
}

/// The two kinds of errors of a group, each after the number of rows that it is a share of.
fn false_decisions(group: &GroupRates) -> Vec<Vec<String>> {
    let rows = |rate: Option<Rate>| rate.map_or(0, |rate| rate.n).to_string();
    let (positives, negatives) = (group.false_positive_rate, group.false_negative_rate);
    vec![vec![rows(positives), percent(positives), rows(negatives), percent(negatives)]]
}

/// The errors of a group, in all and by class.
fn errors(group: &GroupRates) -> Vec<Vec<String>> {
    let all = vec!["all".into(), group.n.to_string(), percent(Some(group.error_rate))];
    let class = |of: &rulegen_eval::ClassErrors| {
        vec![name_text(&of.class), of.error_rate.n.to_string(), percent(Some(of.error_rate))]
    };
    std::iter::once(all).chain(group.classes.iter().map(class)).collect()
}

/// A rate and its interval in percent.
fn percent(rate: Option<Rate>) -> String {
    match rate.and_then(|rate| rate.rate.zip(rate.interval)) {
        Some((rate, [low, high])) => format!("{:.1} ({:.1}-{:.1})", 100.0 * rate, 100.0 * low, 100.0 * high),
        None => "-".into(),
    }
}
