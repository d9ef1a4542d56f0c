//! Which counterfactuals are asked for, and what they look like.

use serde::Serialize;
use serde_json::Value;

/// Which counterfactuals are looked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CounterfactualSettings {
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

impl Default for CounterfactualSettings {
    /// Any column but not to missing, to any class; 3 changes, 2,000,000 steps: seconds, for
    /// hundreds of rules.
    fn default() -> Self {
        CounterfactualSettings { fixed: Vec::new(), to: None, allow_missing: false, most: 3, work: 2_000_000 }
    }
}

/// The nearest changes to a row that change its class.
///
/// A change is nearer than another if it changes fewer columns; of those that change equally many, if the truth of
/// fewer of the distinct conditions of the model changes; then the one whose columns come first. Of each set of
/// columns only the nearest changes are listed, and only those of fewest columns.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Counterfactuals {
    /// The class before any change.
    pub from: String,
    /// The class that was asked for, if one was.
    pub to: Option<String>,
    /// What is known beyond the changes listed.
    pub proof: CounterfactualProof,
    /// The changes, the nearest first.
    pub changes: Vec<Counterfactual>,
}

/// What a search for counterfactuals has proved.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum CounterfactualProof {
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

/// A counterfactual: a change to a row that changes its class.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Counterfactual {
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
