use thiserror::Error;

use crate::{Backend, MipBackend, RowId, VariableId, Violation};

/// What went wrong. Infeasible, unbounded and limits are no errors but [`LpStatus`](crate::LpStatus).
#[derive(Clone, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum LpError {
    /// The backend was not compiled in.
    #[error("LP backend {backend} is not built in: enable the feature `{feature}`")]
    NotBuilt {
        /// The backend asked for.
        backend: Backend,
        /// The cargo feature that adds it.
        feature: &'static str,
    },
    /// No backend has this name.
    #[error("unknown LP backend {name:?}: expected one of auto, {}", Backend::names())]
    UnknownBackend {
        /// The name as given.
        name: String,
    },
    /// A cost that is NaN or infinite.
    #[error("cost {cost} of {variable} is not finite")]
    InvalidCost {
        /// The variable.
        variable: VariableId,
        /// Its cost.
        cost: f64,
    },
    /// Bounds of a variable that hold NaN, a lower bound of +infinity or an upper one of -infinity.
    #[error("bounds [{lower}, {upper}] of {variable} admit no finite value")]
    InvalidVariableBounds {
        /// The variable.
        variable: VariableId,
        /// Its lower bound.
        lower: f64,
        /// Its upper bound.
        upper: f64,
    },
    /// Sides of a row that hold NaN, a lower side of +infinity or an upper one of -infinity.
    #[error("sides [{lower}, {upper}] of {row} admit no finite value")]
    InvalidRowBounds {
        /// The row.
        row: RowId,
        /// Its lower side.
        lower: f64,
        /// Its upper side.
        upper: f64,
    },
    /// A coefficient that is NaN or infinite (also where repeated terms sum to that).
    #[error("coefficient {coefficient} of {variable} in {row} is not finite")]
    InvalidCoefficient {
        /// The row.
        row: RowId,
        /// The variable.
        variable: VariableId,
        /// Its coefficient.
        coefficient: f64,
    },
    /// A variable that was never added.
    #[error("there is no {variable}, but {variables} variables")]
    NoSuchVariable {
        /// The variable asked for.
        variable: VariableId,
        /// How many variables there are.
        variables: usize,
    },
    /// The solver takes only programs of a certain shape, and this variable does not fit it.
    #[error("LP solver {name} takes no variable with the bounds [{lower}, {upper}] ({variable})")]
    UnsupportedVariable {
        /// The solver.
        name: String,
        /// The variable.
        variable: VariableId,
        /// Its lower bound.
        lower: f64,
        /// Its upper bound.
        upper: f64,
    },
    /// The solver takes only programs of a certain shape, and this row does not fit it.
    #[error("LP solver {name} takes no row with the sides [{lower}, {upper}] ({row})")]
    UnsupportedRow {
        /// The solver.
        name: String,
        /// The row.
        row: RowId,
        /// Its lower side.
        lower: f64,
        /// Its upper side.
        upper: f64,
    },
    /// A row over a variable that was never added.
    #[error("{row} names {variable}, but there are {variables} variables")]
    UnknownVariable {
        /// The row.
        row: RowId,
        /// The variable it names.
        variable: VariableId,
        /// How many variables there are.
        variables: usize,
    },
    /// A tolerance that is not a number in (0, 1).
    #[error("tolerance {tolerance} is not in (0, 1)")]
    InvalidTolerance {
        /// The tolerance as given.
        tolerance: f64,
    },
    /// The backend cannot start from a given basis.
    #[error("LP backend {name} takes no starting basis")]
    NoStartingBasis {
        /// The backend.
        name: String,
    },
    /// A basis with the wrong lengths, or one the backend refuses: too many or too few basic, or singular.
    #[error("the starting basis does not fit the program")]
    InvalidBasis,
    /// The solver of mixed-integer programs was not compiled in.
    #[error("solver {backend} is not built in: enable the feature `{feature}`")]
    MipNotBuilt {
        /// The solver asked for.
        backend: MipBackend,
        /// The cargo feature that adds it.
        feature: &'static str,
    },
    /// No solver of mixed-integer programs has this name.
    #[error("unknown solver {name:?}: expected auto, highs, cbc or branch-and-bound-LP with an LP backend")]
    UnknownMipBackend {
        /// The name as given.
        name: String,
    },
    /// Not one mark per variable that says whether it is an integer.
    #[error("{marks} integer marks for {variables} variables")]
    IntegerMarks {
        /// How many marks there are.
        marks: usize,
        /// How many variables there are.
        variables: usize,
    },
    /// A relative gap outside [0, 1), or an absolute one that is negative or not finite.
    #[error("the {what} gap {gap} is not at least 0 and {limit}")]
    InvalidGap {
        /// Which: relative or absolute.
        what: &'static str,
        /// What it must be besides.
        limit: &'static str,
        /// The gap as given.
        gap: f64,
    },
    /// A step of the objective that is not positive and finite.
    #[error("the objective step {step} is not positive and finite")]
    InvalidStep {
        /// The step as given.
        step: f64,
    },
    /// A point to start from that is no solution.
    #[error("the starting point is no solution: {violation}")]
    InvalidStart {
        /// What it violates.
        violation: Violation,
    },
    /// The library behind a backend failed, or panicked.
    #[error("LP backend {name} failed: {message}")]
    Backend {
        /// The backend.
        name: String,
        /// What it said.
        message: String,
    },
    /// The backend called an answer optimal that [`verify`](crate::verify()) refuses, also after a solve from
    /// scratch.
    #[error("LP backend {name} gave a wrong answer: {violation}")]
    Unverified {
        /// The backend.
        name: String,
        /// What is wrong with the answer.
        violation: Violation,
    },
}
