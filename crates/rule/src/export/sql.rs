//! One portable SELECT.

use super::decision::{Decision, Tally, written_names};
use super::names::TakenNames;
use super::sql_reasons::reason_columns;
use super::sql_terms::{condition, exact, identifier, literal};
use crate::{Feature, Model, RuleError};

/// The terms of a sum in one SELECT. Engines limit the depth of an expression, SQLite and DuckDB to
/// 1,000. The time that DuckDB takes grows with its square.
const TERMS: usize = 200;

/// The most nested SELECTs. The parser of SQLite accepts one more, in addition to those of its
/// user.
const LEVELS: usize = 10;

/// The most rules for one class. Sums have up to 900 terms then.
const MOST_RULES: usize = 900 * LEVELS;

/// The most classes that are compared. Comparing one class with all others makes an expression as
/// deep as their number, which SQLite counts twice inside a column. Above 490 it refuses the query.
const MOST_CLASSES: usize = 450;

/// The most classes that have a column for their probability. Each column adds up all votes again.
const MOST_PROBABLE: usize = 50;

/// The most votes, rules times classes, in a query with probabilities: some 10 MB of text.
const MOST_VOTES: usize = 50_000;

/// The columns that a query has beside `prediction`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SqlColumns {
    /// A column `probability NAME` for each class. Except for rounding, these are the probabilities
    /// of [`Predictor`](crate::Predictor). The engine must have `EXP`, which SQLite may be built
    /// without. Votes are added up again for each class.
    pub probabilities: bool,
    /// The number of columns `reason_1`, `reason_2` and so on: what costs the row most points
    /// ([`Model::reasons`]), in words, or NULL.
    pub reasons: usize,
}

impl Model {
    /// Writes a SELECT that returns the rows of `table` with one more column, `prediction`
    /// (followed by a number if the model has a column of that name).
    ///
    /// The query is standard SQL, tested in SQLite, DuckDB and PostgreSQL. A dot in `table`
    /// separates a schema from a name, and everything is quoted. Numeric columns hold numbers, the
    /// others text, and a missing cell is NULL. Dates may be of type DATE or TIMESTAMP, or text in
    /// the form of ISO 8601. Comparisons of text must be case-sensitive.
    ///
    /// No column of the table is mistaken for one of the query itself: the columns of the table are
    /// qualified with its name, and votes are added up beside the table, not in more columns of it.
    ///
    /// # Errors
    /// [`RuleError::Unwritable`] if a name holds the character NUL, which SQL cannot write, and
    /// [`RuleError::TooMany`] above 9,000 rules that vote for one class, or 450 classes with votes:
    /// SQLite accepts no more.
    pub fn to_sql(&self, table: &str) -> Result<String, RuleError> {
        self.to_sql_with(table, SqlColumns::default())
    }

    /// Writes the query of [`Model::to_sql`] with more columns.
    ///
    /// # Errors
    /// As [`Model::to_sql`], and of probabilities [`RuleError::TooMany`] above 50 classes, or
    /// 50,000 rules times classes; [`RuleError::NoProbabilities`] if the votes are not log-odds, or
    /// if rules without weight decide; of reasons as [`Model::reasons`], and [`RuleError::TooMany`]
    /// if there are more than 450 in all.
    pub fn to_sql_with(&self, table: &str, more: SqlColumns) -> Result<String, RuleError> {
        let decision = Decision::new(self);
        if more.probabilities {
            self.check_probabilities(&decision)?;
        }
        self.select(table, &decision, more)
    }

    fn check_probabilities(&self, decision: &Decision<'_>) -> Result<(), RuleError> {
        if !decision.gives_probabilities(self) {
            return Err(RuleError::NoProbabilities);
        }
        let (classes, votes) = (self.classes.len(), self.rules.len() * self.classes.len());
        for (what, found, most) in [("classes", classes, MOST_PROBABLE), ("rules times classes", votes, MOST_VOTES)] {
            if found > most {
                return Err(RuleError::TooMany { format: "SQL with probabilities", what, found, most });
            }
        }
        Ok(())
    }

