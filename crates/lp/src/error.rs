use thiserror::Error;

use crate::{Backend, MipBackend, RowId, VariableId, Violation};

/// The errors of this crate. Infeasibility, unboundedness and limits are no errors but values of
/// [`LpStatus`](crate::LpStatus).
#[derive(Clone, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum LpError {
    /// The backend was not compiled in.
    #[error("LP backend {backend} is not built in: enable the feature `{feature}`")]
    NotBuilt {
        /// The requested backend.
        backend: Backend,
        /// The cargo feature that adds it.
        feature: &'static str,
    },
    /// No backend has this name.
    #[error("unknown LP backend {name:?}: expected one of auto, {}", Backend::names())]
    UnknownBackend {
        /// The given name.
        name: String,
    },
    /// A cost that is NaN or infinite.
    #[error("cost {cost} of {variable} is not finite")]
    InvalidCost {
        /// The variable.
        variable: VariableId,
        /// The cost of the variable.
        cost: f64,
    },
    /// Bounds of a variable that contain NaN, a lower bound of +infinity or an upper one of
    /// -infinity.
    #[error("bounds [{lower}, {upper}] of {variable} admit no finite value")]
    InvalidVariableBounds {
        /// The variable.
        variable: VariableId,
        /// The lower bound of the variable.
        lower: f64,
        /// The upper bound of the variable.
        upper: f64,
    },
    /// Sides of a row that contain NaN, a lower side of +infinity or an upper one of -infinity.
    #[error("sides [{lower}, {upper}] of {row} admit no finite value")]
    InvalidRowBounds {
        /// The row.
        row: RowId,
        /// The lower side of the row.
        lower: f64,
        /// The upper side of the row.
        upper: f64,
    },
    /// A coefficient that is NaN or infinite, possibly as the sum of repeated terms.
    #[error("coefficient {coefficient} of {variable} in {row} is not finite")]
    InvalidCoefficient {
        /// The row.
        row: RowId,
        /// The variable.
        variable: VariableId,
        /// The coefficient.
        coefficient: f64,
    },
    /// A variable that was never added.
    #[error("there is no {variable}, but {variables} variables")]
    NoSuchVariable {
        /// The requested variable.
        variable: VariableId,
        /// The number of variables.
        variables: usize,
    },
    /// A variable that does not fit the shape of programs that the solver takes.
    #[error("LP solver {name} takes no variable with the bounds [{lower}, {upper}] ({variable})")]
    UnsupportedVariable {
        /// The solver.
        name: String,
        /// The variable.
        variable: VariableId,
        /// The lower bound of the variable.
        lower: f64,
        /// The upper bound of the variable.
        upper: f64,
    },
    /// A row that does not fit the shape of programs that the solver takes.
    #[error("LP solver {name} takes no row with the sides [{lower}, {upper}] ({row})")]
    UnsupportedRow {
        /// The solver.
        name: String,
        /// The row.
        row: RowId,
        /// The lower side of the row.
        lower: f64,
        /// The upper side of the row.
        upper: f64,
    },
    /// A row over a variable that was never added.
    #[error("{row} names {variable}, but there are {variables} variables")]
    UnknownVariable {
        /// The row.
        row: RowId,
        /// The variable that the row names.
        variable: VariableId,
        /// The number of variables.
        variables: usize,
    },
    /// A tolerance that is not a number in (0, 1).
    #[error("tolerance {tolerance} is not in (0, 1)")]
    InvalidTolerance {
        /// The given tolerance.
        tolerance: f64,
    },
    /// The backend cannot start from a given basis.
    #[error("LP backend {name} takes no starting basis")]
    NoStartingBasis {
        /// The backend.
        name: String,
    },
    /// A basis with the wrong lengths or the wrong number of basic variables, or one that the
    /// backend refuses as singular.
    #[error("the starting basis does not fit the program")]
    InvalidBasis,
    /// The solver of mixed-integer programs was not compiled in.
    #[error("solver {backend} is not built in: enable the feature `{backend}`")]
    MipNotBuilt {
        /// The requested solver.
        backend: MipBackend,
    },
    /// No solver of mixed-integer programs has this name.
    #[error("unknown solver {name:?}: expected auto, highs, cbc or microlp")]
    UnknownMipBackend {
        /// The given name.
        name: String,
    },
    /// A list of integer marks whose length is not the number of variables.
    #[error("{marks} integer marks for {variables} variables")]
    IntegerMarks {
        /// The number of marks.
        marks: usize,
        /// The number of variables.
        variables: usize,
    },
    /// A relative gap outside [0, 1), or an absolute one that is negative or not finite.
    #[error("the {what} gap {gap} is not at least 0 and {limit}")]
    InvalidGap {
        /// The kind of the gap: relative or absolute.
        what: &'static str,
        /// The other condition that a gap has to meet.
        limit: &'static str,
        /// The given gap.
        gap: f64,
    },
    /// A step of the objective that is not positive and finite.
    #[error("the objective step {step} is not positive and finite")]
    InvalidStep {
        /// The given step.
        step: f64,
    },
    /// A point to start from that is no solution.
    #[error("the starting point is no solution: {violation}")]
    InvalidStart {
        /// The violated condition.
        violation: Violation,
    },
    /// The library behind a backend failed, or panicked.
    #[error("LP backend {name} failed: {message}")]
    Backend {
        /// The backend.
        name: String,
        /// The message of the library.
        message: String,
    },
    /// An answer that the backend calls optimal and [`verify`](crate::verify()) refuses, even after
    /// a solve from scratch.
    #[error("LP backend {name} gave a wrong answer: {violation}")]
    Unverified {
        /// The backend.
        name: String,
        /// The condition that the answer violates.
        violation: Violation,
    },
}
