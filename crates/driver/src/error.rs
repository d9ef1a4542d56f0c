//! Errors of a run.

use thiserror::Error;

/// An error that ends a run.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum DriverError {
    /// The master's solver failed.
    #[error("the master failed: {0}")]
    Master(#[source] Box<dyn std::error::Error + Send + Sync>),
    /// The pricer's solver failed.
    #[error("the pricer '{name}' failed: {source}")]
    Pricer {
        /// The pricer's name.
        name: String,
        /// The error of its solver.
        source: Box<dyn std::error::Error + Send + Sync>,
    },
    /// A pricer's answer contradicts the problem, the samples or itself.
    #[error("the answer of the pricer '{name}' is refused: {reason}")]
    Refused {
        /// The pricer's name.
        name: String,
        /// The claim that is wrong.
        #[source]
        reason: Box<DriverError>,
    },
    /// A pricer claims a gain that the rule does not have.
    #[error("it claims a gain of {claimed} for a rule whose gain is {actual}")]
    FalseGain {
        /// The gain that was claimed.
        claimed: f64,
        /// The gain over the samples.
        actual: f64,
    },
    /// A pricer claims a bound that the gain of a rule exceeds, be it one that it found itself or
    /// one of another pricer.
    #[error("a rule gains {found}, above its bound {bound}")]
    FalseBound {
        /// The gain that was found.
        found: f64,
        /// The bound that was claimed.
        bound: f64,
    },
    /// A rule answers no problem that was asked, has no literals, or has too many.
    #[error("it holds a rule of {length} literals for the problem {tag}, which no problem admits")]
    NotAsked {
        /// The tag of the rule.
        tag: u32,
        /// Its number of literals.
        length: usize,
    },
    /// A rule covers fewer rows than its problem asks for.
    #[error("it holds a rule that covers {rows} rows, and {least} are asked for")]
    TooFewRows {
        /// The rows that it covers.
        rows: u64,
        /// The fewest that it may cover.
        least: u64,
    },
    /// A rule has a literal that does not exist in the samples' schema.
    #[error("it holds a rule about column {column} with a test that the samples do not have")]
    ForeignRule {
        /// The column of the literal.
        column: u32,
    },
    /// The number of bounds is not the number of problems.
    #[error("it holds {found} bounds for {asked} problems")]
    WrongShape {
        /// Bounds returned.
        found: usize,
        /// Problems asked.
        asked: usize,
    },
    /// A lower bound is above the objective of a solution, known now or found later. Either the
    /// pricer's bounds are false, or the master concludes too much from them.
    #[error(
        "a lower bound of {bound} follows from the bounds of the pricer '{name}', above the objective {objective} of a solution at hand"
    )]
    ImpossibleBound {
        /// The pricer's name.
        name: String,
        /// The lower bound that follows.
        bound: f64,
        /// The objective of a solution at hand.
        objective: f64,
    },
    /// A number of a pricing problem is out of its range.
    #[error("the {what} of the pricing problem {tag} is {value}")]
    BadProblem {
        /// The problem's tag.
        tag: u32,
        /// The name of the number.
        what: &'static str,
        /// Its value.
        value: f64,
    },
    /// A pricing problem is about another number of samples.
    #[error("the pricing problem {tag} has {found} gains for {samples} samples")]
    WrongSamples {
        /// The problem's tag.
        tag: u32,
        /// Its number of gains.
        found: usize,
        /// The number of samples.
        samples: usize,
    },
    /// Two problems of a round have the same tag.
    #[error("two pricing problems have the tag {tag}")]
    DuplicateTag {
        /// The tag.
        tag: u32,
    },
    /// The master's problems have other tags than in the first round, or another order.
    #[error("the tags of the pricing problems are {found:?}, those of the first round were {first:?}")]
    OtherTags {
        /// The tags of the first round.
        first: Vec<u32>,
        /// The tags now.
        found: Vec<u32>,
    },
    /// The master reports a number of new columns that it did not add, so that a run might never
    /// end.
    #[error("the master says that it took {said} of {offered} candidates, and went from {before} columns to {after}")]
    Miscounted {
        /// New columns, according to the master.
        said: usize,
        /// Candidates that it was given.
        offered: usize,
        /// Its columns before.
        before: usize,
        /// Its columns after.
        after: usize,
    },
    /// The master's objective is not a finite number.
    #[error("the master's objective is {objective}")]
    BadObjective {
        /// The objective.
        objective: f64,
    },
    /// A setting of a run is out of its range.
    #[error("the {name} of a run must be {range}, not {value}")]
    Setting {
        /// The setting.
        name: &'static str,
        /// Its range.
        range: &'static str,
        /// Its value.
        value: f64,
    },
    /// A run was started without pricers.
    #[error("a run needs at least one pricer")]
    NoStage,
}

impl DriverError {
    /// Names the pricer if the error is about its answer. Other errors are returned as they are.
    pub fn of_pricer(self, name: &str) -> DriverError {
        match self {
            DriverError::FalseGain { .. }
            | DriverError::FalseBound { .. }
            | DriverError::NotAsked { .. }
            | DriverError::TooFewRows { .. }
            | DriverError::ForeignRule { .. }
            | DriverError::WrongShape { .. } => DriverError::Refused { name: name.into(), reason: Box::new(self) },
            other => other,
        }
    }
}
