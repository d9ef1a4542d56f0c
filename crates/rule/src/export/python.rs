//! A Python module without dependencies.

use super::decision::{Decision, UsedColumn, all_of, column_at, used_columns};
use crate::condition::Condition;
use crate::threshold::Cut;
use crate::{Domain, Model, Rule};
use rulegen_data::DateForm;
use std::collections::BTreeSet;

/// The text before the rules.
const HELPERS: &str = r#"

def _number(value):
    """A number; NaN, which meets no condition, where it is missing."""
    return float("nan") if value is None else float(value)


def _word(value):
    """A category, without spaces around it; None where it is missing. Whole numbers have no point."""
    if value is None or value != value:
        return None
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    return str(value)
"#;

/// The function that reads dates, if the rules use any.
const DATE: &str = r#"

def _date(value):
    """A date, of which a datetime keeps the day and a text is as 2024-12-31; None where it is missing."""
    if value is None or value != value:
        return None
    return date.fromisoformat(str(value)[:10])
"#;

/// The function that reads booleans, if the rules use any.
const BOOLEAN: &str = r#"

def _boolean(value):
    """A boolean as 'false' or 'true', whether it is True, 'True' or 1; None where it is missing."""
    word = _word(value)
    return None if word is None else {"0": "false", "1": "true"}.get(word, word.lower())
"#;

/// The function that reads codes, if the rules use any.
const CODE: &str = r#"

def _code(value):
    """A category; of whole numbers, '5.0' is 5 too. None where it is missing."""
    word = _word(value)
    whole, point, zeros = (word or "").partition(".")
    return whole if point and zeros.strip("0") == "" and whole.removeprefix("-").isdecimal() else word
"#;

/// The head of the function that decides.
const PREDICT: &str = r#"

def predict(row):
    """The class of a row: a mapping of column names to values, None where missing."""
"#;

/// The head of the function that adds up log-odds.
const VOTES: &str = r#"

def votes_of(row):
    """The log-odds of each class for a row: a mapping of column names to values, None where missing."""
"#;

/// The functions that turn log-odds into probabilities.
const PROBABILITIES: &str = r#"

def probabilities(row):
    """The probability of each class, in the order of CLASSES."""
    votes = votes_of(row)
    odds = [exp(vote - max(votes)) for vote in votes]
    return [part / sum(odds) for part in odds]


def predict(row):
    """The class of a row."""
    votes = votes_of(row)
"#;

impl Model {
    /// Writes a module for Python 3 with a function `predict(row)`, and with `probabilities(row)`
    /// if votes are log-odds.
    ///
    /// `row` is a mapping with the columns that the rules use: numbers, text for categories, dates
    /// (of `datetime`, pandas or NumPy, or text such as `2024-12-31`), and None (or NaN, or NaT)
    /// for missing cells.
    pub fn to_python(&self) -> String {
        let decision = Decision::new(self);
        let tallies: Vec<String> = (1..=decision.tallies.len()).map(|i| format!("votes_{i}")).collect();
        let reserved = RESERVED.iter().copied().chain(tallies.iter().map(String::as_str));
        let columns = used_columns(self, &reserved.collect::<Vec<_>>());
        let condition = |rule: &Rule| condition(self, rule, &columns);
        let mut text = format!("\"\"\"Predicts {}, by the rules of rulegen.\"\"\"\n\n", literal(&self.target));
        let has_dates = columns.iter().any(UsedColumn::is_dates);
        if has_dates {
            text.push_str("from datetime import date\n");
        }
        if decision.gives_probabilities(self) {
            text.push_str("from math import exp\n");
        }
        if has_dates || decision.gives_probabilities(self) {
            text.push('\n');
        }
        let classes: Vec<String> = self.classes.iter().map(|class| format!("    {},\n", literal(class))).collect();
        text.push_str(&format!("CLASSES = [\n{}]\n", classes.concat()));
        text.push_str(HELPERS);
        if has_dates {
            text.push_str(DATE);
        }
        if columns.iter().any(is_boolean) {
            text.push_str(BOOLEAN);
        }
        if columns.iter().any(|column| column.feature.is_of_codes()) {
            text.push_str(CODE);
        }
        let log_odds = decision.gives_probabilities(self);
        text.push_str(if log_odds { VOTES } else { PREDICT });
        for column in &columns {
            let kind = match column.is_numeric() {
                true => "_number",
                false if column.is_dates() => "_date",
                false if is_boolean(column) => "_boolean",
                false if column.feature.is_of_codes() => "_code",
                false => "_word",
            };
            text.push_str(&format!("    {} = {kind}(row[{}])\n", column.identifier, literal(&column.feature.name)));
        }
        for (votes, tally) in tallies.iter().zip(&decision.tallies) {
            text.push_str(&format!("    {votes} = {:?}\n", tally.intercept));
            for (number, rule) in &tally.rules {
                text.push_str(&format!("    if {}:  # rule {number}\n", condition(&rule.rule)));
                text.push_str(&format!("        {votes} += {:?}\n", rule.weight));
            }
        }
        if log_odds {
            let by_class = decision.by_class(&tallies, self.classes.len(), "0.0").join(", ");
            text.push_str(&format!("    return [{by_class}]\n{PROBABILITIES}"));
            let otherwise = decision.otherwise;
            text.push_str(&match decision.cut {
                Some(Cut { class, at }) => {
                    let margin = format!("votes[{class}] - votes[{otherwise}]");
                    format!("    return CLASSES[{class} if {margin} >= {at:?} else {otherwise}]\n")
                }
                None => format!(
                    "    best = votes.index(max(votes))\n    return CLASSES[best if votes[best] > 0 else {otherwise}]\n"
                ),
            });
            return text;
        }
        if !tallies.is_empty() {
            // The first of those that tie wins.
            let votes = tallies.join(", ");
            text.push_str(&format!("    votes = [{votes}]\n    best = votes.index(max(votes))\n"));
            let classes = decision.classes();
            text.push_str(&format!("    if votes[best] > 0:\n        return CLASSES[[{classes}][best]]\n"));
        }
        for (rule, class) in &decision.hits {
            text.push_str(&format!("    if {}:\n        return CLASSES[{class}]\n", condition(rule)));
        }
        text.push_str(&format!("    return CLASSES[{}]\n", decision.otherwise));
        text
    }
}

