//! A Python module without dependencies.

use super::decision::{Decision, UsedColumn, all_of, column_at, used_columns};
use crate::condition::Condition;
use crate::{Model, Rule};

/// What stands before the rules.
const HELPERS: &str = r#"

def _number(value):
    """A number; NaN, which meets no condition, where it is missing."""
    return float("nan") if value is None else float(value)


def _word(value):
    """A category; None where it is missing. Whole numbers are categories without a point."""
    if value is None or value != value:
        return None
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    return str(value)
"#;

impl Model {
    /// A module for Python 3 with a function `predict(row)`.
    ///
    /// `row` is a mapping with the columns that the rules use: numbers, and text for categories, None (or NaN) where they
    /// are missing.
    pub fn to_python(&self) -> String {
        let decision = Decision::new(self);
        let tallies: Vec<String> = (1..=decision.tallies.len()).map(|i| format!("votes_{i}")).collect();
        let reserved = RESERVED.iter().copied().chain(tallies.iter().map(String::as_str));
        let columns = used_columns(self, &reserved.collect::<Vec<_>>());
        let condition = |rule: &Rule| condition(self, rule, &columns);
        let mut text = format!("\"\"\"Predicts {}, by the rules of rulegen.\"\"\"\n\n", literal(&self.target));
        let classes: Vec<String> = self.classes.iter().map(|class| format!("    {},\n", literal(class))).collect();
        text.push_str(&format!("CLASSES = [\n{}]\n", classes.concat()));
        text.push_str(HELPERS);
        text.push_str("\n\ndef predict(row):\n    \"\"\"The class of a row: a mapping of column names to values, None where missing.\"\"\"\n");
        for column in &columns {
            let kind = if column.is_numeric() { "_number" } else { "_word" };
            text.push_str(&format!("    {} = {kind}(row[{}])\n", column.identifier, literal(&column.feature.name)));
        }
        for (votes, tally) in tallies.iter().zip(&decision.tallies) {
            text.push_str(&format!("    {votes} = {:?}\n", tally.intercept));
            for (number, rule) in &tally.rules {
                text.push_str(&format!("    if {}:  # rule {number}\n", condition(&rule.rule)));
                text.push_str(&format!("        {votes} += {:?}\n", rule.weight));
            }
        }
        for (i, (votes, tally)) in tallies.iter().zip(&decision.tallies).enumerate() {
            let later = decision.later(i, |j| format!(" and {votes} >= {}", tallies[j]));
            text.push_str(&format!("    if {votes} > 0{later}:\n        return CLASSES[{}]\n", tally.class));
        }
        for (rule, class) in &decision.hits {
            text.push_str(&format!("    if {}:\n        return CLASSES[{class}]\n", condition(rule)));
        }
        text.push_str(&format!("    return CLASSES[{}]\n", decision.otherwise));
        text
    }
}

/// Names that columns may not take: keywords, what the function itself uses, and builtins that it calls.
const RESERVED: &[&str] = &[
    "and", "as", "assert", "async", "await", "break", "class", "continue", "def", "del", "elif", "else", "except",
    "finally", "for", "from", "global", "if", "import", "in", "is", "lambda", "nonlocal", "not", "or", "pass", "raise",
    "return", "row", "try", "while", "with", "yield",
];

fn condition(model: &Model, rule: &Rule, columns: &[UsedColumn<'_>]) -> String {
    all_of(model, rule, " and ", "True", |column, condition| {
        let column = column_at(columns, column);
        let name = &column.identifier;
        match condition {
            Condition::AtMost(cut) => format!("{name} <= {cut:?}"),
            Condition::Above(cut) => format!("{name} > {cut:?}"),
            Condition::Is(word) => format!("{name} == {}", literal(word)),
            Condition::IsNot(word) => format!("{name} is not None and {name} != {}", literal(word)),
            // NaN is no number, and so not even itself.
            Condition::Missing if column.is_numeric() => format!("{name} != {name}"),
            Condition::Present if column.is_numeric() => format!("{name} == {name}"),
            Condition::Missing => format!("{name} is None"),
            Condition::Present => format!("{name} is not None"),
        }
    })
}

/// A string in double quotes. What is not printed as it is has an escape.
fn literal(word: &str) -> String {
    let escape = |c: char| match c {
        '"' | '\\' => format!("\\{c}"),
        '\n' => "\\n".into(),
        // The escapes of Rust's for what is not printable are told from those of printable characters by their length.
        c if c.is_control() || c.escape_debug().len() > 1 && c != '\'' => format!("\\U{:08x}", u32::from(c)),
        c => c.to_string(),
    };
    format!("\"{}\"", word.chars().map(escape).collect::<String>())
}
