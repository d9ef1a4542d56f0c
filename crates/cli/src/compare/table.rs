//! The outcome of a comparison, in each format.

use super::row::Row;
use crate::args::TableFormatArg;
use crate::measured::{Measured, SCORE_NAMES, score_cells, scores};
use crate::table::aligned;
use anyhow::Result;
use rulegen::RunTerms;
use rulegen_eval::{ComparisonRow, LATEX_PACKAGES, latex_table, markdown_table};
use serde::{Serialize, Serializer};

/// The strategies that were compared, and the terms that all share.
#[derive(Debug, Serialize)]
pub(super) struct Comparison<'a> {
    pub(super) terms: &'a RunTerms,
    /// By name, in the order in which they were given.
    #[serde(serialize_with = "by_name")]
    pub(super) pricers: &'a [Row],
    /// True if quality was measured on held-out rows.
    #[serde(skip)]
    pub(super) held_out: bool,
}

fn by_name<S: Serializer>(rows: &&[Row], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_map(rows.iter().map(|row| (&row.name, &row.json)))
}

/// A cell of the table.
struct Cell {
    /// The heading that people read.
    title: &'static str,
    /// The heading that programs read.
    key: &'static str,
    shown: String,
    /// In full.
    exact: String,
}

impl Comparison<'_> {
    /// As it is printed.
    pub(super) fn text(&self, format: TableFormatArg) -> Result<String> {
        let of = if self.held_out { "held-out" } else { "training" };
        let note = format!("F1 (of the positive class, or weighted), accuracy and AUC are those on {of} rows.");
        let terms = self.terms;
        Ok(match format {
            TableFormatArg::Text => format!("{}\neach strategy: {terms}\n{note}\n", aligned(&self.shown())),
            TableFormatArg::Markdown => {
                format!("{}\nEach strategy: {terms}. {note}\n", markdown_table(&self.shown()))
            }
            TableFormatArg::Latex => {
                let caption = format!("Pricing strategies, each with {terms}. {note}");
                format!("% {LATEX_PACKAGES}\n{}", latex_table(&caption, &self.shown()))
            }
            TableFormatArg::Csv => self.csv()?,
        })
    }

    fn shown(&self) -> Vec<Vec<String>> {
        let rows: Vec<Vec<Cell>> = self.pricers.iter().map(cells).collect();
        let heading = rows.first().map(|row| row.iter().map(|cell| cell.title.to_owned()).collect());
        let lines = rows.into_iter().map(|row| row.into_iter().map(|cell| cell.shown).collect());
        heading.into_iter().chain(lines).collect()
    }

    /// CSV with numbers in full. The terms are columns too.
    fn csv(&self) -> Result<String> {
        let mut writer = csv::Writer::from_writer(Vec::new());
        let terms = serde_json::to_value(self.terms)?;
        let terms = || terms.as_object().into_iter().flatten();
        for (at, row) in self.pricers.iter().map(cells).enumerate() {
            if at == 0 {
                let keys = row.iter().map(|cell| cell.key.to_owned());
                writer.write_record(keys.chain(terms().map(|(name, _)| format!("each_{name}"))))?;
            }
            let value = |value: &serde_json::Value| match value {
                serde_json::Value::Null => String::new(),
                serde_json::Value::String(word) => word.clone(),
                other => other.to_string(),
            };
            let exact = row.into_iter().map(|cell| cell.exact);
            writer.write_record(exact.chain(terms().map(|(_, of)| value(of))))?;
        }
        Ok(String::from_utf8(writer.into_inner()?)?)
    }
}

/// The columns of a strategy, with scores of fairness if groups are compared.
fn cells(row: &Row) -> Vec<Cell> {
    let Measured { quality, scores: ranking, .. } = &row.measured;
    let line = ComparisonRow::new(&row.name, &row.fitted, row.seconds, quality, ranking);
    let number =
        |title, key, x: f64, places: usize| Cell { title, key, shown: format!("{x:.places$}"), exact: x.to_string() };
    let word = |title, key, word: String| Cell { title, key, shown: word.clone(), exact: word };
    let known = |title, key, x: Option<f64>, shown: fn(f64) -> String| Cell {
        title,
        key,
        shown: x.map_or("none".into(), shown),
        exact: x.map_or(String::new(), |x| x.to_string()),
    };
    let objective = if row.fitted.model.has_probabilities() { "objective" } else { "LP objective" };
    let mut cells = vec![
        word("pricers", "pricers", line.pricers),
        number("seconds", "seconds", line.seconds, 2),
        number("LP", "lp_seconds", line.lp_seconds, 2),
        number("F1", "f1", line.f1, 4),
        number("accuracy", "accuracy", line.accuracy, 4),
        known("AUC", "auc", line.auc, |auc| format!("{auc:.4}")),
        word("rules", "n_rules", line.n_rules.to_string()),
        number(objective, "lp_objective", line.lp_objective, 6),
        known("bound", "lp_lower_bound", line.lp_lower_bound, |bound| format!("{bound:.6}")),
        known("gap", "lp_gap", line.lp_gap, |gap| format!("{:.4}%", 100.0 * gap)),
        word("status", "status", line.status),
        word("rounds", "iterations", line.iterations.to_string()),
        word("columns", "columns", line.columns.to_string()),
        word("nodes", "nodes", line.nodes.to_string()),
    ];
    if let Some(report) = &row.measured.fairness {
        let shown = score_cells(&report.scores);
        let named = SCORE_NAMES.into_iter().zip(["dmc", "odm", "eop", "equalized_odds"]);
        cells.extend(named.zip(shown).zip(scores(&report.scores)).map(|(((title, key), shown), score)| Cell {
            title,
            key,
            shown,
            exact: score.map_or(String::new(), |score| score.to_string()),
        }));
    }
    cells
}
