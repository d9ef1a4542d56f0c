//! One portable SELECT.

use super::decision::{Decision, Tally, all_of, written_names};
use crate::condition::Condition;
use crate::{Model, Rule, RuleError};

/// The most terms of a sum in one SELECT: engines limit how deep an expression may be, SQLite and DuckDB at 1,000.
const TERMS: usize = 200;

impl Model {
    /// A SELECT that returns the rows of `table` with a column `prediction`, and the votes of each class where rules of
    /// several classes vote.
    ///
    /// Standard SQL, checked in SQLite and DuckDB; PostgreSQL has all that it uses. A dot in `table` parts a schema from a name; everything is
    /// quoted. Numeric columns hold numbers, the others text; a missing cell is NULL. Comparisons of text must tell case.
    ///
    /// # Errors
    /// [`RuleError::Unwritable`] if a name holds the character NUL, which SQL cannot write.
    pub fn to_sql(&self, table: &str) -> Result<String, RuleError> {
        let mut names = written_names(self).into_iter().chain([table]);
        if let Some(name) = names.find(|name| name.contains('\0')) {
            return Err(RuleError::Unwritable { name: name.to_owned(), format: "SQL" });
        }
        let decision = Decision::new(self);
        let class = |k: u32| literal(&self.classes[k as usize]);
        let mut text = format!("-- Predicts {:?}, by the rules of rulegen.\n", self.target);
        text.push_str("-- Numeric columns hold numbers, others text; NULL is a missing cell.\n");
        text.push_str("SELECT\n  data.*,\n  CASE\n");
        for (i, Tally { class: k, .. }) in decision.tallies.iter().enumerate() {
            let later = decision.later(i, |j| format!(" AND {} >= {}", vote(i), vote(j)));
            text.push_str(&format!("    WHEN {} > 0{later} THEN {}\n", vote(i), class(*k)));
        }
        for (rule, k) in &decision.hits {
            text.push_str(&format!("    WHEN {} THEN {}\n", condition(self, rule), class(*k)));
        }
        // A CASE needs a WHEN: without rules none is true.
        if decision.tallies.is_empty() && decision.hits.is_empty() {
            text.push_str("    WHEN 1 = 0 THEN ''\n");
        }
        text.push_str(&format!("    ELSE {}\n  END AS \"prediction\"\n", class(decision.otherwise)));
        text.push_str(&format!("FROM {} AS data;\n", source(self, &decision.tallies, table)));
        Ok(text)
    }
}

/// The table with the votes of the classes.
fn source(model: &Model, tallies: &[Tally<'_>], table: &str) -> String {
    // A class may have votes before any rule and no rule of its own.
    let levels = tallies.iter().map(|tally| tally.rules.len().div_ceil(TERMS).max(1)).max().unwrap_or(0);
    let mut source = table.split('.').map(identifier).collect::<Vec<_>>().join(".");
    for level in 0..levels {
        let mut columns = Vec::new();
        for (i, tally) in tallies.iter().enumerate() {
            let mut parts = tally.rules.chunks(TERMS).skip(level);
            let rules = match parts.next() {
                Some(rules) => rules,
                None if level == 0 => &[],
                None => continue,
            };
            let before = match level {
                0 if tally.intercept > 0.0 => format!("CAST({} AS DOUBLE PRECISION)", exact(tally.intercept)),
                0 => "CAST(0 AS DOUBLE PRECISION)".into(),
                level => part(i, level - 1),
            };
            let name = if parts.next().is_some() { part(i, level) } else { vote(i) };
            let terms = rules.iter().map(|(number, rule)| {
                let condition = condition(model, &rule.rule);
                format!(
                    "\n      + CASE WHEN {condition} THEN {} ELSE 0e0 END -- rule {number}: {:.3}",
                    exact(rule.weight),
                    rule.weight
                )
            });
            columns.push(format!(",\n    {before}{}\n      AS {name}", terms.collect::<String>()));
        }
        source = format!("(\n  SELECT data.*{}\n  FROM {source} AS data\n)", columns.concat());
    }
    source
}

/// The name of the votes for the class of a tally.
fn vote(tally: usize) -> String {
    identifier(&format!("rulegen_votes_{}", tally + 1))
}

/// The name of a part of these votes.
fn part(tally: usize, level: usize) -> String {
    identifier(&format!("rulegen_votes_{}_part_{}", tally + 1, level + 1))
}

fn condition(model: &Model, rule: &Rule) -> String {
    all_of(model, rule, " AND ", "1 = 1", |column, condition| {
        let name = identifier(&model.schema.features[column].name);
        match condition {
            Condition::AtMost(cut) => format!("{name} <= {}", number(cut)),
            Condition::Above(cut) => format!("{name} > {}", number(cut)),
            Condition::Is(word) => format!("{name} = {}", literal(word)),
            Condition::IsNot(word) => format!("{name} <> {}", literal(word)),
            Condition::Missing => format!("{name} IS NULL"),
            Condition::Present => format!("{name} IS NOT NULL"),
        }
    })
}

fn identifier(name: &str) -> String {
    format!("\"{}\"", name.replace('"', "\"\""))
}

fn literal(word: &str) -> String {
    format!("'{}'", word.replace('\'', "''"))
}

/// A number as it is read in data. With up to 15 digits every engine reads it alike, as a decimal or a double; with
/// more, only a double will do.
fn number(x: f64) -> String {
    let scientific = format!("{x:e}");
    let digits = scientific.bytes().take_while(|&b| b != b'e').filter(u8::is_ascii_digit).count();
    let plain = x == 0.0 || (1e-5..1e15).contains(&x.abs());
    if digits <= 15 && plain { x.to_string() } else { scientific }
}

/// A positive number as a double, to the last bit: classes tie or not by it. Engines that read decimals with an error
/// (SQLite 3.40 does, one in some thousands) or as decimals are given quotients of whole numbers instead.
fn exact(x: f64) -> String {
    /// A multiple of this with few digits is read exactly by all.
    const STEP: f64 = 1.0 / 1024.0;
    if ((x / STEP).fract() == 0.0 && x < 1e3) || x.fract() == 0.0 {
        return format!("{x:e}");
    }
    let (mut whole, mut halvings) = (x, 0);
    while whole.fract() != 0.0 {
        (whole, halvings) = (2.0 * whole, halvings + 1);
    }
    let mut text = format!("(CAST({whole} AS DOUBLE PRECISION)");
    while halvings > 0 {
        let now = halvings.min(60);
        text.push_str(&format!(" / {}e0", 1u64 << now));
        halvings -= now;
    }
    text + ")"
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn numbers_as_in_data() {
        for (x, text) in
            [(45.0, "45"), (-0.1, "-0.1"), (0.1 + 0.2, "3.0000000000000004e-1"), (1e-7, "1e-7"), (0.0, "0")]
        {
            assert_eq!(number(x), text);
        }
    }

    proptest! {
        #[test]
        fn weights_to_the_last_bit(mantissa in 1u64..1 << 53, halvings in 0i32..140) {
            let x = mantissa as f64 * 0.5f64.powi(halvings);
            let text = exact(x);
            let plain = text.trim_matches(['(', ')']).replace("CAST(", "").replace(" AS DOUBLE PRECISION)", "");
            let mut numbers = plain.split(" / ").map(|number| number.parse::<f64>().unwrap());
            let first = numbers.next().unwrap();
            prop_assert_eq!(numbers.fold(first, |quotient, divisor| quotient / divisor), x, "{}", text);
        }
    }
}
