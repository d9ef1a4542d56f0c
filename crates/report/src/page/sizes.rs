//! The front of sizes: in the report, and as a page of its own.

use super::overview;
use super::sections::if_any;
use crate::words::{count, measure, score};
use crate::{Drawing, ReportError, draw_front};
use askama::Template;
use rulegen::{Front, FrontRow};
use rulegen_rule::{Model, RuleLines};

/// The script of the slider.
pub(super) const SCRIPT: &str = include_str!("../../assets/sizes.js");

/// The sizes, and the rules of each if they are known.
pub(super) struct SizeSection {
    pub(super) lead: String,
    /// The plot; none if no size was cross-validated.
    pub(super) figure: Option<Drawing>,
    /// The names of the measures of the scores.
    pub(super) measures: Vec<String>,
    /// The rule of choice.
    pub(super) choice: String,
    pub(super) sizes: Vec<SizeLine>,
    pub(super) models: Vec<SizeModel>,
    /// The place of the last size, and of the chosen one.
    pub(super) last: usize,
    pub(super) chosen: usize,
}

/// A line of the table.
pub(super) struct SizeLine {
    pub(super) rules: usize,
    pub(super) conditions: usize,
    /// The mean score under each measure, and its standard error.
    pub(super) scores: Vec<(String, String)>,
    pub(super) chosen: bool,
}

/// The rules of one size.
pub(super) struct SizeModel {
    pub(super) rules: usize,
    /// Its size and score in words.
    pub(super) says: String,
    pub(super) how: String,
    pub(super) lines: Vec<RuleLines>,
    pub(super) chosen: bool,
}

impl SizeSection {
    pub(super) fn new(front: &Front) -> Result<SizeSection, ReportError> {
        let figure = if_any(draw_front(front))?;
        let lead = match &figure {
            Some(_) => format!(
                "More rules can be right more often, and fewer are easier to check. Each score is measured on rows that \
                 the rules were not learned from: a mean over {}, with its standard error.",
                folds(front)
            ),
            None => {
                "More rules can be right more often, and fewer are easier to check. The run ended before sizes were \
                     compared on rows that they were not learned from."
                    .into()
            }
        };
        let line = |row: &FrontRow| SizeLine {
            rules: row.rules,
            conditions: row.conditions,
            scores: scores(front, row).map(|(_, mean, error)| (mean, error)).collect(),
            chosen: row.chosen,
        };
        let model = |(row, model): (&FrontRow, &Model)| SizeModel {
            rules: row.rules,
            says: says(front, row),
            how: overview::how(model),
            lines: model.rule_lines(),
            chosen: row.chosen,
        };
        Ok(SizeSection {
            lead,
            figure,
            measures: front.measures.iter().map(|name| measure(name).to_owned()).collect(),
            choice: front.choice.clone(),
            sizes: front.rows.iter().map(line).collect(),
            models: front.rows.iter().zip(&front.models).map(model).collect(),
            last: front.rows.len().saturating_sub(1),
            chosen: front.rows.iter().position(|row| row.chosen).unwrap_or(0),
        })
    }
}

/// Says over which folds scores are means.
fn folds(front: &Front) -> String {
    match front.divisions {
        0 | 1 => count(front.folds, "fold"),
        divisions => format!("{divisions} divisions into {}", count(front.folds, "fold")),
    }
}

/// Returns the measures of a size, each with its mean and its standard error in words.
fn scores<'a>(front: &'a Front, row: &'a FrontRow) -> impl Iterator<Item = (&'a str, String, String)> {
    let named = front.measures.iter().zip(&row.scores);
    named.map(|(name, of)| (measure(name), score(name, of.mean), score(name, of.standard_error)))
}

/// `3 rules, 7 conditions, accuracy 94.7% ± 1.4%, AUC 0.981 ± 0.004 (chosen)`.
fn says(front: &Front, row: &FrontRow) -> String {
    let scores: String = scores(front, row).map(|(name, mean, error)| format!(", {name} {mean} ± {error}")).collect();
    let chosen = if row.chosen { " (chosen)" } else { "" };
    format!("{}, {}{scores}{chosen}", count(row.rules, "rule"), count(row.conditions, "condition"))
}

/// The template's words.
#[derive(Template)]
#[template(path = "front.html")]
struct Page<'a> {
    target: &'a str,
    data_name: &'a str,
    section: SizeSection,
    css: &'static str,
    script: &'static str,
}

/// Writes a front as one page: its plot, and a slider that shows the rules of each size.
/// `data_name` is the name of the data, such as their file.
///
/// # Errors
/// [`ReportError::Drawing`] or [`ReportError::Template`] if a library fails.
pub fn front_html(front: &Front, target: &str, data_name: &str) -> Result<String, ReportError> {
    let page = Page {
        target,
        data_name,
        section: SizeSection::new(front)?,
        css: include_str!("../../assets/report.css"),
        script: SCRIPT,
    };
    Ok(page.render()?)
}
