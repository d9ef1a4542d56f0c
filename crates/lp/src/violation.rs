//! What is wrong with an answer.

use thiserror::Error;

use crate::{LpStatus, RowId, VariableId};

/// What is wrong with an answer that claims to be optimal.
#[derive(Clone, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum Violation {
    /// The answer does not claim to be optimal, so there is nothing to verify.
    #[error("the status is {status}, not optimal")]
    NotOptimal {
        /// Its status.
        status: LpStatus,
    },
    /// A vector of the answer has the wrong length.
    #[error("{found} {what} for {expected}")]
    Length {
        /// Which vector.
        what: &'static str,
        /// Its length by the program.
        expected: usize,
        /// Its length in the answer.
        found: usize,
    },
    /// A variable is NaN or outside its bounds.
    #[error("{variable} = {value} is outside [{lower}, {upper}]")]
    VariableBounds {
        /// The variable.
        variable: VariableId,
        /// Its value.
        value: f64,
        /// Its lower bound.
        lower: f64,
        /// Its upper bound.
        upper: f64,
    },
    /// A variable that is to be an integer has another value.
    #[error("{variable} = {value} is no integer")]
    Fractional {
        /// The variable.
        variable: VariableId,
        /// Its value.
        value: f64,
    },
    /// A row is outside its sides.
    #[error("{row}, with activity {activity}, is outside [{lower}, {upper}]")]
    RowBounds {
        /// The row.
        row: RowId,
        /// What its terms sum to.
        activity: f64,
        /// Its lower side.
        lower: f64,
        /// Its upper side.
        upper: f64,
    },
    /// A reduced cost is NaN, or has a sign that the value of its variable does not allow.
    #[error("{variable} = {value} has reduced cost {reduced_cost}")]
    ReducedCost {
        /// The variable.
        variable: VariableId,
        /// Its value.
        value: f64,
        /// Its reduced cost.
        reduced_cost: f64,
    },
    /// A row dual is NaN, or has a sign that the activity of its row does not allow.
    #[error("{row}, with activity {activity}, has dual {dual}")]
    RowDual {
        /// The row.
        row: RowId,
        /// What its terms sum to.
        activity: f64,
        /// Its dual.
        dual: f64,
    },
    /// The objective is not `c·x`.
    #[error("the objective is reported as {reported}, but is {actual}")]
    Objective {
        /// As reported.
        reported: f64,
        /// As recomputed.
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
