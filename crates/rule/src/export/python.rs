//! A Python module without dependencies.

use super::decision::{Decision, UsedColumn, all_of, column_at, used_columns};
use super::possible_reasons::{Holds, PossibleReason, possible_reasons};
use crate::card::Cells;
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

/// The end of the function that finds reasons.
const HOLDING: &str = "    return [(points, words) for holds, points, words in possible if holds]\n";

impl Model {
    /// Writes a module for Python 3 with a function `predict(row)`, with `probabilities(row)` if
    /// votes are log-odds, and with `reasons(row)` if points speak for one of two classes: pairs of
    /// the points lost and the reason, those that cost most first ([`Model::reasons`]).
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
        let cells: String = columns.iter().map(read).collect();
        text.push_str(&cells);
        for (votes, tally) in tallies.iter().zip(&decision.tallies) {
            text.push_str(&format!("    {votes} = {:?}\n", tally.intercept));
            for (number, rule) in &tally.rules {
                text.push_str(&format!("    if {}:  # rule {number}\n", condition(&rule.rule)));
                text.push_str(&format!("        {votes} += {:?}\n", rule.weight));
            }
        }
        text.push_str(&self.python_class(&decision, &tallies, &columns));
        // Boolean rules have no points, and of more than two classes none is the one to lose.
        if let Ok(possible) = possible_reasons(self) {
            let class = self.towards().map_or("", |class| &self.classes[class as usize]);
            let head = format!("The reasons of a row against {class}: the points lost, and in words; most first.");
            text.push_str(&format!("\n\ndef reasons(row):\n    \"\"{}\"\"\n{cells}", literal(&head)));
            let lines = possible.iter().map(|reason| self.python_reason(reason, &columns));
            text.push_str(&format!("    possible = [\n{}    ]\n{HOLDING}", lines.collect::<String>()));
        }
        text
    }

    /// Writes the end of the function that decides, behind the votes.
    fn python_class(&self, decision: &Decision<'_>, tallies: &[String], columns: &[UsedColumn<'_>]) -> String {
        let otherwise = decision.otherwise;
        let mut text = String::new();
        if decision.gives_probabilities(self) {
            let by_class = decision.by_class(tallies, self.classes.len(), "0.0").join(", ");
            text.push_str(&format!("    return [{by_class}]\n{PROBABILITIES}"));
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
            let condition = condition(self, rule, columns);
            text.push_str(&format!("    if {condition}:\n        return CLASSES[{class}]\n"));
        }
        text.push_str(&format!("    return CLASSES[{otherwise}]\n"));
        text
    }

    /// Writes an entry of the list of possible reasons.
    fn python_reason(&self, reason: &PossibleReason<'_>, columns: &[UsedColumn<'_>]) -> String {
        let holds = match &reason.holds {
            Holds::Cell(index, cells) => is_one_of(column_at(columns, *index), cells),
            Holds::Met(rule) => condition(self, rule, columns),
            Holds::NotMet(rule) => format!("not ({})", condition(self, rule, columns)),
        };
        format!("        ({holds}, {:?}, {}),\n", reason.lost, literal(&reason.words))
    }
}

/// Writes the line that reads the cell of a column.
fn read(column: &UsedColumn<'_>) -> String {
    let kind = match column.is_numeric() {
        true => "_number",
        false if column.is_dates() => "_date",
        false if is_boolean(column) => "_boolean",
        false if column.feature.is_of_codes() => "_code",
        false => "_word",
    };
    format!("    {} = {kind}(row[{}])\n", column.identifier, literal(&column.feature.name))
}

/// Names that columns may not have: keywords, the names in the function itself, and builtins that
/// it calls.
const RESERVED: &[&str] = &[
    "and", "as", "assert", "async", "await", "best", "break", "class", "continue", "date", "def", "del", "elif",
    "else", "except", "finally", "for", "from", "global", "if", "import", "in", "is", "lambda", "nonlocal", "not",
    "or", "pass", "possible", "raise", "return", "row", "try", "votes", "votes_of", "exp", "max", "while", "with",
    "yield",
];

/// True if the categories of the column are false and true, each in one form.
fn is_boolean(column: &UsedColumn<'_>) -> bool {
    let Domain::Categorical { categories } = &column.feature.domain else { return false };
    let same = categories.iter().map(|category| category.to_lowercase()).collect::<BTreeSet<_>>();
    column.feature.may_be_boolean() && same.len() == categories.len()
}

fn condition(model: &Model, rule: &Rule, columns: &[UsedColumn<'_>]) -> String {
    all_of(model, rule, " and ", "True", |column, condition| meets(column_at(columns, column), condition))
}

/// Writes that the cell of a column meets a condition.
fn meets(column: &UsedColumn<'_>, condition: Condition<'_>) -> String {
    let name = &column.identifier;
    let day = |cut: f64| {
        let (year, month, day) = DateForm::year_month_day(cut).unwrap_or_default();
        format!("date({year}, {month}, {day})")
    };
    match condition {
        Condition::AtMost(cut) if column.is_dates() => format!("{name} is not None and {name} <= {}", day(cut)),
        Condition::Above(cut) if column.is_dates() => format!("{name} is not None and {name} > {}", day(cut)),
        Condition::AtMost(cut) => format!("{name} <= {cut:?}"),
        Condition::Above(cut) => format!("{name} > {cut:?}"),
        Condition::Is(word) => format!("{name} == {}", category(column, word)),
        Condition::IsNot(word) => format!("{name} is not None and {name} != {}", category(column, word)),
        // NaN is not equal to itself.
        Condition::Missing if column.is_numeric() => format!("{name} != {name}"),
        Condition::Present if column.is_numeric() => format!("{name} == {name}"),
        Condition::Missing => format!("{name} is None"),
        Condition::Present => format!("{name} is not None"),
    }
}

/// Writes that the cell of a column is one of these.
fn is_one_of(column: &UsedColumn<'_>, cells: &Cells<'_>) -> String {
    let name = &column.identifier;
    let list = |of: &[&str]| of.iter().map(|word| category(column, word)).collect::<Vec<_>>().join(", ");
    match cells {
        Cells::Missing => meets(column, Condition::Missing),
        Cells::Interval(None, None) => meets(column, Condition::Present),
        Cells::Interval(low, high) => {
            let ends = [low.map(Condition::Above), high.map(Condition::AtMost)];
            ends.into_iter().flatten().map(|end| meets(column, end)).collect::<Vec<_>>().join(" and ")
        }
        Cells::In(categories) => format!("{name} in [{}]", list(categories)),
        Cells::NotIn(categories) => format!("{name} is not None and {name} not in [{}]", list(categories)),
    }
}

/// Writes a category as cells of the column are read.
fn category(column: &UsedColumn<'_>, word: &str) -> String {
    if is_boolean(column) { literal(&word.to_lowercase()) } else { literal(word) }
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