/// Names that columns may not have: keywords, the names in the function itself, and builtins that
/// it calls.
const RESERVED: &[&str] = &[
    "and", "as", "assert", "async", "await", "best", "break", "class", "continue", "date", "def", "del", "elif",
    "else", "except", "finally", "for", "from", "global", "if", "import", "in", "is", "lambda", "nonlocal", "not",
    "or", "pass", "raise", "return", "row", "try", "votes", "votes_of", "exp", "max", "while", "with", "yield",
];

/// True if the categories of the column are false and true, each in one form.
fn is_boolean(column: &UsedColumn<'_>) -> bool {
    let Domain::Categorical { categories } = &column.feature.domain else { return false };
    let same = categories.iter().map(|category| category.to_lowercase()).collect::<BTreeSet<_>>();
    column.feature.may_be_boolean() && same.len() == categories.len()
}

fn condition(model: &Model, rule: &Rule, columns: &[UsedColumn<'_>]) -> String {
    all_of(model, rule, " and ", "True", |column, condition| {
        let column = column_at(columns, column);
        let name = &column.identifier;
        let literal = |word: &str| if is_boolean(column) { literal(&word.to_lowercase()) } else { literal(word) };
        let day = |cut: f64| {
            let (year, month, day) = DateForm::year_month_day(cut).unwrap_or_default();
            format!("date({year}, {month}, {day})")
        };
        match condition {
            Condition::AtMost(cut) if column.is_dates() => format!("{name} is not None and {name} <= {}", day(cut)),
            Condition::Above(cut) if column.is_dates() => format!("{name} is not None and {name} > {}", day(cut)),
            Condition::AtMost(cut) => format!("{name} <= {cut:?}"),
            Condition::Above(cut) => format!("{name} > {cut:?}"),
            Condition::Is(word) => format!("{name} == {}", literal(word)),
            Condition::IsNot(word) => format!("{name} is not None and {name} != {}", literal(word)),
            // NaN is not equal to itself.
            Condition::Missing if column.is_numeric() => format!("{name} != {name}"),
            Condition::Present if column.is_numeric() => format!("{name} == {name}"),
            Condition::Missing => format!("{name} is None"),
            Condition::Present => format!("{name} is not None"),
        }
    })
}

/// Writes a string in double quotes, with escapes for characters that are not printed as they are.
fn literal(word: &str) -> String {
    let escape = |c: char| match c {
        '"' | '\\' => format!("\\{c}"),
        '\n' => "\\n".into(),
        // The escapes of Rust for unprintable characters are longer than those for printable ones.
        c if c.is_control() || c.escape_debug().len() > 1 && c != '\'' => format!("\\U{:08x}", u32::from(c)),
        c => c.to_string(),
    };
    format!("\"{}\"", word.chars().map(escape).collect::<String>())
}
