//! The outcome of a comparison, in each format.

use super::problem::problem;
use super::sizes::Sizes;
use crate::args::TableFormatArg;
use crate::measured::SCORE_NAMES;
use crate::output::wrapped_lines;
use crate::table::aligned;
use rulegen::RunTerms;
use rulegen_eval::{
    LATEX_PACKAGES, SizeRow, StrategyFit, comparison_csv, comparison_json, latex_table, markdown_table,
};
use serde_json::{Value, json};

/// The label of the table in LaTeX.
const LABEL: &str = "tab:pricing-strategies";

/// The strategies that were compared, and the problem and the terms that all share.
#[derive(Debug)]
pub(super) struct Table<'a> {
    terms: RunTerms,
    fits: &'a [StrategyFit],
    /// The models of every size, where strategies have them.
    sizes: &'a [SizeRow],
}

/// A number that is shown, with the name by which programs know it.
struct Column {
    title: &'static str,
    key: &'static str,
    shown: fn(f64) -> String,
}

/// The numbers between strategy and status, in their order. Those that no fit has are left out.
const COLUMNS: [Column; 16] = [
    Column { title: "objective", key: "lp_objective", shown: |x| format!("{x:.4}") },
    Column { title: "bound", key: "lp_lower_bound", shown: |x| format!("{x:.4}") },
    Column { title: "rounds", key: "iterations", shown: whole },
    Column { title: "columns", key: "columns", shown: whole },
    Column { title: "calls", key: "pricing_calls", shown: whole },
    Column { title: "best rule", key: "best_rule_share", shown: percent },
    Column { title: "best gain", key: "best_gain_share", shown: percent },
    Column { title: "pricing", key: "pricing_seconds", shown: seconds },
    Column { title: "LP", key: "lp_seconds", shown: seconds },
    Column { title: "IP", key: "mip_seconds", shown: seconds },
    Column { title: "seconds", key: "fit_seconds", shown: seconds },
    Column { title: "nodes", key: "nodes", shown: whole },
    Column { title: "accuracy", key: "accuracy", shown: score },
    Column { title: "F1", key: "f1", shown: score },
    Column { title: "AUC", key: "auc", shown: score },
    Column { title: "rules", key: "n_rules", shown: whole },
];

/// The keys of [`SCORE_NAMES`].
const FAIRNESS: [&str; 4] = ["dmc", "odm", "eop", "equalized_odds"];

fn whole(x: f64) -> String {
    format!("{x:.0}")
}

fn seconds(x: f64) -> String {
    format!("{x:.2}")
}

fn score(x: f64) -> String {
    format!("{x:.4}")
}

fn percent(x: f64) -> String {
    format!("{:.1}%", 100.0 * x)
}

impl<'a> Table<'a> {
    pub(super) fn new(terms: RunTerms, fits: &'a [StrategyFit], sizes: &'a [SizeRow]) -> Self {
        Table { terms, fits, sizes }
    }

