//! The faults that a verifier finds in an answer.

use thiserror::Error;

use crate::{LpStatus, RowId, VariableId};

/// A fault in an answer that claims to be optimal.
#[derive(Clone, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum Violation {
    /// The answer does not claim to be optimal, so there is nothing to verify.
    #[error("the status is {status}, not optimal")]
    NotOptimal {
        /// The status of the answer.
        status: LpStatus,
    },
    /// A vector of the answer has the wrong length.
    #[error("{found} {what} for {expected}")]
    Length {
        /// The name of the vector.
        what: &'static str,
        /// The length that fits the program.
        expected: usize,
        /// The length in the answer.
        found: usize,
    },
    /// A variable is NaN or outside its bounds.
    #[error("{variable} = {value} is outside [{lower}, {upper}]")]
    VariableBounds {
        /// The variable.
        variable: VariableId,
        /// The value of the variable.
        value: f64,
        /// The lower bound of the variable.
        lower: f64,
        /// The upper bound of the variable.
        upper: f64,
    },
    /// A variable that must be an integer has another value.
    #[error("{variable} = {value} is no integer")]
    Fractional {
        /// The variable.
        variable: VariableId,
        /// The value of the variable.
        value: f64,
    },
    /// A row is outside its sides.
    #[error("{row}, with activity {activity}, is outside [{lower}, {upper}]")]
    RowBounds {
        /// The row.
        row: RowId,
        /// The activity of the row.
        activity: f64,
        /// The lower side of the row.
        lower: f64,
        /// The upper side of the row.
        upper: f64,
    },
    /// A reduced cost is NaN, or has a sign that the value of its variable does not allow.
    #[error("{variable} = {value} has reduced cost {reduced_cost}")]
    ReducedCost {
        /// The variable.
        variable: VariableId,
        /// The value of the variable.
        value: f64,
        /// The reduced cost of the variable.
        reduced_cost: f64,
    },
    /// A row dual is NaN, or has a sign that the activity of its row does not allow.
    #[error("{row}, with activity {activity}, has dual {dual}")]
    RowDual {
        /// The row.
        row: RowId,
        /// The activity of the row.
        activity: f64,
        /// The dual of the row.
        dual: f64,
    },
    /// The reported objective is not `c·x`.
    #[error("the objective is reported as {reported}, but is {actual}")]
    Objective {
        /// The reported objective.
        reported: f64,
        /// The recomputed objective.
        actual: f64,
    },
    /// Primal and dual objective differ.
    #[error("the primal objective is {primal}, the dual objective {dual}")]
    DualityGap {
        /// `c·x`.
        primal: f64,
        /// The objective of the dual program.
        dual: f64,
    },
}
