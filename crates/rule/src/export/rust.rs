//! A Rust module without dependencies.

use super::decision::{Decision, UsedColumn, all_of, column_at, used_columns};
use crate::condition::Condition;
use crate::threshold::Cut;
use crate::{Model, Rule};

/// Names that fields may not have: the keywords of all editions, and the names in the function
/// itself.
const RESERVED: &[&str] = &[
    "abstract", "as", "async", "await", "become", "box", "break", "const", "continue", "crate", "do", "dyn", "else",
    "enum", "extern", "false", "final", "fn", "for", "gen", "if", "impl", "in", "let", "loop", "macro", "match", "mod",
    "move", "mut", "override", "priv", "pub", "ref", "return", "self", "static", "struct", "super", "trait", "true",
    "row", "best", "votes", "try", "type", "typeof", "unsafe", "unsized", "use", "virtual", "where", "while", "yield",
];

/// The expression for the index of the largest of `votes`, and the first of those that tie.
const BEST: &str =
    "    let best = (1..votes.len()).fold(0, |best, k| if votes[k] > votes[best] { k } else { best });\n";

/// The functions that turn log-odds into probabilities.
const PROBABILITIES: &str = r#"
/// The probability of each class, in the order of `CLASSES`.
pub fn probabilities(row: &Row) -> [f64; CLASSES.len()] {
    let votes = votes(row);
    let largest = votes.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let odds = votes.map(|vote| (vote - largest).exp());
    let total: f64 = odds.iter().sum();
    odds.map(|part| part / total)
}

/// The class of a row.
pub fn predict(row: &Row) -> &'static str {
    let votes = votes(row);
CLASS}
"#;

