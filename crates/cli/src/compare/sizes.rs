//! The models of every size, side by side.

use crate::table::aligned;
use rulegen_eval::{SizeRow, latex_table, markdown_table};
use std::collections::BTreeSet;

/// The label of the table in LaTeX.
const LABEL: &str = "tab:pricing-strategies-by-size";

/// The numbers of rules that are shown. Files have all.
const SHOWN: [usize; 11] = [0, 1, 2, 3, 5, 7, 10, 15, 20, 30, 50];

/// The models of all strategies by their number of rules.
pub(super) struct Sizes<'a> {
    rows: &'a [SizeRow],
    /// The strategies in their order.
    strategies: Vec<&'a str>,
    /// The sets and seeds.
    problems: BTreeSet<(&'a str, u64)>,
}

impl<'a> Sizes<'a> {
    /// Takes the models. `None` if there are none.
    pub(super) fn new(rows: &'a [SizeRow]) -> Option<Self> {
        let mut strategies: Vec<&str> = Vec::new();
        for row in rows {
            if !strategies.contains(&row.strategy.as_str()) {
                strategies.push(&row.strategy);
            }
        }
        let problems = rows.iter().map(|row| (row.set.as_str(), row.seed)).collect();
        (!rows.is_empty()).then_some(Sizes { rows, strategies, problems })
    }

    /// The table as it is printed.
    pub(super) fn text(&self) -> String {
        format!("{}{}\n", aligned(&self.lines()), self.note())
    }

    pub(super) fn markdown(&self) -> String {
        format!("{}\n{}\n", markdown_table(&self.lines()), self.note())
    }

    pub(super) fn latex(&self) -> String {
        latex_table(&format!("Models of every size. {}", self.note()), LABEL, &self.lines())
    }

    /// An explanation of the columns.
    fn note(&self) -> String {
        let means = match self.problems.len() {
            1 => String::new(),
            n => format!(" All are means over the sets and seeds, of {n}, on which every strategy has this size."),
        };
        let stopped = match self.rows.iter().all(SizeRow::is_of_whole_path) {
            true => "",
            false => " A limit ended some paths, so that sizes are missing.",
        };
        format!(
            "By number of rules, chosen one by one with the pricers: the loss on training rows, the part by which it is \
             above the least, and the rules that no other model of this size has. The models above were chosen among \
             these and those of shorter rules, and their weights may have another ridge.{means}{stopped}"
        )
    }

    /// The lines as text, heading first.
    fn lines(&self) -> Vec<Vec<String>> {
        let single = self.problems.len() == 1;
        let mut heading = vec!["rules", "pricers"];
        heading.push(if single { "loss" } else { "problems" });
        heading.extend(["more loss", "accuracy", "AUC", "conditions", "own rules"]);
        let mut lines = vec![heading.into_iter().map(str::to_owned).collect()];
        let largest = self.rows.iter().map(|row| row.rules).max().unwrap_or(0);
        for size in (0..=largest).filter(|size| SHOWN.contains(size) || *size == largest) {
            let of_size: Vec<&SizeRow> = self.rows.iter().filter(|row| row.rules == size).collect();
            let has_all = |problem: &&(&str, u64)| {
                of_size.iter().filter(|row| (row.set.as_str(), row.seed) == **problem).count() == self.strategies.len()
            };
            let common: BTreeSet<&(&str, u64)> = self.problems.iter().filter(has_all).collect();
            for strategy in &self.strategies {
                let is_shown = |row: &&&SizeRow| {
                    row.strategy == *strategy && (single || common.contains(&(row.set.as_str(), row.seed)))
                };
                let rows: Vec<&SizeRow> = of_size.iter().filter(is_shown).copied().collect();
                if rows.is_empty() {
                    continue;
                }
                let mean = |of: fn(&SizeRow) -> Option<f64>, shown: fn(f64) -> String| {
                    let values: Vec<f64> = rows.iter().filter_map(|row| of(row)).collect();
                    let mean = values.iter().sum::<f64>() / values.len() as f64;
                    if values.is_empty() { "-".into() } else { shown(mean) }
                };
                lines.push(vec![
                    size.to_string(),
                    (*strategy).to_owned(),
                    if single { mean(|row| Some(row.loss), |x| format!("{x:.4}")) } else { rows.len().to_string() },
                    mean(|row| row.excess_loss, |x| format!("{:.2}%", 100.0 * x)),
                    mean(|row| Some(row.accuracy), |x| format!("{x:.4}")),
                    mean(|row| row.auc, |x| format!("{x:.4}")),
                    mean(|row| Some(row.conditions as f64), brief),
                    mean(|row| row.own_rules.map(|own| own as f64), brief),
                ]);
            }
        }
        lines
    }
}

/// A mean of counts, with a digit after the point unless it is whole.
fn brief(x: f64) -> String {
    if x.fract() == 0.0 { format!("{x:.0}") } else { format!("{x:.1}") }
}