    fn select(&self, table: &str, decision: &Decision<'_>, more: SqlColumns) -> Result<String, RuleError> {
        let mut names = written_names(self).into_iter().chain([table]);
        if let Some(name) = names.find(|name| name.contains('\0')) {
            return Err(RuleError::Unwritable { name: name.to_owned(), format: "SQL" });
        }
        let rules = decision.tallies.iter().map(|tally| tally.rules.len()).max().unwrap_or(0);
        for (what, found, most) in
            [("rules for one class", rules, MOST_RULES), ("classes with votes", decision.tallies.len(), MOST_CLASSES)]
        {
            if found > most {
                return Err(RuleError::TooMany { format: "SQL", what, found, most });
            }
        }
        let mut text = format!("-- Predicts {:?}, by the rules of rulegen.\n", self.target);
        text.push_str(
            "-- Numeric columns hold numbers, others text without spaces around it; NULL is a missing cell.\n",
        );
        if self.schema.features.iter().any(|feature| feature.dates.is_some()) {
            text.push_str("-- Columns of dates hold dates, timestamps, or text such as 2024-12-31.\n");
        }
        if self.schema.features.iter().any(Feature::is_of_codes) {
            text.push_str("-- Whole numbers that are categories are text without a point: 5, not 5.0.\n");
        }
        text.push_str("SELECT\n  data.*,\n");
        let votes = votes(self, &decision.tallies);
        let by_votes = |value: String| match &votes {
            None => value,
            Some(votes) => format!("(SELECT {value}\n  FROM {votes} AS votes)"),
        };
        let mut columns = vec![("prediction".to_owned(), by_votes(choice(self, decision)))];
        if more.probabilities {
            let named = |(k, class): (usize, &String)| {
                (format!("probability {class}"), by_votes(probability(decision, k, self.classes.len())))
            };
            columns.extend(self.classes.iter().enumerate().map(named));
        }
        columns.extend(reason_columns(self, more.reasons)?);
        // Engines do not distinguish names that differ in case only.
        let features = self.schema.features.iter().map(|feature| &feature.name);
        let mut taken: TakenNames = features.chain([&self.target]).map(|name| name.to_lowercase()).collect();
        let columns = columns.iter().map(|(name, value)| {
            let small = name.to_lowercase();
            let fresh = taken.fresh(&small, "_");
            format!("  {value} AS {}", identifier(&format!("{name}{}", &fresh[small.len()..])))
        });
        text.push_str(&columns.collect::<Vec<_>>().join(",\n"));
        text.push('\n');
        let table: Vec<String> = table.split('.').map(identifier).collect();
        text.push_str(&format!("FROM {} AS data;\n", table.join(".")));
        Ok(text)
    }
}

/// Returns the expression for the class of a row of `data`, from the sums in `votes`.
fn choice(model: &Model, decision: &Decision<'_>) -> String {
    let class = |k: u32| literal(&model.classes[k as usize]);
    let sum = |i: usize| format!("votes.{}", vote(i));
    let mut text = "CASE\n".to_owned();
    if let Some(cut) = decision.cut {
        let names: Vec<String> = (0..decision.tallies.len()).map(sum).collect();
        let of = decision.by_class(&names, model.classes.len(), "0e0");
        let [own, other] = [cut.class, cut.other()].map(|class| of[class as usize]);
        let at = if cut.at < 0.0 { format!("-{}", exact(-cut.at)) } else { exact(cut.at) };
        text.push_str(&format!("    WHEN {own} - {other} >= {at} THEN {}\n", class(cut.class)));
        return text + &format!("    ELSE {}\n  END", class(cut.other()));
    }
    for (i, Tally { class: k, .. }) in decision.tallies.iter().enumerate() {
        // The first tally that has at least the votes of each later one has the most, and is the
        // first of those that tie.
        let later: String = (i + 1..decision.tallies.len()).map(|j| format!(" AND {} >= {}", sum(i), sum(j))).collect();
        text.push_str(&format!("    WHEN {} > 0{later} THEN {}\n", sum(i), class(*k)));
    }
    for (rule, k) in &decision.hits {
        text.push_str(&format!("    WHEN {} THEN {}\n", condition(model, rule), class(*k)));
    }
    // A CASE needs a WHEN. Without rules none is true.
    if decision.tallies.is_empty() && decision.hits.is_empty() {
        text.push_str("    WHEN 1 = 0 THEN ''\n");
    }
    text + &format!("    ELSE {}\n  END", class(decision.otherwise))
}