    pub(super) fn fits(&self) -> &'a [StrategyFit] {
        self.fits
    }

    pub(super) fn sizes(&self) -> &'a [SizeRow] {
        self.sizes
    }

    /// The table as it is printed.
    pub(super) fn text(&self, format: TableFormatArg) -> String {
        let (terms, note) = (&self.terms, self.note());
        let problem = problem(self.fits);
        let sizes = |of: fn(&Sizes<'a>) -> String| {
            Sizes::new(self.sizes).map_or(String::new(), |sizes| format!("\n{}", of(&sizes)))
        };
        match format {
            TableFormatArg::Text => {
                let legend = wrapped_lines(&format!("problem: {problem}\neach strategy: {terms}\n{note}"));
                format!("{}\n{legend}{}", aligned(&self.lines()), sizes(Sizes::text))
            }
            TableFormatArg::Markdown => {
                let table = markdown_table(&self.lines());
                format!("{table}\nProblem: {problem}. Each strategy: {terms}. {note}\n{}", sizes(Sizes::markdown))
            }
            TableFormatArg::Latex => {
                let caption = format!("Pricing strategies on the problem: {problem}; each with {terms}. {note}");
                let table = latex_table(&caption, LABEL, &self.grouped());
                format!("% {LATEX_PACKAGES}\n{table}{}", sizes(Sizes::latex))
            }
            TableFormatArg::Csv => comparison_csv(&self.terms, self.fits),
        }
    }

    /// An explanation of the columns.
    fn note(&self) -> String {
        let of = match self.fits.iter().any(|fit| fit.held_out) {
            true => "held-out",
            false => "training",
        };
        let open = self.fits.iter().any(|fit| fit.gap_to_optimum.is_some() && !fit.optimum_is_proved);
        let at_most = if open { "; ≤ where nobody proved the optimum" } else { "" };
        let judged = match self.fits.iter().find_map(|fit| fit.judge.as_ref()) {
            Some(judge) => format!(
                " Best rule is the share of pricing calls that found a rule of the largest gain, by the judge {judge}, of \
                 those at which a rule improves; best gain is the mean share of that gain."
            ),
            None => String::new(),
        };
        format!(
            "The gap is that between the objective and the best bound of all strategies{at_most}.{judged} F1 (of the \
             positive class, or weighted), accuracy and AUC are those on {of} rows."
        )
    }

    fn has(&self, key: &str) -> bool {
        // A share of 0 is news, a time or a number of nodes is not.
        let is_news = |x: f64| x != 0.0 || key.ends_with("_share");
        self.fits.iter().any(|fit| fit.get(key).is_some_and(is_news))
    }

    fn several<T: PartialEq>(&self, of: impl Fn(&'a StrategyFit) -> T) -> bool {
        self.fits.iter().any(|fit| of(fit) != of(&self.fits[0]))
    }

    /// The lines as text, heading first.
    fn lines(&self) -> Vec<Vec<String>> {
        let (sets, seeds) = (self.several(|fit| &fit.set), self.several(|fit| fit.seed));
        // A number that no fit has is left out, but a bound that nobody proved is news.
        let shown = |column: &&Column| {
            let optional = ["mip_seconds", "nodes", "best_rule_share", "best_gain_share", "auc"];
            self.has(column.key) || !optional.contains(&column.key)
        };
        let columns: Vec<&Column> = COLUMNS.iter().filter(shown).collect();
        let fair: Vec<(&str, &str)> = SCORE_NAMES.into_iter().zip(FAIRNESS).filter(|(_, key)| self.has(key)).collect();
        let mut heading: Vec<&str> = Vec::new();
        heading.extend(sets.then_some("set"));
        heading.extend(seeds.then_some("seed"));
        heading.push("pricers");
        for column in &columns {
            heading.push(column.title);
            heading.extend((column.key == "lp_lower_bound").then_some("gap"));
        }
        heading.extend(fair.iter().map(|(title, _)| *title));
        heading.push("status");
        let mut lines = vec![heading.into_iter().map(str::to_owned).collect()];
        for fit in self.fits {
            let mut line = Vec::new();
            line.extend(sets.then(|| fit.set.clone()));
            line.extend(seeds.then(|| fit.seed.to_string()));
            line.push(fit.strategy.clone());
            for column in &columns {
                let none = if fit.failed() || column.key != "lp_lower_bound" { "-" } else { "none" };
                line.push(fit.get(column.key).map_or(none.into(), column.shown));
                line.extend((column.key == "lp_lower_bound").then(|| gap(fit)));
            }
            line.extend(fair.iter().map(|(_, key)| fit.get(key).map_or("-".into(), score)));
            line.push(fit.status.clone());
            lines.push(line);
        }
        lines
    }

    /// The lines with the name of a set in its first line alone.
    fn grouped(&self) -> Vec<Vec<String>> {
        let mut lines = self.lines();
        if self.several(|fit| &fit.set) {
            for at in (1..self.fits.len()).rev().filter(|&at| self.fits[at].set == self.fits[at - 1].set) {
                lines[at + 1][0].clear();
            }
        }
        lines
    }

    /// The terms, an object for each fit, and the models of every size if there are any.
    pub(super) fn json(&self) -> Value {
        let mut json = json!({ "terms": self.terms, "rows": comparison_json(self.fits) });
        if !self.sizes.is_empty() {
            json["sizes"] = json!(self.sizes);
        }
        json
    }
}

/// The gap to the best bound, as it is shown.
fn gap(fit: &StrategyFit) -> String {
    let Some(gap) = fit.gap_to_optimum else { return "-".into() };
    let at_most = if fit.optimum_is_proved { "" } else { "≤ " };
    match 100.0 * gap {
        0.0 => format!("{at_most}0"),
        small if small < 0.01 => format!("{at_most}{small:.4}%"),
        gap => format!("{at_most}{gap:.2}%"),
    }
}
