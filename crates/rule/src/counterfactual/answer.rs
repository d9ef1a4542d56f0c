//! Requests for counterfactuals, and their answers.

use serde::Serialize;
use serde_json::Value;

/// The counterfactuals that are searched for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CounterfactualSettings {
    /// Columns that cannot change, by name.
    pub fixed: Vec<String>,
    /// The class to change to. If there is none, any class other than the present one.
    pub to: Option<u32>,
    /// True if a cell may become missing.
    pub allow_missing: bool,
    /// The most changes returned, at least 1.
    pub most: usize,
    /// The most steps of the search. Each evaluates all rules once.
    pub work: usize,
}

impl Default for CounterfactualSettings {
    /// Allows any column to change, but not to missing, and any class. Returns at most 3 changes
    /// after at most 2,000,000 steps, which take seconds for hundreds of rules.
    fn default() -> Self {
        CounterfactualSettings { fixed: Vec::new(), to: None, allow_missing: false, most: 3, work: 2_000_000 }
    }
}

/// The nearest changes to a row that change its class.
///
/// A change is nearer than another if it changes fewer columns. Of two that change equally many,
/// the one that changes the truth of fewer distinct conditions of the model is nearer, then the one
/// whose columns come first. Only changes of the fewest columns are listed, and of each set of
/// columns only the nearest.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Counterfactuals {
    /// The class before any change.
    pub from: String,
    /// The class that was asked for, if one was.
    pub to: Option<String>,
    /// The facts that are proved beyond the changes listed.
    pub proof: CounterfactualProof,
    /// The changes, the nearest first.
    pub changes: Vec<Counterfactual>,
}

/// The facts that a search for counterfactuals has proved.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum CounterfactualProof {
    /// The changes listed are the nearest.
    Nearest,
    /// No fewer columns are enough. The work ran out before all changes of as many columns were
    /// tried.
    FewestColumns,
    /// No change of the columns that may change leads to a class that is asked for.
    Impossible,
    /// The work ran out before any change was found. Any change needs at least this many columns.
    AtLeast(usize),
    /// The row already has the class that was asked for.
    NothingToChange,
}

/// A counterfactual: a change to a row that changes its class.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Counterfactual {
    /// The class after the change.
    pub prediction: String,
    /// The number of distinct conditions of the model whose truth changes.
    pub conditions: usize,
    /// The columns that change, in the order of the model.
    pub columns: Vec<ColumnChange>,
}

/// A change of one column.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ColumnChange {
    /// The column.
    pub column: String,
    /// The value of the row: a number, a text or date, or null if it is missing.
    pub from: Value,
    /// The values that lead to the new class.
    pub to: NewValue,
    /// These values in words, as texts add them to the example: `at most 45`, `any but red`. Empty
    /// if the example says it.
    pub words: String,
    /// One of these values. For numbers it is the nearest to the value of the row with as many
    /// decimals, or with more if necessary. Null means missing.
    pub example: Value,
}

/// The values that a changed cell may have.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum NewValue {
    /// A number between bounds, of which one may be absent.
    Between {
        /// The lower bound, which the number exceeds.
        above: Option<f64>,
        /// The upper bound, which the number may equal.
        at_most: Option<f64>,
    },
    /// A date from the first to the last one, of which one may be absent.
    Dates {
        /// The first date, in the form of ISO 8601.
        first: Option<String>,
        /// The last date.
        last: Option<String>,
    },
    /// This category.
    Category(String),
    /// Any category but these.
    OtherThan(Vec<String>),
    /// A missing cell.
    Missing,
}