/// Returns the expression for the probability of a class, `1 / sum_j exp(v_j - v_k)`, from the sums
/// in `votes`.
fn probability(decision: &Decision<'_>, class: usize, classes: usize) -> String {
    /// The largest difference of votes that is not truncated. Engines report the exponential of
    /// larger numbers as an overflow, and of smaller ones as an underflow.
    const FAR: f64 = 700.0;
    let names: Vec<String> = (0..decision.tallies.len()).map(|i| format!("votes.{}", vote(i))).collect();
    let of = decision.by_class(&names, classes, "0e0");
    let most = |tally: &Tally<'_>| tally.intercept + tally.rules.iter().map(|(_, rule)| rule.weight).sum::<f64>();
    let far = decision.tallies.iter().any(|tally| most(tally) > FAR);
    let odds = |other: usize| match (of[other], of[class]) {
        (a, b) if a == b => "1e0".to_owned(),
        (a, b) if far => {
            let apart = format!("{a} - {b}");
            format!("EXP(CASE WHEN {apart} > {FAR} THEN {FAR:e} WHEN {apart} < -{FAR} THEN -{FAR:e} ELSE {apart} END)")
        }
        (a, b) => format!("EXP({a} - {b})"),
    };
    format!("1e0 / ({})", (0..classes).map(odds).collect::<Vec<_>>().join(" + "))
}

/// Returns a table of one row with the votes of the classes for a row of `data`, or `None` if no
/// class has a tally.
fn votes(model: &Model, tallies: &[Tally<'_>]) -> Option<String> {
    // A class may have votes before any rule and no rule of its own.
    let most = tallies.iter().map(|tally| tally.rules.len()).max()?;
    let terms = most.div_ceil(LEVELS).max(TERMS);
    let levels = most.div_ceil(terms).max(1);
    // Each level refers to the one before it. `opened` holds the text before that one, the last
    // level first.
    let (mut opened, mut first) = (Vec::new(), String::new());
    for level in (0..levels).rev() {
        let sum = |(i, tally): (usize, &Tally<'_>)| {
            let before = match level {
                0 if tally.intercept > 0.0 => format!("CAST({} AS DOUBLE PRECISION)", exact(tally.intercept)),
                0 => "CAST(0 AS DOUBLE PRECISION)".into(),
                _ => format!("votes.{}", vote(i)),
            };
            let rules = tally.rules.iter().skip(level * terms).take(terms);
            let votes = rules.map(|(number, rule)| {
                let condition = condition(model, &rule.rule);
                let (weight, points) = (exact(rule.weight), model.weight_text(rule.weight));
                format!("\n      + CASE WHEN {condition} THEN {weight} ELSE 0e0 END -- rule {number}: {points}")
            });
            format!("\n    {before}{}\n      AS {}", votes.collect::<String>(), vote(i))
        };
        let sums: Vec<String> = tallies.iter().enumerate().map(sum).collect();
        let select = format!("(\n  SELECT{}", sums.join(","));
        if level == 0 { first = select } else { opened.push(select + "\n  FROM ") }
    }
    Some(opened.concat() + &first + "\n  )" + &" AS votes)".repeat(levels - 1))
}

/// Returns the name of the votes for the class of a tally. The only other name in its scope is
/// `votes`.
fn vote(tally: usize) -> String {
    format!("class_{}", tally + 1)
}