impl Model {
    /// Writes a module with `struct Row`, the columns that the rules use, and `fn predict(&Row) ->
    /// &'static str`. If votes are log-odds, `fn probabilities(&Row)` returns one probability for
    /// each class.
    ///
    /// Numbers are `Option<f64>` and categories `Option<&str>`, with `None` (or NaN) for missing
    /// cells. Dates are `Option<&str>` too, such as `Some("2024-12-31")`.
    pub fn to_rust(&self) -> String {
        let decision = Decision::new(self);
        let tallies: Vec<String> = (1..=decision.tallies.len()).map(|i| format!("votes_{i}")).collect();
        let reserved = RESERVED.iter().copied().chain(tallies.iter().map(String::as_str));
        let columns = used_columns(self, &reserved.collect::<Vec<_>>());
        let condition = |rule: &Rule| condition(self, rule, &columns);
        let class = |k: u32| format!("CLASSES[{k}]");
        let mut text = format!("//! Predicts {:?}, by the rules of rulegen.\n\n", self.target);
        text.push_str("/// The names of the classes.\n");
        text.push_str(&format!("pub const CLASSES: [&str; {}] = [\n", self.classes.len()));
        self.classes.iter().for_each(|class| text.push_str(&format!("    {class:?},\n")));
        text.push_str("];\n\n/// The columns that the rules look at; `None` is a missing cell.\n");
        let lifetime = if columns.iter().all(UsedColumn::is_numeric) { "" } else { "<'a>" };
        text.push_str(&format!("#[derive(Clone, Debug, Default, PartialEq)]\npub struct Row{lifetime} {{\n"));
        for column in &columns {
            let kind = if column.is_numeric() { "f64" } else { "&'a str" };
            let (name, identifier) = (&column.feature.name, &column.identifier);
            let form = match column.is_dates() {
                true => ": a date such as \"2024-12-31\"",
                false if column.feature.is_of_codes() => ": whole numbers are written without a point",
                false => "",
            };
            text.push_str(&format!("    /// The column {name:?}{form}.\n    pub {identifier}: Option<{kind}>,\n"));
        }
        let log_odds = decision.gives_probabilities(self);
        let (what, classes) =
            (if log_odds { "The log-odds of each class for" } else { "The class of" }, self.classes.len());
        text.push_str(&format!("}}\n\n/// {what} a row.\n"));
        let row = if columns.is_empty() { "_row" } else { "row" };
        let elided = if lifetime.is_empty() { "" } else { "<'_>" };
        text.push_str(&match log_odds {
            true => format!("pub fn votes({row}: &Row{elided}) -> [f64; {classes}] {{\n"),
            false => format!("pub fn predict({row}: &Row{elided}) -> &'static str {{\n"),
        });
        for UsedColumn { identifier, .. } in columns.iter().filter(|column| column.is_numeric()) {
            text.push_str(&format!("    let {identifier} = row.{identifier}.unwrap_or(f64::NAN);\n"));
        }
        for (votes, tally) in tallies.iter().zip(&decision.tallies) {
            let changes = if tally.rules.is_empty() { "" } else { "mut " };
            text.push_str(&format!("    let {changes}{votes} = {:?}f64;\n", tally.intercept));
            for (number, rule) in &tally.rules {
                text.push_str(&format!("    // Rule {number}.\n    if {} {{\n", condition(&rule.rule)));
                text.push_str(&format!("        {votes} += {:?};\n    }}\n", rule.weight));
            }
        }
        if log_odds {
            let by_class = decision.by_class(&tallies, classes, "0.0").join(", ");
            text.push_str(&format!("    [{by_class}]\n}}\n"));
            let otherwise = decision.otherwise;
            let class = match decision.cut {
                Some(Cut { class, at }) => {
                    let margin = format!("votes[{class}] - votes[{otherwise}]");
                    format!("    CLASSES[if {margin} >= {at:?} {{ {class} }} else {{ {otherwise} }}]\n")
                }
                None => format!("{BEST}    CLASSES[if votes[best] > 0.0 {{ best }} else {{ {otherwise} }}]\n"),
            };
            let made = PROBABILITIES.replace("&Row", &format!("&Row{elided}"));
            text.push_str(&made.replace("CLASS}", &(class + "}")));
            return text;
        }
        if !tallies.is_empty() {
            text.push_str(&format!("    let votes = [{}];\n{BEST}", tallies.join(", ")));
            let classes = decision.classes();
            text.push_str(&format!(
                "    if votes[best] > 0.0 {{\n        return CLASSES[[{classes}][best]];\n    }}\n"
            ));
        }
        for (rule, k) in &decision.hits {
            text.push_str(&format!("    if {} {{\n        return {};\n    }}\n", condition(rule), class(*k)));
        }
        text.push_str(&format!("    {}\n}}\n", class(decision.otherwise)));
        text
    }
}

fn condition(model: &Model, rule: &Rule, columns: &[UsedColumn<'_>]) -> String {
    all_of(model, rule, " && ", "true", |column, condition| {
        let column = column_at(columns, column);
        let name = &column.identifier;
        // The order of dates is that of their text.
        let on_day = |operator: &str, cut: f64| {
            let day = column.feature.day_behind(cut)?;
            Some(format!("row.{name}.is_some_and(|date| date {operator} {day:?})"))
        };
        match condition {
            Condition::AtMost(cut) if column.is_dates() => on_day("<", cut).unwrap_or_default(),
            Condition::Above(cut) if column.is_dates() => on_day(">=", cut).unwrap_or_default(),
            Condition::AtMost(cut) => format!("{name} <= {cut:?}"),
            Condition::Above(cut) => format!("{name} > {cut:?}"),
            Condition::Is(word) => format!("row.{name} == Some({word:?})"),
            Condition::IsNot(word) => format!("row.{name}.is_some_and(|word| word != {word:?})"),
            Condition::Missing if column.is_numeric() => format!("{name}.is_nan()"),
            Condition::Present if column.is_numeric() => format!("!{name}.is_nan()"),
            Condition::Missing => format!("row.{name}.is_none()"),
            Condition::Present => format!("row.{name}.is_some()"),
        }
    })
}
