//! The training rows that a model knows of, beside which its rules are read.

use crate::{Model, Support};
use serde_json::{Map, Value};
use std::collections::BTreeMap;

/// The names of the settings that hold the rows.
const NUMBER: &str = "rows";
const ROWS: &str = "class_rows";
const WITHOUT_RULE: &str = "class_rows_without_rule";
const MISSING: &str = "class_rows_missing";
const WEIGHTED: &str = "weighted_rows";

/// The training rows of each class, counted by weight if rows have weights.
#[derive(Clone, Debug, PartialEq)]
pub struct TrainingRows {
    /// The number of all rows, whatever they weigh.
    pub number: u64,
    /// True if rows count by weights that are no numbers of rows.
    pub are_weighted: bool,
    /// All rows.
    pub all: Vec<f64>,
    /// The rows that meet no rule, if they are known. They are not once rules were left out.
    pub without_rule: Option<Vec<f64>>,
    /// The rows whose cell is missing, for columns of which that is known.
    pub missing: BTreeMap<String, Vec<f64>>,
}

impl TrainingRows {
    /// Returns the share of a class among all rows.
    pub fn base_rate(&self, class: u32) -> f64 {
        self.all_of(class).precision()
    }

    /// Returns how many times as large the share of a class is among some rows as among all. `None`
    /// if there are no such rows, or none of the class at all.
    pub fn lift(&self, rows: Support, class: u32) -> Option<f64> {
        let base = self.base_rate(class);
        (rows.covered > 0.0 && base > 0.0).then(|| rows.precision() / base)
    }

    /// Returns the number of all rows, with those of a class as the correct ones.
    pub fn all_of(&self, class: u32) -> Support {
        support(&self.all, class)
    }

    /// Returns the number of rows whose cell in a column is missing, with those of a class as the
    /// correct ones. Returns `None` if they are not known.
    pub fn missing_of(&self, column: &str, class: u32) -> Option<Support> {
        self.missing.get(column).map(|rows| support(rows, class))
    }

    /// Returns the number of rows that meet no rule, with those of a class as the correct ones.
    /// Returns `None` if they are not known.
    pub fn without_rule_of(&self, class: u32) -> Option<Support> {
        self.without_rule.as_ref().map(|rows| support(rows, class))
    }
}

/// Sums the rows of all classes, with those of one as the correct ones.
fn support(rows: &[f64], class: u32) -> Support {
    Support { covered: rows.iter().sum(), correct: rows[class as usize] }
}

impl Model {
    /// Returns the training rows that the settings record. Models made by hand, and files of older
    /// versions, have none.
    pub fn training_rows(&self) -> Option<TrainingRows> {
        let rows = |value: &Value| -> Option<Vec<f64>> {
            let rows = value.as_array()?.iter().map(Value::as_f64).collect::<Option<Vec<f64>>>()?;
            let sound = rows.iter().all(|rows| *rows >= 0.0) && rows.iter().sum::<f64>().is_finite();
            (rows.len() == self.classes.len() && sound).then_some(rows)
        };
        let setting = |name: &str| self.settings.get(name);
        let number = setting(NUMBER)?.as_u64()?;
        let columns = setting(MISSING).and_then(Value::as_object).into_iter().flatten();
        let missing = columns.filter_map(|(name, value)| Some((name.clone(), rows(value)?))).collect();
        Some(TrainingRows {
            number,
            are_weighted: setting(WEIGHTED).and_then(Value::as_bool).unwrap_or(false),
            all: setting(ROWS).and_then(rows)?,
            without_rule: setting(WITHOUT_RULE).and_then(rows),
            missing,
        })
    }

    /// Returns the class of most training rows and its share, which a model has to surpass. `None`
    /// if rows are not known, or count by weights.
    pub fn commonest_class(&self) -> Option<(u32, f64)> {
        let is_balanced = self.settings.get("class_weight").is_some_and(|weight| weight == "balanced");
        let rows = self.training_rows().filter(|rows| !rows.are_weighted && !is_balanced)?;
        let shares = (0..self.classes.len() as u32).map(|class| (class, rows.base_rate(class)));
        shares.reduce(|best, next| if next.1 > best.1 { next } else { best })
    }

    /// Records training rows among the settings.
    pub fn record_training_rows(&mut self, rows: TrainingRows) {
        self.settings.insert(NUMBER.into(), rows.number.into());
        match rows.are_weighted {
            true => self.settings.insert(WEIGHTED.into(), true.into()),
            false => self.settings.remove(WEIGHTED),
        };
        self.settings.insert(ROWS.into(), rows.all.into());
        let missing: Map<String, Value> = rows.missing.into_iter().map(|(name, rows)| (name, rows.into())).collect();
        match missing.is_empty() {
            true => self.settings.remove(MISSING),
            false => self.settings.insert(MISSING.into(), missing.into()),
        };
        match rows.without_rule {
            Some(rows) => self.settings.insert(WITHOUT_RULE.into(), rows.into()),
            None => self.settings.remove(WITHOUT_RULE),
        };
    }
}
