//! The nearest changes to a row that change its class, exactly.
//!
//! The rules see of a column only which of its cells a value is in: between which cut points, which category, or
//! missing. So the rows that a model can tell apart are finitely many, and the search over them is exact: sets of
//! columns by size, in each the cells, cut off where the votes that can still move are too few (`bound.rs`).

mod bound;
mod cells;
mod instance;
mod search;
mod words;

use crate::row::cell;
use crate::{Model, Predictor, RuleError};
use cells::{Cells, new_value};
use instance::Instance;
use rulegen_data::Table;
use search::{Found, Search};
use serde::Serialize;
use serde_json::Value;

/// Which changes are looked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChangeSettings {
    /// Columns that cannot change, by name.
    pub fixed: Vec<String>,
    /// The class to change to; any other than the present one if there is none.
    pub to: Option<u32>,
    /// Whether a cell may become missing.
    pub allow_missing: bool,
    /// The most changes returned, at least 1.
    pub most: usize,
    /// The most steps of the search; each looks at all rules once.
    pub work: usize,
}

impl Default for ChangeSettings {
    /// Any column but not to missing, to any class; 3 changes, 2,000,000 steps: seconds, for
    /// hundreds of rules.
    fn default() -> Self {
        ChangeSettings { fixed: Vec::new(), to: None, allow_missing: false, most: 3, work: 2_000_000 }
    }
}

/// The nearest changes to a row that change its class.
///
/// A change is nearer than another if it changes fewer columns; of those that change equally many, if the truth of
/// fewer of the distinct conditions of the model changes; then the one whose columns come first. Of each set of
/// columns only the nearest changes are listed, and only those of fewest columns.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Changes {
    /// The class before any change.
    pub from: String,
    /// The class that was asked for, if one was.
    pub to: Option<String>,
    /// What is known beyond the changes listed.
    pub proof: Proof,
    /// The changes, the nearest first.
    pub changes: Vec<Change>,
}

/// What a search for changes has proved.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Proof {
    /// The changes listed are the nearest.
    Nearest,
    /// No fewer columns would do, but the work allowed was done before all changes of that many were seen.
    FewestColumns,
    /// No change of the columns that may change does it.
    Impossible,
    /// The work allowed was done before any change was found: none does it with fewer columns than this.
    AtLeast(usize),
    /// The row is of the class asked for.
    NothingToChange,
}

/// A change that changes the class.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Change {
    /// The class after it.
    pub prediction: String,
    /// How many of the distinct conditions of the model change their truth.
    pub conditions: usize,
    /// The columns that change, in the order of the model.
    pub columns: Vec<ColumnChange>,
}

/// A change of one column.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ColumnChange {
    /// The column.
    pub column: String,
    /// The row's value: a number, a text, or null where it is missing.
    pub from: Value,
    /// The values that do it.
    pub to: NewValue,
    /// One of them: of numbers, the nearest to the row's with as many decimals, or with more if need be; null for
    /// missing.
    pub example: Value,
}

/// The values that a changed cell may have.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum NewValue {
    /// A number above the one and at most the other, where there are bounds.
    Between {
        /// Below all of them.
        above: Option<f64>,
        /// The largest of them.
        at_most: Option<f64>,
    },
    /// This category.
    Category(String),
    /// Any category but these.
    OtherThan(Vec<String>),
    /// A missing cell.
    Missing,
}

/// The nearest changes to row `row` of `table` that change what `model` says of it.
///
/// # Errors
/// [`RuleError::NoSuchRow`], [`RuleError::UnknownColumn`] for a fixed column, [`RuleError::NoSuchClass`]; a column
/// that the rules use is not there, or holds words where the model has numbers.
pub fn nearest_changes(
    model: &Model,
    table: &Table,
    row: usize,
    settings: &ChangeSettings,
) -> Result<Changes, RuleError> {
    if let Some(name) = settings.fixed.iter().find(|&name| model.schema.features.iter().all(|f| f.name != *name)) {
        return Err(RuleError::UnknownColumn(name.clone()));
    }
    if let Some(class) = settings.to.filter(|&class| class as usize >= model.classes.len()) {
        return Err(RuleError::NoSuchClass { class, classes: model.classes.len() });
    }
    let predictor = Predictor::new(model);
    let codes = predictor.row_codes(table, row)?;
    let class = predictor.row_class(&codes);
    let name = |k: u32| model.classes[k as usize].clone();
    let (proof, found) = if settings.to == Some(class) {
        (Proof::NothingToChange, Vec::new())
    } else {
        let cells = Cells::new(model, &predictor, &codes, settings);
        Search::new(&Instance::new(&predictor, codes, &cells, settings.to), settings).run()
    };
    let column = |(column, code): &(usize, u16)| {
        let feature = &predictor.schema().features[*column];
        let from = cell(table, &feature.name, row);
        let (to, example) = new_value(model, feature, *code, &from);
        ColumnChange { column: feature.name.clone(), from, to, example }
    };
    let change = |found: &Found| Change {
        prediction: name(found.class),
        conditions: found.conditions,
        columns: found.cells.iter().map(column).collect(),
    };
    let changes = found.iter().map(change).collect();
    Ok(Changes { from: name(class), to: settings.to.map(name), proof, changes })
}
